//! The compiler, held to cases in files.

mod damaged;
mod declarations;
mod extensions;
mod instructions;
mod layouts;
mod link;
mod rules;
mod spirv;
mod support;
mod texts;
mod uses;
mod wrong;
