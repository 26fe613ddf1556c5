//! The preprocessor: a text with everything it includes to tokens without directives.

mod condition;
mod directive;
mod evaluate;
mod expand;
mod include;
mod macros;
mod pragma;
mod version;

use std::collections::VecDeque;
use std::rc::Rc;

use foldhash::{HashMap, HashSet};
use glassbox_core::stage::Stage;
use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::{Reports, shown};
use glassbox_syntax::source::{Include, Origin};
use glassbox_syntax::token::Words;
use glassbox_syntax::token::{Kind, Token, Word};

use crate::language::{Api, Behaviour};
use crate::lex::lex;
use crate::rules::{LIMIT, STRAY, UNBALANCED};
use crate::shadertoy::{self, Shadertoy};

pub(crate) use include::path as include_path;
use macros::Macro;
pub(crate) use pragma::Pragmas;
pub(crate) use version::Version;

/// Most tokens of a text after expansion, and of what is looked at on the way.
const MAX_TOKENS: usize = 1_000_000;
/// Most steps of macro expansion in a text.
const MAX_STEPS: usize = 2_000_000;
/// How deep inclusions nest.
const MAX_INCLUSIONS: usize = 64;
/// How many inclusions a text has.
const MAX_INCLUDED: usize = 4096;

/// A text after the preprocessor.
#[derive(Debug)]
pub(crate) struct Unit {
    /// Its version.
    pub(crate) version: Version,
    /// Where the version is stated; the beginning of the text if it is not.
    pub(crate) version_from: Provenance,
    /// Lines `#extension`.
    pub(crate) extensions: Vec<ExtensionLine>,
    pub(crate) pragmas: Pragmas,
    /// The tokens.
    pub(crate) tokens: Vec<Token>,
}

/// What decides, besides the text, how it is preprocessed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    pub(crate) api: Api,
    pub(crate) stage: Stage,
    /// Whether the macros of extensions are defined.
    pub(crate) has_extension_macros: bool,
    /// How a text in the manner of Shadertoy is completed; `None` for what is complete.
    pub(crate) shadertoy: Option<Shadertoy>,
}

/// A line `#extension NAME : BEHAVIOUR`.
#[derive(Clone, Debug)]
pub(crate) struct ExtensionLine {
    pub(crate) name: Word,
    pub(crate) behaviour: Behaviour,
    /// The name of the directive.
    pub(crate) from: Provenance,
    /// How many tokens of the unit stand before the line.
    pub(crate) tokens_before: usize,
}

/// An `#if` whose `#endif` is to come.
struct Conditional {
    /// Where it is.
    from: Provenance,
    /// Whether the text in it is read now.
    is_live: bool,
    /// Whether one of its branches has been read, or none may be.
    is_spent: bool,
    /// Whether `#else` has been met.
    has_else: bool,
}

/// A text that is being read.
struct Frame {
    file: u32,
    tokens: Rc<Vec<Token>>,
    at: usize,
    conditionals: Vec<Conditional>,
    /// What `#line` adds to the numbers of lines.
    line_shift: i64,
    /// What `#line` says the number of the text is.
    number: i64,
}

pub(crate) struct Preprocessor<'a> {
    reports: &'a mut Reports,
    words: &'a mut Words,
    includes: &'a dyn Include,
    dialect: Dialect,
    macros: HashMap<Word, Rc<Macro>>,
    /// Words that stood for something once, by number: all others are what they are, but for macros of extensions.
    replaced: Vec<bool>,
    /// Macros of extensions that `#undef` took away.
    undefined: HashSet<Word>,
    /// Extensions that are on by the lines so far.
    extensions_on: HashSet<&'static str>,
    lexed: HashMap<u32, Rc<Vec<Token>>>,
    once: HashSet<u32>,
    frames: Vec<Frame>,
    /// Tokens that macros left to be read before the text goes on, the next one first.
    pending: VecDeque<expand::Pending>,
    /// Macros whose expansion is being read.
    active: Vec<Word>,
    out: Vec<Token>,
    /// What is no character of the language and has been reported: a macro brings it wherever it is used.
    strays: HashSet<Origin>,
    unit: Unit,
    /// What is added before the text.
    before: Vec<Token>,
    has_begun: bool,
    is_version_stated: bool,
    included: usize,
    steps: usize,
    is_exhausted: bool,
    /// The last place whose line was asked for, and its line.
    line: (Origin, u32),
}

