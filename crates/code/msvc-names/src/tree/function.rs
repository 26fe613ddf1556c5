//! Defines function types and the declaration specifiers of functions.

use super::{Qualifiers, Type};

/// Access of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Only its class.
    Private,
    /// Its class and derived ones.
    Protected,
    /// Unrestricted.
    Public,
}

impl Access {
    /// The keyword.
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

/// Binding of a member function to its class.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Storage {
    /// An ordinary member, or not a member.
    #[default]
    Plain,
    /// Without `this`.
    Static,
    /// Dispatched through the virtual function table.
    Virtual,
}

macro_rules! conventions {
    ($($(#[$doc:meta])* $name:ident $code:literal $word:literal;)+) => {
        /// Calling convention.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Convention {
            $($(#[$doc])* $name,)+
            /// Unnamed; holds its letter.
            Other(u8),
        }

        impl Convention {
            /// Convention encoded by a letter.
            pub fn of(letter: u8) -> Convention {
                match letter {
                    $(letter if $code.contains(&letter) => Convention::$name,)+
                    other => Convention::Other(other),
                }
            }

            /// Keyword in C++; empty if unnamed.
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
    /// Swift.
    Swift b"S" "__attribute__((__swiftcall__))";
    /// Asynchronous Swift.
    SwiftAsync b"W" "__attribute__((__swiftasynccall__))";
}

/// Ref-qualifier of a member function.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Reference {
    /// None.
    #[default]
    None,
    /// Lvalues, `&`.
    Lvalue,
    /// Rvalues, `&&`.
    Rvalue,
}

/// Adjustment of `this` by a thunk. Numbers are bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thunk {
    /// Adds a constant.
    Adjustor(i32),
    /// Adds the displacement stored before a virtual base, and a constant.
    Vtordisp {
        /// Position of the displacement.
        displacement: i32,
        /// Constant added.
        offset: u32,
    },
    /// Like `Vtordisp`, for a virtual base of a virtual base.
    VtordispEx {
        /// Position of the pointer to the virtual base table.
        table_pointer: i32,
        /// Offset in that table.
        table_offset: i32,
        /// Position of the displacement.
        displacement: i32,
        /// Constant added.
        offset: u32,
    },
}

/// A function type and the declaration specifiers of its symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Access, for members.
    pub access: Option<Access>,
    /// Binding to the class.
    pub storage: Storage,
    /// True for C linkage.
    pub is_extern_c: bool,
    /// Calling convention.
    pub convention: Convention,
    /// Result type; `None` for constructors and destructors.
    pub result: Option<Type>,
    /// Parameter types.
    pub parameters: Vec<Type>,
    /// True if the list is an explicit `void`.
    pub has_void_list: bool,
    /// True if variadic.
    pub is_variadic: bool,
    /// Qualifiers of `this`.
    pub qualifiers: Qualifiers,
    /// Ref-qualifier.
    pub reference: Reference,
    /// True if `noexcept`.
    pub is_noexcept: bool,
    /// Adjustment of `this`, if it is a thunk.
    pub thunk: Option<Thunk>,
}
