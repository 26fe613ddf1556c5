//! Writes the explanation of a rule.

use std::io::{self, Write};

use glassbox_core::diagnostic::Rule;

use super::style::{Painted, Style};

/// Width of the running text.
const WIDTH: usize = 96;

/// Writes one rule in full: title, cause, effect, cure, an example, and the source of the fact.
pub fn rule(out: &mut dyn Write, rule: &Rule, origin: &str, style: &Style) -> io::Result<()> {
    let head = format!("{}[{}]", rule.severity, rule.id);
    let head = Painted(style.severity(rule.severity), head);
    writeln!(out, "{head}{}", Painted(style.strong, format!(": {}", rule.title)))?;
    writeln!(out, "  {}", Painted(style.dim, origin))?;
    for (label, text) in [("cause", rule.cause), ("effect", rule.effect), ("cure", rule.cure)] {
        writeln!(out)?;
        writeln!(out, "  {}", Painted(style.strong, label))?;
        for line in wrapped(text) {
            writeln!(out, "    {line}")?;
        }
    }
    if let Some(example) = rule.example() {
        for (label, lines) in [("wrong", example.wrong), ("right", example.right)] {
            writeln!(out)?;
            writeln!(out, "  {}", Painted(style.strong, label))?;
            for line in lines {
                writeln!(out, "{}", format!("    {line}").trim_end())?;
            }
        }
    }
    if !rule.source.is_empty() {
        writeln!(out)?;
        writeln!(out, "  {}", Painted(style.strong, "source"))?;
        for line in wrapped(rule.source) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

/// One rule in one line.
pub fn rule_line(out: &mut dyn Write, rule: &Rule, width: usize, style: &Style) -> io::Result<()> {
    let severity = format!("{:<7}", rule.severity.name());
    writeln!(
        out,
        "  {}  {}  {}",
        Painted(style.strong, format!("{:<width$}", rule.id)),
        Painted(style.severity(rule.severity), severity),
        rule.title
    )
}

/// A text in lines of bearable width.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > WIDTH {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
            used += length;
        }
    }
    lines
}
