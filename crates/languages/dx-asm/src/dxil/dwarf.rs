//! Names of DWARF constants in debug information.
//!
//! Source: the DWARF standard, version 4, with the extensions of LLVM 3.7.

/// Numbers and names of one kind of word, by number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// What precedes each name in assembly.
    pub(crate) prefix: &'static str,
    words: &'static [(u64, &'static str)],
}

impl Words {
    /// Name of a number, without the prefix.
    pub(crate) fn name(self, number: u64) -> Option<&'static str> {
        let place = self.words.binary_search_by_key(&number, |word| word.0).ok()?;
        self.words.get(place).map(|word| word.1)
    }

    /// Number of a name, without the prefix.
    pub(crate) fn number(self, name: &str) -> Option<u64> {
        self.words.iter().find(|word| word.1 == name).map(|word| word.0)
    }

    /// The names, without the prefix.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> + Clone {
        self.words.iter().map(|word| word.1)
    }
}

/// Tags.
pub(crate) const TAGS: Words = Words {
    prefix: "DW_TAG_",
    words: &[
        (0x01, "array_type"),
        (0x02, "class_type"),
        (0x03, "entry_point"),
        (0x04, "enumeration_type"),
        (0x05, "formal_parameter"),
        (0x08, "imported_declaration"),
        (0x0a, "label"),
        (0x0b, "lexical_block"),
        (0x0d, "member"),
        (0x0f, "pointer_type"),
        (0x10, "reference_type"),
        (0x11, "compile_unit"),
        (0x12, "string_type"),
        (0x13, "structure_type"),
        (0x15, "subroutine_type"),
        (0x16, "typedef"),
        (0x17, "union_type"),
        (0x18, "unspecified_parameters"),
        (0x19, "variant"),
        (0x1a, "common_block"),
        (0x1b, "common_inclusion"),
        (0x1c, "inheritance"),
        (0x1d, "inlined_subroutine"),
        (0x1e, "module"),
        (0x1f, "ptr_to_member_type"),
        (0x20, "set_type"),
        (0x21, "subrange_type"),
        (0x22, "with_stmt"),
        (0x23, "access_declaration"),
        (0x24, "base_type"),
        (0x25, "catch_block"),
        (0x26, "const_type"),
        (0x27, "constant"),
        (0x28, "enumerator"),
        (0x29, "file_type"),
        (0x2a, "friend"),
        (0x2b, "namelist"),
        (0x2c, "namelist_item"),
        (0x2d, "packed_type"),
        (0x2e, "subprogram"),
        (0x2f, "template_type_parameter"),
        (0x30, "template_value_parameter"),
        (0x31, "thrown_type"),
        (0x32, "try_block"),
        (0x33, "variant_part"),
        (0x34, "variable"),
        (0x35, "volatile_type"),
        (0x36, "dwarf_procedure"),
        (0x37, "restrict_type"),
        (0x38, "interface_type"),
        (0x39, "namespace"),
        (0x3a, "imported_module"),
        (0x3b, "unspecified_type"),
        (0x3c, "partial_unit"),
        (0x3d, "imported_unit"),
        (0x3f, "condition"),
        (0x40, "shared_type"),
        (0x41, "type_unit"),
        (0x42, "rvalue_reference_type"),
        (0x43, "template_alias"),
        (0x100, "auto_variable"),
        (0x101, "arg_variable"),
        (0x102, "expression"),
        (0x4106, "GNU_template_template_param"),
        (0x4107, "GNU_template_parameter_pack"),
        (0x4108, "GNU_formal_parameter_pack"),
    ],
};

/// Languages.
pub(crate) const LANGUAGES: Words = Words {
    prefix: "DW_LANG_",
    words: &[
        (0x01, "C89"),
        (0x02, "C"),
        (0x03, "Ada83"),
        (0x04, "C_plus_plus"),
        (0x05, "Cobol74"),
        (0x06, "Cobol85"),
        (0x07, "Fortran77"),
        (0x08, "Fortran90"),
        (0x09, "Pascal83"),
        (0x0a, "Modula2"),
        (0x0b, "Java"),
        (0x0c, "C99"),
        (0x0d, "Ada95"),
        (0x0e, "Fortran95"),
        (0x0f, "PLI"),
        (0x10, "ObjC"),
        (0x11, "ObjC_plus_plus"),
        (0x12, "UPC"),
        (0x13, "D"),
        (0x14, "Python"),
        (0x15, "OpenCL"),
        (0x16, "Go"),
        (0x17, "Modula3"),
        (0x18, "Haskell"),
        (0x19, "C_plus_plus_03"),
        (0x1a, "C_plus_plus_11"),
        (0x1b, "OCaml"),
        (0x1c, "Rust"),
        (0x1d, "C11"),
        (0x1e, "Swift"),
        (0x1f, "Julia"),
        (0x20, "Dylan"),
        (0x21, "C_plus_plus_14"),
        (0x22, "Fortran03"),
        (0x23, "Fortran08"),
        (0x8001, "Mips_Assembler"),
    ],
};

/// Encodings of basic types.
pub(crate) const ENCODINGS: Words = Words {
    prefix: "DW_ATE_",
    words: &[
        (0x01, "address"),
        (0x02, "boolean"),
        (0x03, "complex_float"),
        (0x04, "float"),
        (0x05, "signed"),
        (0x06, "signed_char"),
        (0x07, "unsigned"),
        (0x08, "unsigned_char"),
        (0x09, "imaginary_float"),
        (0x0a, "packed_decimal"),
        (0x0b, "numeric_string"),
        (0x0c, "edited"),
        (0x0d, "signed_fixed"),
        (0x0e, "unsigned_fixed"),
        (0x0f, "decimal_float"),
        (0x10, "UTF"),
    ],
};

/// Virtuality of member functions.
pub(crate) const VIRTUALITIES: Words =
    Words { prefix: "DW_VIRTUALITY_", words: &[(0, "none"), (1, "virtual"), (2, "pure_virtual")] };

/// Operations of expressions.
pub(crate) const OPERATIONS: Words =
    Words { prefix: "DW_OP_", words: &[(0x06, "deref"), (0x22, "plus"), (0x9d, "bit_piece")] };

/// Number of operands of an operation.
pub(crate) fn operands(operation: u64) -> usize {
    match operation {
        0x22 => 1,
        0x9d => 2,
        _ => 0,
    }
}

/// Flags of types and functions, lowest first; accessibility is a field of the two lowest bits.
pub(crate) const FLAGS: [(u64, &str); 13] = [
    (1 << 2, "DIFlagFwdDecl"),
    (1 << 3, "DIFlagAppleBlock"),
    (1 << 4, "DIFlagBlockByrefStruct"),
    (1 << 5, "DIFlagVirtual"),
    (1 << 6, "DIFlagArtificial"),
    (1 << 7, "DIFlagExplicit"),
    (1 << 8, "DIFlagPrototyped"),
    (1 << 9, "DIFlagObjcClassComplete"),
    (1 << 10, "DIFlagObjectPointer"),
    (1 << 11, "DIFlagVector"),
    (1 << 12, "DIFlagStaticMember"),
    (1 << 13, "DIFlagLValueReference"),
    (1 << 14, "DIFlagRValueReference"),
];

/// Accessibility: the two lowest bits of the flags.
pub(crate) const ACCESSIBILITY: [(u64, &str); 3] =
    [(1, "DIFlagPrivate"), (2, "DIFlagProtected"), (3, "DIFlagPublic")];
