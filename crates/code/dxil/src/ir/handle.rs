//! Handles: small numbers that stand for parts of a module.
//!
//! Types, metadata, blocks and instructions are numbered by where they stand. A [`ValueId`] says besides which list it
//! belongs to, so that a module may get more values without a change to the bodies that refer to them: the numbers that a file
//! has are made when it is written.

macro_rules! handles {
    ($($(#[$meta:meta])* $name:ident),* $(,)?) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The handle of place `index` in its list; places past 32 bits are the last one, which no list has.
            pub fn at(index: usize) -> $name {
                $name(u32::try_from(index).unwrap_or(u32::MAX))
            }

            /// The place in its list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

handles! {
    /// A type: its place in [`Types`](super::Types), which is its number in the file.
    TypeId,
    /// A global variable: its place in [`Typed::variables`](super::Typed::variables).
    VariableId,
    /// A function: its place in [`Typed::functions`](super::Typed::functions).
    FunctionId,
    /// An alias: its place in [`Typed::aliases`](super::Typed::aliases).
    AliasId,
    /// A constant: its place in the [`Constants`](super::Constants) of the module, or of the body for local values.
    ConstantId,
    /// A list of attribute groups: its place in [`Attributes::lists`](super::Attributes::lists).
    AttributesId,
    /// A basic block: its place in [`Body::blocks`](super::Body::blocks).
    LabelId,
    /// An instruction: its place in [`Body::instructions`](super::Body::instructions), over all blocks.
    InstructionId,
    /// A place in source code: its place in [`Body::locations`](super::Body::locations).
    LocationId,
    /// A kind of attachment: the number that attachments state, which [`Typed::kinds`](super::Typed::kinds) names.
    KindId,
}

/// The largest place that a [`ValueId`] or [`MetadataId`] can hold.
pub const MAX_PLACE: u32 = (1 << 30) - 1;

/// A piece of metadata: of the module, or of one body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MetadataId(u32);

impl MetadataId {
    const LOCAL: u32 = 1 << 30;

    /// Metadata of the module: its place in [`MetadataTable::items`](super::MetadataTable::items).
    pub fn module(index: u32) -> MetadataId {
        MetadataId(index & MAX_PLACE)
    }

    /// Metadata of a body: its place in [`Body::metadata`](super::Body::metadata).
    pub fn local(index: u32) -> MetadataId {
        MetadataId(index & MAX_PLACE | Self::LOCAL)
    }

    /// Whether it belongs to a body.
    pub fn is_local(self) -> bool {
        self.0 & Self::LOCAL != 0
    }

    /// The place in its list.
    pub fn index(self) -> usize {
        (self.0 & MAX_PLACE) as usize
    }
}

/// A value: of the module, of one body, or metadata that stands where a value is expected.
///
/// Four bytes; two bits of them say which, see [`list`](ValueId::list).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueId(u32);

/// The list that a [`ValueId`] is a place in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum List {
    /// [`Typed::values`](super::Typed::values).
    Module(u32),
    /// [`Body::locals`](super::Body::locals).
    Local(u32),
    /// Metadata as a value, an operand of a call.
    Metadata(MetadataId),
}

impl ValueId {
    const LOCAL: u32 = 1 << 30;
    const METADATA: u32 = 1 << 31;

    /// A value of the module.
    pub fn module(index: u32) -> ValueId {
        ValueId(index & MAX_PLACE)
    }

    /// A value of a body: an argument, one of its constants, the result of an instruction.
    pub fn local(index: u32) -> ValueId {
        ValueId(index & MAX_PLACE | Self::LOCAL)
    }

    /// Metadata as a value.
    pub fn metadata(metadata: MetadataId) -> ValueId {
        ValueId(metadata.0 | Self::METADATA)
    }

    /// Which list it is a place in, and the place.
    #[inline]
    pub fn list(self) -> List {
        let index = self.0 & MAX_PLACE;
        match self.0 >> 30 {
            0 => List::Module(index),
            1 => List::Local(index),
            _ => List::Metadata(MetadataId(self.0 & !Self::METADATA)),
        }
    }

    /// Whether it belongs to a body.
    pub fn is_local(self) -> bool {
        self.0 & Self::LOCAL != 0
    }

    /// The place in its list.
    pub fn index(self) -> usize {
        (self.0 & MAX_PLACE) as usize
    }
}
