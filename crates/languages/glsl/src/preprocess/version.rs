//! Versions of the language, and the macros that they define.

use glassbox_core::stage::Stage;
use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Token};

use super::Preprocessor;
use crate::language::Api;
use crate::rules::VERSION;

/// Versions of GLSL for the desktop.
const DESKTOP: [u16; 12] = [110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450];
/// The newest one.
const NEWEST: u16 = 460;
/// Versions of GLSL ES.
const EMBEDDED: [u16; 4] = [100, 300, 310, 320];

/// A version of the language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Version {
    /// Its number.
    pub(crate) number: u16,
    /// Whether it is one of GLSL ES.
    pub(crate) is_embedded: bool,
    /// Whether it states the compatibility profile.
    pub(crate) is_compatible: bool,
}

impl Version {
    /// The version of a text that states none.
    pub(crate) fn unstated(api: Api) -> Version {
        let number = if api == Api::OpenGl { 110 } else { 450 };
        Version { number, is_embedded: false, is_compatible: false }
    }

    /// Whether it is at least the given one of the desktop, or of GLSL ES.
    fn is_since(self, desktop: u16, embedded: u16) -> bool {
        self.number >= if self.is_embedded { embedded } else { desktop }
    }
}

/// Versions of the desktop and of GLSL ES from which on there is a stage.
fn first_versions(stage: Stage) -> (u16, u16) {
    match stage {
        Stage::Vertex | Stage::Fragment => (110, 100),
        Stage::Geometry | Stage::TessellationControl | Stage::TessellationEvaluation => (150, 310),
        Stage::Compute => (420, 310),
        Stage::Task | Stage::Mesh => (450, 320),
        Stage::RayGeneration
        | Stage::Intersection
        | Stage::AnyHit
        | Stage::ClosestHit
        | Stage::Miss
        | Stage::Callable => (460, u16::MAX),
    }
}

