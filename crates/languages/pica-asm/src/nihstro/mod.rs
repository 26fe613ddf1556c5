//! Assembles sources in nihstro's dialect.
//!
//! Descriptors, words and tables equal nihstro's, except where nihstro's code does not do on hardware what
//! the source says:
//!
//! * the entry point of the file is the word of its label, not the offset of its name;
//! * `mova` writes the address registers: its descriptor has a mask;
//! * `exp`, `log`, `rcp` and `rsq` read the component named in the source, the first one of the selection;
//! * labels after `setemitraw` keep their positions;
//! * `dph` with a uniform as its second source reads the components defined for `dph`;
//! * there is room for 128 descriptors, constants are rounded as picasso does it, labels are numbered, and the masks of
//!   registers in use are written;
//! * a name may be an alias of a temporary register.
//!
//! `.include` is rejected: the assembler reads no files.
//!
//! | file | holds |
//! | --- | --- |
//! | `line.rs` | tokens of a line |
//! | `value.rs` | expressions and names |
//! | `statement.rs`, `flow.rs` | instructions |
//! | `declare.rs` | `.alias` |
//!
//! Facts: PICA200 brief, section 10; the published grammar of nihcode 0.1.

mod declare;
mod flow;
mod line;
mod statement;
mod value;

use std::collections::HashMap;

use crate::assemble::fault::Result;
use crate::assemble::state::{Assembler, Procedure, Scope};
use crate::assemble::{Assembly, Options, finished};
use crate::rules;
use crate::{Input, Mode};

use flow::{Block, Jump};
use line::Line;
use value::Value;

/// Label at which a program starts.
const ENTRY: &str = "main";
/// Lines examined to detect the dialect of a text.
const MAX_LINES_LOOKED_AT: usize = 2000;

/// A run over one source.
struct Import<'r, 'a> {
    assembler: &'r mut Assembler<'a>,
    names: HashMap<&'a str, Value>,
    labels: HashMap<&'a str, usize>,
    label_order: Vec<&'a str>,
    jumps: Vec<Jump<'a>>,
    blocks: Vec<Block<'a>>,
    descriptors: Vec<u32>,
}

/// Assembles a source in the dialect.
pub fn assemble(input: Input<'_>, options: &Options) -> Assembly {
    let options = Options { mode: Mode::Glassbox, ..options.clone() };
    let inputs = [input];
    let mut assembler = Assembler::new(&inputs, &options);
    let mut import = Import {
        assembler: &mut assembler,
        names: HashMap::new(),
        labels: HashMap::new(),
        label_order: Vec::new(),
        jumps: Vec::new(),
        blocks: Vec::new(),
        descriptors: Vec::new(),
    };
    import.run();
    assembler.check();
    finished(assembler)
}

/// True if a text uses the dialect: conditions on `cc`, blocks closed by keywords, or values and semantics
/// after `as`.
pub fn is_source(text: &str) -> bool {
    let mut shows = false;
    for line in text.lines().take(MAX_LINES_LOOKED_AT) {
        let line = Line::new(line);
        let word = line.first_word();
        let is = |known: &[&str]| known.iter().any(|known| word.eq_ignore_ascii_case(known));
        if is(&[".proc", ".fvec", ".constf", ".out", ".in", ".gsh"]) {
            return false;
        }
        let has_meaning = is(&[".alias"]) && line.text.split_whitespace().any(|word| word == "as");
        let has_entry = line.text.strip_suffix(':').is_some_and(|label| label.trim() == ENTRY);
        shows |= has_meaning || has_entry || is(&["endif", "endloop", "setemitraw"]);
    }
    shows
}

