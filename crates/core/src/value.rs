//! Field types: content of a fixed-width field and its conversion between bytes and value.
//!
//! A [`Value`] is loaded from and stored to an exact number of bytes, little-endian, and describes itself
//! with a [`FieldFormat`], which is sufficient for the text form, the dump and JSON to show it. Integers, floats,
//! byte strings and arrays are values; [`named!`](crate::named!) and [`packed!`](crate::packed!) define new
//! ones.

use crate::named::NameTable;

/// The machine type of one element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Scalar {
    /// Unsigned 8-bit integer.
    U8,
    /// Unsigned 16-bit integer, little-endian.
    U16,
    /// Unsigned 32-bit integer, little-endian.
    U32,
    /// Unsigned 64-bit integer, little-endian.
    U64,
    /// Signed 8-bit integer.
    I8,
    /// Signed 16-bit integer, little-endian.
    I16,
    /// Signed 32-bit integer, little-endian.
    I32,
    /// Signed 64-bit integer, little-endian.
    I64,
    /// IEEE 754 single, little-endian.
    F32,
    /// IEEE 754 double, little-endian.
    F64,
}

impl Scalar {
    /// Every scalar, in the order of the documentation.
    pub const ALL: [Scalar; 10] = [
        Scalar::U8,
        Scalar::U16,
        Scalar::U32,
        Scalar::U64,
        Scalar::I8,
        Scalar::I16,
        Scalar::I32,
        Scalar::I64,
        Scalar::F32,
        Scalar::F64,
    ];

    /// Width in bytes.
    pub const fn size(self) -> usize {
        match self {
            Scalar::U8 | Scalar::I8 => 1,
            Scalar::U16 | Scalar::I16 => 2,
            Scalar::U32 | Scalar::I32 | Scalar::F32 => 4,
            Scalar::U64 | Scalar::I64 | Scalar::F64 => 8,
        }
    }

    /// Spelling in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Scalar::U8 => "u8",
            Scalar::U16 => "u16",
            Scalar::U32 => "u32",
            Scalar::U64 => "u64",
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        }
    }

    /// The scalar with this spelling.
    pub fn from_name(name: &str) -> Option<Scalar> {
        Scalar::ALL.into_iter().find(|scalar| scalar.name() == name)
    }

    /// True for signed integers.
    pub const fn is_signed(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64)
    }

    /// True for floating point.
    pub const fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64)
    }

    /// The unsigned number in the first [`size`](Self::size) bytes; bytes that are missing count as zero.
    pub fn bits(self, bytes: &[u8]) -> u64 {
        let mut wide = [0; 8];
        let size = self.size().min(bytes.len());
        wide[..size].copy_from_slice(&bytes[..size]);
        u64::from_le_bytes(wide)
    }

    /// The integer in the first [`size`](Self::size) bytes, sign-extended for the signed types.
    pub fn integer(self, bytes: &[u8]) -> i128 {
        let bits = self.bits(bytes);
        if self.is_signed() {
            let unused = 64 - 8 * self.size() as u32;
            i128::from((bits << unused) as i64 >> unused)
        } else {
            i128::from(bits)
        }
    }
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Type of a field, independent of any format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// A single number.
    One(Scalar),
    /// A fixed number of numbers.
    Array(Scalar, usize),
    /// Bytes without further meaning.
    Bytes(usize),
    /// Bytes meant as characters, such as a magic number.
    Text(usize),
}

impl Type {
    /// Width in bytes.
    pub const fn size(self) -> usize {
        match self {
            Type::One(scalar) => scalar.size(),
            Type::Array(scalar, count) => scalar.size() * count,
            Type::Bytes(size) | Type::Text(size) => size,
        }
    }
}

/// One bit field of a packed value, listed from the least significant bit up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// Name of the bit field.
    pub name: &'static str,
    /// Width in bits, at least 1.
    pub width: u32,
}

