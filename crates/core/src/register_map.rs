//! Inputs, outputs, uniforms and constants of a translated PICA200 program, with their registers and names in the target language.

/// The interface of a translation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RegisterMap {
    /// Name of the target language.
    pub target: String,
    /// Stage: `vertex`, or `compute` for a batch.
    pub stage: String,
    /// Name of the entry point as it is written.
    pub entry: String,
    /// Vertex inputs, by register.
    pub inputs: Vec<Input>,
    /// Vertex outputs.
    pub outputs: Vec<Output>,
    /// The uniform block, if the program has uniforms.
    pub uniforms: Option<UniformBlock>,
    /// Registers that the file sets itself, with their values; they are not in the block.
    pub constants: Vec<Constant>,
}

/// A vertex input: four floats.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Input {
    /// Name in the file, or the register's.
    pub name: String,
    /// Register, such as `v0`.
    pub register: String,
    /// Location: the number of the register.
    pub location: u32,
    /// Name in the generated text, if it binds the input (GLSL).
    pub written: Option<String>,
}

/// An output of the program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Output {
    /// Name: that of the semantic, with a number when one semantic is given several times.
    pub name: String,
    /// Semantic of the output.
    pub semantic: String,
    /// Register components, such as `o1.xy`.
    pub register: String,
    /// Number of components.
    pub components: u32,
    /// Location; `None` for the position.
    pub location: Option<u32>,
    /// Name in the generated text, if it binds the output (GLSL).
    pub written: Option<String>,
}

/// The uniform block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UniformBlock {
    /// Block name in the generated text, if it binds the block (GLSL).
    pub written: Option<String>,
    /// Bind group or descriptor set; register space in HLSL.
    pub group: u32,
    /// Binding, buffer slot (MSL) or register (HLSL).
    pub binding: u32,
    /// Size of the block, bytes.
    pub size: u32,
    /// The members by offset.
    pub members: Vec<UniformMember>,
}

/// A member of the uniform block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UniformMember {
    /// Name in the file, or the register's.
    pub name: String,
    /// Name in the generated text; the plain name if nothing is written by name.
    pub written: String,
    /// Registers, such as `c0-c3`.
    pub register: String,
    /// `vec4<f32>`, `vec4<u32>` or `u32`, in the words of WGSL.
    pub ty: &'static str,
    /// Number of elements; 1 without an array.
    pub count: u32,
    /// Offset in the block, bytes. Elements of an array are 16 bytes apart.
    pub offset: u32,
}

/// A register that the file sets.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Constant {
    /// Register, such as `c95`.
    pub register: String,
    /// Value in words.
    pub value: String,
}
