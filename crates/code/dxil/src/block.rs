//! The ids of blocks.

glassbox_core::named! {
    /// What a block holds. Source: LLVM 3.7 bitcode; ids above 19 came later and do not occur in DXIL.
    pub enum BlockId: u32 {
        /// Abbreviations for other blocks.
        BLOCKINFO = 0 "blockinfo",
        /// A module.
        MODULE = 8 "module",
        /// Lists of attribute groups.
        PARAMATTR = 9 "paramattr",
        /// Groups of attributes.
        PARAMATTR_GROUP = 10 "paramattr-group",
        /// Constants.
        CONSTANTS = 11 "constants",
        /// The body of a function.
        FUNCTION = 12 "function",
        /// Who wrote the file; LLVM 3.8 and later.
        IDENTIFICATION = 13 "identification",
        /// Names of values.
        VALUE_SYMTAB = 14 "value-symtab",
        /// Metadata.
        METADATA = 15 "metadata",
        /// Metadata of instructions.
        METADATA_ATTACHMENT = 16 "metadata-attachment",
        /// Types.
        TYPE = 17 "type",
        /// Orders of uses.
        USELIST = 18 "uselist",
        /// Positions of function bodies.
        MODULE_STRTAB = 19 "module-strtab",
        /// The string table; LLVM 5 and later.
        STRTAB = 23 "strtab",
        /// The symbol table; LLVM 5 and later.
        SYMTAB = 25 "symtab",
    }
}
