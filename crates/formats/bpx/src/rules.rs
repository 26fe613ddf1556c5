//! The rules, in the order of the format's description: main header, section headers, sections, strings, structured data,
//! then those of shader packages: type extension, sections, shaders, symbols, extended data, links.

use glassbox_core::diagnostic::Examples;

const FETCH: &str = "Get a complete copy of the file, or rebuild it.";
const RECOMPUTE: &str = "Repair `header-checksum` or `section-checksums` recomputes it; do it only if the bytes themselves are right.";

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "BPX specification, revision 2, 2021-10-09 to 2022-03-30",
    examples: &EXAMPLES,

    HEADER_CUT = "BPX-HDR-01" Error "the main header is cut short" {
        cause: "The file is empty or was cut off while it was written or copied.",
        effect: "Every reader stops before it knows what the file is.",
        cure: FETCH,
        source: "BPX specification, revision 2: main header",
    }
    SIGNATURE = "BPX-HDR-02" Error "the signature is not BPX" {
        cause: "The file is of another kind, or its first bytes were damaged.",
        effect: "Every reader refuses the file.",
        cure: "Check that this is the right file.",
        source: "BPX specification, revision 2: main header",
    }
    VERSION = "BPX-HDR-03" Error "the version cannot be read" {
        cause: "Containers have version 1 or 2, and shader packages came with version 2.",
        effect: "The reference refuses the file.",
        cure: "Set the version to 2; the layout of headers and sections is the same in both.",
        source: "BPX specification, revision 2: main header",
    }
    HEADER_CHECKSUM = "BPX-HDR-04" Error "the header checksum is wrong" {
        cause: "A field of the main header or of a section header was changed after the checksum was taken.",
        effect: "The reference refuses the file, whichever field it was.",
        cure: RECOMPUTE,
        source: "BPX specification, revision 2: main header",
    }
    FILE_SIZE = "BPX-HDR-05" Warning "the header states another file size" {
        cause: "Bytes were appended or lost, or the writer miscounted. 0 is allowed and states nothing.",
        effect: "The reference ignores it; a transfer that relies on it reads too much or too little.",
        cure: "Repair `file-size` writes the actual size of the file.",
        source: "BPX specification, revision 2: main header",
    }
    SECTION_TABLE_PAST_END = "BPX-SHT-01" Error "the section headers go past the end of the file" {
        cause: "The number of sections is damaged, or the file is cut off inside the table.",
        effect: "The reference refuses the file; a careless reader reserves memory for billions of sections.",
        cure: FETCH,
        affects: ["BPX-HDR-05", "BPX-SHT-", "BPXS-SEC-", "BPXS-SYM-", "BPXS-SHD-", "BPXSD-"],
        source: "BPX specification, revision 2: section header",
    }
    SECTION_PAST_END = "BPX-SHT-02" Error "a section body goes past the end of the file" {
        cause: "The pointer or the size is damaged, or the file is cut off.",
        effect: "The reference never stops reading.",
        cure: FETCH,
        affects: ["BPX-HDR-05", "BPX-SEC-03", "BPX-SHT-09", "BPX-STR-", "BPXS-SHD-", "BPXS-SYM-", "BPXSD-"],
        source: "BPX specification, revision 2: section header",
    }
    SECTION_OVERLAP = "BPX-SHT-03" Error "a section body overlaps something else" {
        cause: "A tool grew a section in place without moving those after it, or a pointer is damaged.",
        effect: "Readers read bytes of one structure as the other; the reference does not notice.",
        cure: "Rebuild the file from its parts; each body needs a place of its own.",
        affects: ["BPX-SEC-03", "BPX-SHT-09", "BPX-STR-", "BPXS-SHD-", "BPXS-SYM-", "BPXSD-"],
        source: "BPX specification, revision 2: section header",
    }
    COMPRESSION_FLAGS = "BPX-SHT-04" Error "a section has both compression flags" {
        cause: "A writer set both bits, or one of them was damaged.",
        effect: "The meaning is not defined; the reference treats the body as XZ.",
        cure: "Clear the bit that does not match the body.",
        source: "BPX specification, revision 2: section header",
    }
    CHECKSUM_FLAGS = "BPX-SHT-05" Error "a section has both checksum flags" {
        cause: "A writer set both bits, or one of them was damaged.",
        effect: "The meaning is not defined; the reference treats the checksum as the weak one.",
        cure: "Clear the bit that does not match the checksum.",
        affects: ["BPX-SEC-03"],
        source: "BPX specification, revision 2: section header",
    }
    SECTION_FLAGS = "BPX-SHT-06" Warning "a section has unknown flags" {
        cause: "The upper four bits are not assigned; a newer writer or damage set one.",
        effect: "The reference ignores them, and drops them when it writes the file.",
        cure: "Clear the bits unless a program of yours reads them.",
        source: "BPX specification, revision 2: section header",
    }
    SECTION_RESERVED = "BPX-SHT-07" Warning "the reserved bytes of a section header are not zero" {
        cause: "A writer left them as they were in memory, or they were damaged.",
        effect: "Newer readers leave them out of the header checksum and older ones do not, so one of them refuses the file.",
        cure: "Set them to zero and recompute the header checksum.",
        source: "BPX specification, revision 2: section header",
    }
    SECTION_SIZES = "BPX-SHT-08" Error "an uncompressed section has two different sizes" {
        cause: "Stored and real size must be equal without compression; one of them was damaged.",
        effect: "The reference reads the real size and leaves the rest, or reads into what follows.",
        cure: "Set both to the number of bytes that the body has.",
        affects: ["BPX-SEC-03", "BPX-SHT-09"],
        source: "BPX specification, revision 2: section header",
    }
    UNCLAIMED_BYTES = "BPX-SHT-09" Info "some bytes belong to no section" {
        cause: "A section was removed or aligned, or something was appended to the file.",
        effect: "Readers ignore them; a tool that rewrites the file loses them.",
        cure: "No action is needed; the canonical form of the file leaves them out.",
        source: "BPX specification, revision 2: section header",
    }
    DECOMPRESSION = "BPX-SEC-01" Error "a section cannot be decompressed" {
        cause: "The body is damaged or cut off, or the flags name the wrong compression.",
        effect: "Readers fail when they reach the section.",
        cure: FETCH,
        affects: ["BPX-SEC-03", "BPX-SHT-09", "BPX-STR-", "BPXS-SHD-", "BPXS-SYM-", "BPXSD-"],
        source: "BPX specification, revision 2: sections",
    }
    DECOMPRESSED_SIZE = "BPX-SEC-02" Error "a section decompresses to another size than stated" {
        cause: "The size is damaged, or the body was crafted to expand beyond it.",
        effect: "The reference inflates all of it, whatever the cost, and reads as much of it as it likes.",
        cure: "Set the size to that of the content, if the content is correct.",
        affects: ["BPX-SEC-03", "BPX-SHT-09", "BPX-STR-", "BPXS-SHD-", "BPXS-SYM-", "BPXSD-"],
        source: "BPX specification, revision 2: sections",
    }
    SECTION_CHECKSUM = "BPX-SEC-03" Error "a section checksum is wrong" {
        cause: "The content was changed after the checksum was taken, or was damaged.",
        effect: "The reference refuses the section.",
        cure: RECOMPUTE,
        source: "BPX specification, revision 2: sections",
    }
    STANDARD_CRC = "BPX-SEC-04" Warning "a section has a standard CRC-32" {
        cause: "The writer followed the name; the reference computes a CRC of its own under that name.",
        effect: "Every known reader refuses the section.",
        cure: "Repair `crc` writes the CRC that readers expect.",
        source: "measured: crate bpx, 4.0.0 pre-releases",
    }
    ZLIB = "BPX-SEC-05" Warning "a section is compressed with zlib" {
        cause: "The format has zlib, but no released reader can decompress it.",
        effect: "Every known reader fails on the section.",
        cure: "Compress the section with XZ, or not at all.",
        source: "measured: crate bpx, 4.0.0 pre-releases",
    }
    STRING_ENCODING = "BPX-STR-01" Error "a string is not UTF-8" {
        cause: "The string was stored in another encoding, or was damaged.",
        effect: "The reference fails when it reads the string.",
        cure: "Store the name as UTF-8.",
        source: "BPX specification, revision 2: strings",
    }
    STRING_END = "BPX-STR-02" Error "the last string has no end" {
        cause: "The terminating NUL is missing: the section was cut short.",
        effect: "The reference fails when it reads the string.",
        cure: "Append a NUL to the section and set its sizes and checksum.",
        affects: ["BPXS-SYM-03", "BPXS-SYM-04"],
        source: "BPX specification, revision 2: strings",
    }
    SD_TYPE = "BPXSD-01" Error "a value has an unknown type" {
        cause: "The type code is damaged, or an offset leads into the middle of an object.",
        effect: "The reference fails on the whole object.",
        cure: "Fix the type code, or the offset that leads here.",
        affects: ["BPXSD-09", "BPXS-XD-"],
        source: "BPX specification, revision 2: structured data",
    }
    SD_CUT = "BPXSD-02" Error "a value is cut short" {
        cause: "The section ends inside an object: a count or a size is damaged, or a string lacks its NUL.",
        effect: "The reference fails on the whole object.",
        cure: FETCH,
        affects: ["BPXSD-09", "BPXS-XD-"],
        source: "BPX specification, revision 2: structured data",
    }
    SD_REPEATED_PROPERTY = "BPXSD-03" Error "an object has two properties with the same name" {
        cause: "A writer added a property twice, or two names have the same hash.",
        effect: "The reference keeps the last of them; other readers may keep the first.",
        cure: "Remove one of them.",
        source: "BPX specification, revision 2: structured data",
    }
    SD_BOOLEAN = "BPXSD-04" Warning "a boolean is neither 0 nor 1" {
        cause: "A writer stored some other byte for true, or it was damaged.",
        effect: "The reference treats every byte but 1 as false.",
        cure: "Write 0 or 1.",
        source: "BPX specification, revision 2: structured data",
    }
    SD_LIMIT = "BPXSD-05" Error "structured data exceeds a limit of the reader" {
        cause: "Arrays and objects are nested very deeply, or objects overlap so often that reading them all would take disproportionate work.",
        effect: "This tool leaves the rest unread; a careless reader runs out of stack.",
        cure: "Flatten the data. The format sets no limit; the newest reference sets one far below ours.",
        affects: ["BPXSD-09", "BPXS-XD-"],
        source: "BPX specification, revision 2: structured data",
    }
    SD_STRING_ENCODING = "BPXSD-06" Error "a string of structured data is not UTF-8" {
        cause: "The string was stored in another encoding, or was damaged.",
        effect: "The reference fails on the whole object.",
        cure: "Store the string as UTF-8.",
        affects: ["BPXS-XD-"],
        source: "BPX specification, revision 2: structured data",
    }
    SD_NAME_LIST = "BPXSD-07" Error "the list of names is not an array of strings" {
        cause: "The property `__debug__` holds something else.",
        effect: "Tools that print names fail on the object; programs do not read it.",
        cure: "Store an array of strings, or remove the property.",
        source: "BPX specification, revision 2: structured data",
    }
    SD_UNUSED_NAME = "BPXSD-08" Warning "a listed name is not that of a property" {
        cause: "The list of names was not updated with the object, or two listed names have one hash.",
        effect: "Tools print no name, or the wrong one.",
        cure: "List the name of each property once.",
        source: "BPX specification, revision 2: structured data",
    }
    SD_UNUSED_OBJECT = "BPXSD-09" Info "some extended data is not used" {
        cause: "A symbol was removed and its object remained.",
        effect: "None; the bytes are carried along.",
        cure: "No action is needed; the canonical form of the file leaves them out.",
        source: "BPX specification, revision 2: structured data",
    }
    PACKAGE_TYPE = "BPXS-EXT-01" Error "the container is not a shader package" {
        cause: "The type byte is not S: the file is a texture, a model, a scene or a package of another kind, or the byte was damaged.",
        effect: "Readers of shader packages refuse it.",
        cure: "Check that this is the right file. Shader libraries of the vendor's compiler are packages of type P.",
        source: "BPX specification, revision 2: shader package, type extension",
    }
    TARGET = "BPXS-EXT-02" Error "the target is unknown" {
        cause: "The number is not assigned, or was damaged.",
        effect: "The reference refuses the file.",
        cure: "Set the target that the shaders are written for.",
        source: "BPX specification, revision 2: shader package, type extension",
    }
    PACK_TYPE = "BPXS-EXT-03" Error "the package is neither assembly nor program" {
        cause: "The type of the package must be A or P.",
        effect: "The reference refuses the file.",
        cure: "Write P for a pipeline with shaders, A for shared symbols.",
        source: "BPX specification, revision 2: shader package, type extension",
    }
    RESERVED_BYTES = "BPXS-EXT-04" Warning "the reserved bytes of the type extension are not zero" {
        cause: "A writer left them as they were in memory, or they were damaged.",
        effect: "Readers ignore them.",
        cure: "Set them to zero and recompute the header checksum.",
        source: "BPX specification, revision 2: shader package, type extension",
    }
    ASSEMBLY_TARGET = "BPXS-EXT-05" Warning "an assembly is made for one target" {
        cause: "Assemblies hold no code and serve every target, so their target is Any.",
        effect: "A linker that compares targets refuses programs of another one.",
        cure: "Set the target to Any, 0xff.",
        source: "BPX specification, revision 2: shader package, type extension",
    }
    PROGRAM_TARGET = "BPXS-EXT-06" Warning "a program is made for any target" {
        cause: "Code is written for one target; Any is for assemblies.",
        effect: "A runtime cannot determine whether it can run the shaders.",
        cure: "Set the target that the shaders are written for.",
        source: "BPX specification, revision 2: shader package, type extension",
    }
    SYMBOL_TABLE_COUNT = "BPXS-SEC-01" Error "there is not exactly one symbol table" {
        cause: "A writer left it out or wrote two.",
        effect: "The reference refuses a file without; of two it takes the first.",
        cure: "Write one symbol table; it may be empty.",
        affects: ["BPXSD-09", "BPXS-SYM-"],
        source: "BPX specification, revision 2: shader package, sections",
    }
    STRINGS_SECTION_COUNT = "BPXS-SEC-02" Error "there is not exactly one strings section" {
        cause: "A writer left it out or wrote two.",
        effect: "The reference fails when it reads the first name; of two sections it takes the first.",
        cure: "Write one strings section; it may be empty.",
        affects: ["BPXS-SYM-03"],
        source: "BPX specification, revision 2: shader package, sections",
    }
    EXTENDED_DATA_COUNT = "BPXS-SEC-03" Error "there are two extended data sections" {
        cause: "A writer wrote two; symbols can refer only to one.",
        effect: "The reference takes the first.",
        cure: "Write one section with the objects of both.",
        source: "BPX specification, revision 2: shader package, sections",
    }
    PROGRAM_WITHOUT_SHADER = "BPXS-SEC-04" Error "a program has no shader" {
        cause: "The program was saved before a shader was added.",
        effect: "The runtime has no code to run.",
        cure: "Add the shaders of the pipeline.",
        source: "BPX specification, revision 2: shader package, sections",
    }
    ASSEMBLY_WITH_SHADER = "BPXS-SEC-05" Warning "an assembly has a shader" {
        cause: "Assemblies hold symbols that programs share; code belongs to programs.",
        effect: "No reader runs it.",
        cure: "Remove the section, or make the package a program.",
        source: "BPX specification, revision 2: shader package, sections",
    }
    CUSTOM_SECTION = "BPXS-SEC-06" Info "a section has a custom type" {
        cause: "A program stored something that the format leaves to programs.",
        effect: "Other readers ignore it.",
        cure: "No action is needed; keep it.",
        affects: ["BPXS-SHD-04", "BPXS-SYM-16"],
        source: "BPX specification, revision 2: shader package, sections",
    }
    NAMED_PARENT = "BPXS-SEC-07" Info "the assembly names its parent" {
        cause: "The vendor's assembler adds a section 0xfd with the hash of the assembly that this one builds on.",
        effect: "The newest reference treats the section type as a table; others ignore it.",
        cure: "No action is needed.",
        source: "measured: BlockProject 3D shaderc and shaderl",
    }
    NO_STAGE = "BPXS-SHD-01" Error "a shader has no stage" {
        cause: "The section is empty; its first byte is the stage.",
        effect: "The reference fails when it reads the shader.",
        cure: "Write the stage and the code, or remove the section.",
        affects: ["BPXS-SHD-03", "BPXS-SHD-04", "BPXS-SYM-16"],
        source: "BPX specification, revision 2: shader package, shaders",
    }
    UNKNOWN_STAGE = "BPXS-SHD-02" Error "the stage is unknown" {
        cause: "Stages are 0 to 4; there is none for compute shaders.",
        effect: "The reference fails when it reads the shader.",
        cure: "Set the stage that the code is written for.",
        affects: ["BPXS-SHD-03", "BPXS-SHD-04", "BPXS-SYM-16"],
        source: "BPX specification, revision 2: shader package, shaders",
    }
    REPEATED_STAGE = "BPXS-SHD-03" Error "two shaders have the same stage" {
        cause: "A writer added a stage twice.",
        effect: "Which of them runs depends on the reader.",
        cure: "Remove one of them.",
        affects: ["BPXS-SHD-04", "BPXS-SYM-16"],
        source: "BPX specification, revision 2: shader package, shaders",
    }
    PIPELINE = "BPXS-SHD-04" Warning "the stages do not form a pipeline" {
        cause: "Hull and domain shaders only work together, and a pipeline begins with a vertex shader.",
        effect: "The runtime cannot build the pipeline.",
        cure: "Add the stage that is missing.",
        affects: ["BPXS-SYM-16"],
        source: "BPX specification, revision 2: shader package, shaders",
    }
    CODE_LANGUAGE = "BPXS-SHD-05" Warning "the code does not match the target" {
        cause: "The target was set for another build, or has the number of an older text of the format.",
        effect: "The runtime hands the driver code that it cannot take.",
        cure: "Set the target that the code is written for, or build the code for the target.",
    }
    MODULE = "BPXS-SHD-06" Info "a SPIR-V module is not valid" {
        cause: "The module is damaged, or a tool wrote what the specification of SPIR-V forbids.",
        effect: "The runtime does not check; drivers refuse the module or crash.",
        cure: "Fix what the findings of the rules SPIRV- in the module name, or rebuild the module.",
        source: "SPIR-V specification",
    }
    PARTIAL_SYMBOL = "BPXS-SYM-01" Error "the symbol table holds part of a symbol" {
        cause: "Symbols have 12 bytes; the table was cut or has extra bytes.",
        effect: "The reference ignores what is left.",
        cure: "Truncate the table to whole symbols, or get a complete copy of the file.",
        affects: ["BPXS-SYM-", "BPXSD-09"],
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    SYMBOL_COUNT = "BPXS-SYM-02" Error "the number of symbols differs from the symbol table" {
        cause: "The reference itself writes 0 when it saves a package without having looked at its symbols.",
        effect: "The reference cannot read the symbols.",
        cure: "Repair `symbol-count` writes the number that the table has.",
        affects: ["BPXSD-09"],
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    NAME_OFFSET = "BPXS-SYM-03" Error "a name is outside the strings" {
        cause: "The offset is damaged, or the strings were cut.",
        effect: "The reference fails when it reads the name.",
        cure: "Fix the offset, or add the name to the strings.",
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    NAME_MIDDLE = "BPXS-SYM-04" Warning "a name begins inside a string" {
        cause: "A writer shares the ends of strings, or the offset is damaged.",
        effect: "Readers read the rest of the string as the name; no known writer does that.",
        cure: "Point to the start of a string.",
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    REPEATED_NAME = "BPXS-SYM-05" Error "two symbols have the same name" {
        cause: "A writer added a symbol twice.",
        effect: "Of symbols with one name the reference finds the last.",
        cure: "Rename or remove one of them.",
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    SYMBOL_TYPE = "BPXS-SYM-06" Error "the type of a symbol is unknown" {
        cause: "Types are 0 to 6; the byte was damaged or a newer writer set it.",
        effect: "The reference refuses the whole table.",
        cure: "Set the type of the symbol.",
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    SYMBOL_FLAGS = "BPXS-SYM-07" Warning "a symbol has unknown flags" {
        cause: "The upper six bits are not assigned; a newer writer or damage set one.",
        effect: "Readers ignore them.",
        cure: "Clear the bits.",
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    SYMBOL_LINKAGE = "BPXS-SYM-08" Error "a symbol is both internal and external, or neither" {
        cause: "A symbol is defined by this package or not; a writer set both flags or none.",
        effect: "A linker does not know whether to look for it in the assembly.",
        cure: "Set one of the flags Internal and External.",
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    UNUSED_FIELD = "BPXS-SYM-09" Info "an unused field is set" {
        cause: "Without its flag a register or an extended data offset has no meaning; writers then put all ones.",
        effect: "Readers ignore the field.",
        cure: "No action is needed; set the flag if the value is intended.",
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    EXTENDED_DATA_OFFSET = "BPXS-SYM-10" Error "extended data is outside its section" {
        cause: "The offset is damaged, or the section was cut.",
        effect: "The reference fails on it, in debug builds with a panic.",
        cure: "Fix the offset, or clear the flag ExtendedData.",
        affects: ["BPXSD-09"],
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    EXTENDED_DATA_MISSING = "BPXS-SYM-11" Warning "a symbol has the flag for extended data but no data" {
        cause: "The vendor's compiler sets the flag for every sampler and leaves the offset at 0xffffff.",
        effect: "The reference and the vendor's own linker fail on the symbol.",
        cure: "Repair `sampler-pointers` clears the flag.",
        source: "measured: BlockProject 3D shaderc and shaderl",
    }
    NO_EXTENDED_DATA_SECTION = "BPXS-SYM-12" Error "there is no extended data section" {
        cause: "A symbol has the flag for extended data, but the section was left out.",
        effect: "The reference fails on the symbol.",
        cure: "Add the section, or clear the flag ExtendedData.",
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    VERTEX_FORMATS = "BPXS-SYM-13" Error "a program has two vertex formats" {
        cause: "A program has one vertex format at most.",
        effect: "Which of them is used depends on the reader.",
        cure: "Remove one of them.",
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    PIPELINES = "BPXS-SYM-14" Error "a program has two pipelines" {
        cause: "A program has one pipeline at most.",
        effect: "Which of them is used depends on the reader.",
        cure: "Remove one of them.",
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    SHARED_REGISTER = "BPXS-SYM-15" Warning "two symbols share a register" {
        cause: "Symbols of one class in one stage were given the same register.",
        effect: "One of them overwrites the other's binding.",
        cure: "Give each its own register.",
    }
    ABSENT_STAGE = "BPXS-SYM-16" Warning "a symbol is used by a stage that is absent" {
        cause: "A shader was removed, or the stage flags are damaged.",
        effect: "The runtime binds the symbol for nothing.",
        cure: "Clear the flag of the stage, or add its shader.",
        source: "BPX specification, revision 2: shader package, symbol table",
    }
    ASSEMBLY_FLAG_LINK = "BPXS-SYM-17" Warning "the flag Assembly contradicts the link" {
        cause: "In a linked program the external symbols carry it, in any other none. The vendor's linker marks as many symbols from the front instead.",
        effect: "The runtime looks in the wrong place for the symbol.",
        cure: "Repair `assembly-flags` sets the flag on exactly the external symbols of a linked program.",
        affects: ["BPXS-SYM-18"],
        source: "measured: BlockProject 3D shaderc and shaderl",
    }
    ASSEMBLY_FLAG_DEFINITION = "BPXS-SYM-18" Warning "the flag Assembly is set on a symbol that the package defines" {
        cause: "The vendor's linker marks symbols from the front of the table instead of the external ones.",
        effect: "The runtime looks in the assembly for a symbol that is not there.",
        cure: "Repair `assembly-flags` sets the flag on exactly the external symbols of a linked program.",
        source: "measured: BlockProject 3D shaderc and shaderl",
    }
    EXTENDED_DATA_SHAPE = "BPXS-XD-01" Warning "extended data does not match the symbol" {
        cause: "A field is missing or has another type or range than the vendor's programs store. The format itself leaves the shape open.",
        effect: "The vendor's programs fail on the symbol.",
        cure: "Store the fields that the type of the symbol has.",
        source: "BPX specification, revision 2: shader package, extended data",
    }
    MEMBER_STRUCTURE = "BPXS-XD-02" Error "a member does not refer to a structure" {
        cause: "The index is out of range or leads to a symbol that is not a constant buffer; often symbols were sorted \
                without their references.",
        effect: "Linkers and the runtime read another symbol's data as the structure, or fail.",
        cure: "Set the index of the symbol that describes the structure.",
        source: "BPX specification, revision 2: shader package, extended data",
    }
    RECURSIVE_STRUCTURE = "BPXS-XD-03" Error "a structure contains itself" {
        cause: "References form a cycle; an index is wrong.",
        effect: "A reader that follows them never finishes.",
        cure: "Set the index of the intended structure.",
        source: "BPX specification, revision 2: shader package, extended data",
    }
    MEMBER_PAST_BUFFER = "BPXS-XD-04" Warning "a member goes past the end of its buffer" {
        cause: "An offset or the size was computed wrongly.",
        effect: "The runtime writes past the buffer, or the member is never set.",
        cure: "Fix the offset or the size.",
        affects: ["BPXS-XD-07"],
        source: "BPX specification, revision 2: shader package, extended data",
    }
    VECTOR_SIZE = "BPXS-XD-05" Warning "a vector has an impossible size" {
        cause: "Vectors and square matrices have two to four components or columns.",
        effect: "The runtime cannot lay out the value.",
        cure: "Set a size of 2, 3 or 4.",
        source: "BPX specification, revision 2: shader package, extended data",
    }
    MEMBER_OVERLAP = "BPXS-XD-06" Warning "two members overlap" {
        cause: "The vendor's compiler leaves out the padding of matrices and arrays when it adds up offsets.",
        effect: "Setting one member changes the other.",
        cure: "Lay the buffer out by std140, as drivers do.",
        affects: ["BPXS-XD-07"],
        source: "measured: BlockProject 3D shaderc and shaderl",
    }
    STD140 = "BPXS-XD-07" Warning "a constant buffer does not follow std140" {
        cause: "Offsets or the size were added up without the rules of std140.",
        effect: "Drivers read the members from other places than the runtime writes them to.",
        cure: "Use the offsets and the size of std140.",
        source: "OpenGL 4.6, std140 layout",
    }
}
