//! Relates lines of a text to instructions, and writes comments at their ends.
//!
//! A declaration outside of functions ends with a mark in front of its line feed: an instruction and a comment. In functions, offsets
//! are noted while they are written.

use std::fmt;

use foldhash::{HashMap, HashSet};
use glassbox_core::printable;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{At, Id, Lines, Module};
use memchr::{memchr, memchr_iter, memrchr};

use super::{Language, Piece, Writer, append, joined};
use crate::interface::Role;
use crate::tree::Var;

/// Characters around and in a mark; names and numbers have none of them.
const BEGIN: char = '\u{1}';
const MIDDLE: char = '\u{2}';
const END: char = '\u{3}';

impl<L: Language> Writer<'_, '_, L> {
    /// The mark of a declaration: the instruction that defines `id`, and a comment.
    pub(crate) fn mark(&self, id: Id, comment: &str) -> Mark {
        self.mark_with(id, comment.to_owned())
    }

    fn mark_with(&self, id: Id, comment: String) -> Mark {
        Mark { at: self.module.definition(id), comment }
    }

    /// The mark of a resource. The comment is its binding in the module where the text has other numbers or none: it states
    /// those of `stated`.
    pub(crate) fn mark_resource(&self, var: Var, stated: Option<[u32; 2]>) -> Mark {
        let comment = match self.roles.get(&var) {
            _ if !self.options.comments => String::new(),
            Some(Role::PushConstants) => "push constants".to_owned(),
            _ => match self.binding_of(var) {
                Some(place) if stated != Some(place) => in_words(place),
                _ => String::new(),
            },
        };
        self.mark_with(self.tree.variable(var).id, comment)
    }

    /// The mark of a sampler that was part of a texture.
    pub(crate) fn mark_sampler(&self, var: Var) -> Mark {
        let place = self.binding_of(var).filter(|_| self.options.comments);
        let comment = place.map_or_else(String::new, |place| joined!("sampler of ", in_words(place)));
        self.mark_with(self.tree.variable(var).id, comment)
    }

    /// The mark of a texture that has its sampler in it.
    pub(crate) fn mark_combined(&self, texture: Var, sampler: Option<Var>, stated: Option<[u32; 2]>) -> Mark {
        let sampler = sampler.and_then(|sampler| self.binding_of(sampler)).filter(|_| self.options.comments);
        match (self.binding_of(texture), sampler) {
            (Some(place), Some(sampler)) => {
                let comment = joined!(in_words(place), ", sampler of ", in_words(sampler));
                self.mark_with(self.tree.variable(texture).id, comment)
            }
            _ => self.mark_resource(texture, stated),
        }
    }

    /// The mark of a specialization constant. The comment is its number, where the text does not state it.
    pub(crate) fn mark_constant(&self, id: Id, number: u32, is_stated: bool) -> Mark {
        let has_comment = self.options.comments && !is_stated;
        self.mark(id, &if has_comment { joined!("specialization constant ", number) } else { String::new() })
    }

    /// The mark of an input or output. The comment is its location where the text does not state it.
    pub(crate) fn mark_port(&self, var: Var, is_stated: bool) -> Mark {
        let id = self.tree.variable(var).id;
        let has_comment = self.options.comments && !is_stated;
        let location = if has_comment { self.value_of(var, decoration::LOCATION) } else { None };
        self.mark_with(id, location.map_or_else(String::new, |location| joined!("location ", location)))
    }

    /// The mark of a member of a structure. The comment is its offset, where the module has one and the text does not state it.
    pub(crate) fn mark_member(&self, ty: Id, index: u32, is_stated: bool) -> Mark {
        let has_comment = self.options.comments && !is_stated;
        let offset = if has_comment { self.offset_of(ty, index) } else { None };
        // The first member begins where the structure does.
        let offset = offset.filter(|offset| index > 0 || *offset > 0);
        self.mark_with(ty, offset.map_or_else(String::new, |offset| joined!("offset ", offset)))
    }

