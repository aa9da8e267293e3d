//! Bytes that are read from the first to the last.

use thiserror::Error;

/// Why bytes are not the canonical form of anything. The number is the place of the byte, from 0.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Malformed {
    /// They end in the middle.
    #[error("the bytes end at {0}, in the middle of something")]
    Short(usize),
    /// They go on after the end.
    #[error("the bytes go on after {0}, where the last thing ends")]
    Long(usize),
    /// No number of this size, or not written in as few bytes as it can be.
    #[error("byte {0} belongs to no number that may stand there")]
    Number(usize),
    /// There are not so many to choose from.
    #[error("byte {0} stands for nothing that may stand there")]
    Choice(usize),
    /// Well written, but not of this battle.
    #[error("byte {0} says what cannot be so in this battle: {1}")]
    Unfit(usize, String),
}

/// What is still to be read.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    all: &'a [u8],
    place: usize,
}

impl<'a> Bytes<'a> {
    /// All of these.
    #[must_use]
    pub fn new(all: &'a [u8]) -> Bytes<'a> {
        Bytes { all, place: 0 }
    }

    /// How many have been read.
    #[must_use]
    pub fn place(&self) -> usize {
        self.place
    }

    /// How many are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.all.len() - self.place
    }

    /// The next byte.
    ///
    /// # Errors
    /// When there is none.
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        let byte = *self.all.get(self.place).ok_or(Malformed::Short(self.all.len()))?;
        self.place += 1;
        Ok(byte)
    }

    /// So many bytes.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn some<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let found = self.all[self.place..].first_chunk().ok_or(Malformed::Short(self.all.len()))?;
        self.place += N;
        Ok(*found)
    }

    /// A number of seven bits a byte, below two to the power of so many bits; as short as it can be written.
    ///
    /// # Errors
    /// When there is none.
    pub fn number(&mut self, bits: u32) -> Result<u64, Malformed> {
        let mut number = 0;
        for shift in (0..bits).step_by(7) {
            let at = self.place;
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            let is_too_much = bits - shift < 7 && part >> (bits - shift) != 0;
            if is_too_much || (shift > 0 && byte == 0) {
                return Err(Malformed::Number(at));
            }
            number |= part << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Malformed::Number(self.place - 1))
    }

    /// How many there are in a list; each has a byte at least.
    ///
    /// # Errors
    /// When there is no number, or it is more than can follow.
    pub fn count(&mut self) -> Result<usize, Malformed> {
        let count = self.number(64)?;
        usize::try_from(count).ok().filter(|&c| c <= self.left()).ok_or(Malformed::Short(self.all.len()))
    }

    /// There is nothing left.
    ///
    /// # Errors
    /// When there is.
    pub fn end(self) -> Result<(), Malformed> {
        if self.left() == 0 { Ok(()) } else { Err(Malformed::Long(self.place)) }
    }
}
