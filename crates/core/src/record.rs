//! Declares fixed-size records: one declaration gives the struct, the reader, the exact writer and the field
//! descriptions.
//!
//! ```
//! use glassbox_core::record::Record;
//!
//! glassbox_core::record! {
//!     /// One uniform of an executable.
//!     pub struct Uniform: 8 {
//!         /// Offset of the name in the symbol table, bytes.
//!         0x0 name: u32,
//!         /// First register.
//!         0x4 first: u16,
//!         /// Last register, inclusive.
//!         0x6 last: u16,
//!     }
//! }
//! let uniform = Uniform::decode(&[1, 0, 0, 0, 0x10, 0, 0x13, 0]).unwrap();
//! assert_eq!((uniform.name, uniform.first, uniform.last), (1, 0x10, 0x13));
//! assert_eq!(Uniform::last.offset, 6);
//! assert!(Uniform::decode(&[0; 7]).is_none());
//! ```

use std::borrow::Cow;
use std::marker::PhantomData;

use crate::diagnostic::Location;
use crate::value::{FieldFormat, Value};

/// One field of a record.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Field name, as in paths and in the text form.
    pub name: &'static str,
    /// Offset from the start of the record, bytes.
    pub offset: usize,
    /// Type and meaning.
    pub form: FieldFormat,
}

/// The layout of a record.
#[derive(Debug)]
pub struct Schema {
    /// Name of the record type.
    pub name: &'static str,
    /// Size in bytes.
    pub size: usize,
    /// The fields in order; together they cover every byte.
    pub fields: &'static [Field],
}

impl Schema {
    /// True if the fields are contiguous, do not overlap and add up to the size. [`record!`](crate::record!)
    /// asserts it at compile time.
    pub const fn is_covered(&self) -> bool {
        let mut offset = 0;
        let mut i = 0;
        while i < self.fields.len() {
            if self.fields[i].offset != offset {
                return false;
            }
            offset += self.fields[i].form.size();
            i += 1;
        }
        offset == self.size
    }

    /// The position of a field in [`fields`](Self::fields).
    pub fn position(&self, field: &Field) -> Option<usize> {
        self.fields.iter().position(|other| other.offset == field.offset)
    }
}

/// A record of fixed size, declared with [`record!`](crate::record!).
pub trait Record: Copy {
    /// Size in bytes.
    const SIZE: usize;
    /// Field layout.
    const SCHEMA: &'static Schema;

    /// The record at the start of `bytes`; `None` when they are too few.
    fn decode(bytes: &[u8]) -> Option<Self>;

    /// Appends the exact bytes of the record.
    fn encode(&self, out: &mut Vec<u8>);
}

