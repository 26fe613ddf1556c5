//! Writes query results as short tables: summary, names, parts, repairs, embedded files.

use std::io::{self, Write};

use glassbox_core::format::{Artifact, ArtifactKind, ContainerPart, Repair, Summary};
use glassbox_core::needs::Needs;

use super::clean;
use super::style::{Painted, Style};
use crate::{FoundFile, StringsReport};

/// Rows of parts that are shown; a file can have hundreds of thousands.
const MAX_PARTS: usize = 1000;

/// Writes the summary of a file, one screen. `findings` is the line that counts findings.
pub fn summary(
    out: &mut dyn Write,
    file: &str,
    size: u64,
    summary: &Summary,
    findings: &str,
    style: &Style,
) -> io::Result<()> {
    let name = Painted(style.strong, clean(file));
    writeln!(out, "{name}: {}", clean(&summary.kind))?;
    let mut facts = vec![("size", format!("{size} bytes"))];
    if let Some(producer) = &summary.producer {
        facts.push(("producer", producer.clone()));
    }
    facts.extend(summary.facts.iter().map(|(label, value)| (label.as_str(), value.clone())));
    facts.push(("findings", findings.to_owned()));
    let width = facts.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    for (label, value) in &facts {
        let label = Painted(style.dim, format!("{:<width$}", clean(label)));
        writeln!(out, "  {label}  {}", clean(value))?;
    }
    if summary.parts.is_empty() {
        return Ok(());
    }
    let shown = &summary.parts[..summary.parts.len().min(MAX_PARTS)];
    let digits = hex_width(shown.iter().map(|part| part.range.end));
    let width = shown.iter().map(|part| part.path.chars().count()).max().unwrap_or(0).min(40);
    writeln!(out, "  {}", Painted(style.dim, "parts"))?;
    for part in shown {
        let (start, end) = (part.range.start, part.range.end);
        let range = format!("{start:#0digits$x}..{end:#0digits$x}");
        let path = format!("{:<width$}", clean(&part.path));
        writeln!(out, "    {}  {path}  {}", Painted(style.dim, range), clean(&part.description))?;
    }
    if summary.parts.len() > shown.len() {
        writeln!(out, "    … {} more", summary.parts.len() - shown.len())?;
    }
    Ok(())
}

/// Writes the strings that occur in several parts: the saving of each, and its occurrences.
pub fn strings(out: &mut dyn Write, strings: &StringsReport, style: &Style) -> io::Result<()> {
    writeln!(
        out,
        "  {}",
        Painted(
            style.dim,
            format!(
                "strings: {} of {} bytes in all; holding those in several parts once saves {}",
                strings.count, strings.bytes, strings.saving
            )
        )
    )?;
    for repeated in strings.repeated.iter().take(MAX_PARTS) {
        writeln!(
            out,
            "    {:>6}  {}  {}",
            repeated.saving,
            Painted(style.strong, clean(&repeated.text)),
            Painted(style.dim, clean(&repeated.places.join(", "))),
        )?;
    }
    if strings.repeated.len() > MAX_PARTS {
        writeln!(out, "    … {} more", strings.repeated.len() - MAX_PARTS)?;
    }
    Ok(())
}

/// Writes what the programs of a file need: the version, then each need with the first place that asks for it.
pub fn needs(out: &mut dyn Write, needs: &Needs, style: &Style) -> io::Result<()> {
    let Needs { stated, least, items } = needs;
    let what = if stated == least {
        format!("needs: {}", clean(least))
    } else {
        format!("needs: {}; the file states {}", clean(least), clean(stated))
    };
    writeln!(out, "  {}", Painted(style.dim, what))?;
    let width = items.iter().map(|need| need.what.chars().count()).max().unwrap_or(0).min(48);
    for need in items.iter().take(MAX_PARTS) {
        let name = Painted(style.strong, format!("{:<width$}", clean(&need.what)));
        write!(out, "    {:>4}  {name}  {}", clean(&need.version), clean(&need.place))?;
        if let Some(source) = &need.source {
            write!(out, ", {}", clean(source))?;
        }
        if need.count > 1 {
            write!(out, "; {} places", need.count)?;
        }
        match &need.capability {
            Some(capability) => writeln!(out, "; device: {}", Painted(style.dim, clean(capability)))?,
            None => writeln!(out)?,
        }
    }
    if items.len() > MAX_PARTS {
        writeln!(out, "    … {} more", items.len() - MAX_PARTS)?;
    }
    Ok(())
}

