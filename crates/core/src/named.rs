//! Defines enumerations that preserve unknown values, and packed words.
//!
//! [`named!`](crate::named!) defines a newtype over an integer with named constants and a name table. An
//! unknown value stays a number; a value with two names accepts both and prints the first.
//! [`packed!`](crate::packed!) defines a newtype with bit fields that cover every bit.

/// The names of an enumeration's values.
#[derive(Debug)]
pub struct NameTable {
    /// Value and name; the first name of a value is printed.
    pub entries: &'static [(u64, &'static str)],
    /// True if values are sets of the named bits.
    pub flags: bool,
}

impl NameTable {
    /// The name printed for a value.
    pub fn name(&self, value: u64) -> Option<&'static str> {
        self.entries.iter().find(|entry| entry.0 == value).map(|entry| entry.1)
    }

    /// The value of a name, aliases included.
    pub fn value(&self, name: &str) -> Option<u64> {
        self.entries.iter().find(|entry| entry.1 == name).map(|entry| entry.0)
    }

    /// The value in words: its name, or for flags the names of its bits joined by ` | ` with unknown bits as a number.
    /// `None` if no name applies.
    pub fn describe(&self, value: u64) -> Option<String> {
        if !self.flags || value == 0 {
            return self.name(value).map(str::to_owned);
        }
        let mut words = Vec::new();
        let mut rest = value;
        for &(bit, name) in self.entries {
            if bit != 0 && value & bit == bit && rest & bit != 0 {
                words.push(name.to_owned());
                rest &= !bit;
            }
        }
        if words.is_empty() {
            return None;
        }
        if rest != 0 {
            words.push(format!("{rest:#x}"));
        }
        Some(words.join(" | "))
    }
}

/// Declares a newtype over an unsigned integer with named values.
///
/// ```
/// glassbox_core::named! {
///     /// A shader stage.
///     pub enum Stage: u8 {
///         /// Vertex shader.
///         VERTEX = 0 "vertex",
///         /// Geometry shader.
///         GEOMETRY = 1 "geometry",
///     }
/// }
/// assert_eq!(Stage::GEOMETRY.name(), Some("geometry"));
/// assert_eq!(Stage(9).to_string(), "9");
/// ```
///
/// Write `flags` instead of `enum` for sets of bits.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $($rest:tt)*) => { $crate::named!(@ false, $(#[$meta])* $vis $($rest)*); };
    ($(#[$meta:meta])* $vis:vis flags $($rest:tt)*) => { $crate::named!(@ true, $(#[$meta])* $vis $($rest)*); };
    (@ $flags:literal, $(#[$meta:meta])* $vis:vis $name:ident : $repr:ident {
        $($(#[$vmeta:meta])* $variant:ident = $value:literal $text:literal),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
        $vis struct $name(pub $repr);

        impl $name {
            $($(#[$vmeta])* pub const $variant: $name = $name($value);)*

            /// The names of the known values.
            pub const NAMES: &'static $crate::named::NameTable = &$crate::named::NameTable {
                entries: &[$(($value, $text)),*],
                flags: $flags,
            };

            /// The printed name of this value, if it is known.
            pub fn name(self) -> Option<&'static str> {
                Self::NAMES.name(u64::from(self.0))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match Self::NAMES.describe(u64::from(self.0)) {
                    Some(text) => f.write_str(&text),
                    None => write!(f, "{}", self.0),
                }
            }
        }

        impl $crate::value::Value for $name {
            const FORM: $crate::value::FieldFormat = $crate::value::FieldFormat {
                names: Some(Self::NAMES),
                hex: $flags,
                ..<$repr as $crate::value::Value>::FORM
            };

            #[inline(always)]
            fn load(bytes: &[u8]) -> Self {
                $name(<$repr as $crate::value::Value>::load(bytes))
            }

            #[inline(always)]
            fn store(self, out: &mut [u8]) {
                $crate::value::Value::store(self.0, out)
            }
        }
    };
}

/// Declares a newtype over an unsigned integer whose bits are fields, least significant first. The widths must add up to
/// the width of the integer; reserved bits are fields too.
///
/// ```
/// glassbox_core::packed! {
///     /// A version word.
///     pub struct Version: u16 { minor: 8, major: 8 }
/// }
/// assert_eq!(Version(0x0203).minor(), 3);
/// assert_eq!(Version(0x0203).major(), 2);
/// ```
#[macro_export]
macro_rules! packed {
    ($(#[$meta:meta])* $vis:vis struct $name:ident : $repr:ident { $($(#[$fmeta:meta])* $field:ident : $width:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        $vis struct $name(pub $repr);

        impl $name {
            /// The bit fields, least significant first; they cover every bit.
            pub const BITS: &'static [$crate::value::Bits] =
                &[$($crate::value::Bits { name: stringify!($field), width: $width }),*];

            $crate::packed!(@ $repr, 0, $($(#[$fmeta])* $field $width)*);
        }

        const _: () = assert!(0 $(+ $width)* == $repr::BITS, "the bit fields must cover every bit");

        impl $crate::value::Value for $name {
            const FORM: $crate::value::FieldFormat = $crate::value::FieldFormat {
                bits: Some(Self::BITS),
                hex: true,
                ..<$repr as $crate::value::Value>::FORM
            };

            #[inline(always)]
            fn load(bytes: &[u8]) -> Self {
                $name(<$repr as $crate::value::Value>::load(bytes))
            }

            #[inline(always)]
            fn store(self, out: &mut [u8]) {
                $crate::value::Value::store(self.0, out)
            }
        }
    };
    (@ $repr:ident, $low:expr, ) => {};
    (@ $repr:ident, $low:expr, $(#[$fmeta:meta])* $field:ident $width:literal $($rest:tt)*) => {
        #[doc = concat!("Bit field `", stringify!($field), "`, ", stringify!($width), " bits wide.")]
        $(#[$fmeta])*
        pub const fn $field(self) -> $repr {
            self.0 >> ($low) & ($repr::MAX >> ($repr::BITS - $width))
        }
        $crate::packed!(@ $repr, $low + $width, $($rest)*);
    };
}
