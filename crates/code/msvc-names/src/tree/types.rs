//! Defines types.

use super::{Function, Name, Symbol};

/// A set of qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Qualifiers(u8);

impl Qualifiers {
    /// No qualifiers.
    pub const NONE: Qualifiers = Qualifiers(0);
    /// `const`.
    pub const CONST: Qualifiers = Qualifiers(1);
    /// `volatile`.
    pub const VOLATILE: Qualifiers = Qualifiers(2);
    /// `__restrict`.
    pub const RESTRICT: Qualifiers = Qualifiers(4);
    /// `__unaligned`.
    pub const UNALIGNED: Qualifiers = Qualifiers(8);
    /// `__ptr64`, which is never printed.
    pub const PTR64: Qualifiers = Qualifiers(16);

    /// True if all of `other` are present.
    pub fn has(self, other: Qualifiers) -> bool {
        self.0 & other.0 == other.0
    }

    /// Union of two sets.
    #[must_use]
    pub fn with(self, other: Qualifiers) -> Qualifiers {
        Qualifiers(self.0 | other.0)
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Type {
    /// Qualifiers; of a pointer, those of the pointer itself.
    pub qualifiers: Qualifiers,
    /// Structure of the type.
    pub shape: Shape,
}

/// Structure of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A built-in type.
    Builtin(Builtin),
    /// A class, structure, union or enumeration.
    Named(Tag, Name),
    /// A placeholder type, such as `<auto>`.
    Placeholder(Name),
    /// A pointer or reference.
    Pointer(Box<Pointer>),
    /// An array: dimensions, outermost first, 0 if unbounded; element type.
    Array(Vec<u64>, Box<Type>),
    /// A function.
    Function(Box<Function>),
}

/// Keyword of a class type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    /// `class`.
    Class,
    /// `struct`.
    Struct,
    /// `union`.
    Union,
    /// `enum`.
    Enum,
}

impl Tag {
    /// The keyword.
    pub fn word(self) -> &'static str {
        match self {
            Tag::Class => "class",
            Tag::Struct => "struct",
            Tag::Union => "union",
            Tag::Enum => "enum",
        }
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A pointer or reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// Kind of pointer.
    pub kind: Pointee,
    /// The class, for pointers to members.
    pub class: Option<Name>,
    /// Target type.
    pub target: Type,
}

/// Kind of pointer or reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointee {
    /// `*`.
    Pointer,
    /// `&`.
    Reference,
    /// `&&`.
    RvalueReference,
}

impl Pointee {
    /// The declarator symbol.
    pub fn symbol(self) -> &'static str {
        match self {
            Pointee::Pointer => "*",
            Pointee::Reference => "&",
            Pointee::RvalueReference => "&&",
        }
    }
}

/// A template argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A type.
    Type(Type),
    /// A template, by name.
    Template(Name),
    /// An integer.
    Integer {
        /// Absolute value.
        value: u64,
        /// True if negative.
        is_negative: bool,
    },
    /// The address of a function or variable.
    Address(Box<Symbol>),
    /// A reference to a function or variable.
    Reference(Box<Symbol>),
    /// A pointer to a member: the function, if any, and offsets of `this` and virtual bases.
    Member {
        /// The function; `None` for data.
        function: Option<Box<Symbol>>,
        /// Offsets in bytes.
        offsets: Vec<i64>,
    },
}

macro_rules! builtins {
    ($($(#[$doc:meta])* $name:ident $code:literal $undname:literal $hlsl:literal;)+) => {
        /// A built-in type.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Builtin { $($(#[$doc])* $name,)+ }

        impl Builtin {
            /// All built-in types.
            pub const ALL: &'static [Builtin] = &[$(Builtin::$name,)+];

            /// Code in decorated names.
            pub fn code(self) -> &'static str {
                match self { $(Builtin::$name => $code,)+ }
            }

            /// Spelling in C++.
            pub fn undname(self) -> &'static str {
                match self { $(Builtin::$name => $undname,)+ }
            }

            /// Spelling in HLSL.
            pub fn hlsl(self) -> &'static str {
                match self { $(Builtin::$name => $hlsl,)+ }
            }
        }
    };
}

