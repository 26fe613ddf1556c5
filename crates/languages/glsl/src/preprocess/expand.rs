//! Macros in use.

use std::collections::VecDeque;
use std::rc::Rc;

use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::shown;
use glassbox_syntax::source::Origin;
use glassbox_syntax::token::{Kind, Token};

use super::macros::Macro;
use super::{MAX_TOKENS, Preprocessor};
use crate::lex::lex;
use crate::rules::{CALL, LIMIT};

/// How deep uses of macros nest in arguments of others: each level is one of the stack.
const MAX_DEPTH: usize = 64;

/// What is read before the text goes on.
#[derive(Debug)]
pub(super) enum Pending {
    /// A token.
    Token(Token),
    /// The end of what the last active macro stands for.
    End,
}

impl Preprocessor<'_> {
    /// The next token that macros left.
    #[inline]
    pub(super) fn next_pending(&mut self) -> Option<Token> {
        loop {
            match self.pending.pop_front()? {
                Pending::Token(token) => return Some(token),
                Pending::End => {
                    self.active.pop();
                }
            }
        }
    }

    /// Replaces a token by what it stands for, or adds it to what comes out.
    #[inline]
    pub(super) fn expand_or_keep(&mut self, token: Token) {
        if !self.may_stand_for_more(&token) {
            self.keep(token);
        } else if let Some(token) = self.expand(token, true, 0) {
            self.keep(token);
        }
    }

    /// Whether a token may be the name of a macro.
    #[inline]
    pub(super) fn may_stand_for_more(&self, token: &Token) -> bool {
        token.kind == Kind::Word
            && !token.is_painted
            && (self.replaced.get(token.text.number() as usize).copied().unwrap_or(false)
                || token.text.starts_with("GL_"))
    }

    /// Replaces a token if it is the name of a macro: what it stands for is pending then. Gives back one that is none.
    /// `reads_on` says whether arguments may be looked for in the text.
    fn expand(&mut self, mut token: Token, reads_on: bool, depth: usize) -> Option<Token> {
        if !self.may_stand_for_more(&token) {
            return Some(token);
        }
        if let Some(number) = self.builtin(&token) {
            return Some(number);
        }
        let Some(definition) = self.macro_of(&token.text) else {
            return Some(token);
        };
        if self.active.contains(&token.text) {
            token.is_painted = true;
            return Some(token);
        }
        if !self.step(token.from) {
            return None;
        }
        let mut used = if token.from.is_from_macro() || token.from.used != token.from.written {
            token.from.used
        } else {
            token.from.written
        };
        let is_plain = token.from.used == token.from.written;
        let mut arguments = Vec::new();
        if let Some(parameters) = &definition.parameters {
            if !self.next_is_parenthesis(reads_on) {
                return Some(token);
            }
            let (found, end) = self.arguments(&token, reads_on)?;
            if let Some(end) = end
                && is_plain
                && end.from.written.file == used.file
                && end.from.written.span.end >= used.span.end
            {
                used.span.end = end.from.written.span.end;
            }
            arguments = found;
            if parameters.is_empty() && arguments.iter().all(Vec::is_empty) {
                arguments.clear();
            }
            if arguments.len() != parameters.len() {
                self.wrong_count(&token, &definition, arguments.len());
                return None;
            }
        }
        let body = self.replacement(&token, &definition, &arguments, used, depth)?;
        if self.pending.len() + body.len() > MAX_TOKENS {
            self.exhaust(
                token.from,
                &format!("found macros that stand for more than {MAX_TOKENS} tokens, expected fewer"),
            );
            return None;
        }
        self.active.push(token.text.clone());
        self.pending.push_front(Pending::End);
        for token in body.into_iter().rev() {
            self.pending.push_front(Pending::Token(token));
        }
        None
    }

    /// What the macros stand for that change with the place.
    fn builtin(&mut self, token: &Token) -> Option<Token> {
        let value = match &*token.text {
            "__VERSION__" => self.unit.version.number.to_string(),
            "__LINE__" => {
                let used = token.from.used;
                let line = self.line_of(used);
                let shift = self.frames.last().map_or(0, |frame| frame.line_shift);
                i64::from(line).saturating_add(shift).to_string()
            }
            "__FILE__" => self.frames.last().map_or(0, |frame| frame.number).to_string(),
            _ => return None,
        };
        Some(Token { kind: Kind::Number, text: self.words.get(&value), ..token.clone() })
    }

    /// Whether an opening parenthesis comes next. It is taken.
    fn next_is_parenthesis(&mut self, reads_on: bool) -> bool {
        while let Some(next) = self.pending.front() {
            match next {
                Pending::Token(token) => {
                    let is_one = token.is("(");
                    if is_one {
                        self.pending.pop_front();
                    }
                    return is_one;
                }
                Pending::End => {
                    self.pending.pop_front();
                    self.active.pop();
                }
            }
        }
        let Some(frame) = self.frames.last_mut().filter(|_| reads_on) else {
            return false;
        };
        let is_one = frame.tokens.get(frame.at).is_some_and(|token| token.is("("));
        if is_one {
            frame.at += 1;
        }
        is_one
    }

    /// The arguments behind an opening parenthesis, and the token that closes it.
    #[allow(clippy::type_complexity)]
    fn arguments(&mut self, name: &Token, reads_on: bool) -> Option<(Vec<Vec<Token>>, Option<Token>)> {
        let mut arguments = vec![Vec::new()];
        let mut depth = 0_usize;
        loop {
            let next = match self.next_pending() {
                Some(token) => Some(token),
                None => self.next_of_text(reads_on),
            };
            let Some(mut token) = next else {
                let message =
                    format!("found no `)` for the arguments of `{}`, expected one", shown(&name.text));
                let finding = self.reports.of(&CALL, name.from, message);
                self.reports.add(finding.help("close the parenthesis before the next directive"));
                return None;
            };
            if !self.step(token.from) {
                return None;
            }
            if token.is("(") {
                depth += 1;
            } else if token.is(")") {
                match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return Some((arguments, Some(token))),
                }
            } else if token.is(",") && depth == 0 {
                arguments.push(Vec::new());
                continue;
            }
            if token.kind == Kind::Word && self.active.contains(&token.text) {
                token.is_painted = true;
            }
            if let Some(last) = arguments.last_mut() {
                last.push(token);
            }
        }
    }

    /// The next token of the text that is being read, unless a directive or its end comes.
    fn next_of_text(&mut self, reads_on: bool) -> Option<Token> {
        let frame = self.frames.last_mut().filter(|_| reads_on)?;
        let token = frame.tokens.get(frame.at)?;
        if token.is_first && token.is("#") {
            return None;
        }
        frame.at += 1;
        Some(token.clone())
    }

    fn wrong_count(&mut self, name: &Token, definition: &Macro, found: usize) {
        let wanted = definition.parameters.as_ref().map_or(0, Vec::len);
        let message = format!(
            "found {found} argument{} for `{}`, expected {wanted}",
            if found == 1 { "" } else { "s" },
            shown(&name.text)
        );
        let defined = self.reports.sources.unplaced(definition.from.written);
        let finding = self.reports.of(&CALL, name.from, message);
        self.reports.add(
            finding
                .label(defined, "it is defined here")
                .help("put parentheses around arguments that have commas in them"),
        );
    }

    /// What a use of a macro stands for.
    fn replacement(
        &mut self,
        name: &Token,
        definition: &Rc<Macro>,
        arguments: &[Vec<Token>],
        used: Origin,
        depth: usize,
    ) -> Option<Vec<Token>> {
        let parameters = definition.parameters.as_deref().unwrap_or_default();
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; arguments.len()];
        let mut out: Vec<Token> = Vec::new();
        let body = &definition.body;
        let mut pastes = false;
        for (at, token) in body.iter().enumerate() {
            if token.is("##") {
                pastes = true;
                continue;
            }
            let is_pasted = pastes || body.get(at + 1).is_some_and(|next| next.is("##"));
            let parameter = parameters.iter().position(|parameter| *parameter == token.text);
            let parameter = parameter.filter(|_| token.kind == Kind::Word);
            let mut piece: Vec<Token> = match parameter {
                Some(number)
                    if at.checked_sub(1).and_then(|at| body.get(at)).is_some_and(|hash| hash.is("#")) =>
                {
                    out.pop();
                    vec![self.quoted(token, arguments.get(number)?, used)]
                }
                None => {
                    vec![Token { from: Provenance { written: token.from.written, used }, ..token.clone() }]
                }
                Some(number) => {
                    let raw = arguments.get(number)?;
                    let mut tokens = if is_pasted {
                        raw.clone()
                    } else {
                        match expanded.get(number)? {
                            Some(known) => known.clone(),
                            None => {
                                let full = self.expand_list(name, raw, depth + 1)?;
                                *expanded.get_mut(number)? = Some(full.clone());
                                full
                            }
                        }
                    };
                    for argument in &mut tokens {
                        if argument.from.used == argument.from.written {
                            argument.from.used = used;
                        }
                        argument.is_first = false;
                    }
                    if let Some(first) = tokens.first_mut() {
                        first.is_spaced = token.is_spaced;
                    }
                    tokens
                }
            };
            self.steps += piece.len();
            if !self.step(name.from) || out.len() + piece.len() > MAX_TOKENS {
                let message = format!("found a macro that stands for more than {MAX_TOKENS} tokens");
                self.exhaust(name.from, &message);
                return None;
            }
            if pastes {
                pastes = false;
                if !piece.is_empty() && out.last().is_some() {
                    let right = piece.remove(0);
                    self.paste(&mut out, right);
                }
            }
            out.append(&mut piece);
        }
        if let Some(first) = out.first_mut() {
            first.is_spaced = name.is_spaced;
            first.is_first = name.is_first;
        }
        Some(out)
    }

    /// `#parameter`: the argument as text between quotation marks.
    fn quoted(&mut self, parameter: &Token, argument: &[Token], used: Origin) -> Token {
        let mut text = String::from("\"");
        for (at, token) in argument.iter().enumerate() {
            if at > 0 && token.is_spaced {
                text.push(' ');
            }
            text.push_str(&token.text);
        }
        text.push('"');
        let from = Provenance { written: parameter.from.written, used };
        Token { kind: Kind::Quoted, text: self.words.get(&text), from, ..parameter.clone() }
    }

    /// Joins a token to the last one.
    fn paste(&mut self, out: &mut Vec<Token>, right: Token) {
        let Some(left) = out.pop() else {
            out.push(right);
            return;
        };
        let joined = format!("{}{}", left.text, right.text);
        let mut tokens = lex(&joined, 0, self.words).tokens;
        match (tokens.pop(), tokens.is_empty()) {
            (Some(token), true) if token.kind != Kind::Stray => out.push(Token {
                from: left.from,
                is_spaced: left.is_spaced,
                is_first: left.is_first,
                ..token
            }),
            _ => {
                let message = format!("found `{}` made by `##`, expected one token", shown(&joined));
                let finding = self.reports.of(&CALL, left.from, message);
                self.reports.add(finding.help("join a name with a name or a number"));
                out.push(left);
                out.push(right);
            }
        }
    }

    /// Replaces what macros there are in tokens that stand on their own.
    pub(super) fn expand_list(&mut self, name: &Token, tokens: &[Token], depth: usize) -> Option<Vec<Token>> {
        if depth > MAX_DEPTH {
            let message =
                format!("found macros in arguments of others more than {MAX_DEPTH} deep, expected fewer");
            let finding = self.reports.of(&LIMIT, name.from, message);
            self.reports.add(finding.help("give a part of the expression a variable"));
            self.is_exhausted = true;
            return None;
        }
        let own: VecDeque<Pending> = tokens.iter().cloned().map(Pending::Token).collect();
        let outer = std::mem::replace(&mut self.pending, own);
        let active = self.active.len();
        let mut out = Vec::new();
        while let Some(token) = self.next_pending() {
            if let Some(token) = self.expand(token, false, depth) {
                out.push(token);
            }
            if self.is_exhausted || out.len() > MAX_TOKENS {
                break;
            }
        }
        self.pending = outer;
        self.active.truncate(active);
        (!self.is_exhausted).then_some(out)
    }
}
