//! Shared test support: golden files, corpus, random inputs, mutations and programs, rule cases, documentation
//! pages and grammars.

pub mod case;
pub mod container;
pub mod corpus;
pub mod digest;
pub mod dxbc;
pub mod examples;
pub mod fields;
pub mod glsl;
pub mod glslang;
pub mod golden;
pub mod grammar;
pub mod hlsl;
pub mod interface;
pub mod layout;
pub mod library;
pub mod lines;
pub mod llvm;
pub mod metal;
pub mod page;
pub mod pica;
pub mod random;
pub mod sha256;
pub mod skia;
pub mod sksl;
pub mod spirv;
pub mod tint;
pub mod tool;
pub mod trace;
pub mod tree;
pub mod vsl;

pub use golden::golden;