    /// Offset of a member, if all types that are written alike have the same.
    fn offset_of(&self, ty: Id, index: u32) -> Option<u32> {
        let first = self.canonical(ty);
        let alike = self.alike.get(&first).into_iter().flatten().copied().chain([first]);
        let mut offsets =
            alike.filter_map(|other| self.annotations.member_value(other, index, decoration::OFFSET));
        let first = offsets.next()?;
        offsets.all(|other| other == first).then_some(first)
    }
}

/// Stands at the end of a declaration: the instruction that it is from, and a comment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mark {
    at: Option<At>,
    comment: String,
}

impl Piece for Mark {
    fn append_to(&self, text: &mut String) {
        if let Some(at) = self.at {
            append!(*text, BEGIN, at, MIDDLE, self.comment, END);
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "{BEGIN}{at}{MIDDLE}{}{END}", self.comment),
            None => Ok(()),
        }
    }
}

/// The length of a text without its marks.
pub(crate) fn unmarked_length(text: &str) -> usize {
    let mut length = 0;
    let mut rest = text;
    while let Some(found) = cut(rest) {
        length += found.before.len();
        rest = found.after;
    }
    length + rest.len()
}

/// A text around its first mark.
struct Cut<'t> {
    before: &'t str,
    at: Option<At>,
    comment: &'t str,
    after: &'t str,
}

/// Cuts a text at its first mark.
fn cut(text: &str) -> Option<Cut<'_>> {
    let begin = memchr(BEGIN as u8, text.as_bytes())?;
    let (before, marked) = text.split_at(begin);
    let (at, after) = number(&marked[1..]);
    // Most have no comment.
    let end = after.bytes().position(|byte| byte == END as u8)?;
    Some(Cut { before, at, comment: after.get(1..end).unwrap_or_default(), after: &after[end + 1..] })
}

/// The number that a text begins with, if it does, and what follows.
fn number(text: &str) -> (Option<At>, &str) {
    let mut number = None;
    for (index, byte) in text.bytes().enumerate() {
        if !byte.is_ascii_digit() {
            return (number, &text[index..]);
        }
        number = Some(number.unwrap_or(0).wrapping_mul(10).wrapping_add(At::from(byte - b'0')));
    }
    (number, "")
}

/// The lines of a text, each with its line feed.
fn lines(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let end = memchr(b'\n', text.as_bytes()).map_or(text.len(), |feed| feed + 1);
        let (line, rest) = text.split_at(end);
        text = rest;
        (!line.is_empty()).then_some(line)
    })
}

fn in_words([set, binding]: [u32; 2]) -> String {
    joined!("set ", set, ", binding ", binding)
}

/// Where the lines of the source are that a module was compiled from.
pub(super) struct Sources {
    lines: Lines,
    /// Names of files: the last part of their paths, or the whole path where two files have the same.
    files: HashMap<Id, String>,
}

impl Sources {
    pub(super) fn of(module: &Module) -> Sources {
        let lines = Lines::of(module);
        let paths: HashMap<Id, String> =
            lines.files().into_iter().map(|file| (file, module.file_name(file))).collect();
        let mut named: HashMap<&str, HashSet<&str>> = HashMap::default();
        for path in paths.values() {
            named.entry(last_part(path)).or_default().insert(path);
        }
        let short = |path: &String| {
            let name = last_part(path);
            let is_alone = named.get(name).is_some_and(|paths| paths.len() == 1);
            printable::escape(if is_alone { name } else { path }).into_owned()
        };
        let files = paths.iter().map(|(file, path)| (*file, short(path))).collect();
        Sources { lines, files }
    }

    /// File and line of an instruction.
    fn get(&self, at: At) -> Option<(&str, u32)> {
        let line = self.lines.get(at)?;
        Some((self.files.get(&line.file)?, line.line))
    }
}

fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// A text and its lines, counted from 1, that have instructions.
pub(super) struct LaidOut {
    pub(super) text: String,
    pub(super) lines: Vec<(u32, At)>,
}

