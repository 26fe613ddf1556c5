//! Reflection: the inputs, outputs, resources and names of a container.
//!
//! No single part is complete. Signatures come from their parts, with interpolation from `PSV0`; bindings and buffers
//! from `RDEF`, `RDAT`, `PSV0` or token stream declarations, in this order; library entry points from the function
//! table; exports and imports from the module. Contradictions between parts are listed in the notes.

mod budget;
mod buffers;
mod entry;
mod library;
mod module;
mod parts;
mod resources;
mod root;
mod root_signature;
mod signature;
mod symbols;

use glassbox_core::interface::Interface;

use crate::context::Context;
use crate::program::ShaderKind;
use budget::Budget;
use parts::{rdat, rdef};

pub(crate) use entry::stage_word as stage_of;
pub use symbols::symbols;

/// Builds the reflection of a container.
pub fn interface(context: &Context<'_, '_>) -> Interface {
    let mut budget = Budget::new(context);
    let mut out = Interface::default();
    let rdat = rdat(context);
    match rdat {
        Some((path, rdat)) => library::functions(context, path, rdat, &mut budget, &mut out),
        None if context.kind == Some(ShaderKind::LIBRARY) => library::entries(context, &mut budget, &mut out),
        None => out.entry_points.extend(entry::entry_point(context, &mut budget)),
    }
    resources::resources(context, &mut budget, &mut out);
    if let Some((_, rdef)) = rdef(context) {
        buffers::blocks(context, rdef, &mut budget, &mut out);
    } else {
        module::merge(context, rdat.is_some(), &mut budget, &mut out);
    }
    root::root_signature(context, &mut out);
    root_signature::root_signatures(context, &mut budget, &mut out);
    library::names(context, &mut budget, &mut out);
    if budget.is_spent() {
        out.notes.push(
            "some names or members are left out: there are too many for a file of this size".to_owned(),
        );
    }
    out
}
