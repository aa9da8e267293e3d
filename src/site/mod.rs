//! A league as a static site: plain pages that read without a script, JSON beside each, feeds, and a dump of
//! all archives.
//!
//! [`Site`] is what is shown; `pages/` makes a page of each thing, and `files.rs` writes only what has
//! changed, each file whole or not at all. Whatever a player wrote is text here, never markup.

mod books;
mod error;
mod feed;
mod files;
mod html;
mod pages;
mod site;

#[cfg(test)]
mod tests;

pub use error::SiteError;
pub use site::{Cup, Done, Site};