impl LaidOut {
    /// Puts a text together of declarations with marks and functions. Marks in functions are offsets of lines and their instructions.
    /// A line without one comes from the instruction of the line before.
    pub(super) fn of(
        declarations: &str,
        functions: &str,
        marks: &[(usize, At)],
        sources: Option<&Sources>,
    ) -> LaidOut {
        let mut laid = LaidOut {
            text: String::with_capacity(declarations.len() + functions.len()),
            lines: Vec::with_capacity(marks.len() + 16),
        };
        let mut number = 1;
        let mut rest = declarations;
        // Without comments, marks only go.
        while sources.is_none()
            && let Some(found) = cut(rest)
        {
            number += laid.plain(found.before);
            if laid.lines.last().is_none_or(|(last, _)| *last < number) {
                laid.lines.extend(found.at.map(|at| (number, at)));
            }
            rest = found.after;
        }
        while let Some(begin) = memchr(BEGIN as u8, rest.as_bytes()) {
            let start = memrchr(b'\n', &rest.as_bytes()[..begin]).map_or(0, |feed| feed + 1);
            let (before, marked) = rest.split_at(start);
            let end = memchr(b'\n', marked.as_bytes()).map_or(marked.len(), |feed| feed + 1);
            let (line, after) = marked.split_at(end);
            number += laid.plain(before);
            if let Some(at) = laid.declaration(line) {
                laid.lines.push((number, at));
            }
            number += u32::from(line.ends_with('\n'));
            rest = after;
        }
        number += laid.plain(rest);
        // Without comments, they are as they are.
        let is_plain = sources.is_none() && memchr(BEGIN as u8, functions.as_bytes()).is_none();
        if is_plain {
            laid.text.push_str(functions);
        }
        let mut marks = marks.iter().peekable();
        let mut offset = 0;
        let mut current = None;
        let mut shown = None;
        for line in lines(functions) {
            let start = offset;
            offset += line.len();
            let mut own = None;
            while let Some((place, at)) = marks.next_if(|mark| mark.0 < offset) {
                // What began here before was dropped.
                own = if *place == start { Some(*at) } else { own.or(Some(*at)) };
            }
            let code = line.trim_ascii_start();
            if code.is_empty() {
                (current, shown) = (None, None);
            }
            let marked = if is_plain { None } else { laid.declaration(line) };
            current = own.or(marked).or(current);
            let is_statement = own.is_some() || !code.starts_with('}');
            if let Some(at) =
                current.filter(|_| is_statement && code.bytes().any(|byte| byte.is_ascii_alphanumeric()))
            {
                laid.lines.push((number, at));
                let place = sources.and_then(|sources| sources.get(at)).filter(|place| shown != Some(*place));
                if let Some((file, source)) = place {
                    laid.comment(&format!("{file}:{source}"));
                    shown = place;
                }
            }
            number += u32::from(line.ends_with('\n'));
        }
        laid
    }

    /// Appends lines without marks; their number.
    fn plain(&mut self, lines: &str) -> u32 {
        self.text.push_str(lines);
        memchr_iter(b'\n', lines.as_bytes()).count() as u32
    }

    /// Appends a line without its marks; the instruction of the first.
    fn declaration(&mut self, line: &str) -> Option<At> {
        let mut first = None;
        let mut comments = Vec::new();
        let mut rest = line;
        while let Some(found) = cut(rest) {
            self.text.push_str(found.before);
            first = first.or(found.at);
            comments.extend(Some(found.comment).filter(|comment| !comment.is_empty()));
            rest = found.after;
        }
        self.text.push_str(rest);
        if !comments.is_empty() {
            self.comment(&comments.join("; "));
        }
        first
    }

    /// Puts a comment at the end of the last line.
    fn comment(&mut self, comment: &str) {
        let ends = self.text.ends_with('\n');
        self.text.truncate(self.text.len() - usize::from(ends));
        self.text.push_str("  // ");
        self.text.push_str(comment);
        self.text.push_str(if ends { "\n" } else { "" });
    }
}
