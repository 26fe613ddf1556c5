//! Programs from sources and files, and texts of them.

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_decompile::{Options, Target, decompile};
use glassbox_pica_asm::{Input, assemble};
use glassbox_shbin::model::{Binary, Shbin};
use glassbox_spirv::module::Module;

/// The program of a source in the picasso language.
pub(crate) fn assembled(name: &str, text: &str) -> Binary<'static> {
    let input = Input { name, text };
    let assembly = assemble(&[input], &glassbox_pica_asm::Options::default());
    let Some(binary) = assembly.binary else {
        panic!("{name}: {:?}", assembly.findings);
    };
    binary
}

/// The executables of a file.
pub(crate) fn open(bytes: &[u8]) -> Option<Binary<'_>> {
    match glassbox_shbin::read::read(Window::whole(bytes), &Limits::default()).ok()?.model {
        Shbin::Binary(binary) => Some(binary),
        Shbin::Object(_) => None,
    }
}

/// A module as text.
pub(crate) fn text(module: &Module, target: Target) -> Result<String, String> {
    match decompile(module, &target, &Options::default()) {
        Ok(source) => Ok(source.text),
        Err(refusal) => {
            let obstacles: Vec<&str> = refusal.obstacles.iter().map(|one| one.message.as_str()).collect();
            Err(obstacles.join("; "))
        }
    }
}
