//! How a source is compiled.

use glassbox_sksl::builtin::{CAPABILITIES, is_es2, is_runtime_effect};
use glassbox_sksl::raw::ProgramKind;

/// How a source is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// What the program is for.
    pub kind: ProgramKind,
    /// Whether the optimiser runs. What is needed to evaluate constant expressions is folded in either case.
    pub optimize: bool,
    /// How much code the inliner may make of a function, in nodes; 0 switches it off. Skia's own default is 50.
    pub inline_threshold: u32,
    /// Whether runtime effects and generic programs are held to what OpenGL ES 2 can run.
    pub es2: bool,
    /// Whether fragment and vertex programs may lose precision without being asked, as runtime effects always may.
    pub allow_narrowing: bool,
    /// What the device can do.
    pub capabilities: Capabilities,
}

impl Options {
    /// The usual options for a kind of program: optimised, without the inliner, with everything that OpenGL ES 3 can run.
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

    /// Whether the program is held to what OpenGL ES 2 can run.
    pub fn is_es2(&self) -> bool {
        self.es2 && is_es2(self.kind)
    }

    /// Whether values may lose precision without being asked.
    pub fn narrows(&self) -> bool {
        self.allow_narrowing || is_runtime_effect(self.kind)
    }
}

/// What the device can do: the fields of `sk_Caps`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capabilities {
    set: u32,
}

impl Default for Capabilities {
    /// What Skia's compiler assumes where it runs without a device.
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
        .fold(Capabilities { set: 0 }, |capabilities, name| {
            capabilities.with(name, true)
        })
    }
}

impl Capabilities {
    /// Whether the device has a capability; `None` when there is none of that name.
    pub fn get(self, name: &str) -> Option<bool> {
        let index = CAPABILITIES.iter().position(|known| *known == name)?;
        Some(self.set >> index & 1 == 1)
    }

    /// The same with one capability set or cleared; unknown names change nothing.
    #[must_use]
    pub fn with(mut self, name: &str, value: bool) -> Capabilities {
        if let Some(index) = CAPABILITIES.iter().position(|known| *known == name) {
            self.set = self.set & !(1 << index) | u32::from(value) << index;
        }
        self
    }
}
