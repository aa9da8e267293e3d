//! The tests of the house as a whole, in one program: a file for each subject, and what they share. One
//! subject alone: `cargo test --test house deeds`. Apart stand those that kill processes (`crash`, `killed`,
//! `storm`) and the rule `cases`.
//!
//! Tests run side by side. What a test keeps open, a process that another one starts has open too for a
//! moment, so that a lock may seem to be held by nobody: whoever opens a seat tries again (`seats::open`).

mod agent;
mod analyse;
mod audit;
mod balance;
mod battles;
mod book;
mod breakfast;
mod browser;
mod choices;
mod circles;
mod claims;
mod cli;
mod cli_page;
mod clocks;
mod conformance;
mod crossing;
mod cup;
mod deeds;
mod desk;
mod duels;
mod engine;
mod forecast;
mod foreign_text;
mod golden_positions;
mod healing;
mod hostile_folder;
mod hostile_mail;
mod imap;
mod league;
mod legal;
mod legion;
mod legion_battles;
mod legion_reading;
mod lobby;
mod mail_pictures;
mod mail_vectors;
mod margins;
mod newcomers;
mod odds;
mod pictures;
mod play;
mod position;
mod position_py;
mod post_office;
mod press;
mod private;
mod properties;
mod properties_legion;
mod quotas;
mod rooms;
mod rulings;
mod scenario;
mod sealed;
mod silence;
mod standing;
mod store;
mod stratagems;
mod telephone;
mod tls;
mod turned_legion;
mod verify_py;
mod watch;
mod watched_service;

mod count;
mod mail_server;
mod noted;
mod seats;
