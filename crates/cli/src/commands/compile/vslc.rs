//! Accepts the options of vslc and suggests replacements.
//!
//! Facts: VSL brief, section 16.

use clap::{Args, ValueEnum};

use super::{Arguments, Level, table};
use crate::context::Context;

/// Options that only vslc has.
#[derive(Args, Debug)]
pub(super) struct Switches {
    /// vslc's name of --tables
    #[arg(id = "old_tables", short = 'T', value_name = "TABLE=SIZE", value_parser = table, hide = true)]
    tables: Vec<(String, u16)>,
    /// vslc's option for intermediate results
    #[arg(short = 'S', value_name = "OUTPUT", hide = true)]
    save: Option<Save>,
    /// vslc's name of --check
    #[arg(long, hide = true, conflicts_with = "check")]
    no_compile: bool,
}

/// Intermediate results that vslc can write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Save {
    /// Generated GLSL
    Glsl,
    /// SPIR-V modules
    Spirv,
    /// Both
    All,
}

impl Switches {
    /// Sizes of tables.
    pub(super) fn tables(&self) -> &[(String, u16)] {
        &self.tables
    }

    /// True if nothing is to be written.
    pub(super) fn is_check(&self) -> bool {
        self.no_compile
    }

    /// True if the modules are written next to the output, as `<output>.<stage>.spv`.
    pub(super) fn saves_modules(&self) -> bool {
        matches!(self.save, Some(Save::Spirv | Save::All))
    }
}

/// Suggests replacements for the options of vslc.
pub(super) fn notes(arguments: &Arguments, context: &Context) {
    let old = &arguments.old;
    let note = |text: &str| context.print_note(&format!("note: {text}"));
    match arguments.optimize {
        Level::OldNone => note("-Od is vslc's; here it is -O0"),
        Level::OldSmall => note("-Os is vslc's; here it is -O1, which is the default"),
        Level::None | Level::Small => {}
    }
    if !old.tables.is_empty() {
        let sizes: Vec<String> = old.tables.iter().map(|(name, size)| format!("{name}={size}")).collect();
        note(&format!("-T is vslc's; here it is --tables {}", sizes.join(",")));
    }
    if old.saves_modules() {
        note("-Sspirv is vslc's; `--emit spirv` writes the modules alone");
    }
    if matches!(old.save, Some(Save::Glsl | Save::All)) {
        note(
            "-Sglsl has no counterpart: sources become SPIR-V without GLSL on the way; see --emit spirv-asm",
        );
    }
    if old.no_compile {
        note("--no-compile is vslc's; here it is --check");
    }
}
