//! The rules of the assembler: `PICA-ASM-nn`.
//!
//! Facts: PICA200 brief, sections 6, 8 and 9.

glassbox_core::rules! {
    LABEL = "PICA-ASM-01" Error "a label is no name" {
        cause: "A colon ends a label wherever it stands in a line, and what is before it must be a name: letters, \
                digits except in front, `_` and `$`, with no space before the colon.",
        effect: "Nothing is written.",
        cure: "Fix the name, or remove the colon. Text for people goes behind `;`.",
    }
    DUPLICATE_LABEL = "PICA-ASM-02" Error "a label is set twice" {
        cause: "Two places of one file have the same label. Labels of different files do not meet.",
        effect: "Nothing is written.",
        cure: "Rename one of them.",
    }
    UNKNOWN_COMMAND = "PICA-ASM-03" Error "an instruction or directive is unknown" {
        cause: "The first word of a statement is misspelt, belongs to another assembler, or lacks or has a dot \
                too much: directives begin with one, instructions do not.",
        effect: "Nothing is written.",
        cure: "Use the word that the message suggests. The language reference lists all of them.",
    }
    OUTSIDE_BLOCK = "PICA-ASM-04" Error "an instruction stands outside of any procedure" {
        cause: "Instructions belong to a procedure. The `.proc` is missing, or an `.end` above closes more than \
                was meant.",
        effect: "Nothing is written.",
        cure: "Put the instruction between `.proc name` and its `.end`. `end` without a dot is the instruction \
               that stops the shader.",
    }
    MISSING_OPERAND = "PICA-ASM-05" Error "an operand is missing" {
        cause: "The statement ends before everything it needs has been said, or a comma between two operands is missing.",
        effect: "Nothing is written.",
        cure: "Add what the message names. Operands of instructions are separated by commas.",
    }
    EXTRA_OPERAND = "PICA-ASM-06" Error "there is an operand too much" {
        cause: "The statement goes on behind its last operand: a comma too much, or a comment without `;`.",
        effect: "Nothing is written.",
        cure: "Remove what is too much.",
    }
    UNKNOWN_NAME = "PICA-ASM-07" Error "a name is not declared" {
        cause: "The operand is neither a register nor a name that the file declares above. Names are known in \
                their own file only, from their declaration on, and capitals count. picasso reads what begins \
                like a register as that register, whatever follows.",
        effect: "Nothing is written.",
        cure: "Declare the name before its use, or fix its spelling.",
    }
    REGISTER_NUMBER = "PICA-ASM-08" Error "there is no register of that number" {
        cause: "The number goes beyond the registers of the class, or it begins with 0 and is read as octal.",
        effect: "Nothing is written; an octal number is taken as it is.",
        cure: "The registers are v0-v14, o0-o15 (o0-o6 in geometry shaders), r0-r15, c0-c95, i0-i3 and b0-b15.",
    }
    WRONG_REGISTER = "PICA-ASM-09" Error "a register of this kind cannot stand here" {
        cause: "Destinations are outputs and temporary registers. One source of an instruction, the wide one, can \
                be a uniform, the others cannot. Integer registers stand in `for`, bool registers in `ifu`, \
                `callu` and `jmpu`. Outputs cannot be read and inputs not written: their numbers mean each \
                other's registers there, which picasso does not say.",
        effect: "Nothing is written.",
        cure: "Copy the value to a temporary register first, or exchange the sources.",
    }
    INDEX_REGISTER = "PICA-ASM-10" Error "an index register stands where none can" {
        cause: "Only the wide source of an instruction is indexed, and only when it is a float uniform. An index \
                is `a0.x`, `a0.y` or `aL`.",
        effect: "Nothing is written.",
        cure: "Index the uniform in the wide slot, or copy the indexed value to a temporary register first.",
    }
    OFFSET = "PICA-ASM-11" Error "brackets hold no index" {
        cause: "Between brackets stands a number, an index register, or an index register, `+` and a number. \
                picasso takes everything else for 0: `c5[a0.x-1]` is plain c5.",
        effect: "Nothing is written.",
        cure: "For a negative offset name a lower register: `c4[a0.x]` for `c5` with -1.",
    }
    SWIZZLE = "PICA-ASM-12" Error "a selector is wrong" {
        cause: "A selector has one to four letters of `xyzw`, `rgba` or `stpq`.",
        effect: "Nothing is written.",
        cure: "Fix the letters behind the dot.",
    }
    TWO_INPUTS = "PICA-ASM-13" Error "an instruction reads two input registers" {
        cause: "The hardware reads one input register at a time.",
        effect: "Nothing is written. In `cmp`, where picasso allows it, the result on hardware is not reliable.",
        cure: "Copy one of them to a temporary register first.",
    }
    CONDITION = "PICA-ASM-14" Error "a condition is wrong" {
        cause: "A condition is `cmp.x`, `cmp.y` or both joined by `&&` or `||`, each with or without `!`. Bool \
                uniforms are conditions of `ifu`, `callu` and `jmpu`, and only `jmpu` takes a `!`.",
        effect: "Nothing is written.",
        cure: "Fix the condition. For the opposite of `ifu` use its `.else` part.",
    }
    COMPARISON = "PICA-ASM-15" Error "a comparison is unknown" {
        cause: "`cmp` takes one of eq, ne, lt, le, gt and ge for x and one for y.",
        effect: "Nothing is written.",
        cure: "Write the comparison as a word, once for each of the two components.",
    }
    IDENTIFIER = "PICA-ASM-16" Error "this cannot be a name" {
        cause: "Names are made of letters, digits except in front, `_` and `$`, and an alias must not look like a \
                register.",
        effect: "Nothing is written; where picasso does not look at the name, it is a warning.",
        cure: "Choose another name.",
    }
    DUPLICATE_NAME = "PICA-ASM-17" Error "a name is declared twice" {
        cause: "Aliases, uniforms, constants, inputs and outputs of a file share their names.",
        effect: "Nothing is written.",
        cure: "Rename one of them.",
    }
    UNDEFINED_LABEL = "PICA-ASM-18" Error "a label is not set" {
        cause: "A jump goes to a label that its file does not set. Labels of other files cannot be reached.",
        effect: "Nothing is written.",
        cure: "Set the label, fix its name, or make the code a procedure and call it.",
    }
    UNDEFINED_PROCEDURE = "PICA-ASM-19" Error "a procedure is not defined" {
        cause: "A call names a procedure that no file of the program defines.",
        effect: "Nothing is written.",
        cure: "Define it, fix its name, or give the file that defines it to the assembler as well. With -c the \
               linker may find it.",
    }
    UNDEFINED_ENTRY = "PICA-ASM-20" Error "the entry procedure is not defined" {
        cause: "Each file makes an executable, which begins at `main` or at the procedure that `.entry` names.",
        effect: "Nothing is written.",
        cure: "Define it, name another one with `.entry`, or write `.nodvle` in a file that only holds procedures \
               for others.",
    }
    DUPLICATE_PROCEDURE = "PICA-ASM-21" Error "a procedure is defined twice" {
        cause: "Procedures are known in all files of a program, so two of one name cannot be told apart.",
        effect: "Nothing is written.",
        cure: "Rename one of them.",
    }
    UNMATCHED = "PICA-ASM-22" Error "`.else` or `.end` belongs to nothing" {
        cause: "There is no open block, the innermost one is no condition, or it has its `.else` already.",
        effect: "Nothing is written.",
        cure: "Compare the blocks above: each `.proc`, `for`, `ifc`, `ifu` and `.constfa` list has one `.end`.",
    }
    UNCLOSED = "PICA-ASM-23" Error "a block is not closed" {
        cause: "The file ends while the block is open.",
        effect: "Nothing is written.",
        cure: "Close it with `.end`. `end` without a dot is the instruction that stops the shader.",
    }
    NESTING = "PICA-ASM-24" Error "blocks nest too deep" {
        cause: "More than 32 blocks of the source are open at once.",
        effect: "Nothing is written.",
        cure: "Move the inner blocks to a procedure.",
    }
    NO_REGISTER = "PICA-ASM-25" Error "no register is left" {
        cause: "Uniforms take registers from the bottom up, constants of each file from the top down; inputs and \
                outputs have 16 registers each. A uniform cannot lie where a constant of any earlier file lies.",
        effect: "Nothing is written.",
        cure: "Declare smaller arrays, remove what is not used, or pack several values into one register.",
    }
    UNIFORM_DIFFERS = "PICA-ASM-26" Error "a uniform is declared differently in two files" {
        cause: "The files of a program share their uniforms by name, so class and size must agree.",
        effect: "Nothing is written.",
        cure: "Declare it alike, or rename one of them.",
    }
    TABLE_FULL = "PICA-ASM-27" Error "a table of the file is full" {
        cause: "An executable has at most 96 uniforms and inputs and 96 constants, a program 96 uniforms.",
        effect: "Nothing is written.",
        cure: "Join uniforms to arrays, or begin names that need no entry with `_`.",
    }
    CONSTANT = "PICA-ASM-28" Error "a constant is written wrong" {
        cause: "A constant is four numbers in parentheses, separated by commas.",
        effect: "Nothing is written.",
        cure: "Write it as `.constf name(x, y, z, w)`.",
    }
    ARRAY = "PICA-ASM-29" Error "an array of constants is written wrong" {
        cause: "An array is opened by `.constfa name[size]`, with an empty size to count the elements; each \
                element is a `.constfa (x, y, z, w)`; `.end` closes it. Arrays do not nest.",
        effect: "Nothing is written.",
        cure: "Fix the line that the message shows.",
    }
    NUMBER = "PICA-ASM-30" Error "a number is wrong" {
        cause: "The number is missing, out of range, or goes on with something that is no part of it. There are \
                no expressions: of `1.0/128.0` only the 1.0 is read.",
        effect: "A number out of range stops the output. Of a number with something behind it the beginning is \
                 taken, as picasso does it, and that is a warning.",
        cure: "Write the value itself.",
    }
    OUTPUT_TYPE = "PICA-ASM-31" Error "a type of output is unknown" {
        cause: "The types are position, normalquat, color, texcoord0, texcoord0w, texcoord1, texcoord2, view and \
                dummy.",
        effect: "Nothing is written.",
        cure: "Use one of them; the components stand behind a dot at the type, or at the register when there is \
               one.",
    }
    OUTPUT_REGISTER = "PICA-ASM-32" Error "an output register cannot be used like this" {
        cause: "Two outputs lie on the same component, or o7 to o15, which carry nothing, are to carry something. \
                picasso keeps its account in 32 bits, so that o8 lies on o0.",
        effect: "Nothing is written.",
        cure: "Leave the register out to take a free one, or name other components.",
    }
    GEOMETRY = "PICA-ASM-33" Error "`.gsh` is wrong" {
        cause: "`.gsh` with a mode chooses where uniforms lie, so it stands once and before every declaration. \
                The modes are point, variable (with a number of vertices) and fixed (with a first register and a \
                number).",
        effect: "Nothing is written.",
        cure: "Make it the first statement of the file.",
    }
    BOOL_VALUE = "PICA-ASM-34" Error "a bool value is unknown" {
        cause: "`.setb` takes true, on, 1, false, off or 0.",
        effect: "Nothing is written.",
        cure: "Use one of them.",
    }
    DESCRIPTORS = "PICA-ASM-35" Error "there are too many operand descriptors" {
        cause: "Write mask, selectors and signs of an instruction stand in a table of 128 descriptors that the \
                whole program shares. `mad` reaches the first 32 only.",
        effect: "Nothing is written.",
        cure: "Use the same masks and selectors more often, or replace some `mad` by `mul` and `add`.",
    }
    CODE_SIZE = "PICA-ASM-36" Error "the program is too long" {
        cause: "The vertex unit holds 512 words, the geometry unit 4096. picasso counts before each instruction \
                and lets the 513th word pass.",
        effect: "The words beyond the end are not there on the hardware, and the shader hangs.",
        cure: "Move what is repeated to procedures or loops, and put geometry files behind vertex files.",
    }
    NO_EXECUTABLE = "PICA-ASM-37" Error "no file makes an executable" {
        cause: "Every file is empty, has nothing but aliases, or says `.nodvle`.",
        effect: "Nothing is written.",
        cure: "Give the assembler at least one file with a procedure, and leave `.nodvle` out there.",
    }
    PART_SIZE = "PICA-ASM-38" Error "a procedure or else part is too long" {
        cause: "A call and the else part of a condition count their words in 8 bits, so 255 is the most. picasso \
                lets longer counts spill into the bits beside.",
        effect: "The hardware would end the part somewhere else.",
        cure: "Split it into procedures that are called one after the other.",
    }
    PADDING = "PICA-ASM-39" Warning "a block needs a NOP at its end" {
        cause: "Without automatic NOPs (--no-nop) a block ends in a jump, a call, the end of another block, or is \
                empty. The hardware compares addresses after each instruction, and these hide the end of the \
                block.",
        effect: "The block is not left where it ends, and the shader runs on into what follows.",
        cure: "Write `nop` before the `.end` or `.else`, or leave out --no-nop.",
    }
    IGNORED_TEXT = "PICA-ASM-40" Warning "text is not read" {
        cause: "Something stands behind a bracket or parenthesis where nothing is expected. picasso passes over \
                it.",
        effect: "The text has no effect.",
        cure: "Remove it, or put it behind `;`.",
    }
    MASK_ORDER = "PICA-ASM-41" Warning "the letters of a write mask are out of order" {
        cause: "A destination names a set of components. Their order does not rearrange anything.",
        effect: "The same as the letters in the order xyzw.",
        cure: "Write the letters in order, and rearrange the components of the sources.",
    }
    MASK_SIGN = "PICA-ASM-42" Warning "a destination has a sign" {
        cause: "A `-` before a destination is passed over.",
        effect: "It has no effect.",
        cure: "Negate a source.",
    }
    OFFSET_OUTSIDE = "PICA-ASM-43" Warning "an offset leads out of what is named" {
        cause: "The offset is as large as the array or larger, or leads out of the class of registers: `v14[3]` \
                is r1.",
        effect: "The instruction reads or writes the register that lies there. Out of the class it is an error.",
        cure: "Use a smaller offset, or declare the array as large as it is used.",
    }
    RAW_REGISTER = "PICA-ASM-44" Warning "a register is written with a capital letter" {
        cause: "A capital letter gives the raw number of the encoding without regard to the class: `R8` is v8 or \
                o8, `C5` is v5.",
        effect: "The instruction uses another register than the letter says.",
        cure: "Write the letter small. `V15` and `O8` are what they say and are not reported.",
    }
    EMIT_FLAG = "PICA-ASM-45" Error "a flag of `setemit` is unknown" {
        cause: "The flags are `prim` and `inv`, separated by spaces. picasso prints an error for others and goes \
                on.",
        effect: "Nothing is written.",
        cure: "Fix the flag.",
    }
    UNUSED = "PICA-ASM-46" Info "a name is never used" {
        cause: "A name is declared and no statement of the file uses it.",
        effect: "A uniform or input still takes a register; an input must still be fed.",
        cure: "Remove the declaration, or ignore this when files share their declarations.",
    }
    READ_BEFORE_WRITE = "PICA-ASM-47" Warning "a register is read before anything is written to it" {
        cause: "No path from the entry writes the components of the temporary or address register, or the compare \
                flags, that the instruction reads, and the value reaches an output or decides what runs. Components \
                that a later instruction throws away are not reported.",
        effect: "The value is what an earlier run of a shader has left there.",
        cure: "Write the register first, or read the one that was meant.",
    }
    UNREACHABLE = "PICA-ASM-48" Warning "code never runs" {
        cause: "No entry of the program reaches the instruction.",
        effect: "It takes space in the 512 words of the vertex unit.",
        cure: "Remove it, or call the procedure that it belongs to.",
    }
    OUTPUT_WRITES = "PICA-ASM-49" Warning "an output is not written exactly once" {
        cause: "Every declared component of an output must be written once in a run. Some path of the program \
                leaves one out, or writes it twice.",
        effect: "A component that a run leaves out freezes the graphics unit.",
        cure: "Write each declared component on every path, and declare only the components that are written.",
    }
    DEPTH = "PICA-ASM-50" Warning "calls, conditions or loops nest too deep" {
        cause: "The hardware keeps 4 calls, 8 conditions and 4 loops. The oldest is lost when there are more.",
        effect: "The program goes on at a wrong place.",
        cure: "Flatten the nesting, or join conditions.",
    }
    ADJACENT_MOVA = "PICA-ASM-51" Warning "two `mova` follow each other" {
        cause: "The hardware freezes on two `mova` in adjacent words.",
        effect: "The graphics unit freezes.",
        cure: "Put another instruction, or `nop`, between them, or write both address registers at once: `mova \
               a0.xy, r0.xy`.",
    }
    BREAK_PLACE = "PICA-ASM-52" Warning "a `break` stands in the wrong place" {
        cause: "A `break` or `breakc` leaves a loop. Outside of a loop it hangs the hardware; inside a condition \
                or call within the loop it leaves that one's entry on its stack.",
        effect: "The program hangs, or goes on at a wrong place later.",
        cure: "Leave the loop by `breakc` on the level of the loop itself.",
    }
    RUNS_PAST_END = "PICA-ASM-53" Warning "execution runs past the end of the code" {
        cause: "A path from the entry reaches the last word without `end`.",
        effect: "The console hangs: the hardware goes on into whatever its memory holds.",
        cure: "End the entry procedure with `end`.",
    }
    GEOMETRY_CODE = "PICA-ASM-54" Warning "geometry instructions do not fit the shader" {
        cause: "`emit` and `setemit` belong to geometry shaders, which need both: `setemit` chooses a vertex slot, `emit` \
                fills it.",
        effect: "A vertex shader cannot run them. A geometry shader without `emit` gives nothing.",
        cure: "Declare the file as a geometry shader with `.gsh`, or add the missing instruction.",
    }
    CROSSING_JUMP = "PICA-ASM-55" Warning "a jump crosses the border of a block" {
        cause: "The stacks of the hardware keep the ends of conditions, loops and calls. A jump into or out of \
                one leaves an entry behind, or lacks one.",
        effect: "A later instruction at that address ends a block that is not running.",
        cure: "Jump within the block, or use `ifc`, `.else` and `breakc`.",
    }
    FLOAT24 = "PICA-ASM-56" Warning "a constant changes its value" {
        cause: "Registers have 24 bits: 7 of exponent and 16 of fraction. The conversion of picasso leaves two \
                bands of values in which the result is a NaN or a wrong small number.",
        effect: "The shader calculates with the value that the message names.",
        cure: "Use a value between 2^-62 and 2^64 in magnitude.",
    }
    LOOP_REGISTER = "PICA-ASM-57" Warning "a loop counts with an odd register" {
        cause: "`for` names i4 to i7, which the hardware has not, or a register that is neither a constant nor a \
                declared uniform.",
        effect: "The number of iterations is not known.",
        cure: "Use an integer register that is declared by `.ivec` or `.consti`.",
    }
    TEXT = "PICA-ASM-58" Error "a source is not plain text" {
        cause: "It begins with a byte-order mark, or holds a NUL byte.",
        effect: "Nothing is written.",
        cure: "Save it as UTF-8 without a byte-order mark.",
    }
    IGNORED_INDEX = "PICA-ASM-59" Warning "an index has no effect" {
        cause: "The index stands on a register that is no uniform, reached by an alias.",
        effect: "The hardware passes over the index.",
        cure: "Remove the index, or let the alias stand for a uniform.",
    }
    EXTENSION = "PICA-ASM-60" Error "a directive is an extension" {
        cause: "With --compat picasso only the directives of picasso are known.",
        effect: "Nothing is written.",
        cure: "Leave out --compat picasso.",
    }
    UNDECLARED_INPUT = "PICA-ASM-61" Info "an input is read that is not declared" {
        cause: "The file declares inputs with `.in`, and reads another input register by its number.",
        effect: "The input has no name in the file, and the mask of inputs in use lacks it.",
        cure: "Declare it with `.in name v1`.",
    }
    LINE_MARKER = "PICA-ASM-62" Warning "a line that begins with `#` is no line marker" {
        cause: "There is no preprocessor. A `#` in front of a line is for line markers, a number and a file name, which a \
                preprocessor leaves. picasso takes every such line for one, and names the file by what stands there.",
        effect: "The line has no effect.",
        cure: "Run a preprocessor first, declare register names with `.alias`, or begin a comment with `;`.",
    }
    NIHSTRO = "PICA-ASM-80" Error "a statement of nihstro's dialect is wrong" {
        cause: "The line is not written as the dialect wants it: `.alias` with one or two registers and perhaps something \
                behind `as`, calls with `until`, jumps with `if`. `.include` is not imported.",
        effect: "Nothing is written.",
        cure: "Fix the line as the message says.",
    }
    NIHSTRO_COMPONENTS = "PICA-ASM-81" Error "numbers of components do not fit together" {
        cause: "In nihstro's dialect every source has as many components as the destination; dot products, `mova` and \
                `cmp` have numbers of their own.",
        effect: "Nothing is written.",
        cure: "Select components behind a dot, one for each that is written.",
    }
    EXACT = "PICA-ASM-70" Error "an extension directive is written wrong" {
        cause: "The directives that write down a file as it is take numbers, words and strings in a fixed order, and \
                what they refer to has to stand above them.",
        effect: "Nothing is written.",
        cure: "Follow the form that the message shows, or let `disasm --exact` write the directive and change that.",
    }
    PINNED_DESCRIPTOR = "PICA-ASM-71" Error "an instruction does not agree with its descriptor" {
        cause: "A number in braces names the descriptor of an instruction, and a bit that the instruction uses is \
                different in it: a component of the destination, a selector or a sign.",
        effect: "Nothing is written.",
        cure: "Fix the operands or the `.descriptor` line, or leave the number out: a fitting descriptor is found \
               or made then.",
    }
}
