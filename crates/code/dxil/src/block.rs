//! Defines block ids.

glassbox_core::named! {
    /// Content of a block. Source: LLVM 3.7 bitcode; ids above 19 came later and do not occur in DXIL.
    pub enum BlockId: u32 {
        /// Abbreviations for other blocks.
        BLOCKINFO = 0 "blockinfo",
        /// A module.
        MODULE = 8 "module",
        /// Attribute lists.
        PARAMATTR = 9 "paramattr",
        /// Attribute groups.
        PARAMATTR_GROUP = 10 "paramattr-group",
        /// Constants.
        CONSTANTS = 11 "constants",
        /// A function body.
        FUNCTION = 12 "function",
        /// Producer identification; LLVM 3.8 and later.
        IDENTIFICATION = 13 "identification",
        /// Names of values.
        VALUE_SYMTAB = 14 "value-symtab",
        /// Metadata.
        METADATA = 15 "metadata",
        /// Metadata attachments.
        METADATA_ATTACHMENT = 16 "metadata-attachment",
        /// Types.
        TYPE = 17 "type",
        /// Use-list orders.
        USELIST = 18 "uselist",
        /// Positions of function bodies.
        MODULE_STRTAB = 19 "module-strtab",
        /// The string table; LLVM 5 and later.
        STRTAB = 23 "strtab",
        /// The symbol table; LLVM 5 and later.
        SYMTAB = 25 "symtab",
    }
}
