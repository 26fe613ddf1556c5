//! What can be wrong with a run: the rules `PICA-RUN-nn`. Errors end a run; warnings are notes about what hardware does with
//! a program that runs here.

glassbox_core::rules! {
    NO_EXECUTABLE = "PICA-RUN-01" Error "the file has no such executable" {
        cause: "The number asked for is not below the number of executables.",
        effect: "Nothing runs.",
        cure: "Count from 0, and list the executables with `glassbox info`.",
    }
    UNKNOWN_STAGE = "PICA-RUN-02" Error "the executable is for an unknown unit" {
        cause: "The stage field is neither 0 (vertex) nor 1 (geometry).",
        effect: "Nothing runs, because the units differ in what EMIT and the inputs mean.",
        cure: "Set the stage of the executable.",
    }
    PAST_END = "PICA-RUN-03" Error "execution leaves the code" {
        cause: "A path has no END, a target lies outside the code, or the entry point does.",
        effect: "The hardware runs whatever the code memory holds there. Emulators stop at word 4095 as if it were END; a \
                 program of 4096 words has a word there, and here it runs as any other.",
        cure: "End every path of the entry procedure with END.",
    }
    BREAK_OUTSIDE_LOOP = "PICA-RUN-04" Error "BREAK runs outside any loop" {
        cause: "No loop is open: the instruction stands behind its loop, or the loop was left already.",
        effect: "The hardware hangs.",
        cure: "Break only inside a loop.",
    }
    UNKNOWN_OPCODE = "PICA-RUN-05" Error "the opcode has no known meaning" {
        cause: "The word is data, or damaged, or uses one of the ten opcodes that nobody has described.",
        effect: "What the hardware does is not known; emulators skip the word or stop.",
        cure: "Keep data out of the way of execution.",
    }
    DESCRIPTOR = "PICA-RUN-06" Error "an instruction names a descriptor that is not there" {
        cause: "The descriptor index is not below the size of the table.",
        effect: "The hardware uses what another program left in its table.",
        cure: "Add the descriptor or correct the index.",
    }
    EMIT_IN_VERTEX = "PICA-RUN-07" Error "EMIT or SETEMIT runs in the vertex stage" {
        cause: "The code is for the geometry stage, or the executable has the wrong stage.",
        effect: "The vertex unit has no vertex buffer; what it does is not known.",
        cure: "Run the executable in the geometry stage.",
    }
    VERTEX_SLOT = "PICA-RUN-08" Error "a vertex is emitted to slot 3" {
        cause: "SETEMIT has two bits for the slot, and the buffer has three slots.",
        effect: "Emulators stop; the hardware's behaviour is not known.",
        cure: "Use the slots 0, 1 and 2.",
    }
    STEP_LIMIT = "PICA-RUN-09" Error "the program does not end" {
        cause: "A jump goes back for ever, or calls nest so deeply, or end together in such a way, that a return address is lost.",
        effect: "The hardware runs until it is reset.",
        cure: "Check the conditions of jumps and the depth of calls; a long program may need a larger limit.",
    }
    TRIANGLE_LIMIT = "PICA-RUN-10" Error "the geometry program submits too many triangles" {
        cause: "EMIT stands in a loop that does not end, or the limit is too small for the program.",
        effect: "The run stops here; the hardware goes on.",
        cure: "Check the loop, or raise the limit.",
    }
    UNKNOWN_NAME = "PICA-RUN-11" Error "no input or uniform has that name" {
        cause: "The name is misspelt, is not exported (names that begin with `_` are not), or its index is past the end.",
        effect: "The value is not set, so nothing runs.",
        cure: "Use a name of the uniform table, or a register such as `c4`.",
    }
    WRONG_VALUE = "PICA-RUN-12" Error "the value does not fit the uniform" {
        cause: "The uniform is of another kind, or has fewer registers than values.",
        effect: "The value is not set, so nothing runs.",
        cure: "Give as many values of the right kind as the uniform has registers.",
    }
    GEOMETRY_INPUT = "PICA-RUN-13" Error "the vertices do not fit the geometry program's input" {
        cause: "The input count is no multiple of the attributes of a vertex, or the vertices do not fit into the registers.",
        effect: "The geometry stage is never started, or reads attributes of other vertices.",
        cure: "Match the input mode, the input count and the outputs of the vertex program.",
    }
    ADJACENT_MOVA = "PICA-RUN-14" Warning "two MOVA run one after the other" {
        cause: "The second stands in the word behind the first.",
        effect: "The hardware freezes.",
        cure: "Put another instruction or a NOP between them.",
    }
    WRITTEN_TWICE = "PICA-RUN-15" Warning "an output component is written twice" {
        cause: "Two instructions of one run write it.",
        effect: "The hardware freezes when an enabled output component is not written exactly once.",
        cure: "Collect the value in a temporary register and write the output once.",
    }
    NEVER_WRITTEN = "PICA-RUN-16" Warning "an enabled output is never written" {
        cause: "The path of this run does not come to the instruction that writes it, or there is none.",
        effect: "The hardware freezes when an enabled output component is not written exactly once.",
        cure: "Write the output on every path, or remove it from the output table.",
    }
    STACK_OVERFLOW = "PICA-RUN-17" Warning "a control stack overflows" {
        cause: "More than 4 calls, 8 IFs or 4 loops are open at once; an IF that was left by a jump stays open.",
        effect: "The oldest entry is lost: the call never returns, the loop never repeats.",
        cure: "Nest less deeply.",
    }
    TARGET_LOST = "PICA-RUN-18" Warning "a jump in the last word of a block is lost" {
        cause: "A block closes behind a jump, call or IF that was taken, and closing goes first.",
        effect: "The jump is not taken.",
        cure: "Put a NOP between the instruction and the end of the block.",
    }
    RETURN_LOST = "PICA-RUN-19" Warning "four calls end together and the fourth does not return" {
        cause: "Three procedures end with a call, and the fourth ends: all four should return at once.",
        effect: "The hardware goes back to where the third call returns, and the fourth is closed without going anywhere.",
        cure: "Put a NOP between the ends of the procedures.",
    }
    VERTEX_MEMORY = "PICA-RUN-20" Warning "a vertex program runs past its memory" {
        cause: "The vertex unit has 512 words of code memory, and the runtime library uploads no more.",
        effect: "On hardware the word does not exist.",
        cure: "Shorten the program, or move the procedure into the first 512 words.",
    }
    INDEX_RANGE = "PICA-RUN-21" Warning "an index reaches no uniform" {
        cause: "The index register is outside -128 to 127, or register and index together lie behind c95.",
        effect: "Outside -128 to 127 the index counts as 0; behind c95 the operand is (1, 1, 1, 1).",
        cure: "Clamp the index before MOVA.",
    }
    ALWAYS_TRUE = "PICA-RUN-22" Warning "a comparison operator without a name runs" {
        cause: "CMP has the operator 6 or 7, which no assembler writes.",
        effect: "The hardware appears to take both as true; emulators leave the flag as it was.",
        cure: "Use one of the six named operators.",
    }
}
