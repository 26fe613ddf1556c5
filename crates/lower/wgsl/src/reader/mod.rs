//! Reads WGSL with naga: within limits, on a thread of its own, with its findings in words of the language.

pub mod budget;
pub mod check;
pub mod guard;
pub mod plain;

use glassbox_core::diagnostic::{Diagnostic, Location};
use naga::Module;
use naga::valid::ModuleInfo;

use crate::rules::{INVALID, TEXT};
use plain::sentence;

/// Reads and checks a text.
pub(crate) fn read(text: &str) -> Result<(Module, ModuleInfo), Box<Diagnostic>> {
    let at = |span: Option<std::ops::Range<usize>>| Location::in_text(text, span.unwrap_or(0..0));
    let module = naga::front::wgsl::parse_str(text).map_err(|error| {
        let mut labels = error.labels();
        let first = labels.next();
        let location = at(first.and_then(|(span, _)| span.to_range()));
        let said = match first {
            Some((_, label)) if !label.is_empty() => format!("{}: {label}", error.message()),
            _ => error.message().to_owned(),
        };
        let message = format!("found what the front end refuses: {}", sentence(&said));
        let mut finding = Diagnostic::new(&TEXT, location, message);
        for (span, label) in labels {
            finding = finding.label(at(span.to_range()), label);
        }
        finding.notes.extend(error.notes().map(sentence));
        Box::new(finding)
    })?;
    let info = check::check(&module).map_err(|refusal| {
        let message = format!("found what the front end refuses: {}", sentence(&refusal.message));
        Box::new(Diagnostic::new(&INVALID, at(refusal.span), message))
    })?;
    Ok((check::as_block(&module).unwrap_or(module), info))
}
