//! Which bracket closes which.

use glassbox_syntax::report::Reports;
use glassbox_syntax::token::{Kind, Token};

use crate::rules::NESTING;

/// Deepest nesting: the compilers behind have one level of their stacks for each.
const MAX_DEPTH: usize = 128;

/// The partner of each bracket.
#[derive(Debug, Default)]
pub(crate) struct Pairs(Vec<u32>);

impl Pairs {
    /// Pairs the brackets of a stage; `None` when they do not pair, which is reported.
    pub(crate) fn of(tokens: &[Token], reports: &mut Reports) -> Option<Pairs> {
        let mut partners = vec![0_u32; tokens.len()];
        let mut open: Vec<usize> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            if token.kind != Kind::Sign {
                continue;
            }
            let opening = match &*token.text {
                "(" | "[" | "{" => {
                    open.push(at);
                    if open.len() > MAX_DEPTH {
                        let message = format!("found brackets more than {MAX_DEPTH} deep, expected fewer");
                        let finding = reports.of(&NESTING, token.from, message);
                        reports.add(finding.help("give a part of the expression a variable"));
                        return None;
                    }
                    continue;
                }
                ")" => "(",
                "]" => "[",
                "}" => "{",
                _ => continue,
            };
            let partner = open.pop();
            let met = partner.and_then(|partner| tokens.get(partner));
            match (partner, met) {
                (Some(partner), Some(met)) if met.is(opening) => {
                    for (from, to) in [(at, partner), (partner, at)] {
                        if let Some(slot) = partners.get_mut(from) {
                            *slot = to as u32;
                        }
                    }
                }
                (_, met) => {
                    let message = match met {
                        Some(met) => format!("found `{}`, expected what closes `{}`", token.text, met.text),
                        None => format!(
                            "found `{}` that closes nothing, expected `{opening}` before it",
                            token.text
                        ),
                    };
                    let mut finding = reports.of(&NESTING, token.from, message);
                    if let Some(met) = met {
                        let place = reports.sources.location(met.from.primary());
                        finding = finding.label(place, "this is open");
                    }
                    reports.add(finding.help("close what is open, or remove the sign"));
                    return None;
                }
            }
        }
        if let Some(token) = open.last().and_then(|at| tokens.get(*at)) {
            let message = format!("found `{}` that is not closed, expected what closes it", token.text);
            let finding = reports.of(&NESTING, token.from, message);
            reports.add(finding.help("close it where it ends"));
            return None;
        }
        Some(Pairs(partners))
    }

    /// The partner of a bracket.
    pub(crate) fn partner(&self, at: usize) -> usize {
        self.0.get(at).map_or(at, |partner| *partner as usize)
    }
}
