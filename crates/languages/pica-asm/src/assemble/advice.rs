//! Suggests replacement statements, using the operands of the faulty one.

use super::arguments::Arguments;
use super::mnemonic::Mnemonic;
use super::number::{self, before, trim};
use super::operand::{Operand, is_register_like};
use super::state::{Assembler, Class, span};

/// Parts of an operand's text: sign, name with index, selector.
#[derive(Clone, Copy)]
struct Spelled<'t> {
    negated: bool,
    /// Register or name, including its brackets.
    base: &'t str,
    /// Selector including its dot; empty if there is none.
    selector: &'t str,
}

impl<'t> Spelled<'t> {
    fn new(text: &'t str) -> Spelled<'t> {
        let (negated, body) = match text.strip_prefix('-') {
            Some(body) => (true, trim(body)),
            None => (false, text),
        };
        let from = body.find(']').map_or(0, |bracket| bracket + 1);
        let end = body[from..].find('.').map_or(body.len(), |dot| from + dot);
        Spelled { negated, base: trim(&body[..end]), selector: &body[end..] }
    }

    /// The operand with its register replaced.
    fn through(&self, register: &str) -> String {
        let sign = if self.negated { "-" } else { "" };
        format!("{sign}{register}{}", self.selector)
    }
}

/// The operand negated.
fn negated(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(positive) => trim(positive).to_owned(),
        None => format!("-{text}"),
    }
}

