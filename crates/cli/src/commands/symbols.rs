//! `glassbox symbols`.

use anyhow::Result;
use clap::{Args, ValueEnum};
use glassbox_core::interface::{Binding, Symbol};
use glassbox_report::terminal::{NameStyle, SymbolView};
use glassbox_report::{json, terminal};

use crate::args::{JudgedInputs, Report, ReportFormat};
use crate::context::{Context, Status};
use crate::query::run_query;

/// List symbols with their values, definitions and uses
///
/// In files linked by name, a letter precedes each symbol: E for an entry point, T for another exported function, t for
/// an internal one, U for an undefined one, ? if it is unknown whether a symbol is exported, - for symbols that are not
/// linked.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox symbols shader.shbin
  glassbox symbols -r shaders --format json
  glassbox symbols -C *.dxil
  glassbox symbols --undefined --resources library.dxil

Exit status:
  0  fine
  1  an input has an unknown format, not that of --as, or is a text form with errors
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: JudgedInputs,
    /// Show demangled declarations
    #[arg(short = 'C', long, value_name = "STYLE", num_args = 0..=1, require_equals = true, default_missing_value = "source")]
    demangle: Option<Spelling>,
    /// Only undefined symbols
    #[arg(short, long, conflicts_with = "defined_only")]
    undefined: bool,
    /// Only defined symbols
    #[arg(long)]
    defined_only: bool,
    /// Include internal functions
    #[arg(long)]
    internal: bool,
    /// Show the resources, features and names that each symbol uses
    #[arg(long)]
    resources: bool,
    #[command(flatten)]
    report: Report,
}

/// Notation of demangled names.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Spelling {
    /// As in the source
    Source,
    /// Complete declarations, as shown by C++ tools
    Full,
}

impl Arguments {
    fn view(&self) -> SymbolView {
        SymbolView {
            names: match self.demangle {
                None => NameStyle::Stored,
                Some(Spelling::Source) => NameStyle::Source,
                Some(Spelling::Full) => NameStyle::Full,
            },
            uses: self.resources,
        }
    }

    fn shows(&self, symbol: &Symbol) -> bool {
        match symbol.link.as_ref().map(|link| link.binding) {
            Some(Binding::Undefined) => !self.defined_only,
            _ if self.undefined => false,
            Some(Binding::Internal) => self.internal,
            _ => true,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    run_query(context, &arguments.inputs, &arguments.report, true, |item, out| {
        let mut symbols = item.file.symbols();
        symbols.retain(|symbol| arguments.shows(symbol));
        match item.form {
            ReportFormat::Text => terminal::symbols(out, &symbols, arguments.view(), item.style)?,
            ReportFormat::Json => {
                let entry = json::SymbolsFile::new(item.name, item.format(), &symbols);
                serde_json::to_writer(out, &entry)?;
            }
        }
        Ok(())
    })
}
