//! Defines global values: variables, functions, aliases.

use super::body::Body;
use super::handle::{AttributesId, TypeId, ValueId};
use super::pool::Text;
use crate::function::Linkage;
use crate::walk::Resume;

glassbox_core::named! {
    /// Symbol visibility. Source: LLVM 3.7 bitcode.
    pub enum Visibility: u32 {
        /// According to linkage.
        DEFAULT = 0 "default",
        /// Hidden outside the linked unit.
        HIDDEN = 1 "hidden",
        /// Visible but not overridable.
        PROTECTED = 2 "protected",
    }
}

glassbox_core::named! {
    /// Thread-local storage model. Source: LLVM 3.7 bitcode.
    pub enum ThreadLocal: u32 {
        /// Not thread-local.
        NONE = 0 "none",
        /// Defined in any module.
        GENERAL_DYNAMIC = 1 "generaldynamic",
        /// Defined in this module.
        LOCAL_DYNAMIC = 2 "localdynamic",
        /// Defined in a module loaded at start-up.
        INITIAL_EXEC = 3 "initialexec",
        /// Defined in the executable.
        LOCAL_EXEC = 4 "localexec",
    }
}

glassbox_core::named! {
    /// DLL storage class. Source: LLVM 3.7 bitcode.
    pub enum DllStorage: u32 {
        /// None.
        DEFAULT = 0 "default",
        /// Imported from another DLL.
        IMPORT = 1 "dllimport",
        /// Exported.
        EXPORT = 2 "dllexport",
    }
}

glassbox_core::named! {
    /// COMDAT selection rule. Source: LLVM 3.7 bitcode.
    pub enum ComdatSelection: u32 {
        /// Any.
        ANY = 1 "any",
        /// All must be equal.
        EXACT_MATCH = 2 "exactmatch",
        /// The largest.
        LARGEST = 3 "largest",
        /// Duplicates are errors.
        NO_DUPLICATES = 4 "noduplicates",
        /// All must have the same size.
        SAME_SIZE = 5 "samesize",
    }
}

/// Encoded alignment: 0 if unspecified, otherwise log2 plus one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Alignment(pub u8);

impl Alignment {
    /// Unspecified.
    pub const NONE: Alignment = Alignment(0);

    /// Alignment of `bytes`, a power of two up to 2^30; 0 for none.
    pub fn of(bytes: u32) -> Alignment {
        match bytes {
            0 => Alignment::NONE,
            _ => Alignment(bytes.trailing_zeros() as u8 + 1),
        }
    }

    /// Bytes; 0 if unspecified.
    pub fn bytes(self) -> u32 {
        match self.0 {
            0 => 0,
            exponent => 1u32.checked_shl(u32::from(exponent) - 1).unwrap_or(0),
        }
    }
}

/// A COMDAT: sections of which the linker keeps one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comdat {
    /// Selection rule.
    pub selection: ComdatSelection,
    /// Name, in [`Typed::text`](super::Typed::text).
    pub name: Text,
}

/// A global variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its value, a pointer to `ty`.
    pub value: ValueId,
    /// Type of the content.
    pub ty: TypeId,
    /// 0 default, 2 constant buffers, 3 group-shared.
    pub address_space: u32,
    /// True if never written.
    pub is_constant: bool,
    /// Initial value; `None` for declarations.
    pub initializer: Option<ValueId>,
    /// Linkage kind.
    pub linkage: Linkage,
    /// Minimum alignment.
    pub alignment: Alignment,
    /// Index in [`Typed::sections`](super::Typed::sections).
    pub section: Option<u32>,
    /// Symbol visibility.
    pub visibility: Visibility,
    /// Thread-local storage model.
    pub thread_local: ThreadLocal,
    /// True if the address is not significant.
    pub unnamed_addr: bool,
    /// True if initialized externally.
    pub externally_initialized: bool,
    /// DLL storage class.
    pub dll_storage: DllStorage,
    /// Index in [`Typed::comdats`](super::Typed::comdats).
    pub comdat: Option<u32>,
}

