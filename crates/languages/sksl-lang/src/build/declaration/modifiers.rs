//! Modifiers and layout qualifiers: collects them with their source ranges and reports those that a declaration may
//! not have.

use glassbox_core::span::Span;
use glassbox_sksl::raw::{LayoutFlags, ModifierFlags};

use super::super::Builder;
use smallvec::SmallVec;

use crate::ir::modifiers::Modifiers;
use crate::rules::declaration::{MODIFIER, QUALIFIER, REPEATED_QUALIFIER};

/// Parsed modifiers of a declaration.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModifierSyntax {
    /// Combined value.
    pub modifiers: Modifiers,
    /// Each keyword with its source range.
    pub words: SmallVec<[(ModifierFlags, Span); 2]>,
    /// Each layout qualifier with the source range of its name.
    pub qualifiers: SmallVec<[(LayoutFlags, Span); 2]>,
}

impl ModifierSyntax {
    /// Adds a keyword; repetitions have no effect.
    pub(crate) fn word(&mut self, flags: ModifierFlags, span: Span) {
        self.modifiers.flags.0 |= flags.0;
        self.words.push((flags, span));
    }

    /// Removes keywords that have been applied.
    pub(crate) fn clear(&mut self, flags: ModifierFlags) {
        self.modifiers.flags.0 &= !flags.0;
    }

    /// Source range of a modifier; that of the declaration if absent.
    pub(crate) fn place(&self, flag: ModifierFlags, declaration: Span) -> Span {
        let mut words = self.words.iter();
        words.find(|(flags, _)| flags.0 & flag.0 != 0).map_or(declaration, |&(_, span)| span)
    }

    /// Source range of a layout qualifier; that of the declaration if absent.
    pub(crate) fn qualifier_place(&self, flag: LayoutFlags, declaration: Span) -> Span {
        let mut qualifiers = self.qualifiers.iter();
        qualifiers.find(|(flags, _)| flags.0 == flag.0).map_or(declaration, |&(_, span)| span)
    }
}

/// Modifier keywords, in the order in which they are reported.
const WORDS: [(ModifierFlags, &str); 13] = [
    (ModifierFlags::CONST, "const"),
    (ModifierFlags::IN, "in"),
    (ModifierFlags::OUT, "out"),
    (ModifierFlags::UNIFORM, "uniform"),
    (ModifierFlags::FLAT, "flat"),
    (ModifierFlags::NO_PERSPECTIVE, "noperspective"),
    (ModifierFlags::HAS_SIDE_EFFECTS, "sk_has_side_effects"),
    (ModifierFlags::INLINE, "inline"),
    (ModifierFlags::NO_INLINE, "noinline"),
    (ModifierFlags::HIGHP, "highp"),
    (ModifierFlags::MEDIUMP, "mediump"),
    (ModifierFlags::LOWP, "lowp"),
    (ModifierFlags::ES3, "$es3"),
];

/// Layout qualifiers.
const QUALIFIERS: [(LayoutFlags, &str); 11] = [
    (LayoutFlags::ORIGIN_UPPER_LEFT, "origin_upper_left"),
    (LayoutFlags::PUSH_CONSTANT, "push_constant"),
    (LayoutFlags::BLEND_SUPPORT_ALL_EQUATIONS, "blend_support_all_equations"),
    (LayoutFlags::COLOR, "color"),
    (LayoutFlags::LOCATION, "location"),
    (LayoutFlags::OFFSET, "offset"),
    (LayoutFlags::BINDING, "binding"),
    (LayoutFlags::INDEX, "index"),
    (LayoutFlags::SET, "set"),
    (LayoutFlags::BUILTIN, "builtin"),
    (LayoutFlags::INPUT_ATTACHMENT_INDEX, "input_attachment_index"),
];

