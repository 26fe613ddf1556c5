//! State of the assembler during a run.

use std::cell::OnceCell;
use std::ops::Range;

use foldhash::{HashMap, HashSet};
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Label, Location, Report, Reporter, Rule, Severity};
use glassbox_pica::sharing::Descriptors;
use memchr::memchr_iter;

use super::allocate::{Space, UniformClass};
use super::exact::Exact;
use super::fault::StatementError;
use super::{Options, WordSource};
use crate::{Input, Mode};
use glassbox_core::suggest::similar;

/// Deepest block nesting.
pub(crate) const MAX_NESTING: usize = 32;
/// Most entries in a table of uniforms or of constants.
pub(crate) const MAX_TABLE: usize = 96;

/// State of a run.
pub(crate) struct Assembler<'a> {
    pub(crate) options: &'a Options,
    pub(crate) inputs: &'a [Input<'a>],
    /// Index of the current input.
    pub(crate) input: u32,
    /// Text of the current input.
    pub(crate) text: &'a str,
    /// Declarations of the current input.
    pub(crate) scope: Scope<'a>,

    pub(crate) code: Vec<u32>,
    /// Source of each word.
    pub(crate) sources: Vec<WordSource>,
    /// Source file names from inputs and line markers; `WordSource` indexes them.
    pub(crate) files: Vec<&'a str>,
    files_by_name: HashMap<&'a str, u32>,
    pub(crate) descriptors: Descriptors,
    pub(crate) procedures: HashMap<&'a str, Procedure<'a>>,
    /// Names of procedures, ordered by their ends.
    pub(crate) procedure_order: Vec<&'a str>,
    pub(crate) calls: Vec<Call<'a>>,
    pub(crate) blocks: Vec<Block<'a>>,
    /// Open array of constants; may contain blocks.
    pub(crate) array: Option<Array<'a>>,
    /// True if a loop or condition was closed just before.
    pub(crate) last_was_end: bool,
    /// Uniforms of the shared space in order of declaration, including repeated ones.
    pub(crate) uniforms: Vec<Uniform<'a>>,
    /// Index of the first declaration of each.
    pub(crate) uniforms_by_name: HashMap<&'a str, usize>,
    pub(crate) shared_space: Space,
    pub(crate) geometry_space: Space,
    pub(crate) executables: Vec<Executable<'a>>,
    /// State set by extension directives.
    pub(crate) exact: Exact,

    pub(crate) findings: Diagnostics,
    /// Lines of picasso's standard error output.
    pub(crate) messages: Vec<String>,
    /// True after an error.
    pub(crate) failed: bool,
    /// Undeclared names reported so far, to report each once.
    pub(crate) unknown_names: HashSet<&'a str>,
    /// Ids of rules reported once per run because later findings would follow from the first.
    pub(crate) said: HashSet<&'static str>,
    /// An unused temporary register, computed on demand.
    pub(crate) free_temporary: OnceCell<Option<String>>,
}

/// Declarations of one input.
#[derive(Default)]
pub(crate) struct Scope<'a> {
    pub(crate) labels: HashMap<&'a str, CodeLabel<'a>>,
    /// Jumps, resolved at the end of the input.
    pub(crate) jumps: Vec<Jump<'a>>,
    pub(crate) names: HashMap<&'a str, usize>,
    pub(crate) declared: Vec<Name<'a>>,
    /// Names with invalid declarations; their uses are not reported.
    pub(crate) broken: HashSet<&'a str>,
    /// Index of the input's executable.
    pub(crate) executable: Option<usize>,
    /// Current file for picasso's messages and line tables.
    pub(crate) file: &'a str,
    pub(crate) line: i32,
    /// Index of `file` in the list of files, once needed.
    pub(crate) file_index: Option<u32>,
    /// True if a line marker changed file or line.
    pub(crate) is_marked: bool,
    /// True once an instruction outside any block has been reported; reset when a block opens.
    pub(crate) outside_reported: bool,
    /// Block closed by the last `.end`.
    pub(crate) last_closed: Option<Closed<'a>>,
    /// First block closed by an `.end` that was probably meant for an enclosing block, still open.
    pub(crate) suspect: Option<Closed<'a>>,
}

/// A label.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodeLabel<'a> {
    pub(crate) word: usize,
    pub(crate) part: &'a str,
    pub(crate) is_used: bool,
}