/// Statements quoted for help.
fn quoted(statements: &[String]) -> String {
    let quoted: Vec<String> = statements.iter().map(|statement| format!("`{statement}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

impl<'a> Assembler<'a> {
    /// A temporary register that no source of the program uses, such as `r5`.
    pub(crate) fn free_temporary(&self) -> Option<&str> {
        let free = self.free_temporary.get_or_init(|| {
            let used = self.inputs.iter().fold(0u32, |used, input| used | temporaries(input.text));
            let free = (0..16).find(|number| used >> number & 1 == 0)?;
            Some(format!("r{free}"))
        });
        free.as_deref()
    }

    /// Suggests copying an operand to a temporary register: the copy, and the statement that reads it.
    pub(crate) fn copy_first(&self, operand: &Operand<'a>) -> String {
        let spelled = Spelled::new(operand.text);
        let Some(free) = self.free_temporary() else {
            return format!(
                "copy `{}` to a temporary register first, and read that one here; the program names all of r0-r15",
                spelled.base
            );
        };
        let read = self.with_operands(operand.text, &[(operand.text, spelled.through(free))]);
        format!("copy it to a temporary register first: `mov {free}, {}` and `{read}`", spelled.base)
    }

    /// The statement around `part` with some operands replaced.
    pub(crate) fn with_operands(&self, part: &str, changes: &[(&str, String)]) -> String {
        let statement = self.statement_around(part);
        let mut changes: Vec<_> = changes.iter().map(|(old, new)| (span(statement, old), new)).collect();
        changes.sort_by_key(|(place, _)| place.start);
        let mut written = String::new();
        let mut at = 0;
        for (place, new) in changes {
            written.push_str(statement.get(at..place.start).unwrap_or_default());
            written.push_str(new);
            at = place.end;
        }
        written.push_str(statement.get(at..).unwrap_or_default());
        written
    }

    /// An equivalent `cmp` with its sources swapped.
    pub(super) fn turned_comparison(&self, part: &str) -> String {
        let statement = self.statement_around(part);
        let (word, rest) = statement.split_once([' ', '\t']).unwrap_or((statement, ""));
        let operands: Vec<&str> = rest.split(',').map(trim).collect();
        let turned = |comparison: &str| match comparison.to_ascii_lowercase().as_str() {
            "lt" => "gt".to_owned(),
            "gt" => "lt".to_owned(),
            "le" => "ge".to_owned(),
            "ge" => "le".to_owned(),
            same => same.to_owned(),
        };
        match operands.as_slice() {
            [a, x, y, b] => format!("{word} {b}, {}, {}, {a}", turned(x), turned(y)),
            _ => statement.to_owned(),
        }
    }

    /// A `mad` with its factors swapped, if that makes it valid.
    pub(super) fn exchanged_factors(&self, part: &str) -> Option<String> {
        let statement = self.statement_around(part);
        let (_, rest) = statement.split_once([' ', '\t'])?;
        let operands: Vec<&str> = rest.split(',').map(trim).collect();
        let [_, a, b, c] = operands.as_slice() else {
            return None;
        };
        let is_possible = !self.is_uniform(b) && !self.is_uniform(c);
        is_possible.then(|| self.with_operands(part, &[(a, (*b).to_owned()), (b, (*a).to_owned())]))
    }

    /// The statement that contains `part`.
    fn statement_around(&self, part: &str) -> &'a str {
        let at = span(self.text, part).start;
        let (head, tail) = self.text.split_at_checked(at).unwrap_or((self.text, ""));
        let start = head.rfind(['\n', ':']).map_or(0, |end| end + 1);
        let end = at + tail.find(['\n', ';']).unwrap_or(tail.len());
        trim(self.text.get(start..end).unwrap_or_default())
    }

    /// The register of an operand and its class; `None` if undeclared.
    fn register_of(&self, text: &str) -> Option<(Class, i32)> {
        let name = before(before(Spelled::new(text).base, b'['), b'.');
        if let Some(&index) = self.scope.names.get(name) {
            let declared = self.scope.declared.get(index)?;
            return Some((declared.class, declared.value & 0xFF));
        }
        if !is_register_like(name) {
            return None;
        }
        let number = number::integer(&name[1..]).0 as i32;
        Some(match name.as_bytes()[0].to_ascii_lowercase() {
            b'v' => (Class::Input, number),
            b'o' => (Class::Output, number),
            b'r' => (Class::Temporary, 0x10 + number),
            b'c' => (Class::Float, 0x20 + number),
            b'i' => (Class::Integer, 0x80 + number),
            _ => (Class::Bool, 0x88 + number),
        })
    }

    pub(super) fn is_uniform(&self, text: &str) -> bool {
        matches!(self.register_of(text), Some((Class::Float, _)))
    }

    /// True if one instruction cannot read both: two uniforms, or two input registers.
    fn is_too_much(&self, a: &str, b: &str) -> bool {
        match (self.register_of(a), self.register_of(b)) {
            (Some((Class::Float, _)), Some((Class::Float, _))) => true,
            (Some((Class::Input, a)), Some((Class::Input, b))) => a != b,
            _ => false,
        }
    }

    /// A commutative instruction with its sources in a valid order, uniform first, preceded by a copy if
    /// necessary.
    fn commutative(&self, name: &str, to: &str, a: &str, b: &str) -> Option<Vec<String>> {
        if self.is_too_much(a, b) {
            let free = self.free_temporary()?;
            let b = Spelled::new(b);
            return Some(vec![
                format!("mov {free}, {}", b.base),
                format!("{name} {to}, {a}, {}", b.through(free)),
            ]);
        }
        let (a, b) = if self.is_uniform(b) { (b, a) } else { (a, b) };
        Some(vec![format!("{name} {to}, {a}, {b}")])
    }

    /// Statements equivalent to an instruction of another assembler; `None` if it is unknown or its operands
    /// do not match.
    pub(crate) fn expansion(&self, arguments: &Arguments<'_>) -> Option<String> {
        // Findings over the limit are dropped and need no help.
        if self.findings.is_full() {
            return None;
        }
        let word = arguments.word.to_ascii_lowercase();
        let operands: Vec<&str> = arguments.rest.split(',').map(trim).collect();
        if operands.iter().any(|operand| operand.is_empty()) {
            return None;
        }
        let statements = match (word.as_str(), operands.as_slice()) {
            ("exp" | "exp2", [to, a]) => vec![format!("ex2 {to}, {a}")],
            ("log" | "log2", [to, a]) => vec![format!("lg2 {to}, {a}")],
            ("lit", [to, a]) => vec![format!("litp {to}, {a}")],
            ("neg", [to, a]) => vec![format!("mov {to}, {}", negated(a))],
            ("sgt", [to, a, b]) if !self.is_too_much(a, b) => vec![format!("slt {to}, {b}, {a}")],
            ("sle", [to, a, b]) if !self.is_too_much(a, b) => vec![format!("sge {to}, {b}, {a}")],
            ("sub", [to, a, b]) => self.commutative("add", to, a, &negated(b))?,
            ("abs", [to, a]) => self.commutative("max", to, a, &negated(a))?,
            (_, [to, vector, matrix]) if let Some(rows) = matrix_shape(&word) => {
                self.matrix(to, vector, matrix, rows)?
            }
            (_, operands) => self.through_temporary(&word, operands)?,
        };
        Some(format!("write {}", quoted(&statements)))
    }

    /// Expansions that need a temporary register.
    fn through_temporary(&self, word: &str, operands: &[&str]) -> Option<Vec<String>> {
        let free = self.free_temporary()?;
        let is_uniform = |text: &str| self.is_uniform(text);
        Some(match (word, operands) {
            ("div", [to, a, b]) => vec![format!("rcp {free}, {b}"), format!("mul {to}, {a}, {free}")],
            ("sqrt", [to, a]) => vec![format!("rsq {free}, {a}"), format!("mul {to}, {a}, {free}.x")],
            ("frc", [to, a]) => vec![format!("flr {free}, {a}"), format!("add {to}, {a}, -{free}")],
            ("pow", [to, a, b]) => vec![
                format!("lg2 {free}, {a}"),
                format!("mul {free}, {b}, {free}"),
                format!("ex2 {to}, {free}"),
            ],
            ("nrm", [to, a]) if !is_uniform(a) => vec![
                format!("dp3 {free}, {a}, {a}"),
                format!("rsq {free}, {free}"),
                format!("mul {to}, {a}, {free}"),
            ],
            ("dp2", [to, a, b]) if !self.is_too_much(a, b) => {
                let mut statements = self.commutative("mul", free, a, b)?;
                statements.push(format!("add {to}, {free}.x, {free}.y"));
                statements
            }
            ("lrp", [to, t, a, b]) if !(self.is_too_much(a, b) || is_uniform(t) && is_uniform(b)) => {
                let mut statements = self.commutative("add", free, a, &negated(b))?;
                let (first, second) = if is_uniform(t) { (free, *t) } else { (*t, free) };
                statements.push(format!("mad {to}, {first}, {second}, {b}"));
                statements
            }
            _ => return None,
        })
    }

    /// A matrix-vector product: one dot product per row.
    fn matrix(&self, to: &str, vector: &str, matrix: &str, shape: (usize, &str)) -> Option<Vec<String>> {
        let (rows, product) = shape;
        if self.is_uniform(vector) && self.is_uniform(matrix) {
            return None;
        }
        let target = Spelled::new(to).base;
        // No row may overwrite an operand of the next.
        let overwrites = target.eq_ignore_ascii_case(Spelled::new(vector).base);
        let result = if overwrites { self.free_temporary()? } else { target };
        let matrix = Spelled::new(matrix).base;
        let mut statements = Vec::new();
        for (row, letter) in (0..rows).zip(["x", "y", "z", "w"]) {
            let row = match matrix.strip_suffix(']').and_then(|open| open.rsplit_once('[')) {
                Some((name, first)) => format!("{name}[{}]", first.parse::<usize>().ok()? + row),
                None if self.scope.names.contains_key(matrix) => format!("{matrix}[{row}]"),
                None => {
                    let number: usize = matrix.get(1..)?.parse().ok()?;
                    format!("{}{}", matrix.get(..1)?, number + row)
                }
            };
            statements.push(format!("{product} {result}.{letter}, {row}, {vector}"));
        }
        if overwrites {
            let letters = &"xyzw"[..rows];
            statements.push(format!("mov {target}.{letters}, {result}"));
        }
        Some(statements)
    }

    /// A statement with commas inserted, if only commas are missing: location of the first gap, the operands
    /// around it, and the statement.
    pub(super) fn with_commas(
        &self,
        row: &Mnemonic,
        statement: &'a str,
    ) -> Option<(&'a str, [&'a str; 2], String)> {
        let wanted = row.shape.operands().split(',').count();
        let whole = Arguments::new(statement);
        let mut operands: Vec<&'a str> = Vec::new();
        let mut gap = None;
        for part in whole.rest.split(',') {
            let before = operands.len();
            split_operands(part, &mut operands);
            if operands.len() > before + 1 && gap.is_none() {
                gap = Some(before);
            }
        }
        let gap = gap.filter(|_| operands.len() == wanted)?;
        let [left, right] = [operands[gap], operands[gap + 1]];
        let (start, end) = (span(statement, left).end, span(statement, right).start);
        Some((statement.get(start..end)?, [left, right], format!("{} {}", whole.word, operands.join(", "))))
    }
}

/// Splits operands at white space outside brackets.
fn split_operands<'t>(text: &'t str, operands: &mut Vec<&'t str>) {
    let mut depth = 0;
    let mut start = None;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        let is_gap = c.is_ascii_whitespace() && depth <= 0;
        match start {
            None if !is_gap => start = Some(at),
            Some(first) if is_gap => {
                operands.push(&text[first..at]);
                start = None;
            }
            _ => {}
        }
    }
    operands.extend(start.map(|first| &text[first..]));
}

/// Number of rows and dot-product mnemonic of other assemblers' matrix instructions.
fn matrix_shape(word: &str) -> Option<(usize, &'static str)> {
    Some(match word {
        "m4x4" => (4, "dp4"),
        "m4x3" => (3, "dp4"),
        "m3x4" => (4, "dp3"),
        "m3x3" => (3, "dp3"),
        "m3x2" => (2, "dp3"),
        _ => return None,
    })
}

/// Temporary registers used in a text; bit 0 is `r0`.
fn temporaries(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let mut used = 0;
    for (at, _) in text.match_indices('r') {
        let is_inside = at.checked_sub(1).is_some_and(|before| {
            let before = bytes[before];
            before.is_ascii_alphanumeric() || before == b'_' || before == b'$'
        });
        let digits = text[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        if is_inside || digits == 0 {
            continue;
        }
        if let Ok(number) = text[at + 1..at + 1 + digits].parse::<u32>() {
            used |= 1u32.checked_shl(number).unwrap_or(0);
        }
    }
    used
}
