//! What environments declare, compared with what another compiler prints: `GLASSBOX_GLSLANG` names its program.

use std::collections::BTreeSet;
use std::process::Command;

use glassbox_core::stage::Stage;

use super::{constants, extensions, variables};
use crate::language::{Api, Behaviour, Environment};
use crate::preprocess::Version;

const STAGES: [(Stage, &str, u16, u16); 14] = [
    (Stage::Vertex, "vert", 110, 100),
    (Stage::TessellationControl, "tesc", 150, 310),
    (Stage::TessellationEvaluation, "tese", 150, 310),
    (Stage::Geometry, "geom", 150, 310),
    (Stage::Fragment, "frag", 110, 100),
    (Stage::Compute, "comp", 420, 310),
    (Stage::Task, "task", 450, 320),
    (Stage::Mesh, "mesh", 450, 320),
    (Stage::RayGeneration, "rgen", 460, u16::MAX),
    (Stage::Intersection, "rint", 460, u16::MAX),
    (Stage::AnyHit, "rahit", 460, u16::MAX),
    (Stage::ClosestHit, "rchit", 460, u16::MAX),
    (Stage::Miss, "rmiss", 460, u16::MAX),
    (Stage::Callable, "rcall", 460, u16::MAX),
];

const VERSIONS: [&str; 18] = [
    "110",
    "120",
    "130",
    "140",
    "150",
    "150 compatibility",
    "330",
    "400",
    "410",
    "420",
    "430",
    "440",
    "450",
    "450 compatibility",
    "460",
    "100",
    "310 es",
    "320 es",
];

/// Names that the other compiler declares without the extension that brings them, in all stages or in some.
const APART: [&str; 24] = [
    // The other compiler has them as other names of `gl_RayTmaxEXT` and `gl_RayTmaxNV`.
    "gl_HitTEXT",
    "gl_HitTNV",
    "gl_MeshPrimitivesEXT",
    "gl_MeshPrimitivesNV",
    "gl_MeshVerticesEXT",
    "gl_MeshVerticesNV",
    "gl_DeviceIndex",
    "gl_HitIsLSSNV",
    "gl_HitIsSphereNV",
    "gl_HitLSSPositionsNV",
    "gl_HitKindBackFacingMicroTriangleNV",
    "gl_HitKindFrontFacingMicroTriangleNV",
    "gl_SubGroupEqMaskARB",
    "gl_SubGroupGeMaskARB",
    "gl_SubGroupGtMaskARB",
    "gl_SubGroupLeMaskARB",
    "gl_SubGroupLtMaskARB",
    "gl_SubGroupInvocationARB",
    "gl_SubGroupSizeARB",
    "gl_MaxDualSourceDrawBuffersEXT",
    "gl_TextureFootprint2DNV",
    "gl_TextureFootprint3DNV",
    "gl_ClipVertex",
    "gl_WorkGroupSize",
];

/// The names that a stage has, and those of them that need an extension.
fn printed(
    program: &str,
    (stage, version, is_vulkan): (&str, &str, bool),
) -> Option<BTreeSet<(String, bool)>> {
    let folder = std::env::temp_dir().join(format!("glassbox-vocabulary-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let path = folder.join(format!("text.{stage}"));
    std::fs::write(&path, format!("#version {version}\nvoid main(){{}}\n")).ok()?;
    let mut command = Command::new(program);
    if is_vulkan {
        command.args(["-V", "--target-env", "vulkan1.3", "-o"]).arg(folder.join("out.spv"));
    }
    command.arg("--dump-builtin-symbols").arg(&path);
    let output = command.output().ok()?;
    let text = String::from_utf8([output.stdout, output.stderr].concat()).ok()?;
    let mut names = BTreeSet::new();
    for line in text.lines() {
        let Some((name, what)) = line.trim().split_once(':').filter(|(name, _)| name.starts_with("gl_"))
        else {
            continue;
        };
        let is_block = what.trim_end().ends_with("block");
        if !is_block && !what.contains("temp structure") {
            names.insert((name.to_owned(), what.contains('<')));
        }
    }
    std::fs::remove_dir_all(&folder).ok()?;
    Some(names)
}

fn environment(stage: Stage, version: &str, api: Api) -> Option<Environment> {
    let (number, profile) = version.split_once(' ').unwrap_or((version, ""));
    let number = number.parse().ok()?;
    let is_embedded = profile == "es" || number == 100;
    let version = Version { number, is_embedded, is_compatible: profile == "compatibility" };
    Some(Environment::new(version, stage, api))
}

/// Whether a name is one that the two have in different stages or extensions.
fn is_apart(name: &str, environment: &Environment) -> bool {
    let is_of_memory =
        ["gl_Scope", "gl_Semantics", "gl_StorageSemantics"].iter().any(|start| name.starts_with(start));
    APART.contains(&name) || is_of_memory && environment.is_embedded()
}

fn is_declared(name: &str, environment: &Environment) -> bool {
    let is_variable = matches!(
        variables::find(name, environment),
        Some(variables::Found::Variable(_) | variables::Found::Block(_))
    );
    is_variable || constants::find(name, environment).is_some()
}

#[test]
#[ignore = "needs `GLASSBOX_GLSLANG`, a glslang that prints its symbols"]
fn names_are_those_of_a_peer_needs_symbols() {
    let program = std::env::var("GLASSBOX_GLSLANG").expect("GLASSBOX_GLSLANG is set");
    let all: BTreeSet<&str> = variables::names().chain(constants::names()).collect();
    let mut wrong = Vec::new();
    for (stage, ending, desktop, embedded) in STAGES {
        for version in VERSIONS {
            for api in [Api::OpenGl, Api::Vulkan] {
                let mut own = environment(stage, version, api).expect("a version");
                let is_vulkan = api == Api::Vulkan;
                let first =
                    if is_vulkan { (desktop.max(140), embedded.max(310)) } else { (desktop, embedded) };
                if !own.is_since(first.0, first.1) || is_vulkan && own.version.is_compatible {
                    continue;
                }
                let peer = printed(&program, (ending, version, is_vulkan)).expect("the peer prints");
                for needs_extensions in [false, true] {
                    if needs_extensions {
                        extensions::rows().iter().for_each(|row| own.set(row.name, Behaviour::Enable));
                    }
                    let theirs: BTreeSet<&str> = peer
                        .iter()
                        .filter(|(_, needs)| needs_extensions || !needs)
                        .map(|(name, _)| &**name)
                        .collect();
                    for name in theirs.iter().chain(&all).filter(|name| !is_apart(name, &own)) {
                        if theirs.contains(name) != is_declared(name, &own) {
                            wrong.push(format!("{ending} {version} {api:?} {needs_extensions}: {name}"));
                        }
                    }
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{} differ, as {:#?}", wrong.len(), &wrong[..wrong.len().min(60)]);
}