/// A jump to a label.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jump<'a> {
    pub(crate) word: usize,
    pub(crate) name: &'a str,
    pub(crate) file: &'a str,
    pub(crate) line: i32,
}

/// A call of a procedure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    pub(crate) word: usize,
    pub(crate) name: &'a str,
    pub(crate) input: u32,
}

/// A procedure that has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Procedure<'a> {
    pub(crate) start: usize,
    pub(crate) size: usize,
    pub(crate) name: &'a str,
    pub(crate) input: u32,
}

/// An open block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'a> {
    pub(crate) kind: BlockKind<'a>,
    /// Index of the opening instruction or of a procedure's first word.
    pub(crate) start: usize,
    /// Statement that opened it.
    pub(crate) opening: &'a str,
}

/// A closed block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed<'a> {
    pub(crate) block: Block<'a>,
    /// `.end` that closed it.
    pub(crate) end: &'a str,
    /// Number of enclosing blocks.
    pub(crate) depth: usize,
}

/// Kind of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlockKind<'a> {
    /// `.proc` with its name.
    Procedure(&'a str),
    /// `for`.
    Loop,
    /// `ifc` or `ifu`, with the start of the else part.
    If(Option<usize>),
    /// `.constfa`.
    Array,
}

impl BlockKind<'_> {
    /// Statement that opens such a block.
    pub(crate) const fn opening(&self) -> &'static str {
        match self {
            BlockKind::Procedure(_) => ".proc",
            BlockKind::Loop => "for",
            BlockKind::If(_) => "if",
            BlockKind::Array => ".constfa",
        }
    }
}

/// An array of constants being parsed.
#[derive(Clone, Debug)]
pub(crate) struct Array<'a> {
    pub(crate) name: &'a str,
    pub(crate) size: Option<i32>,
    pub(crate) elements: Vec<[f32; 4]>,
}

/// Kind of a declared name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameKind {
    Alias,
    Uniform,
    Constant,
    Input,
    Output,
}

impl NameKind {
    /// Description with an article.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            NameKind::Alias => "an alias",
            NameKind::Uniform => "a uniform",
            NameKind::Constant => "a constant",
            NameKind::Input => "an input",
            NameKind::Output => "an output",
        }
    }
}

/// Register class in source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Input,
    Output,
    Temporary,
    Float,
    Integer,
    Bool,
    /// A number with a capital letter: no class, no checks.
    Raw,
}

/// A declared name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'a> {
    pub(crate) text: &'a str,
    pub(crate) kind: NameKind,
    /// Register in the low byte, negation in bit 8, selector above, as in picasso.
    pub(crate) value: i32,
    pub(crate) class: Class,
    /// Number of registers.
    pub(crate) size: i32,
    pub(crate) is_used: bool,
}

/// A uniform of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uniform<'a> {
    pub(crate) name: &'a str,
    pub(crate) register: i32,
    pub(crate) size: i32,
    pub(crate) class: UniformClass,
    pub(crate) input: u32,
}

/// A constant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Constant {
    Float(i32, [f32; 4]),
    Integer(i32, [u8; 4]),
    Bool(i32, bool),
}

/// An output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output<'a> {
    pub(crate) semantic: u16,
    pub(crate) register: i32,
    /// Components, bit 0 for x.
    pub(crate) mask: u8,
    /// Statement that declares it.
    pub(crate) part: &'a str,
}

/// Executable contributed by one input.
#[derive(Debug)]
pub(crate) struct Executable<'a> {
    pub(crate) input: u32,
    /// Statement that created it.
    pub(crate) part: &'a str,
    /// File name for picasso's messages.
    pub(crate) file: &'a str,
    /// Entry procedure, as named in the source.
    pub(crate) entry: &'a str,
    pub(crate) entry_part: Option<&'a str>,
    pub(crate) is_omitted: bool,
    pub(crate) is_geometry: bool,
    /// True for a legacy geometry file, which shares the registers of vertex files.
    pub(crate) is_legacy: bool,
    pub(crate) merge: bool,
    pub(crate) input_mask: u16,
    pub(crate) output_mask: u16,
    /// Output components in use, in picasso's 32 bits, where o8 overlaps o0.
    pub(crate) taken: u32,
    pub(crate) mode: u8,
    pub(crate) fixed_start: u8,
    pub(crate) full_vertices: u8,
    pub(crate) fixed_vertices: u8,
    pub(crate) uniforms: Vec<Uniform<'a>>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) outputs: Vec<Output<'a>>,
    /// Labels for the label table, with their words; picasso writes none.
    pub(crate) labels: Vec<(&'a str, usize)>,
}

