//! The rules of the assembler: `PICA-ASM-nn`.
//!
//! Facts: PICA200 brief, sections 6, 8 and 9.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "picasso 2.7.1",
    examples: &EXAMPLES,

    LABEL = "PICA-ASM-01" Error "a label is not a valid name" {
        cause: "A colon ends a label anywhere in a line, and what precedes it must be a name: letters, digits except in front, \
                `_` and `$`, with no space before the colon.",
        cure: "Fix the name, or remove the colon. Comments go after `;`.",
    }
    DUPLICATE_LABEL = "PICA-ASM-02" Error "a label is defined twice" {
        cause: "Two places in one file have the same label. Labels of different files are separate.",
        effect: "A jump to the label could go to either place.",
        cure: "Rename one of them.",
    }
    UNKNOWN_COMMAND = "PICA-ASM-03" Error "an instruction or directive is unknown" {
        cause: "The first word of a statement is misspelt, belongs to another assembler, or has a dot missing or one too many: \
                directives begin with a dot, instructions do not.",
        cure: "Use the word that the message suggests. The language reference lists all of them.",
    }
    OUTSIDE_BLOCK = "PICA-ASM-04" Error "an instruction is outside any procedure" {
        cause: "Instructions belong to a procedure. The `.proc` is missing, or an `.end` above closes more than intended.",
        cure: "Put the instruction between `.proc name` and its `.end`. `end` without a dot is the instruction \
               that stops the shader.",
    }
    MISSING_OPERAND = "PICA-ASM-05" Error "an operand is missing" {
        cause: "The statement ends before all of its operands have been given, or a comma between two operands is missing.",
        cure: "Add what the message names. Operands of instructions are separated by commas.",
    }
    EXTRA_OPERAND = "PICA-ASM-06" Error "there are too many operands" {
        cause: "The statement continues past its last operand: an extra comma, or a comment without `;`.",
        cure: "Remove the extra operand.",
    }
    UNKNOWN_NAME = "PICA-ASM-07" Error "a name is not declared" {
        cause: "The operand is neither a register nor a name declared above in this file. Names are local to their file, valid \
                from their declaration on, and case-sensitive. picasso reads anything that begins like a register as that \
                register, whatever follows.",
        effect: "With picasso, a misspelt name that begins like a register silently becomes that register.",
        cure: "Declare the name before its use, or fix its spelling.",
    }
    REGISTER_NUMBER = "PICA-ASM-08" Error "the register number is out of range" {
        cause: "The number exceeds the registers of the class, or it begins with 0 and is read as octal.",
        effect: "No output is written for a register that does not exist; an octal number is used as is.",
        cure: "The registers are v0-v14, o0-o15 (o0-o6 in geometry shaders), r0-r15, c0-c95, i0-i3 and b0-b15.",
    }
    WRONG_REGISTER = "PICA-ASM-09" Error "a register of this kind is not allowed here" {
        cause: "Destinations are outputs and temporary registers. One source of an instruction, the wide one, can be a \
                uniform, the others cannot. Integer registers belong in `for`, bool registers in `ifu`, `callu` and `jmpu`. \
                Outputs cannot be read and inputs cannot be written: their numbers mean each other's registers there, which \
                picasso does not report.",
        effect: "The instruction would access another register: the same number in that field names an input where an output \
                 was meant, or the reverse.",
        cure: "Copy the value to a temporary register first, or swap the sources.",
    }
    INDEX_REGISTER = "PICA-ASM-10" Error "an index register is not allowed here" {
        cause: "Only the wide source of an instruction is indexed, and only when it is a float uniform. An index \
                is `a0.x`, `a0.y` or `aL`.",
        effect: "The hardware would ignore the index and read the unindexed register.",
        cure: "Index the uniform in the wide slot, or copy the indexed value to a temporary register first.",
    }
    OFFSET = "PICA-ASM-11" Error "the brackets contain no index" {
        cause: "Brackets hold a number, an index register, or an index register, `+` and a number. picasso treats everything else as 0: `c5[a0.x-1]` is plain c5.",
        effect: "picasso would drop the index, and the shader would read the unindexed uniform.",
        cure: "For a negative offset name a lower register: `c4[a0.x]` for `c5` with -1.",
    }
    SWIZZLE = "PICA-ASM-12" Error "a selector is wrong" {
        cause: "A selector has one to four letters of `xyzw`, `rgba` or `stpq`.",
        cure: "Fix the letters after the dot.",
    }
    TWO_INPUTS = "PICA-ASM-13" Error "an instruction reads two input registers" {
        cause: "The hardware reads one input register at a time.",
        effect: "The hardware would read one register for both operands. picasso allows it in `cmp`, where the result on \
                 hardware is unreliable.",
        cure: "Copy one of them to a temporary register first.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CONDITION = "PICA-ASM-14" Error "a condition is wrong" {
        cause: "A condition is `cmp.x`, `cmp.y` or both joined by `&&` or `||`, each with or without `!`. Bool \
                uniforms are conditions of `ifu`, `callu` and `jmpu`, and only `jmpu` takes a `!`.",
        cure: "Fix the condition. For the opposite of `ifu` use its `.else` part.",
    }
    COMPARISON = "PICA-ASM-15" Error "a comparison is unknown" {
        cause: "`cmp` takes one of eq, ne, lt, le, gt and ge for x and one for y.",
        cure: "Write the comparison as a word, once for each of the two components.",
    }
    IDENTIFIER = "PICA-ASM-16" Error "a name is invalid" {
        cause: "Names consist of letters, digits except in front, `_` and `$`, and an alias must not look like a register.",
        effect: "No output is written. Where picasso does not check the name, this is a warning.",
        cure: "Choose another name.",
    }
    DUPLICATE_NAME = "PICA-ASM-17" Error "a name is declared twice" {
        cause: "Aliases, uniforms, constants, inputs and outputs of a file share one namespace.",
        effect: "An operand of that name could mean either declaration.",
        cure: "Rename one of them.",
    }
    UNDEFINED_LABEL = "PICA-ASM-18" Error "a label is not defined" {
        cause: "A jump targets a label that its file does not set. Labels of other files cannot be reached.",
        cure: "Set the label, fix its name, or make the code a procedure and call it.",
    }
    UNDEFINED_PROCEDURE = "PICA-ASM-19" Error "a procedure is not defined" {
        cause: "A call names a procedure that no file of the program defines.",
        effect: "The call would run whatever is at the start of the code.",
        cure: "Define it, fix its name, or give the file that defines it to the assembler as well. With -c the \
               linker may find it.",
    }
    UNDEFINED_ENTRY = "PICA-ASM-20" Error "the entry procedure is not defined" {
        cause: "Each file makes an executable, which begins at `main` or at the procedure that `.entry` names.",
        effect: "The executable would have no place to start.",
        cure: "Define it, name another one with `.entry`, or write `.nodvle` in a file that only holds procedures \
               for others.",
    }
    DUPLICATE_PROCEDURE = "PICA-ASM-21" Error "a procedure is defined twice" {
        cause: "Procedures are global to all files of a program, so two with the same name cannot be distinguished.",
        effect: "A call could run either procedure.",
        cure: "Rename one of them.",
    }
    UNMATCHED = "PICA-ASM-22" Error "`.else` or `.end` has no matching block" {
        cause: "No block is open, the innermost one is not a condition, or it already has its `.else`.",
        cure: "Compare the blocks above: each `.proc`, `for`, `ifc`, `ifu` and `.constfa` list has one `.end`.",
    }
    UNCLOSED = "PICA-ASM-23" Error "a block is not closed" {
        cause: "The file ends while the block is open.",
        cure: "Close it with `.end`. `end` without a dot is the instruction that stops the shader.",
    }
    NESTING = "PICA-ASM-24" Error "blocks nest too deep" {
        cause: "More than 32 blocks of the source are open at once.",
        cure: "Move the inner blocks to a procedure.",
    }
    NO_REGISTER = "PICA-ASM-25" Error "no register is left" {
        cause: "Uniforms are allocated from the bottom up, constants of each file from the top down; inputs and outputs have \
                16 registers each. A uniform cannot share a register with a constant of any earlier file.",
        effect: "Two values would share a register, and setting one would overwrite the other.",
        cure: "Declare smaller arrays, remove what is unused, or pack several values into one register.",
    }
    UNIFORM_DIFFERS = "PICA-ASM-26" Error "a uniform is declared differently in two files" {
        cause: "The files of a program share their uniforms by name, so class and size must agree.",
        effect: "The application would set the registers of one declaration, and code of the other file would read stale \
                 values.",
        cure: "Declare it identically, or rename one of them.",
    }
    TABLE_FULL = "PICA-ASM-27" Error "a table of the file is full" {
        cause: "An executable has at most 96 uniforms and inputs and 96 constants, a program 96 uniforms.",
        cure: "Join uniforms to arrays, or begin names that need no entry with `_`.",
    }
    CONSTANT = "PICA-ASM-28" Error "a constant has a syntax error" {
        cause: "A constant is four numbers in parentheses, separated by commas.",
        cure: "Write it as `.constf name(x, y, z, w)`.",
    }
    ARRAY = "PICA-ASM-29" Error "an array of constants has a syntax error" {
        cause: "An array is opened by `.constfa name[size]`, with an empty size to count the elements; each \
                element is a `.constfa (x, y, z, w)`; `.end` closes it. Arrays do not nest.",
        cure: "Fix the line that the message shows.",
    }
    NUMBER = "PICA-ASM-30" Error "a number is wrong" {
        cause: "The number is missing, out of range, or followed by something that is not part of it. There are no \
                expressions: of `1.0/128.0` only the 1.0 is read.",
        effect: "A number out of range stops the output. If something follows a number, the leading digits are used, as \
                 picasso does, and the finding is a warning.",
        cure: "Write the value itself.",
    }
    OUTPUT_TYPE = "PICA-ASM-31" Error "a type of output is unknown" {
        cause: "The types are position, normalquat, color, texcoord0, texcoord0w, texcoord1, texcoord2, view and \
                dummy.",
        cure: "Use one of them; the components go after a dot on the type, or on the register when there is one.",
    }
    OUTPUT_REGISTER = "PICA-ASM-32" Error "an output register cannot be used in this way" {
        cause: "Two outputs occupy the same component, or o7 to o15, which carry nothing, are assigned a semantic. picasso \
                tracks them in 32 bits, so o8 collides with o0.",
        effect: "One output would overwrite the other, or its value would never reach the rasteriser.",
        cure: "Leave the register out to get a free one, or name other components.",
    }
    GEOMETRY = "PICA-ASM-33" Error "`.gsh` is wrong" {
        cause: "`.gsh` with a mode decides where uniforms are placed, so it appears once and before every declaration. The \
                modes are point, variable (with a number of vertices) and fixed (with a first register and a number).",
        effect: "Uniforms declared earlier would overlap the registers in which the unit stores its vertices.",
        cure: "Make it the first statement of the file.",
    }
    BOOL_VALUE = "PICA-ASM-34" Error "a bool value is unknown" {
        cause: "`.setb` takes true, on, 1, false, off or 0.",
        cure: "Use one of them.",
    }
    DESCRIPTORS = "PICA-ASM-35" Error "there are too many operand descriptors" {
        cause: "The write mask, selectors and signs of an instruction are an entry in a table of 128 descriptors that the \
                whole program shares. `mad` can use only the first 32.",
        effect: "The index would not fit its field, and the instruction would use the masks and selectors of another.",
        cure: "Reuse masks and selectors, or replace some `mad` by `mul` and `add`.",
    }
    CODE_SIZE = "PICA-ASM-36" Error "the program is too long" {
        cause: "The vertex unit holds 512 words, the geometry unit 4096. picasso counts before each instruction and lets the \
                513th word through.",
        effect: "The words past the limit do not exist on the hardware, and the shader hangs.",
        cure: "Move repeated code to procedures or loops, and list geometry files after vertex files.",
    }
    NO_EXECUTABLE = "PICA-ASM-37" Error "no file contains an executable" {
        cause: "Every file is empty, has only aliases, or contains `.nodvle`.",
        effect: "The file would have no executable, and libctru would read past its allocation when one is used.",
        cure: "Give the assembler at least one file with a procedure, and leave `.nodvle` out there.",
    }
    PART_SIZE = "PICA-ASM-38" Error "a procedure or else part is too long" {
        cause: "A call and the else part of a condition store their length in 8 bits, so 255 words is the most. picasso lets a \
                longer count spill into the neighbouring bits.",
        effect: "The hardware reads 8 bits of the length and would end the part too early.",
        cure: "Split it into procedures called one after the other.",
    }
    PADDING = "PICA-ASM-39" Warning "a block needs a NOP at its end" {
        cause: "With automatic NOPs turned off (--no-nop), a block ends in a jump, a call, the end of another block, or is \
                empty. The hardware compares addresses after each instruction, and these hide the end of the block.",
        effect: "The hardware misses the end of the block, and the shader runs on into the code after it.",
        cure: "Write `nop` before the `.end` or `.else`, or leave out --no-nop.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    IGNORED_TEXT = "PICA-ASM-40" Warning "a part of the text is ignored" {
        cause: "Something follows a bracket or parenthesis where nothing is expected. picasso ignores it.",
        effect: "The text has no effect.",
        cure: "Remove it, or put it after `;`.",
    }
    MASK_ORDER = "PICA-ASM-41" Warning "the letters of a write mask are out of order" {
        cause: "A destination names a set of components. Their order does not swizzle anything.",
        effect: "The mask is the same as with the letters in the order xyzw.",
        cure: "Write the letters in order, and swizzle the sources instead.",
    }
    MASK_SIGN = "PICA-ASM-42" Warning "a destination has a sign" {
        cause: "A `-` before a destination is ignored.",
        effect: "The sign has no effect.",
        cure: "Negate a source.",
    }
    OFFSET_OUTSIDE = "PICA-ASM-43" Warning "an offset is out of range" {
        cause: "The offset is not below the size of the array, or leaves the class of registers: `v14[3]` is r1.",
        effect: "The instruction accesses the register at that offset. Outside the class it is an error.",
        cure: "Use a smaller offset, or declare the array as large as it is used.",
    }
    RAW_REGISTER = "PICA-ASM-44" Warning "a register is written with a capital letter" {
        cause: "A capital letter gives the raw number of the encoding regardless of the class: `R8` is v8 or o8, `C5` is v5.",
        effect: "The instruction uses another register than the letter suggests.",
        cure: "Write the letter in lower case. `V15` and `O8` denote the registers that they name and are not \
               reported.",
    }
    EMIT_FLAG = "PICA-ASM-45" Error "a flag of `setemit` is unknown" {
        cause: "The flags are `prim` and `inv`, separated by spaces. picasso prints an error for any other and goes on.",
        cure: "Fix the flag.",
    }
    UNUSED = "PICA-ASM-46" Info "a name is never used" {
        cause: "The name is declared, but no statement of the file uses it.",
        effect: "A uniform or input still takes a register; an input must still be fed.",
        cure: "Remove the declaration, or ignore this if several files share their declarations.",
    }
    READ_BEFORE_WRITE = "PICA-ASM-47" Warning "a register is read before it is written" {
        cause: "No path from the entry writes the components of the temporary or address register, or the compare flags, that \
                the instruction reads, and the value reaches an output or decides what runs. Components that a later \
                instruction discards are not reported.",
        effect: "The value is whatever an earlier shader run left there.",
        cure: "Write the register first, or read the intended one.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    UNREACHABLE = "PICA-ASM-48" Warning "code never runs" {
        cause: "No entry of the program reaches the instruction.",
        effect: "It takes space in the 512 words of the vertex unit.",
        cure: "Remove it, or call the procedure that it belongs to.",
    }
    OUTPUT_WRITES = "PICA-ASM-49" Warning "an output is not written exactly once" {
        cause: "Every declared component of an output must be written exactly once per run. Some path of the program leaves \
                one out or writes it twice.",
        effect: "Hardware freezes when a run leaves out an enabled output component or writes it twice.",
        cure: "Write each declared component on every path, and declare only the components that are written.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    DEPTH = "PICA-ASM-50" Warning "calls, conditions or loops nest too deep" {
        cause: "The hardware stacks hold 4 calls, 8 conditions and 4 loops. Beyond that the oldest entry is lost.",
        effect: "The program returns to the wrong place or hangs.",
        cure: "Reduce the nesting, or combine conditions.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    ADJACENT_MOVA = "PICA-ASM-51" Warning "two `mova` follow each other" {
        cause: "Two `mova` occupy adjacent words.",
        effect: "The graphics unit freezes; emulators do not.",
        cure: "Put another instruction, or `nop`, between them, or write both address registers at once: `mova \
               a0.xy, r0.xy`.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    BREAK_PLACE = "PICA-ASM-52" Warning "a `break` is not allowed here" {
        cause: "A `break` or `breakc` leaves a loop. Outside a loop it hangs the hardware; inside a condition or call within \
                the loop it leaves that entry on its stack.",
        effect: "The program hangs, or continues at the wrong place later.",
        cure: "Use `breakc` directly in the body of the loop.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    RUNS_PAST_END = "PICA-ASM-53" Warning "execution runs past the end of the code" {
        cause: "A path from the entry reaches the last word without `end`.",
        effect: "The hardware runs on into whatever the code memory holds, and the console hangs.",
        cure: "End the entry procedure with `end`.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    GEOMETRY_CODE = "PICA-ASM-54" Warning "geometry instructions do not match the shader" {
        cause: "`emit` and `setemit` belong to geometry shaders, which need both: `setemit` chooses a vertex slot, `emit` \
                fills it.",
        effect: "A vertex shader cannot run them. A geometry shader without `emit` draws nothing.",
        cure: "Declare the file as a geometry shader with `.gsh`, or add the missing instruction.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    CROSSING_JUMP = "PICA-ASM-55" Warning "a jump crosses the border of a block" {
        cause: "The hardware keeps the ends of conditions, loops and calls on stacks. A jump into or out of one leaves an \
                entry on them, or lacks one.",
        effect: "The stale entry fires later and ends a block that is not running.",
        cure: "Jump within the block, or use `ifc`, `.else` and `breakc`.",
        source: "3dbrew, GPU/Shader Instruction Set",
    }
    FLOAT24 = "PICA-ASM-56" Warning "a constant changes its value" {
        cause: "Registers have 24 bits: 7 of exponent and 16 of fraction. In two ranges of values picasso's conversion gives a \
                NaN or a wrong small number.",
        effect: "The shader computes with the value that the message names.",
        cure: "Use a value between 2^-62 and 2^64 in magnitude.",
    }
    LOOP_REGISTER = "PICA-ASM-57" Warning "a loop counts with an unusual register" {
        cause: "`for` names i4 to i7, which do not exist in hardware, or a register that is neither a constant nor a declared \
                uniform.",
        effect: "The loop count is whatever an earlier program left in the register; for i4 to i7 the hardware uses i0 to i3.",
        cure: "Use an integer register that is declared by `.ivec` or `.consti`.",
    }
    TEXT = "PICA-ASM-58" Error "a source is not plain text" {
        cause: "It begins with a byte-order mark, or holds a NUL byte.",
        cure: "Save it as UTF-8 without a byte-order mark.",
    }
    IGNORED_INDEX = "PICA-ASM-59" Warning "an index has no effect" {
        cause: "The index is applied to a register that is not a uniform, reached through an alias.",
        effect: "The hardware ignores the index and reads the unindexed register.",
        cure: "Remove the index, or make the alias refer to a uniform.",
    }
    EXTENSION = "PICA-ASM-60" Error "a directive is an extension" {
        cause: "With --compat picasso only the directives of picasso are known.",
        cure: "Leave out --compat picasso.",
        source: "docs/pica/language.md",
    }
    UNDECLARED_INPUT = "PICA-ASM-61" Info "an input is read that is not declared" {
        cause: "The file declares inputs with `.in`, but reads another input register by its number.",
        effect: "The input has no name in the file and is missing from the mask of inputs in use, so a runtime that trusts the \
                 mask feeds too few attributes.",
        cure: "Declare it with `.in name v1`.",
    }
    LINE_MARKER = "PICA-ASM-62" Warning "a line that begins with `#` is not a line marker" {
        cause: "There is no preprocessor. A `#` at the start of a line is for line markers, a number and a file name, left by \
                a preprocessor. picasso treats every such line as one and uses it to name the file.",
        effect: "The line has no effect.",
        cure: "Run a preprocessor first, declare register names with `.alias`, or begin a comment with `;`.",
    }
    NIHSTRO = "PICA-ASM-80" Error "a statement in nihstro's dialect is wrong" {
        cause: "The line does not follow the dialect: `.alias` takes one or two registers and optionally `as` and a type, \
                calls need `until`, jumps need `if`. `.include` is not imported.",
        cure: "Fix the line as stated in the message.",
        source: "nihstro f4d8659; nihcode 0.1 grammar",
    }
    NIHSTRO_COMPONENTS = "PICA-ASM-81" Error "the numbers of components differ" {
        cause: "In nihstro's dialect every source has as many components as the destination; dot products, `mova` and `cmp` \
                have counts of their own.",
        effect: "The destination would get components that the source does not name.",
        cure: "Select components after a dot, one for each that is written.",
        source: "nihstro f4d8659; nihcode 0.1 grammar",
    }
    EXACT = "PICA-ASM-70" Error "an extension directive has a syntax error" {
        cause: "The directives that record a file exactly take numbers, words and strings in a fixed order, and whatever they \
                refer to must appear above them.",
        cure: "Follow the form in the message, or let `disasm --exact` write the directive and edit that.",
        source: "docs/pica/disassembly.md",
    }
    PINNED_DESCRIPTOR = "PICA-ASM-71" Error "an instruction contradicts its descriptor" {
        cause: "A number in braces names the descriptor of an instruction, and a bit that the instruction uses differs in it: \
                a component of the destination, a selector or a sign.",
        effect: "The instruction would read or write other components than its text states.",
        cure: "Fix the operands or the `.descriptor` line, or leave the number out: a matching descriptor is then found or \
               made.",
        source: "docs/pica/disassembly.md",
    }
}