/// Writes the extractable pieces of a file: name, kind, size, offset.
pub fn pieces(out: &mut dyn Write, pieces: &[Artifact<'_>], style: &Style) -> io::Result<()> {
    let name = pieces.iter().map(|piece| piece.name.chars().count()).max().unwrap_or(0).min(48);
    for piece in pieces {
        let kind = match piece.kind {
            ArtifactKind::Code(language) => format!("{language} code"),
            ArtifactKind::File(format) => format!("{format} file"),
            ArtifactKind::String => "string".to_owned(),
            ArtifactKind::Source => "source".to_owned(),
            ArtifactKind::Data => "data".to_owned(),
        };
        writeln!(
            out,
            "{}  {kind:<12}  {:>8}  {}{}",
            Painted(style.strong, format!("{:<name$}", clean(&piece.name))),
            piece.bytes.len(),
            Painted(style.dim, clean(&piece.path)),
            match piece.stage {
                Some(stage) => format!(", {stage}"),
                None => String::new(),
            }
        )?;
    }
    Ok(())
}

/// Writes the parts of a container: number, name, offset, size, description.
pub fn parts(out: &mut dyn Write, parts: &[ContainerPart], style: &Style) -> io::Result<()> {
    let name = parts.iter().map(|part| part.name.chars().count()).max();
    let name = name.unwrap_or(0).min(48);
    for (index, part) in parts.iter().enumerate() {
        writeln!(
            out,
            "{index:>4}  {}  {:#010x}  {:>10}  {}",
            Painted(style.strong, format!("{:<name$}", clean(&part.name))),
            part.data.start,
            part.data.end - part.data.start,
            Painted(style.dim, clean(&part.description)),
        )?;
    }
    Ok(())
}

/// Writes the available repairs: name, rule, effect.
pub fn repairs(out: &mut dyn Write, repairs: &[Repair], style: &Style) -> io::Result<()> {
    let name = repairs.iter().map(|repair| repair.name.len()).max().unwrap_or(0);
    for repair in repairs {
        let rule = match repair.rule {
            Some(rule) => format!(" ({rule})"),
            None => String::new(),
        };
        let asked = if repair.by_default { "" } else { "; only when asked for with --only" };
        let name = Painted(style.strong, format!("{:<name$}", repair.name));
        writeln!(out, "{name}  {}{rule}{asked}", clean(&repair.description))?;
    }
    Ok(())
}

/// The files inside a file: offset, size, format, kind; those inside another are set in under it.
pub fn finds(out: &mut dyn Write, finds: &[FoundFile], style: &Style) -> io::Result<()> {
    let digits = hex_width(finds.iter().map(|find| find.end));
    let mut depths: Vec<usize> = Vec::with_capacity(finds.len());
    for find in finds {
        let outer = find.inside.and_then(|outer| depths.get(outer));
        depths.push(outer.map_or(0, |outer| outer + 1));
    }
    let indented = finds.iter().zip(&depths);
    let width = indented.map(|(find, depth)| 2 * depth + find.format.len()).max();
    let width = width.unwrap_or(0).min(60);
    for (find, depth) in finds.iter().zip(&depths) {
        let format = format!("{:depth$}{}", "", find.format, depth = 2 * (*depth).min(20));
        let place = match &find.array {
            Some(array) => format!(
                ", {}, line {}",
                if array.name.is_empty() { "an array" } else { &array.name },
                array.line
            ),
            None => String::new(),
        };
        writeln!(
            out,
            "{}  {:>10}  {}  {}{}",
            Painted(style.dim, format!("{:#0digits$x}", find.start)),
            find.size(),
            Painted(style.strong, format!("{format:<width$}")),
            clean(&find.kind),
            clean(&place)
        )?;
    }
    Ok(())
}

/// Width of offsets with their `0x`.
fn hex_width(offsets: impl Iterator<Item = u64>) -> usize {
    let digits = offsets.max().map_or(0, |largest| (64 - largest.leading_zeros() as usize).div_ceil(4));
    digits.max(4) + 2
}
