//! Files that are whole or not there, whatever stops the program, and files that nobody else may read.
//!
//! Log, chains, mails and settings are written by these few functions alone. This room does not know what
//! stands in a file.

pub mod durable;
mod error;
pub mod private_file;
pub mod private_folder;

pub use error::DiskError;