impl Variable {
    /// An external declaration with defaults otherwise.
    pub fn new(value: ValueId, ty: TypeId, address_space: u32) -> Variable {
        Variable {
            value,
            ty,
            address_space,
            is_constant: false,
            initializer: None,
            linkage: Linkage::EXTERNAL,
            alignment: Alignment::NONE,
            section: None,
            visibility: Visibility::DEFAULT,
            thread_local: ThreadLocal::NONE,
            unnamed_addr: false,
            externally_initialized: false,
            dll_storage: DllStorage::DEFAULT,
            comdat: None,
        }
    }
}

/// Code of a function.
#[derive(Clone, Debug)]
pub enum Definition {
    /// None: declared only.
    Declaration,
    /// A block of the file, decoded by [`Typed::body`](super::Typed::body) on demand.
    Encoded(Resume),
    /// A body, read or constructed.
    Body(Box<Body>),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its value, a pointer to `ty`.
    pub value: ValueId,
    /// Its type, a [`Type::Function`](super::Type::Function).
    pub ty: TypeId,
    /// Calling convention: 0 C, 8 fast.
    pub calling_convention: u32,
    /// Linkage kind.
    pub linkage: Linkage,
    /// Attribute list.
    pub attributes: Option<AttributesId>,
    /// Minimum alignment.
    pub alignment: Alignment,
    /// Index in [`Typed::sections`](super::Typed::sections).
    pub section: Option<u32>,
    /// Symbol visibility.
    pub visibility: Visibility,
    /// Index in [`Typed::collectors`](super::Typed::collectors).
    pub collector: Option<u32>,
    /// True if the address is not significant.
    pub unnamed_addr: bool,
    /// Prologue data, before the code.
    pub prologue: Option<ValueId>,
    /// DLL storage class.
    pub dll_storage: DllStorage,
    /// Index in [`Typed::comdats`](super::Typed::comdats).
    pub comdat: Option<u32>,
    /// Prefix data, before the function.
    pub prefix: Option<ValueId>,
    /// Exception personality function.
    pub personality: Option<ValueId>,
    /// Body or declaration.
    pub definition: Definition,
}

impl Function {
    /// An external declaration with defaults otherwise.
    pub fn new(value: ValueId, ty: TypeId) -> Function {
        Function {
            value,
            ty,
            calling_convention: 0,
            linkage: Linkage::EXTERNAL,
            attributes: None,
            alignment: Alignment::NONE,
            section: None,
            visibility: Visibility::DEFAULT,
            collector: None,
            unnamed_addr: false,
            prologue: None,
            dll_storage: DllStorage::DEFAULT,
            comdat: None,
            prefix: None,
            personality: None,
            definition: Definition::Declaration,
        }
    }

    /// True if everything except the code is equal.
    pub(crate) fn same_record(&self, other: &Function) -> bool {
        (self.value, self.ty, self.calling_convention, self.linkage)
            == (other.value, other.ty, other.calling_convention, other.linkage)
            && (self.attributes, self.alignment, self.section, self.visibility)
                == (other.attributes, other.alignment, other.section, other.visibility)
            && (self.collector, self.unnamed_addr, self.prologue, self.dll_storage)
                == (other.collector, other.unnamed_addr, other.prologue, other.dll_storage)
            && (self.comdat, self.prefix, self.personality) == (other.comdat, other.prefix, other.personality)
            && self.is_declaration() == other.is_declaration()
    }

    /// True if declared but not defined.
    pub fn is_declaration(&self) -> bool {
        matches!(self.definition, Definition::Declaration)
    }
}

/// An alias of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alias {
    /// Value of the alias.
    pub value: ValueId,
    /// Its type, a pointer.
    pub ty: TypeId,
    /// Aliased value.
    pub aliasee: ValueId,
    /// Linkage kind.
    pub linkage: Linkage,
    /// Symbol visibility.
    pub visibility: Visibility,
    /// DLL storage class.
    pub dll_storage: DllStorage,
    /// Thread-local storage model.
    pub thread_local: ThreadLocal,
    /// True if the address is not significant.
    pub unnamed_addr: bool,
}
