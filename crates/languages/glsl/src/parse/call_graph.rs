//! Which functions call which: none may reach itself, and those that are called need a body.

use glassbox_syntax::report::shown;

use crate::model::{At, ExpressionKind, FunctionId};
use crate::parse::Parser;
use crate::rules::FUNCTION;

/// Calls by caller.
type Calls = Vec<Vec<(FunctionId, At)>>;

impl Parser<'_> {
    /// Checks all calls.
    pub(crate) fn check_calls(&mut self) {
        let calls = self.calls();
        self.check_recursion(&calls);
        self.check_bodies(&calls);
    }

    fn calls(&self) -> Calls {
        let mut calls: Calls = vec![Vec::new(); self.program.functions.len()];
        for (caller, first, last) in &self.declared.bodies {
            let expressions =
                self.program.expressions.get(*first as usize..*last as usize).unwrap_or_default();
            let Some(list) = calls.get_mut(caller.0 as usize) else { continue };
            list.extend(expressions.iter().filter_map(|expression| match expression.kind {
                ExpressionKind::Call(callee, _) | ExpressionKind::Function(callee) => {
                    Some((callee, expression.at))
                }
                _ => None,
            }));
        }
        calls
    }

    /// Reports each call that closes a circle.
    fn check_recursion(&mut self, calls: &Calls) {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; calls.len()];
        for start in 0..calls.len() {
            if marks.get(start) != Some(&Mark::New) {
                continue;
            }
            let mut stack = vec![(start, 0_usize)];
            marks[start] = Mark::Open;
            while let Some((caller, next)) = stack.pop() {
                let Some((callee, at)) = calls.get(caller).and_then(|list| list.get(next)).copied() else {
                    marks[caller] = Mark::Done;
                    continue;
                };
                stack.push((caller, next + 1));
                let callee = callee.0 as usize;
                match marks.get(callee) {
                    Some(Mark::New) => {
                        marks[callee] = Mark::Open;
                        stack.push((callee, 0));
                    }
                    Some(Mark::Open) => self.report_recursion(callee, at),
                    _ => {}
                }
            }
        }
    }

    fn report_recursion(&mut self, callee: usize, at: At) {
        let Some(function) = self.program.functions.get(callee) else {
            return;
        };
        let (name, first) = (shown(&function.name), function.at);
        let message = format!("found a call of `{name}` from inside of `{name}`, expected no recursion");
        let finding = self.finding_with(&FUNCTION, at, message, (first, "the function"));
        self.add(finding.help("use a loop"));
    }

    /// Reports calls of functions without a body, from what `main` reaches.
    fn check_bodies(&mut self, calls: &Calls) {
        let mut reached = vec![false; calls.len()];
        let mut open: Vec<usize> = self.program.main.iter().map(|main| main.0 as usize).collect();
        while let Some(caller) = open.pop() {
            for (callee, at) in calls.get(caller).into_iter().flatten() {
                let index = callee.0 as usize;
                match reached.get_mut(index) {
                    Some(is_reached) if !*is_reached => *is_reached = true,
                    _ => continue,
                }
                open.push(index);
                let function = self.program.function(*callee);
                if function.body.is_none() && function.spirv.is_none() {
                    let (name, first) = (shown(&function.name), function.at);
                    let message = format!("found a call of `{name}`, which has no body");
                    let finding = self.finding_with(&FUNCTION, *at, message, (first, "the declaration"));
                    self.add(finding.help("write the body of the function"));
                }
            }
        }
        self.declared.reached = reached;
    }
}
