//! Rules for runs, `PICA-RUN-nn`. Errors end a run; warnings are about programs that run here but may behave differently on
//! hardware.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "3dbrew, GPU/Shader Instruction Set",
    examples: &EXAMPLES,

    NO_EXECUTABLE = "PICA-RUN-01" Error "the file has no such executable" {
        cause: "The requested number is not below the number of executables.",
        effect: "Nothing runs.",
        cure: "Count from 0, and list the executables with `glassbox info`.",
        source: "3dbrew, SHBIN",
    }
    UNKNOWN_STAGE = "PICA-RUN-02" Error "the executable is for an unknown unit" {
        cause: "The stage field is neither 0 (vertex) nor 1 (geometry).",
        effect: "Nothing runs, because EMIT and the inputs have other meanings in each unit.",
        cure: "Set the stage of the executable.",
        source: "3dbrew, SHBIN",
    }
    PAST_END = "PICA-RUN-03" Error "execution leaves the code" {
        cause: "A path has no END, or a target or the entry point is outside the code.",
        effect: "The hardware runs whatever the code memory holds there. Emulators stop at word 4095 as if it were END; in a \
                 program of 4096 words that word exists and runs here like any other.",
        cure: "End every path of the entry procedure with END.",
    }
    BREAK_OUTSIDE_LOOP = "PICA-RUN-04" Error "BREAK runs outside any loop" {
        cause: "No loop is open: the instruction follows its loop, or the loop was already left.",
        effect: "The hardware hangs.",
        cure: "Break only inside a loop.",
    }
    UNKNOWN_OPCODE = "PICA-RUN-05" Error "the opcode has no known meaning" {
        cause: "The word is data, or damaged, or uses one of the ten undocumented opcodes.",
        effect: "The hardware's behaviour is unknown; emulators skip the word or stop.",
        cure: "Keep data out of the execution path.",
    }
    DESCRIPTOR = "PICA-RUN-06" Error "an instruction refers to a missing descriptor" {
        cause: "The descriptor index is not below the size of the table.",
        effect: "The hardware uses the entry that another program left in its table.",
        cure: "Add the descriptor or correct the index.",
    }
    EMIT_IN_VERTEX = "PICA-RUN-07" Error "EMIT or SETEMIT runs in the vertex stage" {
        cause: "The code is for the geometry stage, or the executable has the wrong stage.",
        effect: "The vertex unit has no vertex buffer; its behaviour is unknown.",
        cure: "Run the executable in the geometry stage.",
    }
    VERTEX_SLOT = "PICA-RUN-08" Error "a vertex is emitted to slot 3" {
        cause: "SETEMIT has two bits for the slot, but the buffer has three slots.",
        effect: "Emulators stop; the hardware's behaviour is unknown.",
        cure: "Use the slots 0, 1 and 2.",
    }
    STEP_LIMIT = "PICA-RUN-09" Error "the program does not end" {
        cause: "A jump repeats for ever, or nested calls lose a return address.",
        effect: "The hardware runs until it is reset.",
        cure: "Check the conditions of jumps and the depth of calls; a long program may need a larger limit.",
    }
    TRIANGLE_LIMIT = "PICA-RUN-10" Error "the geometry program submits too many triangles" {
        cause: "EMIT is in a loop that does not end, or the limit is too small for the program.",
        effect: "The run stops here; the hardware goes on.",
        cure: "Check the loop, or raise the limit.",
    }
    UNKNOWN_NAME = "PICA-RUN-11" Error "no input or uniform has that name" {
        cause: "The name is misspelt, is not exported (names that begin with `_` are not), or its index is out of range.",
        effect: "The value is not set, so nothing runs.",
        cure: "Use a name of the uniform table, or a register such as `c4`.",
        source: "3dbrew, SHBIN",
    }
    WRONG_VALUE = "PICA-RUN-12" Error "a value does not fit the uniform" {
        cause: "The uniform is of another kind, or has fewer registers than values.",
        effect: "The value is not set, so nothing runs.",
        cure: "Give as many values of the right kind as the uniform has registers.",
        source: "3dbrew, SHBIN",
    }
    GEOMETRY_INPUT = "PICA-RUN-13" Error "the vertices do not fit the geometry program's input" {
        cause: "The input count is not a multiple of the attributes of a vertex, or the vertices do not fit into the \
                registers.",
        effect: "The geometry stage never starts, or reads attributes of other vertices.",
        cure: "Match the input mode, the input count and the outputs of the vertex program.",
        source: "3dbrew, SHBIN",
    }
    ADJACENT_MOVA = "PICA-RUN-14" Warning "two MOVA run one after the other" {
        cause: "The second is in the word after the first.",
        effect: "The hardware freezes.",
        cure: "Put another instruction or a NOP between them.",
    }
    WRITTEN_TWICE = "PICA-RUN-15" Warning "an output component is written twice" {
        cause: "Two instructions of one run write it.",
        effect: "The hardware freezes when an enabled output component is not written exactly once.",
        cure: "Collect the value in a temporary register and write the output once.",
    }
    NEVER_WRITTEN = "PICA-RUN-16" Warning "an enabled output is never written" {
        cause: "The path of this run does not reach the instruction that writes it, or there is none.",
        effect: "The hardware freezes when an enabled output component is not written exactly once.",
        cure: "Write the output on every path, or remove it from the output table.",
    }
    STACK_OVERFLOW = "PICA-RUN-17" Warning "a control stack overflows" {
        cause: "More than 4 calls, 8 IFs or 4 loops are open at once; an IF left by a jump stays open.",
        effect: "The oldest entry is lost: the call never returns, the loop never repeats.",
        cure: "Reduce the nesting.",
    }
    TARGET_LOST = "PICA-RUN-18" Warning "a jump in the last word of a block is lost" {
        cause: "A block closes after a taken jump, call or IF, and closing takes precedence.",
        effect: "The jump is not taken.",
        cure: "Put a NOP between the instruction and the end of the block.",
    }
    RETURN_LOST = "PICA-RUN-19" Warning "four calls end together and the fourth does not return" {
        cause: "Three procedures end with a call, and the fourth ends: all four should return at once.",
        effect: "The hardware returns to the return address of the third call, and the fourth is closed without a return.",
        cure: "Put a NOP between the ends of the procedures.",
    }
    VERTEX_MEMORY = "PICA-RUN-20" Warning "a vertex program runs past its memory" {
        cause: "The vertex unit has 512 words of code memory, and the runtime library uploads no more.",
        effect: "On hardware the word does not exist, and the program hangs or runs stale code.",
        cure: "Shorten the program, or move the procedure into the first 512 words.",
    }
    INDEX_RANGE = "PICA-RUN-21" Warning "an index is outside the uniforms" {
        cause: "The index register is outside -128 to 127, or register plus index is past c95.",
        effect: "Outside -128 to 127 the index counts as 0; past c95 the operand is (1, 1, 1, 1).",
        cure: "Clamp the index before MOVA.",
    }
    ALWAYS_TRUE = "PICA-RUN-22" Warning "a comparison operator without a name runs" {
        cause: "CMP has the operator 6 or 7, which no assembler writes.",
        effect: "The hardware appears to take both as true; emulators leave the flag as it was.",
        cure: "Use one of the six named operators.",
    }
}