impl Executable<'_> {
    /// True if uniforms come from the registers of new-style geometry files.
    pub(crate) const fn has_own_space(&self) -> bool {
        self.is_geometry && !self.is_legacy
    }

    /// Number of output registers.
    pub(crate) const fn output_registers(&self) -> i32 {
        if self.is_geometry { 7 } else { 16 }
    }
}

impl Reporter for Assembler<'_> {
    /// Adds a finding that picasso lacks.
    fn push(&mut self, finding: Diagnostic) {
        // An exact source describes an existing file; its oddities are not news.
        let is_noise = self.exact.is_on && finding.severity != Severity::Error;
        if self.is_compatible() || is_noise {
            return;
        }
        self.failed |= finding.severity == Severity::Error;
        self.add(finding);
    }
}

impl<'a> Assembler<'a> {
    pub(crate) fn new(inputs: &'a [Input<'a>], options: &'a Options) -> Assembler<'a> {
        Assembler {
            options,
            inputs,
            input: 0,
            text: "",
            scope: Scope::default(),
            code: Vec::new(),
            sources: Vec::new(),
            files: Vec::new(),
            files_by_name: HashMap::default(),
            descriptors: Descriptors::default(),
            procedures: HashMap::default(),
            procedure_order: Vec::new(),
            calls: Vec::new(),
            blocks: Vec::new(),
            array: None,
            last_was_end: false,
            uniforms: Vec::new(),
            uniforms_by_name: HashMap::default(),
            shared_space: Space::whole(),
            geometry_space: Space::whole(),
            executables: Vec::new(),
            exact: Exact::default(),
            findings: Diagnostics::default(),
            messages: Vec::new(),
            failed: false,
            unknown_names: HashSet::default(),
            said: HashSet::default(),
            free_temporary: OnceCell::new(),
        }
    }

    /// True if only picasso's own checks apply.
    pub(crate) fn is_compatible(&self) -> bool {
        self.options.mode == Mode::Picasso
    }

    /// Location of a part of the current text.
    pub(crate) fn place(&self, part: &str) -> Location {
        self.place_in(self.input, part)
    }

    /// Location of a part of an input's text.
    pub(crate) fn place_in(&self, input: u32, part: &str) -> Location {
        let text = self.inputs.get(input as usize).map_or("", |input| input.text);
        let Range { start, end } = span(text, part);
        Location::new(start as u64, end as u64, "").input(input)
    }

    /// Location of the statement of a word.
    pub(crate) fn place_of(&self, word: &WordSource) -> Location {
        Location::new(word.start.into(), word.end.into(), "").input(word.input)
    }

    /// A fault on a part of the text.
    pub(crate) fn fault(
        &self,
        rule: &'static Rule,
        part: &str,
        picasso: impl Into<String>,
        message: impl Into<String>,
    ) -> Box<StatementError> {
        StatementError::new(rule, self.place(part), picasso, message)
    }

    /// Reports a fault.
    pub(crate) fn report(&mut self, fault: StatementError) {
        self.failed = true;
        if fault.is_known && !self.is_compatible() {
            return;
        }
        self.picasso_says("error", &fault.picasso);
        self.add(fault.finding);
    }

    /// Adds a message of picasso.
    pub(crate) fn picasso_says(&mut self, kind: &str, message: &str) {
        if self.is_compatible() {
            let (file, line) = (self.scope.file, self.scope.line);
            self.messages.push(format!("{file}:{line}: {kind}: {message}"));
        }
    }

    /// Adds a finding, with its location according to line markers.
    fn add(&mut self, mut finding: Diagnostic) {
        if self.scope.is_marked && finding.location.input == self.input {
            let (file, line) = (self.scope.file, self.scope.line);
            finding.notes.push(format!("line markers call this place {file}:{line}"));
        }
        self.findings.push(finding);
    }

