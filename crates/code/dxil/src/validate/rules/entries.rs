//! Rules of entry points: signatures and properties of stages.

glassbox_core::rules! {
    source: "DXIL specification; validator of the DirectX shader compiler",
    examples: &super::EXAMPLES,

    SEMANTIC = "DXC-ELM-01" Error "the stage does not have this semantic" {
        cause: "The semantic belongs to another stage or direction, or to an operation instead of the signature.",
        effect: "The pipeline has no value for it.",
        cure: "Use a semantic that the stage has, or an own name without `SV_`.",
    }
    ELEMENT_TYPE = "DXC-ELM-02" Error "a semantic has the wrong type" {
        cause: "The variable is declared with another type or number of components than the system value has.",
        effect: "The fixed stages read or write other bits.",
        cure: "Declare it with the type that the message states.",
    }
    INTERPOLATION = "DXC-ELM-03" Error "an interpolation mode is not possible here" {
        cause: "An integer is interpolated, or the mode is stated where nothing is interpolated.",
        effect: "The value is not defined, or the validator refuses the module.",
        cure: "Use `nointerpolation` for integers and no mode outside of the rasterizer.",
    }
    ALLOCATION = "DXC-ELM-04" Error "an element is in a register although it must not, or in none although it must" {
        cause: "Row and column of the element were edited, or the packing did not run.",
        effect: "Stages would exchange other values.",
        cure: "Give it the row and column that packing assigns, or -1 for what has no register.",
    }
    INDEX = "DXC-ELM-05" Error "a semantic is repeated, or its index or size is not possible" {
        cause: "Two elements have the same name and index, or the index exceeds what the system value has.",
        effect: "The runtime cannot match the element.",
        cure: "Use other indices; render targets are 0 to 7 in rows of the same number.",
    }
    PACKING = "DXC-ELM-06" Error "elements do not fit into their registers" {
        cause: "Rows and columns were edited, or packed by other rules.",
        effect: "Elements overwrite each other, or hardware cannot index the registers.",
        cure: "Pack the signature again: one interpolation mode and width in a row, system values after own ones.",
    }
    STREAM = "DXC-ELM-07" Error "an output stream is not possible" {
        cause: "The stream is above 3, outside of a geometry shader, or not of points beside others.",
        effect: "The geometry stage has no such stream.",
        cure: "Use streams 0 to 3 of points in a geometry shader.",
    }
    INCOMPLETE = "DXC-ELM-08" Error "a system value is not written whole" {
        cause: "A component of the output is never stored.",
        effect: "The rasterizer reads an undefined position or factor.",
        cure: "Store every component.",
    }
    VIEW_ID_SLOT = "DXC-ELM-09" Error "no register is left for the view id" {
        cause: "The inputs of the pixel shader fill all rows and it reads `SV_ViewID`.",
        effect: "Devices that pass the view id in a register have none.",
        cure: "Free one component of the inputs.",
    }
    THREADS = "DXC-ENT-01" Error "the thread group has an impossible size" {
        cause: "`numthreads` was edited, or exceeds the stage.",
        effect: "No device can run the group.",
        cure: "Use 1 to 1024, 1024 and 64 threads, 1024 in all; in mesh and amplification shaders 128 in all.",
    }
    SHARED_MEMORY = "DXC-ENT-02" Error "group-shared memory is too large or in a stage without groups" {
        cause: "Variables of `groupshared` add up to more than the stage has.",
        effect: "The pipeline cannot be created.",
        cure: "Use at most 32768 bytes, in mesh shaders 28672, and none in stages without groups.",
    }
    WAVE_SIZE = "DXC-ENT-03" Error "the wave size is not possible" {
        cause: "The size is not a power of two from 4 to 128, the range is empty, or the model or stage has no such property.",
        effect: "No device can run it.",
        cure: "State a power of two from 4 to 128 in compute shaders of model 6.6 on, a range from 6.8 on.",
    }
    GEOMETRY = "DXC-ENT-04" Error "a property of the geometry shader is not possible" {
        cause: "The number of vertices or instances, the topology or the primitive was edited or exceeds the stage.",
        effect: "The pipeline cannot be created.",
        cure: "Use at most 1024 vertices and scalars, 1 to 32 instances, and a topology that exists.",
    }
    TESSELLATION = "DXC-ENT-05" Error "a property of the tessellation is not possible" {
        cause: "Control points, domain, partitioning, primitive or factors contradict each other or the stage.",
        effect: "The pipeline cannot be created.",
        cure: "Use at most 32 control points, factors from 1 to 64, and the factors and primitive of the domain.",
    }
    MESH = "DXC-ENT-06" Error "a property of the mesh or amplification shader is not possible" {
        cause: "Outputs, payload or rows exceed the stage.",
        effect: "The pipeline cannot be created.",
        cure: "Use at most 256 vertices and primitives, 32 rows, 16384 bytes of payload, 32768 bytes of outputs.",
    }
    COMPUTE_SIGNATURE = "DXC-ENT-07" Error "a stage without signatures has one" {
        cause: "Metadata of another stage was attached to it.",
        effect: "The validator refuses the module.",
        cure: "Remove the signatures.",
    }
    NODE = "DXC-ENT-08" Error "a property of the work graph node is not possible" {
        cause: "The launch mode, inputs or operations of the node contradict each other.",
        effect: "The work graph cannot be created.",
        cure: "Use the inputs and identifiers that the launch mode has.",
    }
}
