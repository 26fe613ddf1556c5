#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | `model` | structures as C++ and Rust have them |
//! | `layout` | structures from the types of a module and their decorations |
//! | `gather` | all that the modules of a program declare, each once |
//! | `names` | names that C++ and Rust accept |
//! | `cpp`, `rust` | the two texts |

mod cpp;
mod gather;
mod layout;
mod model;
mod names;
mod rust;

use glassbox_spirv::Reflection;

pub use model::{Field, FieldType, Scalar, Structure};

/// Language of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// A C++ header, from C++11 on, without dependencies.
    Cpp,
    /// Rust source, a module of its own, without dependencies or `std`.
    Rust,
}

/// The interface of a program: of one module, or of the modules of its stages. `name` is that of the program, for the head of the text
/// and the name space of C++. What several modules declare alike is written once.
#[must_use]
pub fn write(language: Language, name: &str, modules: &[&Reflection]) -> String {
    let names = match language {
        Language::Cpp => names::CPP,
        Language::Rust => names::RUST,
    };
    let program = gather::gather(modules, names);
    match language {
        Language::Cpp => cpp::write(name, &program),
        Language::Rust => rust::write(name, &program),
    }
}

/// The structures of the modules of a program as C++ has them; those of Rust differ in names alone.
///
/// What was stated by decorations is in them: each number of a block has the offset that the module gives it, unless it had to become
/// [bytes](FieldType::Bytes).
#[must_use]
pub fn structures(modules: &[&Reflection]) -> Vec<Structure> {
    gather::gather(modules, names::CPP).structures
}
