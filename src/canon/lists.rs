//! The lists by which a game says what stands in its state. A part that is forgotten, or one too many, does
//! not compile.

/// A thing with parts, in this order. What follows from something else is no part of it: `but { two_hex:
/// false }`.
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

        impl $crate::note::Noted for $name {
            fn note(&self, names: &dyn $crate::note::Names) -> $crate::note::Note {
                let $name { $($part,)* $($($derived: _,)*)? } = self;
                let parts = vec![$((stringify!($part).to_owned(), $crate::note::Noted::note($part, names)),)*];
                $crate::note::Note::Parts(parts)
            }

            fn noted(
                note: &$crate::note::Note,
                names: &dyn $crate::note::Names,
            ) -> Result<Self, $crate::note::Misread> {
                let mut opened = $crate::note::Opened::parts(note)?;
                $(let $part = opened.take(stringify!($part), names)?;)*
                opened.end()?;
                Ok($name { $($part,)* $($($derived: $first,)*)? })
            }

            fn shape(shapes: &mut $crate::note::Shapes) -> $crate::note::Schema {
                shapes.named(stringify!($name), |shapes| {
                    let parts = vec![$(
                        (stringify!($part), $crate::note::of_part(|it: $name| it.$part, shapes)),
                    )*];
                    $crate::note::Shapes::record(parts)
                })
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

        impl $crate::note::Noted for $name {
            fn note(&self, names: &dyn $crate::note::Names) -> $crate::note::Note {
                match self {
                    $($name::$one $({ $($part),* })? $(( $($of),* ))? => {
                        let parts = vec![
                            $($((stringify!($part).to_owned(), $crate::note::Noted::note($part, names)),)*)?
                            $($((stringify!($of).to_owned(), $crate::note::Noted::note($of, names)),)*)?
                        ];
                        $crate::note::part(stringify!($name), $number, stringify!($one), parts, names)
                    })*
                }
            }

            fn noted(
                note: &$crate::note::Note,
                names: &dyn $crate::note::Names,
            ) -> Result<Self, $crate::note::Misread> {
                let of = [$(($number, stringify!($one))),*];
                #[allow(unused_mut, reason = "not every list has one with parts")]
                let (number, mut opened) = $crate::note::choice(note, stringify!($name), &of, names)?;
                match number {
                    $($number => {
                        $($(let $part = opened.take(stringify!($part), names)?;)*)?
                        $($(let $of = opened.take(stringify!($of), names)?;)*)?
                        opened.end()?;
                        Ok($name::$one $({ $($part),* })? $(( $($of),* ))?)
                    })*
                    _ => Err($crate::note::Misread::expected("one of several", note)),
                }
            }

            fn shape(shapes: &mut $crate::note::Shapes) -> $crate::note::Schema {
                shapes.named(stringify!($name), |shapes| {
                    let of = vec![$({
                        let names = [$($(stringify!($part)),*)? $($(stringify!($of)),*)?];
                        let way = |it: $name| match it {
                            $name::$one $({ $($part),* })? $(( $($of),* ))? => {
                                Some(($($($part,)*)? $($($of,)*)?))
                            }
                            #[allow(unreachable_patterns, reason = "a list may have one alone")]
                            _ => None,
                        };
                        (stringify!($one), $crate::note::of_parts(way, &names, shapes))
                    },)*];
                    $crate::note::Shapes::choice(of)
                })
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
        }

        impl $crate::note::Noted for $name {
            fn note(&self, names: &dyn $crate::note::Names) -> $crate::note::Note {
                $crate::note::numbered(stringify!($name), &self.0, names)
            }

            fn noted(
                note: &$crate::note::Note,
                names: &dyn $crate::note::Names,
            ) -> Result<Self, $crate::note::Misread> {
                $crate::note::read_numbered(stringify!($name), note, names).map($name)
            }

            fn shape(shapes: &mut $crate::note::Shapes) -> $crate::note::Schema {
                $crate::note::named_or(|it: $name| it.0, shapes)
            }
        })*
    };
}
