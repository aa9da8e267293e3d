//! Tesserarius carries battles between two commanders by email.
//!
//! An order travels through the rooms of this house from top to bottom: a sheet of [`orders`] is signed into
//! the [`ledger`], the [`table`] carries it through the rules of a game ([`gboh`], [`legion`]) over three
//! [`effects`], with [`dice`] that nobody could know before; the [`report`] tells what happened, and
//! [`mail`] takes it away. The [`steward`] does all that in one pass, for an umpire and for a player;
//! [`bot`]s play by the same door, and [`odds`] tell what a sheet will come to; one can be fought against
//! them at home in [`play`], and seen and pointed at on the [`desk`]; the [`server`] does it day and night
//! for many battles; a [`league`] counts what they came to; the [`lab`] runs rule cases.
//!
//! Each room is a crate of its own, in place (`src/ROOM/Cargo.toml`); this is their common front. They stand
//! in walking order: each may lean only on those above it, and the compiler holds the walls.

#[doc(inline)]
pub use tess_book as book;
#[doc(inline)]
pub use tess_bot as bot;
#[doc(inline)]
pub use tess_canon as canon;
#[doc(inline)]
pub use tess_cli as cli;
#[doc(inline)]
pub use tess_desk as desk;
#[doc(inline)]
pub use tess_diagnostic as diagnostic;
#[doc(inline)]
pub use tess_dice as dice;
#[doc(inline)]
pub use tess_disk as disk;
#[doc(inline)]
pub use tess_effects as effects;
#[doc(inline)]
pub use tess_engine as engine;
#[doc(inline)]
pub use tess_game as game;
#[doc(inline)]
pub use tess_gboh as gboh;
#[doc(inline)]
pub use tess_hex as hex;
#[doc(inline)]
pub use tess_lab as lab;
#[doc(inline)]
pub use tess_league as league;
#[doc(inline)]
pub use tess_ledger as ledger;
#[doc(inline)]
pub use tess_legion as legion;
#[doc(inline)]
pub use tess_mail as mail;
#[doc(inline)]
pub use tess_odds as odds;
#[doc(inline)]
pub use tess_orders as orders;
#[doc(inline)]
pub use tess_picture as picture;
pub use tess_play as play;
#[doc(inline)]
pub use tess_raster as raster;
#[doc(inline)]
pub use tess_report as report;
#[doc(inline)]
pub use tess_scenario as scenario;
#[doc(inline)]
pub use tess_server as server;
#[doc(inline)]
pub use tess_site as site;
#[doc(inline)]
pub use tess_steward as steward;
#[doc(inline)]
pub use tess_table as table;
