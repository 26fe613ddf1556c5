//! Rules of structure, types and instructions.

use super::EXAMPLES;

glassbox_core::rules! {
    source: "SPIR-V specification",
    examples: &EXAMPLES,

    PLACE = "SPIRV-LAYOUT-01" Error "an instruction is misplaced" {
        cause: "A tool added the instruction outside of its section, or outside of a block.",
        effect: "Drivers refuse the module.",
        cure: "Move the instruction to its section.",
        source: "SPIR-V specification, section 2.4",
    }
    FUNCTION_END = "SPIRV-LAYOUT-02" Error "the last function does not end" {
        cause: "The module was cut off.",
        effect: "Drivers refuse the module.",
        cure: "Add OpFunctionEnd, or rebuild the module.",
        source: "SPIR-V specification, section 2.4",
    }
    SECTION = "SPIRV-LAYOUT-03" Error "an instruction is out of the order of sections" {
        cause: "A tool appended an instruction instead of inserting it into its section.",
        effect: "Drivers that read in one pass refuse the module or ignore the instruction.",
        cure: "Move it to its section.",
        source: "SPIR-V specification, section 2.4",
    }
    DECLARATION_ORDER = "SPIRV-LAYOUT-04" Error "a function declaration follows a definition" {
        cause: "A linker appended an import after the functions.",
        effect: "Drivers that read in one pass refuse the module.",
        cure: "Move functions without a body before all others.",
        source: "SPIR-V specification, section 2.4",
    }
    PHI_PLACE = "SPIRV-LAYOUT-05" Error "OpPhi is not at the beginning of its block" {
        cause: "An instruction was inserted before the phis.",
        effect: "Drivers may read a value of the wrong path.",
        cure: "Move all phis to the beginning of the block.",
        source: "SPIR-V specification, OpPhi",
    }
    VARIABLE_PLACE = "SPIRV-LAYOUT-06" Error "a local variable is not at the beginning of its function" {
        cause: "A variable was declared where it is first used.",
        effect: "Drivers refuse the module, or allocate the variable once for each pass.",
        cure: "Move it to the beginning of the first block.",
        source: "SPIR-V specification, section 2.4",
    }
    MERGE_PLACE = "SPIRV-LAYOUT-07" Error "a merge instruction is not before its branch" {
        cause: "An instruction was inserted between the merge and the branch.",
        effect: "The construct is not recognized; drivers refuse the module or diverge.",
        cure: "Make it the second-to-last instruction of the block.",
        source: "SPIR-V specification, section 2.16.1",
    }
    ID_UNDEFINED = "SPIRV-ID-01" Error "an id is not defined" {
        cause: "The definition was removed while something still used it.",
        effect: "Drivers refuse the module or crash.",
        cure: "Define the id, or remove its use.",
        source: "SPIR-V specification, section 2.16.1",
    }
    ID_LATER = "SPIRV-ID-02" Error "an id is used before its definition" {
        cause: "Instructions were reordered, or a type refers to itself.",
        effect: "Drivers that read in one pass refuse the module.",
        cure: "Move the definition before the use.",
        source: "SPIR-V specification, section 2.16.1",
    }
    RESULT_TYPE = "SPIRV-ID-03" Error "a result type is not a type" {
        cause: "The operand names a value or an undefined id.",
        effect: "Drivers refuse the module or crash.",
        cure: "Name an earlier type.",
        source: "SPIR-V specification, section 2.16.1",
    }
    VALUE_EXPECTED = "SPIRV-ID-04" Error "an operand is not a value" {
        cause: "The operand names a type, a label or debug information.",
        effect: "Drivers refuse the module or crash.",
        cure: "Name the result of an instruction that has a type.",
        source: "SPIR-V specification, section 2.16.1",
    }
    DOMINANCE = "SPIRV-ID-05" Error "a definition does not dominate its use" {
        cause: "A value was moved or used on a path that does not compute it.",
        effect: "The value is undefined on some paths; drivers refuse the module or render garbage.",
        cure: "Compute the value in a block that all paths pass, or join the values with OpPhi.",
        source: "SPIR-V specification, section 2.16.1",
    }
    OTHER_FUNCTION = "SPIRV-ID-06" Error "a value of another function is used" {
        cause: "A function was inlined or split without copying its values.",
        effect: "Drivers refuse the module or crash.",
        cure: "Pass the value as a parameter.",
        source: "SPIR-V specification, section 2.16.1",
    }
    TYPE_REPEATED = "SPIRV-TYPE-01" Error "a type is declared twice" {
        cause: "Modules were joined without merging types.",
        effect: "Values of the two count as different types.",
        cure: "Keep the first declaration.",
        source: "SPIR-V specification, section 2.8",
    }
    TYPE_WIDTH = "SPIRV-TYPE-02" Error "a width needs a capability or does not exist" {
        cause: "The source uses a number type that the module does not declare.",
        effect: "Drivers refuse the module, or compute at another width.",
        cure: "Declare the capability, or use a width of 32 bits.",
        source: "SPIR-V specification, section 3.42.6",
    }
    TYPE_SIGN = "SPIRV-TYPE-03" Error "a signedness is not valid" {
        cause: "The declaration was written by hand or for another environment.",
        effect: "Drivers refuse the module.",
        cure: "Use 0 or 1, and 0 in kernels.",
        source: "SPIR-V specification, OpTypeInt",
    }
    TYPE_COMPONENT = "SPIRV-TYPE-04" Error "a type is made of a type that it cannot hold" {
        cause: "The generator combined types that the specification keeps apart.",
        effect: "Drivers refuse the module.",
        cure: "Use a type that is allowed as part.",
        source: "SPIR-V specification, section 3.42.6",
    }
    TYPE_COUNT = "SPIRV-TYPE-05" Error "a number of components is not valid" {
        cause: "A vector of the source has no counterpart.",
        effect: "Drivers refuse the module.",
        cure: "Use 2, 3 or 4 components, or an array.",
        source: "SPIR-V specification, section 2.16.1",
    }
    TYPE_LENGTH = "SPIRV-TYPE-06" Error "an array has no valid length" {
        cause: "The length is zero, negative or not a constant.",
        effect: "Drivers refuse the module or allocate nothing.",
        cure: "Give the array a constant length of at least 1.",
        source: "SPIR-V specification, OpTypeArray",
    }
    TYPE_RUNTIME_ARRAY = "SPIRV-TYPE-07" Error "a runtime array is in the wrong place" {
        cause: "Only the last member of a buffer block can have a length known at run time.",
        effect: "Drivers cannot compute offsets after the array.",
        cure: "Make it the last member of a structure decorated with Block.",
        source: "Vulkan, VUID-StandaloneSpirv-OpTypeRuntimeArray-04680",
    }
    TYPE_BLOCK = "SPIRV-TYPE-08" Error "a block is in a block" {
        cause: "Structures for buffers were nested with their decorations.",
        effect: "Drivers refuse the module or misplace members.",
        cure: "Decorate only the outermost structure with Block.",
        source: "SPIR-V specification, section 2.16.2",
    }
    TYPE_BUILT_IN = "SPIRV-TYPE-09" Error "built-in members are mixed with others" {
        cause: "A structure for the pipeline's built-ins was extended.",
        effect: "Drivers refuse the module.",
        cure: "Put other members in a structure of their own.",
        source: "SPIR-V specification, section 2.16.2",
    }
    TYPE_OPAQUE = "SPIRV-TYPE-10" Error "a structure contains a handle" {
        cause: "Images and samplers of the source's structure were not split off.",
        effect: "Vulkan drivers refuse the module.",
        cure: "Declare images and samplers as variables of their own.",
        source: "Vulkan, VUID-StandaloneSpirv-None-04667",
    }
    POINTER_CLASS = "SPIRV-TYPE-11" Error "a pointer has a storage class that the environment lacks" {
        cause: "The module was made for another environment.",
        effect: "Drivers refuse the module.",
        cure: "Use a storage class of the environment.",
        source: "Vulkan, VUID-StandaloneSpirv-None-04643",
    }
    FORWARD_POINTER = "SPIRV-TYPE-12" Error "a forward pointer does not match its declaration" {
        cause: "The declaration was changed, or points to something that cannot refer to itself.",
        effect: "Drivers refuse the module.",
        cure: "Declare a pointer to a structure with the same storage class.",
        source: "SPIR-V specification, OpTypeForwardPointer",
    }
    MATRIX_SHAPE = "SPIRV-TYPE-13" Error "shapes of cooperative matrices are not valid or do not agree" {
        cause: "Rows, columns or scope were exchanged.",
        effect: "The product is undefined; drivers refuse the module.",
        cure: "Use constants that fit each other.",
        source: "SPV_KHR_cooperative_matrix",
    }
    TENSOR_SHAPE = "SPIRV-TYPE-14" Error "the shape of a tensor is not valid" {
        cause: "Rank, clamp mode or permutation is out of range.",
        effect: "Drivers refuse the module.",
        cure: "Use constants within the limits of the type.",
        source: "SPV_NV_tensor_addressing",
    }
    CONSTANT_TYPE = "SPIRV-CONST-01" Error "a constant cannot have its type" {
        cause: "The type was replaced without the constant.",
        effect: "Drivers refuse the module.",
        cure: "Use the constant instruction of the type.",
        source: "SPIR-V specification, section 3.42.7",
    }
    CONSTANT_PART = "SPIRV-CONST-02" Error "a part of a constant does not fit" {
        cause: "A part has another type or is not a constant.",
        effect: "Drivers refuse the module or build garbage.",
        cure: "Use constants of the types of the parts.",
        source: "SPIR-V specification, OpConstantComposite",
    }
    CONSTANT_COUNT = "SPIRV-CONST-03" Error "a constant has too few or too many parts" {
        cause: "The type was changed without the constant.",
        effect: "Drivers refuse the module or read past the parts.",
        cure: "Give one constant for each part.",
        source: "SPIR-V specification, OpConstantComposite",
    }
    CONSTANT_SMALL = "SPIRV-CONST-04" Error "a constant has a type that can only be stored" {
        cause: "The module declares small numbers for storage, not for arithmetic.",
        effect: "Drivers refuse the module.",
        cure: "Declare Int8, Int16 or Float16, or convert from 32 bits.",
        source: "SPIR-V specification, section 2.16.1",
    }
    CONSTANT_OPERATION = "SPIRV-CONST-05" Error "an operation cannot be specialized" {
        cause: "The compiler folded an operation that shaders compute at run time only.",
        effect: "Drivers refuse the module.",
        cure: "Compute it in a function.",
        source: "SPIR-V specification, OpSpecConstantOp",
    }
    CONSTANT_HIGH_BITS = "SPIRV-CONST-06" Error "bits above the width of a constant are set" {
        cause: "A generator did not extend a narrow constant.",
        effect: "Drivers may compare or fold the constant with garbage.",
        cure: "Extend the value with zeros, or with its sign.",
        source: "SPIR-V specification, section 2.2.1",
    }
    FUNCTION_TYPE = "SPIRV-FUNC-01" Error "a function does not match its type" {
        cause: "The function or its type was changed alone.",
        effect: "Drivers refuse the module.",
        cure: "Name a function type with the same result.",
        source: "SPIR-V specification, OpFunction",
    }
    FUNCTION_PARAMETERS = "SPIRV-FUNC-02" Error "parameters do not match the function type" {
        cause: "A parameter was added or removed without the type.",
        effect: "Drivers refuse the module or pass wrong values.",
        cure: "Declare the parameters of the type, in order.",
        source: "SPIR-V specification, OpFunctionParameter",
    }
    FUNCTION_USE = "SPIRV-FUNC-03" Error "a function or its type is used as something else" {
        cause: "An operand names a function where a value or type is expected.",
        effect: "Drivers refuse the module.",
        cure: "Call the function.",
        source: "SPIR-V specification, OpFunction",
    }
    CALL_FUNCTION = "SPIRV-FUNC-04" Error "a call names no function" {
        cause: "The callee was removed.",
        effect: "Drivers refuse the module.",
        cure: "Name a function of the module.",
        source: "SPIR-V specification, OpFunctionCall",
    }
    CALL_RESULT = "SPIRV-FUNC-05" Error "a call has another result than the function" {
        cause: "The callee was changed.",
        effect: "Drivers refuse the module or misread the result.",
        cure: "Use the result type of the function.",
        source: "SPIR-V specification, OpFunctionCall",
    }
    CALL_ARGUMENTS = "SPIRV-FUNC-06" Error "arguments do not match the parameters" {
        cause: "The callee was changed, or arguments were left out.",
        effect: "Drivers refuse the module or pass garbage.",
        cure: "Pass a value of the type of each parameter.",
        source: "SPIR-V specification, OpFunctionCall",
    }
    POINTER_ARGUMENT = "SPIRV-FUNC-07" Error "a pointer cannot be an argument" {
        cause: "A part of a variable, or a variable in buffer memory, is passed by reference.",
        effect: "Drivers that cannot follow pointers refuse the module.",
        cure: "Copy through a local variable, or declare variable pointers.",
        source: "SPIR-V specification, section 2.16.1",
    }
    POINTER_LOGICAL = "SPIRV-FUNC-08" Error "a pointer is treated as a value" {
        cause: "Logical addressing has no pointers that can be returned, selected or stored.",
        effect: "Drivers refuse the module.",
        cure: "Use variable pointers, or pass an index.",
        source: "SPIR-V specification, section 2.16.1",
    }
    RETURN_TYPE = "SPIRV-FUNC-09" Error "a return does not match the function" {
        cause: "The function's result was changed.",
        effect: "Drivers refuse the module or return garbage.",
        cure: "Return a value of the result type, or none for void.",
        source: "SPIR-V specification, OpReturnValue",
    }
    BRANCH_TARGET = "SPIRV-CFG-01" Error "a branch target is not a block of the function" {
        cause: "A block was removed, or the label is of another function.",
        effect: "Drivers refuse the module or crash.",
        cure: "Name the label of a block of the function.",
        source: "SPIR-V specification, section 2.2.5",
    }
    BRANCH_ENTRY = "SPIRV-CFG-02" Error "a branch leads to the first block" {
        cause: "A loop was made of the whole function.",
        effect: "Drivers refuse the module.",
        cure: "Put a new block before the loop.",
        source: "SPIR-V specification, section 2.16.1",
    }
    BRANCH_CONDITION = "SPIRV-CFG-03" Error "a condition or selector has the wrong type" {
        cause: "A number is used as condition, or another type as selector.",
        effect: "Drivers refuse the module.",
        cure: "Compare first; select by an integer.",
        source: "SPIR-V specification, OpBranchConditional",
    }
    PHI_TYPE = "SPIRV-CFG-04" Error "a phi does not have the type of its values" {
        cause: "Values were replaced by others of another type.",
        effect: "Drivers refuse the module or read garbage.",
        cure: "Give the phi and all its values one type.",
        source: "SPIR-V specification, OpPhi",
    }
    PHI_PREDECESSORS = "SPIRV-CFG-05" Error "a phi does not list the predecessors of its block" {
        cause: "A branch was added or removed without the phi.",
        effect: "Drivers refuse the module or take a wrong value.",
        cure: "List each block that branches here once.",
        source: "SPIR-V specification, OpPhi",
    }
    BLOCK_ORDER = "SPIRV-CFG-06" Error "a block comes before its dominator" {
        cause: "Blocks were reordered.",
        effect: "Drivers that read in one pass refuse the module.",
        cure: "Place each block after the blocks that lead to it.",
        source: "SPIR-V specification, section 2.4",
    }
    MERGE_SHARED = "SPIRV-CFG-07" Error "a block is the merge block of two headers" {
        cause: "Two constructs were made to end in one block.",
        effect: "Drivers cannot tell where threads meet again.",
        cure: "Give each construct an empty merge block of its own.",
        source: "SPIR-V specification, section 2.11",
    }
    LOOP_MERGE = "SPIRV-CFG-08" Error "merge block and continue target of a loop are not distinct" {
        cause: "The loop was reduced to one block by hand.",
        effect: "Drivers refuse the module.",
        cure: "Use three different blocks; the header may be its own continue target.",
        source: "SPIR-V specification, OpLoopMerge",
    }
    LOOP_CONTROL = "SPIRV-CFG-09" Error "loop controls contradict each other" {
        cause: "Several hints were combined.",
        effect: "Drivers ignore the hints or refuse the module.",
        cure: "Keep one of them.",
        source: "SPIR-V specification, section 3.23",
    }
    BACK_EDGE = "SPIRV-CFG-10" Error "a branch goes back without a loop" {
        cause: "The loop has no merge instruction, or more than one branch back.",
        effect: "Drivers refuse the module or loop without end.",
        cure: "Give the loop a header with OpLoopMerge and one branch back.",
        source: "SPIR-V specification, section 2.11",
    }
    CONSTRUCT_DOMINANCE = "SPIRV-CFG-11" Error "a construct can be passed without its header" {
        cause: "A branch leads around the header to the merge block.",
        effect: "Threads do not meet again where the module says; drivers refuse it or diverge.",
        cure: "Branch to the header, or choose another merge block.",
        source: "SPIR-V specification, section 2.11",
    }
    CONSTRUCT_EXIT = "SPIRV-CFG-12" Error "a branch leaves a construct where it may not" {
        cause: "A jump of the source out of several levels was not lowered.",
        effect: "Drivers refuse the module, or threads do not meet again.",
        cure: "Leave through merge blocks, or by a variable that is tested after them.",
        source: "SPIR-V specification, section 2.11",
    }
    CONSTRUCT_ENTRY = "SPIRV-CFG-13" Error "a branch enters a construct past its header" {
        cause: "A jump into a loop or selection was not lowered.",
        effect: "Drivers refuse the module.",
        cure: "Branch to the header.",
        source: "SPIR-V specification, section 2.11",
    }
    CONSTRUCT_NEST = "SPIRV-CFG-14" Error "constructs overlap" {
        cause: "The merge block of an inner construct is outside of the outer one.",
        effect: "Drivers refuse the module.",
        cure: "Give the inner construct a merge block in the outer one.",
        source: "SPIR-V specification, section 2.11",
    }
    SWITCH_FALL_THROUGH = "SPIRV-CFG-15" Error "cases of a switch go on to each other out of order" {
        cause: "Cases were reordered, or several share their end.",
        effect: "Drivers refuse the module or run the wrong case.",
        cure: "List a case right before the one that it goes on to.",
        source: "SPIR-V specification, section 2.11",
    }
    SELECTION_MERGE = "SPIRV-CFG-16" Error "a branch has no merge instruction" {
        cause: "The selection was not structured.",
        effect: "Drivers cannot tell where threads meet again and refuse the module.",
        cure: "Add OpSelectionMerge before the branch.",
        source: "SPIR-V specification, section 2.11",
    }
    OPERAND_TYPE = "SPIRV-VALUE-01" Error "an operand has the wrong type" {
        cause: "A conversion is missing, or operands were exchanged.",
        effect: "Drivers refuse the module or misread the bits.",
        cure: "Convert the operand to the type that the instruction takes.",
        source: "SPIR-V specification, section 3.42",
    }
    RESULT_MISMATCH = "SPIRV-VALUE-02" Error "an instruction cannot have its result type" {
        cause: "The result type was replaced, or the wrong instruction was chosen.",
        effect: "Drivers refuse the module or misread the bits.",
        cure: "Use a result type of the instruction.",
        source: "SPIR-V specification, section 3.42",
    }
    OPERAND_CONSTANT = "SPIRV-VALUE-03" Error "an operand is not a constant" {
        cause: "The source passes a variable where hardware needs a constant.",
        effect: "Drivers refuse the module.",
        cure: "Use a constant, or an instruction that takes values.",
        source: "SPIR-V specification, section 3.42",
    }
    BIT_WIDTH = "SPIRV-VALUE-04" Error "a bit operation is wider or narrower than 32 bits" {
        cause: "Vulkan has these operations for 32 bits only.",
        effect: "Drivers refuse the module or drop bits.",
        cure: "Split the operand into parts of 32 bits.",
        source: "Vulkan, VUID-StandaloneSpirv-Base-04781",
    }
    MATRIX_USE = "SPIRV-VALUE-05" Error "a cooperative matrix has the wrong use" {
        cause: "The factors of a product were exchanged.",
        effect: "Drivers refuse the module.",
        cure: "Multiply A by B and add an accumulator.",
        source: "SPV_KHR_cooperative_matrix",
    }
    COMPOSITE_INDEX = "SPIRV-VALUE-06" Error "an index is not in the composite" {
        cause: "The composite was changed, or the index was counted from 1.",
        effect: "Drivers refuse the module or read garbage.",
        cure: "Use an index below the number of parts.",
        source: "SPIR-V specification, OpCompositeExtract",
    }
    COMPOSITE_PARTS = "SPIRV-VALUE-07" Error "parts do not make up the composite" {
        cause: "A part is missing, left over or of another type.",
        effect: "Drivers refuse the module or build garbage.",
        cure: "Pass the parts of the type in order.",
        source: "SPIR-V specification, OpCompositeConstruct",
    }
    CONVERSION = "SPIRV-VALUE-08" Error "a conversion is not valid" {
        cause: "The conversion does not exist for these types or sizes.",
        effect: "Drivers refuse the module or misread the bits.",
        cure: "Use the conversion for the types, and OpBitcast for equal sizes.",
        source: "SPIR-V specification, section 3.42.11",
    }
    SMALL_USE = "SPIRV-VALUE-09" Error "a number that can only be stored is computed with" {
        cause: "The module declares small numbers for storage, not for arithmetic.",
        effect: "Drivers refuse the module.",
        cure: "Declare Int8, Int16 or Float16, or convert to 32 bits first.",
        source: "SPIR-V specification, section 2.16.1",
    }
    SCOPE = "SPIRV-SYNC-01" Error "a scope is not valid" {
        cause: "The scope is not a constant or not a known value.",
        effect: "Drivers refuse the module.",
        cure: "Use a constant of Scope.",
        source: "SPIR-V specification, section 3.27",
    }
    SCOPE_EXECUTION = "SPIRV-SYNC-02" Error "a scope of execution is not supported" {
        cause: "The instruction cannot synchronize such a group.",
        effect: "Drivers refuse the module or hang.",
        cure: "Use Workgroup or Subgroup.",
        source: "Vulkan, VUID-StandaloneSpirv-None-04636",
    }
    SCOPE_MEMORY = "SPIRV-SYNC-03" Error "a scope of memory is not supported" {
        cause: "The scope needs a capability or does not exist in the environment.",
        effect: "Other invocations may not see the write.",
        cure: "Declare the capability, or use a narrower scope.",
        source: "Vulkan, VUID-StandaloneSpirv-None-04638",
    }
    SEMANTICS = "SPIRV-SYNC-04" Error "memory semantics are not valid" {
        cause: "Orders and storage classes do not go together.",
        effect: "The barrier has no effect, or drivers refuse the module.",
        cure: "State one order and the storage classes that it applies to.",
        source: "SPIR-V specification, section 3.25",
    }
    ATOMIC_CLASS = "SPIRV-SYNC-05" Error "an atomic instruction works on memory that is not shared" {
        cause: "The pointer is to a local variable or an input.",
        effect: "Drivers refuse the module.",
        cure: "Use a buffer, image or workgroup variable.",
        source: "Vulkan, VUID-StandaloneSpirv-None-04686",
    }
    ATOMIC_CAPABILITY = "SPIRV-SYNC-06" Error "an atomic instruction needs a capability" {
        cause: "The width or operation is not in the core.",
        effect: "Drivers refuse the module.",
        cure: "Declare the capability.",
        source: "SPV_EXT_shader_atomic_float_add",
    }
    GROUP_OPERATION = "SPIRV-SYNC-07" Error "an operation of a group is not valid" {
        cause: "The operation lacks its last operand, or the environment lacks it.",
        effect: "Drivers refuse the module.",
        cure: "Use Reduce, InclusiveScan or ExclusiveScan, or pass the cluster.",
        source: "SPIR-V specification, section 3.28",
    }
    VARIABLE_TYPE = "SPIRV-MEM-01" Error "a variable has a type that it cannot have" {
        cause: "The result type is not a pointer of the storage class, or memory of the class cannot hold the type.",
        effect: "Drivers refuse the module.",
        cure: "Declare a pointer of the storage class to a type that it can hold.",
        source: "SPIR-V specification, OpVariable",
    }
    VARIABLE_CLASS = "SPIRV-MEM-02" Error "a variable has a storage class that is not allowed here" {
        cause: "A local variable is declared in the module, or a global one in a function.",
        effect: "Drivers refuse the module.",
        cure: "Use Function in functions, and another storage class outside of them.",
        source: "SPIR-V specification, OpVariable",
    }
    VARIABLE_INITIALIZER = "SPIRV-MEM-03" Error "an initializer is not valid" {
        cause: "The initializer is not a constant of the type, or the storage class takes none.",
        effect: "Drivers refuse the module or leave the variable undefined.",
        cure: "Use a constant of the type, or store at the beginning.",
        source: "SPIR-V specification, OpVariable",
    }
    VARIABLE_SMALL = "SPIRV-MEM-04" Error "small numbers are not allowed in this storage class" {
        cause: "The capability for this storage class is missing.",
        effect: "Drivers refuse the module.",
        cure: "Declare the capability for 8 or 16 bits in this storage class.",
        source: "SPIR-V specification, section 2.16.1",
    }
    VARIABLE_RESOURCE = "SPIRV-MEM-05" Error "a resource variable does not have the type of a resource" {
        cause: "A plain value is declared where Vulkan expects a block, image or sampler.",
        effect: "Drivers cannot bind the resource.",
        cure: "Put the value in a structure decorated with Block.",
        source: "Vulkan, VUID-StandaloneSpirv-Uniform-06807",
    }
    ACCESS_POINTER = "SPIRV-MEM-06" Error "memory is accessed through something that is not a pointer" {
        cause: "A value is used as its own address.",
        effect: "Drivers refuse the module or crash.",
        cure: "Access the variable, or use the value as it is.",
        source: "SPIR-V specification, section 3.42.8",
    }
    ACCESS_TYPE = "SPIRV-MEM-07" Error "memory is accessed as another type" {
        cause: "Pointer and value were changed separately.",
        effect: "Drivers refuse the module or misread memory.",
        cure: "Use the type that is pointed to.",
        source: "SPIR-V specification, OpLoad",
    }
    ACCESS_READ_ONLY = "SPIRV-MEM-08" Error "read-only memory is written" {
        cause: "Inputs, uniforms and push constants cannot be written by the shader.",
        effect: "Drivers refuse the module or ignore the store.",
        cure: "Copy the value to a local variable.",
        source: "Vulkan, VUID-StandaloneSpirv-OpTypeImage-06924",
    }
    ACCESS_OPERANDS = "SPIRV-MEM-09" Error "memory operands are not valid" {
        cause: "Alignment, availability or visibility does not fit the access.",
        effect: "Drivers refuse the module, or other invocations see old values.",
        cure: "State a power of 2 as alignment; make available on stores and visible on loads.",
        source: "SPIR-V specification, section 3.26",
    }
    ACCESS_LOGICAL = "SPIRV-MEM-10" Error "an address is computed that logical addressing cannot follow" {
        cause: "The pointer is the result of an instruction that logical addressing does not allow.",
        effect: "Drivers refuse the module.",
        cure: "Access the variable through OpAccessChain.",
        source: "SPIR-V specification, section 2.16.1",
    }
    CHAIN_INDEX = "SPIRV-MEM-11" Error "an index of an access chain is not valid" {
        cause: "The index is out of range, not an integer, or not a constant for a structure.",
        effect: "Drivers refuse the module or access other memory.",
        cure: "Use a constant below the number of members.",
        source: "SPIR-V specification, OpAccessChain",
    }
    CHAIN_RESULT = "SPIRV-MEM-12" Error "an access chain leads to another type" {
        cause: "The type was changed without the chain.",
        effect: "Drivers refuse the module or misread memory.",
        cure: "Use a pointer to the type that is reached.",
        source: "SPIR-V specification, OpAccessChain",
    }
    CHAIN_STEPS = "SPIRV-MEM-13" Error "an access chain goes deeper than the type" {
        cause: "There are more indices than levels.",
        effect: "Drivers refuse the module.",
        cure: "Remove indices, or use the type that was meant.",
        source: "SPIR-V specification, OpAccessChain",
    }
    COPY = "SPIRV-MEM-14" Error "a copy is not valid" {
        cause: "Source and target differ, or the size is not a constant.",
        effect: "Drivers refuse the module or copy garbage.",
        cure: "Copy between pointers to one type.",
        source: "SPIR-V specification, OpCopyMemory",
    }
    ARRAY_LENGTH = "SPIRV-MEM-15" Error "the length of something is asked that is no runtime array" {
        cause: "Only runtime arrays at the end of a buffer have a length at run time.",
        effect: "Drivers refuse the module.",
        cure: "Name the last member of a block.",
        source: "SPIR-V specification, OpArrayLength",
    }
    POINTER_COMPARE = "SPIRV-MEM-16" Error "pointers cannot be compared or computed with" {
        cause: "They are of different types or of a storage class without addresses.",
        effect: "Drivers refuse the module.",
        cure: "Compare indices, or declare variable pointers.",
        source: "SPIR-V specification, OpPtrEqual",
    }
    IMAGE_TYPE = "SPIRV-IMAGE-01" Error "an image type is not valid" {
        cause: "Dimension, sampling or format do not go together.",
        effect: "Drivers refuse the module.",
        cure: "Use a combination that the environment allows.",
        source: "SPIR-V specification, OpTypeImage",
    }
    IMAGE_EXPECTED = "SPIRV-IMAGE-02" Error "an operand is not the image that the instruction needs" {
        cause: "A storage image is sampled, a sampled image is written, or the dimension does not fit.",
        effect: "Drivers refuse the module or read garbage.",
        cure: "Use an image of the kind that the instruction takes.",
        source: "SPIR-V specification, section 3.42.10",
    }
    IMAGE_RESULT = "SPIRV-IMAGE-03" Error "the result does not have the type of a texel" {
        cause: "The image or the result was changed alone.",
        effect: "Drivers refuse the module or misread texels.",
        cure: "Use a vector of four of the image's sampled type.",
        source: "SPIR-V specification, section 3.42.10",
    }
    IMAGE_COORDINATE = "SPIRV-IMAGE-04" Error "a coordinate does not fit the image" {
        cause: "A component for the dimension, array layer or projection is missing, or of the wrong type.",
        effect: "Drivers refuse the module or address other texels.",
        cure: "Give one component for each dimension, and one for the layer.",
        source: "SPIR-V specification, section 3.42.10",
    }
    IMAGE_OPERAND = "SPIRV-IMAGE-05" Error "image operands are not valid" {
        cause: "The operand is not for this instruction or image, or has the wrong type.",
        effect: "Drivers refuse the module or ignore the operand.",
        cure: "Remove the operand, or use the instruction that takes it.",
        source: "SPIR-V specification, section 3.14",
    }
    IMAGE_QUERY = "SPIRV-IMAGE-06" Error "an image cannot be queried so" {
        cause: "The image has no levels, samples or format to ask for.",
        effect: "Drivers refuse the module.",
        cure: "Use the query for this kind of image.",
        source: "SPIR-V specification, OpImageQuerySize",
    }
    SAMPLED_IMAGE = "SPIRV-IMAGE-07" Error "a sampled image is used where it may not be" {
        cause: "It was passed on, stored, or used in another block.",
        effect: "Drivers that combine image and sampler late refuse the module.",
        cure: "Combine them in the block that samples.",
        source: "SPIR-V specification, OpSampledImage",
    }
    IMAGE_FORMAT = "SPIRV-IMAGE-08" Error "the format of an image does not fit its use" {
        cause: "The format is unknown or differs from the sampled type.",
        effect: "Drivers refuse the module or misread texels.",
        cure: "State a format, or declare the capability to read or write without one.",
        source: "SPIR-V specification, OpTypeImage",
    }
    EXTENDED_RESULT = "SPIRV-EXT-01" Error "an extended instruction cannot have its result type" {
        cause: "The wrong function was chosen, or the type replaced.",
        effect: "Drivers refuse the module or misread the bits.",
        cure: "Use a type that the function is defined for.",
        source: "GLSL.std.450",
    }
    EXTENDED_OPERAND = "SPIRV-EXT-02" Error "an operand of an extended instruction has the wrong type" {
        cause: "A conversion is missing, or operands were exchanged.",
        effect: "Drivers refuse the module or misread the bits.",
        cure: "Convert the operand to the type that the function takes.",
        source: "GLSL.std.450",
    }
    EXTENDED_SET = "SPIRV-EXT-03" Error "an extended instruction set is used in a way it does not allow" {
        cause: "The set is unknown to the environment, or needs an extension.",
        effect: "Drivers refuse the module.",
        cure: "Import a set that the environment knows, and declare its extension.",
        source: "SPIR-V specification, OpExtInstImport",
    }
    RAY_OBJECT = "SPIRV-RAY-01" Error "a ray query or hit object is not one" {
        cause: "The operand is not a variable that holds it.",
        effect: "Drivers refuse the module.",
        cure: "Name a variable or parameter of the type.",
        source: "SPV_KHR_ray_query",
    }
    VERSION_ENVIRONMENT = "SPIRV-MODULE-01" Error "the environment does not take this version" {
        cause: "The module was compiled for a newer environment.",
        effect: "Drivers refuse the module.",
        cure: "Compile for the environment, or state the one that is used.",
        source: "SPIR-V specification, section 2.3",
    }
}
