//! Rules of resources: how operations use them and how they are declared.

glassbox_core::rules! {
    source: "DXIL specification; validator of the DirectX shader compiler",
    examples: &super::EXAMPLES,

    HANDLE = "DXC-USE-01" Error "a handle does not lead to one resource" {
        cause: "It comes from a phi, a select, or a creation whose class, range or index is wrong or not annotated.",
        effect: "The driver cannot tell which resource is used.",
        cure: "Create the handle from a constant range; choose between indices, not between handles.",
    }
    CLASS = "DXC-USE-02" Error "the operation does not work on this class of resource" {
        cause: "A store or an atomic goes to an SRV, a sample to a UAV, or a buffer load to a sampler.",
        effect: "The hardware has no such access.",
        cure: "Declare the resource as the class that the operation needs.",
    }
    KIND = "DXC-USE-03" Error "the operation does not work on this kind of resource" {
        cause: "A texture operation is used on a buffer, or another dimension than it takes.",
        effect: "The hardware has no such access.",
        cure: "Use the operation of that kind of resource.",
    }
    SAMPLER_MODE = "DXC-USE-04" Error "the sampler has the wrong mode" {
        cause: "A comparison uses a plain sampler, or plain sampling a comparison sampler.",
        effect: "The result is not defined.",
        cure: "Declare `SamplerComparisonState` for comparisons and `SamplerState` otherwise.",
    }
    SAMPLED_TYPE = "DXC-USE-05" Error "the texture holds a type that cannot be sampled" {
        cause: "A texture of integers is filtered; shader model 6.7 allows that with point filters.",
        effect: "The result is not defined.",
        cure: "Load the texel, or sample a texture of floats.",
    }
    COORDINATES = "DXC-USE-06" Error "the number of coordinates is not that of the resource" {
        cause: "The declaration of the resource changed to another dimension.",
        effect: "A coordinate is undefined or ignored.",
        cure: "Pass as many coordinates as the resource has, and `undef` for the rest.",
    }
    OFFSETS = "DXC-USE-07" Error "the texel offsets are wrong" {
        cause: "An offset is missing, is too many, is outside of -8 to 7, or is computed before shader model 6.7.",
        effect: "Hardware encodes offsets in four bits; the validator refuses the module.",
        cure: "Pass constants from -8 to 7, one for each dimension; add larger ones to the coordinates.",
    }
    STORE = "DXC-USE-08" Error "the mask of a store and its values do not fit" {
        cause: "A stored component is undefined, the mask has gaps, or a typed store does not write all components.",
        effect: "Undefined values are written, or the hardware cannot do the store.",
        cure: "Store x, xy, xyz or xyzw, all four for typed resources, with a value for each.",
    }
    COUNTER = "DXC-USE-09" Error "a counter is used that the resource does not have" {
        cause: "The buffer is declared without a counter, or one buffer is both appended and consumed.",
        effect: "The device has no counter to update.",
        cure: "Declare a structured buffer with a counter, and increment or decrement it, not both.",
    }
    MIP_LEVEL = "DXC-USE-10" Error "the mip level or sample index does not fit the resource" {
        cause: "A level is passed for a buffer or UAV, or no sample index for a multisampled texture.",
        effect: "The access is not defined.",
        cure: "Pass `undef` where the resource has no levels, and an index where it has samples.",
    }
    CONSTANT_BUFFER = "DXC-USE-11" Error "a constant buffer is read past its end" {
        cause: "The constant index is beyond the declared size.",
        effect: "The read returns 0 or arbitrary data.",
        cure: "Index within the buffer, or declare it larger.",
    }
    DIMENSION_RESULT = "DXC-USE-12" Error "a dimension is used that the resource does not have" {
        cause: "The shader reads the height of a one-dimensional texture, or the like.",
        effect: "The value is undefined.",
        cure: "Use the members that the kind of resource has.",
    }
    OVERLAP = "DXC-RES-01" Error "the registers of two resources overlap" {
        cause: "Both are declared in the same space with ranges that meet.",
        effect: "One descriptor would serve two declarations.",
        cure: "Move one of them to other registers or another space.",
    }
    SHAPE = "DXC-RES-02" Error "a resource is declared with a kind that its class does not have" {
        cause: "A cube is declared as a UAV, a sample count on a texture without samples, or the kind is unknown.",
        effect: "No view can be created that matches.",
        cure: "Declare a kind that the class has.",
    }
    ELEMENT = "DXC-RES-03" Error "the element type of a resource is not possible" {
        cause: "The type is missing, or larger than four times 32 bits.",
        effect: "No format matches the declaration.",
        cure: "Use a number or vector of at most 16 bytes, or a structured buffer.",
    }
    STRIDE = "DXC-RES-04" Error "the element of a structured buffer has an impossible size" {
        cause: "It is larger than 2048 bytes, or not a multiple of 4 with minimum precision.",
        effect: "No view can be created with that stride.",
        cure: "Pad or split the structure.",
    }
    COUNTER_DECLARED = "DXC-RES-05" Error "a resource is declared with a counter that it cannot have" {
        cause: "The counter is on another kind than a structured buffer, or the buffer is globally coherent.",
        effect: "The device has no such counter.",
        cure: "Use a structured buffer, without `globallycoherent`.",
    }
    ORDERED = "DXC-RES-06" Error "a rasterizer ordered view is declared outside of a pixel shader" {
        cause: "The declaration was copied from a pixel shader.",
        effect: "Only pixels have an order.",
        cure: "Declare a plain UAV.",
    }
    SAMPLER_KIND = "DXC-RES-07" Error "a sampler is declared with an unknown mode" {
        cause: "The metadata was edited or damaged.",
        effect: "The validator refuses the module.",
        cure: "State 0 for default or 1 for comparison.",
    }
    LAYOUT = "DXC-RES-08" Error "the members of a constant buffer do not fit" {
        cause: "Two members overlap by `packoffset`, or one lies past the size that is stated.",
        effect: "A member reads the bytes of another.",
        cure: "Give each member bytes of its own, within at most 65536.",
    }
}
