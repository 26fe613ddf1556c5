//! Parses source lines: comments, labels, line markers, statements.

use glassbox_core::diagnostic::Severity;
use std::ops::ControlFlow;

use memchr::memchr;

use super::arguments::Arguments;
use super::fault::{Result, StatementError};
use super::number::{self, find, trim};
use super::state::{Assembler, BlockKind, Closed, CodeLabel, Scope, span};
use crate::rules;

/// True for a valid identifier: letters, digits except first, `_` and `$`. Also true for empty text.
pub(crate) fn is_identifier(text: &str) -> bool {
    let good = |(at, byte): (usize, u8)| {
        byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || (at > 0 && byte.is_ascii_digit())
    };
    text.bytes().enumerate().all(good)
}

/// The line without its comment.
fn without_comment(line: &str) -> &str {
    &line[..memchr(b';', line.as_bytes()).unwrap_or(line.len())]
}

impl<'a> Assembler<'a> {
    /// Assembles one input. `Break` ends the run.
    pub(crate) fn file(&mut self, number: usize) -> ControlFlow<()> {
        let Some(input) = self.inputs.get(number) else {
            return ControlFlow::Continue(());
        };
        self.input = number as u32;
        self.text = input.text;
        self.shared_space.next_file();
        self.scope = Scope { file: input.name, line: 1, ..Scope::default() };
        self.unknown_names.clear();
        let text = self.readable_text();
        let mut rest = text;
        loop {
            let (line, more) = match memchr(b'\n', rest.as_bytes()) {
                Some(end) => (&rest[..end], Some(&rest[end + 1..])),
                None => (rest, None),
            };
            let marker = match self.line(line) {
                Ok(is_marker) => is_marker,
                Err(fault) => {
                    self.report(*fault);
                    if self.is_compatible() {
                        return ControlFlow::Break(());
                    }
                    false
                }
            };
            let Some(more) = more else { break };
            self.scope.line = self.scope.line.wrapping_add(i32::from(!marker));
            rest = more;
        }
        self.end_of_file()
    }

