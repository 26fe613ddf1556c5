//! Takes out of a module what compilers put around the source, before a text is made of it.
//!
//! | file | takes out |
//! | --- | --- |
//! | `wrapper.rs` | an entry point that only calls the one of the source |
//! | `parts.rs` | local structures that are copies of inputs or become outputs, member by member |
//! | `guards.rs` | what a translator adds so that the module keeps the promises of WGSL, in texts in WGSL |
//! | `direct3d.rs` | what one adds for results that Direct3D defines, in texts in HLSL |
//!
//! Each step looks for its form as a whole and leaves everything else alone.

mod direct3d;
mod guards;
mod parts;
mod wrapper;

use glassbox_core::stage::Stage;
use glassbox_spirv::module::Module;

use crate::structured::Derived;
use crate::{Options, Patterns, Target, interface};

/// The module without these things; nothing if it has none of them.
pub(crate) fn undo(module: &Module, target: &Target, options: &Options) -> Option<Derived> {
    if options.patterns == Patterns::None {
        return None;
    }
    let (function, stage) = interface::entry_function(module, options)?;
    let is_wgsl = *target == Target::Wgsl;
    let wrapper = wrapper::find(module, function);
    let gives_at_the_end = matches!(stage, Stage::Vertex | Stage::Fragment | Stage::TessellationEvaluation);
    let is_hlsl = matches!(target, Target::Hlsl(_));
    let guarded = is_wgsl && guards::is_guarded(module) || is_hlsl && direct3d::is_guarded(module);
    let index = module.functions.iter().position(|own| own.id == function)?;
    let may_give = gives_at_the_end && parts::may_apply(module, index);
    if wrapper.is_none() && !guarded && !may_give {
        return None;
    }
    let mut copy = module.clone();
    if let Some(wrapper) = &wrapper {
        wrapper::unwrap(&mut copy, wrapper);
    }
    if guarded && is_hlsl {
        direct3d::remove(&mut copy);
    } else if guarded {
        guards::remove(&mut copy, function);
    }
    let index = copy.functions.iter().position(|own| own.id == function)?;
    if wrapper.is_some() {
        parts::read_inputs(&mut copy, index);
    }
    if gives_at_the_end {
        // Variables of WGSL are zero at the beginning, those of other languages are not.
        parts::write_outputs(&mut copy, index, is_wgsl);
    }
    Some(Derived::new(module, copy))
}
