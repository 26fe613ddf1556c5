//! Types.

use super::{Function, Name, Symbol};

/// What is said of a type or of an object: a set of bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Qualifiers(u8);

impl Qualifiers {
    /// Nothing.
    pub const NONE: Qualifiers = Qualifiers(0);
    /// `const`.
    pub const CONST: Qualifiers = Qualifiers(1);
    /// `volatile`.
    pub const VOLATILE: Qualifiers = Qualifiers(2);
    /// `__restrict`.
    pub const RESTRICT: Qualifiers = Qualifiers(4);
    /// `__unaligned`.
    pub const UNALIGNED: Qualifiers = Qualifiers(8);
    /// `__ptr64`, which no spelling shows.
    pub const PTR64: Qualifiers = Qualifiers(16);

    /// Whether all of some are there.
    pub fn has(self, other: Qualifiers) -> bool {
        self.0 & other.0 == other.0
    }

    /// These and others.
    #[must_use]
    pub fn with(self, other: Qualifiers) -> Qualifiers {
        Qualifiers(self.0 | other.0)
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Type {
    /// What is said of it. For pointers that of the pointer itself.
    pub qualifiers: Qualifiers,
    /// What it is.
    pub shape: Shape,
}

/// What a type is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A type of the language.
    Builtin(Builtin),
    /// A class, structure, union or enumeration.
    Named(Tag, Name),
    /// A type that is only named, such as `<auto>`.
    Placeholder(Name),
    /// A pointer or reference.
    Pointer(Box<Pointer>),
    /// An array: the dimensions, outermost first, 0 for one without a bound; the element.
    Array(Vec<u64>, Box<Type>),
    /// A function.
    Function(Box<Function>),
}

/// Which word names a type.
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
    /// The word.
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
    /// How it points.
    pub kind: Pointee,
    /// The class, for pointers to members.
    pub class: Option<Name>,
    /// What it points to.
    pub target: Type,
}

/// How a pointer points.
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
    /// The symbol.
    pub fn symbol(self) -> &'static str {
        match self {
            Pointee::Pointer => "*",
            Pointee::Reference => "&",
            Pointee::RvalueReference => "&&",
        }
    }
}

/// An argument of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A type.
    Type(Type),
    /// A template, by its name.
    Template(Name),
    /// A number.
    Integer {
        /// Its absolute value.
        value: u64,
        /// Whether it is below zero.
        is_negative: bool,
    },
    /// The address of a function or variable.
    Address(Box<Symbol>),
    /// A reference to a function or variable.
    Reference(Box<Symbol>),
    /// A pointer to a member: the function, if it is one, and what is added to `this` and where virtual bases are.
    Member {
        /// The function; `None` for data.
        function: Option<Box<Symbol>>,
        /// Offsets, bytes.
        offsets: Vec<i64>,
    },
}

macro_rules! builtins {
    ($($(#[$doc:meta])* $name:ident $code:literal $undname:literal $hlsl:literal;)+) => {
        /// A type of the language.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Builtin { $($(#[$doc])* $name,)+ }

        impl Builtin {
            /// All of them.
            pub const ALL: &'static [Builtin] = &[$(Builtin::$name,)+];

            /// How names encode it.
            pub fn code(self) -> &'static str {
                match self { $(Builtin::$name => $code,)+ }
            }

            /// How C++ compilers spell it.
            pub fn undname(self) -> &'static str {
                match self { $(Builtin::$name => $undname,)+ }
            }

            /// How HLSL spells it.
            pub fn hlsl(self) -> &'static str {
                match self { $(Builtin::$name => $hlsl,)+ }
            }
        }
    };
}

builtins! {
    /// Nothing.
    Void "X" "void" "void";
    /// 8 bits with a sign.
    SignedChar "C" "signed char" "int8_t";
    /// A character.
    Char "D" "char" "char";
    /// 8 bits without a sign.
    UnsignedChar "E" "unsigned char" "uint8_t";
    /// 16 bits with a sign.
    Short "F" "short" "int16_t";
    /// 16 bits without a sign.
    UnsignedShort "G" "unsigned short" "uint16_t";
    /// 32 bits with a sign.
    Int "H" "int" "int";
    /// 32 bits without a sign.
    UnsignedInt "I" "unsigned int" "uint";
    /// 32 bits with a sign, another type than `int`.
    Long "J" "long" "long";
    /// 32 bits without a sign, another type than `unsigned int`.
    UnsignedLong "K" "unsigned long" "unsigned long";
    /// Floating point of 32 bits.
    Float "M" "float" "float";
    /// Floating point of 64 bits.
    Double "N" "double" "double";
    /// Floating point, at least as long as `double`.
    LongDouble "O" "long double" "long double";
    /// 64 bits with a sign.
    Int64 "_J" "__int64" "int64_t";
    /// 64 bits without a sign.
    UnsignedInt64 "_K" "unsigned __int64" "uint64_t";
    /// 128 bits with a sign.
    Int128 "_L" "__int128" "int128_t";
    /// 128 bits without a sign.
    UnsignedInt128 "_M" "unsigned __int128" "uint128_t";
    /// True or false.
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
    /// Type of the null pointer.
    NullPointer "$$T" "std::nullptr_t" "nullptr_t";
    /// HLSL: floating point of 16 bits, or 32 where those are not native.
    Half "$halff@" "half" "half";
    /// HLSL: floating point of 16 bits.
    Float16 "$f16@" "float16_t" "float16_t";
    /// HLSL: floating point of at least 10 bits.
    Min10Float "$min10f@" "min10float" "min10float";
    /// HLSL: floating point of at least 16 bits.
    Min16Float "$min16f@" "min16float" "min16float";
    /// HLSL: at least 12 bits with a sign.
    Min12Int "$min12i@" "min12int" "min12int";
    /// HLSL: at least 16 bits with a sign.
    Min16Int "$min16i@" "min16int" "min16int";
    /// HLSL: at least 16 bits without a sign.
    Min16UnsignedInt "$min16ui@" "min16uint" "min16uint";
    /// HLSL: four 8-bit numbers with a sign in one.
    Packed8x4 "$i8_4pk@" "int8_t4_packed" "int8_t4_packed";
    /// HLSL: four 8-bit numbers without a sign in one.
    UnsignedPacked8x4 "$ui8_4pk@" "uint8_t4_packed" "uint8_t4_packed";
}

impl Type {
    /// A type without qualifiers.
    pub fn plain(shape: Shape) -> Type {
        Type {
            qualifiers: Qualifiers::NONE,
            shape,
        }
    }
}