/// Reads a text that is already one of the sources.
pub(crate) fn preprocess(
    file: u32,
    dialect: Dialect,
    defines: &[(String, String)],
    includes: &dyn Include,
    reports: &mut Reports,
    words: &mut Words,
) -> Unit {
    let begin = Provenance::plain(Origin { file, ..Origin::default() });
    let mut preprocessor = Preprocessor {
        reports,
        words,
        includes,
        dialect,
        macros: HashMap::default(),
        replaced: Vec::new(),
        undefined: HashSet::default(),
        extensions_on: HashSet::default(),
        lexed: HashMap::default(),
        once: HashSet::default(),
        frames: Vec::new(),
        pending: VecDeque::new(),
        active: Vec::new(),
        out: Vec::new(),
        strays: HashSet::default(),
        unit: Unit {
            version: Version::unstated(dialect.api),
            version_from: begin,
            extensions: Vec::new(),
            pragmas: Pragmas::default(),
            tokens: Vec::new(),
        },
        before: Vec::new(),
        has_begun: false,
        is_version_stated: false,
        included: 0,
        steps: 0,
        is_exhausted: false,
        line: (Origin { file, ..Origin::default() }, 1),
    };
    preprocessor.mark_predefined();
    preprocessor.define_given(defines, begin);
    preprocessor.enter(file);
    let after = preprocessor.frame(file);
    preprocessor.run();
    // A text with nothing in it has a version too.
    preprocessor.begin();
    preprocessor.out.extend(after);
    let mut unit = preprocessor.unit;
    // Half a text would only be reported for its open brackets.
    if !preprocessor.is_exhausted {
        unit.tokens = preprocessor.out;
    }
    unit
}

/// The tokens without the mark of UTF-8 that some editors put before a text.
fn without_mark(mut tokens: Vec<Token>) -> Vec<Token> {
    if tokens.first().is_some_and(|first| &*first.text == "\u{FEFF}" && first.from.written.span.start == 0) {
        tokens.remove(0);
        if let Some(first) = tokens.first_mut() {
            first.is_first = true;
        }
    }
    tokens
}

