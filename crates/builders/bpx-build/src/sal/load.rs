//! Loads the vendor's sources of a stage with everything they include and use; returns declarations
//! and code.

use glassbox_core::diagnostic::Diagnostics;
use glassbox_core::span::Span;
use glassbox_core::suggest::similar;

use super::declared::{Declared, Place};
use super::split::{Directive, split};
use super::tree::Declaration;
use super::{Report, lex, parse, resolve, rules};
use crate::project::{STAGES, stage_named};
use crate::search::Search;
use crate::sources::Sources;

/// Maximum number of files that one stage may include and use; bounds cycles.
const MAX_FILES: usize = 256;

/// Source with its includes.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Declarations.
    pub declared: Declared,
    /// Code of included files in order, then of the source: file number and text, with lines other
    /// than code blanked.
    pub code: Vec<(u32, String)>,
}

/// Loads the files of a stage, which are already in `sources`. They form one text, and a common
/// include is inserted once.
pub fn load(files: &[u32], search: &Search<'_>, sources: &mut Sources, findings: &mut Diagnostics) -> Loaded {
    let mut loader = Loader { search, sources, findings, loaded: Loaded::default(), seen: Vec::new() };
    for &file in files {
        loader.file(file, true);
    }
    let Loaded { mut declared, code } = loader.loaded;
    orphans(&declared, sources, findings);
    declared.constants.dedup_by(|a, b| a.name == b.name);
    Loaded { declared, code }
}

struct Loader<'l, 's> {
    search: &'l Search<'s>,
    sources: &'l mut Sources,
    findings: &'l mut Diagnostics,
    loaded: Loaded,
    /// Names of files being read or done.
    seen: Vec<String>,
}

impl Loader<'_, '_> {
    /// Reads a file. Included files come before it; their nesting is bounded by the number of
    /// files, [`MAX_FILES`].
    fn file(&mut self, file: u32, is_first: bool) {
        let Some(source) = self.sources.get(file) else {
            return;
        };
        let (name, text) = (source.name.clone(), source.text.clone());
        self.seen.push(name.clone());
        let parts = split(&text);
        if let Some(stage) = parts.stage.as_ref().filter(|_| is_first) {
            self.stage(file, &text, stage);
        }
        for include in &parts.includes {
            if let Some(included) =
                self.found(std::slice::from_ref(&include.value), file, &name, include.span)
            {
                self.file(included, false);
            }
        }
        if let Some(line) = parts.unclosed {
            let message = "found `#sal` without its counterpart, expected a second line `#sal`";
            let at = Place { file, span: line }.location(self.sources);
            self.findings.report(&rules::UNCLOSED, at, message).help("close the block with a line `#sal`");
        }
        for &block in &parts.blocks {
            let declarations = self.declarations(file, &text, block);
            for declaration in &declarations {
                self.add(file, &text, &name, declaration);
            }
        }
        let code = blank(&text, &parts.hidden);
        self.loaded.code.push((file, code));
    }

    fn declarations(&mut self, file: u32, text: &str, block: Span) -> Vec<Declaration> {
        let mut report = Report { text, file, findings: self.findings };
        let tokens = lex::lex(text, block, &mut report);
        parse::parse(text, &tokens, &mut report)
    }

    fn add(&mut self, file: u32, text: &str, name: &str, declaration: &Declaration) {
        if let Declaration::Use(module, member) = declaration {
            self.use_of(file, name, module, member);
            return;
        }
        let mut report = Report { text, file, findings: self.findings };
        resolve::add(&mut self.loaded.declared, declaration, &mut report);
    }

    fn stage(&mut self, file: u32, text: &str, directive: &Directive) {
        let known = stage_named(&directive.value);
        let place = Place { file, span: directive.span };
        if let Some(stage) = known {
            self.loaded.declared.stage = Some((stage, place));
            return;
        }
        let names = STAGES.map(|(name, _)| name);
        let help = match similar(&directive.value, names) {
            Some(like) => format!("did you mean `{like}`?"),
            None => format!("there is {}", names.join(", ")),
        };
        let location = directive.span.location(text).input(file);
        let message = format!("found the unknown stage {:?}", directive.value);
        self.findings.report(&rules::STAGE, location, message).help(help);
    }

    /// Finds the first existing file of several names, unless already read.
    fn found(&mut self, names: &[String], file: u32, from: &str, at: Span) -> Option<u32> {
        for name in names {
            if let Some((path, text)) = self.search.text(name, from) {
                if self.seen.contains(&path) {
                    return None;
                }
                if self.seen.len() < MAX_FILES {
                    return Some(self.sources.add(path, text));
                }
            }
        }
        let wanted = names.first().map_or("", String::as_str);
        let message =
            format!("found no file `{wanted}`, expected it next to the source or in a search folder");
        let location = Place { file, span: at }.location(self.sources);
        let mut finding = self.findings.report(&rules::INCLUDE, location, message);
        finding.note(format!("looked for {}", self.search.places(names, from).join(", ")));
        finding.help("correct the name, or add its folder to `include`");
        None
    }