    /// Reports what picasso does not, on a part of the text; the statement continues. An error suppresses output.
    pub(crate) fn remark(
        &mut self,
        rule: &'static Rule,
        part: &str,
        message: impl Into<String>,
    ) -> Report<'_, Self> {
        self.remark_at(rule, self.place(part), message)
    }

    /// [`remark`](Assembler::remark) on a location.
    pub(crate) fn remark_at(
        &mut self,
        rule: &'static Rule,
        location: Location,
        message: impl Into<String>,
    ) -> Report<'_, Self> {
        Reporter::report(self, rule, location, message)
    }

    /// A declared name similar to an unknown one. Findings over the limit are dropped and need none.
    pub(crate) fn like<'n>(&self, wanted: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        if self.findings.is_full() {
            return None;
        }
        similar(wanted, known)
    }

    /// True if the rule has not been reported in this run.
    pub(crate) fn is_first(&mut self, rule: &'static Rule) -> bool {
        self.said.insert(rule.id)
    }

    /// Appends a code word with its source.
    pub(crate) fn emit(&mut self, word: u32, part: &str) {
        let Range { start, end } = span(self.text, part);
        let file = match self.scope.file_index {
            Some(index) => index,
            None => {
                let files = &mut self.files;
                let index = *self.files_by_name.entry(self.scope.file).or_insert_with(|| {
                    files.push(self.scope.file);
                    files.len() as u32 - 1
                });
                self.scope.file_index = Some(index);
                index
            }
        };
        self.code.push(word);
        self.sources.push(WordSource {
            input: self.input,
            start: start as u32,
            end: end as u32,
            file,
            line: self.scope.line,
        });
    }

    /// The input's executable, created on demand for `part`.
    pub(crate) fn executable(&mut self, part: &'a str) -> &mut Executable<'a> {
        let index = match self.scope.executable {
            Some(index) => index,
            None => {
                self.executables.push(Executable {
                    input: self.input,
                    part,
                    file: self.scope.file,
                    entry: "main",
                    entry_part: None,
                    is_omitted: false,
                    is_geometry: false,
                    is_legacy: false,
                    merge: false,
                    input_mask: 0,
                    output_mask: 0,
                    taken: 0,
                    mode: 0,
                    fixed_start: 0,
                    full_vertices: 0,
                    fixed_vertices: 0,
                    uniforms: Vec::new(),
                    constants: Vec::new(),
                    outputs: Vec::new(),
                    labels: Vec::new(),
                });
                self.executables.len() - 1
            }
        };
        self.scope.executable = Some(index);
        &mut self.executables[index]
    }

    /// The register space of the input's uniforms.
    pub(crate) fn space(&mut self) -> &mut Space {
        let own = self
            .scope
            .executable
            .and_then(|index| self.executables.get(index))
            .is_some_and(Executable::has_own_space);
        if own { &mut self.geometry_space } else { &mut self.shared_space }
    }

    /// Findings in source order, with lines and columns.
    pub(crate) fn take_findings(&mut self) -> (Vec<Diagnostic>, usize) {
        let findings = std::mem::take(&mut self.findings);
        let dropped = findings.dropped();
        let mut findings = findings.into_sorted();
        let mut lines = Lines::default();
        for finding in &mut findings {
            let labels = finding.labels.iter_mut().map(|Label { location, .. }| location);
            for location in std::iter::once(&mut finding.location).chain(labels) {
                lines.complete(self.inputs, location);
            }
        }
        (findings, dropped)
    }
}

/// Line starts of the inputs, computed on demand.
#[derive(Default)]
struct Lines {
    starts: HashMap<u32, Vec<usize>>,
}

impl Lines {
    fn complete(&mut self, inputs: &[Input<'_>], location: &mut Location) {
        let Some(input) = inputs.get(location.input as usize) else {
            return;
        };
        let text = input.text;
        let starts = self.starts.entry(location.input).or_insert_with(|| {
            let breaks = memchr_iter(b'\n', text.as_bytes());
            std::iter::once(0).chain(breaks.map(|at| at + 1)).collect()
        });
        let at = (location.start as usize).min(text.len());
        let line = starts.partition_point(|&start| start <= at);
        let start = starts.get(line.wrapping_sub(1)).copied().unwrap_or(0);
        let column = 1 + text.get(start..at).map_or(0, |before| before.chars().count());
        location.line_column = Some((line as u32, column as u32));
    }
}

/// Byte range of `part` in `text`; empty, at the start, if it is not a part.
pub(crate) fn span(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    if start > text.len() {
        return 0..0;
    }
    start..(start + part.len()).min(text.len())
}
