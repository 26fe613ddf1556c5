//! Random statements: stores, calls, selections, loops, switches, exits.

use super::{Bool, Exit, Int, Program, Ty, Uint};

impl Program<'_> {
    /// Statements until a share of what is left is spent. `result` is the type that a function may return early;
    /// `None` in the entry point, whose end must be reached.
    pub(super) fn statements(&mut self, result: Option<Ty>) {
        let count = 1 + self.random.index(8);
        for _ in 0..count {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            self.statement(result);
        }
    }

    fn statement(&mut self, result: Option<Ty>) {
        let nested = self.exits.len() < 5;
        match self.random.below(12) {
            0 | 1 if nested => self.selection(result),
            2 if nested => self.counted_loop(result),
            3 if nested => self.switch(result),
            4 if nested => self.join(),
            5 if !self.helpers.is_empty() => self.call(),
            6 => {
                let ty = self.any_type();
                self.local(ty);
            }
            7..=9 if !self.locals.is_empty() => {
                let (ty, local) = self.locals[self.random.index(self.locals.len())].clone();
                let value = self.value(ty);
                self.effect(&format!("OpStore {local} {value}"));
            }
            _ => {
                let ty = self.any_type();
                self.expression(ty);
            }
        }
    }

    fn open(&mut self, label: &str) {
        self.effect(&format!("{label} = OpLabel"));
        self.block = label.to_owned();
    }

    fn branch(&mut self, label: &str) {
        self.effect(&format!("OpBranch {label}"));
    }

    /// Emits a body in a scope of its own and ends it at `merge`, or by leaving a construct.
    fn body(&mut self, merge: &str, result: Option<Ty>) {
        let (values, locals) = (self.values.len(), self.locals.len());
        self.statements(result);
        self.leave(merge, result);
        self.values.truncate(values);
        self.locals.truncate(locals);
    }

    /// Ends the open block: at `merge`, or by a `break`, `continue` or `return`.
    fn leave(&mut self, merge: &str, result: Option<Ty>) {
        match (self.random.below(8), self.exits.last().cloned(), result) {
            (0, Some(exit), _) => self.branch(&exit.merge),
            (1, Some(Exit { next: Some(next), .. }), _) => self.branch(&next),
            (2, _, Some(ty)) => {
                let value = self.value(ty);
                self.effect(&format!("OpReturnValue {value}"));
            }
            _ => self.branch(merge),
        }
    }

    fn selection(&mut self, result: Option<Ty>) {
        let condition = self.value(Ty::scalar(Bool));
        let (yes, no, merge) = (self.id(), self.id(), self.id());
        let has_else = self.chance(2);
        self.effect(&format!("OpSelectionMerge {merge} None"));
        let otherwise = if has_else { &no } else { &merge };
        self.effect(&format!("OpBranchConditional {condition} {yes} {otherwise}"));
        self.open(&yes);
        self.body(&merge, result);
        if has_else {
            self.open(&no);
            self.body(&merge, result);
        }
        // It may be that nothing branches here; that is valid, too.
        self.open(&merge);
    }

    /// A selection whose two sides give a value each, joined by phis.
    fn join(&mut self) {
        let condition = self.value(Ty::scalar(Bool));
        let types: Vec<Ty> = (0..1 + self.random.index(2)).map(|_| self.any_type()).collect();
        let (yes, no, merge) = (self.id(), self.id(), self.id());
        self.effect(&format!("OpSelectionMerge {merge} None"));
        self.effect(&format!("OpBranchConditional {condition} {yes} {no}"));
        let mut sides = Vec::new();
        for label in [yes, no] {
            let (values, locals) = (self.values.len(), self.locals.len());
            self.open(&label);
            let parts: Vec<String> = types.iter().map(|ty| self.value(*ty)).collect();
            sides.push((parts, self.block.clone()));
            self.branch(&merge);
            self.values.truncate(values);
            self.locals.truncate(locals);
        }
        self.open(&merge);
        for (index, ty) in types.into_iter().enumerate() {
            let name = self.ty(ty);
            let sources: Vec<String> =
                sides.iter().map(|(parts, block)| format!("{} {block}", parts[index])).collect();
            let id = self.emit(&format!("OpPhi {name} {}", sources.join(" ")));
            self.values.push((ty, id));
        }
    }

    /// A loop that runs up to four times, with a counter and two values that each turn may exchange.
    fn counted_loop(&mut self, result: Option<Ty>) {
        let carried = self.any_type();
        let first = [self.value(carried), self.value(carried)];
        let before = self.block.clone();
        let [header, test, body, next, merge] = [(); 5].map(|()| self.id());
        let [counter, one, other, step] = [(); 4].map(|()| self.id());
        let (int, bool) = (self.ty(Ty::scalar(Int)), self.ty(Ty::scalar(Bool)));
        let name = self.ty(carried);
        let zero = self.scalar_constant(Int, 0);
        let increment = self.scalar_constant(Int, 1);
        let limit = self.random.index(5) as i32;
        let limit = self.scalar_constant(Int, limit);
        self.branch(&header);
        self.open(&header);
        // The two carried values change places: a copy would lose one.
        self.effect(&format!("{counter} = OpPhi {int} {zero} {before} {step} {next}"));
        self.effect(&format!("{one} = OpPhi {name} {} {before} {other} {next}", first[0]));
        self.effect(&format!("{other} = OpPhi {name} {} {before} {one} {next}", first[1]));
        self.effect(&format!("OpLoopMerge {merge} {next} None"));
        self.branch(&test);
        self.open(&test);
        let more = self.emit(&format!("OpSLessThan {bool} {counter} {limit}"));
        self.effect(&format!("OpBranchConditional {more} {body} {merge}"));
        let (values, locals) = (self.values.len(), self.locals.len());
        self.values.extend([(Ty::scalar(Int), counter.clone()), (carried, one), (carried, other)]);
        self.open(&body);
        self.exits.push(Exit { merge: merge.clone(), next: Some(next.clone()) });
        self.body(&next, result);
        self.exits.pop();
        self.open(&next);
        self.effect(&format!("{step} = OpIAdd {int} {counter} {increment}"));
        self.branch(&header);
        self.values.truncate(values);
        self.locals.truncate(locals);
        self.open(&merge);
    }

    fn switch(&mut self, result: Option<Ty>) {
        let uint = Ty::scalar(Uint);
        let (mask, selector) = (self.splat(uint, 3), self.value(uint));
        let name = self.ty(uint);
        let selector = self.emit(&format!("OpBitwiseAnd {name} {selector} {mask}"));
        let merge = self.id();
        let cases: Vec<String> = (0..1 + self.random.index(3)).map(|_| self.id()).collect();
        let default = if self.chance(2) { self.id() } else { merge.clone() };
        self.effect(&format!("OpSelectionMerge {merge} None"));
        let targets: Vec<String> =
            cases.iter().enumerate().map(|(value, label)| format!("{value} {label}")).collect();
        self.effect(&format!("OpSwitch {selector} {default} {}", targets.join(" ")));
        let outer = self.exits.last().and_then(|exit| exit.next.clone());
        self.exits.push(Exit { merge: merge.clone(), next: outer });
        for (index, label) in cases.iter().enumerate() {
            self.open(label);
            let after = match cases.get(index + 1) {
                Some(next) if self.chance(3) => next.clone(),
                _ => merge.clone(),
            };
            self.body(&after, result);
        }
        if default != merge {
            self.open(&default);
            self.body(&merge, result);
        }
        self.exits.pop();
        self.open(&merge);
    }

    fn call(&mut self) {
        let helper = self.helpers[self.random.index(self.helpers.len())].clone();
        let arguments: Vec<String> = helper.parameters.iter().map(|ty| self.value(*ty)).collect();
        let name = self.ty(helper.result);
        let id = self.emit(&format!("OpFunctionCall {name} {} {}", helper.id, arguments.join(" ")));
        self.values.push((helper.result, id));
    }
}
