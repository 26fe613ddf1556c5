//! Attributes of functions, results and parameters.

use super::handle::AttributesId;
use super::pool::{Pool, Span, Text};

glassbox_core::named! {
    /// What an attribute says. Source: LLVM 3.7 bitcode, attribute kinds.
    pub enum AttributeKind: u32 {
        /// Alignment, bytes.
        ALIGN = 1 "align",
        /// Inline whenever it is called.
        ALWAYS_INLINE = 2 "alwaysinline",
        /// Passed by value in memory.
        BY_VAL = 3 "byval",
        /// Worth inlining.
        INLINE_HINT = 4 "inlinehint",
        /// Passed in a register.
        IN_REG = 5 "inreg",
        /// As small as can be.
        MIN_SIZE = 6 "minsize",
        /// No prologue.
        NAKED = 7 "naked",
        /// Static chain.
        NEST = 8 "nest",
        /// Aliases no other pointer.
        NO_ALIAS = 9 "noalias",
        /// No call is taken for the function of the library.
        NO_BUILTIN = 10 "nobuiltin",
        /// The pointer does not outlive the call.
        NO_CAPTURE = 11 "nocapture",
        /// Code is not copied.
        NO_DUPLICATE = 12 "noduplicate",
        /// No floating point the source has none of.
        NO_IMPLICIT_FLOAT = 13 "noimplicitfloat",
        /// Never inline.
        NO_INLINE = 14 "noinline",
        /// Called directly.
        NON_LAZY_BIND = 15 "nonlazybind",
        /// No red zone.
        NO_RED_ZONE = 16 "noredzone",
        /// Does not return.
        NO_RETURN = 17 "noreturn",
        /// Does not unwind.
        NO_UNWIND = 18 "nounwind",
        /// Small rather than fast.
        OPT_SIZE = 19 "optsize",
        /// Neither reads nor writes memory.
        READ_NONE = 20 "readnone",
        /// Does not write memory.
        READ_ONLY = 21 "readonly",
        /// The parameter is what is returned.
        RETURNED = 22 "returned",
        /// May return twice.
        RETURNS_TWICE = 23 "returns_twice",
        /// Extended by its sign.
        S_EXT = 24 "signext",
        /// Stack alignment, bytes.
        STACK_ALIGN = 25 "alignstack",
        /// Stack protector.
        SSP = 26 "ssp",
        /// Stack protector, always.
        SSP_REQ = 27 "sspreq",
        /// Stack protector, more of them.
        SSP_STRONG = 28 "sspstrong",
        /// Returns through this pointer.
        S_RET = 29 "sret",
        /// Address sanitizer.
        SANITIZE_ADDRESS = 30 "sanitize_address",
        /// Thread sanitizer.
        SANITIZE_THREAD = 31 "sanitize_thread",
        /// Memory sanitizer.
        SANITIZE_MEMORY = 32 "sanitize_memory",
        /// Unwind tables.
        UW_TABLE = 33 "uwtable",
        /// Extended with zeros.
        Z_EXT = 34 "zeroext",
        /// Taken for the function of the library.
        BUILTIN = 35 "builtin",
        /// Rarely called.
        COLD = 36 "cold",
        /// Not optimised.
        OPT_NONE = 37 "optnone",
        /// Memory of the caller.
        IN_ALLOCA = 38 "inalloca",
        /// Is not null.
        NON_NULL = 39 "nonnull",
        /// Called by jump tables.
        JUMP_TABLE = 40 "jumptable",
        /// Bytes that can be read.
        DEREFERENCEABLE = 41 "dereferenceable",
        /// Bytes that can be read unless it is null.
        DEREFERENCEABLE_OR_NULL = 42 "dereferenceable_or_null",
        /// No two threads are told apart by it.
        CONVERGENT = 43 "convergent",
        /// Safe stack.
        SAFE_STACK = 44 "safestack",
        /// Memory of its arguments only.
        ARG_MEM_ONLY = 45 "argmemonly",
    }
}

/// An attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attribute {
    /// One that is there or is not.
    Flag(AttributeKind),
    /// One with a number.
    Number(AttributeKind, u64),
    /// One that is named by a string, see [`Attributes::text`].
    String(Text),
    /// One that is named by a string and has another as its value.
    Pair(Text, Text),
}

/// What a group of attributes is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u32);

impl Slot {
    /// The result.
    pub const RESULT: Slot = Slot(0);
    /// The function.
    pub const FUNCTION: Slot = Slot(u32::MAX);

    /// Parameter `index`, counted from 0.
    pub fn parameter(index: u32) -> Slot {
        Slot(index.saturating_add(1))
    }
}

/// Attributes of one slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeGroup {
    /// The number by which lists name it.
    pub number: u32,
    /// What it is about.
    pub slot: Slot,
    /// The attributes in the order of the file.
    pub attributes: Vec<Attribute>,
}

/// Groups and lists of attributes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attributes {
    /// The groups.
    pub groups: Vec<AttributeGroup>,
    /// Lists: places in `groups`. Functions and calls name a list.
    pub lists: Vec<Vec<u32>>,
    pub(crate) texts: Pool<u8>,
}

impl Attributes {
    /// A string of an attribute, bytes.
    pub fn text(&self, text: Text) -> &[u8] {
        self.texts.get(text)
    }

    /// The groups of a list.
    pub fn groups_of(&self, list: AttributesId) -> impl Iterator<Item = &AttributeGroup> {
        let places = self.lists.get(list.index()).map_or(&[][..], Vec::as_slice);
        places.iter().filter_map(|place| self.groups.get(*place as usize))
    }

    /// Adds a string for an attribute that is to be added.
    pub fn add_text(&mut self, text: &[u8]) -> Text {
        match text {
            [] => Span::EMPTY,
            _ => self.texts.add(text.iter().copied()),
        }
    }
}
