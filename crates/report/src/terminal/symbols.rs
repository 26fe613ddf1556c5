//! The names of a file as a table, for files that are linked by name with the letters that `nm` made known.

use std::collections::HashMap;
use std::io::{self, Write};

use glassbox_core::interface::{Link, Symbol};

use super::clean;
use super::style::{Painted, Style};

/// How names are spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NameStyle {
    /// As the file has them.
    #[default]
    Stored,
    /// Decorated names as their authors wrote what they declare.
    Source,
    /// Decorated names with everything that they tell.
    Full,
}

/// What is shown of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SymbolView {
    /// How they are spelled.
    pub names: NameStyle,
    /// Whether lines below a name say what it uses and needs.
    pub uses: bool,
}

impl SymbolView {
    /// The spelling of a name; as the file has it where it declares nothing.
    pub fn name(self, symbol: &Symbol) -> &str {
        match (&symbol.declaration, self.names) {
            (Some(declaration), NameStyle::Source) => &declaration.source,
            (Some(declaration), NameStyle::Full) => &declaration.full,
            _ => &symbol.name,
        }
    }
}

/// The names of a file: letter where there is any, kind, value, name, place, users.
pub fn symbols(out: &mut dyn Write, symbols: &[Symbol], view: SymbolView, style: &Style) -> io::Result<()> {
    let column = |text: &dyn Fn(&Symbol) -> usize| symbols.iter().map(text).max().unwrap_or(0).min(40);
    let kind = column(&|symbol| symbol.kind.chars().count());
    let value = column(&|symbol| symbol.value.chars().count());
    let name = column(&|symbol| view.name(symbol).chars().count());
    // What a function needs is spelled as where it stands itself.
    let spelled: HashMap<&str, &str> = match view.uses && view.names != NameStyle::Stored {
        true => symbols
            .iter()
            .map(|symbol| (symbol.name.as_str(), view.name(symbol)))
            .collect(),
        false => HashMap::new(),
    };
    let has_letters = symbols.iter().any(|symbol| symbol.link.is_some());
    for symbol in symbols {
        let used = match symbol.used_by.len() {
            0 => String::new(),
            _ => format!(", used by {}", clean(&symbol.used_by.join(", "))),
        };
        if has_letters {
            let letter = symbol.link.as_ref().map_or('-', Link::letter);
            write!(out, "{letter}  ")?;
        }
        writeln!(
            out,
            "{:<kind$}  {:<value$}  {}  {}",
            clean(&symbol.kind),
            clean(&symbol.value),
            Painted(style.strong, format!("{:<name$}", clean(view.name(symbol)))),
            Painted(style.dim, format!("{}{used}", clean(&symbol.path))),
        )?;
        let Some(link) = symbol.link.as_ref().filter(|_| view.uses) else {
            continue;
        };
        for (label, names) in [
            ("uses", &link.resources),
            ("needs", &link.needs),
            ("features", &link.features),
        ] {
            if !names.is_empty() {
                let label = Painted(style.dim, label.to_owned());
                let names: Vec<&str> = names
                    .iter()
                    .map(|name| spelled.get(name.as_str()).copied().unwrap_or(name))
                    .collect();
                writeln!(out, "     {label} {}", clean(&names.join(", ")))?;
            }
        }
    }
    Ok(())
}
