//! Tells what a device must have to run a program, and what asks for it.

use glassbox_core::needs::{Need, Needs};
use glassbox_dxil::analysis::{Program, needs};
use glassbox_dxil::features::FeatureName;
use glassbox_dxil::ir::Typed;
use glassbox_dxil::shader::Shader;
use glassbox_dxil::validate::Places;

use crate::check::code::{source, with_debug, words};
use crate::container::Container;
use crate::part::Content;

/// Needs of the program of a container; `None` without a readable one.
pub(crate) fn needs(container: &Container<'_>) -> Option<Needs> {
    let context = container.context();
    let (_, Content::Program(model)) = context.find(b"DXIL").or_else(|| context.find(b"ILDB"))? else {
        return None;
    };
    let code = Typed::read(model.bitcode).ok()?;
    let program = Program::new(&code).ok()?;
    with_debug(&context, |debug| of(&program, debug))
}

/// Needs of a module without a container, which has the debug information itself.
pub(crate) fn bare(code: &Typed<'_>) -> Option<Needs> {
    let program = Program::new(code).ok()?;
    of(&program, Some(&program))
}

fn of(program: &Program<'_>, debug: Option<&Program<'_>>) -> Option<Needs> {
    let shader = Shader::read(program.module).ok()?;
    let found = needs::Needs::of(program, &shader);
    let places = Places::new(program, Some(&shader), debug);
    let items = found.items.iter().map(|need| {
        let place = places.of(&need.subject);
        let feature = FeatureName::of_flag(need.flag).filter(|feature| !feature.capability.is_empty());
        Need {
            what: need.what.clone(),
            version: format!("{}.{}", need.model.major, need.model.minor),
            capability: feature.map(|feature| feature.capability.to_owned()),
            place: words(&place).unwrap_or_default(),
            source: source(&place),
            count: need.count,
        }
    });
    let named = |version: glassbox_dxil::Version| format!("shader model {}.{}", version.major, version.minor);
    Some(Needs { stated: named(found.stated), least: named(found.model), items: items.collect() })
}
