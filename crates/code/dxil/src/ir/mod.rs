//! The module with types: everything that DXIL bitcode holds, as a model that can be read, changed, made and written.
//!
//! [`Typed`] holds types, attributes, globals, constants, metadata and names in the order of the file. The bodies of functions
//! are read one at a time, when [`Typed::body`] asks for one. Everything is named by small numbers, see [`handle`]; a
//! [`ValueId`] says which list it is a place in, and [`Scope`] answers what it is, of which type and called what.
//!
//! [`Builder`] makes modules, each type and constant once; [`Remap`] moves bodies and constants to another module.
//!
//! [`encode`] writes a module as LLVM 3.7 does, in the dialect of DXC: a file that DXC has written is read and written to the
//! same bytes.
//!
//! Source: the bitcode format as of LLVM 3.7.

mod arrange;
pub mod attributes;
pub mod body;
pub mod build;
pub mod constant;
pub mod debug;
pub mod encode;
pub mod global;
pub mod handle;
pub mod instruction;
pub mod metadata;
pub mod module;
pub mod operation;
pub mod pool;
pub(crate) mod read;
pub mod remap;
pub mod symbols;
pub mod types;

/// How deep types and constants may be nested. What walks over them may recurse so deep.
pub const MAX_NESTING: u32 = 128;

pub use attributes::{Attribute, AttributeGroup, AttributeKind, Attributes, Slot};
pub use body::{Body, Local};
pub use build::{Builder, OwnedAttribute, OwnedGroup};
pub use constant::{Constant, Constants};
pub use debug::{DebugKind, FieldKind};
pub use encode::encode;
pub use global::{
    Alias, Alignment, Comdat, ComdatSelection, Definition, DllStorage, Function, ThreadLocal, Variable,
    Visibility,
};
pub use handle::{
    AliasId, AttributesId, ConstantId, FunctionId, InstructionId, KindId, LabelId, List, LocationId,
    MetadataId, TypeId, ValueId, VariableId,
};
pub use instruction::{Access, Call, Instruction, Location, Op, Tail};
pub use metadata::{Attachment, Metadata, MetadataTable, NamedNode};
pub use module::{Places, Scope, Typed, UseList, Value};
pub use operation::{BinaryOp, CastOp, Flags, Ordering, Predicate, RmwOp};
pub use pool::{Pool, Span, Text};
pub use remap::{Detached, Remap};
pub use symbols::{Named, Symbol, Symbols};
pub use types::{Type, Types};
