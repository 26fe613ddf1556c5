//! Rules on expressions: literals, names, indices, members, operators, calls.
//!
//! Facts: VSL brief, sections 4.4, 8 to 11 and 15.

glassbox_core::rules! {
    source: "VSL compiler 0.1.0 (c110b1b)",
    examples: &super::EXAMPLES,

    FLOAT_RANGE = "VSL-E130" Error "a float literal is out of range" {
        cause: "The number is larger than any double, about 1.8e308.",
        effect: "The value would become infinity.",
        cure: "Write a smaller number. The largest float is about 3.4e38.",
    }
    NEGATIVE_UNSIGNED = "VSL-E132" Error "an unsigned literal is negative" {
        cause: "A minus sign precedes a number that ends in `u` or begins with `0x`: both are unsigned.",
        effect: "The value would wrap around to a large positive number.",
        cure: "Leave the `u` out, or write the intended number: all 32 bits set are `0xFFFFFFFF`.",
    }
    INTEGER_RANGE = "VSL-E133" Error "an integer literal is out of range" {
        cause: "An int is -2147483648 to 2147483647, a number with `u` or `0x` is 0 to 4294967295.",
        effect: "The value would wrap around modulo 2^32.",
        cure: "Write a number in that range, or a float with a point: `3e9`.",
    }
    LONG_SWIZZLE = "VSL-E140" Error "a swizzle has more than four letters" {
        cause: "No vector has more than four components.",
        cure: "Remove letters.",
    }
    SWIZZLE_LETTER = "VSL-E141" Error "a letter of a swizzle is not a component of the vector" {
        cause: "Components are called `x y z w`, `r g b a` or `s t p q`, and a vector has as many of them as components: a \
                float2 has no `z`.",
        cure: "Use the letters that the message lists.",
    }
    MIXED_SWIZZLE = "VSL-E142" Error "a swizzle mixes sets of letters" {
        cause: "The letters of a swizzle come from one of `xyzw`, `rgba` and `stpq`.",
        cure: "Write all of them in one set.",
    }
    OPERANDS = "VSL-E290" Error "an operator is not defined for its operands" {
        cause: "Operands have the same shape, except that the right operand of `*`, `/`, `%`, a shift or a bitwise operator \
                may be a scalar where the left is a vector or matrix, and that matrices multiply. An int converts to uint, and \
                both to float; nothing else converts implicitly.",
        cure: "Follow the help of the message; a constructor converts: `float3(s)`, `int(f)`.",
    }
    SECOND_INDEX = "VSL-E291" Error "there is a second index where only one is allowed" {
        cause: "Two indices select a component of a matrix, `m[column, row]`, or a texel of a sampler with a bias, \
                `s[coordinate, bias]`.",
        cure: "Remove the second index, or combine both into one coordinate: `image[int2(x, y)]`.",
    }
    SCALAR_INDEX = "VSL-E292" Error "a scalar is indexed" {
        cause: "Arrays, vectors, matrices and resources have elements; this is a single number.",
        cure: "Remove the index.",
    }
    VECTOR_INDEX = "VSL-E293" Error "a vector's index is not an integer" {
        cause: "Components are selected by an int or uint scalar.",
        cure: "Convert it: `v[int(i)]`.",
    }
    MATRIX_INDEX = "VSL-E294" Error "a matrix's index is not an integer" {
        cause: "Columns and rows are selected by int or uint scalars.",
        cure: "Convert it: `m[int(i)]`.",
    }
    COORDINATE = "VSL-E295" Error "a coordinate does not match its sampler or image" {
        cause: "Samplers take floats and images ints or uints, as many as the type's name states: one for 1D, two \
                for 2D and 1DArray, three for 3D, 2DArray and Cube. Nothing converts implicitly here.",
        cure: "Build the coordinate stated in the message; the layer of an array is its last component.",
    }
    BIAS = "VSL-E296" Error "a bias is not an integer" {
        cause: "The second index of a sampler is an int or uint scalar that is added to the level of detail.",
        cure: "Convert it: `s[coordinate, int(bias)]`.",
    }
    BIAS_STAGE = "VSL-E297" Error "a bias is given in the vertex stage" {
        cause: "The vertex stage has no level of detail to add to: samplers are read at level 0 there.",
        effect: "SPIR-V allows a bias in the fragment stage only; the driver could refuse the module.",
        cure: "Remove it, or read another level with `texelFetch(sampler, texel, level)`.",
    }
    BUFFER_INDEX = "VSL-E298" Error "a buffer's index is not an integer" {
        cause: "Elements of buffers are selected by an int or uint scalar.",
        cure: "Convert it: `b[int(i)]`.",
    }
    TEXEL_INDEX = "VSL-E299" Error "a texel buffer's index is not an integer" {
        cause: "Texels of texel buffers are selected by an int or uint scalar.",
        cure: "Convert it: `t[int(i)]`.",
    }
    NOT_INDEXABLE = "VSL-E300" Error "a value without elements is indexed" {
        cause: "Arrays, vectors, matrices and resources have elements; a structure has fields.",
        cure: "Name the intended field, and index that.",
    }
    UNKNOWN_FIELD = "VSL-E301" Error "a structure does not have the field" {
        cause: "The structure has no field of the name after the dot.",
        cure: "Use one of the fields that the message lists, or declare it in the structure.",
    }
    NO_MEMBERS = "VSL-E302" Error "a dot follows a value without members" {
        cause: "Structures have fields and vectors have components. A buffer and an array must be indexed first.",
        cure: "Index it first, or remove the dot and what follows.",
    }
    UNKNOWN_FUNCTION = "VSL-E303" Error "a function is unknown" {
        cause: "The name before the parenthesis is neither a built-in function nor a type. There are no user-defined \
                functions, and some functions have other names than in GLSL and HLSL.",
        cure: "Use the function that the message suggests. The language reference lists all of them.",
    }
    NO_OVERLOAD = "VSL-E304" Error "a function does not take these arguments" {
        cause: "The number of arguments or the type of one of them fits no overload. All generic parameters of a call have the \
                same number of components.",
        cure: "Compare the arguments with the overloads in the message, and convert those that differ.",
    }
    NOT_CONSTRUCTIBLE = "VSL-E305" Error "a value cannot be constructed from this" {
        cause: "Resources and structures cannot be constructed. A vector cannot be constructed from a single scalar that does \
                not convert implicitly to its components, nor a scalar from a vector or matrix.",
        cure: "Convert the scalar explicitly first: `int3(int(f))`; or select a component: `float(v.x)`.",
    }
    VECTOR_SIZE = "VSL-E306" Error "a vector is constructed from a vector of another size" {
        cause: "A vector can be constructed from one vector of the same size, of any component type. It is not truncated.",
        cure: "Select components with a swizzle, or add what is missing: `float4(v, 0)`.",
    }
    VECTOR_OF_MATRIX = "VSL-E307" Error "a vector is constructed from a matrix" {
        cause: "The arguments of a vector are scalars and vectors.",
        cure: "Take columns or components: `float4(m[0], m[1])`.",
    }
    ARGUMENT = "VSL-E308" Error "an argument does not convert to the component type" {
        cause: "With several arguments each is a scalar or vector that converts implicitly: bool does not convert to a number, \
                nor float to an integer. Arrays, structures and resources cannot be arguments.",
        cure: "Convert the argument explicitly: `float4(float(b), 0, 0, 1)`.",
    }
    TOO_FEW = "VSL-E309" Error "there are too few components" {
        cause: "The arguments together have fewer components than the vector or matrix.",
        cure: "Add what is missing. A single scalar fills a vector.",
    }
    TOO_MANY = "VSL-E310" Error "there are too many components" {
        cause: "The arguments together have more components than the vector or matrix, or a scalar is constructed from \
                several.",
        cure: "Remove arguments, or select components with a swizzle.",
    }
    MATRIX_OF_VECTOR = "VSL-E311" Error "a matrix is constructed from a vector" {
        cause: "A single argument is a scalar for the diagonal or a matrix; a vector is neither, even with as many components.",
        cure: "Give one vector per column: `float2x2(v.xy, v.zw)`.",
    }
    ARRAY_INDEX = "VSL-E312" Error "an array's index is not an integer" {
        cause: "Elements of arrays are selected by an int or uint scalar.",
        cure: "Convert it: `a[int(i)]`.",
    }
    OUT_ARGUMENT = "VSL-E313" Error "a function cannot write this argument" {
        cause: "`modf` and `frexp` write their second argument: it must be a variable, or a part of one, that can be \
                written here and has exactly the type that the function writes.",
        cure: "Declare a variable of the type that the message names and pass that.",
    }
    INDEX_RANGE = "VSL-E314" Error "an index is out of range" {
        cause: "The index is a compile-time constant, and the array, vector or matrix has no such element. Elements are \
                counted from 0.",
        effect: "The shader would read an undefined value, or write outside the object.",
        cure: "Write a number from 0 to one less than the number of elements.",
    }
    UNKNOWN_VARIABLE = "VSL-E320" Error "a variable is unknown here" {
        cause: "The name is misspelt, its block has ended, it is used in its own initialiser, or it belongs to the other \
                stage: inputs are the vertex stage's, outputs the fragment stage's.",
        cure: "Fix the name, or declare it above. A `local(vert)` passes values from the vertex to the fragment stage.",
    }
    NOT_READABLE = "VSL-E321" Error "a variable cannot be read here" {
        cause: "The vertex stage writes locals, `$Position` and `$PointSize`, and never reads them.",
        cure: "Keep the value in a variable of the stage, use that, and write it once.",
    }
    SUBPASS_STAGE = "VSL-E322" Error "a subpass input is read outside of the fragment stage" {
        cause: "A subpass input holds the value of the pixel being drawn; a vertex has none.",
        effect: "Vulkan allows subpass loads in the fragment stage only; the driver could refuse the module.",
        cure: "Read it in `@frag`.",
    }
    DRAW_PARAMETERS = "VSL-E323" Error "the runtime does not provide this variable" {
        cause: "`$DrawIndex`, `$VertexBase` and `$InstanceBase` need the feature shaderDrawParameters, which the Vega runtime \
                does not enable.",
        effect: "The runtime could not create the shader.",
        cure: "Use a uniform, or allow draw parameters in the options for a runtime that has them. `$VertexIndex` and \
               `$InstanceIndex` include their bases already.",
        source: "Vega runtime 48214ce",
    }
    CONSTANT_READ = "VSL-E324" Error "a constant is used as a value" {
        cause: "Constants of the older dialect are array sizes and loop bounds only.",
        cure: "Write its value.",
    }
    INFINITE_LITERAL = "VSL-W130" Warning "a float literal becomes infinite" {
        cause: "The number is larger than the largest float, about 3.4e38, and rounds to infinity.",
        effect: "Calculations with it give infinity or NaN.",
        cure: "Write a smaller number.",
    }
}
