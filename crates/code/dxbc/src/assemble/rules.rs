//! Lists the rules of the assembler, `DXBC-ASM-nn`.

use glassbox_core::diagnostic::Examples;

/// Programs that break each rule and that keep it, from the test cases.
static EXAMPLES: Examples = Examples::new(include_str!("../examples.txt"));

glassbox_core::rules! {
    source: "Microsoft, tokenized program format of Direct3D 11 and 12",
    examples: &EXAMPLES,

    VERSION = "DXBC-ASM-01" Error "a program does not begin with its version" {
        cause: "The first line that is not a comment names the profile, such as `ps_5_0`: a stage, then the shader model, 4.0 \
                to 5.1. It is missing or of another model.",
        cure: "Write the profile first. In exact text `.program` may state any version word.",
    }
    MNEMONIC = "DXBC-ASM-02" Error "an instruction is unknown" {
        cause: "The word at the start of a line is neither an instruction or declaration of shader model 4 or 5, nor a \
                directive.",
        cure: "Use the word that the message suggests; capitals count, as in `dcl_globalFlags`.",
    }
    SUFFIX = "DXBC-ASM-03" Error "a suffix of an instruction's name is wrong" {
        cause: "The instruction does not take the suffix, or lacks one that it needs: tests end with `_z` or `_nz`, \
                `_aoffimmi` wants its offsets and `_indexable` the shape of the resource in parentheses.",
        cure: "Change the ending as stated in the message.",
    }
    OPERANDS = "DXBC-ASM-04" Error "the number of operands is wrong" {
        cause: "Each instruction has a fixed number of operands, with commas between them.",
        cure: "Add or remove operands as stated in the message.",
    }
    REGISTER = "DXBC-ASM-05" Error "an operand is neither a register nor a number" {
        cause: "Operands are registers, `l(...)` for 32-bit numbers, `d(...)` for doubles, or `#(...)` for raw words.",
        cure: "Use the name that the message suggests; plain numbers need `l(...)` around them.",
    }
    COMPONENTS = "DXBC-ASM-06" Error "the components of an operand are wrong" {
        cause: "After the dot come letters of xyzw: in order and each at most once for a destination, one to four in any order \
                for a source.",
        cure: "Fix the letters.",
    }
    INDEX = "DXBC-ASM-07" Error "an index of a register is wrong" {
        cause: "Indices are numbers or a register with one component and a number that is added, in brackets; a register \
                has three at most, and they nest four deep.",
        cure: "Write indices like `cb0[3]`, `x0[r1.x + 2]` or `v[1][0]`.",
    }
    NUMBER = "DXBC-ASM-08" Error "a number is malformed or does not fit" {
        cause: "Integers have digits, or 0x and hexadecimal ones, and fit into 32 bits or into the field they fill; floats \
                have a point or an exponent.",
        effect: "The value would be truncated to its field, and the shader would compute with another one.",
        cure: "Fix the number.",
    }
    WORD = "DXBC-ASM-09" Error "a word is not allowed here" {
        cause: "Declarations take words out of fixed lists: shapes, types, interpolations, system values, flags.",
        cure: "Use the word that the message suggests.",
    }
    PUNCTUATION = "DXBC-ASM-10" Error "a comma, bracket or other mark is missing, or the line continues" {
        cause: "The line does not have the shape of its instruction.",
        cure: "Put the mark that the message names; each instruction has its own line, and comments follow `//`.",
    }
    LENGTH = "DXBC-ASM-11" Error "an instruction is too long" {
        cause: "The length of an instruction is stored in seven bits, so it can have 127 words at most.",
        effect: "The length would wrap around, and readers would lose their place in the token stream.",
        cure: "Shorten it: operands with three indices that are all relative take the most words.",
    }
    SECOND = "DXBC-ASM-12" Error "there is a second program" {
        cause: "The text of a library lists its functions one after another, each with a version; a part of a container \
                holds one program.",
        effect: "The runtime would stop at the end of the first and ignore the rest.",
        cure: "Keep one of the programs and assemble the others by themselves.",
    }
    MODEL = "DXBC-ASM-13" Error "registers are bound as in another shader model" {
        cause: "In shader model 5.1 what is bound is declared with a range and a space, `T0[3:7], space=0`; before that with \
                its register alone.",
        effect: "The runtime would read the indices of the operand as another register.",
        cure: "Declare it as the model of the first line demands, or change the model.",
    }
    CUT = "DXBC-ASM-14" Warning "a listing has rounded its floats" {
        cause: "Listings of the legacy compiler print six digits after the point. Many floats near zero share the same six \
                digits.",
        effect: "The program uses the floats as printed. The original may have had others, such as 1/3 or 1e-8, so results can \
                 differ.",
        cure: "Assemble what `glassbox disasm --exact` prints, or a listing made with `--floats exact`.",
        source: "measured: FXC listings",
    }
}
