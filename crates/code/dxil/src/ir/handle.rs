//! Defines handles: small indices of parts of a module.
//!
//! Types, metadata, blocks and instructions are numbered by position. A [`ValueId`] also holds the list it
//! indexes, so values can be added to a module without changing the bodies that refer to them; file numbers
//! are assigned on writing.

macro_rules! handles {
    ($($(#[$meta:meta])* $name:ident),* $(,)?) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// Handle of entry `index`; saturates at the last 32-bit index, which no list reaches.
            pub fn at(index: usize) -> $name {
                $name(u32::try_from(index).unwrap_or(u32::MAX))
            }

            /// Index in its list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

handles! {
    /// A type: index in [`Types`](super::Types), equal to its number in the file.
    TypeId,
    /// A global variable: index in [`Typed::variables`](super::Typed::variables).
    VariableId,
    /// A function: index in [`Typed::functions`](super::Typed::functions).
    FunctionId,
    /// An alias: index in [`Typed::aliases`](super::Typed::aliases).
    AliasId,
    /// A constant: index in the [`Constants`](super::Constants) of the module or, for local values, of the
    /// body.
    ConstantId,
    /// An attribute list: index in [`Attributes::lists`](super::Attributes::lists).
    AttributesId,
    /// A basic block: index in [`Body::blocks`](super::Body::blocks).
    LabelId,
    /// An instruction: index in [`Body::instructions`](super::Body::instructions), across all blocks.
    InstructionId,
    /// A source location: index in [`Body::locations`](super::Body::locations).
    LocationId,
    /// An attachment kind: its number in attachments, named in [`Typed::kinds`](super::Typed::kinds).
    KindId,
}

/// Largest index of a [`ValueId`] or [`MetadataId`].
pub(crate) const MAX_PLACE: u32 = (1 << 30) - 1;

/// A metadata item of the module or of one body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MetadataId(u32);

impl MetadataId {
    const LOCAL: u32 = 1 << 30;

    /// Module metadata: index in [`MetadataTable::items`](super::MetadataTable::items).
    pub fn module(index: u32) -> MetadataId {
        MetadataId(index & MAX_PLACE)
    }

    /// Function-local metadata: index in [`Body::metadata`](super::Body::metadata).
    pub fn local(index: u32) -> MetadataId {
        MetadataId(index & MAX_PLACE | Self::LOCAL)
    }

    /// True if function-local.
    pub fn is_local(self) -> bool {
        self.0 & Self::LOCAL != 0
    }

    /// Index in its list.
    pub fn index(self) -> usize {
        (self.0 & MAX_PLACE) as usize
    }
}

/// A value of the module or of one body, or metadata used as a value.
///
/// Four bytes, two bits of which select the list; see [`list`](ValueId::list).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueId(u32);

/// The list and index of a [`ValueId`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum List {
    /// [`Typed::values`](super::Typed::values).
    Module(u32),
    /// [`Body::locals`](super::Body::locals).
    Local(u32),
    /// Metadata as a call operand.
    Metadata(MetadataId),
}

impl ValueId {
    const LOCAL: u32 = 1 << 30;
    const METADATA: u32 = 1 << 31;

    /// A value of the module.
    pub fn module(index: u32) -> ValueId {
        ValueId(index & MAX_PLACE)
    }

    /// A local value: argument, constant of the body, or instruction result.
    pub fn local(index: u32) -> ValueId {
        ValueId(index & MAX_PLACE | Self::LOCAL)
    }

    /// Metadata as a value.
    pub fn metadata(metadata: MetadataId) -> ValueId {
        ValueId(metadata.0 | Self::METADATA)
    }

    /// List and index.
    #[inline]
    pub fn list(self) -> List {
        let index = self.0 & MAX_PLACE;
        match self.0 >> 30 {
            0 => List::Module(index),
            1 => List::Local(index),
            _ => List::Metadata(MetadataId(self.0 & !Self::METADATA)),
        }
    }

    /// True if local to a body.
    pub fn is_local(self) -> bool {
        self.0 & Self::LOCAL != 0
    }

    /// Index in its list.
    pub fn index(self) -> usize {
        (self.0 & MAX_PLACE) as usize
    }
}