builtins! {
    /// Void.
    Void "X" "void" "void";
    /// Signed 8-bit integer.
    SignedChar "C" "signed char" "int8_t";
    /// A character.
    Char "D" "char" "char";
    /// Unsigned 8-bit integer.
    UnsignedChar "E" "unsigned char" "uint8_t";
    /// Signed 16-bit integer.
    Short "F" "short" "int16_t";
    /// Unsigned 16-bit integer.
    UnsignedShort "G" "unsigned short" "uint16_t";
    /// Signed 32-bit integer.
    Int "H" "int" "int";
    /// Unsigned 32-bit integer.
    UnsignedInt "I" "unsigned int" "uint";
    /// Signed 32-bit integer, distinct from `int`.
    Long "J" "long" "long";
    /// Unsigned 32-bit integer, distinct from `unsigned int`.
    UnsignedLong "K" "unsigned long" "unsigned long";
    /// 32-bit float.
    Float "M" "float" "float";
    /// 64-bit float.
    Double "N" "double" "double";
    /// A float at least as long as `double`.
    LongDouble "O" "long double" "long double";
    /// Signed 64-bit integer.
    Int64 "_J" "__int64" "int64_t";
    /// Unsigned 64-bit integer.
    UnsignedInt64 "_K" "unsigned __int64" "uint64_t";
    /// Signed 128-bit integer.
    Int128 "_L" "__int128" "int128_t";
    /// Unsigned 128-bit integer.
    UnsignedInt128 "_M" "unsigned __int128" "uint128_t";
    /// A boolean.
    Bool "_N" "bool" "bool";
    /// Deduced, `auto`.
    Auto "_P" "auto" "auto";
    /// A UTF-8 code unit.
    Char8 "_Q" "char8_t" "char8_t";
    /// A UTF-16 code unit.
    Char16 "_S" "char16_t" "char16_t";
    /// Deduced, `decltype(auto)`.
    DecltypeAuto "_T" "decltype(auto)" "decltype(auto)";
    /// A UTF-32 code unit.
    Char32 "_U" "char32_t" "char32_t";
    /// A wide character.
    WideChar "_W" "wchar_t" "wchar_t";
    /// Null pointer type.
    NullPointer "$$T" "std::nullptr_t" "nullptr_t";
    /// HLSL: 16-bit float, or 32-bit if not native.
    Half "$halff@" "half" "half";
    /// HLSL: 16-bit float.
    Float16 "$f16@" "float16_t" "float16_t";
    /// HLSL: float of at least 10 bits.
    Min10Float "$min10f@" "min10float" "min10float";
    /// HLSL: float of at least 16 bits.
    Min16Float "$min16f@" "min16float" "min16float";
    /// HLSL: signed integer of at least 12 bits.
    Min12Int "$min12i@" "min12int" "min12int";
    /// HLSL: signed integer of at least 16 bits.
    Min16Int "$min16i@" "min16int" "min16int";
    /// HLSL: unsigned integer of at least 16 bits.
    Min16UnsignedInt "$min16ui@" "min16uint" "min16uint";
    /// HLSL: four packed signed 8-bit integers.
    Packed8x4 "$i8_4pk@" "int8_t4_packed" "int8_t4_packed";
    /// HLSL: four packed unsigned 8-bit integers.
    UnsignedPacked8x4 "$ui8_4pk@" "uint8_t4_packed" "uint8_t4_packed";
}

impl Type {
    /// A type without qualifiers.
    pub fn plain(shape: Shape) -> Type {
        Type { qualifiers: Qualifiers::NONE, shape }
    }
}
