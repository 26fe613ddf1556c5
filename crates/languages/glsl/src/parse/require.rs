//! Reports of what a version, profile, extension, stage or API does not have.

use std::fmt::Display;

use glassbox_core::stage::Stage;

use crate::language::Api;
use crate::model::At;
use crate::parse::Parser;
use crate::rules::UNAVAILABLE;

/// Versions that have something, of the desktop and of GLSL ES: 0 is none without an extension, [`ALWAYS`] is all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Since(pub(crate) u16, pub(crate) u16);

/// In place of a version: every one.
pub(crate) const ALWAYS: u16 = 1;

/// Extensions that bring blocks between stages to GLSL ES 310.
pub(crate) const IO_BLOCKS: [&str; 3] =
    ["GL_EXT_shader_io_blocks", "GL_OES_shader_io_blocks", "GL_ANDROID_extension_pack_es31a"];
/// Extensions that bring geometry shaders to GLSL ES 310.
pub(crate) const GEOMETRY: [&str; 3] =
    ["GL_EXT_geometry_shader", "GL_OES_geometry_shader", "GL_ANDROID_extension_pack_es31a"];
/// Extensions that bring tessellation to GLSL ES 310.
pub(crate) const TESSELLATION: [&str; 3] =
    ["GL_EXT_tessellation_shader", "GL_OES_tessellation_shader", "GL_ANDROID_extension_pack_es31a"];
/// Extensions that bring mesh and task shaders.
pub(crate) const MESH: [&str; 2] = ["GL_NV_mesh_shader", "GL_EXT_mesh_shader"];
/// Extensions for locations of inputs and outputs.
pub(crate) const LOCATIONS: [&str; 2] = ["GL_ARB_separate_shader_objects", "GL_ARB_explicit_attrib_location"];

impl Parser<'_> {
    /// Reports `what` unless the version has it or one of the extensions is on.
    pub(crate) fn needs(
        &mut self,
        at: At,
        what: impl Display,
        since: Since,
        extensions: &[&'static str],
    ) -> bool {
        let environment = &self.program.environment;
        let wanted = if environment.is_embedded() { since.1 } else { since.0 };
        // A text that is held to no API is compiled, not handed to a driver of its version.
        let is_lenient = environment.api == Api::Any && wanted != 0;
        if is_lenient || environment.is_since(since.0, since.1) {
            return true;
        }
        if environment.has_any(extensions) {
            self.uses_extensions(at, what, extensions);
            return true;
        }
        let is_embedded = environment.is_embedded();
        let version = environment.version.number;
        let wanted = if is_embedded { since.1 } else { since.0 };
        let profile = if is_embedded { " es" } else { "" };
        let mut ways = Vec::new();
        if wanted > ALWAYS {
            let suffix = if is_embedded && wanted > 100 { " es" } else { "" };
            ways.push(format!("`#version {wanted}{suffix}`"));
        }
        if let Some(extension) = extensions.first() {
            ways.push(format!("`#extension {extension} : require`"));
        }
        let message = format!("found {what} in version {version}{profile}, which does not have it");
        let finding = self.finding(&UNAVAILABLE, at, message);
        let help = match ways.is_empty() {
            true if is_embedded => "GLSL ES has no such thing: remove it".to_owned(),
            true => "remove it".to_owned(),
            false => format!("write {}", ways.join(" or ")),
        };
        self.add(finding.help(help));
        false
    }

    /// Reports `what` unless one of the extensions is on.
    pub(crate) fn needs_extension(
        &mut self,
        at: At,
        what: impl Display,
        extensions: &[&'static str],
    ) -> bool {
        self.needs(at, what, Since(0, 0), extensions)
    }

    /// Reports `what` unless it is read for one of some stages.
    pub(crate) fn needs_stage(&mut self, at: At, what: impl Display, stages: &[Stage]) -> bool {
        let stage = self.program.stage();
        if stages.contains(&stage) {
            return true;
        }
        let message = format!("found {what} in a {stage} shader, which has no such thing");
        let finding = self.finding(&UNAVAILABLE, at, message);
        self.add(finding.help(format!("only {} shaders have it", list(stages))));
        false
    }

    /// Reports `what` where the text is held to the rules of OpenGL.
    pub(crate) fn needs_vulkan(&mut self, at: At, what: impl Display) -> bool {
        if self.program.environment.api != Api::OpenGl {
            return true;
        }
        let message = format!("found {what} in a text for OpenGL, which does not have it");
        let finding = self.finding(&UNAVAILABLE, at, message);
        self.add(finding.help("compile the text for Vulkan, or remove it"));
        false
    }

    /// Reports `what` where the text is held to the rules of Vulkan.
    pub(crate) fn removed_by_vulkan(&mut self, at: At, what: impl Display, help: &str) -> bool {
        if self.program.environment.api != Api::Vulkan {
            return false;
        }
        let message = format!("found {what} in a text for Vulkan, which does not have it");
        let finding = self.finding(&UNAVAILABLE, at, message);
        self.add(finding.help(help));
        true
    }
}

/// Names with commas, and `and` before the last one.
fn list(names: &[impl Display]) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        let before = match index {
            0 => "",
            _ if index + 1 == names.len() => " and ",
            _ => ", ",
        };
        text.push_str(before);
        text.push_str(&name.to_string());
    }
    text
}
