//! Relates execution models to stages.

use glassbox_core::stage::Stage;

use crate::grammar::value::execution_model as model;

/// The execution model of each stage. `NV_mesh_shader` and kernels have models of their own.
const MODELS: [(u32, Stage); 14] = [
    (model::VERTEX, Stage::Vertex),
    (model::TESSELLATION_CONTROL, Stage::TessellationControl),
    (model::TESSELLATION_EVALUATION, Stage::TessellationEvaluation),
    (model::GEOMETRY, Stage::Geometry),
    (model::FRAGMENT, Stage::Fragment),
    (model::GL_COMPUTE, Stage::Compute),
    (model::TASK_EXT, Stage::Task),
    (model::MESH_EXT, Stage::Mesh),
    (model::RAY_GENERATION_KHR, Stage::RayGeneration),
    (model::INTERSECTION_KHR, Stage::Intersection),
    (model::ANY_HIT_KHR, Stage::AnyHit),
    (model::CLOSEST_HIT_KHR, Stage::ClosestHit),
    (model::MISS_KHR, Stage::Miss),
    (model::CALLABLE_KHR, Stage::Callable),
];

/// The stage of an execution model; `None` for kernels, for the models of `NV_mesh_shader` and for unknown ones.
#[must_use]
pub fn stage_of(model: u32) -> Option<Stage> {
    MODELS.iter().find(|(known, _)| *known == model).map(|(_, stage)| *stage)
}

#[cfg(test)]
mod tests {
    use super::{MODELS, stage_of};
    use glassbox_core::stage::Stage;

    #[test]
    fn each_stage_has_one_model_of_its_name() {
        for stage in Stage::ALL {
            let models: Vec<u32> = (MODELS.iter().filter(|row| row.1 == stage)).map(|row| row.0).collect();
            let [model] = models[..] else { panic!("{stage}: {models:?}") };
            let name = crate::grammar::value_name("ExecutionModel", model).expect("it is a model");
            assert_eq!(Stage::named(name).or(Stage::named(&spaced(name))), Some(stage), "{name}");
            assert_eq!(stage_of(model), Some(stage));
        }
        assert_eq!(stage_of(6), None);
    }

    /// `TessellationControl` as `tessellation-control`.
    fn spaced(name: &str) -> String {
        let mut text = String::new();
        for c in name.trim_end_matches("KHR").trim_end_matches("EXT").chars() {
            if c.is_ascii_uppercase() && !text.is_empty() {
                text.push('-');
            }
            text.push(c.to_ascii_lowercase());
        }
        text
    }
}
