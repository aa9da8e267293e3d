//! Who is who: a person is his keys.
//!
//! Whoever puts a new key in place of his own (`rekey`) signs it with the old one and proves that he holds
//! the new one, so both are the same person's, in every battle. A league's file may say more. Names prove
//! nothing and are only shown.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Holder, Statutes};

/// A person, by his place in [`Persons`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Person {
    /// The key by which he is called: the first of his that was met.
    pub key: String,
    /// All his keys, in the order in which they were met.
    pub keys: Vec<String>,
    /// What he is called.
    pub name: String,
    /// Whether the league's file names him.
    pub member: bool,
    /// Whether he is a bot.
    pub bot: bool,
}

impl Person {
    /// The first digits of his key, enough for a person to tell two of the same name apart.
    #[must_use]
    pub fn short(&self) -> &str {
        self.key.get(..8).unwrap_or(&self.key)
    }
}

/// Everybody.
#[derive(Debug, Clone, Default)]
pub struct Persons {
    by_key: BTreeMap<String, usize>,
    /// Where a person has gone that turned out to be another one.
    same: Vec<usize>,
    all: Vec<Person>,
}

impl Persons {
    /// Those whom the league's file names.
    #[must_use]
    pub fn of(statutes: &Statutes) -> Persons {
        let mut persons = Persons::default();
        for known in &statutes.player {
            let place = persons.made(Person {
                key: known.keys.first().cloned().unwrap_or_default(),
                keys: known.keys.clone(),
                name: known.name.clone(),
                member: true,
                bot: known.bot,
            });
            for key in &known.keys {
                persons.by_key.insert(key.clone(), place);
            }
        }
        persons
    }

    fn made(&mut self, person: Person) -> usize {
        self.all.push(person);
        self.same.push(self.all.len() - 1);
        self.all.len() - 1
    }

    /// Notes who held a side: all his keys are one person's.
    pub fn meet(&mut self, holder: &Holder, statutes: &Statutes) {
        let mut known = holder.keys.iter().filter_map(|key| self.by_key.get(key)).map(|at| self.real(*at));
        let found = known.next();
        let rest: Vec<usize> = known.collect();
        let ends = |ending: &String| holder.address.ends_with(ending.as_str());
        let bot = statutes.bot_addresses.iter().any(ends);
        let place = found.unwrap_or_else(|| {
            self.made(Person {
                key: holder.keys.first().cloned().unwrap_or_default(),
                keys: Vec::new(),
                name: holder.name.clone(),
                member: false,
                bot,
            })
        });
        for other in rest {
            self.join(place, other);
        }
        let place = self.real(place);
        for key in &holder.keys {
            self.by_key.insert(key.clone(), place);
            if !self.all[place].keys.contains(key) {
                self.all[place].keys.push(key.clone());
            }
        }
        let person = &mut self.all[place];
        person.bot |= bot;
        if !person.member {
            // what he calls himself now
            person.name.clone_from(&holder.name);
        }
    }

    /// Two turn out to be one; whom the league's file names stays, or else who was met first.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.real(one), self.real(other));
        if one == other {
            return;
        }
        let first = |at: usize| (!self.all[at].member, at);
        let (stays, goes) = if first(one) < first(other) { (one, other) } else { (other, one) };
        self.same[goes] = stays;
        let gone = self.all[goes].clone();
        let person = &mut self.all[stays];
        person.bot |= gone.bot;
        person.keys.extend(gone.keys);
    }

    fn real(&self, mut at: usize) -> usize {
        while self.same[at] != at {
            at = self.same[at];
        }
        at
    }

    /// Whose key it is.
    #[must_use]
    pub fn whose(&self, key: &str) -> Option<usize> {
        self.by_key.get(key).map(|at| self.real(*at))
    }

    /// That person.
    #[must_use]
    pub fn get(&self, at: usize) -> &Person {
        &self.all[self.real(at)]
    }

    /// Everybody, each once.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Person)> {
        self.all.iter().enumerate().filter(|(at, _)| self.same[*at] == *at)
    }

    /// A person's name, with the first digits of his key where another one has it too.
    #[must_use]
    pub fn shown(&self, at: usize) -> String {
        let person = self.get(at);
        let same = |other: &Person| other.name.to_lowercase() == person.name.to_lowercase();
        if self.iter().filter(|(_, other)| same(other)).count() > 1 {
            return format!("{} ({})", person.name, person.short());
        }
        person.name.clone()
    }
}
