//! Writes the names of a file as a table; for formats linked by name, with the letters of `nm`.

use std::collections::HashMap;
use std::io::{self, Write};

use glassbox_core::interface::{Link, Symbol};

use super::clean;
use super::style::{Painted, Style};

/// Spelling of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NameStyle {
    /// As the file has them.
    #[default]
    Stored,
    /// Decorated names as the declaration in the source.
    Source,
    /// Decorated names with everything they encode.
    Full,
}

/// Options for the table of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SymbolView {
    /// Spelling of the names.
    pub names: NameStyle,
    /// True if lines below a name list what it uses and needs.
    pub uses: bool,
}

impl SymbolView {
    /// The spelling of a name; unchanged if it encodes no declaration.
    pub fn name(self, symbol: &Symbol) -> &str {
        match (&symbol.declaration, self.names) {
            (Some(declaration), NameStyle::Source) => &declaration.source,
            (Some(declaration), NameStyle::Full) => &declaration.full,
            _ => &symbol.name,
        }
    }
}

/// Writes the names of a file: letter if any, kind, value, name, location, users.
pub fn symbols(out: &mut dyn Write, symbols: &[Symbol], view: SymbolView, style: &Style) -> io::Result<()> {
    let column = |text: &dyn Fn(&Symbol) -> usize| symbols.iter().map(text).max().unwrap_or(0).min(40);
    let kind = column(&|symbol| symbol.kind.chars().count());
    let value = column(&|symbol| symbol.value.chars().count());
    let name = column(&|symbol| view.name(symbol).chars().count());
    // A needed function is spelled as in its own entry.
    let spelled: HashMap<&str, &str> = if view.uses && view.names != NameStyle::Stored {
        symbols.iter().map(|symbol| (symbol.name.as_str(), view.name(symbol))).collect()
    } else {
        HashMap::new()
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
        for (label, names) in
            [("uses", &link.resources), ("needs", &link.needs), ("features", &link.features)]
        {
            if !names.is_empty() {
                let label = Painted(style.dim, label.to_owned());
                let names: Vec<&str> =
                    names.iter().map(|name| spelled.get(name.as_str()).copied().unwrap_or(name)).collect();
                writeln!(out, "     {label} {}", clean(&names.join(", ")))?;
            }
        }
    }
    Ok(())
}