    fn use_of(&mut self, file: u32, name: &str, module: &super::tree::Word, member: &super::tree::Word) {
        let names = ["", ".sal", ".glsl"].map(|end| format!("{}{end}", module.text));
        // A module is searched once per use, each time for one name.
        let found = names.iter().find_map(|wanted| self.search.text(wanted, name));
        let Some((path, text)) = found else {
            self.found(&names, file, name, module.span);
            return;
        };
        let known = self.sources.files().iter().position(|file| file.name == path);
        let number = match known.and_then(|at| u32::try_from(at).ok()) {
            Some(number) => number,
            None => self.sources.add(path.clone(), text.clone()),
        };
        let parts = split(&text);
        // A module without `#sal` lines contains only declarations.
        let whole = Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
        let blocks = if parts.blocks.is_empty() { vec![whole] } else { parts.blocks };
        let mut declarations = Vec::new();
        for block in blocks {
            declarations.extend(self.declarations(number, &text, block));
        }
        let is_wanted =
            |declaration: &&Declaration| declaration.name().is_some_and(|name| name.text == member.text);
        if !declarations.iter().any(|declaration| is_wanted(&declaration)) {
            let known = declarations.iter().filter_map(Declaration::name);
            let help = match similar(&member.text, known.map(|name| name.text.as_str())) {
                Some(like) => format!("did you mean `{like}`?"),
                None => format!("declare it in {path}"),
            };
            let location = Place { file, span: member.span }.location(self.sources);
            let message = format!("found no declaration of `{}` in {path}", member.text);
            self.findings.report(&rules::MEMBER, location, message).help(help);
            return;
        }
        let needed = needed(&declarations, &member.text);
        for declaration in &declarations {
            let Some(name) = declaration.name() else { continue };
            let is_there =
                self.loaded.declared.structures.iter().any(|structure| structure.name == name.text);
            let is_structure = name.text != member.text;
            if needed.contains(&name.text) && !(is_there && is_structure) {
                self.add(number, &text, &path, declaration);
            }
        }
    }
}

/// Name of a declaration and those of the structures it is composed of.
fn needed(declarations: &[Declaration], name: &str) -> Vec<String> {
    let mut needed = vec![name.to_owned()];
    // Structures refer only to those above them.
    for declaration in declarations.iter().rev() {
        if let Declaration::Structure(structure) | Declaration::VertexFormat(structure) = declaration
            && needed.contains(&structure.name.text)
        {
            for member in &structure.members {
                if !needed.contains(&member.ty.text) {
                    needed.push(member.ty.text.clone());
                }
            }
        }
        if let Declaration::Constant(property) = declaration
            && needed.contains(&property.name.text)
            && let Some(sampler) = &property.attribute
        {
            needed.push(sampler.text.clone());
        }
    }
    needed
}

/// Blanks some lines of a text, keeping all offsets.
fn blank(text: &str, hidden: &[Span]) -> String {
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    for span in hidden {
        let range = span.range();
        code.push_str(text.get(at..range.start).unwrap_or_default());
        for letter in text.get(range.clone()).unwrap_or_default().chars() {
            match letter {
                '\n' | '\r' => code.push(letter),
                other => code.extend(std::iter::repeat_n(' ', other.len_utf8())),
            }
        }
        at = range.end;
    }
    code.push_str(text.get(at..).unwrap_or_default());
    code
}

/// Reports blend functions without an output.
fn orphans(declared: &Declared, sources: &Sources, findings: &mut Diagnostics) {
    for (name, _, place) in &declared.blends {
        if declared.outputs.iter().any(|output| output.name == *name) {
            continue;
        }
        let known = declared.outputs.iter().map(|output| output.name.as_str());
        let help = match similar(name, known) {
            Some(like) => format!("did you mean `{like}`?"),
            None => format!("declare the output: output vec4f {name};"),
        };
        let message = format!("found a blend function `{name}`, expected an output of this name");
        findings.report(&rules::ORPHAN, place.location(sources), message).help(help);
    }
}

/// Root constants of several stages: the layout stated by one of them, or all in order of
/// appearance. Conflicting constants are reported.
pub fn root(stages: &[&Declared], sources: &Sources, findings: &mut Diagnostics) -> Vec<super::Member> {
    let mut layouts = stages.iter().filter_map(|declared| declared.root.as_ref());
    let layout = layouts.next();
    for second in layouts {
        let same = layout.is_some_and(|first| {
            let pairs = first.members.iter().zip(&second.members);
            let is_same = |(a, b): (&super::Member, &super::Member)| a.name == b.name && a.ty == b.ty;
            first.members.len() == second.members.len() && pairs.into_iter().all(is_same)
        });
        if !same {
            let message = format!(
                "found `{}` as a second layout of root constants, expected one for all stages",
                second.name
            );
            let at = second.place.location(sources);
            findings.report(&rules::SECOND, at, message).help("keep the intended one");
        }
    }
    let mut all: Vec<super::Member> = layout.map_or_else(Vec::new, |layout| layout.members.clone());
    for constant in stages.iter().flat_map(|declared| &declared.constants) {
        let known = all.iter().find(|member| member.name == constant.name);
        let message = match known {
            Some(known) if known.ty == constant.ty => continue,
            Some(_) => format!("found `{}` with another type than before", constant.name),
            None if layout.is_none() => {
                all.push(constant.clone());
                continue;
            }
            None => format!("found the root constant `{}`, which the layout does not have", constant.name),
        };
        let names = all.iter().map(|member| member.name.as_str());
        let help = match similar(&constant.name, names) {
            Some(like) if known.is_none() => format!("did you mean `{like}`?"),
            _ => "make the declarations identical".to_owned(),
        };
        let location = constant.place.location(sources);
        let mut finding = findings.report(&rules::ROOT, location, message);
        finding.help(help);
        if let Some(known) = known {
            finding.label(known.place.location(sources), "declared here");
        } else if let Some(layout) = layout {
            finding.label(layout.place.location(sources), "the layout");
        }
    }
    all
}
