//! Numbers, lists, and what may be missing.

use std::sync::Arc;

use super::{Bytes, Canon, Malformed};

/// Appends a number of seven bits a byte, the low ones first.
#[inline]
fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

impl Canon for bool {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn read(from: &mut Bytes<'_>) -> Result<bool, Malformed> {
        let at = from.place();
        match from.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed::Choice(at)),
        }
    }
}

impl Canon for u8 {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        out.push(*self);
    }

    fn read(from: &mut Bytes<'_>) -> Result<u8, Malformed> {
        from.byte()
    }
}

impl Canon for i8 {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        out.push(*self as u8);
    }

    fn read(from: &mut Bytes<'_>) -> Result<i8, Malformed> {
        Ok(from.byte()? as i8)
    }
}

impl Canon for u16 {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        write_number(u64::from(*self), out);
    }

    fn read(from: &mut Bytes<'_>) -> Result<u16, Malformed> {
        Ok(from.number(16)? as u16)
    }
}

impl Canon for u64 {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        write_number(*self, out);
    }

    fn read(from: &mut Bytes<'_>) -> Result<u64, Malformed> {
        from.number(64)
    }
}

impl Canon for i32 {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        write_number(u64::from(((self << 1) ^ (self >> 31)) as u32), out);
    }

    fn read(from: &mut Bytes<'_>) -> Result<i32, Malformed> {
        let number = from.number(32)? as u32;
        Ok((number >> 1) as i32 ^ -((number & 1) as i32))
    }
}

impl<T: Canon> Canon for Option<T> {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            None => out.push(0),
            Some(thing) => {
                out.push(1);
                thing.write(out);
            }
        }
    }

    fn read(from: &mut Bytes<'_>) -> Result<Option<T>, Malformed> {
        Ok(if bool::read(from)? { Some(T::read(from)?) } else { None })
    }
}

/// Appends a list.
pub fn write_list<T: Canon>(list: &[T], out: &mut Vec<u8>) {
    write_each(list.iter(), out);
}

/// Appends a list of things that do not lie side by side.
pub fn write_each<'a, T: Canon + 'a>(list: impl ExactSizeIterator<Item = &'a T>, out: &mut Vec<u8>) {
    write_number(list.len() as u64, out);
    list.for_each(|thing| thing.write(out));
}

impl<T: Canon> Canon for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        write_list(self, out);
    }

    fn read(from: &mut Bytes<'_>) -> Result<Vec<T>, Malformed> {
        let count = from.count()?;
        (0..count).map(|_| T::read(from)).collect()
    }
}

impl<T: Canon> Canon for Arc<Vec<T>> {
    fn write(&self, out: &mut Vec<u8>) {
        write_list(self, out);
    }

    fn read(from: &mut Bytes<'_>) -> Result<Arc<Vec<T>>, Malformed> {
        Vec::read(from).map(Arc::new)
    }
}

impl<T: Canon> Canon for Arc<[T]> {
    fn write(&self, out: &mut Vec<u8>) {
        write_list(self, out);
    }

    fn read(from: &mut Bytes<'_>) -> Result<Arc<[T]>, Malformed> {
        Vec::read(from).map(Arc::from)
    }
}

impl<T: Canon> Canon for [T; 2] {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|thing| thing.write(out));
    }

    fn read(from: &mut Bytes<'_>) -> Result<[T; 2], Malformed> {
        Ok([T::read(from)?, T::read(from)?])
    }
}

impl Canon for [u8; 32] {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self);
    }

    fn read(from: &mut Bytes<'_>) -> Result<[u8; 32], Malformed> {
        from.some()
    }
}

impl<A: Canon, B: Canon> Canon for (A, B) {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(from: &mut Bytes<'_>) -> Result<(A, B), Malformed> {
        Ok((A::read(from)?, B::read(from)?))
    }
}

impl<A: Canon, B: Canon, C: Canon> Canon for (A, B, C) {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
        self.2.write(out);
    }

    fn read(from: &mut Bytes<'_>) -> Result<(A, B, C), Malformed> {
        Ok((A::read(from)?, B::read(from)?, C::read(from)?))
    }
}
