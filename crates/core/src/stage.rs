//! Shader stages and their names in languages, tools and APIs.

use std::fmt;

use crate::interface::stage;

/// The printed name of each stage and the accepted synonyms.
const NAMES: &[(&str, &[&str])] = &[
    (stage::VERTEX, &["vert", "vs", "vsh"]),
    (stage::TESSELLATION_CONTROL, &["hull", "hs", "tesc", "tcs", "tess-control"]),
    (stage::TESSELLATION_EVALUATION, &["domain", "ds", "tese", "tes", "tess-evaluation", "tess-eval"]),
    (stage::GEOMETRY, &["geom", "gs", "gsh"]),
    (stage::TASK, &["amplification", "as", "object", "taskext", "tasknv"]),
    (stage::MESH, &["ms", "meshext", "meshnv"]),
    (stage::FRAGMENT, &["frag", "fs", "fsh", "pixel", "ps", "psh"]),
    (stage::COMPUTE, &["comp", "cs", "gl-compute", "glcompute", "kernel"]),
    (stage::RAY_GENERATION, &["raygeneration", "raygen", "rgen", "raygenerationkhr"]),
    (stage::INTERSECTION, &["rint", "intersectionkhr"]),
    (stage::ANY_HIT, &["anyhit", "rahit", "anyhitkhr"]),
    (stage::CLOSEST_HIT, &["closesthit", "rchit", "closesthitkhr"]),
    (stage::MISS, &["rmiss", "misskhr"]),
    (stage::CALLABLE, &["rcall", "callablekhr"]),
    (stage::NODE, &[]),
];

/// The stage of a name, in the words of [`stage`]: any name that a language or tool has for it, in any case, with `_` or a
/// blank for `-`.
///
/// ```
/// use glassbox_core::stage::named;
///
/// assert_eq!(named("PS"), Some("fragment"));
/// assert_eq!(named("tess_control"), named("hull"));
/// assert_eq!(named("main"), None);
/// ```
pub fn named(name: &str) -> Option<&'static str> {
    let wanted: String = name
        .chars()
        .map(|c| match c {
            '_' | ' ' => '-',
            c => c.to_ascii_lowercase(),
        })
        .collect();
    let found =
        NAMES.iter().find(|(printed, others)| *printed == wanted || others.contains(&wanted.as_str()));
    found.map(|(printed, _)| *printed)
}

/// True if two names denote the same stage; unknown names are compared as strings.
pub fn is_same(a: &str, b: &str) -> bool {
    match (named(a), named(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}

/// Stage of a pipeline: of rasterisation, compute or ray tracing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Vertex shader.
    Vertex,
    /// Tessellation control, or hull.
    TessellationControl,
    /// Tessellation evaluation, or domain.
    TessellationEvaluation,
    /// Geometry shader.
    Geometry,
    /// Task, amplification, or object.
    Task,
    /// Mesh shader.
    Mesh,
    /// Fragment, or pixel.
    Fragment,
    /// Compute shader.
    Compute,
    /// Ray generation shader.
    RayGeneration,
    /// Intersection of rays with procedural geometry.
    Intersection,
    /// Any hit of a ray.
    AnyHit,
    /// The closest hit of a ray.
    ClosestHit,
    /// Rays that hit nothing.
    Miss,
    /// Called by other stages of ray tracing.
    Callable,
}

impl Stage {
    /// All stages, in execution order.
    pub const ALL: [Stage; 14] = [
        Stage::Vertex,
        Stage::TessellationControl,
        Stage::TessellationEvaluation,
        Stage::Geometry,
        Stage::Task,
        Stage::Mesh,
        Stage::Fragment,
        Stage::Compute,
        Stage::RayGeneration,
        Stage::Intersection,
        Stage::AnyHit,
        Stage::ClosestHit,
        Stage::Miss,
        Stage::Callable,
    ];

    /// True for the stages of ray tracing pipelines.
    #[must_use]
    pub const fn is_ray_tracing(self) -> bool {
        matches!(
            self,
            Stage::RayGeneration
                | Stage::Intersection
                | Stage::AnyHit
                | Stage::ClosestHit
                | Stage::Miss
                | Stage::Callable
        )
    }

    /// True for stages that run in workgroups: compute, task and mesh shaders.
    #[must_use]
    pub const fn has_workgroups(self) -> bool {
        matches!(self, Stage::Compute | Stage::Task | Stage::Mesh)
    }

    /// The stage of a name, by any of the names that languages and tools have for it: `vert` and `vs` are vertex shaders too.
    #[must_use]
    pub fn named(name: &str) -> Option<Stage> {
        let name = named(name)?;
        Stage::ALL.into_iter().find(|stage| stage.name() == name)
    }

    /// The name that reflection and reports have for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Vertex => stage::VERTEX,
            Stage::TessellationControl => stage::TESSELLATION_CONTROL,
            Stage::TessellationEvaluation => stage::TESSELLATION_EVALUATION,
            Stage::Geometry => stage::GEOMETRY,
            Stage::Task => stage::TASK,
            Stage::Mesh => stage::MESH,
            Stage::Fragment => stage::FRAGMENT,
            Stage::Compute => stage::COMPUTE,
            Stage::RayGeneration => stage::RAY_GENERATION,
            Stage::Intersection => stage::INTERSECTION,
            Stage::AnyHit => stage::ANY_HIT,
            Stage::ClosestHit => stage::CLOSEST_HIT,
            Stage::Miss => stage::MISS,
            Stage::Callable => stage::CALLABLE,
        }
    }
}

/// Writes the name that OpenGL and Vulkan have for it.
impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Vertex => "vertex",
            Stage::TessellationControl => "tessellation control",
            Stage::TessellationEvaluation => "tessellation evaluation",
            Stage::Geometry => "geometry",
            Stage::Task => "task",
            Stage::Mesh => "mesh",
            Stage::Fragment => "fragment",
            Stage::Compute => "compute",
            Stage::RayGeneration => "ray generation",
            Stage::Intersection => "intersection",
            Stage::AnyHit => "any-hit",
            Stage::ClosestHit => "closest-hit",
            Stage::Miss => "miss",
            Stage::Callable => "callable",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_of_one_stage() {
        let mut seen = std::collections::HashSet::new();
        for (printed, others) in NAMES {
            assert_eq!(named(printed), Some(*printed));
            for name in others.iter().chain([printed]) {
                assert!(seen.insert(*name), "{name} is of two stages");
                assert_eq!(named(&name.to_uppercase().replace('-', "_")), Some(*printed), "{name}");
            }
        }
        for stage in Stage::ALL {
            assert_eq!(Stage::named(stage.name()), Some(stage));
            assert_eq!(Stage::named(&stage.to_string()), Some(stage));
        }
        assert_eq!(Stage::named("RayGenerationKHR"), Some(Stage::RayGeneration));
        assert_eq!(Stage::named("object"), Some(Stage::Task));
        assert_eq!(Stage::named("node"), None);
        assert!(is_same("frag", "pixel") && is_same("lit", "lit") && !is_same("lit", "vertex"));
    }
}
