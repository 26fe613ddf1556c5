//! Reasons for which a program does not become a module, and what is to be said of one that does.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule of the crate, written by hand after its cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "docs/translate.md",
    examples: &EXAMPLES,

    GEOMETRY = "TRANSLATE-01" Error "a vertex program emits vertices" {
        cause: "An executable of the vertex stage uses `emit` or `setemit`, which only the geometry unit of the PICA200 has.",
        effect: "Nothing is written: what the vertex units do there is not known.",
        cure: "Make it an executable of the geometry stage (`.gsh` in picasso), or remove the instructions.",
    }
    NO_EXECUTABLE = "TRANSLATE-02" Error "there is no such executable" {
        cause: "The file has fewer executables than the number asked for, or none with that name; an unlinked object has \
                none at all.",
        effect: "Nothing is written.",
        cure: "List the executables with `glassbox info`; link an object first.",
    }
    ENDLESS = "TRANSLATE-03" Error "the program never ends" {
        cause: "No path through the code reaches `end`: a jump goes back for ever, or calls nest deeper than the four \
                entries of the call stack and the way back is lost.",
        effect: "The console would hang, and a graphics driver would be reset.",
        cure: "Fix the program, or state a step limit after which the translation stops.",
    }
    TOO_LARGE = "TRANSLATE-04" Error "the control flow is too large to translate" {
        cause: "The code calls the same words from so many places, or leaves so many stale entries on the stacks of the \
                control unit, that the states of the program cannot be listed.",
        effect: "Nothing is written.",
        cure: "Simplify the calls and jumps. Code that assemblers write stays far below the limit.",
    }
    UNNESTED = "TRANSLATE-05" Info "the control flow does not nest" {
        cause: "A jump crosses the border of a block, two blocks close at one address, or calls nest too deep, so that the \
                stacks of the control unit do something that nested blocks cannot say.",
        effect: "The program is written as a loop over numbered states. It does exactly what the code does, but it is harder \
                 to read and slower.",
        cure: "Where the code is yours, replace jumps by blocks and put a `nop` between the ends of two blocks.",
    }
    STOPS = "TRANSLATE-06" Warning "the program may stop without `end`" {
        cause: "Execution can run past the last word, reach `break` outside of a loop, or a word that cannot run: an unknown \
                opcode or a descriptor that the table lacks.",
        effect: "The console hangs or does something unknown there. The translation stops as it does at `end`.",
        cure: "Write `end` at the end of every path.",
    }
    POSITION = "TRANSLATE-07" Warning "the program has no whole position" {
        cause: "No output register is mapped to all four components of the position.",
        effect: "The target languages demand a position; the missing components are 1, as they are on the console.",
        cure: "Map an output to `position`, or translate another executable.",
    }
    CLIP_SPACE = "TRANSLATE-09" Info "the position is left as the program computes it" {
        cause: "The PICA200 keeps what lies between -w and 0 in depth; the target keeps 0 to w, or -w to w.",
        effect: "Without a change of depth everything is clipped. The translation computes what the code computes.",
        cure: "Add --position target, or change the projection matrix that the program is given.",
    }
    OUTPUT = "TRANSLATE-10" Warning "an output cannot be passed on" {
        cause: "The output table names a register that does not exist, or more outputs than the target has locations for.",
        effect: "The output is left out.",
        cure: "Fix the output table.",
    }
    STAGE = "PICA-LOWER-01" Error "the executable is of an unknown stage" {
        cause: "The stage in the header of the executable is neither that of vertex programs nor that of geometry programs.",
        effect: "Nothing is written: what the program is given and gives is not known.",
        cure: "Fix the header, or choose another executable with --entry.",
    }
    INVALID = "PICA-LOWER-02" Error "the module does not pass the validator" {
        cause: "A name is longer than an instruction of SPIR-V can be, or the module that was made breaks a rule of SPIR-V, which the note \
                names: a defect of Glassbox.",
        effect: "No module is written.",
        cure: "Shorten the names; if that is not it, report the defect with the file.",
    }
}
