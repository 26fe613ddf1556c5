//! The rules of building programs: `BPXS-BLD-NN`. Those of SAL are in [`crate::sal::rules`].

glassbox_core::rules! {
    TOML = "BPXS-BLD-01" Error "the project file is no TOML" {
        cause: "A line of the project file breaks the grammar of TOML, or states a key twice.",
        effect: "Nothing is built: what the rest of the file means is not sure.",
        cure: "Fix the line that is shown. Strings need quotes, lists square brackets.",
    }
    UNKNOWN_KEY = "BPXS-BLD-02" Error "a key is not known" {
        cause: "The project file has a key that means nothing there: it is misspelt, or stands in the wrong table.",
        effect: "Nothing is built: what it asks for would be left out without a word.",
        cure: "Spell the key as docs/bpx/build.md does, or take it out.",
    }
    WRONG_VALUE = "BPXS-BLD-03" Error "a value is not one that the key can have" {
        cause: "The value has another type than the key needs, or is a name that is not among those that the key knows.",
        effect: "Nothing is built.",
        cure: "Write a value of the kind that the message names.",
    }
    MISSING = "BPXS-BLD-04" Error "something that every project states is missing" {
        cause: "The project file has no target, no stages, a stage without a file, parents without an assembly, or something to \
                inject without a library.",
        effect: "There is nothing to build, or nothing to build it of.",
        cure: "Add what the message names.",
    }
    SOURCE = "BPXS-BLD-05" Error "a source cannot be used" {
        cause: "The file cannot be read, is no UTF-8, neither its name nor the project file says what it is written in, or the files \
                of one stage are in several languages.",
        effect: "The stage cannot be compiled, so that there is no program.",
        cure: "Correct the name; a source with an unusual name needs `language`.",
    }
    DISAGREE = "BPXS-BLD-06" Error "two stages define one name differently" {
        cause: "Two stages declare a resource, a structure or a root constant of the same name with different types, members or \
                bindings.",
        effect: "A package has one symbol of a name, and whoever fills it can serve one definition only: the other stage would \
                 read rubbish.",
        cure: "Declare it once in a file that both stages include, or give the two different names.",
    }
    TAKEN = "BPXS-BLD-07" Error "a register is given twice" {
        cause: "Two symbols of one class ask for the same register, in the project file, in SAL or with bindings.",
        effect: "They would be bound to the same place and replace each other.",
        cure: "Give one of them another register, or leave the number out and have one assigned.",
    }
    TOO_MANY = "BPXS-BLD-08" Error "there are too many registers" {
        cause: "The program uses so many constant buffers, textures or samplers that one would need a register above 32.",
        effect: "No runtime of the format can bind it.",
        cure: "Put textures of one size into an array texture, share samplers, or join constant buffers.",
    }
    MANY = "BPXS-BLD-09" Warning "a register is above 16" {
        cause: "The program uses many constant buffers, textures or samplers, or states a high register.",
        effect: "Graphics cards need offer only 16 of a class to each stage; the program does not run on all.",
        cure: "Use fewer, or lower registers.",
    }
    BUFFER_SIZE = "BPXS-BLD-10" Error "a constant buffer is larger than 65536 bytes" {
        cause: "The members of the block, or the root constants, exceed with the padding that std140 puts between them what constant \
                buffers may hold.",
        effect: "Drivers refuse the program or read only the first part.",
        cure: "Shorten an array, or split the block.",
    }
    ROOT_SIZE = "BPXS-BLD-11" Warning "the root constants are larger than 128 bytes" {
        cause: "Loose uniforms and push constants together take more than Vulkan promises for push constants.",
        effect: "The program does not run on every Vulkan device.",
        cure: "Put some of them into a block.",
    }
    TYPE = "BPXS-BLD-12" Error "the package has no words for a type" {
        cause: "A member of a block or a root constant has a type that constant buffers cannot hold: an array without a length, \
                numbers of other widths than 32 and 64 bits, an array of arrays of structures that is too long.",
        effect: "The symbol could not be described, so that no program could fill it.",
        cure: "Use int, uint, float, double, their vectors and matrices, structures, and arrays of those with a length.",
    }
    MEMBERS = "BPXS-BLD-13" Error "a structure has more than 255 members" {
        cause: "Structured data counts the items of a list in one byte.",
        effect: "The symbol could not be described.",
        cure: "Group members into structures or arrays.",
    }
    LAYOUT = "BPXS-BLD-14" Error "a block is not laid out as std140" {
        cause: "The module gives the members of a block other offsets, strides or rows than std140 does.",
        effect: "Programs for OpenGL and Direct3D would read other bytes than the module does, since the targets know std140 only.",
        cure: "Compile the module with std140 for this block, or order its members so that both layouts agree.",
    }
    VERTEX = "BPXS-BLD-15" Error "a vertex input cannot be in a vertex format" {
        cause: "The input is an array, a structure, a matrix that is not square, or a number of a width other than 32 or 64 bits.",
        effect: "The vertex format could not be described.",
        cure: "Use scalars, vectors and square matrices as inputs of the vertex stage.",
    }
    VERTEX_ORDER = "BPXS-BLD-16" Warning "the locations of vertex inputs leave gaps" {
        cause: "A vertex format lists its members in order and has no locations; the locations that the source gives are not \
                0, 1, 2 and so on, each matrix one for each column.",
        effect: "A runtime that counts members feeds the inputs behind the gap with the wrong data.",
        cure: "Number the inputs from 0 without gaps.",
    }
    TEXTURE = "BPXS-BLD-17" Error "a texture has a shape that packages do not have" {
        cause: "The texture has one dimension, several samples, is a cube array, a buffer, or its texels are of an unusual type.",
        effect: "The symbol could not be described.",
        cure: "Use a 2D, 2D array, 3D or cube texture.",
    }
    RESOURCE = "BPXS-BLD-18" Error "a resource has a kind that packages do not have" {
        cause: "The stage uses a storage buffer, a storage image, an array of resources, an input attachment or the like.",
        effect: "There is no symbol type for it, so that nothing could be bound to it.",
        cure: "Use constant buffers, textures and samplers only; textures of one size fit into an array texture.",
    }
    UNKNOWN_SYMBOL = "BPXS-BLD-19" Error "the project file names a symbol that is not there" {
        cause: "`external`, `internal`, `registers` or `outputs` has a name that no stage uses.",
        effect: "What was asked for would be left out without a word.",
        cure: "Spell the name as the source does, or take it out. What no stage uses is not in the program.",
    }
    VARYINGS = "BPXS-BLD-20" Error "a stage reads what the one before does not write" {
        cause: "An input has a location or a type that no output of the stage before has.",
        effect: "The value is undefined, and drivers refuse to link the stages.",
        cure: "Declare the two alike: the same name, location and type.",
    }
    OUTPUT = "BPXS-BLD-21" Error "an output of the pixel stage cannot be described" {
        cause: "The output is an array, a matrix, a structure, or shares its location with another one.",
        effect: "The symbol could not be described.",
        cure: "Use one scalar or vector for each render target.",
    }
    NAME = "BPXS-BLD-22" Error "a name is missing or used for two things" {
        cause: "A module was stripped of its names, or a resource has the name of a structure, an output or another symbol.",
        effect: "Packages know symbols by their names alone.",
        cure: "Keep the names when compiling to SPIR-V; rename one of the two.",
    }
    STAGE = "BPXS-BLD-23" Error "a source is of another stage than the project file says" {
        cause: "`#stage` in the source, or the entry points of the module, name another stage, or nothing says which stage a source \
                is of.",
        effect: "The code would run at the wrong place of the pipeline.",
        cure: "Put the file under the right stage, or name the right entry point.",
    }
    PIPELINE = "BPXS-BLD-24" Error "the stages are no pipeline" {
        cause: "There is no vertex stage, or one of the two tessellation stages stands alone.",
        effect: "No driver links such a program.",
        cure: "Add the stage that is missing.",
    }
    ASSEMBLY = "BPXS-BLD-25" Error "the assembly cannot be used" {
        cause: "The file of the assembly or of one of its parents cannot be read, or is no assembly.",
        effect: "The program cannot be linked, so that nothing is written.",
        cure: "Name an assembly, as `glassbox bpx-assembly` makes it.",
    }
    CONSTANT = "BPXS-BLD-26" Error "the root constants of two stages do not fit together" {
        cause: "Two stages have root constants at the same bytes under different names, or in different order.",
        effect: "All stages share one block of root constants; a stage would read another constant's value.",
        cure: "Declare the same root constants in the same order in every stage, best in one file that all include.",
    }
    LEFT_OUT = "BPXS-BLD-27" Warning "a target is left out" {
        cause: "The project asks for all targets, and the program uses something that this one does not have.",
        effect: "No program is written for it; the others are.",
        cure: "List the targets that are meant; for a target that is listed, what it refuses is an error with its place.",
    }
    LIKE = "BPXS-BLD-28" Warning "a type is described by another one of the same layout" {
        cause: "A block has an array of scalars, an array of arrays or a matrix that is not square, or a root constant is an array. \
                Structured data has no words for these.",
        effect: "The symbol says something else that std140 lays out byte for byte alike: an array of four-component vectors of which \
                 the first components count, one array of all elements, an array of the matrix' columns. The code is as it was written.",
        cure: "Nothing is wrong. Whoever fills the buffer by the package's description writes the bytes to the right places; to be \
               without the warning, declare the type that the message names.",
    }
    LIBRARY = "BPXS-BLD-29" Error "a shader library cannot be used" {
        cause: "The file cannot be read, is no package of type P, its table of objects is broken, or it does not have the source that \
                is to be injected.",
        effect: "What the sources include from it is missing.",
        cure: "Name a library as the vendor's compiler makes it with the target LIB, or use a folder and `include`.",
    }
}
