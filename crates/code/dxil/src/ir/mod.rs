//! Holds modules in typed form: everything in DXIL bitcode, as a model to read, change, build and write.
//!
//! [`Typed`] holds types, attributes, globals, constants, metadata and names in file order. [`Typed::body`]
//! decodes function bodies on demand. Entities are referred to by small handles, see [`handle`]; a
//! [`ValueId`] includes its list, and [`Scope`] looks up its definition, type and name.
//!
//! [`Builder`] builds modules, deduplicating types and constants; [`Remap`] moves bodies and constants to
//! another module.
//!
//! [`fn@encode`] writes a module as LLVM 3.7 does, in DXC's dialect: reading and re-encoding DXC output
//! yields the same bytes.
//!
//! Source: the bitcode format as of LLVM 3.7.

mod arrange;
pub mod attributes;
pub mod body;
pub mod build;
pub mod constant;
mod conversion;
pub mod debug;
mod debug_free;
pub mod encode;
pub mod global;
pub mod handle;
pub mod instruction;
pub mod metadata;
pub mod module;
pub mod operation;
pub mod order;
pub mod pool;
pub(crate) mod read;
pub(crate) mod records;
pub mod remap;
pub mod statistics;
pub mod symbols;
pub mod types;

/// Maximum nesting of types and constants, so also the recursion depth of code that walks them.
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
pub use order::{ConstantOrder, ordered};
pub use pool::{Pool, Span, Text};
pub use remap::{Detached, Remap};
pub use symbols::{Named, Symbol, Symbols};
pub use types::{Type, Types};
