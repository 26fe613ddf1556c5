//! Derives facts from the instructions of a module, as the DirectX shader compiler does: flags, minimum
//! shader model and
//! stages of functions, dependence of outputs on inputs, used signature components, group-shared memory,
//! referenced
//! globals.
//!
//! Everything here is a function of a [`Program`] (a typed module with all bodies read) and its metadata,
//! [`Shader`](crate::shader::Shader). Modules are never changed.
//!
//! | module | computes |
//! | --- | --- |
//! | [`program`] | bodies, operations, the call graph |
//! | [`control`] | dominators and control dependence |
//! | [`sizes`] | sizes of types, group-shared memory |
//! | [`uses`] | globals and functions referenced by a function |
//! | [`requirements`] | minimum shader model and stages of an operation |
//! | [`flags`] | flags of one function |
//! | [`compatibility`] | flags, stages and minimum shader model of each function, and the module flags |
//! | [`needs`] | what a device must have, and what asks for it |
//! | [`atomics`] | resources used by 64-bit atomics |
//! | [`handles`] | resource of a handle |
//! | [`opcode`] | numbers of operations |
//! | [`mod@derive`] | all derivable metadata of a shader |
//! | [`usage`] | signature components read or written |
//! | [`dependence`] | dependence of outputs on inputs and the view id |
//!
//! Source: `DxilShaderFlags.cpp`, `DxilModule.cpp`, `DxilOperations.cpp`, `ComputeViewIdStateBuilder.cpp` and
//! `DxilPreparePasses.cpp` of the DirectX shader compiler for the derivations; the corpus for all of it.

pub mod atomics;
pub mod compatibility;
pub mod control;
pub mod dependence;
pub mod derive;
pub mod flags;
pub mod handles;
pub mod needs;
pub mod opcode;
pub mod program;
pub mod requirements;
pub mod sizes;
pub mod usage;
pub mod uses;

pub use program::Program;