/// Modifiers of a set, joined for messages.
pub(super) fn spell(flags: ModifierFlags) -> String {
    let mut words: Vec<&str> = Vec::new();
    for (flag, word) in WORDS {
        if flags.0 & flag.0 != 0 {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Parses the name of a layout qualifier.
pub(crate) fn qualifier(name: &str) -> Option<LayoutFlags> {
    let mut known = QUALIFIERS.iter();
    known.find(|(_, text)| *text == name).map(|&(flag, _)| flag)
}

/// Names of all layout qualifiers, for help.
pub(crate) fn qualifier_names() -> impl Iterator<Item = &'static str> {
    QUALIFIERS.iter().map(|(_, name)| *name)
}

/// Returns whether a layout qualifier takes a value.
pub(crate) fn has_value(qualifier: LayoutFlags) -> bool {
    qualifier.0 >= LayoutFlags::LOCATION.0
}

/// Modifiers that a declaration accepts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Permitted {
    pub words: ModifierFlags,
    pub qualifiers: LayoutFlags,
    /// Kind of declaration, for messages: "a function".
    pub what: &'static str,
}

impl Builder<'_> {
    /// Adds a qualifier to a layout, with its value if it takes one.
    pub(crate) fn layout_qualifier(
        &mut self,
        into: &mut ModifierSyntax,
        qualifier: LayoutFlags,
        value: i32,
        span: Span,
    ) {
        let layout = &mut into.modifiers.layout;
        let is_repeated = layout.flags.0 & qualifier.0 != 0;
        layout.flags.0 |= qualifier.0;
        match qualifier {
            LayoutFlags::LOCATION => layout.location = value,
            LayoutFlags::OFFSET => layout.offset = value,
            LayoutFlags::BINDING => layout.binding = value,
            LayoutFlags::INDEX => layout.index = value,
            LayoutFlags::SET => layout.set = value,
            LayoutFlags::BUILTIN => layout.builtin = value,
            LayoutFlags::INPUT_ATTACHMENT_INDEX => layout.input_attachment_index = value,
            _ => {}
        }
        if is_repeated {
            let name = span.of(self.text).to_owned();
            let first = into.qualifier_place(qualifier, span);
            let message = format!("found `{name}` again, expected each layout qualifier once");
            self.report(&REPEATED_QUALIFIER, span, message)
                .label(first, "first given here")
                .help("keep one of the two");
        }
        into.qualifiers.push((qualifier, span));
    }

    /// Returns `exact` if it is on the line of the declared name, which is the line that other tools report; the name
    /// otherwise.
    pub(crate) fn near(&self, exact: Span, declaration: Span) -> Span {
        let (from, to) = if exact.start <= declaration.start {
            (exact.start, declaration.start)
        } else {
            (declaration.start, exact.start)
        };
        if Span::new(from, to).of(self.text).contains('\n') { declaration } else { exact }
    }

    /// Reports each modifier and qualifier that the declaration may not have.
    pub(crate) fn check_permitted(
        &mut self,
        syntax: &ModifierSyntax,
        permitted: Permitted,
        declaration: Span,
    ) {
        let (words, qualifiers) = (syntax.modifiers.flags.0, syntax.modifiers.layout.flags.0);
        if words & !permitted.words.0 == 0 && qualifiers & !permitted.qualifiers.0 == 0 {
            return;
        }
        for (flag, word) in WORDS {
            if !syntax.modifiers.has(flag) || permitted.words.0 & flag.0 != 0 {
                continue;
            }
            let place = syntax.place(flag, declaration);
            let allowed = match spell(permitted.words) {
                words if words.is_empty() => format!("{} takes no modifiers", permitted.what),
                words => format!("{} takes {}", permitted.what, list(&words)),
            };
            let message = format!("found `{word}` in front of {}, where it is not permitted", permitted.what);
            self.report(&MODIFIER, self.near(place, declaration), message)
                .help(format!("remove `{word}`: {allowed}"));
        }
        for (flag, name) in QUALIFIERS {
            if syntax.modifiers.layout.flags.0 & flag.0 == 0 || permitted.qualifiers.0 & flag.0 != 0 {
                continue;
            }
            let place = syntax.qualifier_place(flag, declaration);
            let message = format!(
                "found the layout qualifier `{name}` in front of {}, where it is not permitted",
                permitted.what
            );
            self.report(&QUALIFIER, self.near(place, declaration), message).help(match flag {
                LayoutFlags::BINDING | LayoutFlags::SET => {
                    format!("remove `{name}`: global samplers, textures and interface blocks have one")
                }
                _ => format!("remove `{name}`: {} takes no layout", permitted.what),
            });
        }
    }
}

/// Quotes the words and separates them with commas.
fn list(words: &str) -> String {
    let quoted: Vec<String> = words.split(' ').map(|word| format!("`{word}`")).collect();
    match &quoted[..] {
        [] => String::new(),
        [only] => format!("{only} only"),
        [start @ .., last] => format!("{} and {last} only", start.join(", ")),
    }
}
