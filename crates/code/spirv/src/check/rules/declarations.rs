//! Rules of declarations: capabilities, entry points, decorations, built-ins, environments.

use super::EXAMPLES;

glassbox_core::rules! {
    source: "SPIR-V specification",
    examples: &EXAMPLES,

    CAPABILITY_MISSING = "SPIRV-CAP-01" Error "a capability is missing" {
        cause: "The compiler did not declare what the instruction needs.",
        effect: "Drivers refuse the module, or run it without the feature.",
        cure: "Declare one of the capabilities.",
        source: "SPIR-V specification, section 2.16.1",
    }
    EXTENSION_MISSING = "SPIRV-CAP-02" Error "an extension is missing" {
        cause: "The module uses what only an extension has, without OpExtension.",
        effect: "Drivers refuse the module.",
        cure: "Declare the extension, or raise the version to one that includes it.",
        source: "SPIR-V specification, section 2.16.1",
    }
    VERSION_FIRST = "SPIRV-CAP-03" Error "the version is too low" {
        cause: "The header states an older version than the compiler used.",
        effect: "Drivers refuse the module.",
        cure: "Raise the version in the header, or replace the instruction.",
        source: "SPIR-V specification, section 3",
    }
    VERSION_LAST = "SPIRV-CAP-04" Error "the version no longer has it" {
        cause: "The version was raised without replacing what it removed.",
        effect: "Drivers refuse the module.",
        cure: "Replace it, or lower the version.",
        source: "SPIR-V specification, section 3",
    }
    RESERVED = "SPIRV-CAP-05" Error "an instruction is reserved" {
        cause: "The instruction was written by hand or by a wrong table.",
        effect: "No driver takes the module.",
        cure: "Use another instruction.",
        source: "SPIR-V specification, section 3",
    }
    CAPABILITY_ENVIRONMENT = "SPIRV-CAP-06" Error "the environment lacks a capability" {
        cause: "The module was compiled for another environment.",
        effect: "Drivers refuse the module.",
        cure: "Check against the environment that executes the module, or avoid the feature.",
        source: "Vulkan, appendix “Vulkan Environment for SPIR-V”; OpenCL SPIR-V environment",
    }
    MEMORY_MODEL = "SPIRV-CAP-07" Error "the memory or addressing model does not fit" {
        cause: "The module was compiled for another environment.",
        effect: "Drivers refuse the module.",
        cure: "State a model that the environment has.",
        source: "SPIR-V specification, section 2.16.1; Vulkan, VUID-StandaloneSpirv-None-04635",
    }
    LIMIT = "SPIRV-LIMIT-01" Error "a universal limit is exceeded" {
        cause: "The module was generated without regard to limits.",
        effect: "Drivers may refuse the module or crash.",
        cure: "Split what is too large.",
        source: "SPIR-V specification, section 2.17",
    }
    ENTRY_FUNCTION = "SPIRV-ENTRY-01" Error "the function of an entry point does not fit" {
        cause: "The entry point names something else, or a function with parameters or a result.",
        effect: "Drivers refuse the module.",
        cure: "Name a function without parameters that returns void.",
        source: "SPIR-V specification, section 2.16.1; Vulkan, VUID-StandaloneSpirv-None-04633",
    }
    ENTRY_NAME = "SPIRV-ENTRY-02" Error "two entry points have one name" {
        cause: "Modules were joined without renaming entry points.",
        effect: "Which of them a pipeline uses is undefined.",
        cure: "Rename one of them.",
        source: "SPIR-V specification, OpEntryPoint",
    }
    ENTRY_MODELS = "SPIRV-ENTRY-03" Error "models of two mesh shading extensions are mixed" {
        cause: "Modules for different extensions were joined.",
        effect: "Drivers refuse the module.",
        cure: "Use one of the extensions.",
        source: "Vulkan, VUID-StandaloneSpirv-MeshEXT-07102",
    }
    MODE_TARGET = "SPIRV-MODE-01" Error "a mode is not that of an entry point" {
        cause: "The function is not an entry point, or no longer one.",
        effect: "Drivers refuse the module.",
        cure: "Remove the mode, or declare the entry point.",
        source: "SPIR-V specification, OpExecutionMode",
    }
    MODE_FORM = "SPIRV-MODE-02" Error "the instruction does not suit the mode" {
        cause: "Modes with ids as operands need OpExecutionModeId, others OpExecutionMode.",
        effect: "Drivers refuse the module or misread the operands.",
        cure: "Use the other instruction.",
        source: "SPIR-V specification, OpExecutionModeId",
    }
    MODE_OPERAND = "SPIRV-MODE-03" Error "an operand or the mode itself is not allowed" {
        cause: "The value is out of range, or another mode or the environment excludes it.",
        effect: "Drivers refuse the module.",
        cure: "Change the value or remove the mode.",
        source: "SPIR-V specification, section 3.6; Vulkan, appendix “Vulkan Environment for SPIR-V”",
    }
    MODE_MODEL = "SPIRV-MODE-04" Error "a mode does not apply to the execution model" {
        cause: "The mode was stated for another stage.",
        effect: "Drivers refuse the module.",
        cure: "Remove the mode.",
        source: "SPIR-V specification, section 3.6",
    }
    MODE_GROUP = "SPIRV-MODE-05" Error "modes that exclude or require each other" {
        cause: "The compiler stated none of the modes, or several.",
        effect: "Drivers refuse the module or choose one of them.",
        cure: "State exactly one.",
        source: "SPIR-V specification, section 2.16.2",
    }
    MODE_DUPLICATE = "SPIRV-MODE-06" Error "a mode is stated twice" {
        cause: "Modules were joined without removing duplicates.",
        effect: "Which of them counts is undefined.",
        cure: "Remove one of them.",
        source: "SPIR-V specification, OpExecutionMode",
    }
    MODE_ENVIRONMENT = "SPIRV-MODE-07" Error "a mode is missing for the environment" {
        cause: "Vulkan needs a mode that SPIR-V itself does not.",
        effect: "Drivers refuse the module.",
        cure: "State the mode.",
        source: "Vulkan, appendix “Vulkan Environment for SPIR-V”",
    }
    LOCAL_SIZE = "SPIRV-MODE-08" Error "the size of a workgroup does not fit" {
        cause: "A dimension is 0, or does not fit how derivatives group invocations.",
        effect: "Drivers refuse the module.",
        cure: "State a size that fits.",
        source: "SPIR-V specification, section 3.6; SPV_KHR_compute_shader_derivatives",
    }
    INTERFACE_LIST = "SPIRV-INTERFACE-01" Error "the list of an interface is wrong" {
        cause: "The list holds what is not a variable, or one that the version does not list.",
        effect: "Drivers refuse the module.",
        cure: "List each global variable once; before SPIR-V 1.4 only inputs and outputs.",
        source: "SPIR-V specification, OpEntryPoint",
    }
    INTERFACE_UNLISTED = "SPIRV-INTERFACE-02" Error "a variable in use is not listed" {
        cause: "The list was not extended when the variable was added.",
        effect: "Drivers may leave the variable unbound.",
        cure: "Add the variable to the list.",
        source: "SPIR-V specification, OpEntryPoint",
    }
    INTERFACE_LOCATION = "SPIRV-INTERFACE-03" Error "a location is missing, wrong or shared" {
        cause: "Two variables were placed at one location, or one at none.",
        effect: "Stages exchange wrong values, or the pipeline is refused.",
        cure: "Give each variable locations of its own.",
        source: "Vulkan, section “Location Assignment”",
    }
    INTERFACE_BUILT_IN = "SPIRV-INTERFACE-04" Error "built-ins of an interface contradict each other" {
        cause: "A built-in was declared twice, has a location, or is in a structure that is not a block.",
        effect: "Drivers refuse the module or use one of them.",
        cure: "Declare each built-in once, in a block or as a variable.",
        source: "Vulkan, section “Built-In Variables”",
    }
    INTERFACE_INTERPOLATION = "SPIRV-INTERFACE-05" Error "an interpolation is not allowed or missing" {
        cause: "The decoration is on a vertex input or fragment output, or an integer input is not Flat.",
        effect: "Drivers refuse the module.",
        cure: "Move the decoration to the fragment input; decorate integers with Flat.",
        source: "Vulkan, VUID-StandaloneSpirv-Flat-04744 and -06201",
    }
    INTERFACE_TYPE = "SPIRV-INTERFACE-06" Error "a type is not passed between stages" {
        cause: "The type has no representation in an interface.",
        effect: "Drivers refuse the module.",
        cure: "Convert the value to another type.",
        source: "Vulkan, VUID-StandaloneSpirv-Input-09557 and -OpVariable-10370",
    }
    INTERFACE_SINGLE = "SPIRV-INTERFACE-07" Error "an entry point has two variables of which it may have one" {
        cause: "Modules were joined.",
        effect: "Drivers refuse the module or share the memory.",
        cure: "Merge the variables.",
        source: "Vulkan, VUID-StandaloneSpirv-OpEntryPoint-06674",
    }
    INTERFACE_WORKGROUP = "SPIRV-INTERFACE-08" Error "blocks in workgroup memory do not fit" {
        cause: "Blocks and plain variables were mixed, or the capability is missing.",
        effect: "Drivers refuse the module or let variables overlap.",
        cure: "Make all of them blocks, decorated with Aliased.",
        source: "SPV_KHR_workgroup_memory_explicit_layout",
    }
    VARIABLE_BLOCK = "SPIRV-VARIABLE-01" Error "a buffer is not a block" {
        cause: "The structure was not decorated.",
        effect: "Drivers refuse the module.",
        cure: "Decorate the structure with Block.",
        source: "Vulkan, VUID-StandaloneSpirv-Uniform-06676",
    }
    VARIABLE_BINDING = "SPIRV-VARIABLE-02" Error "a resource has no binding" {
        cause: "The compiler was not told where the resource is bound.",
        effect: "No descriptor reaches the variable; drivers refuse the module.",
        cure: "Decorate the variable with DescriptorSet and Binding.",
        source: "Vulkan, VUID-StandaloneSpirv-UniformConstant-06677; GL_ARB_gl_spirv",
    }
    BUILT_IN_TYPE = "SPIRV-BUILTIN-01" Error "the type of a built-in is wrong" {
        cause: "The variable was declared with another type than the specification states.",
        effect: "Drivers refuse the module or read wrong values.",
        cure: "Declare it with the type of the specification.",
        source: "Vulkan, section “Built-In Variables”",
    }
    BUILT_IN_STORAGE = "SPIRV-BUILTIN-02" Error "the storage class of a built-in is wrong" {
        cause: "An input was declared as output or the other way round.",
        effect: "Drivers refuse the module.",
        cure: "Use the storage class of the specification.",
        source: "Vulkan, section “Built-In Variables”",
    }
    BUILT_IN_MODEL = "SPIRV-BUILTIN-03" Error "a stage does not have a built-in" {
        cause: "The code was written for another stage.",
        effect: "Drivers refuse the module or read undefined values.",
        cure: "Pass the value from a stage that has it.",
        source: "Vulkan, section “Built-In Variables”",
    }
    BUILT_IN_MESH = "SPIRV-BUILTIN-04" Error "a built-in of a mesh shader is wrong" {
        cause: "The array does not have an element for each primitive, or PerPrimitiveEXT is missing.",
        effect: "Drivers refuse the module.",
        cure: "Declare it as SPV_EXT_mesh_shader describes.",
        source: "Vulkan, section “Built-In Variables”",
    }
    BUILT_IN_ENVIRONMENT = "SPIRV-BUILTIN-05" Error "the environment does not have a built-in" {
        cause: "The module was compiled for OpenGL.",
        effect: "Drivers refuse the module.",
        cure: "Use the counterpart in Vulkan.",
        source: "Vulkan, section “Built-In Variables”",
    }
    LAYOUT_MISSING = "SPIRV-BLOCK-01" Error "an offset, stride or order is missing" {
        cause: "The type was not meant for a buffer.",
        effect: "Drivers guess the layout, or refuse the module.",
        cure: "Decorate every member with Offset, arrays with ArrayStride, matrices with their order and MatrixStride.",
        source: "Vulkan, section “Offset and Stride Assignment”",
    }
    LAYOUT_ALIGNMENT = "SPIRV-BLOCK-02" Error "a member is not aligned" {
        cause: "The offsets follow looser rules than the environment.",
        effect: "Drivers read wrong bytes or refuse the module.",
        cure: "Move the member, or enable the feature that relaxes alignment.",
        source: "Vulkan, section “Offset and Stride Assignment”",
    }
    LAYOUT_OVERLAP = "SPIRV-BLOCK-03" Error "members overlap" {
        cause: "An offset was computed with a smaller type.",
        effect: "A write to one member changes the other.",
        cure: "Move the later member.",
        source: "Vulkan, section “Offset and Stride Assignment”",
    }
    LAYOUT_STRIDE = "SPIRV-BLOCK-04" Error "a stride does not fit its elements" {
        cause: "The stride follows looser rules than the environment, or is that of a smaller type.",
        effect: "Elements overlap, or drivers refuse the module.",
        cure: "State a multiple of the alignment that is at least the size.",
        source: "Vulkan, section “Offset and Stride Assignment”",
    }
    LAYOUT_RUNTIME_ARRAY = "SPIRV-BLOCK-05" Error "a runtime array is not the last member" {
        cause: "Members were added after it.",
        effect: "The members after it have no place.",
        cure: "Move the array to the end.",
        source: "Vulkan, VUID-StandaloneSpirv-OpTypeRuntimeArray-04680",
    }
    LAYOUT_FORBIDDEN = "SPIRV-BLOCK-06" Error "a type has a layout where none is allowed" {
        cause: "A type of a buffer is used for other memory.",
        effect: "Drivers refuse the module.",
        cure: "Use a copy of the type without the decorations.",
        source: "Vulkan, VUID-StandaloneSpirv-None-10684",
    }
    DECORATION_TARGET = "SPIRV-DECORATION-01" Error "a decoration does not apply to its target" {
        cause: "The decoration was put on another kind of object.",
        effect: "Drivers refuse or ignore the decoration.",
        cure: "Decorate what the specification names, or remove it.",
        source: "SPIR-V specification, section 3.20",
    }
    DECORATION_OPERAND = "SPIRV-DECORATION-02" Error "an operand of a decoration is not allowed" {
        cause: "The value contradicts another decoration, or an id is defined too late.",
        effect: "Drivers refuse the module.",
        cure: "Change the operand.",
        source: "SPIR-V specification, section 3.20",
    }
    DECORATION_FORM = "SPIRV-DECORATION-03" Error "the instruction does not suit the decoration" {
        cause: "Decorations with ids as operands need OpDecorateId, others OpDecorate.",
        effect: "Drivers refuse the module or misread the operand.",
        cure: "Use the other instruction.",
        source: "SPIR-V specification, OpDecorateId",
    }
    DECORATION_ENVIRONMENT = "SPIRV-DECORATION-04" Error "the environment does not have a decoration here" {
        cause: "The module was compiled for another environment or memory model.",
        effect: "Drivers refuse the module.",
        cure: "Remove the decoration, or use what the environment has for it.",
        source: "Vulkan, appendix “Vulkan Environment for SPIR-V”",
    }
    DECORATION_GROUP = "SPIRV-DECORATION-05" Error "a group of decorations is misused" {
        cause: "The group is the target of something else than decorations.",
        effect: "Drivers refuse the module.",
        cure: "Apply the group to ids and members.",
        source: "SPIR-V specification, OpDecorationGroup",
    }
    DECORATION_DUPLICATE = "SPIRV-DECORATION-06" Error "a decoration is stated twice" {
        cause: "Modules were joined without removing duplicates.",
        effect: "Which of them counts is undefined.",
        cure: "Remove one of them.",
        source: "SPIR-V specification, section 2.16.1",
    }
    DECORATION_CONFLICT = "SPIRV-DECORATION-07" Error "decorations exclude each other" {
        cause: "Both were stated for one target.",
        effect: "Which of them counts is undefined.",
        cure: "Remove one of them.",
        source: "SPIR-V specification, section 3.20",
    }
    LINKAGE = "SPIRV-DECORATION-08" Error "a linkage does not fit" {
        cause: "A function without a body is not imported, or something defined is.",
        effect: "The module cannot be linked.",
        cure: "Import what has no definition, and nothing else.",
        source: "SPIR-V specification, section 2.16.1",
    }
    NAME_TARGET = "SPIRV-NAME-01" Error "a name is that of no member" {
        cause: "The type changed after the names were written.",
        effect: "Tools show wrong names.",
        cure: "Remove the name.",
        source: "SPIR-V specification, OpMemberName",
    }
    LINE_FILE = "SPIRV-NAME-02" Error "the file of a line is not a string" {
        cause: "The id was renumbered.",
        effect: "Debuggers find no source.",
        cure: "Name an OpString.",
        source: "SPIR-V specification, OpLine",
    }
    STAGE_INSTRUCTION = "SPIRV-STAGE-01" Error "a stage does not have an instruction" {
        cause: "The function is called from an entry point of another stage.",
        effect: "Drivers refuse the module.",
        cure: "Move the instruction to a stage that has it.",
        source: "SPIR-V specification, section 2.16; Vulkan, appendix “Vulkan Environment for SPIR-V”",
    }
    STAGE_MODE = "SPIRV-STAGE-02" Error "an instruction requires a mode of the entry point" {
        cause: "The mode was not stated, or states less than the code uses.",
        effect: "Drivers refuse the module, or the result is undefined.",
        cure: "State the mode.",
        source: "SPV_KHR_compute_shader_derivatives; SPV_EXT_fragment_shader_interlock; SPV_EXT_mesh_shader",
    }
    STAGE_STORAGE = "SPIRV-STAGE-03" Error "a stage does not have a storage class" {
        cause: "The function is called from an entry point of another stage.",
        effect: "Drivers refuse the module.",
        cure: "Pass the value in another way.",
        source: "Vulkan, appendix “Vulkan Environment for SPIR-V”",
    }
    EXTENSION_VERSION = "SPIRV-CAP-08" Error "an extension requires a newer version" {
        cause: "The header states an older version than the compiler used.",
        effect: "Drivers refuse the module.",
        cure: "Raise the version in the header.",
        source: "The specification of the extension",
    }
    IMPORT = "SPIRV-CAP-09" Error "an import of extended instructions does not fit" {
        cause: "The name has no known version, or an extension is missing.",
        effect: "Tools skip the instructions or refuse the module.",
        cure: "State a version, and declare SPV_KHR_non_semantic_info before SPIR-V 1.6.",
        source: "SPV_KHR_non_semantic_info; NonSemantic.Shader.DebugInfo",
    }
    DEBUG_OPERAND = "SPIRV-NAME-03" Error "an operand of debug information does not fit" {
        cause: "An instruction was removed or renumbered without its users.",
        effect: "Debuggers misread the information or fail.",
        cure: "Strip the debug information, or compile again.",
        source: "NonSemantic.Shader.DebugInfo; OpenCL.DebugInfo.100",
    }
}
