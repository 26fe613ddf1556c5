//! One shader to one target.

use crate::output::{Output, Target};
use crate::shader::{Shader, Slots};

use super::refusal::Refusal;
use super::resources::resources;
use super::words::Code;
use super::{glsl, guard, hlsl, rules, spirv, words};

/// Writes a shader whose stage the target has.
pub(super) fn write(
    shader: &Shader,
    partners: &[Shader],
    slots: &Slots,
    target: Target,
) -> Result<Output, Refusal> {
    let broken = |message: String| Refusal::new(&rules::WRITER, message);
    let code = Code::read(&shader.words).map_err(broken)?;
    let reflection =
        glassbox_spirv::reflect(&words::bytes(&shader.words)).map_err(|error| broken(error.to_string()))?;
    let [entry] = reflection.entry_points.as_slice() else {
        return Err(broken(format!(
            "the module has {} entry points, expected one",
            reflection.entry_points.len()
        )));
    };
    if let Some(finding) = reflection
        .findings
        .iter()
        .find(|finding| !finding.kind.is_doubt())
    {
        return Err(broken(format!("the module is broken: {}", finding.message)));
    }
    let resources = resources(&reflection, slots)?;
    let stage = shader.stage;
    match target {
        Target::Spirv(major, minor) => spirv::write(code, &resources, (major, minor)).map(Output::Words),
        Target::Glsl(version) => {
            guard::run(|| glsl::write(code, (&reflection, entry), &resources, stage, version))
                .map_err(broken)?
                .map(Output::Text)
        }
        Target::Hlsl(major, minor) => guard::run(|| {
            hlsl::write(
                code,
                (&reflection, entry),
                &resources,
                (stage, partners),
                (major, minor),
            )
        })
        .map_err(broken)?
        .map(Output::Text),
        Target::Wgsl | Target::Msl(..) => Err(Refusal::new(
            &rules::CONSTRUCT,
            format!(
                "found a {stage} shader, which another writer puts into {}",
                target.name()
            ),
        )),
    }
}