impl<'a> Import<'_, 'a> {
    fn run(&mut self) {
        let Some(input) = self.assembler.inputs.first() else {
            return;
        };
        let text = input.text;
        self.assembler.text = text;
        self.assembler.scope = Scope { file: input.name, line: 1, ..Scope::default() };
        let is_geometry = input.name.ends_with(".gsh") || input.name.contains(".g.");
        self.assembler.executable(&text[..0]).is_geometry = is_geometry;
        for line in text.split('\n') {
            if let Err(fault) = self.line(Line::new(line)) {
                self.assembler.report(*fault);
            }
            self.assembler.scope.line = self.assembler.scope.line.wrapping_add(1);
        }
        self.finish(&text[text.len()..]);
    }

    fn line(&mut self, mut line: Line<'a>) -> Result<()> {
        let statement = line.text;
        if statement.is_empty() {
            return Ok(());
        }
        if let Some(label) = statement.strip_suffix(':') {
            return self.label(label.trim_end());
        }
        let word = line.word();
        match word.strip_prefix('.') {
            Some(name) => self.directive(name, word, &mut line),
            None => self.instruction(word, &mut line),
        }
    }

    fn label(&mut self, name: &'a str) -> Result<()> {
        if !line::is_name(name) {
            let fault = self.assembler.fault(
                &rules::LABEL,
                name,
                "",
                format!("`{name}` cannot be the name of a label"),
            );
            return Err(fault.help("names consist of letters, digits except in front, and `_`"));
        }
        if self.labels.contains_key(name) {
            let fault = self.assembler.fault(
                &rules::DUPLICATE_LABEL,
                name,
                "",
                format!("label `{name}` is already set"),
            );
            let first = self.label_order.iter().find(|known| **known == name);
            return Err(match first {
                Some(first) => fault.label(self.assembler.place(first), "it is set here first"),
                None => fault,
            }
            .help("give one of them another name"));
        }
        self.labels.insert(name, self.assembler.code.len());
        self.label_order.push(name);
        Ok(())
    }

    fn directive(&mut self, name: &'a str, word: &'a str, line: &mut Line<'a>) -> Result<()> {
        match name {
            "alias" => self.alias(line),
            // Only states the language version of the source.
            "version" => Ok(()),
            "include" => {
                let fault =
                    self.assembler.fault(&rules::NIHSTRO, line.statement, "", "files are not included");
                Err(fault.help("put the text of the file here, or run a preprocessor first"))
            }
            _ => {
                let message = format!("`{word}` is not a directive of nihstro");
                let fault = self.assembler.fault(&rules::UNKNOWN_COMMAND, word, "", message);
                Err(if crate::assemble::is_directive(name) {
                    fault.help("it is one of picasso: assemble with --language picasso")
                } else {
                    fault.help("the directives are .alias, .version and .include")
                })
            }
        }
    }

    /// Reports errors known at the end of the source.
    fn finish(&mut self, end: &'a str) {
        for block in std::mem::take(&mut self.blocks) {
            let fault = self.assembler.fault(&rules::UNCLOSED, block.opening, "", "this block is not closed");
            let fault = fault.help(format!("close it with `{}`", block.closing()));
            self.assembler.report(*fault);
        }
        self.resolve_jumps();
        for &value in &self.descriptors {
            self.assembler.descriptors.write_down(value);
        }
        let words = self.assembler.code.len();
        match self.labels.get_key_value(ENTRY) {
            Some((&name, &start)) => {
                let procedure = Procedure { start, size: words - start, name, input: 0 };
                self.assembler.procedures.insert(name, procedure);
                self.assembler.procedure_order.push(name);
            }
            None if self.assembler.options.object => {}
            None => {
                let message = "there is no label `main` to begin at";
                let fault = self.assembler.fault(&rules::UNDEFINED_ENTRY, end, "", message);
                let close = self.assembler.like(ENTRY, self.label_order.iter().copied());
                let help = match close {
                    Some(known) => format!("did you mean `{known}`?"),
                    None => "set it with `main:` in front of the first instruction".to_owned(),
                };
                self.assembler.report(*fault.help(help));
            }
        }
        let labels = self.label_order.iter().map(|&name| (name, self.labels.get(name).copied().unwrap_or(0)));
        let labels: Vec<(&'a str, usize)> = labels.collect();
        self.assembler.executable(end).labels = labels;
    }
}
