//! Records of `RDEF`, little-endian. Offsets are relative to the part's data; strings are NUL-terminated.

use glassbox_core::{named, record};

record! {
    /// Header of the part.
    pub struct Header: 28 {
        /// Number of constant buffers.
        0x00 buffer_count: u32,
        /// Offset of the constant buffers.
        0x04 buffers: u32,
        /// Number of bindings.
        0x08 binding_count: u32,
        /// Offset of the bindings.
        0x0c bindings: u32,
        /// Minor version of the shader model.
        0x10 minor: u8,
        /// Major version of the shader model.
        0x11 major: u8,
        /// Program type.
        0x12 program: ProgramType,
        /// Compiler flags, `D3DCOMPILE_*`.
        0x14 flags: CompileFlags,
        /// Offset of the compiler name.
        0x18 creator: u32,
    }
}

record! {
    /// Record sizes, since shader model 5.
    pub struct Sizes: 32 {
        /// `RD11`, or 0x25441313 in shader model 5.1.
        0x00 magic: Magic,
        /// Size of the header and this record, bytes; 60.
        0x04 header: u32,
        /// Size of a constant buffer record, bytes; 24.
        0x08 buffer: u32,
        /// Size of a binding record, bytes; 32 or 40.
        0x0c binding: u32,
        /// Size of a variable record, bytes; 40.
        0x10 variable: u32,
        /// Size of a type record, bytes; 36.
        0x14 type_size: u32,
        /// Size of a member record, bytes; 12.
        0x18 member: u32,
        /// Number of interface slots.
        0x1c interface_slots: u32,
    }
}

record! {
    /// A constant buffer.
    pub struct Buffer: 24 {
        /// Offset of the name.
        0x00 name: u32,
        /// Number of variables.
        0x04 variable_count: u32,
        /// Offset of the variables.
        0x08 variables: u32,
        /// Size, bytes.
        0x0c size: u32,
        /// Buffer flags.
        0x10 flags: BufferFlags,
        /// Buffer type.
        0x14 buffer_type: BufferType,
    }
}

record! {
    /// A binding, up to shader model 5.0.
    pub struct Binding: 32 {
        /// Offset of the name.
        0x00 name: u32,
        /// Type of the bound resource.
        0x04 input_type: InputType,
        /// Type returned by a read.
        0x08 return_type: ReturnType,
        /// Resource dimension.
        0x0c dimension: Dimension,
        /// Number of samples, 0xFFFFFFFF for none; for structured buffers the stride.
        0x10 samples: u32,
        /// First slot.
        0x14 bind_point: u32,
        /// Number of slots; 0 if unbounded.
        0x18 bind_count: u32,
        /// Binding flags.
        0x1c flags: InputFlags,
    }
}

record! {
    /// A binding of shader model 5.1.
    pub struct Binding40: 40 {
        /// Offset of the name.
        0x00 name: u32,
        /// Type of the bound resource.
        0x04 input_type: InputType,
        /// Type returned by a read.
        0x08 return_type: ReturnType,
        /// Resource dimension.
        0x0c dimension: Dimension,
        /// Number of samples, 0xFFFFFFFF for none; for structured buffers the stride.
        0x10 samples: u32,
        /// First slot.
        0x14 bind_point: u32,
        /// Number of slots; 0 if unbounded.
        0x18 bind_count: u32,
        /// Binding flags.
        0x1c flags: InputFlags,
        /// Register space.
        0x20 space: u32,
        /// Id within the class.
        0x24 id: u32,
    }
}

record! {
    /// A variable of shader model 4.
    pub struct Variable: 24 {
        /// Offset of the name.
        0x00 name: u32,
        /// Offset in the buffer, bytes.
        0x04 start: u32,
        /// Size, bytes.
        0x08 size: u32,
        /// Variable flags.
        0x0c flags: VariableFlags,
        /// Offset of the type.
        0x10 type_offset: u32,
        /// Offset of the default value; 0 for none.
        0x14 default: u32,
    }
}

