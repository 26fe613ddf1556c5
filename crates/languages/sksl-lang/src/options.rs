//! Compiler options.

use glassbox_sksl::builtin::{CAPABILITIES, is_es2, is_runtime_effect};
use glassbox_sksl::raw::ProgramKind;

/// State of the language: what a compiler of that time accepts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// Skia of February and March 2022, whose compiler writes version 8 of the binary format.
    V8,
    /// Skia of 2024 to 2026, releases 122 to 144, which has no binary format.
    Current,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 2] = [Dialect::V8, Dialect::Current];

    /// Name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::V8 => "v8",
            Dialect::Current => "current",
        }
    }
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Compiler options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Kind of program.
    pub kind: ProgramKind,
    /// State of the language. Only programs of [`Dialect::V8`] are written as Skia wrote them.
    pub dialect: Dialect,
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
    /// Default options for a kind of program: the language of version 8, with optimiser, without inliner, with all
    /// features of OpenGL ES 3.
    pub fn new(kind: ProgramKind) -> Options {
        Options {
            kind,
            dialect: Dialect::V8,
            optimize: true,
            inline_threshold: 0,
            es2: false,
            allow_narrowing: false,
            capabilities: Capabilities::default(),
        }
    }

    /// Options with which Skia creates an effect today: [`Dialect::Current`], restricted to OpenGL ES 2 unless the source
    /// begins with `#version 300`.
    pub fn current(kind: ProgramKind) -> Options {
        Options { dialect: Dialect::Current, es2: true, ..Options::new(kind) }
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
