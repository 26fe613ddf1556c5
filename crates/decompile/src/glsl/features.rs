//! Lists the features of each version of GLSL.

use std::collections::BTreeSet;

use crate::{Api, Extensions, Target};

/// A version, and the extensions that a text needs beside it.
#[derive(Clone, Debug)]
pub(super) struct Features {
    pub(super) version: u16,
    pub(super) dialect: Dialect,
    pub(super) extensions: BTreeSet<&'static str>,
    takes_extensions: bool,
}

/// A family of versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Desktop,
    Vulkan,
    Es,
}

impl Features {
    pub(super) fn new(target: Target, extensions: Extensions) -> Features {
        let (version, dialect) = match target {
            Target::Glsl(version, Api::OpenGl) => (version, Dialect::Desktop),
            Target::Glsl(version, Api::Vulkan) => (version, Dialect::Vulkan),
            Target::Essl(version) => (version, Dialect::Es),
            _ => (0, Dialect::Desktop),
        };
        let takes_extensions = extensions == Extensions::Allowed;
        Features { version, dialect, extensions: BTreeSet::new(), takes_extensions }
    }

    /// True if the version is known.
    pub(super) fn is_known(&self) -> bool {
        match self.dialect {
            Dialect::Desktop => {
                matches!(
                    self.version,
                    110 | 120 | 130 | 140 | 150 | 330 | 400 | 410 | 420 | 430 | 440 | 450 | 460
                )
            }
            Dialect::Vulkan => {
                matches!(self.version, 140 | 150 | 330 | 400 | 410 | 420 | 430 | 440 | 450 | 460)
            }
            Dialect::Es => matches!(self.version, 100 | 300 | 310 | 320),
        }
    }

    pub(super) fn is_es(&self) -> bool {
        self.dialect == Dialect::Es
    }

    pub(super) fn is_vulkan(&self) -> bool {
        self.dialect == Dialect::Vulkan
    }

    /// True from a version of GLSL, or one of GLSL ES, on.
    pub(super) fn has(&self, desktop: u16, es: u16) -> bool {
        self.version >= if self.is_es() { es } else { desktop }
    }

    /// True from these versions on, or with an extension, which is then required.
    pub(super) fn has_or(&mut self, desktop: u16, es: u16, extension: (u16, &'static str)) -> bool {
        if self.has(desktop, es) {
            return true;
        }
        let possible = !self.is_es() && self.version >= extension.0;
        if possible {
            self.extensions.insert(extension.1);
        }
        possible
    }

    /// True from these versions on, or in GLSL ES 310 with an extension, which is then required.
    pub(super) fn has_or_in_310(&mut self, desktop: u16, es: u16, extension: &'static str) -> bool {
        if self.has(desktop, es) {
            return true;
        }
        // Where no extension may be, the later version is to be named.
        let possible = self.is_es_from_310() && (self.takes_extensions || es == NEVER);
        if possible {
            self.extensions.insert(extension);
        }
        possible
    }

    fn is_es_from_310(&self) -> bool {
        self.is_es() && self.version >= 310
    }

    /// True for GLSL ES 310 whose extensions have much of 320.
    pub(super) fn is_extended_310(&self) -> bool {
        self.is_es() && self.version == 310 && self.takes_extensions
    }

    pub(super) fn require(&mut self, extension: &'static str) {
        self.extensions.insert(extension);
    }

    /// True if variables between stages are `in` and `out`, not `varying`.
    pub(super) fn has_in_out(&self) -> bool {
        self.has(130, 300)
    }
}

/// A version that has nothing.
pub(super) const NEVER: u16 = u16::MAX;
