//! What is said of expressions: names, conversions, operators, parts of values, constructors and calls.

const NOTHING: &str = "Nothing is written.";

glassbox_core::rules! {
    UNKNOWN_NAME = "SKSL-E200" Error "a name is not declared" {
        cause: "No variable, function or type of this name is visible here: it is spelt otherwise, declared later or in another \
                block, or belongs to another kind of program. GLSL names such as `vec2` are known in runtime effects only.",
        effect: NOTHING,
        cure: "Declare it before it is used, or use the name that the help proposes.",
    }
    INCOMPLETE = "SKSL-E201" Error "a function or type stands where a value is expected" {
        cause: "The name of a function, method or type has no value by itself; parentheses with arguments are missing behind it.",
        effect: NOTHING,
        cure: "Call it, `f(x)`, or name a variable if one is meant.",
    }
    GPU_TYPE = "SKSL-E202" Error "a type belongs to fragment and vertex programs" {
        cause: "Samplers and textures are of the programs that run on the device; in runtime effects their names are taken and \
                stand for nothing.",
        effect: NOTHING,
        cure: "Declare a child, `uniform shader image;`, and call it with `image.eval(coordinates)`.",
    }
    MISMATCH = "SKSL-E203" Error "a value has another type than is wanted" {
        cause: "Only numbers of one kind convert unasked: floats to floats, ints to ints, literals of integers to all numbers. \
                What loses precision converts unasked in runtime effects only.",
        effect: NOTHING,
        cure: "Write a constructor, `float(i)`, or a swizzle, `v.xy`.",
    }
    INTEGER_RANGE = "SKSL-E204" Error "an integer is out of the range of its type" {
        cause: "An `int` holds -2147483648 to 2147483647, a `uint` 0 to 4294967295, a `short` -32768 to 32767, a `ushort` 0 to \
                65535.",
        effect: NOTHING,
        cure: "Use a smaller number or a wider type.",
    }
    OPERANDS = "SKSL-E210" Error "an operator is not defined for its operands" {
        cause: "Operands are numbers of one kind with the same number of components, or a vector or matrix and a scalar; \
                products of matrices need inner sizes that agree. Logical operators take `bool`, comparisons scalars.",
        effect: NOTHING,
        cure: "Convert one operand, or choose components of it.",
    }
    OPERAND = "SKSL-E211" Error "an operator is not defined for its operand" {
        cause: "`+` and `-` take numbers, vectors and matrices, `!` a `bool`, `~` integers, `++` and `--` a number.",
        effect: NOTHING,
        cure: "Follow the help of the message.",
    }
    ES2_OPERATOR = "SKSL-E212" Error "an operator is not in OpenGL ES 2" {
        cause: "The program is held to OpenGL ES 2, which has no remainder, shifts and operators on bits.",
        effect: NOTHING,
        cure: "Compute it with floats, or compile without the restriction.",
    }
    ES2_ARRAY = "SKSL-E213" Error "an array is used as a value" {
        cause: "The program is held to OpenGL ES 2, where arrays and structs that hold arrays can only be indexed: they are not \
                made, assigned, compared or chosen as a whole.",
        effect: NOTHING,
        cure: "Work on the elements one by one, or compile without the restriction.",
    }
    OPAQUE_ASSIGNMENT = "SKSL-E214" Error "a child or sampler is assigned" {
        cause: "Children, samplers and textures are not values: they have no copies.",
        effect: NOTHING,
        cure: "Use the one that is meant where it is needed.",
    }
    IMMUTABLE = "SKSL-E220" Error "a constant or uniform is written" {
        cause: "A `const` variable keeps its initial value, and uniforms are written by the program that runs this one.",
        effect: NOTHING,
        cure: "Write to a copy, or remove `const`.",
    }
    NOT_ASSIGNABLE = "SKSL-E221" Error "something that is no variable is written" {
        cause: "The left side of an assignment, the operand of `++` and `--`, and an argument for an `out` parameter are \
                variables or parts of one, and for `out` parameters of exactly the parameter's type.",
        effect: NOTHING,
        cure: "Store the value in a variable first.",
    }
    REPEATED_WRITE = "SKSL-E222" Error "a component is written twice at once" {
        cause: "A swizzle that is written names a component more than once, and only one value can stay.",
        effect: NOTHING,
        cure: "Name each component once.",
    }
    TERNARY_MISMATCH = "SKSL-E225" Error "the values of a choice have different types" {
        cause: "Both values of `?:` become one type, as the operands of `==` do.",
        effect: NOTHING,
        cure: "Convert one of them.",
    }
    TERNARY_OPAQUE = "SKSL-E226" Error "a child or sampler is chosen by a condition" {
        cause: "Children, samplers and textures are not values, so `?:` cannot give one.",
        effect: NOTHING,
        cure: "Choose between the results of calling them.",
    }
    NOT_INDEXABLE = "SKSL-E230" Error "a value without elements is indexed" {
        cause: "Arrays, matrices and vectors have elements; scalars, structs and children have none.",
        effect: NOTHING,
        cure: "Remove the index, or index the field that is meant.",
    }
    INDEX_RANGE = "SKSL-E231" Error "an index is out of range" {
        cause: "A constant index is negative, or not below the number of elements.",
        effect: NOTHING,
        cure: "Use an index that exists; the first is 0.",
    }
    FIELD = "SKSL-E235" Error "there is no such field" {
        cause: "The struct has no field of this name, or the value is no struct.",
        effect: NOTHING,
        cure: "Use one of the fields that the help names.",
    }
    METHOD = "SKSL-E236" Error "there is no such method" {
        cause: "Shaders, colour filters and blenders have one method, `eval`, in runtime effects and generic programs.",
        effect: NOTHING,
        cure: "Call `eval`.",
    }
    CAPABILITY = "SKSL-E237" Error "there is no such capability" {
        cause: "`sk_Caps` has a fixed list of fields.",
        effect: NOTHING,
        cure: "Use a field that it has.",
    }
    SWIZZLE_LETTER = "SKSL-E240" Error "a letter is no component" {
        cause: "Components are `xyzw`, `rgba`, `stpq` or `LTRB`; `0` and `1` are those numbers.",
        effect: NOTHING,
        cure: "Use letters of one of these sets.",
    }
    SWIZZLE_LENGTH = "SKSL-E241" Error "a swizzle has more than four letters" {
        cause: "No vector has more than four components.",
        effect: NOTHING,
        cure: "Leave letters out.",
    }
    SWIZZLE_SET = "SKSL-E242" Error "a swizzle mixes sets of letters" {
        cause: "The letters of a swizzle come from one of `xyzw`, `rgba`, `stpq` and `LTRB`.",
        effect: NOTHING,
        cure: "Write all of them in one set.",
    }
    SWIZZLE_COMPONENT = "SKSL-E243" Error "a vector has too few components for a swizzle" {
        cause: "A letter names the third component of a vector of two, or the like.",
        effect: NOTHING,
        cure: "Use the components that the vector has.",
    }
    SWIZZLE_CONSTANT = "SKSL-E244" Error "a swizzle names no component" {
        cause: "Only `0` and `1` stand in it, so that the value in front of it would not be used.",
        effect: NOTHING,
        cure: "Write a constructor of the numbers.",
    }
    NOT_FUNCTION = "SKSL-E250" Error "something that is no function is called" {
        cause: "Parentheses follow a value. There are no operators that values could do without: `2(x)` is no product.",
        effect: NOTHING,
        cure: "Name the function, or write the operator that is meant.",
    }
    NO_MATCH = "SKSL-E251" Error "no function takes these arguments" {
        cause: "There are several functions of this name, or one with generic types, and the arguments convert to the \
                parameters of none. In programs held to OpenGL ES 2 some overloads are out of reach.",
        effect: NOTHING,
        cure: "Convert the arguments to what one of the listed functions takes.",
    }
    ARGUMENT_COUNT = "SKSL-E252" Error "a function is called with too many or too few arguments" {
        cause: "A call gives one argument for each parameter; there are no default values.",
        effect: NOTHING,
        cure: "Give as many arguments as the declaration says.",
    }
    ES3_FUNCTION = "SKSL-E253" Error "a function is not in OpenGL ES 2" {
        cause: "The program is held to OpenGL ES 2, whose devices do not have the function.",
        effect: NOTHING,
        cure: "Compute it with other functions, or compile without the restriction.",
    }
    CONSTRUCTOR_ARGUMENT = "SKSL-E260" Error "a constructor cannot use an argument" {
        cause: "Scalars are made of a scalar, vectors and matrices of scalars and vectors or of one matrix. A part of a vector \
                or matrix is chosen with a swizzle or an index, not with a constructor.",
        effect: NOTHING,
        cure: "Choose the part that is meant.",
    }
    CONSTRUCTOR_COUNT = "SKSL-E261" Error "a constructor has too many or too few arguments" {
        cause: "The scalars of the arguments fill a vector or matrix exactly; an array takes one argument for each element, a \
                struct one for each field.",
        effect: NOTHING,
        cure: "Give as many as the message asks for.",
    }
    NOT_CONSTRUCTIBLE = "SKSL-E262" Error "a type has no constructor" {
        cause: "`void` has no values, and children, samplers and textures come from outside.",
        effect: NOTHING,
        cure: "Declare a uniform for what comes from outside.",
    }
}
