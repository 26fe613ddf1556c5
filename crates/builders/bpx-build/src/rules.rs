//! The rules of building programs: `BPXS-BLD-NN`. Those of SAL are in [`crate::sal::rules`].

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases.
pub(crate) static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "docs/bpx/build.md",
    examples: &EXAMPLES,

    TOML = "BPXS-BLD-01" Error "the project file is not valid TOML" {
        cause: "A line of the project file breaks the grammar of TOML, or states a key twice.",
        cure: "Fix the line that is shown. Strings need quotes, lists need square brackets.",
    }
    UNKNOWN_KEY = "BPXS-BLD-02" Error "a key is unknown" {
        cause: "The project file has a key that means nothing there: it is misspelt, or is in the wrong table.",
        effect: "The setting would be ignored silently.",
        cure: "Spell the key as in docs/bpx/build.md, or remove it.",
    }
    WRONG_VALUE = "BPXS-BLD-03" Error "a key has an invalid value" {
        cause: "The value has another type than the key needs, or is not one of the names that the key allows.",
        cure: "Write a value of the kind that the message names.",
    }
    MISSING = "BPXS-BLD-04" Error "a required key is missing" {
        cause: "The project file has no target, no stages, a stage without a file, parents without an assembly, or something to \
                inject without a library.",
        cure: "Add what the message names.",
    }
    SOURCE = "BPXS-BLD-05" Error "a source cannot be used" {
        cause: "The file cannot be read, is not UTF-8, neither its name nor the project file states its language, or the files \
                of one stage are in several languages.",
        cure: "Correct the name; a source with an unusual name needs `language`.",
    }
    DISAGREE = "BPXS-BLD-06" Error "two stages define a name differently" {
        cause: "Two stages declare a resource, a structure or a root constant of the same name with different types, members or \
                bindings.",
        effect: "A package has one symbol per name, so the application fills one definition only: the other stage would read \
                 garbage.",
        cure: "Declare it once in a file that both stages include, or rename one of them.",
        source: "BPX specification, revision 2: shader package",
    }
    TAKEN = "BPXS-BLD-07" Error "a register is assigned twice" {
        cause: "Two symbols of one class request the same register, in the project file, in SAL or with bindings.",
        effect: "They would be bound to the same place, each replacing the other.",
        cure: "Assign another register to one of them, or leave the number out to have one assigned.",
    }
    TOO_MANY = "BPXS-BLD-08" Error "there are too many registers" {
        cause: "The program uses so many constant buffers, textures or samplers that one would need a register above 32.",
        effect: "No runtime of the format can bind it.",
        cure: "Combine textures of one size into an array texture, share samplers, or merge constant buffers.",
    }
    MANY = "BPXS-BLD-09" Warning "a register is above 16" {
        cause: "The program uses many constant buffers, textures or samplers, or states a high register.",
        effect: "GPUs need to offer only 16 of a class to each stage; the program does not run on all of them.",
        cure: "Use fewer, or lower registers.",
        source: "docs/bpx/build.md",
    }
    BUFFER_SIZE = "BPXS-BLD-10" Error "a constant buffer is larger than 65536 bytes" {
        cause: "The members of the block, or the root constants, together with the padding of std140 exceed the size limit of \
                constant buffers.",
        effect: "Drivers refuse the program or read only the first part.",
        cure: "Shorten an array, or split the block.",
        source: "OpenGL 4.6, std140 layout",
    }
    ROOT_SIZE = "BPXS-BLD-11" Warning "the root constants are larger than 128 bytes" {
        cause: "Loose uniforms and push constants together exceed the 128 bytes that Vulkan guarantees for push constants.",
        effect: "The program does not run on every Vulkan device.",
        cure: "Put some of them into a block.",
        source: "Vulkan 1.0, limit maxPushConstantsSize",
    }
    TYPE = "BPXS-BLD-12" Error "packages cannot represent a type" {
        cause: "A member of a block or a root constant has a type that constant buffers cannot hold: an unsized array, numbers \
                of other widths than 32 and 64 bits, an array of arrays of structures that is too long.",
        effect: "The symbol could not be described, so no application could fill it.",
        cure: "Use int, uint, float, double, their vectors and matrices, structures, and sized arrays of those.",
        source: "BPX specification, revision 2: shader package",
    }
    MEMBERS = "BPXS-BLD-13" Error "a structure has more than 255 members" {
        cause: "Structured data counts list items in one byte.",
        effect: "The symbol could not be described, so no application could fill it.",
        cure: "Group members into structures or arrays.",
        source: "BPX specification, revision 2: shader package",
    }
    LAYOUT = "BPXS-BLD-14" Error "a block does not have std140 layout" {
        cause: "The module gives the members of a block other offsets, strides or row orders than std140.",
        effect: "Programs for OpenGL and Direct3D, which know std140 only, would read other bytes than the module.",
        cure: "Compile the module with std140 for this block, or reorder its members so that both layouts agree.",
        source: "OpenGL 4.6, std140 layout",
    }
    VERTEX = "BPXS-BLD-15" Error "a vertex input cannot be part of a vertex format" {
        cause: "The input is an array, a structure, a non-square matrix, or a number of a width other than 32 or 64 bits.",
        effect: "The vertex format could not describe it, so no application could feed it.",
        cure: "Use scalars, vectors and square matrices as inputs of the vertex stage.",
    }
    VERTEX_ORDER = "BPXS-BLD-16" Warning "the locations of vertex inputs leave gaps" {
        cause: "A vertex format lists its members in order without locations; the locations in the source are not 0, 1, 2 and \
                so on, counting one for each column of a matrix.",
        effect: "A runtime that counts members feeds the inputs after the gap with the wrong data.",
        cure: "Number the inputs from 0 without gaps.",
    }
    TEXTURE = "BPXS-BLD-17" Error "a texture has a shape that packages do not support" {
        cause: "The texture has one dimension, several samples, is a cube array, a buffer, or has an unusual texel type.",
        effect: "No symbol could describe it, so no application could bind it.",
        cure: "Use a 2D, 2D array, 3D or cube texture.",
        source: "BPX specification, revision 2: shader package",
    }
    RESOURCE = "BPXS-BLD-18" Error "a resource has a kind that packages do not support" {
        cause: "The stage uses a storage buffer, a storage image, an array of resources, an input attachment or the like.",
        effect: "There is no symbol type for it, so no application could bind it.",
        cure: "Use constant buffers, textures and samplers only; textures of one size can be combined into an array texture.",
        source: "BPX specification, revision 2: shader package",
    }
    UNKNOWN_SYMBOL = "BPXS-BLD-19" Error "the project file names an unknown symbol" {
        cause: "`external`, `internal`, `registers` or `outputs` contains a name that no stage uses.",
        effect: "The setting would be ignored silently.",
        cure: "Spell the name as in the source, or remove it. Unused symbols are not in the program.",
    }
    VARYINGS = "BPXS-BLD-20" Error "a stage reads a value that the previous stage does not write" {
        cause: "An input has a location or a type that no output of the previous stage has.",
        effect: "The value is undefined, and drivers refuse to link the stages.",
        cure: "Declare the two identically: the same name, location and type.",
    }
    OUTPUT = "BPXS-BLD-21" Error "an output of the pixel stage cannot be described" {
        cause: "The output is an array, a matrix, a structure, or shares its location with another one.",
        effect: "No symbol could describe it, so its render target could not be set up.",
        cure: "Use one scalar or vector for each render target.",
        source: "BPX specification, revision 2: shader package",
    }
    NAME = "BPXS-BLD-22" Error "a name is missing or used for two things" {
        cause: "A module was stripped of its names, or a resource shares its name with a structure, an output or another \
                symbol.",
        effect: "Packages identify symbols by name alone; the application would set the wrong one.",
        cure: "Keep the names when compiling to SPIR-V; rename one of the two.",
        source: "BPX specification, revision 2: shader package",
    }
    STAGE = "BPXS-BLD-23" Error "a source is for another stage than the project file states" {
        cause: "`#stage` in the source, or the entry points of the module, name another stage, or nothing states the stage of \
                a source.",
        effect: "The code would run in the wrong stage of the pipeline.",
        cure: "Put the file under the right stage, or name the right entry point.",
    }
    PIPELINE = "BPXS-BLD-24" Error "the stages do not form a pipeline" {
        cause: "There is no vertex stage, or only one of the two tessellation stages.",
        effect: "No driver links such a program.",
        cure: "Add the stage that is missing.",
    }
    ASSEMBLY = "BPXS-BLD-25" Error "the assembly cannot be used" {
        cause: "The file of the assembly or of one of its parents cannot be read, or is not an assembly.",
        effect: "The external symbols would stay unresolved.",
        cure: "Name an assembly built by `glassbox bpx-assembly`.",
    }
    CONSTANT = "BPXS-BLD-26" Error "the root constants of two stages are incompatible" {
        cause: "Two stages have root constants at the same bytes under different names, or in a different order.",
        effect: "All stages share one block of root constants; a stage would read the value of another constant.",
        cure: "Declare the same root constants in the same order in every stage, preferably in one included file.",
    }
    LEFT_OUT = "BPXS-BLD-27" Warning "a target is left out" {
        cause: "The project requests all targets, and the program uses something that this one does not have.",
        effect: "No program is written for it; the others are.",
        cure: "List the intended targets; for a listed target the finding is an error with its place.",
    }
    LIKE = "BPXS-BLD-28" Warning "a type is replaced by another one with the same layout" {
        cause: "A block has an array of scalars, an array of arrays or a non-square matrix, or a root constant is an array. \
                Structured data cannot describe these.",
        effect: "The symbol states another type with the same std140 layout: an array of four-component vectors of which the \
                 first components count, one flat array, an array of the matrix' columns. The code is unchanged.",
        cure: "No action is needed: an application that fills the buffer by the package's description writes the right bytes. \
               To avoid the warning, declare the type that the message names.",
    }
    LIBRARY = "BPXS-BLD-29" Error "a shader library cannot be used" {
        cause: "The file cannot be read, is not a package of type P, its table of objects is broken, or it lacks the source to \
                be injected.",
        effect: "The declarations that the sources include from it are missing.",
        cure: "Name a library built by the vendor's compiler with the target LIB, or use a folder and `include`.",
    }
}
