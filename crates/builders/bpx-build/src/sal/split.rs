//! Splits a vendor source by line: declarations between `#sal` lines, `#stage`, `#include`, and
//! code.

use glassbox_core::span::Span;

/// Parts of a source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Split {
    /// Declaration blocks, without the lines around them.
    pub blocks: Vec<Span>,
    /// `#sal` line that opens an unterminated block.
    pub unclosed: Option<Span>,
    /// `#stage` directive; the last one counts.
    pub stage: Option<Directive>,
    /// Includes in order.
    pub includes: Vec<Directive>,
    /// Lines other than code: blocks and the directives above, with line ends.
    pub hidden: Vec<Span>,
}

/// Directive with its argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// Argument without quotes.
    pub value: String,
    /// The line without its end.
    pub span: Span,
}

/// True if a text has lines specific to the vendor's sources.
#[must_use]
pub fn is_sal(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| line == "#sal" || line.starts_with("#stage "))
}

/// Argument of a text's `#stage` line, without parsing its declarations.
#[must_use]
pub fn stated_stage(text: &str) -> Option<String> {
    is_sal(text).then(|| split(text).stage)?.map(|stage| stage.value)
}

/// Splits a source.
#[must_use]
pub fn split(text: &str) -> Split {
    let mut split = Split::default();
    let mut open: Option<(Span, u32)> = None;
    let mut at = 0u32;
    for line in text.split_inclusive('\n') {
        let length = u32::try_from(line.len()).unwrap_or(u32::MAX);
        let (start, end) = (at, at.saturating_add(length));
        at = end;
        let trimmed = line.trim();
        let indent = u32::try_from(line.len() - line.trim_start().len()).unwrap_or_default();
        let width = u32::try_from(trimmed.len()).unwrap_or_default();
        let span = Span::new(start + indent, start + indent + width);
        if trimmed == "#sal" {
            split.hidden.push(Span::new(start, end));
            open = match open {
                None => Some((span, end)),
                Some((_, begin)) => {
                    split.blocks.push(Span::new(begin, start));
                    None
                }
            };
            continue;
        }
        if open.is_some() {
            split.hidden.push(Span::new(start, end));
            continue;
        }
        let Some(directive) = trimmed.strip_prefix('#') else {
            continue;
        };
        let (name, value) = match directive.split_once(char::is_whitespace) {
            Some((name, value)) => (name, value.trim()),
            None => (directive, ""),
        };
        let found = || Directive { value: value.trim_matches(['"', '<', '>']).to_owned(), span };
        match name {
            "stage" => split.stage = Some(found()),
            "include" => split.includes.push(found()),
            // The target determines the version.
            "version" => {}
            _ => continue,
        }
        split.hidden.push(Span::new(start, end));
    }
    if let Some((line, begin)) = open {
        split.blocks.push(Span::new(begin, at));
        split.unclosed = Some(line);
    }
    split
}
