//! `#include`.

use glassbox_core::suggest::similar;
use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Token};

use super::{MAX_INCLUDED, MAX_INCLUSIONS, Preprocessor};
use crate::rules::{DIRECTIVE, INCLUDE, LIMIT};

impl Preprocessor<'_> {
    /// `#include "PATH"` or `#include <PATH>`.
    pub(super) fn include(&mut self, from: Provenance, rest: &[Token]) {
        let Some((path, is_system, at)) = path(rest) else {
            let finding = self.reports.of(
                &DIRECTIVE,
                rest.first().map_or(from, |token| token.from),
                "found no path, expected one between quotation marks or `<` and `>`",
            );
            self.reports.add(finding.help("write `#include \"PATH\"`"));
            return;
        };
        let Some(current) = self.frames.last().map(|frame| frame.file) else {
            return;
        };
        let from_name = self.reports.sources.name(current).to_owned();
        let Some(found) = self.includes.find(&path, is_system, &from_name) else {
            let known = self.includes.known(&from_name);
            let message = format!("found no text `{}`, expected one that the search finds", shown(&path));
            let help = match similar(&path, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "fix the path, or add the folder to the search".to_owned(),
            };
            let finding = self.reports.of(&INCLUDE, at, message);
            self.reports.add(finding.help(help));
            return;
        };
        let file = match self.reports.sources.find(&found.name) {
            Some(file) => file,
            None => self.reports.sources.add(found.name, found.text),
        };
        if self.once.contains(&file) {
            return;
        }
        self.included += 1;
        if self.frames.len() > MAX_INCLUSIONS || self.included > MAX_INCLUDED {
            let message = format!(
                "found inclusions {} deep and {} in all, expected at most {MAX_INCLUSIONS} and {MAX_INCLUDED}",
                self.frames.len(),
                self.included
            );
            let finding = self.reports.of(&LIMIT, at, message);
            self.reports.add(finding.help("begin texts that are included with `#pragma once`"));
            self.is_exhausted = true;
            return;
        }
        let outer = self.frames.iter().position(|frame| frame.file == file);
        self.enter(file);
        if outer.is_some() && !self.is_guarded() {
            self.frames.pop();
            let chain: Vec<&str> = self
                .frames
                .iter()
                .skip(outer.unwrap_or(0))
                .map(|frame| self.reports.sources.name(frame.file))
                .collect();
            let message =
                format!("found `{}` inside of itself, expected no circle of inclusions", shown(&path));
            let finding = self.reports.of(&INCLUDE, at, message);
            let finding = finding.note(format!("each includes the next: {}", chain.join(", ")));
            self.reports.add(finding.help("begin the text with `#pragma once`, or take the inclusion out"));
        }
    }

    /// Whether the text just entered begins with `#ifndef` of a macro that is defined: then there is nothing in it.
    fn is_guarded(&self) -> bool {
        let tokens = self.frames.last().map(|frame| frame.tokens.as_slice());
        match tokens {
            Some([mark, word, name, ..]) if mark.is("#") && word.is("ifndef") => {
                self.macros.contains_key(&name.text)
            }
            _ => false,
        }
    }
}

/// The path, whether it stands between `<` and `>`, and where.
pub(crate) fn path(rest: &[Token]) -> Option<(String, bool, Provenance)> {
    let first = rest.first()?;
    if first.kind == Kind::Quoted {
        let inner = first.text.strip_prefix('"')?.strip_suffix('"')?;
        return Some((inner.to_owned(), false, first.from)).filter(|(path, ..)| !path.is_empty());
    }
    if !first.is("<") {
        return None;
    }
    let end = rest.iter().position(|token| token.is(">"))?;
    let inner = rest.get(1..end)?;
    let path: String = inner.iter().map(|token| &*token.text).collect();
    let mut from = first.from;
    if let Some(last) = rest.get(end) {
        from.written.span = from.written.span.to(last.from.written.span);
        from.used = from.written;
    }
    Some((path, true, from)).filter(|(path, ..)| !path.is_empty())
}
