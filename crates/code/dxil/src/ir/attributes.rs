//! Defines attributes of functions, results and parameters.

use super::handle::AttributesId;
use super::pool::{Pool, Span, Text};

glassbox_core::named! {
    /// Attribute kind. Source: LLVM 3.7 bitcode.
    pub enum AttributeKind: u32 {
        /// Alignment in bytes.
        ALIGN = 1 "align",
        /// Always inline.
        ALWAYS_INLINE = 2 "alwaysinline",
        /// Passed by value in memory.
        BY_VAL = 3 "byval",
        /// Inlining is desirable.
        INLINE_HINT = 4 "inlinehint",
        /// Passed in a register.
        IN_REG = 5 "inreg",
        /// Minimize size.
        MIN_SIZE = 6 "minsize",
        /// No prologue.
        NAKED = 7 "naked",
        /// Static chain pointer.
        NEST = 8 "nest",
        /// Does not alias other pointers.
        NO_ALIAS = 9 "noalias",
        /// Not treated as a library function.
        NO_BUILTIN = 10 "nobuiltin",
        /// The pointer is not captured by the call.
        NO_CAPTURE = 11 "nocapture",
        /// Calls must not be duplicated.
        NO_DUPLICATE = 12 "noduplicate",
        /// No implicit floating point.
        NO_IMPLICIT_FLOAT = 13 "noimplicitfloat",
        /// Never inline.
        NO_INLINE = 14 "noinline",
        /// Bind eagerly.
        NON_LAZY_BIND = 15 "nonlazybind",
        /// No red zone.
        NO_RED_ZONE = 16 "noredzone",
        /// Does not return.
        NO_RETURN = 17 "noreturn",
        /// Does not unwind.
        NO_UNWIND = 18 "nounwind",
        /// Optimize for size.
        OPT_SIZE = 19 "optsize",
        /// Does not access memory.
        READ_NONE = 20 "readnone",
        /// Does not write memory.
        READ_ONLY = 21 "readonly",
        /// The parameter is the return value.
        RETURNED = 22 "returned",
        /// May return twice.
        RETURNS_TWICE = 23 "returns_twice",
        /// Sign-extended.
        S_EXT = 24 "signext",
        /// Stack alignment in bytes.
        STACK_ALIGN = 25 "alignstack",
        /// Stack protector.
        SSP = 26 "ssp",
        /// Stack protector, required.
        SSP_REQ = 27 "sspreq",
        /// Stack protector, strong.
        SSP_STRONG = 28 "sspstrong",
        /// Hidden pointer to the returned structure.
        S_RET = 29 "sret",
        /// Address sanitizer.
        SANITIZE_ADDRESS = 30 "sanitize_address",
        /// Thread sanitizer.
        SANITIZE_THREAD = 31 "sanitize_thread",
        /// Memory sanitizer.
        SANITIZE_MEMORY = 32 "sanitize_memory",
        /// Unwind tables.
        UW_TABLE = 33 "uwtable",
        /// Zero-extended.
        Z_EXT = 34 "zeroext",
        /// Treated as a library function.
        BUILTIN = 35 "builtin",
        /// Rarely called.
        COLD = 36 "cold",
        /// Not optimized.
        OPT_NONE = 37 "optnone",
        /// Allocated by the caller.
        IN_ALLOCA = 38 "inalloca",
        /// Not null.
        NON_NULL = 39 "nonnull",
        /// Called through jump tables.
        JUMP_TABLE = 40 "jumptable",
        /// Number of dereferenceable bytes.
        DEREFERENCEABLE = 41 "dereferenceable",
        /// Number of dereferenceable bytes unless null.
        DEREFERENCEABLE_OR_NULL = 42 "dereferenceable_or_null",
        /// Control dependencies must not be added.
        CONVERGENT = 43 "convergent",
        /// Safe stack.
        SAFE_STACK = 44 "safestack",
        /// Accesses memory through its arguments only.
        ARG_MEM_ONLY = 45 "argmemonly",
    }
}

/// An attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attribute {
    /// Without a value.
    Flag(AttributeKind),
    /// With a number.
    Number(AttributeKind, u64),
    /// Named by a string; see [`Attributes::text`].
    String(Text),
    /// Named by a string, with a string value.
    Pair(Text, Text),
}

/// Entity that an attribute group applies to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u32);

impl Slot {
    /// Return value.
    pub const RESULT: Slot = Slot(0);
    /// The function itself.
    pub const FUNCTION: Slot = Slot(u32::MAX);

    /// Parameter `index`, counted from 0.
    pub fn parameter(index: u32) -> Slot {
        Slot(index.saturating_add(1))
    }
}

/// Attributes of one slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeGroup {
    /// Group number, referenced by lists.
    pub number: u32,
    /// Entity the group applies to.
    pub slot: Slot,
    /// Attributes in file order.
    pub attributes: Vec<Attribute>,
}

/// Attribute groups and lists.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attributes {
    /// All groups.
    pub groups: Vec<AttributeGroup>,
    /// Lists of indices into `groups`. Functions and calls refer to a list.
    pub lists: Vec<Vec<u32>>,
    pub(crate) texts: Pool<u8>,
}

impl Attributes {
    /// Bytes of an attribute string.
    pub fn text(&self, text: Text) -> &[u8] {
        self.texts.get(text)
    }

    /// Groups of a list.
    pub fn groups_of(&self, list: AttributesId) -> impl Iterator<Item = &AttributeGroup> {
        let places = self.lists.get(list.index()).map_or(&[][..], Vec::as_slice);
        places.iter().filter_map(|place| self.groups.get(*place as usize))
    }

    /// Interns a string for a new attribute.
    pub fn add_text(&mut self, text: &[u8]) -> Text {
        match text {
            [] => Span::EMPTY,
            _ => self.texts.add(text.iter().copied()),
        }
    }
}
