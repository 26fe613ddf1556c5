//! One shader to one target.

use glassbox_core::diagnostic::Severity;

use super::refusal::Refusal;
use super::resources::resources;
use super::varyings::Around;
use super::words::bytes;
use super::{clip, glsl, hlsl, map, root, rules, spirv};
use crate::back::rules as back;
use crate::back::{WriteOptions, Written, position};
use crate::guard;
use crate::instructions::Code;
use crate::output::{Output, Target};
use crate::shader::{Shader, Slots, Stage};

/// Writes a shader whose stage the target has.
pub(super) fn write(
    shader: &Shader,
    slots: &Slots,
    target: Target,
    options: &WriteOptions<'_>,
) -> Result<Written, Refusal> {
    let broken = |message: String| Refusal::new(&back::UNWRITABLE, message);
    let mut code = Code::read(&shader.words).map_err(broken)?;
    root::from_push_constants(&mut code);
    let module = bytes(&code.write());
    let reflection = glassbox_spirv::reflect(&module).map_err(|error| broken(error.to_string()))?;
    let [entry] = reflection.entry_points.as_slice() else {
        return Err(broken(format!(
            "the module has {} entry points, expected one",
            reflection.entry_points.len()
        )));
    };
    let findings = glassbox_spirv::check::check_structure(&module);
    if let Some(finding) = findings.iter().find(|finding| finding.severity == Severity::Error) {
        return Err(broken(format!("the module is broken: {}", finding.message)));
    }
    let resources = resources(&reflection, slots)?;
    let stage = shader.stage;
    if options.rasterized() && !matches!(stage, Stage::TessellationControl | Stage::Fragment | Stage::Compute)
    {
        let change = position::change(options.clip, position::of(target));
        clip::convert(&mut code, (&reflection, entry), stage, change);
    }
    let module = (&reflection, entry);
    let partners: Vec<&Shader> =
        options.program.iter().copied().filter(|other| other.stage != stage).collect();
    let around = Around::of(stage, options);
    let output = match target {
        Target::Spirv(major, minor) => Output::Words(spirv::write(code, &resources, (major, minor))?),
        Target::Glsl(version) => {
            let text =
                guard::run(|| glsl::write(code, module, &resources, around, version)).map_err(broken)??;
            Output::Text(text)
        }
        Target::Hlsl(major, minor) => {
            let text = guard::run(|| {
                hlsl::write(code, module, &resources, (stage, partners.as_slice()), (major, minor))
            });
            Output::Text(text.map_err(broken)??)
        }
        Target::Wgsl | Target::Msl(..) => {
            return Err(Refusal::new(
                &rules::CONSTRUCT,
                format!("found a {stage} shader, which another writer puts into {}", target.name()),
            ));
        }
    };
    Ok(Written {
        output,
        names: map::names(&reflection, entry, &resources, around, target),
        notes: Vec::new(),
    })
}
