//! The rules, in the order of the format's description: header, structure, vertex inputs, fragment outputs, bindings,
//! uniform, subpass inputs, code, reflection against code.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "VSL wiki, Compiled Shader Format and Reflection Info",
    examples: &EXAMPLES,

    HEADER_CUT = "VBC-HDR-01" Error "the header is cut short" {
        cause: "The file is empty or was cut off while it was written or copied.",
        effect: "The runtime stops with an end-of-stream error.",
        cure: "Get a complete copy of the file, or rebuild it; a header has 25 bytes.",
    }
    MAGIC = "VBC-HDR-02" Error "the magic is not VBC" {
        cause: "The file is of another kind, often a bare SPIR-V module with a .vbc name.",
        effect: "The runtime refuses the file.",
        cure: "Check that this is the right file; wrap bare modules in a container.",
    }
    VERSION = "VBC-HDR-03" Error "the version is not 1" {
        cause: "The byte was damaged; every compiler wrote 1, whatever its layout.",
        effect: "The runtime refuses the file.",
        cure: "Set the version to 1 if the rest of the file reads well.",
    }
    SHADER_TYPE = "VBC-HDR-04" Error "the shader type is not graphics" {
        cause: "The byte was damaged; no compiler wrote another kind than graphics, 1.",
        effect: "The runtime refuses the file.",
        cure: "Set the shader type to 1.",
    }
    NO_VERTEX_MODULE = "VBC-HDR-05" Error "there is no vertex module" {
        cause: "The vertex length is 0: the stage was left out or its length wrapped at 65536 words.",
        effect: "The runtime refuses the file.",
        cure: "Build the program with a vertex stage.",
        affects: ["VBC-BIND-05", "VBC-UNIF-12", "VBC-X-"],
    }
    NO_FRAGMENT_MODULE = "VBC-HDR-06" Error "there is no fragment module" {
        cause: "The fragment length is 0. Vulkan would allow a program without one; this container does not.",
        effect: "The runtime refuses the file.",
        cure: "Build the program with a fragment stage, if need be an empty one.",
        affects: ["VBC-BIND-05", "VBC-UNIF-12", "VBC-X-"],
    }
    EXTRA_STAGE = "VBC-HDR-07" Warning "a tessellation or geometry module is present" {
        cause: "The container has room for five stages, but no released compiler fills more than two.",
        effect: "The runtime refuses the file as one with unsupported stages.",
        cure: "Leave the stage out for the released runtime.",
        affects: ["VBC-X-08"],
        source: "Vega runtime 48214ce, shader loader",
    }
    TABLE_SIZE = "VBC-HDR-08" Warning "a table size is not the default" {
        cause: "The compiler was given other sizes for the global descriptor tables.",
        effect: "The runtime refuses any sizes but 8192, 128, 512, 128 and 128.",
        cure: "Compile with the default table sizes; the SPIR-V states them too.",
        affects: ["VBC-X-02"],
        source: "Vega runtime 48214ce, shader loader",
    }
    BINDING_WITHOUT_TABLE = "VBC-HDR-09" Error "a binding has no table" {
        cause: "The table of its kind has size 0, so the binding has no descriptor to select.",
        effect: "The runtime refuses the table sizes; the SPIR-V would index an array without elements.",
        cure: "Compile with a table size above 0 for every kind that is used.",
        affects: ["VBC-HDR-08", "VBC-X-02"],
    }
    TESSELLATION_PAIR = "VBC-HDR-10" Error "one tessellation module lacks the other" {
        cause: "Tessellation control and evaluation only work as a pair, and one of them is absent.",
        effect: "The runtime refuses any tessellation; Vulkan refuses half of it.",
        cure: "Add the missing module or remove its partner.",
        affects: ["VBC-HDR-07", "VBC-X-08"],
        source: "Vega runtime 48214ce, shader loader",
    }
    BYTE_SWAPPED = "VBC-HDR-11" Error "the file is byte-swapped" {
        cause: "A tool stored numbers most significant byte first.",
        effect: "The runtime reads absurd table sizes and refuses the file.",
        cure: "Repair `byte-order` swaps every field and SPIR-V word.",
    }
    OLD_LAYOUT = "VBC-HDR-12" Info "the file has an older layout" {
        cause: "The compiler changed the layout four times in January 2021 without changing the version byte.",
        effect: "The runtime reads it as the released layout and refuses it at some later point.",
        cure: "Compile the source again, or use repair `upgrade`.",
        source: "measured: VSL compiler 0.1.0 (c110b1b)",
    }
    SECTION_CUT = "VBC-STR-01" Error "a section is cut short" {
        cause: "The file was cut off, or a count before this place is wrong.",
        effect: "The runtime pads truncated records with zeros, and does not notice missing code at all.",
        cure: "Get a complete copy of the file, or rebuild it; if it has its full size, fix the count.",
        affects: ["VBC-BIND-05", "VBC-UNIF-12", "VBC-CODE-", "VBC-X-", "SPIRV-"],
    }
    COUNT_PAST_END = "VBC-STR-02" Error "a count does not fit in the file" {
        cause: "The count is damaged, or an earlier section has the wrong count.",
        effect: "The runtime reserves stack for the count unchecked, which can end its process.",
        cure: "Set the count to the actual number of records.",
        affects: ["VBC-STR-03", "VBC-BIND-05", "VBC-UNIF-12", "VBC-CODE-", "VBC-X-", "SPIRV-"],
    }
    TRAILING_BYTES = "VBC-STR-03" Error "something follows the last module" {
        cause: "Bytes were appended, a module length is too small, or a length of 65536 words or more wrapped.",
        effect: "The runtime refuses the file because of trailing data.",
        cure: "Fix the length or remove the bytes; a module above 65535 words has to shrink.",
        affects: ["VBC-CODE-", "VBC-X-", "SPIRV-"],
    }
    SUBPASS_OBJECTS = "VBC-STR-04" Error "the subpass section holds compiler objects" {
        cause: "The released compiler writes its own objects, addresses included, in place of the 4-byte records.",
        effect: "The runtime reads texel types out of addresses and refuses the file.",
        cure: "Repair `subpass-records` derives the records from the SPIR-V.",
        source: "measured: VSL compiler 0.1.0 (c110b1b)",
    }
    PADDING = "VBC-STR-05" Warning "padding is not zero" {
        cause: "A tool left memory contents in bytes that mean nothing.",
        effect: "The runtime ignores them; files stop being reproducible.",
        cure: "Repair `padding` sets them to zero.",
    }
    INPUT_LOCATION = "VBC-IN-01" Error "a vertex input location is above 15" {
        cause: "The location is damaged or came from a compiler without the limit.",
        effect: "The runtime does not check and hands it to the driver.",
        cure: "Move the input to a location from 0 to 15, in the SPIR-V too.",
        affects: ["VBC-X-06"],
    }
    INPUT_TYPE = "VBC-IN-02" Error "a vertex input is not a number" {
        cause: "The base type is none of signed, unsigned and float; vertex buffers hold nothing else.",
        effect: "The runtime refuses the vertex input type.",
        cure: "Use an integer or float type in the source.",
        affects: ["VBC-X-06"],
    }
    INPUT_DIMENSIONS = "VBC-IN-03" Error "vertex input dimensions are impossible" {
        cause: "Vectors have 1 to 4 rows and one column, matrices are float with 2 to 4 rows and columns.",
        effect: "The runtime accepts most of them and computes wrong vertex formats.",
        cure: "Set the dimensions to those of the SPIR-V variable.",
        affects: ["VBC-X-06"],
    }
    INPUT_ARRAY_SIZE = "VBC-IN-04" Error "a vertex input has array size 0" {
        cause: "A variable that is not an array has array size 1.",
        effect: "The runtime accepts it and gives the input no location.",
        cure: "Set the array size to 1.",
        affects: ["VBC-X-06"],
    }
    INPUT_MATRIX_ARRAY = "VBC-IN-05" Error "a vertex input is an array of matrices" {
        cause: "The language has no such attribute.",
        effect: "The runtime accepts it with a wrong count of locations.",
        cure: "Declare one input for each matrix.",
        affects: ["VBC-X-06"],
    }
    INPUT_PAST_LAST_LOCATION = "VBC-IN-06" Error "a vertex input runs past location 15" {
        cause: "The compiler checks only where an input begins; each column and element takes a location.",
        effect: "The runtime accepts it; the driver may not have the locations.",
        cure: "Begin the input at a lower location.",
        affects: ["VBC-X-06"],
    }
    INPUT_SHARED_LOCATION = "VBC-IN-07" Error "two vertex inputs share a location" {
        cause: "An earlier input takes more locations than the next one allows for.",
        effect: "The runtime accepts it; both inputs read the same attribute.",
        cure: "Move one input after the other.",
    }
    INPUT_LARGE_ARRAY = "VBC-IN-08" Warning "a vertex input array is larger than 16" {
        cause: "There are 16 locations, so no array can be larger.",
        effect: "The runtime does not check.",
        cure: "Make the array smaller.",
        affects: ["VBC-IN-06", "VBC-X-06"],
    }
    INPUT_ORDER = "VBC-IN-09" Info "vertex inputs are not in location order" {
        cause: "The compiler only accepts ascending locations, so another tool wrote the file.",
        effect: "None; the runtime takes any order.",
        cure: "No action is needed.",
    }
    OUTPUT_LOCATION = "VBC-OUT-01" Error "a fragment output location is above 7" {
        cause: "The location is damaged or came from a compiler without the limit.",
        effect: "The runtime does not check; render passes have at most 8 colour attachments.",
        cure: "Move the output to a location from 0 to 7, in the SPIR-V too.",
        affects: ["VBC-OUT-06", "VBC-X-07"],
    }
    OUTPUT_TYPE = "VBC-OUT-02" Error "a fragment output is not a number" {
        cause: "The base type is none of signed, unsigned and float; attachments hold nothing else.",
        effect: "The runtime ignores the field and assumes signed.",
        cure: "Set the base type to that of the SPIR-V variable.",
        affects: ["VBC-OUT-06", "VBC-X-07"],
    }
    OUTPUT_DIMENSIONS = "VBC-OUT-03" Error "fragment output dimensions are impossible" {
        cause: "Outputs have 1, 2 or 4 components and one column; no attachment has 3 components.",
        effect: "The runtime accepts it and matches it with the wrong attachment formats.",
        cure: "Use a scalar or a vector of 2 or 4 components.",
        affects: ["VBC-OUT-06", "VBC-X-07"],
    }
    OUTPUT_ARRAY = "VBC-OUT-04" Error "a fragment output is an array" {
        cause: "The language has no output arrays; the array size must be 1.",
        effect: "The runtime ignores the field and sees one attachment.",
        cure: "Declare one output for each attachment.",
        affects: ["VBC-OUT-06", "VBC-X-07"],
    }
    OUTPUT_SHARED_LOCATION = "VBC-OUT-05" Error "two fragment outputs share a location" {
        cause: "A record was copied, or a location is damaged.",
        effect: "The runtime matches outputs by their place and accepts it; one output is lost.",
        cure: "Give each output a location of its own.",
        affects: ["VBC-OUT-06", "VBC-X-07"],
    }
    OUTPUT_ORDER = "VBC-OUT-06" Warning "fragment outputs are not stored as 0, 1, 2, …" {
        cause: "The compiler keeps the order of the declarations and allows gaps.",
        effect: "The runtime matches record i with attachment i whatever its location, so formats are mixed up.",
        cure: "Declare outputs in order without gaps; repair `output-order` sorts them.",
        source: "Vega runtime 48214ce, shader loader",
    }
    BINDING_COUNT = "VBC-BIND-01" Error "there are more than 32 bindings" {
        cause: "There are 32 slots, so no more bindings can be distinguished.",
        effect: "The runtime does not check the count.",
        cure: "Remove bindings.",
        affects: ["VBC-BIND-", "VBC-X-"],
    }
    BINDING_SLOT = "VBC-BIND-02" Error "a slot is above 31" {
        cause: "The slot is damaged or came from a compiler without the limit.",
        effect: "The runtime indexes a table of 32 entries with it and throws.",
        cure: "Use a slot from 0 to 31, in the SPIR-V too.",
        affects: ["VBC-X-02", "VBC-X-03", "VBC-X-10"],
    }
    BINDING_SHARED_SLOT = "VBC-BIND-03" Error "two bindings share a slot" {
        cause: "A record was copied, or a slot is damaged.",
        effect: "The runtime accepts it and keeps the last one.",
        cure: "Give each binding a slot of its own.",
        affects: ["VBC-X-02", "VBC-X-03", "VBC-X-10"],
    }
    BINDING_BASE_TYPE = "VBC-BIND-04" Error "the base type is not that of a binding" {
        cause: "Bindings are samplers, images, buffers and texel buffers, 5 to 10. Older layouts number them otherwise.",
        effect: "The runtime refuses the binding type.",
        cure: "Set the base type to that of the SPIR-V variable.",
        affects: ["VBC-X-02", "VBC-X-03", "VBC-X-10"],
    }
    BINDING_STAGE = "VBC-BIND-05" Error "a binding is used by a missing stage" {
        cause: "The stage mask has an unknown bit or the bit of an absent stage.",
        effect: "The runtime casts the mask to Vulkan's flags and accepts it.",
        cure: "Clear the bits of stages without a module; repair `stage-masks` does.",
    }
    BINDING_UNUSED = "VBC-BIND-06" Info "a binding is never used" {
        cause: "The source declares it, and no stage uses it.",
        effect: "None; the runtime still reserves the slot.",
        cure: "Remove the declaration if it is not needed.",
    }
    BINDING_RANK = "VBC-BIND-07" Error "the rank does not match the binding" {
        cause: "Samplers and images have rank 0 to 5, texel buffers rank 6. Older layouts count from 1.",
        effect: "The runtime refuses unknown ranks of samplers and images, and ignores those of texel buffers.",
        cure: "Set the rank to that of the SPIR-V image type.",
        affects: ["VBC-X-02", "VBC-X-03", "VBC-X-10"],
    }
    TEXEL_TYPE = "VBC-BIND-08" Error "the texel type is unknown" {
        cause: "Texel types are signed, unsigned, float, unorm and snorm, 0 to 4. Older layouts store base types.",
        effect: "The runtime refuses the texel format.",
        cure: "Set the texel type to that of the SPIR-V image format.",
        affects: ["VBC-X-02", "VBC-X-03", "VBC-X-10"],
    }
    COMPONENT_SIZE = "VBC-BIND-09" Error "the component size does not match the texel type" {
        cause: "Signed, unsigned and float components have 4 bytes, normalized ones 1 or 2.",
        effect: "The runtime reads the size of normalized texels only and refuses others there.",
        cure: "Set the size to that of the SPIR-V image format.",
        affects: ["VBC-X-02", "VBC-X-03", "VBC-X-10"],
    }
    COMPONENT_COUNT = "VBC-BIND-10" Error "the component count is not 1, 2 or 4" {
        cause: "No texel format has another number of components.",
        effect: "The runtime does not check and picks a wrong format.",
        cure: "Set the count to that of the SPIR-V image format.",
        affects: ["VBC-X-02", "VBC-X-03", "VBC-X-10"],
    }
    STORAGE_FORMAT = "VBC-BIND-11" Error "a sampler or read-only texel buffer has a storage format" {
        cause: "These are read as 4 components of 4 bytes whatever the image is; they have no other format.",
        effect: "The runtime ignores the size and count, and only looks at the numeric class.",
        cure: "Set texel type signed, unsigned or float, size 4, count 4.",
        affects: ["VBC-X-02", "VBC-X-03", "VBC-X-10"],
    }
    ELEMENT_SIZE = "VBC-BIND-12" Error "the element size is impossible" {
        cause: "Elements are structures of 4-byte scalars, 4 to 1024 bytes in all.",
        effect: "The runtime does not check; buffers are created with a wrong stride.",
        cure: "Set the element size to the array stride in the SPIR-V.",
        affects: ["VBC-X-02", "VBC-X-03", "VBC-X-10"],
    }
    STORAGE_CUBE = "VBC-BIND-13" Warning "a storage image is a cube" {
        cause: "The compiler accepts cube images, the runtime does not know them.",
        effect: "The runtime throws on the binding type.",
        cure: "Use a 2D array image with six layers.",
        source: "Vega runtime 48214ce, shader loader",
    }
    UNIFORM_SIZE_LIMIT = "VBC-UNIF-01" Warning "the uniform is larger than 1024 bytes" {
        cause: "The compiler's limit for structures was passed by another tool.",
        effect: "The runtime binds 1024 bytes; reads beyond it yield undefined values.",
        cure: "Make the structure smaller, or use a buffer.",
    }
    UNIFORM_EMPTY = "VBC-UNIF-02" Error "the uniform has no members" {
        cause: "According to the size there is a uniform, but according to the member count it is empty.",
        effect: "The runtime accepts it; nothing in the uniform can be set by name.",
        cure: "Set the size to 0 and remove the mask and count, or add the members.",
    }
    MEMBER_NAME_LENGTH = "VBC-UNIF-03" Error "a member name is empty or too long" {
        cause: "The compiler allows 1 to 32 characters.",
        effect: "The runtime throws on names above 64 bytes, and cannot find members without a name.",
        cure: "Use a shorter name.",
    }
    MEMBER_NAME_CHARACTERS = "VBC-UNIF-04" Warning "a member name is not an identifier" {
        cause: "Names are letters, digits and underscores and begin with none of the digits.",
        effect: "The runtime decodes the bytes as ASCII, so others change.",
        cure: "Use an identifier.",
    }
    MEMBER_NAME_REPEATED = "VBC-UNIF-05" Error "two members share a name" {
        cause: "A record was copied or renamed.",
        effect: "The runtime accepts it and finds the first only.",
        cure: "Give each member a name of its own.",
    }
    MEMBER_TYPE = "VBC-UNIF-06" Error "a member is not a number" {
        cause: "Members are signed, unsigned or float. The compiler also writes boolean, which is a warning.",
        effect: "The runtime throws on any other base type, boolean included.",
        cure: "Use an integer instead of a boolean; set others to the type in the SPIR-V.",
        affects: ["VBC-UNIF-10", "VBC-UNIF-11", "VBC-UNIF-13", "VBC-X-04"],
    }
    MEMBER_DIMENSIONS = "VBC-UNIF-07" Error "member dimensions are impossible" {
        cause: "Vectors have 1 to 4 rows and one column, matrices are float with 2 to 4 rows and columns.",
        effect: "The runtime refuses shapes that its type table lacks.",
        cure: "Set the dimensions to those of the SPIR-V member.",
        affects: ["VBC-UNIF-10", "VBC-UNIF-11", "VBC-UNIF-13", "VBC-X-04"],
    }
    MEMBER_ARRAY_SIZE = "VBC-UNIF-08" Error "a member's array size is impossible" {
        cause: "A member that is not an array has array size 1; the compiler allows up to 64.",
        effect: "The runtime does not check.",
        cure: "Set the array size to that of the SPIR-V member.",
        affects: ["VBC-UNIF-10", "VBC-UNIF-11", "VBC-UNIF-13", "VBC-X-04"],
    }
    MEMBER_ALIGNMENT = "VBC-UNIF-09" Error "a member offset is not a multiple of 4" {
        cause: "Every component has 4 bytes, so every offset is a multiple of 4.",
        effect: "The runtime does not check and writes values across two components.",
        cure: "Repair `offsets` computes them from the member list.",
        affects: ["VBC-UNIF-10", "VBC-UNIF-11", "VBC-UNIF-13", "VBC-X-04"],
    }
    MEMBER_PAST_UNIFORM = "VBC-UNIF-10" Error "a member ends past the uniform" {
        cause: "The offset, the type or the size of the block is wrong.",
        effect: "The runtime does not check and writes past the block.",
        cure: "Repair `offsets` computes offsets and size from the member list.",
    }
    MEMBER_LAYOUT = "VBC-UNIF-11" Warning "member offsets differ from scalar layout" {
        cause: "Offsets follow other rules, such as std140, or members overlap, which is an error.",
        effect: "The runtime writes values where the SPIR-V may not read them.",
        cure: "Repair `offsets` computes them from the member list; the SPIR-V must agree.",
        affects: ["VBC-UNIF-13", "VBC-X-04"],
    }
    UNIFORM_STAGE = "VBC-UNIF-12" Error "the uniform is used by a missing stage" {
        cause: "The stage mask has an unknown bit or the bit of an absent stage.",
        effect: "The runtime casts the mask to Vulkan's flags and accepts it.",
        cure: "Clear the bits of stages without a module; repair `stage-masks` does.",
    }
    UNIFORM_SIZE = "VBC-UNIF-13" Warning "the uniform size is not the end of its members" {
        cause: "The block was padded, or a member is missing.",
        effect: "Only memory is wasted; the runtime uses the size as stated.",
        cure: "Repair `offsets` computes it from the member list.",
    }
    SUBPASS_COUNT = "VBC-SPI-01" Error "there are more than 4 subpass inputs" {
        cause: "The format allows 4.",
        effect: "The runtime does not check the count.",
        cure: "Remove subpass inputs.",
        affects: ["VBC-X-05"],
    }
    SUBPASS_TEXEL_TYPE = "VBC-SPI-02" Error "a subpass input's texel type is impossible" {
        cause: "Subpass inputs are signed, unsigned or float, 0 to 2.",
        effect: "The runtime throws on any other.",
        cure: "Set it to the numeric class of the SPIR-V image type.",
        affects: ["VBC-X-05"],
    }
    SUBPASS_COMPONENTS = "VBC-SPI-03" Error "a subpass input does not have 4 components" {
        cause: "The compiler writes 4. The format page also allows 1 and 2, which are warnings.",
        effect: "The runtime ignores the field and assumes 4.",
        cure: "Set the component count to 4.",
        affects: ["VBC-X-05"],
    }
    MODULE_MAGIC = "VBC-CODE-01" Error "a module does not begin with the SPIR-V magic" {
        cause: "The module is damaged or byte-swapped, or a length or count before it is wrong.",
        effect: "The runtime hands it to the driver unchanged.",
        cure: "Fix the length that leads here, or rebuild the file.",
        affects: ["VBC-CODE-03", "VBC-CODE-05", "VBC-X-", "SPIRV-"],
        source: "SPIR-V specification",
    }
    MODULE_VERSION = "VBC-CODE-02" Warning "a module needs more than SPIR-V 1.5" {
        cause: "It was compiled for a later version of Vulkan.",
        effect: "The runtime requests Vulkan 1.2, whose drivers may reject the module.",
        cure: "Compile for Vulkan 1.2.",
        source: "SPIR-V specification",
    }
    MODULE_ENTRY_POINT = "VBC-CODE-03" Error "a module has no entry point main for its stage" {
        cause: "The entry point has another name or stage, or the modules were swapped.",
        effect: "The runtime always requests main of the stage, and the driver fails.",
        cure: "Rename the entry point, or put the modules in order.",
        affects: ["VBC-X-"],
        source: "SPIR-V specification",
    }
    MODULE_EXTRA_ENTRY_POINTS = "VBC-CODE-04" Warning "a module has further entry points" {
        cause: "The module was not made by the compiler, which writes one.",
        effect: "The runtime uses main only; the others are dead weight.",
        cure: "Remove the other entry points.",
        source: "SPIR-V specification",
    }
    MODULE_MALFORMED = "VBC-CODE-05" Error "a module is not valid" {
        cause: "The module is damaged or cut, its length is wrong, or a tool wrote what the specification of SPIR-V forbids.",
        effect: "The runtime does not check; the driver may crash.",
        cure: "Fix what the findings of the rules SPIRV- name, or rebuild the module.",
        affects: ["VBC-X-"],
        source: "SPIR-V specification",
    }
    MODULE_DEBUG_NAMES = "VBC-CODE-06" Info "a module has debug names" {
        cause: "The compiler was set to keep debug information.",
        effect: "None but size.",
        cure: "Strip the module for release.",
        source: "SPIR-V specification",
    }
    UNKNOWN_DESCRIPTOR = "VBC-X-01" Error "the runtime does not provide a descriptor" {
        cause: "Set 0 has bindings 0 to 4, set 1 the uniform at 0, set 2 input attachments at 0 to 3; nothing else exists.",
        effect: "The runtime's pipeline layout lacks the descriptor and the driver fails.",
        cure: "Compile with the descriptor sets of the runtime.",
        source: "Vega runtime 48214ce, shader loader",
    }
    DESCRIPTOR_ARRAY_SIZE = "VBC-X-02" Error "the size of a descriptor array differs from that of its table" {
        cause: "The modules were compiled with other table sizes than the header states.",
        effect: "The runtime looks at the header only; descriptors beyond its tables are invalid.",
        cure: "Compile modules and header with the same sizes.",
        source: "Vega runtime 48214ce, shader loader",
    }
    UNBOUND_PUSH_CONSTANT = "VBC-X-03" Error "a module reads a push constant that no binding supplies" {
        cause: "The push-constant block selects descriptors by slot, and a slot that is read has no binding.",
        effect: "The runtime makes the push-constant range too small or leaves the half word zero.",
        cure: "Add the binding to the reflection.",
        source: "Vega runtime 48214ce, shader loader",
    }
    UNIFORM_MISMATCH = "VBC-X-04" Error "the uniform differs between reflection and code" {
        cause: "The reflection was edited, or comes from another compilation than the modules.",
        effect: "The runtime writes values where the code does not read them, or binds no uniform at all.",
        cure: "Compile again, so that reflection and modules come from one source.",
        source: "SPIR-V specification; VSL wiki, Reflection Info",
    }
    SUBPASS_MISMATCH = "VBC-X-05" Error "subpass inputs differ between reflection and code" {
        cause: "The code uses an input without a record or of another class. A record that no code uses is a warning.",
        effect: "The runtime's layout lacks the input attachment and the driver fails.",
        cure: "Add or fix the record.",
        source: "SPIR-V specification; VSL wiki, Reflection Info",
    }
    INPUT_MISMATCH = "VBC-X-06" Error "the reflection of a vertex input differs from the code" {
        cause: "The reflection was edited, or comes from another compilation than the vertex module.",
        effect: "The runtime does not feed the attribute, or in a wrong format.",
        cure: "Make record and SPIR-V variable agree.",
        source: "SPIR-V specification; VSL wiki, Reflection Info",
    }
    OUTPUT_MISMATCH = "VBC-X-07" Error "the reflection of a fragment output differs from the code" {
        cause: "The reflection was edited, or comes from another compilation than the fragment module.",
        effect: "The runtime matches the attachment with a wrong format.",
        cure: "Make record and SPIR-V variable agree.",
        source: "SPIR-V specification; VSL wiki, Reflection Info",
    }
    CAPABILITY = "VBC-X-08" Warning "a module needs a capability that the runtime does not enable" {
        cause: "The code uses a feature outside those that the runtime asks the device for.",
        effect: "Works only where the driver does not check.",
        cure: "Avoid the feature, or enable it in the runtime.",
        source: "Vega runtime 48214ce, shader loader",
    }
    STAGE_LINK = "VBC-X-09" Error "a stage reads a value that the previous stage does not write" {
        cause: "The modules come from different compilations, or a variable was removed from one of them.",
        effect: "The runtime does not check; the values are undefined or the driver refuses the pipeline.",
        cure: "Compile the stages together.",
        source: "SPIR-V specification; VSL wiki, Reflection Info",
    }
    STAGE_MASK = "VBC-X-10" Error "a stage uses a resource without being in its stage mask" {
        cause: "The mask was edited, or comes from another compilation.",
        effect: "The runtime makes the resource visible to the stages in the mask only.",
        cure: "Add the stage to the mask; repair `stage-masks` does.",
        source: "SPIR-V specification; VSL wiki, Reflection Info",
    }
}
