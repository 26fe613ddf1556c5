//! When rows of the tables are declared.

use glassbox_core::stage::Stage;

use crate::language::{Api, Environment};
use crate::vocabulary::condition::{Condition as Cases, Conditions, stage};

/// When the rows behind it are declared.
#[derive(Clone, Debug, Default)]
pub(super) struct Condition {
    pub(super) cases: Cases,
    /// None stands for all.
    stages: Vec<Stage>,
    api: Option<Api>,
}

impl Condition {
    /// Reads what stands behind `when`. `None` if it is not well formed.
    pub(super) fn parse(text: &'static str, named: &Conditions) -> Option<Condition> {
        let mut parts = text.split(';').map(str::trim);
        let cases = Cases::read(parts.next()?, named)?;
        let mut condition = Condition { cases, ..Condition::default() };
        for part in parts {
            match part.split_once(' ')? {
                ("in", stages) => {
                    condition.stages = stages.split_whitespace().map(stage).collect::<Option<_>>()?;
                }
                ("for", "opengl") => condition.api = Some(Api::OpenGl),
                ("for", "vulkan") => condition.api = Some(Api::Vulkan),
                _ => return None,
            }
        }
        Some(condition)
    }

    pub(super) fn holds(&self, environment: &Environment) -> bool {
        self.has_place(environment) && self.cases.holds(environment)
    }

    /// Whether the stage and the API have the rows, whatever the version.
    pub(super) fn has_place(&self, environment: &Environment) -> bool {
        let is_allowed = match self.api {
            Some(Api::OpenGl) => environment.api.has_opengl(),
            Some(Api::Vulkan) => environment.api.has_vulkan(),
            _ => true,
        };
        is_allowed && (self.stages.is_empty() || self.stages.contains(&environment.stage))
    }
}
