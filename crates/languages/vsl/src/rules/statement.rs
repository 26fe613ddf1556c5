//! Rules on statements and left sides of assignments.
//!
//! Facts: VSL brief, sections 7, 8.3 and 15.

glassbox_core::rules! {
    source: "VSL compiler 0.1.0 (c110b1b)",
    examples: &super::EXAMPLES,

    WRITTEN_TWICE = "VSL-E143" Error "a component is written twice" {
        cause: "The swizzle on the left side names a component twice, so it would get two values.",
        effect: "The component would get one of the two values; which one is undefined.",
        cure: "Name each component once.",
    }
    PRIVATE_ARRAY = "VSL-E230" Error "a variable of a stage is an array" {
        cause: "Only structures and inputs can contain arrays.",
        cure: "Use variables, a vector or a matrix, or keep the array in a buffer.",
    }
    PRIVATE_TYPE = "VSL-E231" Error "a variable of a stage cannot have this type" {
        cause: "Variables of a stage hold scalars, vectors and matrices. Structures live in the uniform and in \
                buffers, resources in bindings.",
        cure: "Declare a variable for each field that is needed.",
    }
    NO_CONVERSION = "VSL-E232" Error "a value does not convert to the type of its place" {
        cause: "Implicitly, int converts to uint and float, and uint to float, in the same shape. Nothing else does: not float \
                to an integer, not bool, not another number of components.",
        cure: "Convert explicitly: `int(x)`, `float3(v)`, `v.xyz`.",
    }
    TEXEL_COMPOUND = "VSL-E234" Error "a texel is modified in place" {
        cause: "A texel of an image or texel buffer is stored whole with `=`; there are no compound assignments.",
        cure: "Read it, compute, and store: `img[p] = img[p] + v;`.",
    }
    TEXEL_TYPE = "VSL-E235" Error "a stored value does not have the texel's type" {
        cause: "A store takes the exact type of the format, without conversion: `float2` for `Image2D<float2>` and \
                `Image2D<u8norm2>`.",
        effect: "The texels written would be undefined: Vulkan requires the type of the image's format.",
        cure: "Convert explicitly.",
    }
    COMPOUND = "VSL-E236" Error "a compound operator is not defined for these types" {
        cause: "`a += b` is `a = a + b`: the operator must take both types, and the result must convert to the type of \
                `a`.",
        cure: "Convert the right side to the shape of the left.",
    }
    UNKNOWN_PLACE = "VSL-E240" Error "a name left of `=` is unknown" {
        cause: "It is misspelt, declared further below or in another block, or belongs to the other stage.",
        cure: "Use the name that the message suggests, or declare it.",
    }
    NOT_WRITABLE = "VSL-E241" Error "the left side of `=` is not assignable" {
        cause: "Variables of the stage, outputs in the fragment stage, locals in the vertex stage, `$Position`, \
                `$PointSize`, images, `RWTexels` and `RWBuffer` can be written. Inputs, the uniform, samplers, \
                read-only buffers, subpass inputs and counters of loops cannot.",
        effect: "The stage would write read-only storage; SPIR-V forbids it, and the driver could refuse the module.",
        cure: "Copy the value to a variable and change that.",
    }
    TEXEL_PART = "VSL-E242" Error "a part of a texel is written" {
        cause: "A texel of an image or texel buffer is stored whole.",
        effect: "The store would overwrite the other components of the texel.",
        cure: "Read it into a variable, change the part, and store the variable.",
    }
    PLACE_INDEX = "VSL-E243" Error "an index on the left side of `=` is not an integer" {
        cause: "Vectors, matrices and arrays are indexed by an `int` or `uint` scalar.",
        cure: "Convert it: `int(x)`.",
    }
    PLACE_COORDINATE = "VSL-E244" Error "an image coordinate on the left side of `=` is wrong" {
        cause: "An image takes an int or uint scalar or vector: one component for 1D, two for 2D and 1DArray, three \
                for 3D, 2DArray and Cube.",
        cure: "Convert it: `int2(p)`.",
    }
    PLACE_BUFFER_INDEX = "VSL-E245" Error "a buffer's index on the left side of `=` is not an integer" {
        cause: "Structured buffers are indexed by an `int` or `uint` scalar.",
        cure: "Convert it: `int(x)`.",
    }
    PLACE_TEXEL_INDEX = "VSL-E246" Error "a texel buffer's index on the left side of `=` is not an integer" {
        cause: "Texel buffers are indexed by an `int` or `uint` scalar.",
        cure: "Convert it: `int(x)`.",
    }
    PLACE_SCALAR_INDEX = "VSL-E247" Error "a scalar is indexed on the left side of `=`" {
        cause: "A scalar has no components.",
        cure: "Remove the index.",
    }
    PLACE_NOT_INDEXED = "VSL-E248" Error "a value without elements is indexed on the left side of `=`" {
        cause: "Arrays, vectors, matrices, images, texel buffers and structured buffers can be indexed. A swizzle can \
                not.",
        cure: "Remove the index.",
    }
    PLACE_FIELD = "VSL-E249" Error "a field is unknown" {
        cause: "The structure has no field of this name.",
        cure: "Use the name that the message suggests.",
    }
    PLACE_MEMBER = "VSL-E250" Error "a dot on the left side of `=` follows a value without members" {
        cause: "Structures have fields and vectors have components. A buffer's element has fields: `b[i].f`.",
        cure: "Index it first.",
    }
    PLACE_WHOLE = "VSL-E251" Error "an index is missing on the left side of `=`" {
        cause: "An array, image or buffer is written one element at a time.",
        cure: "Add the index: `a[0] = …`.",
    }
    CONDITION_ARRAY = "VSL-E260" Error "a condition is an array" {
        cause: "A condition is a `bool` scalar.",
        cure: "Index it and compare.",
    }
    CONDITION = "VSL-E261" Error "a condition is not a bool" {
        cause: "A condition is a `bool` scalar: numbers and vectors do not convert.",
        cure: "Compare it, `x != 0`; reduce a vector with `all` or `any`.",
    }
    LOOP_BOUND = "VSL-E271" Error "a bound of a loop exceeds 32 bits" {
        cause: "The counter is an `int`: -2147483648 to 2147483647.",
        effect: "The counter would wrap around, and the loop would run too often, for ever or not at all.",
        cure: "Use smaller bounds.",
    }
    LOOP_ZERO_STEP = "VSL-E272" Error "a loop's step is zero" {
        cause: "With a step of 0 the counter never changes.",
        effect: "The loop would never end, and the driver would reset the device.",
        cure: "Use 1 or -1, or leave it out.",
    }
    LOOP_STEP_SIGN = "VSL-E273" Error "a loop's step leads away from its end" {
        cause: "The step is positive if the end is above the start and negative if it is below. If they are equal, no step is \
                allowed.",
        effect: "The counter would run away from the end, and the loop would not stop before it wraps around.",
        cure: "Change the sign, or leave the step out: the default is 1 or -1.",
    }
    NO_LOOP = "VSL-E280" Error "`break` or `continue` outside of a loop" {
        cause: "They belong to the innermost `for` around them.",
        cure: "Use `return` to end the stage.",
    }
    STAGE_SIZE = "VSL-E225" Error "a stage is too large" {
        cause: "A file states the length of a module with 16 bits: 65535 words of SPIR-V. The older compiler wrote \
                such a file with a wrong length.",
        effect: "The length would wrap around, and the runtime would refuse the rest of the module as trailing data.",
        cure: "Make the stage shorter: use loops and fewer long expressions.",
    }
    DISCARD_STAGE = "VSL-E281" Error "`discard` outside of the fragment stage" {
        cause: "Only pixels can be discarded.",
        effect: "SPIR-V allows it in the fragment stage only; the driver could refuse the module.",
        cure: "Move it to `@frag`. To hide a vertex, move it out of the clip volume.",
    }
}
