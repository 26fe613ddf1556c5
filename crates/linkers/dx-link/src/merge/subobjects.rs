//! Subobjects stored in containers, outside the modules of libraries.

use glassbox_dxil::shader::subobject::Subobject;

use super::Input;
use super::finding::Findings;
use crate::rules;

/// Subobjects of a merged library outside its module, in library order, without duplicate names.
/// [`merge`](super::merge) rejects libraries that disagree on a subobject.
pub fn beside(inputs: &[Input<'_>]) -> Vec<Subobject> {
    join(inputs, &mut Findings::new(inputs))
}

/// Like [`beside`]; reports conflicting subobjects.
pub(super) fn join(inputs: &[Input<'_>], findings: &mut Findings<'_>) -> Vec<Subobject> {
    let mut out: Vec<Subobject> = Vec::new();
    for (library, input) in inputs.iter().enumerate() {
        // Those in the module are moved with it.
        if input.module.metadata.named("dx.subobjects").is_some() {
            continue;
        }
        for subobject in input.subobjects {
            match out.iter().find(|other| other.name == subobject.name) {
                None => out.push(subobject.clone()),
                Some(other) if other == subobject => {}
                Some(_) => {
                    let name = subobject.name.escape_ascii().to_string();
                    let message =
                        format!("subobject {name} of {} differs from that of an earlier library", input.name);
                    let help = "give one of them another name";
                    findings.add(&rules::OTHER_RESOURCE, library, name, message, help);
                }
            }
        }
    }
    out
}
