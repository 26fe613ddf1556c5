//! Rules of types, of instructions and of control flow.

glassbox_core::rules! {
    source: "DXIL specification; validator of the DirectX shader compiler",
    examples: &super::EXAMPLES,

    RESERVED_NAME = "DXC-TYP-01" Error "a type of the program has a reserved name" {
        cause: "The program stores a value whose type name begins with `dx.`; those are types of DXIL operations.",
        effect: "The validator refuses the module.",
        cure: "Store the components of the value, or rename the type.",
    }
    VECTOR = "DXC-TYP-02" Error "a vector is used where DXIL has scalars" {
        cause: "The code was not scalarized, or uses vectors of shader model 6.9 in an older one.",
        effect: "Drivers for that model do not read vectors; the validator refuses the module.",
        cure: "Scalarize the value, or compile for shader model 6.9.",
    }
    POINTER = "DXC-TYP-03" Error "a pointer points to a pointer or is in a structure" {
        cause: "A local pointer variable was not optimised away.",
        effect: "DXIL has no memory that holds addresses; the validator refuses the module.",
        cure: "Run the optimisation that promotes memory to registers.",
    }
    DIMENSIONS = "DXC-TYP-04" Error "a variable is an array of arrays" {
        cause: "The pass that flattens arrays did not run.",
        effect: "The validator refuses the module.",
        cure: "Make it one array whose length is the product.",
    }
    INTEGER = "DXC-TYP-05" Error "an integer has a width that shaders do not have" {
        cause: "An optimisation of LLVM made an odd width, or 8 bits are used for arithmetic or memory.",
        effect: "Devices have integers of 1, 16, 32 and 64 bits; the validator refuses the module.",
        cure: "Extend the value to the next width. 8 bits occur only in arguments of operations.",
    }
    OPAQUE = "DXC-TYP-06" Error "memory has a type that shaders cannot store" {
        cause: "A label, metadata, function or floating-point type of another machine is loaded or stored.",
        effect: "The validator refuses the module.",
        cure: "Use floats of 16, 32 or 64 bits, integers, structures and arrays of them.",
    }
    INSTRUCTION = "DXC-INS-01" Error "DXIL does not have the instruction" {
        cause: "Code for another target was put into the module, or a vector instruction is used in a model before 6.9.",
        effect: "Drivers do not translate the instruction; the validator refuses the module.",
        cure: "Replace it: no `unreachable`, `invoke`, `indirectbr`, `fence`, `insertvalue`, conversions between pointers and integers.",
    }
    UNDEFINED = "DXC-INS-02" Error "an undefined value is used" {
        cause: "A variable is read before it is written; the compiler turns that into `undef`.",
        effect: "The result differs between devices and drivers; the validator refuses the module.",
        cure: "Initialise the variable on every path.",
    }
    DIVISION = "DXC-INS-03" Error "an integer is divided by the constant 0" {
        cause: "The divisor was folded to 0.",
        effect: "The result is undefined.",
        cure: "Divide by another number, or guard the division.",
    }
    POINTER_CAST = "DXC-INS-04" Error "a pointer is converted to another address space" {
        cause: "Group-shared or local memory is treated as the other.",
        effect: "Address spaces of shaders are separate memories; the validator refuses the module.",
        cure: "Convert only to or from the generic address space.",
    }
    BITCAST = "DXC-INS-05" Error "a bitcast reinterprets what has no fixed bits" {
        cause: "A pointer changes to elements of another size, or a structure or minimum-precision value is reinterpreted.",
        effect: "The size of such values depends on the device; the validator refuses the module.",
        cure: "Convert member by member, or use types of the same size with full precision.",
    }
    OUT_OF_BOUNDS = "DXC-INS-06" Error "a constant index is outside of the variable" {
        cause: "The source indexes an array past its end.",
        effect: "The access reaches other memory or none; the validator refuses the module.",
        cure: "Index below the length of the array.",
    }
    EXTRACT = "DXC-INS-07" Error "`extractvalue` takes apart what is not a result" {
        cause: "A structure of the program is used as a value; DXIL has structures in memory only.",
        effect: "The validator refuses the module.",
        cure: "Load the member through its address.",
    }
    ATOMIC = "DXC-INS-08" Error "an atomic instruction is not on writable group-shared memory" {
        cause: "The address is of a local or constant variable.",
        effect: "Other threads cannot see that memory; the validator refuses the module.",
        cure: "Use a group-shared variable, or an atomic operation on a UAV.",
    }
    SHARED_POINTER = "DXC-INS-09" Error "a group-shared address has no single variable" {
        cause: "A phi or select chooses between addresses of two variables, or an address is computed from an unknown one.",
        effect: "Devices that index group-shared memory by variable cannot run it.",
        cure: "Choose between the values, or between indices of one variable.",
    }
    PRECISE = "DXC-INS-10" Error "a precise instruction has minimum-precision operands" {
        cause: "`precise` is on a value declared `min16float` or the like.",
        effect: "Minimum precision lets the device choose the width, so the result cannot be exact.",
        cure: "Use full precision for precise values.",
    }
    DOMINANCE = "DXC-INS-11" Error "a value is used where it may not have been computed" {
        cause: "An instruction was moved before its operand, or into another branch.",
        effect: "The validator and drivers refuse the module.",
        cure: "Compute the value in a block that every path to the use passes, or merge it with a phi.",
    }
    OPERAND_TYPE = "DXC-INS-12" Error "an operand has another type than its instruction" {
        cause: "A type was changed at one place only.",
        effect: "The module is not LLVM; the validator and drivers refuse it.",
        cure: "Use the type that the instruction states.",
    }
    PHI = "DXC-INS-13" Error "a phi does not have a value for each branch into its block" {
        cause: "A branch was added, removed or led elsewhere, and the phi was left as it was.",
        effect: "The module is not LLVM; the validator and drivers refuse it.",
        cure: "Give the phi one value for each branch into its block; a switch with two cases for the block counts twice.",
    }
    IRREDUCIBLE = "DXC-FLW-01" Error "control flow is irreducible" {
        cause: "A loop has two entries, as after a jump into its body.",
        effect: "Shader control flow is structured; drivers cannot translate the function.",
        cure: "Give each loop one entry; the compiler's structurizer does.",
    }
    ENDLESS = "DXC-FLW-02" Error "a loop has no exit" {
        cause: "The condition of the loop is always true and nothing leaves it.",
        effect: "The device hangs until the driver resets it.",
        cure: "Leave the loop on some condition.",
    }
    RECURSION = "DXC-FLW-03" Error "a function calls itself" {
        cause: "Functions call each other in a circle.",
        effect: "Shaders have no call stack; the validator refuses the module.",
        cure: "Write the recursion as a loop.",
    }
    COMPLETED = "DXC-FLW-04" Error "a node record is used after it was completed" {
        cause: "`OutputComplete` is called before the last access to the record.",
        effect: "The record may already be read by its node.",
        cure: "Complete the record after the last use.",
    }
}
