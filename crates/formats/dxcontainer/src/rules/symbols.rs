//! Rules of the proposed symbol and string tables.

glassbox_core::rules! {
    source: "HLSL proposal, DirectX Container Symbol and String Table",
    examples: &super::EXAMPLES,

    SIZE = "DXC-SYM-01" Error "the symbol table is not a whole number of records" {
        cause: "The table was cut off, or padded.",
        effect: "The last symbol is lost, or bytes that are not a symbol are read as one.",
        cure: "Make the part 20 bytes per symbol.",
        affects: ["DXC-SYM-10", "DXC-SYM-11", "DXC-STR-05", "DXC-CTR-12", "DXC-CTR-16"],
    }
    NO_STRINGS = "DXC-SYM-02" Error "a long name has no string table" {
        cause: "STR0 was stripped while SYM0 was kept.",
        effect: "The symbol has no name; linkers cannot find it.",
        cure: "Remove SYM0 too, or regenerate both.",
        affects: ["DXC-SYM-11", "DXC-STR-05", "DXC-CTR-16"],
    }
    NAME_OFFSET = "DXC-SYM-03" Error "the name of a symbol is outside the string table" {
        cause: "The string table was replaced, or the offset counts from the first string and not from the size field.",
        effect: "The symbol has no name; readers that do not check it read outside the part.",
        cure: "Point the offset at a string; the first one is at 4.",
        affects: ["DXC-SYM-11", "DXC-STR-05", "DXC-CTR-16"],
    }
    NAME = "DXC-SYM-04" Error "the name of a symbol is empty, unterminated or longer than necessary" {
        cause: "An offset leads to padding or to a string without its NUL, or a writer puts short names into the table too.",
        effect: "Empty and unended names cannot be matched; short ones in the table only waste space.",
        cure: "Regenerate both tables.",
        affects: ["DXC-SYM-11", "DXC-STR-05", "DXC-SYM-10", "DXC-CTR-16"],
    }
    SHORT_NAME = "DXC-SYM-05" Error "bytes follow the NUL of a short name" {
        cause: "A name was overwritten by a shorter one.",
        effect: "Readers that compare all 8 bytes do not find the symbol.",
        cure: "Fill the name with zeros.",
        affects: ["DXC-SYM-10", "DXC-SYM-11", "DXC-STR-05", "DXC-CTR-16"],
    }
    UNIQUE = "DXC-SYM-06" Error "two symbols have the same name" {
        cause: "Tables were merged, or one symbol was written with a short and with a long name.",
        effect: "Linkers take either, or refuse the library.",
        cure: "Remove one of the two.",
        affects: ["DXC-SYM-11", "DXC-STR-05", "DXC-CTR-16"],
    }
    SECTION = "DXC-SYM-07" Error "a symbol is outside the part DXIL" {
        cause: "Parts were added or removed without fixing the symbols, or the writer counts sections from 1 as COFF does.",
        effect: "Linkers look for the function in the wrong part.",
        cure: "Set the index to the place of DXIL in the offset table, counted from 0.",
        affects: ["DXC-SYM-11", "DXC-STR-05", "DXC-CTR-16"],
    }
    KIND = "DXC-SYM-08" Error "a symbol is not an external function" {
        cause: "The writer lists other symbols too, or writes the type as the 16-bit number of COFF.",
        effect: "Linkers do not treat it as an exported function.",
        cure: "Set base type 0, complex type 2 and storage class 2.",
        affects: ["DXC-SYM-11", "DXC-STR-05", "DXC-CTR-16"],
    }
    RESERVED = "DXC-SYM-09" Error "a field of a symbol is not zero" {
        cause: "The writer uses auxiliary records or values, which the proposal does not have.",
        effect: "Readers that know COFF skip the records that follow.",
        cure: "Set the field to 0.",
        affects: ["DXC-SYM-11", "DXC-STR-05", "DXC-CTR-16"],
    }
    NOT_DEFINED = "DXC-SYM-10" Error "a symbol is not an exported function of the module" {
        cause: "The program was replaced without regenerating the symbols, or the table lists internal functions.",
        effect: "Linkers load the library and then do not find the function.",
        cure: "Regenerate the tables.",
        affects: ["DXC-SYM-11", "DXC-STR-05", "DXC-CTR-16"],
    }
    NOT_LISTED = "DXC-SYM-11" Warning "an exported function of the module has no symbol" {
        cause: "The program was replaced without regenerating the symbols.",
        effect: "Linkers do not load the library for this function.",
        cure: "Regenerate the tables.",
    }
    COUNT = "DXC-SYM-12" Error "the kind of shader cannot have so many symbols" {
        cause: "The table belongs to another program.",
        effect: "A validator that knows the proposal refuses the container.",
        cure: "Regenerate the tables.",
        affects: ["DXC-SYM-10", "DXC-SYM-11", "DXC-STR-05", "DXC-CTR-16"],
    }
    ORDER = "DXC-SYM-13" Info "the symbols are in another order than the functions" {
        cause: "The writer sorts the symbols.",
        effect: "None; the order is not specified.",
        cure: "Regenerate the tables where files are compared.",
    }
    PROPOSAL = "DXC-SYM-14" Info "the container has parts that are only a proposal" {
        cause: "SYM0 and STR0 were proposed in 2023 and are not part of DXIL.",
        effect: "Linkers and disassemblers skip them; the validator of the DirectX shader compiler refuses the container.",
        cure: "Validate the container before they are added, and remove them before it is validated again.",
    }
    TABLE_SIZE = "DXC-STR-01" Error "the size of the string table is impossible" {
        cause: "Strings were added or removed without fixing the size, which counts its own 4 bytes.",
        effect: "Names are lost; readers that do not check it read outside the part.",
        cure: "Set the size to that of the part.",
        affects: [
            "DXC-SYM-03", "DXC-SYM-04", "DXC-SYM-11", "DXC-STR-02", "DXC-STR-04", "DXC-STR-05", "DXC-CTR-16",
        ],
    }
    TABLE_END = "DXC-STR-02" Error "the last string is not terminated" {
        cause: "The table was cut off.",
        effect: "Readers that look for the NUL read outside the part.",
        cure: "Add the NUL.",
        affects: ["DXC-SYM-04", "DXC-SYM-11", "DXC-CTR-16"],
    }
    TABLE_ALIGN = "DXC-STR-03" Warning "the string table is not a multiple of 4 bytes" {
        cause: "The writer does not pad the table.",
        effect: "The parts after it are not aligned.",
        cure: "Fill the table with zeros.",
    }
    TABLE_REST = "DXC-STR-04" Warning "bytes follow the string table" {
        cause: "The size in the table is smaller than the part.",
        effect: "No reader sees these bytes.",
        cure: "Set the size to that of the part, or shorten the part.",
    }
    UNUSED = "DXC-STR-05" Info "no symbol uses a string" {
        cause: "Symbols were removed without their strings.",
        effect: "None but the space it takes.",
        cure: "Regenerate both tables.",
    }
    ALONE = "DXC-STR-06" Info "there is a string table without a symbol table" {
        cause: "SYM0 was removed alone.",
        effect: "None; nothing else refers to it.",
        cure: "Remove STR0 too.",
        affects: ["DXC-CTR-15"],
    }
}
