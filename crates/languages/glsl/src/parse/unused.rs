//! Warnings about what is declared and not used, and read and not written.

use glassbox_syntax::report::shown;

use crate::model::{At, Direction};
use crate::parse::Parser;
use crate::rules::{UNINITIALIZED, UNUSED};
use crate::types::Type;

impl Parser<'_> {
    /// Warns of names without use, in texts without errors.
    pub(crate) fn warn_unused(&mut self) {
        if self.reports.findings.has_errors() {
            return;
        }
        let mut findings: Vec<(At, bool, String, &'static str)> = Vec::new();
        // Functions are not looked at: libraries have more of them than a text calls.
        for function in &self.program.functions {
            if function.body.is_none() {
                continue;
            }
            for (index, local) in function.locals.iter().enumerate() {
                let is_parameter = index < function.parameters as usize;
                if local.name.is_empty() || local.constant.is_some() || local.ty == Type::Error {
                    continue;
                }
                let name = || shown(&local.name);
                let is_output = is_parameter && local.direction == Direction::Out;
                if is_output && !local.is_written {
                    let message = format!("found the output `{}`, which the function does not write", name());
                    findings.push((local.at, false, message, "assign it a value"));
                } else if !(local.is_read || is_output || is_parameter && local.direction != Direction::In) {
                    let message = format!("found `{}`, which nothing reads", name());
                    findings.push((local.at, true, message, "remove it"));
                } else if !is_parameter && local.is_read && !local.is_written && !self.is_handle(local.ty) {
                    let message = format!("found `{}`, which is read and never written", name());
                    findings.push((local.at, false, message, "give it a value where it is declared"));
                }
            }
        }
        for (at, is_unused, message, help) in findings {
            let rule = if is_unused { &UNUSED } else { &UNINITIALIZED };
            let finding = self.finding(rule, at, message);
            self.add(finding.help(help));
        }
    }

    /// Whether functions of the language fill a variable of this type in.
    fn is_handle(&self, ty: Type) -> bool {
        self.program.types.contains(ty, &|ty| ty.is_opaque() || matches!(ty, Type::Parametric(_)))
    }
}
