//! A battle on one machine, between a person and the program's own commander.
//!
//! Nothing is made easier: it is founded in mode direct, each of the two has a key and a chain of its own,
//! all is signed, and what they sign goes from one to the other as mail, through Maildirs in the same
//! folder. So it ends in an archive like any other. Who wants to cheat at it can look into the commander's
//! seat, which lies beside his own: he cheats nobody else.
//!
//! ```text
//! my-battle/
//!   play.toml        who is who, and how well the commander fights
//!   rome/            the person's seat
//!   carthage/        the commander's
//!   mail/rome/       the mail of both
//!   mail/carthage/
//! ```

mod found;
mod home;
mod rounds;
mod terms;

pub use found::Choice;
pub use home::Home;
pub use terms::Terms;

#[cfg(test)]
mod tests;