impl Preprocessor<'_> {
    /// `#version NUMBER PROFILE`.
    pub(super) fn version(&mut self, from: Provenance, rest: &[Token]) {
        if self.has_begun {
            let finding = self.reports.of(
                &VERSION,
                from,
                "found `#version` behind other text, expected it on the first line",
            );
            self.reports.add(finding.help("move it to the first line"));
            return;
        }
        let stated = rest.first().filter(|token| token.kind == Kind::Number);
        let Some(stated) = stated else {
            let finding = self.reports.of(
                &VERSION,
                from,
                "found no number behind `#version`, expected one such as 450",
            );
            self.reports.add(finding.help("write `#version 450`"));
            return;
        };
        self.is_version_stated = true;
        self.expect_end("#version NUMBER PROFILE", rest.get(2..).unwrap_or_default());
        let profile = rest.get(1).map(|token| (token.clone(), token.text.clone()));
        let number: u16 = stated.text.parse().unwrap_or(0);
        let profile_name = profile.as_ref().map_or("", |(_, name)| name);
        let is_embedded = number == 100 || profile_name == "es";
        let is_known = if is_embedded {
            EMBEDDED.contains(&number) && (number != 100 || profile.is_none())
        } else {
            let has_profiles = number >= 150 || profile.is_none() || !self.is_strict();
            (DESKTOP.contains(&number) || number == NEWEST) && profile_name != "es" && has_profiles
        };
        if !is_known {
            let message = format!(
                "found version `{}{}{}`, expected 330 to 460, or 300 es to 320 es",
                shown(&stated.text),
                if profile.is_some() { " " } else { "" },
                shown(profile_name)
            );
            let help = if EMBEDDED.contains(&number) && number != 100 {
                format!("write `#version {number} es`")
            } else {
                format!("write `#version {}`", nearest(number))
            };
            let finding = self.reports.of(&VERSION, stated.from, message);
            self.reports.add(finding.help(help));
            return;
        }
        if let Some((token, name)) = &profile
            && !matches!(&**name, "core" | "compatibility" | "es")
        {
            let message =
                format!("found the profile `{}`, expected `core`, `compatibility` or `es`", shown(name));
            let finding = self.reports.of(&VERSION, token.from, message);
            self.reports.add(finding.help("leave it out, which means `core`"));
            return;
        }
        self.unit.version = Version { number, is_embedded, is_compatible: profile_name == "compatibility" };
        self.unit.version_from = from;
    }

    /// Checks the version against the API and the stage, now that it can no longer be stated.
    pub(super) fn settle_version(&mut self) {
        if !self.is_strict() {
            return;
        }
        let (version, stage, api) = (self.unit.version, self.dialect.stage, self.dialect.api);
        let is_vulkan = api == Api::Vulkan;
        let (desktop, embedded) = first_versions(stage);
        let found = if !self.is_version_stated && is_vulkan {
            Some("no `#version`, expected one that Vulkan has")
        } else if !version.is_since(desktop, embedded) {
            Some("an older version, expected one that has this stage")
        } else if is_vulkan && !version.is_since(140, 310) {
            Some("an older version, expected 140 or later, or 310 es or later, which Vulkan has")
        } else if version.is_embedded && version.number >= 300 && !self.is_first_of_text() {
            Some("`#version` behind other text, expected it at the very beginning")
        } else {
            None
        };
        if let Some(found) = found {
            let finding = self.reports.of(&VERSION, self.unit.version_from, format!("found {found}"));
            self.reports.add(finding.help("write `#version 460` as the first line"));
        }
    }

    /// Whether there are only blanks before the version.
    fn is_first_of_text(&self) -> bool {
        let at = self.unit.version_from.written;
        let text = self.reports.sources.text(at.file);
        let before = text.get(..at.span.start as usize).unwrap_or_default();
        before.chars().all(|letter| matches!(letter, ' ' | '\t' | '#' | '\u{FEFF}'))
    }

    /// The macros that say which version it is.
    pub(super) fn define_version(&mut self) {
        let version = self.unit.version;
        let from = self.unit.version_from;
        let (stage, api) = (self.dialect.stage, self.dialect.api);
        let extended = self.dialect.has_extension_macros;
        let mut define = |name: &str, value: String| {
            self.define_number(name, &value, from);
        };
        define("__VERSION__", version.number.to_string());
        if version.is_embedded {
            define("GL_ES", "1".to_owned());
            define("GL_FRAGMENT_PRECISION_HIGH", "1".to_owned());
        } else {
            if version.number >= 150 {
                define("GL_core_profile", "1".to_owned());
            }
            if version.is_compatible {
                define("GL_compatibility_profile", "1".to_owned());
            }
            if version.number >= 130 && extended {
                define("GL_FRAGMENT_PRECISION_HIGH", "1".to_owned());
            }
            if extended {
                define(stage_macro(stage), "1".to_owned());
            }
        }
        if api == Api::Vulkan {
            define("VULKAN", "100".to_owned());
        }
        define("GL_GOOGLE_include_directive", "1".to_owned());
        define("GL_ARB_shading_language_include", "1".to_owned());
    }
}

/// The macro of a stage, which GL_EXT_spirv_intrinsics brings.
fn stage_macro(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "GL_VERTEX_SHADER",
        Stage::TessellationControl => "GL_TESSELLATION_CONTROL_SHADER",
        Stage::TessellationEvaluation => "GL_TESSELLATION_EVALUATION_SHADER",
        Stage::Geometry => "GL_GEOMETRY_SHADER",
        Stage::Fragment => "GL_FRAGMENT_SHADER",
        Stage::Compute => "GL_COMPUTE_SHADER",
        Stage::Task => "GL_TASK_SHADER_EXT",
        Stage::Mesh => "GL_MESH_SHADER_EXT",
        Stage::RayGeneration => "GL_RAY_GENERATION_SHADER_EXT",
        Stage::Intersection => "GL_INTERSECTION_SHADER_EXT",
        Stage::AnyHit => "GL_ANY_HIT_SHADER_EXT",
        Stage::ClosestHit => "GL_CLOSEST_HIT_SHADER_EXT",
        Stage::Miss => "GL_MISS_SHADER_EXT",
        Stage::Callable => "GL_CALLABLE_SHADER_EXT",
    }
}

/// The version of the desktop that is closest to a number.
fn nearest(number: u16) -> u16 {
    let known = DESKTOP.into_iter().chain([NEWEST]).filter(|known| *known >= 330);
    known.min_by_key(|known| known.abs_diff(number)).unwrap_or(NEWEST)
}
