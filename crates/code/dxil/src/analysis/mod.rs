//! What follows from the instructions of a module, as the DirectX shader compiler derives it: the flags and the least shader
//! model of a shader, the stages that a function may be called from, what outputs depend on, which components of a
//! signature are used, how much memory a group shares, and which globals a function touches.
//!
//! Everything here is a function of a [`Program`] (a module with types whose bodies were read) and of what the metadata
//! says of it, [`Shader`](crate::shader::Shader). Nothing changes a module.
//!
//! | module | answers |
//! | --- | --- |
//! | [`program`] | bodies, operations, which function calls which |
//! | [`control`] | dominators and control dependence |
//! | [`sizes`] | sizes of types, group-shared memory |
//! | [`uses`] | globals and functions that a function refers to |
//! | [`requirements`] | the least shader model and the stages of an operation |
//! | [`flags`] | the flags of one function |
//! | [`compatibility`] | flags, stages and least shader model of each function, and the flags of the module |
//! | [`atomics`] | resources that 64-bit atomics are used on |
//! | [`handles`] | the resource of a handle |
//! | [`opcode`] | numbers of operations |
//! | [`mod@derive`] | all that the metadata of a shader repeats |
//! | [`usage`] | components of signatures that are read or written |
//! | [`dependence`] | which outputs depend on which inputs and on the view |
//!
//! Source: `DxilShaderFlags.cpp`, `DxilModule.cpp`, `DxilOperations.cpp`, `ComputeViewIdStateBuilder.cpp` and
//! `DxilPreparePasses.cpp` of the DirectX shader compiler for what is derived from what; the corpus for all of it.

pub mod atomics;
pub mod compatibility;
pub mod control;
pub mod dependence;
pub mod derive;
pub mod flags;
pub mod handles;
pub mod opcode;
pub mod program;
pub mod requirements;
pub mod sizes;
pub mod usage;
pub mod uses;

pub use program::Program;