impl Preprocessor<'_> {
    /// Begins to read a text.
    fn enter(&mut self, file: u32) {
        let tokens = match self.lexed.get(&file) {
            Some(tokens) => tokens.clone(),
            None => {
                let lexed = lex(self.reports.sources.text(file), file, self.words);
                if let Some(origin) = lexed.open_comment {
                    let finding =
                        self.reports.at(&STRAY, origin, "found a comment that does not end, expected `*/`");
                    self.reports.add(finding.help("close the comment where it should end"));
                }
                let tokens = Rc::new(without_mark(lexed.tokens));
                // Macros stand for more than they take.
                self.out.reserve(tokens.len() + tokens.len() / 4);
                self.lexed.insert(file, tokens.clone());
                tokens
            }
        };
        self.frames.push(Frame {
            file,
            tokens,
            at: 0,
            conditionals: Vec::new(),
            line_shift: 0,
            number: i64::from(file),
        });
    }

    /// Completes a text in the manner of Shadertoy; gives what is added behind it.
    fn frame(&mut self, file: u32) -> Vec<Token> {
        let tokens = self.lexed.get(&file).cloned().unwrap_or_default();
        let shadertoy = self.dialect.shadertoy;
        let frame = shadertoy.and_then(|how| shadertoy::frame(&tokens, how, self.words));
        let Some(frame) = frame else { return Vec::new() };
        self.unit.version = Version { number: 300, is_embedded: true, is_compatible: false };
        self.before = frame.before;
        for (name, parameter, body, place) in frame.macros {
            self.define_added((name, parameter, body), place);
        }
        frame.after
    }

    fn run(&mut self) {
        while !self.is_exhausted {
            if let Some(token) = self.next_pending() {
                self.expand_or_keep(token);
                continue;
            }
            let Some(frame) = self.frames.last_mut() else {
                return;
            };
            let Some(token) = frame.tokens.get(frame.at) else {
                self.leave();
                continue;
            };
            if token.is_first && token.is("#") {
                self.directive();
                continue;
            }
            if frame.conditionals.last().is_some_and(|conditional| !conditional.is_live) {
                let rest = frame.tokens.get(frame.at + 1..).unwrap_or_default();
                let next = rest.iter().position(|token| token.is_first && token.is("#"));
                frame.at += 1 + next.unwrap_or(rest.len());
                continue;
            }
            let (tokens, at) = (frame.tokens.clone(), frame.at);
            self.begin();
            let plain = self.keep_plain(&tokens[at..]);
            if let Some(frame) = self.frames.last_mut() {
                frame.at += plain.max(1);
            }
            if plain == 0 {
                self.expand_or_keep(tokens[at].clone());
            }
        }
    }

    /// Adds the first tokens of a text that come out as they are, and gives their number.
    fn keep_plain(&mut self, tokens: &[Token]) -> usize {
        let is_plain = |token: &Token| match token.kind {
            Kind::Word => !self.may_stand_for_more(token),
            Kind::Number => true,
            Kind::Sign => !token.text.starts_with('#'),
            Kind::Quoted | Kind::Stray => false,
        };
        let most = MAX_TOKENS.saturating_sub(self.out.len());
        let count =
            tokens.iter().take(most).position(|token| !is_plain(token)).unwrap_or(tokens.len().min(most));
        self.out.extend_from_slice(&tokens[..count]);
        count
    }

    /// Ends the text that is being read.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        for open in &frame.conditionals {
            let finding = self.reports.of(
                &UNBALANCED,
                open.from,
                "found a condition that is not closed, expected `#endif`",
            );
            self.reports.add(finding.help("write `#endif` where the condition ends, in the same text"));
        }
    }

    /// The line of a place, from 1. Places are mostly asked for in order, so that a text is read once.
    fn line_of(&mut self, place: Origin) -> u32 {
        let (known, line) = self.line;
        let goes_on = known.file == place.file && known.span.start <= place.span.start;
        let (start, line) = if goes_on { (known.span.start, line) } else { (0, 1) };
        let text = self.reports.sources.text(place.file).as_bytes();
        let between = text.get(start as usize..place.span.start as usize).unwrap_or_default();
        let line = line + between.iter().filter(|byte| **byte == b'\n').count() as u32;
        self.line = (place, line);
        line
    }

    /// Whether the text is read here, and not left out by a condition.
    fn is_live(&self) -> bool {
        let frame = self.frames.last();
        frame.and_then(|frame| frame.conditionals.last()).is_none_or(|conditional| conditional.is_live)
    }

    /// Whether the text is held to one API: what drivers let pass is refused then.
    fn is_strict(&self) -> bool {
        self.dialect.api != Api::Any
    }

    /// Whether an extension is on by the lines so far.
    fn has_extension(&self, name: &str) -> bool {
        self.extensions_on.contains(name)
    }

    /// Whether texts between quotation marks are tokens of the language.
    fn has_texts(&self) -> bool {
        ["GL_EXT_debug_printf", "GL_EXT_spirv_intrinsics", "GL_EXT_abort"]
            .iter()
            .any(|name| self.has_extension(name))
    }

    /// Notes that something other than the version has been met: the version is settled from here on.
    #[inline]
    fn begin(&mut self) {
        if !self.has_begun {
            self.has_begun = true;
            self.settle_version();
            self.define_version();
            self.out.append(&mut self.before);
        }
    }

    /// Adds a token to what comes out.
    #[inline]
    fn keep(&mut self, token: Token) {
        let is_foreign = match token.kind {
            Kind::Word | Kind::Number => false,
            Kind::Sign => matches!(token.text.as_bytes(), b"#" | b"##"),
            Kind::Quoted => !self.has_texts(),
            Kind::Stray => true,
        };
        if is_foreign {
            if !self.strays.insert(token.from.written) {
                return;
            }
            let message = format!("found `{}`, expected a character of the language", shown(&token.text));
            let finding = self.reports.of(&STRAY, token.from, message);
            self.reports.add(finding.help("remove it"));
            return;
        }
        if self.out.len() >= MAX_TOKENS {
            self.exhaust(
                token.from,
                &format!("found more than {MAX_TOKENS} tokens in a stage, expected fewer"),
            );
            return;
        }
        self.out.push(token);
    }

    /// Counts a step of work; `false` when there have been too many.
    fn step(&mut self, from: Provenance) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            self.exhaust(
                from,
                &format!("found macros that take more than {MAX_STEPS} steps, expected fewer"),
            );
        }
        !self.is_exhausted
    }

    /// Stops reading.
    fn exhaust(&mut self, from: Provenance, message: &str) {
        if !self.is_exhausted {
            self.is_exhausted = true;
            let finding = self.reports.of(&LIMIT, from, message);
            self.reports.add(finding.help("look for macros that use each other twice"));
        }
    }

    /// The rest of a directive's line. The text goes on behind it.
    fn rest_of_line(&mut self) -> Vec<Token> {
        let Some(frame) = self.frames.last_mut() else {
            return Vec::new();
        };
        let rest = frame.tokens.get(frame.at..).unwrap_or_default();
        let length = rest.iter().position(|token| token.is_first).unwrap_or(rest.len());
        frame.at += length;
        rest.get(..length).unwrap_or_default().to_vec()
    }
}
