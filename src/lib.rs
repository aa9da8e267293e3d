//! Tesserarius carries battles between two commanders by email.
//!
//! An order travels through the rooms of this house from top to bottom: a sheet of [`orders`] is signed into the
//! [`ledger`], the [`table`] carries it through the rules of a game ([`gboh`], [`legion`]) over three [`effects`], with [`dice`]
//! that nobody could know before; the [`report`] tells what happened, and [`mail`] takes it away. The [`steward`] does
//! all that in one pass, for an umpire and for a player; [`bot`]s play by the same door; the [`server`] does it day and night
//! for many battles; the [`lab`] runs rule cases.
//!
//! The modules stand in walking order: each may lean only on those above it, and a test guards that.

pub mod hex;

pub mod diagnostic;

pub mod dice;

pub mod ledger;

pub mod orders;

pub mod effects;

pub mod gboh;

pub mod legion;

pub mod scenario;

pub mod table;

pub mod report;

pub mod lab;

pub mod mail;

pub mod steward;

pub mod bot;

pub mod server;

pub mod cli;
