//! The rules of project files of programs and of building them: `BUILD-NN`.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases of the command.
pub(crate) static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "docs/compile.md",
    examples: &EXAMPLES,

    TOML = "BUILD-01" Error "the project file is not valid TOML" {
        cause: "A line of the project file breaks the grammar of TOML, or states a key twice.",
        cure: "Fix the line that is shown. Strings need quotes, lists need square brackets.",
    }
    UNKNOWN_KEY = "BUILD-02" Error "a key is unknown" {
        cause: "The project file has a key that means nothing there: it is misspelt, or is in the wrong table.",
        effect: "The setting would be ignored silently.",
        cure: "Spell the key as in docs/compile.md, or remove it.",
    }
    WRONG_VALUE = "BUILD-03" Error "a key has an invalid value" {
        cause: "The value has another type than the key needs, or is not one of the names that the key allows.",
        cure: "Write a value of the kind that the message names.",
    }
    MISSING = "BUILD-04" Error "a required key is missing" {
        cause: "A program has no stages and no source, a stage has no file, or nothing says what the program becomes.",
        cure: "Add what the message names.",
    }
    EXCLUDED = "BUILD-05" Error "an exclusion never applies" {
        cause: "An entry of `exclude` names a macro that the permutations do not have, or a value that the macro never has.",
        effect: "Combinations that were to be left out would be built.",
        cure: "Spell macro and value as in the table of permutations, or remove the entry.",
    }
    TOO_MANY = "BUILD-06" Error "a program has too many permutations" {
        cause: "The numbers of values, multiplied, give more combinations than 65,536.",
        effect: "The build would not end in useful time, and no application loads so many.",
        cure: "Leave values out, divide the program into several, or turn macros into specialization constants.",
    }
    SOURCE = "BUILD-07" Error "a source cannot be read" {
        cause: "The file does not exist, is a folder, or is not UTF-8.",
        cure: "Correct the name; paths are relative to the project file.",
    }
    STAGE = "BUILD-08" Error "the stage of a source is unknown" {
        cause: "Neither the name of a GLSL or HLSL file nor an option states the stage that it is for.",
        effect: "The stage decides which variables and functions there are.",
        cure: "Name the file like `light.frag`, or state the stage with --stage.",
    }
    TARGET = "BUILD-09" Error "a program cannot become the target" {
        cause: "The target is misspelt, or there is no way to it from the language of the source.",
        cure: "Name one of the targets that the message lists.",
    }
    LIBRARY = "BUILD-10" Error "HLSL needs a dxcompiler library" {
        cause: "HLSL is compiled by a `dxcompiler` library, that of the DirectX shader compiler, and none was found.",
        cure: "Name the library with --dxcompiler PATH or in the environment variable GLASSBOX_DXCOMPILER.",
    }
    HLSL = "BUILD-11" Error "the dxcompiler library refused the source" {
        cause: "The source has errors, or uses something that the library does not know; its messages are shown.",
        cure: "Fix what its message names.",
        source: "DirectX Shader Compiler",
    }
    DAMAGED = "BUILD-12" Info "an entry of the cache is damaged" {
        cause: "The bytes of an entry do not have the digest that it states: a disk or a program changed them, or a write was cut off.",
        effect: "None; the program is built again and the entry replaced.",
        cure: "Nothing, unless it happens often: then check the disk, or name another folder with --cache.",
    }
}
