//! Names records by block and code.
//!
//! Source: the LLVM bitcode file format as of LLVM 3.7; codes without a name there are omitted.

use crate::block::BlockId;

/// Name of a record code in a block.
pub fn of(block: BlockId, code: u64) -> Option<&'static str> {
    let names = match block {
        BlockId::BLOCKINFO => BLOCKINFO,
        BlockId::MODULE => MODULE,
        BlockId::PARAMATTR => PARAMATTR,
        BlockId::PARAMATTR_GROUP => PARAMATTR_GROUP,
        BlockId::CONSTANTS => CONSTANTS,
        BlockId::FUNCTION => return crate::ir::records::name(code),
        BlockId::VALUE_SYMTAB => VALUE_SYMTAB,
        BlockId::METADATA => METADATA,
        BlockId::METADATA_ATTACHMENT => METADATA_ATTACHMENT,
        BlockId::TYPE => TYPE,
        BlockId::USELIST => USELIST,
        _ => return None,
    };
    let found = names.binary_search_by_key(&code, |&(code, _)| code).ok()?;
    names.get(found).map(|&(_, name)| name)
}

const BLOCKINFO: &[(u64, &str)] = &[(1, "setbid"), (2, "blockname"), (3, "setrecordname")];

const MODULE: &[(u64, &str)] = &[
    (1, "version"),
    (2, "triple"),
    (3, "datalayout"),
    (4, "asm"),
    (5, "sectionname"),
    (6, "deplib"),
    (7, "globalvar"),
    (8, "function"),
    (9, "alias_old"),
    (10, "purgevals"),
    (11, "gcname"),
    (12, "comdat"),
    (13, "vstoffset"),
    (14, "alias"),
];

const PARAMATTR: &[(u64, &str)] = &[(1, "entry_old"), (2, "entry")];

const PARAMATTR_GROUP: &[(u64, &str)] = &[(3, "grp_code_entry")];

const TYPE: &[(u64, &str)] = &[
    (1, "numentry"),
    (2, "void"),
    (3, "float"),
    (4, "double"),
    (5, "label"),
    (6, "opaque"),
    (7, "integer"),
    (8, "pointer"),
    (9, "function_old"),
    (10, "half"),
    (11, "array"),
    (12, "vector"),
    (13, "x86_fp80"),
    (14, "fp128"),
    (15, "ppc_fp128"),
    (16, "metadata"),
    (17, "x86_mmx"),
    (18, "struct_anon"),
    (19, "struct_name"),
    (20, "struct_named"),
    (21, "function"),
];

const CONSTANTS: &[(u64, &str)] = &[
    (1, "settype"),
    (2, "null"),
    (3, "undef"),
    (4, "integer"),
    (5, "wide_integer"),
    (6, "float"),
    (7, "aggregate"),
    (8, "string"),
    (9, "cstring"),
    (10, "ce_binop"),
    (11, "ce_cast"),
    (12, "ce_gep"),
    (13, "ce_select"),
    (14, "ce_extractelt"),
    (15, "ce_insertelt"),
    (16, "ce_shufflevec"),
    (17, "ce_cmp"),
    (18, "inlineasm_old"),
    (19, "ce_shufvec_ex"),
    (20, "ce_inbounds_gep"),
    (21, "blockaddress"),
    (22, "data"),
    (23, "inlineasm"),
];

const VALUE_SYMTAB: &[(u64, &str)] = &[(1, "entry"), (2, "bbentry"), (3, "fnentry")];

const METADATA: &[(u64, &str)] = &[
    (1, "string"),
    (2, "value"),
    (3, "node"),
    (4, "name"),
    (5, "distinct_node"),
    (6, "kind"),
    (7, "location"),
    (8, "old_node"),
    (9, "old_fn_node"),
    (10, "named_node"),
    (11, "attachment"),
    (12, "generic_debug"),
    (13, "subrange"),
    (14, "enumerator"),
    (15, "basic_type"),
    (16, "file"),
    (17, "derived_type"),
    (18, "composite_type"),
    (19, "subroutine_type"),
    (20, "compile_unit"),
    (21, "subprogram"),
    (22, "lexical_block"),
    (23, "lexical_block_file"),
    (24, "namespace"),
    (25, "template_type"),
    (26, "template_value"),
    (27, "global_var"),
    (28, "local_var"),
    (29, "expression"),
    (30, "objc_property"),
    (31, "imported_entity"),
    (32, "module"),
];

const METADATA_ATTACHMENT: &[(u64, &str)] = &[(11, "attachment")];

const USELIST: &[(u64, &str)] = &[(1, "default"), (2, "bb")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_ascend() {
        for names in [
            BLOCKINFO,
            MODULE,
            PARAMATTR,
            PARAMATTR_GROUP,
            TYPE,
            CONSTANTS,
            VALUE_SYMTAB,
            METADATA,
            METADATA_ATTACHMENT,
            USELIST,
        ] {
            assert!(names.is_sorted_by(|a, b| a.0 < b.0));
        }
    }

    #[test]
    fn records_have_their_names() {
        assert_eq!(of(BlockId::MODULE, 8), Some("function"));
        assert_eq!(of(BlockId::FUNCTION, 34), Some("inst_call"));
        assert_eq!(of(BlockId::FUNCTION, 14), None);
        assert_eq!(of(BlockId(99), 1), None);
    }
}
