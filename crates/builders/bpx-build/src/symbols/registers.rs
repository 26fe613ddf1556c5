//! Assigns registers to resources.
//!
//! Each class is numbered separately across the program. Registers from the project file and SAL
//! are fixed; source bindings are kept if free; the rest get the lowest free register in order of
//! appearance. Register 0 of constant buffers is the root constant block.

use std::collections::BTreeMap;

use crate::shader::Class;
use glassbox_core::diagnostic::{Diagnostics, Location};
use glassbox_core::suggest::similar;

use super::merge::Program;
use super::model::{Wish, class_word};
use super::{MAX_REGISTER, USUAL_REGISTER};
use crate::project::Project;
use crate::rules;

/// Registers of a program's resources, in their order.
#[must_use]
pub fn assign(
    program: &Program,
    project: &Project,
    project_text: &str,
    findings: &mut Diagnostics,
) -> Vec<u8> {
    let mut taken: BTreeMap<(u8, u8), String> = BTreeMap::new();
    taken.insert((0, 0), "the block of root constants".to_owned());
    let mut given: Vec<Option<u8>> = vec![None; program.resources.len()];
    for (name, register) in &project.registers {
        let at = program.resources.iter().position(|shared| shared.resource.name == name.value);
        let Some(at) = at else {
            unknown(program, project_text, name, findings);
            continue;
        };
        let location = register.span.location(project_text);
        fix(program, &mut taken, &mut given, (at, register.value), location, findings);
    }
    for at in 0..program.resources.len() {
        let Some(resource) = program.resources.get(at).map(|shared| &shared.resource) else {
            continue;
        };
        let is_open = given.get(at).is_some_and(Option::is_none);
        if let (true, Some(Wish::Fixed(register))) = (is_open, resource.register) {
            let location = resource.location.clone();
            fix(program, &mut taken, &mut given, (at, register), location, findings);
        }
    }
    for (shared, given) in program.resources.iter().zip(&mut given) {
        let class = number(shared.resource.kind.class());
        if let (None, Some(Wish::Binding(binding))) = (&given, shared.resource.register)
            && let Ok(register) = u8::try_from(binding)
            && register <= MAX_REGISTER
            && !taken.contains_key(&(class, register))
        {
            taken.insert((class, register), shared.resource.name.clone());
            *given = Some(register);
        }
    }
    let mut registers = Vec::new();
    for (shared, given) in program.resources.iter().zip(given) {
        let resource = &shared.resource;
        let class = number(resource.kind.class());
        let register = given.or_else(|| {
            let free = (0..=MAX_REGISTER).find(|register| !taken.contains_key(&(class, *register)))?;
            taken.insert((class, free), resource.name.clone());
            Some(free)
        });
        let what = class_word(resource.kind.class());
        match register {
            None => {
                let message = format!(
                    "found the {what} `{}`, but registers 0 to 32 are all taken, expected a free one",
                    resource.name
                );
                let help = "use fewer, or combine some of them";
                findings.report(&rules::TOO_MANY, resource.location.clone(), message).help(help);
            }
            Some(register) if register > USUAL_REGISTER => {
                let message = format!(
                    "found the {what} `{}` at register {register}, expected 16 at most",
                    resource.name
                );
                findings
                    .report(&rules::MANY, resource.location.clone(), message)
                    .help("use fewer, or give it a lower register");
            }
            Some(_) => {}
        }
        registers.push(register.unwrap_or(MAX_REGISTER));
    }
    registers
}

const fn number(class: Class) -> u8 {
    match class {
        Class::ConstantBuffer => 0,
        Class::Texture => 1,
        Class::Sampler => 2,
    }
}

/// Assigns a register that no other symbol may have.
fn fix(
    program: &Program,
    taken: &mut BTreeMap<(u8, u8), String>,
    given: &mut [Option<u8>],
    (at, register): (usize, u8),
    location: Location,
    findings: &mut Diagnostics,
) {
    let Some(shared) = program.resources.get(at) else {
        return;
    };
    let resource = &shared.resource;
    let class = number(resource.kind.class());
    if let Some(other) = taken.get(&(class, register)) {
        let message = format!(
            "found register {register} for the {} `{}`, which {other} already has",
            resource.kind.word(),
            resource.name
        );
        let help = "give it another number, or none";
        findings.report(&rules::TAKEN, location, message).help(help);
    } else {
        taken.insert((class, register), format!("`{}`", resource.name));
    }
    if let Some(given) = given.get_mut(at) {
        *given = Some(register);
    }
}

/// Reports a name in the project file that does not exist.
pub(super) fn unknown(
    program: &Program,
    project_text: &str,
    name: &crate::project::Located<String>,
    findings: &mut Diagnostics,
) {
    let known = program
        .resources
        .iter()
        .map(|shared| shared.resource.name.as_str())
        .chain(program.structures.iter().map(|structure| structure.name.as_str()))
        .chain(program.constants.iter().map(|(constant, _)| constant.name.as_str()))
        .chain(program.outputs.iter().map(|output| output.name.as_str()));
    let help = match similar(&name.value, known) {
        Some(like) => format!("did you mean `{like}`?"),
        None => "remove it: unused symbols are not in the program".to_owned(),
    };
    let message = format!("found `{}`, which no stage uses", name.value);
    let location = name.span.location(project_text);
    findings.report(&rules::UNKNOWN_SYMBOL, location, message).help(help);
}
