//! Rules on global declarations: names, types, structures, interfaces, resources, stages.
//!
//! Facts: VSL brief, sections 4.3, 5, 6, 12 and 15.

glassbox_core::rules! {
    source: "VSL compiler 0.1.0 (c110b1b)",
    examples: &super::EXAMPLES,

    SHADER_TYPE = "VSL-E101" Error "the kind of shader is unknown" {
        cause: "The first line names what the source is. There is one kind that compiles: `graphics`.",
        cure: "Write `@shader graphics;`.",
    }
    COMPUTE_SHADER = "VSL-E102" Error "compute shaders cannot be compiled" {
        cause: "The language has the word and nothing else: no stage function for compute, no work group, and no kind \
                of program in the container.",
        cure: "Write a graphics shader. A fragment stage that ignores its pixels can do the work and write to an image or buffer.",
    }
    RAY_SHADER = "VSL-E103" Error "ray tracing shaders cannot be compiled" {
        cause: "The language has the word and nothing else: no stage functions for ray tracing and no kind of program \
                in the container.",
        cure: "Write a graphics shader.",
    }
    DOLLAR_NAME = "VSL-E110" Error "a name begins with `$`" {
        cause: "Names with `$` are those of the built-in variables.",
        cure: "Leave the `$` out.",
    }
    LONG_NAME = "VSL-E111" Error "a name is longer than 32 bytes" {
        cause: "Names of uniform members are stored in the file, where 32 bytes are the limit; it applies to all names.",
        cure: "Shorten it.",
    }
    UNDERSCORED_NAME = "VSL-E112" Error "a name begins and ends with `_`" {
        cause: "Such names are reserved for the compiler.",
        cure: "Remove one of the underscores.",
    }
    TYPE_NAME = "VSL-E113" Error "a name is that of a type" {
        cause: "Names of types, including structures of the source, cannot be names of variables.",
        cure: "Choose another name.",
    }
    NAME_TAKEN = "VSL-E114" Error "a name is already declared" {
        cause: "All globals share one namespace, including those of the other stage, and a name in a stage cannot repeat a \
                global or a name of an enclosing block: nothing is shadowed. Sibling blocks and the two stages are \
                independent.",
        cure: "Rename one of them.",
    }
    FUNCTION_NAME = "VSL-E115" Error "a name is that of a built-in function" {
        cause: "Names of built-in functions cannot be names of variables; fields of structures can have them.",
        cure: "Choose another name.",
    }
    UNKNOWN_TYPE = "VSL-E120" Error "a type is unknown" {
        cause: "It is misspelt, belongs to another language, is a structure that is declared further below, or lacks \
                its parameter: `Image2D<float4>`, `RWBuffer<Item>`.",
        cure: "Use the name that the message suggests, or declare the structure above.",
    }
    UNKNOWN_GENERIC = "VSL-E121" Error "a type takes no parameter" {
        cause: "Angle brackets follow `Image…`, `RWTexels`, `ROBuffer` and `RWBuffer` only.",
        cure: "Remove the angle brackets, or fix the name of the type.",
    }
    UNKNOWN_FORMAT = "VSL-E122" Error "a texel format is unknown" {
        cause: "Texels are `int`, `uint`, `float`, `u8norm`, `u16norm`, `s8norm` or `s16norm` with 1, 2 or 4 \
                components.",
        cure: "Use one of them; there is no three-component format.",
    }
    BUFFER_ELEMENT = "VSL-E123" Error "the element of a buffer is not a structure" {
        cause: "`ROBuffer` and `RWBuffer` hold structures that are declared above them.",
        cure: "Put the value in a structure: `@struct Item { float4 value; };`. Plain values can be kept in `ROTexels` \
               and `RWTexels`.",
    }
    EMPTY_ARRAY = "VSL-E124" Error "an array has no elements" {
        cause: "The size of an array is a number from 1 to 64.",
        cure: "State the number of elements.",
    }
    LARGE_ARRAY = "VSL-E125" Error "an array has more than 64 elements" {
        cause: "The size of an array is a number from 1 to 64.",
        cure: "Use a smaller array, or a buffer.",
    }
    ARRAY_TYPE = "VSL-E126" Error "an array has elements of a type that cannot be in one" {
        cause: "Arrays hold scalars, vectors or matrices. There are no arrays of resources and structures.",
        cure: "Declare each one separately. A buffer holds any number of structures.",
    }
    UNKNOWN_BOUND = "VSL-E127" Error "a bound is not an integer constant" {
        cause: "A name used as the size of an array or a bound of a loop has to be that of an earlier `const` of \
                type `int` or `uint`.",
        cure: "Write the number.",
    }
    CONSTANT_VALUE = "VSL-E128" Error "a constant's value does not have its type" {
        cause: "A `const` is a scalar and its value a literal of the same type; an integer may be used for a `uint` \
                or `float`.",
        cure: "Fix the type or the literal.",
    }
    CONSTANT_AFTER_STAGE = "VSL-E129" Error "a constant is declared after a stage" {
        cause: "All globals are declared above the first stage function.",
        cure: "Move the declaration up.",
    }
    STRUCT_AFTER_STAGE = "VSL-E150" Error "a structure is declared after a stage" {
        cause: "All globals are declared above the first stage function.",
        cure: "Move the declaration up.",
    }
    STRUCT_NAME_TAKEN = "VSL-E151" Error "a structure has the name of a type" {
        cause: "The name is that of a built-in type or of a structure that is declared above.",
        cure: "Choose another name.",
    }
    STRUCT_NAME_LONG = "VSL-E152" Error "a structure's name is longer than 32 bytes" {
        cause: "32 bytes are the limit of all names.",
        cure: "Shorten it.",
    }
    STRUCT_NAME_RESERVED = "VSL-E153" Error "a structure's name begins and ends with `_`" {
        cause: "Such names are reserved for the compiler.",
        cure: "Remove one of the underscores.",
    }
    FIELD_TWICE = "VSL-E154" Error "a field is declared twice" {
        cause: "Two fields of a structure have one name.",
        cure: "Rename one of them.",
    }
    FIELD_TYPE = "VSL-E155" Error "a field cannot have this type" {
        cause: "Fields are scalars, vectors or matrices, or arrays of them. Structures do not nest and do not hold \
                resources.",
        cure: "List the fields of the inner structure directly, and declare resources with `bind`.",
    }
    STRUCT_SIZE = "VSL-E156" Error "a structure is larger than 1024 bytes" {
        cause: "A uniform and an element of a buffer have at most 1024 bytes: 4 for each component of each field.",
        effect: "The runtime binds 1024 bytes of a uniform; fields past them would hold undefined values.",
        cure: "Make arrays smaller, or split the structure.",
    }
    STRUCT_COUNT = "VSL-E157" Error "there are more than 65536 structures" {
        cause: "The compiler numbers structures with 16 bits.",
        cure: "Split the source.",
    }
    IO_AFTER_STAGE = "VSL-E160" Error "an input or output is declared after a stage" {
        cause: "All globals are declared above the first stage function.",
        cure: "Move the declaration up.",
    }
    IO_NEGATIVE = "VSL-E161" Error "a location is negative" {
        cause: "Locations are numbers from 0.",
        cure: "Inputs have the locations 0 to 15, outputs 0 to 7.",
    }
    INPUT_LOCATION = "VSL-E162" Error "an input extends past location 15" {
        cause: "An input takes a location for each column of each element, and there are 16.",
        effect: "The runtime does not check; the driver may not have the locations, and the pipeline would fail.",
        cure: "Use a lower location, or fewer inputs.",
    }
    INPUT_OVERLAP = "VSL-E163" Error "two inputs share a location" {
        cause: "An input takes a location for each column of each element: a `float4x4` takes four.",
        effect: "Both inputs would read the same attribute.",
        cure: "Move one of them to free locations.",
    }
    OUTPUT_LOCATION = "VSL-E164" Error "an output's location is above 7" {
        cause: "A location of an output is the number of a colour attachment, 0 to 7.",
        effect: "Render passes have at most 8 colour attachments, so the value would be lost.",
        cure: "Use a lower location.",
    }
    OUTPUT_TAKEN = "VSL-E165" Error "two outputs share a location" {
        cause: "A colour attachment takes one value.",
        effect: "One of the two values would be lost.",
        cure: "Move one of them to another attachment.",
    }
    INPUT_ARRAY = "VSL-E166" Error "an input array has more than 16 elements" {
        cause: "Each element takes a location, and there are 16.",
        effect: "Elements past location 15 would have no attribute to read.",
        cure: "Use a smaller array.",
    }
    INPUT_MATRICES = "VSL-E167" Error "an input is an array of matrices" {
        cause: "Inputs are scalars, vectors, matrices, or arrays of scalars and vectors.",
        effect: "The runtime would count too few locations and feed the wrong attributes.",
        cure: "Declare each matrix separately.",
    }
    OUTPUT_ARRAY = "VSL-E168" Error "an output is an array" {
        cause: "A colour attachment takes one value.",
        effect: "The runtime would see one attachment, and the other elements would be lost.",
        cure: "Declare an output for each attachment.",
    }
    OUTPUT_MATRIX = "VSL-E169" Error "an output is a matrix" {
        cause: "A colour attachment takes one value of 1, 2 or 4 components.",
        effect: "The runtime would match the output with the wrong attachment format.",
        cure: "Declare an output for each column.",
    }
    OUTPUT_COMPONENTS = "VSL-E170" Error "an output has three components" {
        cause: "Attachments have 1, 2 or 4 components.",
        effect: "The runtime would match the output with the wrong attachment format.",
        cure: "Use four components and write any value to the last.",
    }
    IO_TYPE = "VSL-E171" Error "an input or output does not consist of numbers" {
        cause: "Inputs and outputs are of `int`, `uint` or `float`.",
        effect: "The runtime would refuse such an input, and would treat such an output as a signed integer.",
        cure: "Pass a bool as `int`; declare resources with `bind` and structures as `uniform`.",
    }
    UNIFORM_AFTER_STAGE = "VSL-E180" Error "a uniform is declared after a stage" {
        cause: "All globals are declared above the first stage function.",
        cure: "Move the declaration up.",
    }
    UNIFORM_TWICE = "VSL-E181" Error "there are two uniforms" {
        cause: "A program has one uniform block.",
        effect: "The runtime binds one uniform block; the fields of the other would hold undefined values.",
        cure: "Put the fields of both in one structure.",
    }
    UNIFORM_TYPE = "VSL-E182" Error "a uniform is not a structure" {
        cause: "The uniform block is a structure, whose fields are the values.",
        cure: "Declare a structure with the value as its field.",
    }
    UNIFORM_ARRAY = "VSL-E183" Error "a uniform is an array" {
        cause: "There is one uniform block.",
        cure: "Make fields of the structure arrays, or bind an `ROBuffer`.",
    }
    BINDING_AFTER_STAGE = "VSL-E190" Error "a binding is declared after a stage" {
        cause: "All globals are declared above the first stage function.",
        cure: "Move the declaration up.",
    }
    BINDING_COUNT = "VSL-E191" Error "there are more than 32 bindings" {
        cause: "There are 32 slots.",
        effect: "The runtime indexes a table of 32 slots and would throw.",
        cure: "Use arrays of images or larger buffers instead of many small ones.",
    }
    BINDING_TYPE = "VSL-E192" Error "a binding is not a resource" {
        cause: "Bindings are samplers, images, texel buffers and structured buffers.",
        effect: "The runtime would refuse the type of the binding.",
        cure: "Values come from `in` and `uniform`; a structure is bound as `ROBuffer<S>` or `RWBuffer<S>`.",
    }
    SLOT_NEGATIVE = "VSL-E194" Error "a slot is negative" {
        cause: "Slots are numbers from 0 to 31.",
        cure: "Use one of them.",
    }
    SLOT_RANGE = "VSL-E195" Error "a slot is above 31" {
        cause: "Slots are numbers from 0 to 31.",
        effect: "The runtime indexes a table of 32 slots and would throw.",
        cure: "Use one of them.",
    }
    SLOT_TAKEN = "VSL-E196" Error "two bindings share a slot" {
        cause: "A slot holds one resource.",
        effect: "The runtime would keep the later one, and the shader would read that resource for both.",
        cure: "Move one of them to a free slot.",
    }
    TABLE_EMPTY = "VSL-E197" Error "a binding has no table" {
        cause: "An option sets the size of the descriptor table for its kind to 0, so there is no descriptor to \
                select.",
        effect: "The shader would index an array without elements, and the runtime would refuse the table size.",
        cure: "Give the table a size above 0, or remove the binding.",
    }
    LOCAL_AFTER_STAGE = "VSL-E200" Error "a local is declared after a stage" {
        cause: "All globals are declared above the first stage function.",
        cure: "Move the declaration up.",
    }
    LOCAL_ARRAY = "VSL-E201" Error "a local is an array" {
        cause: "Locals are scalars and vectors.",
        cure: "Declare each element separately.",
    }
    LOCAL_TYPE = "VSL-E202" Error "a local cannot have this type" {
        cause: "Locals are scalars and vectors of numbers: no bools, matrices, structures or resources.",
        cure: "Pass a bool as a flat `int`, a matrix column by column.",
    }
    LOCAL_FLAT = "VSL-E203" Error "an integer local is not flat" {
        cause: "Integers are not interpolated, and the source must state this.",
        effect: "Vulkan forbids an integer fragment input that is not flat; the driver may refuse the pipeline.",
        cure: "Write `local(vert) flat int …`.",
    }
    LOCAL_STAGE = "VSL-E204" Error "the stage of a local is unknown" {
        cause: "The word in parentheses is the stage that writes the value.",
        cure: "Write `local(vert)`.",
    }
    LOCAL_UNSUPPORTED = "VSL-E205" Error "a local of a stage that cannot be compiled" {
        cause: "Files have room for tessellation and geometry stages, but the runtime loads none of them and the language \
                cannot express them.",
        effect: "The runtime would refuse the file.",
        cure: "Write `local(vert)`.",
    }
    LOCAL_FRAGMENT = "VSL-E206" Error "a local is written by the last stage" {
        cause: "Locals go from the vertex to the fragment stage. No stage follows the fragment stage.",
        effect: "No stage would read the value.",
        cure: "Write `local(vert)` for a value from the vertex stage, `out` for a result, or declare a variable in the \
               stage.",
    }
    LOCAL_COUNT = "VSL-E207" Error "there are more than 65536 locals" {
        cause: "Each takes a location of its own.",
        cure: "Put several in one vector.",
    }
    SUBPASS_AFTER_STAGE = "VSL-E210" Error "a subpass input is declared after a stage" {
        cause: "All globals are declared above the first stage function.",
        cure: "Move the declaration up.",
    }
    SUBPASS_FORMAT = "VSL-E211" Error "a subpass input's format is unknown" {
        cause: "Subpass inputs are `float4`, `int4` or `uint4`.",
        effect: "The runtime would throw on the texel type.",
        cure: "Use one of them.",
    }
    SUBPASS_COMPONENTS = "VSL-E212" Error "a subpass input does not have four 32-bit components" {
        cause: "A subpass load returns four components, whatever its attachment stores.",
        effect: "The runtime assumes four components, so the reflection would be wrong.",
        cure: "Use `float4`, `int4` or `uint4`; normalised attachments are read as `float4`.",
    }
    SUBPASS_NEGATIVE = "VSL-E213" Error "a subpass input's number is negative" {
        cause: "Subpass inputs have the numbers 0 to 3.",
        cure: "Use one of them.",
    }
    SUBPASS_RANGE = "VSL-E214" Error "a subpass input's number is above 3" {
        cause: "Subpass inputs have the numbers 0 to 3.",
        effect: "The runtime's pipeline layout has no such descriptor, and the driver would fail.",
        cure: "Use at most four.",
    }
    SUBPASS_TAKEN = "VSL-E215" Error "two subpass inputs share a number" {
        cause: "Each input attachment is declared once.",
        effect: "Both would read the same attachment.",
        cure: "Use the next number.",
    }
    SUBPASS_GAP = "VSL-E216" Error "the numbers of subpass inputs have a gap" {
        cause: "Files store subpass inputs without gaps, so each follows the one before it.",
        effect: "The file stores no numbers, so inputs after the gap would read the wrong attachments.",
        cure: "Use the next number.",
    }
    UNKNOWN_STAGE = "VSL-E220" Error "a stage is unknown" {
        cause: "The stages are `@vert` and `@frag`.",
        cure: "Use one of them.",
    }
    STAGE_TWICE = "VSL-E221" Error "a stage is defined twice" {
        cause: "A program has one function for each stage.",
        cure: "Remove one of them.",
    }
    STAGE_UNSUPPORTED = "VSL-E222" Error "a stage cannot be compiled" {
        cause: "The language knows the words `tesc`, `tese` and `geom` and files have room for their modules, but the runtime \
                loads no program with one, and the language cannot express what such a stage needs: patches, primitives, \
                streams.",
        effect: "The runtime would refuse the file.",
        cure: "Do its work in the vertex stage.",
    }
    NO_VERTEX = "VSL-E223" Error "there is no vertex stage" {
        cause: "A program has a vertex and a fragment function.",
        effect: "The runtime would refuse the file.",
        cure: "Add `@vert { … }`.",
    }
    NO_FRAGMENT = "VSL-E224" Error "there is no fragment stage" {
        cause: "A program has a vertex and a fragment function.",
        effect: "The runtime would refuse the file.",
        cure: "Add `@frag { … }`; it may be empty.",
    }
}
