//! Which versions, profiles, stages and extensions have something, as the tables of this folder write it.
//!
//! A condition is a list of cases separated by blanks; it holds if one of them does. A case is made of parts joined with `&`, all
//! of which have to hold:
//!
//! | part | holds |
//! | --- | --- |
//! | `330` | in that version of the desktop and later ones |
//! | `110-130` | in those versions of the desktop |
//! | `es310`, `es100-300` | the same of GLSL ES |
//! | `GL_…` | where the extension is on |
//! | `compatibility` | in the compatibility profile, and on the desktop before profiles |
//! | `core` | where `compatibility` does not, on the desktop |
//! | `vulkan`, `opengl` | where the API may be that one |
//! | `vertex`, `fragment`, … | in that stage; `tracing` in all stages of ray tracing |
//! | `always`, `never` | |
//! | `@name` | where the condition holds that a table gives this name to |

use foldhash::HashMap;
use glassbox_core::stage::Stage;

use crate::language::Environment;

/// A condition.
#[derive(Clone, Debug, Default)]
pub(crate) struct Condition {
    cases: Vec<Vec<Part>>,
}

/// Part of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Versions { is_embedded: bool, first: u16, last: u16 },
    Extension(&'static str),
    Compatibility,
    Core,
    Vulkan,
    OpenGl,
    Stage(Stage),
    Tracing,
    Never,
}

/// Conditions that a table has given names.
pub(crate) type Conditions = HashMap<&'static str, Condition>;

impl Condition {
    /// Reads a condition of a table; `None` where it is malformed, which tests exclude.
    pub(crate) fn read(text: &'static str, named: &Conditions) -> Option<Condition> {
        let mut cases = Vec::new();
        for case in text.split_ascii_whitespace() {
            // A named condition has cases of its own: each goes on with the rest of the parts.
            let mut product: Vec<Vec<Part>> = vec![Vec::new()];
            for part in case.split('&') {
                if let Some(name) = part.strip_prefix('@') {
                    let inner = &named.get(name)?.cases;
                    product = product
                        .iter()
                        .flat_map(|outer| inner.iter().map(|inner| [&outer[..], &inner[..]].concat()))
                        .collect();
                } else if part != "always" {
                    let part = Part::read(part)?;
                    product.iter_mut().for_each(|case| case.push(part));
                }
            }
            cases.append(&mut product);
        }
        Some(Condition { cases })
    }

    /// Whether it holds.
    pub(crate) fn holds(&self, environment: &Environment) -> bool {
        self.cases.iter().any(|case| case.iter().all(|part| part.holds(environment)))
    }

    /// Extensions of cases that hold but for an extension that is not on: what the text may enable to have the thing.
    pub(crate) fn missing<'c>(
        &'c self,
        environment: &'c Environment,
    ) -> impl Iterator<Item = &'static str> + 'c {
        let lacking = |case: &'c Vec<Part>| {
            let mut failing = case.iter().filter(|part| !part.holds(environment));
            match (failing.next(), failing.next()) {
                (Some(Part::Extension(extension)), None) => Some(*extension),
                _ => None,
            }
        };
        self.cases.iter().filter_map(lacking)
    }

    /// The extensions that it names.
    #[cfg(test)]
    pub(crate) fn extensions(&self) -> impl Iterator<Item = &'static str> {
        self.cases.iter().flatten().filter_map(|part| match part {
            Part::Extension(name) => Some(*name),
            _ => None,
        })
    }

    /// The extensions that make it hold: those of the cases that hold, if each of them needs one.
    pub(crate) fn used(&self, environment: &Environment) -> Vec<&'static str> {
        let mut used = Vec::new();
        for case in self.cases.iter().filter(|case| case.iter().all(|part| part.holds(environment))) {
            let before = used.len();
            used.extend(case.iter().filter_map(|part| match part {
                Part::Extension(name) => Some(*name),
                _ => None,
            }));
            if used.len() == before {
                return Vec::new();
            }
        }
        used
    }
}

impl Part {
    fn read(text: &'static str) -> Option<Part> {
        Some(match text {
            "never" => Part::Never,
            "compatibility" => Part::Compatibility,
            "core" => Part::Core,
            "vulkan" => Part::Vulkan,
            "opengl" => Part::OpenGl,
            "tracing" => Part::Tracing,
            _ if text.starts_with("GL_") => Part::Extension(text),
            _ => match stage(text) {
                Some(stage) => Part::Stage(stage),
                None => {
                    let (is_embedded, digits) = match text.strip_prefix("es") {
                        Some(digits) => (true, digits),
                        None => (false, text),
                    };
                    let (first, last) = match digits.split_once('-') {
                        Some((first, last)) => (first, last.parse().ok()?),
                        None => (digits, u16::MAX),
                    };
                    Part::Versions { is_embedded, first: first.parse().ok()?, last }
                }
            },
        })
    }

    fn holds(self, environment: &Environment) -> bool {
        let version = &environment.version;
        match self {
            Part::Never => false,
            Part::Versions { is_embedded, first, last } => {
                version.is_embedded == is_embedded && (first..=last).contains(&version.number)
            }
            Part::Extension(name) => environment.has(name),
            Part::Compatibility => environment.is_compatible(),
            Part::Core => !version.is_embedded && !environment.is_compatible(),
            Part::Vulkan => environment.api.has_vulkan(),
            Part::OpenGl => environment.api.has_opengl(),
            Part::Stage(stage) => environment.stage == stage,
            Part::Tracing => is_tracing(environment.stage),
        }
    }
}

/// Whether a stage is one of ray tracing.
pub(crate) fn is_tracing(stage: Stage) -> bool {
    use Stage::{AnyHit, Callable, ClosestHit, Intersection, Miss, RayGeneration};
    matches!(stage, RayGeneration | Intersection | AnyHit | ClosestHit | Miss | Callable)
}

/// Stages by the words of the tables.
pub(crate) fn stage(text: &str) -> Option<Stage> {
    Some(match text {
        "vertex" => Stage::Vertex,
        "control" => Stage::TessellationControl,
        "evaluation" => Stage::TessellationEvaluation,
        "geometry" => Stage::Geometry,
        "fragment" => Stage::Fragment,
        "compute" => Stage::Compute,
        "task" => Stage::Task,
        "mesh" => Stage::Mesh,
        "raygen" => Stage::RayGeneration,
        "intersection" => Stage::Intersection,
        "anyhit" => Stage::AnyHit,
        "closesthit" => Stage::ClosestHit,
        "miss" => Stage::Miss,
        "callable" => Stage::Callable,
        _ => return None,
    })
}
