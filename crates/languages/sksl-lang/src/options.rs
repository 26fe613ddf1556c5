//! Compiler options.

use glassbox_sksl::builtin::{CAPABILITIES, is_es2, is_runtime_effect};
use glassbox_sksl::raw::ProgramKind;

/// Compiler options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Kind of program.
    pub kind: ProgramKind,
    /// Runs the optimiser. Constants that the language needs are folded in any case.
    pub optimize: bool,
    /// Maximum total size of the inlined copies of a function, in nodes; 0 disables the inliner. Skia's default is 50.
    /// Functions that are marked `inline` or called once have no limit.
    pub inline_threshold: u32,
    /// Restricts runtime effects and generic programs to OpenGL ES 2.
    pub es2: bool,
    /// Allows implicit conversions to lower precision in fragment and vertex programs. Runtime effects always allow them.
    pub allow_narrowing: bool,
    /// Capabilities of the device.
    pub capabilities: Capabilities,
}

impl Options {
    /// Default options for a kind of program: with optimiser, without inliner, with all features of OpenGL ES 3.
    pub fn new(kind: ProgramKind) -> Options {
        Options {
            kind,
            optimize: true,
            inline_threshold: 0,
            es2: false,
            allow_narrowing: false,
            capabilities: Capabilities::default(),
        }
    }

    /// Returns whether the restrictions of OpenGL ES 2 apply.
    pub fn is_es2(&self) -> bool {
        self.es2 && is_es2(self.kind)
    }

    /// Returns whether implicit conversions may lower the precision.
    pub fn narrows(&self) -> bool {
        self.allow_narrowing || is_runtime_effect(self.kind)
    }
}

/// Capabilities of the device: the fields of `sk_Caps`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capabilities {
    set: u32,
}

impl Default for Capabilities {
    /// Defaults of Skia's compiler without a device.
    fn default() -> Self {
        [
            "flatInterpolationSupport",
            "noperspectiveInterpolationSupport",
            "externalTextureSupport",
            "mustDeclareFragmentShaderOutput",
            "canUseAnyFunctionInShader",
            "floatIs32Bits",
        ]
        .into_iter()
        .fold(Capabilities { set: 0 }, |capabilities, name| capabilities.with(name, true))
    }
}

impl Capabilities {
    /// Value of a capability; `None` for unknown names.
    pub fn get(self, name: &str) -> Option<bool> {
        let index = CAPABILITIES.iter().position(|known| *known == name)?;
        Some(self.set >> index & 1 == 1)
    }

    /// Sets a capability; unknown names change nothing.
    #[must_use]
    pub fn with(mut self, name: &str, value: bool) -> Capabilities {
        if let Some(index) = CAPABILITIES.iter().position(|known| *known == name) {
            self.set = self.set & !(1 << index) | u32::from(value) << index;
        }
        self
    }
}