record! {
    /// A variable since shader model 5.
    pub struct Variable40: 40 {
        /// Offset of the name.
        0x00 name: u32,
        /// Offset in the buffer, bytes.
        0x04 start: u32,
        /// Size, bytes.
        0x08 size: u32,
        /// Variable flags.
        0x0c flags: VariableFlags,
        /// Offset of the type.
        0x10 type_offset: u32,
        /// Offset of the default value; 0 for none.
        0x14 default: u32,
        /// First texture; 0xFFFFFFFF for none.
        0x18 first_texture: u32,
        /// Number of textures.
        0x1c texture_count: u32,
        /// First sampler; 0xFFFFFFFF for none.
        0x20 first_sampler: u32,
        /// Number of samplers.
        0x24 sampler_count: u32,
    }
}

record! {
    /// A type of shader model 4.
    pub struct Type: 16 {
        /// Type class.
        0x00 class: Class,
        /// Scalar type.
        0x02 base: BaseType,
        /// Number of rows.
        0x04 rows: u16,
        /// Number of columns.
        0x06 columns: u16,
        /// Number of array elements; 0 if it is not an array.
        0x08 elements: u16,
        /// Number of members.
        0x0a member_count: u16,
        /// Offset of the members.
        0x0c members: u32,
    }
}

record! {
    /// A type since shader model 5.
    pub struct Type36: 36 {
        /// Type class.
        0x00 class: Class,
        /// Scalar type.
        0x02 base: BaseType,
        /// Number of rows.
        0x04 rows: u16,
        /// Number of columns.
        0x06 columns: u16,
        /// Number of array elements; 0 if it is not an array.
        0x08 elements: u16,
        /// Number of members.
        0x0a member_count: u16,
        /// Offset of the members.
        0x0c members: u32,
        /// Offset of the pointee type; 0 for none.
        0x10 sub_type: u32,
        /// Offset of the base class; 0 for none.
        0x14 base_class: u32,
        /// Number of interfaces.
        0x18 interface_count: u32,
        /// Offset of the array of interface type offsets.
        0x1c interfaces: u32,
        /// Offset of the name; 0 for none.
        0x20 name: u32,
    }
}

record! {
    /// A member of a structure.
    pub struct Member: 12 {
        /// Offset of the name.
        0x0 name: u32,
        /// Offset of the type.
        0x4 type_offset: u32,
        /// Offset in the structure, bytes.
        0x8 offset: u32,
    }
}

named! {
    /// Program type.
    pub enum ProgramType: u16 {
        /// Pixel shader.
        PIXEL = 0xFFFF "pixel",
        /// Vertex shader.
        VERTEX = 0xFFFE "vertex",
        /// Geometry shader.
        GEOMETRY = 0x4753 "geometry",
        /// Hull shader.
        HULL = 0x4853 "hull",
        /// Domain shader.
        DOMAIN = 0x4453 "domain",
        /// Compute shader.
        COMPUTE = 0x4353 "compute",
        /// Library function.
        LIBRARY = 0x4C46 "library",
    }
}

named! {
    /// Compiler flags, `D3DCOMPILE_*`.
    pub flags CompileFlags: u32 {}
}

named! {
    /// Magic of the record sizes.
    pub enum Magic: u32 {
        /// Shader model 5.0: the characters `RD11`.
        RD11 = 0x3131_4452 "RD11",
        /// Shader model 5.1.
        SM51 = 0x2544_1313 "5.1",
    }
}

named! {
    /// Flags of a constant buffer.
    pub flags BufferFlags: u32 {
        /// The register is specified in the source.
        USER_PACKED = 1 "user-packed",
    }
}

named! {
    /// Type of a buffer.
    pub enum BufferType: u32 {
        /// Constant buffer.
        CBUFFER = 0 "cbuffer",
        /// Texture buffer.
        TBUFFER = 1 "tbuffer",
        /// Pointers to interfaces.
        INTERFACE_POINTERS = 2 "interfaces",
        /// The element of a structured buffer.
        RESOURCE_BIND_INFO = 3 "resource_bind_info",
    }
}

