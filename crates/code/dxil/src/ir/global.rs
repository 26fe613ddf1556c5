//! Global values: variables, functions, aliases.

use super::body::Body;
use super::handle::{AttributesId, TypeId, ValueId};
use super::pool::Text;
use crate::function::Linkage;
use crate::walk::Resume;

glassbox_core::named! {
    /// Who sees a symbol. Source: LLVM 3.7 bitcode.
    pub enum Visibility: u32 {
        /// As the linkage says.
        DEFAULT = 0 "default",
        /// Not outside the linked unit.
        HIDDEN = 1 "hidden",
        /// Outside, but not replaced.
        PROTECTED = 2 "protected",
    }
}

glassbox_core::named! {
    /// How a thread's own variable is reached. Source: LLVM 3.7 bitcode.
    pub enum ThreadLocal: u32 {
        /// There is one for all threads.
        NONE = 0 "none",
        /// Any module may define it.
        GENERAL_DYNAMIC = 1 "generaldynamic",
        /// Of this module.
        LOCAL_DYNAMIC = 2 "localdynamic",
        /// Of a module that is there from the start.
        INITIAL_EXEC = 3 "initialexec",
        /// Of the program itself.
        LOCAL_EXEC = 4 "localexec",
    }
}

glassbox_core::named! {
    /// Storage of a symbol in a DLL. Source: LLVM 3.7 bitcode.
    pub enum DllStorage: u32 {
        /// None.
        DEFAULT = 0 "default",
        /// Of another DLL.
        IMPORT = 1 "dllimport",
        /// For others.
        EXPORT = 2 "dllexport",
    }
}

glassbox_core::named! {
    /// Which of several sections of one name is kept. Source: LLVM 3.7 bitcode.
    pub enum ComdatSelection: u32 {
        /// Any.
        ANY = 1 "any",
        /// All have to be equal.
        EXACT_MATCH = 2 "exactmatch",
        /// The largest.
        LARGEST = 3 "largest",
        /// There may be one only.
        NO_DUPLICATES = 4 "noduplicates",
        /// All have to be of one size.
        SAME_SIZE = 5 "samesize",
    }
}

/// An alignment as bitcode has it: 0 when none is stated, else one more than the exponent of two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Alignment(pub u8);

impl Alignment {
    /// None is stated.
    pub const NONE: Alignment = Alignment(0);

    /// The alignment of so many bytes, a power of two up to 2^30; 0 for none.
    pub fn of(bytes: u32) -> Alignment {
        match bytes {
            0 => Alignment::NONE,
            _ => Alignment(bytes.trailing_zeros() as u8 + 1),
        }
    }

    /// Bytes; 0 when none is stated.
    pub fn bytes(self) -> u32 {
        match self.0 {
            0 => 0,
            exponent => 1u32.checked_shl(u32::from(exponent) - 1).unwrap_or(0),
        }
    }
}

/// A group of sections of which the linker keeps one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comdat {
    /// Which one is kept.
    pub selection: ComdatSelection,
    /// The name, see [`Typed::text`](super::Typed::text).
    pub name: Text,
}

/// A global variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The value that it is: a pointer to `ty`.
    pub value: ValueId,
    /// The type of what it holds.
    pub ty: TypeId,
    /// Where it lies: 0, 2 for constant buffers, 3 for memory of the thread group.
    pub address_space: u32,
    /// Whether nothing writes it.
    pub is_constant: bool,
    /// What it holds at the start; `None` for declarations.
    pub initializer: Option<ValueId>,
    /// Linkage.
    pub linkage: Linkage,
    /// Alignment.
    pub alignment: Alignment,
    /// Place in [`Typed::sections`](super::Typed::sections).
    pub section: Option<u32>,
    /// Visibility.
    pub visibility: Visibility,
    /// Whether each thread has its own.
    pub thread_local: ThreadLocal,
    /// Whether its address means nothing.
    pub unnamed_addr: bool,
    /// Whether something else gives it its first value.
    pub externally_initialized: bool,
    /// Storage in a DLL.
    pub dll_storage: DllStorage,
    /// Place in [`Typed::comdats`](super::Typed::comdats).
    pub comdat: Option<u32>,
}

impl Variable {
    /// A declaration with external linkage and nothing else stated.
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

/// What a module has of a function's code.
#[derive(Clone, Debug)]
pub enum Definition {
    /// Nothing: it is declared.
    Declaration,
    /// A block of the file that [`Typed::body`](super::Typed::body) reads when somebody asks.
    Encoded(Resume),
    /// A body that was read or made.
    Body(Box<Body>),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The value that it is: a pointer to `ty`.
    pub value: ValueId,
    /// Its type, a [`Type::Function`](super::Type::Function).
    pub ty: TypeId,
    /// Calling convention: 0 for C, 8 for fast.
    pub calling_convention: u32,
    /// Linkage.
    pub linkage: Linkage,
    /// Its attributes.
    pub attributes: Option<AttributesId>,
    /// Alignment.
    pub alignment: Alignment,
    /// Place in [`Typed::sections`](super::Typed::sections).
    pub section: Option<u32>,
    /// Visibility.
    pub visibility: Visibility,
    /// Place in [`Typed::collectors`](super::Typed::collectors).
    pub collector: Option<u32>,
    /// Whether its address means nothing.
    pub unnamed_addr: bool,
    /// Data in front of the code that is jumped over.
    pub prologue: Option<ValueId>,
    /// Storage in a DLL.
    pub dll_storage: DllStorage,
    /// Place in [`Typed::comdats`](super::Typed::comdats).
    pub comdat: Option<u32>,
    /// Data in front of the function.
    pub prefix: Option<ValueId>,
    /// The function that exceptions are told to.
    pub personality: Option<ValueId>,
    /// Its code.
    pub definition: Definition,
}

impl Function {
    /// A declaration with external linkage and nothing else stated.
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

    /// Whether everything but the code is the same.
    pub(crate) fn same_record(&self, other: &Function) -> bool {
        (self.value, self.ty, self.calling_convention, self.linkage)
            == (other.value, other.ty, other.calling_convention, other.linkage)
            && (self.attributes, self.alignment, self.section, self.visibility)
                == (other.attributes, other.alignment, other.section, other.visibility)
            && (self.collector, self.unnamed_addr, self.prologue, self.dll_storage)
                == (
                    other.collector,
                    other.unnamed_addr,
                    other.prologue,
                    other.dll_storage,
                )
            && (self.comdat, self.prefix, self.personality) == (other.comdat, other.prefix, other.personality)
            && self.is_declaration() == other.is_declaration()
    }

    /// Whether the module only declares it.
    pub fn is_declaration(&self) -> bool {
        matches!(self.definition, Definition::Declaration)
    }
}

/// Another name for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alias {
    /// The value that it is.
    pub value: ValueId,
    /// Its type, a pointer.
    pub ty: TypeId,
    /// What it names.
    pub aliasee: ValueId,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// Storage in a DLL.
    pub dll_storage: DllStorage,
    /// Whether each thread has its own.
    pub thread_local: ThreadLocal,
    /// Whether its address means nothing.
    pub unnamed_addr: bool,
}
