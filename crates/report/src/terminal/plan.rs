//! Writes a planned link for people.

use std::io::{self, Write};

use super::clean;
use super::style::{Painted, Style};
use crate::plan::LinkPlan;

/// Maximum number of functions named per library.
const MAX_FUNCTIONS: usize = 6;
/// Maximum number of missing or duplicate functions listed.
const MAX_LISTED: usize = 50;

/// Writes a plan: the needed libraries in order with the functions taken from each, then missing, duplicate and
/// unneeded names.
///
/// ```text
/// PSMain for ps_6_0
///
/// needed, in this order
///   main.dxil   PSMain
///   shade.dxil  Shade
/// not needed
///   noise.dxil
/// ```
///
/// # Errors
///
/// Those of the sink.
pub fn plan(out: &mut dyn Write, plan: &LinkPlan, style: &Style) -> io::Result<()> {
    let what = match (&plan.entry, &plan.exports[..]) {
        (Some(entry), _) => entry.clone(),
        (None, []) => "all functions".to_owned(),
        (None, exports) => exports.join(", "),
    };
    writeln!(out, "{} for {}", Painted(style.strong, clean(&what)), clean(&plan.profile))?;
    if !plan.needed.is_empty() {
        writeln!(out, "\nneeded, in this order")?;
        let width = plan.needed.iter().map(|library| library.name.chars().count());
        let width = width.max().unwrap_or(0).min(60);
        for library in &plan.needed {
            let names = library.functions.iter().map(|function| clean(&function.short));
            let mut names: Vec<_> = names.take(MAX_FUNCTIONS + 1).collect();
            let more = library.functions.len().saturating_sub(MAX_FUNCTIONS);
            if more > 0 {
                names.truncate(MAX_FUNCTIONS);
                names.push(format!("{more} more").into());
            }
            let name = clean(&library.name);
            writeln!(out, "  {name:width$}  {}", Painted(style.aside, names.join(", ")))?;
        }
    }
    if !plan.unresolved.is_empty() {
        writeln!(out, "\ndefined nowhere")?;
        for one in plan.unresolved.iter().take(MAX_LISTED) {
            let chain = one.chains.first().map(|chain| chain.join(" → ")).unwrap_or_default();
            writeln!(
                out,
                "  {}  {}",
                clean(&one.name),
                Painted(style.aside, clean(&format!("for {chain}")))
            )?;
        }
        more(out, plan.unresolved.len())?;
    }
    if !plan.duplicates.is_empty() {
        writeln!(out, "\ndefined more than once")?;
        for one in plan.duplicates.iter().take(MAX_LISTED) {
            let libraries = one.libraries.iter().map(|library| match &one.chosen {
                Some(chosen) if chosen == library => format!("{library} (taken)"),
                _ => library.clone(),
            });
            let libraries = libraries.collect::<Vec<_>>().join(", ");
            writeln!(out, "  {}  {}", clean(&one.name), Painted(style.aside, clean(&libraries)))?;
        }
        more(out, plan.duplicates.len())?;
    }
    if !plan.unused.is_empty() || plan.unused_in_folders > 0 {
        writeln!(out, "\nnot needed")?;
        for name in &plan.unused {
            writeln!(out, "  {}", clean(name))?;
        }
        match plan.unused_in_folders {
            0 => {}
            1 => writeln!(out, "  1 file of the folders")?,
            count => writeln!(out, "  {count} files of the folders")?,
        }
    }
    if !plan.features.is_empty() {
        writeln!(out, "\nfeatures  {}", clean(&plan.features.join(", ")))?;
    }
    Ok(())
}

/// Writes that a list continues.
fn more(out: &mut dyn Write, count: usize) -> io::Result<()> {
    match count.checked_sub(MAX_LISTED) {
        None | Some(0) => Ok(()),
        Some(more) => writeln!(out, "  {more} more"),
    }
}
