//! The lists by which a game says what stands in its state. A part that is forgotten, or one too many, does not compile.

/// A thing with parts, in this order. What follows from something else is no part of it: `but { two_hex: false }`.
#[macro_export]
macro_rules! record {
    ($name:ident { $($part:ident),* $(,)? } $(but { $($derived:ident: $first:expr),* $(,)? })?) => {
        impl $crate::Canon for $name {
            #[inline]
            fn write(&self, out: &mut Vec<u8>) {
                let $name { $($part,)* $($($derived: _,)*)? } = self;
                $($crate::Canon::write($part, out);)*
            }

            fn read(from: &mut $crate::Bytes<'_>) -> Result<Self, $crate::Malformed> {
                $(let $part = $crate::Canon::read(from)?;)*
                Ok($name { $($part,)* $($($derived: $first,)*)? })
            }
        }
    };
}

/// One of several, by number, each with its parts in this order.
#[macro_export]
macro_rules! choice {
    ($name:ident { $($number:literal => $one:ident $({ $($part:ident),* })? $(( $($of:ident),* ))?),* $(,)? }) => {
        impl $crate::Canon for $name {
            #[inline]
            fn write(&self, out: &mut Vec<u8>) {
                match self {
                    $($name::$one $({ $($part),* })? $(( $($of),* ))? => {
                        out.push($number);
                        $($($crate::Canon::write($part, out);)*)?
                        $($($crate::Canon::write($of, out);)*)?
                    })*
                }
            }

            fn read(from: &mut $crate::Bytes<'_>) -> Result<Self, $crate::Malformed> {
                let at = from.place();
                match from.byte()? {
                    $($number => {
                        $($(let $part = $crate::Canon::read(from)?;)*)?
                        $($(let $of = $crate::Canon::read(from)?;)*)?
                        Ok($name::$one $({ $($part),* })? $(( $($of),* ))?)
                    })*
                    _ => Err($crate::Malformed::Choice(at)),
                }
            }
        }
    };
}

/// Things that are one number, or one other thing, and nothing else.
#[macro_export]
macro_rules! number {
    ($($name:ident),* $(,)?) => {
        $(impl $crate::Canon for $name {
            #[inline]
            fn write(&self, out: &mut Vec<u8>) {
                $crate::Canon::write(&self.0, out);
            }

            fn read(from: &mut $crate::Bytes<'_>) -> Result<Self, $crate::Malformed> {
                $crate::Canon::read(from).map($name)
            }
        })*
    };
}
