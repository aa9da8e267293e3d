//! What goes into a statement and comes out of it, whichever base the store lies in.

use std::fmt;

/// A value of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'a> {
    /// Nothing.
    Null,
    /// A whole number.
    Whole(i64),
    /// A text.
    Text(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
}

/// What can stand in a statement.
pub trait ToValue {
    /// As a value.
    fn value(&self) -> Value<'_>;
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn value(&self) -> Value<'_> {
        (**self).value()
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null, ToValue::value)
    }
}

impl ToValue for str {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl ToValue for String {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl ToValue for [u8] {
    fn value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl ToValue for Vec<u8> {
    fn value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl<const N: usize> ToValue for [u8; N] {
    fn value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl ToValue for i64 {
    fn value(&self) -> Value<'_> {
        Value::Whole(*self)
    }
}

impl ToValue for u32 {
    fn value(&self) -> Value<'_> {
        Value::Whole(i64::from(*self))
    }
}

impl ToValue for bool {
    fn value(&self) -> Value<'_> {
        Value::Whole(i64::from(*self))
    }
}

/// The values of a statement, in the order of `?1`, `?2`.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$($crate::store::values::ToValue::value(&$value)),*] as &[$crate::store::values::Value<'_>]
    };
}
pub(crate) use params;

/// A column holds something else than was written there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfit {
    /// The column, from 0.
    pub column: usize,
    /// What should stand there.
    pub wanted: &'static str,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {} holds no {}", self.column, self.wanted)
    }
}

/// A row that was found.
pub trait Row {
    /// What stands in a column, from 0.
    fn value(&self, column: usize) -> Value<'_>;
}

impl dyn Row + '_ {
    /// What stands in a column, from 0.
    ///
    /// # Errors
    /// When something else stands there.
    pub fn get<T: FromValue>(&self, column: usize) -> Result<T, Unfit> {
        T::read(self.value(column)).ok_or(Unfit { column, wanted: T::NAME })
    }
}

/// What can be read from a column.
pub trait FromValue: Sized {
    /// What it is, for messages.
    const NAME: &'static str;

    /// Nothing when the value is no such thing.
    fn read(value: Value<'_>) -> Option<Self>;
}

impl FromValue for i64 {
    const NAME: &'static str = "whole number";

    fn read(value: Value<'_>) -> Option<i64> {
        if let Value::Whole(number) = value { Some(number) } else { None }
    }
}

impl FromValue for u32 {
    const NAME: &'static str = "count";

    fn read(value: Value<'_>) -> Option<u32> {
        u32::try_from(i64::read(value)?).ok()
    }
}

impl FromValue for bool {
    const NAME: &'static str = "yes or no";

    fn read(value: Value<'_>) -> Option<bool> {
        i64::read(value).map(|number| number != 0)
    }
}

impl FromValue for String {
    const NAME: &'static str = "text";

    fn read(value: Value<'_>) -> Option<String> {
        if let Value::Text(text) = value { Some(text.to_owned()) } else { None }
    }
}

impl FromValue for Vec<u8> {
    const NAME: &'static str = "bytes";

    fn read(value: Value<'_>) -> Option<Vec<u8>> {
        if let Value::Bytes(bytes) = value { Some(bytes.to_vec()) } else { None }
    }
}

impl FromValue for [u8; 32] {
    const NAME: &'static str = "32 bytes";

    fn read(value: Value<'_>) -> Option<[u8; 32]> {
        if let Value::Bytes(bytes) = value { bytes.try_into().ok() } else { None }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const NAME: &'static str = T::NAME;

    fn read(value: Value<'_>) -> Option<Option<T>> {
        if value == Value::Null { Some(None) } else { T::read(value).map(Some) }
    }
}
