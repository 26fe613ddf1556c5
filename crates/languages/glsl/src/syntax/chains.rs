//! Chains that compilers read by calling themselves: without a bound they would run out of stack.

use glassbox_syntax::report::Reports;
use glassbox_syntax::token::{Kind, Token};

use crate::rules::NESTING;

/// Longest chain of prefix operators, assignments, conditionals or statements inside each other.
const MAX_LENGTH: usize = 256;

/// Whether no statement holds a chain that is too long. One that does is reported.
pub(crate) fn are_short(tokens: &[Token], reports: &mut Reports) -> bool {
    // `else` in a row, for each level of braces.
    let mut branches: Vec<usize> = vec![0];
    let mut length = 0;
    for (at, token) in tokens.iter().enumerate() {
        let next_is_else = tokens.get(at + 1).is_some_and(|next| next.is("else"));
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        match &*token.text {
            "{" => {
                branches.push(0);
                length = 0;
            }
            "}" | ";" => {
                if token.is("}") && branches.len() > 1 {
                    branches.pop();
                }
                if !next_is_else && let Some(count) = branches.last_mut() {
                    *count = 0;
                }
                length = 0;
            }
            "else" => {
                if let Some(count) = branches.last_mut() {
                    *count += 1;
                }
            }
            "?" | "if" | "for" | "while" | "do" | "switch" => length += 1,
            sign if sign.ends_with('=') && !matches!(sign, "==" | "!=" | "<=" | ">=") => length += 1,
            "-" | "+" | "!" | "~" | "++" | "--"
                if before.is_none_or(|before| {
                    before.kind == Kind::Sign && !matches!(&*before.text, ")" | "]" | "}")
                }) =>
            {
                length += 1;
            }
            _ => {}
        }
        let worst = length.max(branches.last().copied().unwrap_or(0));
        if worst > MAX_LENGTH {
            let message = format!(
                "found more than {MAX_LENGTH} operators or branches that each hold the next, expected fewer"
            );
            let finding = reports.of(&NESTING, token.from, message);
            reports.add(finding.help("divide the statement, or use a loop or an array"));
            return false;
        }
    }
    true
}
