//! Enumerants by name, for operands that are neither ids nor numbers. A test checks each against the grammar.

macro_rules! values {
    ($($(#[$doc:meta])* $module:ident $enumeration:literal { $($name:ident = $number:literal $spelling:literal),* $(,)? })*) => {
        $(
            $(#[$doc])*
            pub mod $module {
                $(
                    #[doc = concat!("`", $spelling, "`")]
                    pub const $name: u32 = $number;
                )*
            }
        )*

        #[cfg(test)]
        const ALL: &[(&str, u32, &str)] = &[$($(($enumeration, $number, $spelling)),*),*];
    };
}

values! {
    /// Device features that the module requires.
    capability "Capability" {
        SHADER = 1 "Shader",
        GEOMETRY = 2 "Geometry",
        SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING = 29 "SampledImageArrayDynamicIndexing",
        STORAGE_BUFFER_ARRAY_DYNAMIC_INDEXING = 30 "StorageBufferArrayDynamicIndexing",
        STORAGE_IMAGE_ARRAY_DYNAMIC_INDEXING = 31 "StorageImageArrayDynamicIndexing",
        INPUT_ATTACHMENT = 40 "InputAttachment",
        SAMPLED_1D = 43 "Sampled1D",
        IMAGE_1D = 44 "Image1D",
        SAMPLED_BUFFER = 46 "SampledBuffer",
        IMAGE_BUFFER = 47 "ImageBuffer",
        STORAGE_IMAGE_EXTENDED_FORMATS = 49 "StorageImageExtendedFormats",
        IMAGE_QUERY = 50 "ImageQuery",
        DRAW_PARAMETERS = 4427 "DrawParameters",
        UNIFORM_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING = 5304 "UniformTexelBufferArrayDynamicIndexing",
        STORAGE_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING = 5305 "StorageTexelBufferArrayDynamicIndexing",
    }
    /// Addressing model of the module.
    addressing_model "AddressingModel" {
        LOGICAL = 0 "Logical",
    }
    /// Memory model of the module.
    memory_model "MemoryModel" {
        GLSL450 = 1 "GLSL450",
    }
    /// Pipeline stage of an entry point.
    execution_model "ExecutionModel" {
        VERTEX = 0 "Vertex",
        FRAGMENT = 4 "Fragment",
    }
    /// Execution modes of an entry point.
    execution_mode "ExecutionMode" {
        ORIGIN_UPPER_LEFT = 7 "OriginUpperLeft",
        LOCAL_SIZE = 17 "LocalSize",
        LOCAL_SIZE_ID = 38 "LocalSizeId",
    }
    /// Storage class of a variable or pointer.
    storage_class "StorageClass" {
        UNIFORM_CONSTANT = 0 "UniformConstant",
        INPUT = 1 "Input",
        UNIFORM = 2 "Uniform",
        OUTPUT = 3 "Output",
        PRIVATE = 6 "Private",
        FUNCTION = 7 "Function",
        PUSH_CONSTANT = 9 "PushConstant",
        STORAGE_BUFFER = 12 "StorageBuffer",
        PHYSICAL_STORAGE_BUFFER = 5349 "PhysicalStorageBuffer",
    }
    /// Dimensionality of an image.
    dim "Dim" {
        D1 = 0 "1D",
        D2 = 1 "2D",
        D3 = 2 "3D",
        CUBE = 3 "Cube",
        BUFFER = 5 "Buffer",
        SUBPASS_DATA = 6 "SubpassData",
    }
    /// Texel format of an image.
    image_format "ImageFormat" {
        UNKNOWN = 0 "Unknown",
    }
    /// Optional operands of image instructions; their ids follow in bit order.
    image_operands "ImageOperands" {
        NONE = 0 "None",
        BIAS = 1 "Bias",
        LOD = 2 "Lod",
    }
    /// Decorations of ids and members.
    decoration "Decoration" {
        SPEC_ID = 1 "SpecId",
        BLOCK = 2 "Block",
        BUFFER_BLOCK = 3 "BufferBlock",
        ROW_MAJOR = 4 "RowMajor",
        COL_MAJOR = 5 "ColMajor",
        ARRAY_STRIDE = 6 "ArrayStride",
        MATRIX_STRIDE = 7 "MatrixStride",
        BUILT_IN = 11 "BuiltIn",
        NO_PERSPECTIVE = 13 "NoPerspective",
        FLAT = 14 "Flat",
        PATCH = 15 "Patch",
        CENTROID = 16 "Centroid",
        SAMPLE = 17 "Sample",
        ALIASED = 20 "Aliased",
        NON_WRITABLE = 24 "NonWritable",
        NON_READABLE = 25 "NonReadable",
        LOCATION = 30 "Location",
        COMPONENT = 31 "Component",
        INDEX = 32 "Index",
        BINDING = 33 "Binding",
        DESCRIPTOR_SET = 34 "DescriptorSet",
        OFFSET = 35 "Offset",
        INPUT_ATTACHMENT_INDEX = 43 "InputAttachmentIndex",
        COUNTER_BUFFER = 5634 "CounterBuffer",
        USER_SEMANTIC = 5635 "UserSemantic",
        USER_TYPE = 5636 "UserTypeGOOGLE",
    }
    /// Built-in variables and members.
    built_in "BuiltIn" {
        POSITION = 0 "Position",
        POINT_SIZE = 1 "PointSize",
        CLIP_DISTANCE = 3 "ClipDistance",
        CULL_DISTANCE = 4 "CullDistance",
        PRIMITIVE_ID = 7 "PrimitiveId",
        INVOCATION_ID = 8 "InvocationId",
        LAYER = 9 "Layer",
        VIEWPORT_INDEX = 10 "ViewportIndex",
        TESS_LEVEL_OUTER = 11 "TessLevelOuter",
        TESS_LEVEL_INNER = 12 "TessLevelInner",
        TESS_COORD = 13 "TessCoord",
        PATCH_VERTICES = 14 "PatchVertices",
        SAMPLE_MASK = 20 "SampleMask",
    }
}

#[cfg(test)]
mod tests {
    use crate::grammar::enumeration_named;

    #[test]
    fn values_match_the_grammar() {
        for &(enumeration, value, spelling) in super::ALL {
            let row = enumeration_named(enumeration).expect("the grammar has the enumeration");
            let found = row.named(spelling).expect("the grammar has the name");
            assert_eq!(found.value, value, "{enumeration} {spelling}");
        }
    }
}