named! {
    /// Type of a bound resource.
    pub enum InputType: u32 {
        /// Constant buffer.
        CBUFFER = 0 "cbuffer",
        /// Texture buffer.
        TBUFFER = 1 "tbuffer",
        /// Texture or typed buffer.
        TEXTURE = 2 "texture",
        /// Sampler.
        SAMPLER = 3 "sampler",
        /// Typed read-write view (UAV).
        UAV_TYPED = 4 "rwtyped",
        /// Structured buffer.
        STRUCTURED = 5 "structured",
        /// Read-write structured buffer.
        UAV_STRUCTURED = 6 "rwstructured",
        /// Raw buffer.
        BYTE_ADDRESS = 7 "byteaddress",
        /// Read-write raw buffer.
        UAV_BYTE_ADDRESS = 8 "rwbyteaddress",
        /// Append structured buffer.
        APPEND = 9 "append_structured",
        /// Consume structured buffer.
        CONSUME = 10 "consume_structured",
        /// Read-write structured buffer with a counter.
        UAV_STRUCTURED_COUNTER = 11 "rwstructured_with_counter",
    }
}

named! {
    /// Type returned by reading a resource.
    pub enum ReturnType: u32 {
        /// No type.
        NONE = 0 "none",
        /// Unsigned normalized, 0 to 1.
        UNORM = 1 "unorm",
        /// Signed normalized, -1 to 1.
        SNORM = 2 "snorm",
        /// Signed integers.
        SINT = 3 "sint",
        /// Unsigned integers.
        UINT = 4 "uint",
        /// Floats.
        FLOAT = 5 "float",
        /// A structure.
        MIXED = 6 "mixed",
        /// Doubles.
        DOUBLE = 7 "double",
        /// Continuation of the preceding entry.
        CONTINUED = 8 "continued",
    }
}

named! {
    /// Dimension of a resource.
    pub enum Dimension: u32 {
        /// Unknown dimension.
        UNKNOWN = 0 "unknown",
        /// Buffer.
        BUFFER = 1 "buffer",
        /// One-dimensional texture.
        TEXTURE_1D = 2 "texture1d",
        /// Array of one-dimensional textures.
        TEXTURE_1D_ARRAY = 3 "texture1darray",
        /// Two-dimensional texture.
        TEXTURE_2D = 4 "texture2d",
        /// Array of two-dimensional textures.
        TEXTURE_2D_ARRAY = 5 "texture2darray",
        /// Multisampled two-dimensional texture.
        TEXTURE_2D_MS = 6 "texture2dms",
        /// Array of multisampled two-dimensional textures.
        TEXTURE_2D_MS_ARRAY = 7 "texture2dmsarray",
        /// Three-dimensional texture.
        TEXTURE_3D = 8 "texture3d",
        /// Cube texture.
        TEXTURE_CUBE = 9 "texturecube",
        /// Array of cube textures.
        TEXTURE_CUBE_ARRAY = 10 "texturecubearray",
        /// Raw buffer.
        BUFFER_EX = 11 "bufferex",
    }
}

named! {
    /// Flags of a binding. The bits 4 and 8 together hold the component count minus one.
    pub flags InputFlags: u32 {
        /// The register is specified in the source.
        USER_PACKED = 1 "user-packed",
        /// Comparison sampler.
        COMPARISON_SAMPLER = 2 "comparison-sampler",
        /// Low bit of the component count minus one.
        COMPONENTS_0 = 4 "components-0",
        /// High bit of the component count minus one.
        COMPONENTS_1 = 8 "components-1",
    }
}

named! {
    /// Flags of a variable.
    pub flags VariableFlags: u32 {
        /// The offset is specified in the source.
        USER_PACKED = 1 "user-packed",
        /// Used by the program.
        USED = 2 "used",
        /// A pointer to an interface.
        INTERFACE_POINTER = 4 "interface-pointer",
        /// A parameter of an interface.
        INTERFACE_PARAMETER = 8 "interface-parameter",
    }
}

named! {
    /// Class of a type.
    pub enum Class: u16 {
        /// Scalar.
        SCALAR = 0 "scalar",
        /// Vector.
        VECTOR = 1 "vector",
        /// Row-major matrix.
        MATRIX_ROWS = 2 "matrix-rows",
        /// Column-major matrix.
        MATRIX_COLUMNS = 3 "matrix-columns",
        /// Object.
        OBJECT = 4 "object",
        /// Structure.
        STRUCT = 5 "struct",
        /// Class implementing an interface.
        INTERFACE_CLASS = 6 "interface-class",
        /// Pointer to an interface.
        INTERFACE_POINTER = 7 "interface-pointer",
    }
}

