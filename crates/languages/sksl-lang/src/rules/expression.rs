//! Rules for expressions: names, conversions, operators, parts of values, constructors and calls.

glassbox_core::rules! {
    source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    examples: &super::EXAMPLES,

    UNKNOWN_NAME = "SKSL-E200" Error "a name is not declared" {
        cause: "No variable, function or type of this name is visible here: it is misspelt, declared later or in another \
                block, or belongs to another kind of program. GLSL names such as `vec2` are known in runtime effects only.",
        cure: "Declare it before its use, or use the suggested name.",
    }
    INCOMPLETE = "SKSL-E201" Error "a function or type is used as a value" {
        cause: "The name of a function, method or type is not a value; it needs parentheses with arguments after it.",
        cure: "Call it, `f(x)`, or name the intended variable.",
    }
    GPU_TYPE = "SKSL-E202" Error "a type belongs to fragment and vertex programs" {
        cause: "Samplers and textures belong to programs that run on the device; in runtime effects their names are reserved \
                and mean nothing.",
        cure: "Declare a child, `uniform shader image;`, and call it with `image.eval(coordinates)`.",
    }
    MISMATCH = "SKSL-E203" Error "a value has the wrong type" {
        cause: "Only numbers of one kind convert implicitly: floats to floats, ints to ints, integer literals to any number. \
                Conversions that lose precision are implicit in runtime effects only.",
        cure: "Write a constructor, `float(i)`, or a swizzle, `v.xy`.",
    }
    INTEGER_RANGE = "SKSL-E204" Error "an integer is out of the range of its type" {
        cause: "An `int` holds -2147483648 to 2147483647, a `uint` 0 to 4294967295, a `short` -32768 to 32767, a `ushort` 0 to \
                65535.",
        effect: "The value would wrap around.",
        cure: "Use a smaller number or a wider type.",
    }
    OPERANDS = "SKSL-E210" Error "an operator is not defined for its operands" {
        cause: "Operands are numbers of one kind with the same number of components, or a vector or matrix and a scalar; \
                products of matrices need inner sizes that agree. Logical operators take `bool`, comparisons scalars.",
        cure: "Convert one operand, or select components of it.",
    }
    OPERAND = "SKSL-E211" Error "an operator is not defined for its operand" {
        cause: "`+` and `-` take numbers, vectors and matrices, `!` a `bool`, `~` integers, `++` and `--` a number.",
        cure: "Follow the help of the message.",
    }
    ES2_OPERATOR = "SKSL-E212" Error "an operator is not available in OpenGL ES 2" {
        cause: "The program is restricted to OpenGL ES 2, which has no remainder, shift or bitwise operators.",
        effect: "OpenGL ES 2 drivers would refuse the shader.",
        cure: "Compute it with floats, or compile without the restriction.",
    }
    ES2_ARRAY = "SKSL-E213" Error "an array is used as a value" {
        cause: "The program is restricted to OpenGL ES 2, where arrays and structs that hold arrays can only be indexed, not \
                constructed, assigned, compared or selected as a whole.",
        effect: "OpenGL ES 2 drivers would refuse the shader.",
        cure: "Work on the elements one by one, or compile without the restriction.",
    }
    OPAQUE_ASSIGNMENT = "SKSL-E214" Error "a child or sampler is assigned" {
        cause: "Children, samplers and textures are not values and cannot be copied.",
        cure: "Use the intended one directly.",
    }
    IMMUTABLE = "SKSL-E220" Error "a constant or uniform is written" {
        cause: "A `const` variable keeps its initial value, and uniforms are set by the application.",
        effect: "The shader would write read-only storage, and drivers would refuse it.",
        cure: "Write to a copy, or remove `const`.",
    }
    NOT_ASSIGNABLE = "SKSL-E221" Error "something other than a variable is written" {
        cause: "The left side of an assignment, the operand of `++` and `--`, and an argument for an `out` parameter must be \
                variables or parts of one; for `out` parameters, of exactly the parameter's type.",
        effect: "The value would be written to a temporary and lost.",
        cure: "Store the value in a variable first.",
    }
    REPEATED_WRITE = "SKSL-E222" Error "a component is written twice in one assignment" {
        cause: "A swizzle on the left side names a component more than once.",
        effect: "The component would get one of the two values; which one is undefined.",
        cure: "Name each component once.",
    }
    TERNARY_MISMATCH = "SKSL-E225" Error "the values of a conditional have different types" {
        cause: "Both values of `?:` are converted to one type, as the operands of `==` are.",
        cure: "Convert one of them.",
    }
    TERNARY_OPAQUE = "SKSL-E226" Error "a child or sampler is selected by a condition" {
        cause: "Children, samplers and textures are not values, so `?:` cannot return one.",
        cure: "Choose between the results of calling them.",
    }
    NOT_INDEXABLE = "SKSL-E230" Error "a value without elements is indexed" {
        cause: "Arrays, matrices and vectors have elements; scalars, structs and children have none.",
        cure: "Remove the index, or index the intended field.",
    }
    INDEX_RANGE = "SKSL-E231" Error "an index is out of range" {
        cause: "A constant index is negative, or not below the number of elements.",
        effect: "The shader would read an undefined value, or write outside the object.",
        cure: "Use an index that exists; the first is 0.",
    }
    FIELD = "SKSL-E235" Error "a field does not exist" {
        cause: "The struct has no field of this name, or the value is not a struct.",
        cure: "Use one of the fields in the help.",
    }
    METHOD = "SKSL-E236" Error "a method does not exist" {
        cause: "Shaders, colour filters and blenders have one method, `eval`, in runtime effects and generic programs.",
        cure: "Call `eval`.",
    }
    CAPABILITY = "SKSL-E237" Error "a capability does not exist" {
        cause: "`sk_Caps` has a fixed list of fields.",
        cure: "Use a field that it has.",
    }
    SWIZZLE_LETTER = "SKSL-E240" Error "a letter is not a component" {
        cause: "Components are `xyzw`, `rgba`, `stpq` or `LTRB`; `0` and `1` are these constants.",
        cure: "Use letters of one of these sets.",
    }
    SWIZZLE_LENGTH = "SKSL-E241" Error "a swizzle has more than four letters" {
        cause: "No vector has more than four components.",
        cure: "Remove letters.",
    }
    SWIZZLE_SET = "SKSL-E242" Error "a swizzle mixes sets of letters" {
        cause: "The letters of a swizzle come from one of `xyzw`, `rgba`, `stpq` and `LTRB`.",
        cure: "Write all of them in one set.",
    }
    SWIZZLE_COMPONENT = "SKSL-E243" Error "a vector has too few components for a swizzle" {
        cause: "A letter names a component that the vector does not have, such as the third of two.",
        cure: "Use the components that the vector has.",
    }
    SWIZZLE_CONSTANT = "SKSL-E244" Error "a swizzle names no component" {
        cause: "It contains only `0` and `1`, so the value in front of it would be unused.",
        cure: "Write a constructor with these numbers.",
    }
    NOT_FUNCTION = "SKSL-E250" Error "something other than a function is called" {
        cause: "Parentheses follow a value. Multiplication is not implicit: `2(x)` is not a product.",
        cure: "Name the function, or write the intended operator.",
    }
    NO_MATCH = "SKSL-E251" Error "no function takes these arguments" {
        cause: "There are several functions of this name, or one with generic types, and the arguments convert to the \
                parameters of none of them. Programs restricted to OpenGL ES 2 lack some overloads.",
        cure: "Convert the arguments to what one of the listed functions takes.",
    }
    ARGUMENT_COUNT = "SKSL-E252" Error "a function is called with too many or too few arguments" {
        cause: "A call passes one argument for each parameter; there are no default values.",
        cure: "Pass as many arguments as the declaration has parameters.",
    }
    ES3_FUNCTION = "SKSL-E253" Error "a function is not available in OpenGL ES 2" {
        cause: "The program is restricted to OpenGL ES 2, whose devices do not have the function.",
        effect: "OpenGL ES 2 drivers would refuse the shader.",
        cure: "Compute it with other functions, or compile without the restriction.",
    }
    CONSTRUCTOR_ARGUMENT = "SKSL-E260" Error "a constructor cannot use an argument" {
        cause: "Scalars are constructed from a scalar, vectors and matrices from scalars and vectors or from one matrix. Use a \
                swizzle or an index, not a constructor, to select a part of a vector or matrix.",
        cure: "Select the intended part.",
    }
    CONSTRUCTOR_COUNT = "SKSL-E261" Error "a constructor has too many or too few arguments" {
        cause: "The scalars of the arguments fill a vector or matrix exactly; an array takes one argument for each element, a \
                struct one for each field.",
        cure: "Supply the number stated in the message.",
    }
    NOT_CONSTRUCTIBLE = "SKSL-E262" Error "a type has no constructor" {
        cause: "`void` has no values, and children, samplers and textures come from outside.",
        cure: "Declare a uniform for what comes from outside.",
    }
}