/// A type together with the meaning of its values.
#[derive(Clone, Copy, Debug)]
pub struct FieldFormat {
    /// The machine type.
    pub ty: Type,
    /// Names of known values, for enumerations and flags.
    pub names: Option<&'static NameTable>,
    /// Bit fields that cover every bit, for packed values.
    pub bits: Option<&'static [Bits]>,
    /// A short text for one element's bits, for encodings that people cannot read as a number.
    pub meaning: Option<fn(u64) -> Option<String>>,
    /// True if numbers print in hexadecimal.
    pub hex: bool,
}

impl FieldFormat {
    /// A plain form without names.
    pub const fn plain(ty: Type) -> FieldFormat {
        FieldFormat { ty, names: None, bits: None, meaning: None, hex: false }
    }

    /// Width in bytes.
    pub const fn size(&self) -> usize {
        self.ty.size()
    }
}

/// A value of fixed width that a record can hold.
pub trait Value: Copy {
    /// Presentation of the value; its size is the width in bytes.
    const FORM: FieldFormat;
    /// Width in bytes.
    const SIZE: usize = Self::FORM.size();

    /// Decodes the first [`SIZE`](Self::SIZE) bytes. Missing bytes count as zero; records never rely on that.
    fn load(bytes: &[u8]) -> Self;

    /// Stores the value in the first [`SIZE`](Self::SIZE) bytes of `out`; missing bytes are skipped.
    fn store(self, out: &mut [u8]);
}

macro_rules! number {
    ($($ty:ident $scalar:ident),*) => {$(
        impl Value for $ty {
            const FORM: FieldFormat = FieldFormat::plain(Type::One(Scalar::$scalar));

            #[inline(always)]
            fn load(bytes: &[u8]) -> Self {
                match bytes.first_chunk() {
                    Some(bytes) => $ty::from_le_bytes(*bytes),
                    None => $ty::default(),
                }
            }

            #[inline(always)]
            fn store(self, out: &mut [u8]) {
                if let Some(out) = out.first_chunk_mut() {
                    *out = self.to_le_bytes();
                }
            }
        }
    )*};
}

number!(u8 U8, u16 U16, u32 U32, u64 U64, i8 I8, i16 I16, i32 I32, i64 I64, f32 F32, f64 F64);

impl<T: Value + Default, const N: usize> Value for [T; N] {
    const FORM: FieldFormat = FieldFormat {
        ty: match T::FORM.ty {
            Type::One(Scalar::U8) if T::FORM.names.is_none() => Type::Bytes(N),
            Type::One(scalar) => Type::Array(scalar, N),
            Type::Array(scalar, count) => Type::Array(scalar, count * N),
            Type::Bytes(size) => Type::Bytes(size * N),
            Type::Text(size) => Type::Text(size * N),
        },
        ..T::FORM
    };

    #[inline(always)]
    fn load(bytes: &[u8]) -> Self {
        let mut out = [T::default(); N];
        for (slot, chunk) in out.iter_mut().zip(bytes.chunks_exact(T::SIZE)) {
            *slot = T::load(chunk);
        }
        out
    }

    #[inline(always)]
    fn store(self, out: &mut [u8]) {
        for (value, chunk) in self.into_iter().zip(out.chunks_exact_mut(T::SIZE)) {
            value.store(chunk);
        }
    }
}

/// A tag of `N` characters, such as the magic of a container.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tag<const N: usize>(pub [u8; N]);

impl<const N: usize> Default for Tag<N> {
    fn default() -> Self {
        Tag([0; N])
    }
}

impl<const N: usize> std::fmt::Debug for Tag<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl<const N: usize> std::fmt::Display for Tag<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

impl<const N: usize> Value for Tag<N> {
    const FORM: FieldFormat = FieldFormat::plain(Type::Text(N));

    #[inline(always)]
    fn load(bytes: &[u8]) -> Self {
        bytes.first_chunk().map_or_else(Self::default, |tag| Tag(*tag))
    }

    #[inline(always)]
    fn store(self, out: &mut [u8]) {
        if let Some(out) = out.first_chunk_mut() {
            *out = self.0;
        }
    }
}
