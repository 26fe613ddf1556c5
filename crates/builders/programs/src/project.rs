//! Project files: programs with their stages, what they become and how they are compiled.
//!
//! ```toml
//! to = ["spirv", "wgsl"]
//! include = "common"
//!
//! [programs.lit]
//! stages = { vertex = "lit.vert", fragment = { file = "lit.frag", defines = { LAMPS = 4 } } }
//!
//! [programs.lit.permutations]
//! SHADOWS = [0, 1]
//! ```
//!
//! `docs/compile.md` describes every key.

use std::sync::Arc;

use glassbox_core::stage::Stage;

use crate::permutation::Permutations;
pub use crate::read::{is_project_text, read};
use crate::table::Located;

/// A project.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Project {
    /// Folder of the results, relative to the project file.
    pub output: Option<Located<String>>,
    /// Folder of the cache, relative to the project file.
    pub cache: Option<Located<String>>,
    /// The programs, in the order of the file.
    pub programs: Vec<Program>,
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Its name, from which those of results are derived.
    pub name: Located<String>,
    /// Its stages in pipeline order.
    pub stages: Vec<StageFile>,
    /// Source that states its stages itself, or has none: WGSL, VSL, SkSL.
    pub source: Option<Located<String>>,
    /// How it is compiled: what the file says of all programs, and what it says of this one.
    pub settings: Arc<Settings>,
    /// The combinations of macros that it is compiled with.
    pub permutations: Permutations,
}

/// Source of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageFile {
    /// The stage.
    pub stage: Stage,
    /// Files, relative to the project file: one, or in GLSL the texts that the stage is written in.
    pub files: Vec<Located<String>>,
    /// Entry point, where a text may have several.
    pub entry: Option<String>,
    /// Macros of this stage.
    pub defines: Vec<(String, String)>,
}

/// How programs are compiled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// What a program becomes.
    pub to: Vec<Located<String>>,
    /// Versions of targets by their names.
    pub versions: Vec<(String, String)>,
    /// Extensions of the interfaces that are written.
    pub reflect: Vec<Located<String>>,
    /// Rendering platforms of packages.
    pub platforms: Vec<Located<String>>,
    /// What runs the program, such as `vulkan1.2`.
    pub env: Option<Located<String>>,
    /// Folders searched for included files after that of the including file.
    pub include: Vec<Located<String>>,
    /// Macros of all stages.
    pub defines: Vec<(String, String)>,
    /// Whether modules state lines and variables of the source.
    pub debug: Option<bool>,
    /// Whether modules are made small.
    pub optimize: Option<bool>,
}

impl Settings {
    /// These settings, and for what they do not say those of all programs. Macros of both are defined.
    #[must_use]
    pub fn over(self, all: &Settings) -> Settings {
        fn merged(all: &[(String, String)], own: Vec<(String, String)>) -> Vec<(String, String)> {
            let is_own = |name: &String| own.iter().any(|(other, _)| other == name);
            let mut merged: Vec<_> = all.iter().filter(|(name, _)| !is_own(name)).cloned().collect();
            merged.extend(own);
            merged
        }
        fn list(all: &[Located<String>], own: Vec<Located<String>>) -> Vec<Located<String>> {
            if own.is_empty() { all.to_vec() } else { own }
        }
        Settings {
            to: list(&all.to, self.to),
            versions: merged(&all.versions, self.versions),
            reflect: list(&all.reflect, self.reflect),
            platforms: list(&all.platforms, self.platforms),
            env: self.env.or_else(|| all.env.clone()),
            include: list(&all.include, self.include),
            defines: merged(&all.defines, self.defines),
            debug: self.debug.or(all.debug),
            optimize: self.optimize.or(all.optimize),
        }
    }
}
