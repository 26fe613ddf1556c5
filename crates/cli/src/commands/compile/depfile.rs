//! Rules of make: what a result is made from.

use std::fmt::Write as _;

use anyhow::{Result, bail};

/// A rule for some results.
pub(super) fn rule(outputs: &[String], inputs: &[&str]) -> Result<String> {
    if outputs.is_empty() {
        bail!("--depfile is for files; name the result with -o");
    }
    let outputs: Vec<String> = outputs.iter().map(|path| escaped(path)).collect();
    let mut text = format!("{}:", outputs.join(" "));
    let inputs = inputs.iter().filter(|path| **path != "-");
    for input in inputs {
        write!(text, " \\\n  {}", escaped(input))?;
    }
    text.push('\n');
    Ok(text)
}

/// A path as make reads it.
fn escaped(path: &str) -> String {
    path.replace('$', "$$").replace(' ', "\\ ").replace('#', "\\#")
}
