//! The rules that SHBIN and DVOJ files are checked against.
//!
//! Ids and severities follow the container brief, section 9; effects follow its sections 4 (runtimes) and 12 (tools on broken
//! files).

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "3dbrew, SHBIN",
    examples: &EXAMPLES,

    FILE_SHORT = "SHBIN-FILE-01" Error "the file is shorter than its header" {
        cause: "The file is empty or was cut off while it was copied or built.",
        effect: "libctru reads past the end of its buffer; disassemblers fail or crash.",
        cure: "Get a complete copy of the file, or rebuild it.",
        affects: ["SHBIN-"],
    }
    FILE_SIZE = "SHBIN-FILE-02" Info "the size is not a multiple of 4" {
        cause: "picasso 1.x, nihstro and aemstro write no final padding; a cut file looks the same.",
        effect: "Nothing reads the missing bytes. Tools that treat the file as words may drop the last ones.",
        cure: "Append zero bytes up to a multiple of 4.",
    }
    FILE_TRAILING = "SHBIN-FILE-03" Warning "bytes follow the last structure" {
        cause: "The file was cut out of a larger one, or a converter to C arrays appended a terminator.",
        effect: "Readers ignore them; they cost memory on the console.",
        cure: "Truncate the file after its last structure, keeping zero padding to a multiple of 4.",
        affects: ["SHBIN-FILE-02"],
    }
    FILE_PADDING = "SHBIN-FILE-04" Info "the final padding is missing" {
        cause: "Written by an assembler that does not pad: picasso 1.x or aemstro.",
        effect: "None known; libctru reads tables only as far as their counts go.",
        cure: "Append zero bytes up to a multiple of 4; the repair `padding` does it.",
        affects: ["SHBIN-FILE-02"],
    }
    FILE_MAGIC = "SHBIN-DVLB-01" Error "the file does not begin with DVLB" {
        cause: "The file is of another kind, is compressed, or begins in the middle of a larger one.",
        effect: "libctru does not check the magic and reads garbage; other readers refuse the file.",
        cure: "Check that this is the right file; a DVLB inside other data can be carved out.",
        source: "3dbrew, SHBIN: DVLB header",
    }
    NO_EXECUTABLE = "SHBIN-DVLB-02" Error "the file has no executable" {
        cause: "A program was assembled without an entry point, or the count was overwritten.",
        effect: "libctru hands out a program with no executable; using number 0 reads past its allocation.",
        cure: "Add an executable, or fix the count.",
        affects: ["SHBIN-DVLP-", "SHBIN-CODE-", "SHBIN-FILE-03"],
        source: "3dbrew, SHBIN: DVLB header",
    }
    OFFSETS_RANGE = "SHBIN-DVLB-03" Error "the offsets of the executables end past the file" {
        cause: "The count is wrong or the file was cut off.",
        effect: "libctru reads past its buffer; nihstro's disassembler never finishes or requests gigabytes.",
        cure: "Fix the count or get a complete copy of the file.",
        affects: ["SHBIN-DVLB-", "SHBIN-DVLP-", "SHBIN-DVLE-", "SHBIN-CODE-", "SHBIN-FILE-03"],
        source: "3dbrew, SHBIN: DVLB header",
    }
    EXECUTABLE_RANGE = "SHBIN-DVLB-04" Error "an executable starts past the end of the file" {
        cause: "The offset is wrong or the file was cut off.",
        effect: "libctru reads past its buffer; tools crash or fail.",
        cure: "Fix the offset or get a complete copy of the file.",
        affects: ["SHBIN-FILE-03"],
        source: "3dbrew, SHBIN: DVLB header",
    }
    EXECUTABLE_ALIGNMENT = "SHBIN-DVLB-05" Warning "the offset of an executable is not a multiple of 4" {
        cause: "The structures before it were not padded, or the offset was changed.",
        effect: "libctru divides the offset by 4 and reads from the wrong place.",
        cure: "Move the executable to a multiple of 4 and fix its offset.",
        affects: ["SHBIN-DVLE-", "SHBIN-DVLB-07"],
        source: "3dbrew, SHBIN: DVLB header",
    }
    EXECUTABLE_TWICE = "SHBIN-DVLB-06" Info "two offsets refer to the same executable" {
        cause: "The file gives one executable two numbers, which is legal, or an offset was copied by mistake.",
        effect: "Both numbers work and mean the same.",
        cure: "Nothing if it is intended; otherwise fix the offset.",
        affects: ["SHBIN-FILE-03"],
        source: "3dbrew, SHBIN: DVLB header",
    }
    EXECUTABLE_OVERLAP = "SHBIN-DVLB-07" Warning "the header of an executable overlaps another structure" {
        cause: "An offset leads into the program or into another executable.",
        effect: "Readers interpret the bytes twice; changing one structure changes the other.",
        cure: "Fix the offset, or give the executable bytes of its own.",
        affects: ["SHBIN-DVLE-"],
        source: "3dbrew, SHBIN: DVLB header",
    }
    PROGRAM_MAGIC = "SHBIN-DVLP-01" Error "the program does not begin with DVLP" {
        cause: "The number of executables is wrong, so the program is looked for in the wrong place; or bytes were changed.",
        effect: "libctru does not check and uploads garbage as code; other readers refuse the file.",
        cure: "Fix the number of executables or the magic.",
        affects: [
            "SHBIN-DVLP-", "SHBIN-CODE-", "SHBIN-DVLE-03", "SHBIN-DVLE-04", "SHBIN-LABEL-03",
            "SHBIN-LABEL-04",
        ],
        source: "3dbrew, SHBIN: DVLP header",
    }
    PROGRAM_SHORT = "SHBIN-DVLP-02" Error "the header of the program is cut off" {
        cause: "The file was cut off, or the number of executables is wrong.",
        effect: "libctru reads past its buffer; disassemblers fail or crash.",
        cure: "Get a complete copy of the file, or rebuild it.",
        affects: [
            "SHBIN-DVLP-", "SHBIN-CODE-", "SHBIN-DVLE-03", "SHBIN-DVLE-04", "SHBIN-LABEL-03",
            "SHBIN-LABEL-04",
        ],
        source: "3dbrew, SHBIN: DVLP header",
    }
    CODE_RANGE = "SHBIN-DVLP-03" Error "the code ends past the file" {
        cause: "Offset or size of the code is wrong, or the file was cut off.",
        effect: "libctru uploads whatever follows its buffer; nihstro requests the memory and throws.",
        cure: "Fix offset and size, or get a complete copy of the file.",
        affects: [
            "SHBIN-DVLP-05", "SHBIN-DVLP-07", "SHBIN-DVLB-04", "SHBIN-CODE-", "SHBIN-DVLE-03",
            "SHBIN-DVLE-04", "SHBIN-LABEL-03", "SHBIN-LABEL-04",
        ],
        source: "3dbrew, SHBIN: DVLP header",
    }
    PROGRAM_ALIGNMENT = "SHBIN-DVLP-04" Warning "code or descriptors do not start at a multiple of 4" {
        cause: "An offset was changed, or a tool did not pad what comes before.",
        effect: "libctru divides by 4 and reads from an earlier byte; nihstro reads past its heap.",
        cure: "Move the table to a multiple of 4 and fix its offset.",
        affects: ["SHBIN-DVLP-05", "SHBIN-CODE-", "SHBIN-DVLE-14"],
        source: "3dbrew, SHBIN: DVLP header",
    }
    DESCRIPTORS_RANGE = "SHBIN-DVLP-05" Error "the operand descriptors end past the file" {
        cause: "Offset or count of the descriptors is wrong, or the file was cut off.",
        effect: "libctru reads past its buffer; instructions get random masks and selectors.",
        cure: "Fix offset and count, or get a complete copy of the file.",
        affects: ["SHBIN-DVLP-06", "SHBIN-DVLB-04", "SHBIN-CODE-02"],
        source: "3dbrew, SHBIN: DVLP header",
    }
    DESCRIPTORS_COUNT = "SHBIN-DVLP-06" Error "there are more than 128 operand descriptors" {
        cause: "A linker joined tables without sharing equal entries, or the count is wrong.",
        effect: "The hardware holds 128; what comes after overwrites or is dropped.",
        cure: "Share equal descriptors, and drop unused ones.",
        source: "3dbrew, SHBIN: DVLP header",
    }
    CODE_SIZE = "SHBIN-DVLP-07" Error "the code is too large" {
        cause: "The program grew past the 512 words of the vertex unit or the 4096 that an address can name.",
        effect: "libctru uploads the first 512 words of vertex code; jumps past them run stale code.",
        cure: "Shorten the program or split it into files.",
        source: "3dbrew, SHBIN: DVLP header",
    }
    FILE_NAMES = "SHBIN-DVLP-08" Error "the file-name table is incomplete" {
        cause: "Offset or size is wrong, the file was cut off, or the last name lost its terminator.",
        effect: "libctru ignores the names; tools that print them read on past the table.",
        cure: "Fix offset and size, and end the table with a zero byte.",
        source: "3dbrew, SHBIN: DVLP header",
    }
    SHORT_HEADER = "SHBIN-DVLP-09" Info "the program has the short header" {
        cause: "Written by nihstro or dumped by an emulator.",
        effect: "libctru and emulators read it; tools that expect 0x28 bytes read the first words of the executable as fields.",
        cure: "Nothing; a canonical write gives the full header.",
        source: "3dbrew, SHBIN: DVLP header",
    }
    EXECUTABLE_SHORT = "SHBIN-DVLE-01" Error "the header of an executable is cut off" {
        cause: "The offset is wrong or the file was cut off.",
        effect: "libctru reads the rest of the header past its buffer.",
        cure: "Fix the offset or get a complete copy of the file.",
        affects: ["SHBIN-DVLE-02", "SHBIN-CONST-", "SHBIN-LABEL-", "SHBIN-OUT-", "SHBIN-UNIF-", "SHBIN-SYM-"],
        source: "3dbrew, SHBIN: DVLE header",
    }
    EXECUTABLE_MAGIC = "SHBIN-DVLE-02" Error "an executable does not begin with DVLE" {
        cause: "The offset leads elsewhere, or bytes were changed.",
        effect: "libctru does not check and treats whatever is there as an executable; other readers refuse it.",
        cure: "Fix the offset or the magic.",
        affects: ["SHBIN-DVLE-", "SHBIN-CONST-", "SHBIN-LABEL-", "SHBIN-OUT-", "SHBIN-UNIF-", "SHBIN-SYM-"],
        source: "3dbrew, SHBIN: DVLE header",
    }
    MAIN_RANGE = "SHBIN-DVLE-03" Error "the entry point is outside the code" {
        cause: "nihstro writes the byte offset of a name instead of a word index; or code was removed.",
        effect: "The unit starts in words that were never uploaded and usually hangs.",
        cure: "Set main to the word index of the entry; the repair `nihstro-main` does it if a label states it.",
        affects: ["SHBIN-DVLE-04", "SHBIN-CODE-15"],
        source: "3dbrew, SHBIN: DVLE header",
    }
    END_MAIN = "SHBIN-DVLE-04" Warning "the end of the entry procedure is before its start or past the code" {
        cause: "Code was moved without fixing the field.",
        effect: "libctru stores the value and never uses it; tools show a wrong extent.",
        cure: "Set it to one past the last word of the entry procedure, or to 0.",
        source: "3dbrew, SHBIN: DVLE header",
    }
    CONSTANTS_RANGE = "SHBIN-DVLE-05" Error "the constant table ends past the file" {
        cause: "Offset or count is wrong, or the file was cut off.",
        effect: "libctru uploads constants read past its buffer; nihstro requests the memory and throws.",
        cure: "Fix offset and count, or get a complete copy of the file.",
        affects: ["SHBIN-CONST-"],
        source: "3dbrew, SHBIN: DVLE header",
    }
    LABELS_RANGE = "SHBIN-DVLE-06" Error "the label table ends past the file" {
        cause: "Offset or count is wrong, or the file was cut off.",
        effect: "libctru ignores labels; disassemblers fail or crash.",
        cure: "Fix offset and count, or get a complete copy of the file.",
        affects: ["SHBIN-LABEL-"],
        source: "3dbrew, SHBIN: DVLE header",
    }
    OUTPUTS_RANGE = "SHBIN-DVLE-07" Error "the output table ends past the file" {
        cause: "Offset or count is wrong, or the file was cut off.",
        effect: "libctru builds the output map from bytes past its buffer.",
        cure: "Fix offset and count, or get a complete copy of the file.",
        affects: ["SHBIN-OUT-", "SHBIN-DVLE-15", "SHBIN-CODE-15"],
        source: "3dbrew, SHBIN: DVLE header",
    }
    UNIFORMS_RANGE = "SHBIN-DVLE-08" Error "the uniform table ends past the file" {
        cause: "Offset or count is wrong, or the file was cut off.",
        effect: "Looking up a uniform in libctru reads past its buffer.",
        cure: "Fix offset and count, or get a complete copy of the file.",
        affects: ["SHBIN-UNIF-", "SHBIN-CONST-06"],
        source: "3dbrew, SHBIN: DVLE header",
    }
    SYMBOLS_RANGE = "SHBIN-DVLE-09" Error "the symbol table ends past the file" {
        cause: "Offset or size is wrong, or the file was cut off.",
        effect: "Looking up a uniform in libctru compares with bytes past its buffer.",
        cure: "Fix offset and size, or get a complete copy of the file.",
        affects: ["SHBIN-SYM-", "SHBIN-LABEL-02", "SHBIN-UNIF-04", "SHBIN-UNIF-06"],
        source: "3dbrew, SHBIN: DVLE header",
    }
    STAGE = "SHBIN-DVLE-10" Error "the stage is neither vertex nor geometry" {
        cause: "The byte was changed, or the file uses undocumented flags.",
        effect: "libctru treats what is not 1 as a vertex shader; other readers refuse the file.",
        cure: "Set 0 for vertex or 1 for geometry.",
        source: "3dbrew, SHBIN: DVLE header",
    }
    GEOMETRY_MODE = "SHBIN-DVLE-11" Error "the geometry mode is unknown" {
        cause: "The byte was changed.",
        effect: "libctru configures the unit for neither of the modes; drawing hangs or shows nothing.",
        cure: "Set 0 for point, 1 for variable-size or 2 for fixed-size primitives.",
        affects: ["SHBIN-CODE-12"],
        source: "3dbrew, SHBIN: DVLE header",
    }
    TABLE_OVERLAP = "SHBIN-DVLE-12" Warning "a table overlaps another one or its header" {
        cause: "An offset or a count is wrong.",
        effect: "Readers interpret the same bytes twice; one of the tables holds garbage.",
        cure: "Fix offset and count.",
        affects: ["SHBIN-CONST-", "SHBIN-LABEL-", "SHBIN-OUT-", "SHBIN-UNIF-", "SHBIN-SYM-"],
        source: "3dbrew, SHBIN: DVLE header",
    }
    VERSION = "SHBIN-DVLE-13" Info "the executable states another version than the program" {
        cause: "Parts of different tools were joined.",
        effect: "None; no known reader looks at versions.",
        cure: "Nothing, or state one version.",
        source: "3dbrew, SHBIN: DVLE header",
    }
    INPUT_MASK = "SHBIN-DVLE-14" Warning "the input mask lacks a register that the code reads" {
        cause: "The source uses a raw register such as v0 that it does not declare.",
        effect: "libctru ignores the mask; a runtime that trusts it feeds too few attributes.",
        cure: "Declare the input, or add its bit to the mask.",
        source: "3dbrew, SHBIN: DVLE header",
    }
    OUTPUT_MASK = "SHBIN-DVLE-15" Warning "the output mask differs from the output table" {
        cause: "One of them was changed without the other.",
        effect: "libctru uses the table; a runtime that enables outputs by the mask assigns them to the wrong slots.",
        cure: "Make the mask name the registers of the table.",
        source: "3dbrew, SHBIN: DVLE header",
    }
    MERGE = "SHBIN-DVLE-16" Warning "the merge flag has no meaning here" {
        cause: "The flag is set on a vertex shader, has a value above 1, or no vertex output is passed on.",
        effect: "libctru looks at bit 0 of geometry shaders only.",
        cure: "Clear the flag, or declare generic outputs in the vertex shader.",
        source: "3dbrew, SHBIN: DVLE header",
    }
    GEOMETRY_FIELDS = "SHBIN-DVLE-17" Info "a geometry field of another mode or stage is set" {
        cause: "A field was left over when stage or mode was changed.",
        effect: "libctru ignores it.",
        cure: "Set it to zero.",
        source: "3dbrew, SHBIN: DVLE header",
    }
    FIXED_RANGE = "SHBIN-DVLE-18" Error "the vertex array of the fixed mode extends past the last float uniform" {
        cause: "The first register is too high for the number of vertices.",
        effect: "The unit writes vertices to registers that do not exist.",
        cure: "Start the array at a lower register, so that it ends at c95 or before.",
        source: "3dbrew, SHBIN: DVLE header",
    }
    CONSTANT_KIND = "SHBIN-CONST-01" Error "the type of a constant is unknown" {
        cause: "The field was changed, or the table starts in the wrong place.",
        effect: "libctru skips the entry, so the register keeps an old value.",
        cure: "Set 0 for bool, 1 for int or 2 for float.",
        source: "3dbrew, SHBIN: constant table",
    }
    CONSTANT_REGISTER = "SHBIN-CONST-02" Error "the register of a constant does not exist" {
        cause: "The register was written in the unified numbering, or the field was changed.",
        effect: "libctru ignores integers above i3; other registers overwrite state or are lost.",
        cure: "Use b0 to b15, i0 to i3 or c0 to c95.",
        source: "3dbrew, SHBIN: constant table",
    }
    CONSTANT_BITS = "SHBIN-CONST-03" Warning "a constant sets bits that are not read" {
        cause: "A float was stored in 32 bits, or padding was not cleared.",
        effect: "libctru uploads the low 24 bits of each word, so a 32-bit float gives a wrong value.",
        cure: "Store float24 values and clear the other bytes.",
        source: "3dbrew, SHBIN: constant table",
    }
    CONSTANT_TWICE = "SHBIN-CONST-04" Warning "two constants set the same register" {
        cause: "Two names were bound to one register, or an entry was copied.",
        effect: "In libctru the later entry wins.",
        cure: "Keep one of them.",
        source: "3dbrew, SHBIN: constant table",
    }
    CONSTANT_BOOL = "SHBIN-CONST-05" Info "a bool constant is neither 0 nor 1" {
        cause: "Written by a tool that stores any non-zero value for true.",
        effect: "libctru reads bit 0, so 2 means false.",
        cure: "Store 0 or 1.",
        source: "3dbrew, SHBIN: constant table",
    }
    CONSTANT_UNIFORM = "SHBIN-CONST-06" Info "a constant sets a register of a uniform" {
        cause: "A uniform has a default, or two names share a register by mistake.",
        effect: "The constant holds until the application sets the uniform; libctru may set it again at each bind.",
        cure: "Nothing if the default is intended; otherwise use another register.",
        source: "3dbrew, SHBIN: constant table",
    }
    CONSTANT_BAND = "SHBIN-CONST-07" Info "a float constant has a bit pattern typical of encoder bugs" {
        cause: "picasso and others store values below 2^-62 and above 2^64 with a wrong exponent.",
        effect: "The hardware treats the value as zero or NaN; emulators and tools decode it differently.",
        cure: "Choose a value in range, or store zero or infinity.",
        source: "3dbrew, SHBIN: constant table",
    }
    LABEL_TWICE = "SHBIN-LABEL-01" Info "two labels have the same id" {
        cause: "nihstro gives every label the id 0.",
        effect: "None; no known runtime uses labels.",
        cure: "Number the labels.",
        source: "3dbrew, SHBIN: label table",
    }
    LABEL_NAME = "SHBIN-LABEL-02" Error "the name of a label is outside the symbols" {
        cause: "Symbols were removed without fixing the labels.",
        effect: "Tools that print labels read past the table.",
        cure: "Point the offset at a name.",
        source: "3dbrew, SHBIN: label table",
    }
    LABEL_POSITION = "SHBIN-LABEL-03" Error "a label starts past the code" {
        cause: "Code was removed without fixing the labels.",
        effect: "Runtimes ignore labels; disassemblers show it nowhere or fail.",
        cure: "Fix the position or drop the label.",
        source: "3dbrew, SHBIN: label table",
    }
    LABEL_SIZE = "SHBIN-LABEL-04" Warning "a label ends past the code" {
        cause: "Code was removed without fixing the labels.",
        effect: "Runtimes ignore labels; tools show a wrong extent.",
        cure: "Fix the size, or set 0xffffffff for none.",
        source: "3dbrew, SHBIN: label table",
    }
    OUTPUT_REGISTER = "SHBIN-OUT-01" Error "the output register does not exist" {
        cause: "The field was changed, or the table starts in the wrong place.",
        effect: "libctru writes its output map out of bounds or loses the entry.",
        cure: "Use o0 to o15.",
        affects: ["SHBIN-DVLE-15", "SHBIN-OUT-06"],
        source: "3dbrew, SHBIN: output register table",
    }
    OUTPUT_SEMANTIC = "SHBIN-OUT-02" Error "the semantic of an output is unknown" {
        cause: "The field was changed, or the file uses an undocumented value.",
        effect: "libctru maps it to nothing.",
        cure: "Use one of the known semantics.",
        source: "3dbrew, SHBIN: output register table",
    }
    OUTPUT_COMPONENTS = "SHBIN-OUT-03" Warning "an output has no components or too many" {
        cause: "The mask was changed.",
        effect: "libctru assigns component codes to the four low bits; an empty mask maps nothing.",
        cure: "Set bit 0 for x up to bit 3 for w.",
        source: "3dbrew, SHBIN: output register table",
    }
    OUTPUT_TWICE = "SHBIN-OUT-04" Warning "a component of an output is mapped twice" {
        cause: "Two outputs were placed in one register with masks that overlap.",
        effect: "In libctru the later entry wins.",
        cure: "Make the masks disjoint.",
        affects: ["SHBIN-DVLE-15"],
        source: "3dbrew, SHBIN: output register table",
    }
    OUTPUT_SLOT = "SHBIN-OUT-05" Warning "an output is beyond the slots of the rasteriser" {
        cause: "More than seven outputs, or a high register number.",
        effect: "The hardware maps seven registers; o7 and above reach the geometry unit only.",
        cure: "Use o0 to o6, or make the output generic for the geometry shader.",
        affects: ["SHBIN-DVLE-15", "SHBIN-OUT-06"],
        source: "3dbrew, SHBIN: output register table",
    }
    OUTPUT_HOLES = "SHBIN-OUT-06" Warning "the output registers have gaps" {
        cause: "Registers were chosen by hand, or a middle output was removed.",
        effect: "libctru maps by register number, the hardware by order of enabled outputs: values arrive in wrong places.",
        cure: "Number the outputs without holes.",
        affects: ["SHBIN-DVLE-15"],
        source: "3dbrew, SHBIN: output register table",
    }
    UNIFORM_REVERSED = "SHBIN-UNIF-01" Error "a uniform ends before it begins" {
        cause: "First and last register were swapped, or the table starts in the wrong place.",
        effect: "libctru uses the first register and never checks the last.",
        cure: "Swap the registers.",
        affects: ["SHBIN-UNIF-05"],
        source: "3dbrew, SHBIN: uniform table",
    }
    UNIFORM_REGISTER = "SHBIN-UNIF-02" Error "the register of a uniform does not exist" {
        cause: "The register was written in the operand numbering, or the field was changed.",
        effect: "libctru gives the application a location that leads nowhere or to another register.",
        cure: "Use v0 to v15 (0x00), c0 to c95 (0x10), i0 to i3 (0x70) or b0 to b15 (0x78).",
        affects: ["SHBIN-UNIF-05"],
        source: "3dbrew, SHBIN: uniform table",
    }
    UNIFORM_CLASS = "SHBIN-UNIF-03" Error "a uniform spans two classes of registers" {
        cause: "One of the registers was changed.",
        effect: "libctru takes the class of the first register; setting the whole array writes to wrong registers.",
        cure: "Use two registers of one class.",
        affects: ["SHBIN-UNIF-05", "SHBIN-CONST-06"],
        source: "3dbrew, SHBIN: uniform table",
    }
    UNIFORM_NAME = "SHBIN-UNIF-04" Error "the name of a uniform is outside the symbols" {
        cause: "Symbols were removed without fixing the uniforms.",
        effect: "libctru compares with bytes past the table.",
        cure: "Point the offset at a name.",
        source: "3dbrew, SHBIN: uniform table",
    }
    UNIFORM_OVERLAP = "SHBIN-UNIF-05" Warning "two uniforms share a register" {
        cause: "Registers were bound by hand; for inputs it is a common way to alias.",
        effect: "Setting one changes the other.",
        cure: "Give each uniform registers of its own, unless aliasing is intended.",
        source: "3dbrew, SHBIN: uniform table",
    }
    UNIFORM_TWICE = "SHBIN-UNIF-06" Warning "a uniform has no name of its own" {
        cause: "Two uniforms have one name, or a name is empty.",
        effect: "libctru finds the first of them; the others cannot be reached.",
        cure: "Give each a name.",
        source: "3dbrew, SHBIN: uniform table",
    }
    SYMBOLS_END = "SHBIN-SYM-01" Error "the symbol table does not end with a terminator" {
        cause: "The size is wrong, or the last byte was changed.",
        effect: "Looking up a name in libctru reads on past the table.",
        cure: "End the table with a zero byte.",
        affects: ["SHBIN-LABEL-02", "SHBIN-UNIF-04", "DVOJ-07", "DVOJ-11"],
        source: "3dbrew, SHBIN: symbol table",
    }
    SYMBOLS_TEXT = "SHBIN-SYM-02" Info "a name holds bytes that are not printable ASCII" {
        cause: "The source was written in another encoding, or the table starts in the wrong place.",
        effect: "libctru compares bytes, so the application must spell the name in the same encoding.",
        cure: "Nothing if the name is intended.",
        source: "3dbrew, SHBIN: symbol table",
    }
    CODE_OPCODE = "SHBIN-CODE-01" Warning "an instruction has an unknown opcode" {
        cause: "The code contains data, or the offset of the code is wrong.",
        effect: "The hardware's behaviour is unknown; emulators skip it or stop.",
        cure: "Replace the word.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_DESCRIPTOR = "SHBIN-CODE-02" Error "an instruction refers to a missing descriptor" {
        cause: "Descriptors were removed, or the index was not fixed when tables were joined.",
        effect: "The hardware takes whatever the slot held; nihstro reads past its heap.",
        cure: "Add the descriptor or fix the index.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_TARGET = "SHBIN-CODE-03" Error "a branch target is outside the code" {
        cause: "Code was removed or moved without fixing its branches.",
        effect: "The unit runs words that were never uploaded and usually hangs.",
        cure: "Fix the target.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_BACKWARDS = "SHBIN-CODE-04" Error "a block ends before it begins" {
        cause: "The target of an IF or LOOP was changed.",
        effect: "The unit never meets the end of the block; emulators behave differently.",
        cure: "Put the target after the instruction.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_DEPTH = "SHBIN-CODE-05" Warning "blocks or calls nest too deep" {
        cause: "A procedure calls itself, or the nesting passes 4 calls, 8 conditions or 4 loops.",
        effect: "The hardware stacks overflow: it returns to the wrong place or hangs.",
        cure: "Reduce the nesting, and avoid recursion.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_FALL = "SHBIN-CODE-06" Warning "execution runs past the last word" {
        cause: "The entry procedure lacks an END.",
        effect: "The hardware runs on into whatever the code memory holds; emulators stop at the last word.",
        cure: "End the entry procedure with END.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_MOVA = "SHBIN-CODE-07" Warning "one MOVA follows another" {
        cause: "Two address loads are adjacent.",
        effect: "The hardware freezes; emulators do not.",
        cure: "Put another instruction between them, or load both components at once.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_INPUTS = "SHBIN-CODE-08" Warning "one instruction reads two input registers" {
        cause: "The assembler did not check, or the word was written by hand.",
        effect: "The hardware reads one of them for both.",
        cure: "Copy one of the inputs to a temporary first.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_COMPARE = "SHBIN-CODE-09" Warning "a comparison has an undocumented operator" {
        cause: "Bits of the word were changed.",
        effect: "Operators 6 and 7 appear to be always true on the hardware; emulators differ.",
        cure: "Use eq, ne, lt, le, gt or ge.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_LOOP_REGISTER = "SHBIN-CODE-10" Warning "a loop uses an integer register above i3" {
        cause: "picasso accepts i4 to i7, which do not exist.",
        effect: "The hardware reads two bits of the number, so i4 means i0.",
        cure: "Use i0 to i3.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_BREAK = "SHBIN-CODE-11" Warning "a break is outside a loop or in a block inside it" {
        cause: "The source uses break in a place that the hardware does not handle.",
        effect: "Outside a loop the unit hangs; inside a condition or call the stacks keep stale entries.",
        cure: "Break directly in the body of the loop, with a condition if needed.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_EMIT = "SHBIN-CODE-12" Error "vertices are emitted in the wrong stage or order" {
        cause: "EMIT or SETEMIT is reached from a vertex entry, or a geometry entry never emits or does so before SETEMIT.",
        effect: "The vertex unit has no such instructions; a geometry shader without EMIT draws nothing.",
        cure: "Emit in geometry shaders only, each EMIT after a SETEMIT.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_COUNT = "SHBIN-CODE-13" Warning "a block is longer than 255 words" {
        cause: "picasso writes up to ten bits where the hardware reads eight.",
        effect: "The block ends too early.",
        cure: "Split the block or procedure.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_BLOCK_END = "SHBIN-CODE-14" Warning "a block ends with a flow instruction" {
        cause: "The padding NOP that assemblers put there is missing.",
        effect: "The hardware misses the end of the outer block.",
        cure: "Put a NOP at the end of the block.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_OUTPUT = "SHBIN-CODE-15" Warning "a mapped output component is not written exactly once on every path" {
        cause: "An output is left out on a path, or written twice.",
        effect: "The hardware may freeze or pass on an old value; emulators do not notice.",
        cure: "Collect the value in a temporary and write the output once, at the end.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_RESERVED = "SHBIN-CODE-16" Info "reserved bits are set" {
        cause: "aemstro and the console maker's tools set them.",
        effect: "None known; the hardware and libctru ignore them.",
        cure: "No action is needed; clear the bits to match picasso's output.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_INDEX = "SHBIN-CODE-17" Warning "an address register is used with a source that is not a uniform" {
        cause: "The source applies an index to an input or a temporary.",
        effect: "The hardware ignores the index.",
        cure: "Index float uniforms only.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_MASK = "SHBIN-CODE-18" Warning "an instruction writes no component" {
        cause: "nihstro writes an empty mask for mova.",
        effect: "The instruction does nothing.",
        cure: "Set the mask in the descriptor, or drop the instruction.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_JUMP = "SHBIN-CODE-19" Warning "a jump leads into or out of a block" {
        cause: "A jump crosses the border of an IF, LOOP or CALL body.",
        effect: "The hardware stacks keep entries that fire later in the wrong place.",
        cure: "Jump within one block.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CODE_LOOP_COUNT = "SHBIN-CODE-20" Info "the number of loop iterations is unknown" {
        cause: "Its integer register is neither a constant nor a uniform of the executable.",
        effect: "The register keeps what an earlier program left.",
        cure: "Set the register by a constant or declare it as a uniform.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    OBJECT_MAGIC = "DVOJ-01" Error "the file does not begin with DVOJ" {
        cause: "The magic of an unlinked object was changed.",
        effect: "No public tool reads objects; Glassbox refuses the file.",
        cure: "Fix the magic.",
        source: "3dbrew, SHBIN: DVOJ",
    }
    OBJECT_SHORT = "DVOJ-02" Error "the header of the object is cut off" {
        cause: "The file was cut off while it was copied or built.",
        effect: "Nothing can be read from it.",
        cure: "Get a complete copy of the file, or rebuild it.",
        affects: ["DVOJ-"],
        source: "3dbrew, SHBIN: DVOJ",
    }
    OBJECT_RANGE = "DVOJ-03" Error "a table of the object ends past the file" {
        cause: "Offset or count is wrong, or the file was cut off.",
        effect: "The table is left unread and the object cannot be linked.",
        cure: "Fix offset and count, or get a complete copy of the file.",
        affects: ["DVOJ-04", "DVOJ-05", "DVOJ-06", "DVOJ-07", "SHBIN-"],
        source: "3dbrew, SHBIN: DVOJ",
    }
    OBJECT_LINES = "DVOJ-04" Warning "the number of source lines differs from that of instructions" {
        cause: "Code was changed without fixing the lines.",
        effect: "Tools that show source lines show wrong ones.",
        cure: "Give the table one entry for each code word.",
        source: "3dbrew, SHBIN: DVOJ",
    }
    OBJECT_OPERANDS = "DVOJ-05" Warning "the number of operand records differs from that of instructions with arguments" {
        cause: "Code was changed without fixing the records.",
        effect: "Unknown; the table probably serves linking.",
        cure: "Give the table one entry for each instruction that takes arguments.",
        source: "3dbrew, SHBIN: DVOJ",
    }
    OBJECT_INSTRUCTION = "DVOJ-06" Warning "an operand record refers to no instruction or to one that has a record" {
        cause: "Code was changed without fixing the records.",
        effect: "Unknown; the table probably serves linking.",
        cure: "Make each record name an instruction of its own.",
        source: "3dbrew, SHBIN: DVOJ",
    }
    OBJECT_FILE_NAME = "DVOJ-07" Error "the file name of a source line is outside the symbols" {
        cause: "Symbols were removed without fixing the lines.",
        effect: "Tools that show source lines read past the table.",
        cure: "Point the offset at a name.",
        source: "3dbrew, SHBIN: DVOJ",
    }
    REFERENCES_RANGE = "DVOJ-08" Error "the reference section is incomplete" {
        cause: "Offset or count of one of its tables is wrong, or the file was cut off.",
        effect: "The object cannot be linked: its procedures and calls are not known.",
        cure: "Get a complete copy of the object, or reassemble its source.",
        affects: ["DVOJ-09", "DVOJ-10", "DVOJ-11", "DVOJ-12"],
        source: "docs/dvoj.md, reference section",
    }
    REFERENCES_WORD = "DVOJ-09" Error "a procedure of the reference section is outside the code" {
        cause: "Code was changed without fixing the section.",
        effect: "The linker would let calls lead to words of another object; it refuses the object.",
        cure: "Reassemble the source of the object, or fix start and size.",
        source: "docs/dvoj.md, reference section",
    }
    REFERENCES_CALL = "DVOJ-10" Error "an entry of the call table does not refer to an unresolved call" {
        cause: "Code was changed without fixing the section, or an entry was copied.",
        effect: "The linker would write a target into an instruction that has none; it refuses the object.",
        cure: "Make each entry name a CALL, CALLC or CALLU of its own whose NUM and DST are zero.",
        source: "docs/dvoj.md, reference section",
    }
    REFERENCES_NAME = "DVOJ-11" Error "a name of the reference section is outside the symbols" {
        cause: "Symbols were removed without fixing the section.",
        effect: "The procedure or call has no name, so the linker refuses the object.",
        cure: "Point the offset at a name.",
        source: "docs/dvoj.md, reference section",
    }
    REFERENCES_TWICE = "DVOJ-12" Error "an object exports a name twice, or an empty one" {
        cause: "Two procedures of one name were combined by hand.",
        effect: "A call could run either; the linker refuses the object.",
        cure: "Give each procedure a name of its own.",
        source: "docs/dvoj.md, reference section",
    }
    REFERENCES_VERSION = "DVOJ-13" Error "the version of the reference section is unknown" {
        cause: "The object was written by a newer Glassbox, or the field was changed.",
        effect: "The section is left unread and the object cannot be linked.",
        cure: "Use the Glassbox that wrote the object, or reassemble its source.",
        affects: ["DVOJ-09", "DVOJ-10", "DVOJ-11", "DVOJ-12"],
        source: "docs/dvoj.md, reference section",
    }
    LIMIT = "SHBIN-LIMIT-01" Error "a part of the file was not read or checked" {
        cause: "Executables or tables share their bytes so often that reading all of them would cost too much work.",
        effect: "Simple readers need time and memory out of proportion to the size of the file.",
        cure: "Give each table its own bytes.",
        affects: ["SHBIN-LIMIT-01"],
        source: "a limit of Glassbox",
    }
}