    /// The text without byte-order mark, up to a NUL, at which picasso stops reading.
    fn readable_text(&mut self) -> &'a str {
        let mut text = self.text;
        if let Some(end) = text.find('\0') {
            self.remark(&rules::TEXT, &text[end..=end], "the text contains a NUL byte")
                .note("picasso stops reading there")
                .help("remove it; a source is plain text");
            text = &text[..end];
        }
        if !self.is_compatible()
            && let Some(rest) = text.strip_prefix('\u{feff}')
        {
            let mark = &text[..text.len() - rest.len()];
            self.remark(&rules::TEXT, mark, "the text begins with a byte-order mark")
                .note("picasso treats it as a part of the first word")
                .help("save the file as UTF-8 without a byte-order mark");
            text = rest;
        }
        text
    }

    /// Assembles a line; true if it was a line marker.
    fn line(&mut self, line: &'a str) -> Result<bool> {
        let mut line = trim(without_comment(line));
        while let Some(at) = find(line, b':') {
            let name = &line[..at];
            line = trim(&line[at + 1..]);
            self.label(name)?;
        }
        if let Some(marker) = line.strip_prefix('#') {
            let is_marker = self.is_compatible() || !self.odd_marker(line, trim(marker));
            if is_marker {
                self.marker(trim(marker));
            }
            return Ok(is_marker);
        }
        if line.is_empty() {
            return Ok(false);
        }
        let mut arguments = Arguments::new(line);
        match arguments.word.strip_prefix('.') {
            Some(name) => self.run_directive(name, &mut arguments)?,
            None => self.instruction(&mut arguments)?,
        }
        Ok(false)
    }

    fn label(&mut self, name: &'a str) -> Result<()> {
        if !is_identifier(name) {
            let trimmed = trim(name);
            let fault = self.fault(
                &rules::LABEL,
                if trimmed.is_empty() { name } else { trimmed },
                format!("invalid label name: {name}"),
                format!("`{trimmed}` cannot be the name of a label"),
            );
            let fault = fault.note("a colon anywhere in a line ends a label, except after `;`");
            return Err(if trimmed != name && is_identifier(trimmed) {
                fault.help(format!("the colon follows the name directly: `{trimmed}:`"))
            } else {
                fault.help("names consist of letters, digits, `_` and `$`, and do not begin with a digit")
            });
        }
        let label = CodeLabel { word: self.code.len(), part: name, is_used: false };
        let Some(first) = self.scope.labels.get(name) else {
            if name.is_empty() {
                self.remark(&rules::LABEL, name, "a colon without a name before it")
                    .severity(Severity::Warning)
                    .help("remove the colon, or name the label");
            }
            self.scope.labels.insert(name, label);
            return Ok(());
        };
        let fault = self.fault(
            &rules::DUPLICATE_LABEL,
            name,
            format!("duplicate label: {name}"),
            format!("label `{name}` is already set"),
        );
        Err(fault
            .label(self.place(first.part), "it is set here first")
            .help("labels belong to a file; give one of them another name"))
    }

    /// Reports a line that starts with `#` but is not a line marker; false for a line marker.
    fn odd_marker(&mut self, line: &'a str, text: &'a str) -> bool {
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return false;
        }
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let word = words.first().copied().unwrap_or_default();
        let message = match word {
            "" => "`#` alone is not a line marker".to_owned(),
            word => format!("`#{word}` is not a line marker, and there is no preprocessor"),
        };
        let help = match words.as_slice() {
            ["define", name, value] => {
                format!("write `.alias {name} {value}` for a register, or run a preprocessor first")
            }
            ["line", number, rest @ ..] if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!(
                    "write `{}`",
                    ["#", *number].iter().chain(rest).copied().collect::<Vec<_>>().join(" ")
                )
            }
            [
                "define" | "undef" | "include" | "if" | "ifdef" | "ifndef" | "else" | "elif" | "endif"
                | "pragma" | "error" | "warning",
                ..,
            ] => "run a preprocessor first, such as `cpp`; its markers, `# 1 \"file\"`, are understood"
                .to_owned(),
            _ => "comments begin with `;`, line markers with a number: `# 1 \"file\"`".to_owned(),
        };
        self.remark(&rules::LINE_MARKER, line, message)
            .note("picasso treats it as a line marker and uses what follows as the name of the file")
            .help(help);
        true
    }

    /// `# LINE "FILE"`: source location of the next line.
    fn marker(&mut self, text: &'a str) {
        let (number, rest) = match text.find([' ', '\t']) {
            Some(at) => (&text[..at], trim(&text[at + 1..])),
            None => (text, &text[text.len()..]),
        };
        self.scope.line = number::decimal(number).0;
        self.scope.is_marked = true;
        let name = match rest.strip_prefix('"') {
            // The last character is dropped, whatever it is.
            Some(name) => name.char_indices().next_back().map_or("", |(last, _)| &name[..last]),
            None => rest,
        };
        // Without a name, picasso shows the text after the number.
        if self.scope.file != name && (!name.is_empty() || self.is_compatible()) {
            self.scope.file = name;
            self.scope.file_index = None;
        }
    }

    /// Reports errors known at the end of a file: open blocks, undefined labels.
    pub(crate) fn end_of_file(&mut self) -> ControlFlow<()> {
        if !self.blocks.is_empty() {
            if self.is_compatible() {
                let end = &self.text[self.text.len()..];
                let fault = self.fault(&rules::UNCLOSED, end, "unclosed block(s)", "a block is open");
                self.report(*fault);
                return ControlFlow::Break(());
            }
            self.unclosed_blocks();
        }
        let jumps = std::mem::take(&mut self.scope.jumps);
        for jump in jumps {
            match self.scope.labels.get_mut(jump.name) {
                Some(label) => {
                    label.is_used = true;
                    let target = label.word as u32;
                    if let Some(word) = self.code.get_mut(jump.word) {
                        *word = *word & !(0xFFF << 10) | target << 10;
                    }
                }
                None => {
                    let fault = self.undefined_label(jump.name);
                    let known = !self.is_compatible() && !self.unknown_names.insert(jump.name);
                    (self.scope.file, self.scope.line) = if self.is_compatible() {
                        (self.scope.file, self.scope.line)
                    } else {
                        (jump.file, jump.line)
                    };
                    self.report(if known { *fault.known() } else { *fault });
                    if self.is_compatible() {
                        return ControlFlow::Break(());
                    }
                }
            }
        }
        if !self.is_compatible() && self.options.lints {
            self.unused_names();
        }
        ControlFlow::Continue(())
    }

    fn undefined_label(&self, name: &'a str) -> Box<StatementError> {
        let fault = self.fault(
            &rules::UNDEFINED_LABEL,
            name,
            format!("label '{name}' is undefined"),
            format!("there is no label `{name}` in this file"),
        );
        let close = self.like(name, self.scope.labels.keys().copied());
        match close {
            Some(known) => fault.help(format!("did you mean `{known}`?")),
            None if self.procedures.contains_key(name) => {
                fault.help(format!("`{name}` is a procedure; procedures are called: `callc cmp.x, {name}`"))
            }
            None => fault.help(format!("set it with `{name}:` in front of the instruction to go to")),
        }
    }

    /// The fault of a block closed by an `.end` meant for the enclosing block, which is open as a result.
    fn closed_for_another(&self, suspect: &Closed<'a>, open: &'a str, what: &str) -> Box<StatementError> {
        let inner = match suspect.block.kind {
            BlockKind::Loop => "loop",
            _ => "condition",
        };
        let opening = suspect.block.opening;
        let fault =
            self.fault(&rules::UNCLOSED, opening, "unclosed block(s)", format!("this {inner} is not closed"));
        fault
            .label(self.place(suspect.end), format!("this `.end` closes the {inner}"))
            .label(self.place(open), "and this is open to the end of the file")
            .note(format!("an `.end` closes the innermost open block, so {what} has none left"))
            .help(format!("add the `.end` of the {inner}; `end` without a dot stops the shader"))
    }

    /// Reports and closes all open blocks.
    fn unclosed_blocks(&mut self) {
        // At the end of the file, the last `.end` is a hint only if it ends the procedure.
        let is_last = |closed: &Closed<'_>| {
            let end = span(self.text, closed.end).end;
            let rest = self.text.get(end..).unwrap_or_default().lines();
            rest.map(|line| trim(without_comment(line))).all(str::is_empty)
        };
        let suspect = match self.scope.suspect.take() {
            Some(suspect) => Some(suspect),
            None => self.unindented().filter(is_last),
        };
        let blocks = std::mem::take(&mut self.blocks);
        self.array = None;
        let mut suspect = suspect.filter(|suspect| suspect.depth <= blocks.len());
        for block in blocks {
            let (what, close) = match block.kind {
                BlockKind::Procedure(name) => (format!("procedure `{name}`"), "procedure"),
                BlockKind::Loop => ("this loop".to_owned(), "loop"),
                BlockKind::If(_) => ("this condition".to_owned(), "condition"),
                BlockKind::Array => ("this array".to_owned(), "array"),
            };
            let fault = match suspect.take() {
                Some(suspect) => self.closed_for_another(&suspect, block.opening, &what),
                None => {
                    let fault = self.fault(
                        &rules::UNCLOSED,
                        block.opening,
                        "unclosed block(s)",
                        format!("{what} is not closed"),
                    );
                    fault.help(format!("close the {close} with `.end`; `end` without a dot stops the shader"))
                }
            };
            self.report(*fault);
            // Calls of the procedure would only repeat the error.
            if let BlockKind::Procedure(name) = block.kind {
                let size = self.code.len().saturating_sub(block.start);
                self.end_procedure(name, block.start, size);
            }
        }
    }
}