/// Declares a fixed record; see the [module](mod@crate::record) for an example. Each field states its offset; the compiler
/// checks that the fields cover the record. `NAME::field` is the [`Field`] of that name.
#[macro_export]
macro_rules! record {
    ($(#[$meta:meta])* $vis:vis struct $name:ident : $size:literal {
        $($(#[$fmeta:meta])* $offset:literal $field:ident : $ty:ty),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Debug)]
        $vis struct $name {
            $($(#[$fmeta])* pub $field: $ty,)*
        }

        #[allow(non_upper_case_globals)]
        impl $name {
            $(
                #[doc = concat!("Place and type of [`", stringify!($field), "`](struct@Self).")]
                pub const $field: $crate::record::Field = $crate::record::Field {
                    name: stringify!($field),
                    offset: $offset,
                    form: <$ty as $crate::value::Value>::FORM,
                };
            )*
        }

        impl $crate::record::Record for $name {
            const SIZE: usize = $size;
            const SCHEMA: &'static $crate::record::Schema = &$crate::record::Schema {
                name: stringify!($name),
                size: $size,
                fields: &[$($name::$field),*],
            };

            #[inline(always)]
            fn decode(bytes: &[u8]) -> Option<Self> {
                let bytes: &[u8; $size] = bytes.first_chunk()?;
                Some($name {
                    $($field: <$ty as $crate::value::Value>::load(
                        &bytes[$offset..$offset + <$ty as $crate::value::Value>::SIZE],
                    ),)*
                })
            }

            #[inline(always)]
            fn encode(&self, out: &mut Vec<u8>) {
                let mut bytes = [0; $size];
                $($crate::value::Value::store(
                    self.$field,
                    &mut bytes[$offset..$offset + <$ty as $crate::value::Value>::SIZE],
                );)*
                out.extend_from_slice(&bytes);
            }
        }

        const _: () = assert!(
            <$name as $crate::record::Record>::SCHEMA.is_covered(),
            "the fields must cover the record in order"
        );
    };
}

/// Declares a run of elements kept as bytes: the part independent of the element type.
macro_rules! run {
    ($(#[$meta:meta])* $name:ident of $element:ident) => {
        $(#[$meta])*
        #[derive(Clone)]
        pub struct $name<'a, T> {
            bytes: Cow<'a, [u8]>,
            start: u64,
            element: PhantomData<fn() -> T>,
        }

        impl<'a, T: $element> $name<'a, T> {
            /// The whole elements in `bytes`, which begin at file offset `start`. A partial last element is
            /// dropped.
            pub fn new(bytes: &'a [u8], start: u64) -> Self {
                let whole = bytes.len() - bytes.len() % T::SIZE.max(1);
                $name { bytes: Cow::Borrowed(&bytes[..whole]), start, element: PhantomData }
            }

            /// Number of elements.
            pub fn len(&self) -> usize {
                self.bytes.len() / T::SIZE.max(1)
            }

            /// True if the run is empty.
            pub fn is_empty(&self) -> bool {
                self.bytes.is_empty()
            }

            /// Offset of the first element in the file, bytes; zero for elements that a program built.
            pub fn start(&self) -> u64 {
                self.start
            }

            /// The exact bytes.
            pub fn bytes(&self) -> &[u8] {
                &self.bytes
            }

            /// The bytes from element `index` on.
            fn tail(&self, index: usize) -> Option<&[u8]> {
                self.bytes.get(index.checked_mul(T::SIZE)?..)
            }

            /// Location of element `index`; `path` is the path of the run.
            fn element_location(&self, path: &str, index: usize) -> Location {
                let start = self.start + (index * T::SIZE) as u64;
                Location::new(start, start + T::SIZE as u64, format!("{path}[{index}]"))
            }

            /// The same elements, copied out of the borrow.
            pub fn into_owned(self) -> $name<'static, T> {
                $name::from_bytes(self.bytes.into_owned(), self.start)
            }
        }

        impl<T> $name<'static, T> {
            fn from_bytes(bytes: Vec<u8>, start: u64) -> Self {
                $name { bytes: Cow::Owned(bytes), start, element: PhantomData }
            }
        }

        impl<T> Default for $name<'_, T> {
            fn default() -> Self {
                $name { bytes: Cow::Borrowed(&[]), start: 0, element: PhantomData }
            }
        }

        impl<T> PartialEq for $name<'_, T> {
            fn eq(&self, other: &Self) -> bool {
                self.bytes == other.bytes
            }
        }

        impl<T: $element + std::fmt::Debug> std::fmt::Debug for $name<'_, T> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_list().entries(self.iter()).finish()
            }
        }
    };
}

run! {
    /// A run of records of one type, kept as bytes: borrowed from a file, or owned if built by a program. Two runs are
    /// equal if their bytes are.
    Records of Record
}

run! {
    /// A run of plain values, kept like [`Records`].
    Values of Value
}

impl<T: Record> Records<'_, T> {
    /// Decodes record `index`; `None` past the end.
    pub fn get(&self, index: usize) -> Option<T> {
        T::decode(self.tail(index)?)
    }

    /// All records in order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + '_ {
        self.bytes.chunks_exact(T::SIZE.max(1)).map(|chunk| match T::decode(chunk) {
            Some(record) => record,
            None => unreachable!("chunks have the size of the record"),
        })
    }

    /// Location of a field of record `index`; `path` is the path of the run.
    pub fn location(&self, path: &str, index: usize, field: Field) -> Location {
        let start = self.start + (index * T::SIZE + field.offset) as u64;
        let end = start + field.form.size() as u64;
        Location::new(start, end, format!("{path}[{index}].{}", field.name))
    }

    /// Location of record `index`; `path` is the path of the run.
    pub fn record_location(&self, path: &str, index: usize) -> Location {
        self.element_location(path, index)
    }
}

impl<V: Value> Values<'_, V> {
    /// Decodes value `index`; `None` past the end.
    pub fn get(&self, index: usize) -> Option<V> {
        self.tail(index)?.get(..V::SIZE).map(V::load)
    }

    /// All values in order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = V> + '_ {
        self.bytes.chunks_exact(V::SIZE.max(1)).map(V::load)
    }

    /// Location of value `index`; `path` is the path of the run.
    pub fn location(&self, path: &str, index: usize) -> Location {
        self.element_location(path, index)
    }
}

impl<T: Record> FromIterator<T> for Records<'_, T> {
    fn from_iter<I: IntoIterator<Item = T>>(records: I) -> Self {
        let mut bytes = Vec::new();
        for record in records {
            record.encode(&mut bytes);
        }
        Records::from_bytes(bytes, 0)
    }
}

impl<V: Value> FromIterator<V> for Values<'_, V> {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        let mut bytes = Vec::new();
        for value in values {
            let at = bytes.len();
            bytes.resize(at + V::SIZE, 0);
            value.store(&mut bytes[at..]);
        }
        Values::from_bytes(bytes, 0)
    }
}
