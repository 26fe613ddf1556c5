//! What decides how a text is read: version, profile, extensions, stage, and the API that it is written for.

use glassbox_core::stage::Stage;

use crate::preprocess::Version;

/// The API whose rules a text is held to where OpenGL and Vulkan differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Api {
    /// What either allows: `gl_VertexID` and `gl_VertexIndex`, uniforms outside of blocks and `set = 1`; declarations of later versions
    /// too.
    #[default]
    Any,
    /// OpenGL: no descriptor sets, no separate samplers.
    OpenGl,
    /// Vulkan: `VULKAN` is defined, uniforms stand in blocks, what is passed between stages has a location.
    Vulkan,
}

impl Api {
    /// Whether Vulkan's additions are allowed.
    pub(crate) fn has_vulkan(self) -> bool {
        self != Api::OpenGl
    }

    /// Whether OpenGL's own are allowed.
    pub(crate) fn has_opengl(self) -> bool {
        self != Api::Vulkan
    }
}

/// What `#extension` says of an extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Behaviour {
    Disable,
    /// Allowed, with a warning for each use.
    Warn,
    Enable,
    Require,
}

impl Behaviour {
    /// The behaviour that a line `#extension` names.
    pub(crate) fn named(text: &str) -> Option<Behaviour> {
        Some(match text {
            "disable" => Behaviour::Disable,
            "warn" => Behaviour::Warn,
            "enable" => Behaviour::Enable,
            "require" => Behaviour::Require,
            _ => return None,
        })
    }
}

/// How a stage is read.
#[derive(Clone, Debug)]
pub(crate) struct Environment {
    pub(crate) version: Version,
    pub(crate) stage: Stage,
    pub(crate) api: Api,
    /// Behaviour of the extensions named so far by `#extension`, and of those that they bring: mostly none, or a few.
    extensions: Vec<(&'static str, Behaviour)>,
    /// How often extensions changed: what depends on them and is kept is valid for one revision.
    pub(crate) revision: u32,
}

impl Environment {
    /// Without extensions.
    pub(crate) fn new(version: Version, stage: Stage, api: Api) -> Environment {
        Environment { version, stage, api, extensions: Vec::new(), revision: 0 }
    }

    /// As the next text of the stage begins, without extensions.
    pub(crate) fn of_next_text(&self, version: Version) -> Environment {
        let revision = self.revision + 1;
        Environment { version, stage: self.stage, api: self.api, extensions: Vec::new(), revision }
    }

    /// Adds what another text of the stage has: the newer version counts, and every extension that is on.
    pub(crate) fn join(&mut self, other: &Environment) {
        let is_compatible = self.version.is_compatible || other.version.is_compatible;
        if other.version.number > self.version.number {
            self.version = other.version;
        }
        self.version.is_compatible = is_compatible;
        for (name, behaviour) in &other.extensions {
            if *behaviour != Behaviour::Disable && !self.has(name) {
                self.set(name, *behaviour);
            }
        }
        self.revision = self.revision.max(other.revision) + 1;
    }

    /// Sets the behaviour of an extension.
    pub(crate) fn set(&mut self, extension: &'static str, behaviour: Behaviour) {
        match self.extensions.iter_mut().find(|(name, _)| *name == extension) {
            Some((_, known)) => *known = behaviour,
            None => self.extensions.push((extension, behaviour)),
        }
        self.revision += 1;
    }

    /// Whether an extension is on.
    pub(crate) fn has(&self, extension: &str) -> bool {
        self.behaviour(extension).is_some_and(|behaviour| behaviour != Behaviour::Disable)
    }

    /// The extensions that are on.
    pub(crate) fn enabled(&self) -> impl Iterator<Item = &'static str> {
        self.extensions
            .iter()
            .filter(|(_, behaviour)| *behaviour != Behaviour::Disable)
            .map(|(name, _)| *name)
    }

    /// What the text says of an extension.
    #[inline]
    pub(crate) fn behaviour(&self, extension: &str) -> Option<Behaviour> {
        let found = self.extensions.iter().find(|(name, _)| *name == extension);
        found.map(|(_, behaviour)| *behaviour)
    }

    /// Whether one of some extensions is on.
    pub(crate) fn has_any(&self, extensions: &[&str]) -> bool {
        extensions.iter().any(|extension| self.has(extension))
    }

    pub(crate) fn is_embedded(&self) -> bool {
        self.version.is_embedded
    }

    /// Whether what later versions dropped is there: in the compatibility profile, and on the desktop before profiles.
    pub(crate) fn is_compatible(&self) -> bool {
        let version = &self.version;
        let is_before_profiles = version.number <= 130 || (version.number == 140 && self.api.has_opengl());
        !version.is_embedded && (version.is_compatible || is_before_profiles)
    }

    /// Whether the version is at least the given one of the desktop, or of GLSL ES; 0 stands for never.
    pub(crate) fn is_since(&self, desktop: u16, embedded: u16) -> bool {
        let wanted = if self.version.is_embedded { embedded } else { desktop };
        wanted != 0 && self.version.number >= wanted
    }
}
