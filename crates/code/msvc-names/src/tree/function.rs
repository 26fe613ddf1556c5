//! Types of functions, and what a symbol says of a function besides.

use super::{Qualifiers, Type};

/// Who may use a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Its class only.
    Private,
    /// Its class and those derived from it.
    Protected,
    /// Everybody.
    Public,
}

impl Access {
    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Access::Private => "private",
            Access::Protected => "protected",
            Access::Public => "public",
        }
    }
}

impl std::fmt::Display for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// How a member function is bound to its class.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Storage {
    /// Not at all, or as usual.
    #[default]
    Plain,
    /// Without `this`.
    Static,
    /// Through the table of virtual functions.
    Virtual,
}

macro_rules! conventions {
    ($($(#[$doc:meta])* $name:ident $code:literal $word:literal;)+) => {
        /// Who cleans up, and where parameters are.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Convention {
            $($(#[$doc])* $name,)+
            /// One without a name, by its letter.
            Other(u8),
        }

        impl Convention {
            /// The convention of a letter.
            pub fn of(letter: u8) -> Convention {
                match letter {
                    $(letter if $code.contains(&letter) => Convention::$name,)+
                    other => Convention::Other(other),
                }
            }

            /// The word in C++; empty for one without a name.
            pub fn word(self) -> &'static str {
                match self {
                    $(Convention::$name => $word,)+
                    Convention::Other(_) => "",
                }
            }
        }
    };
}

conventions! {
    /// `__cdecl`.
    Cdecl b"AB" "__cdecl";
    /// `__pascal`.
    Pascal b"CD" "__pascal";
    /// `__thiscall`.
    Thiscall b"EF" "__thiscall";
    /// `__stdcall`.
    Stdcall b"GH" "__stdcall";
    /// `__fastcall`.
    Fastcall b"IJ" "__fastcall";
    /// `__clrcall`.
    Clrcall b"MN" "__clrcall";
    /// `__eabi`.
    Eabi b"OP" "__eabi";
    /// `__vectorcall`.
    Vectorcall b"Q" "__vectorcall";
    /// That of Swift.
    Swift b"S" "__attribute__((__swiftcall__))";
    /// That of asynchronous Swift.
    SwiftAsync b"W" "__attribute__((__swiftasynccall__))";
}

/// Which objects a member function takes for `this`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Reference {
    /// All.
    #[default]
    None,
    /// Those with a name, `&`.
    Lvalue,
    /// Temporary ones, `&&`.
    Rvalue,
}

/// What a thunk does to `this` before it goes on. Numbers are bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thunk {
    /// It adds a number.
    Adjustor(i32),
    /// It adds what stands in front of a virtual base, and a number.
    Vtordisp {
        /// Where the displacement stands.
        displacement: i32,
        /// What is added.
        offset: u32,
    },
    /// As the one before, for a virtual base of a virtual base.
    VtordispEx {
        /// Where the pointer to the table of virtual bases stands.
        table_pointer: i32,
        /// Offset in that table.
        table_offset: i32,
        /// Where the displacement stands.
        displacement: i32,
        /// What is added.
        offset: u32,
    },
}

/// A function's type and what a symbol says of it besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Who may use it, for members.
    pub access: Option<Access>,
    /// How it is bound to its class.
    pub storage: Storage,
    /// Whether it has C linkage.
    pub is_extern_c: bool,
    /// Calling convention.
    pub convention: Convention,
    /// What it returns; `None` for constructors and destructors.
    pub result: Option<Type>,
    /// Types of the parameters.
    pub parameters: Vec<Type>,
    /// Whether the list says `void`, not nothing.
    pub has_void_list: bool,
    /// Whether it takes further parameters.
    pub is_variadic: bool,
    /// Qualifiers of `this`.
    pub qualifiers: Qualifiers,
    /// Which objects it takes for `this`.
    pub reference: Reference,
    /// Whether it throws nothing.
    pub is_noexcept: bool,
    /// What it does to `this` first, if it is a thunk.
    pub thunk: Option<Thunk>,
}