named! {
    /// Scalar type.
    pub enum BaseType: u16 {
        /// No type.
        VOID = 0 "void",
        /// 32-bit bool.
        BOOL = 1 "bool",
        /// Signed 32-bit integer.
        INT = 2 "int",
        /// 32-bit float.
        FLOAT = 3 "float",
        /// String.
        STRING = 4 "string",
        /// Texture.
        TEXTURE = 5 "Texture",
        /// One-dimensional texture.
        TEXTURE_1D = 6 "Texture1D",
        /// Two-dimensional texture.
        TEXTURE_2D = 7 "Texture2D",
        /// Three-dimensional texture.
        TEXTURE_3D = 8 "Texture3D",
        /// Cube texture.
        TEXTURE_CUBE = 9 "TextureCube",
        /// Sampler.
        SAMPLER = 10 "SamplerState",
        /// Sampler combined with its one-dimensional texture.
        SAMPLER_1D = 11 "sampler1D",
        /// Sampler combined with its two-dimensional texture.
        SAMPLER_2D = 12 "sampler2D",
        /// Sampler combined with its three-dimensional texture.
        SAMPLER_3D = 13 "sampler3D",
        /// Sampler combined with its cube texture.
        SAMPLER_CUBE = 14 "samplerCUBE",
        /// Pixel shader.
        PIXEL_SHADER = 15 "PixelShader",
        /// Vertex shader.
        VERTEX_SHADER = 16 "VertexShader",
        /// Pixel shader fragment.
        PIXEL_FRAGMENT = 17 "pixelfragment",
        /// Vertex shader fragment.
        VERTEX_FRAGMENT = 18 "vertexfragment",
        /// Unsigned 32-bit integer.
        UINT = 19 "uint",
        /// Unsigned 8-bit integer.
        UINT8 = 20 "byte",
        /// Geometry shader.
        GEOMETRY_SHADER = 21 "GeometryShader",
        /// Rasterizer state.
        RASTERIZER = 22 "RasterizerState",
        /// Depth-stencil state.
        DEPTH_STENCIL = 23 "DepthStencilState",
        /// Blend state.
        BLEND = 24 "BlendState",
        /// Typed buffer.
        BUFFER = 25 "Buffer",
        /// Array of one-dimensional textures.
        TEXTURE_1D_ARRAY = 28 "Texture1DArray",
        /// Array of two-dimensional textures.
        TEXTURE_2D_ARRAY = 29 "Texture2DArray",
        /// Render target view.
        RENDER_TARGET_VIEW = 30 "RenderTargetView",
        /// Depth-stencil view.
        DEPTH_STENCIL_VIEW = 31 "DepthStencilView",
        /// Multisampled two-dimensional texture.
        TEXTURE_2D_MS = 32 "Texture2DMS",
        /// Array of multisampled two-dimensional textures.
        TEXTURE_2D_MS_ARRAY = 33 "Texture2DMSArray",
        /// Array of cube textures.
        TEXTURE_CUBE_ARRAY = 34 "TextureCubeArray",
        /// Hull shader.
        HULL_SHADER = 35 "HullShader",
        /// Domain shader.
        DOMAIN_SHADER = 36 "DomainShader",
        /// Pointer to an interface.
        INTERFACE_POINTER = 37 "interface",
        /// Compute shader.
        COMPUTE_SHADER = 38 "ComputeShader",
        /// 64-bit float.
        DOUBLE = 39 "double",
        /// Float of at least 8 bits.
        MIN8FLOAT = 52 "min8float",
        /// Float of at least 10 bits.
        MIN10FLOAT = 53 "min10float",
        /// Float of at least 16 bits.
        MIN16FLOAT = 54 "min16float",
        /// Signed integer of at least 12 bits.
        MIN12INT = 55 "min12int",
        /// Signed integer of at least 16 bits.
        MIN16INT = 56 "min16int",
        /// Unsigned integer of at least 16 bits.
        MIN16UINT = 57 "min16uint",
    }
}
