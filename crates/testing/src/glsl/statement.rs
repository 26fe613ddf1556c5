//! Random statements. Loops end after a few turns, and every variable has a value before it is read.

use super::types::{Scalar, Type};
use super::{Variable, Writer};

impl Writer<'_> {
    /// Statements in braces that are open already.
    pub(super) fn statements(&mut self, nesting: u32) {
        let known = self.variables.len();
        let count = 1 + self.below(4);
        for _ in 0..count {
            self.statement(nesting);
        }
        self.variables.truncate(known);
    }

    fn statement(&mut self, nesting: u32) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        match self.below(if nesting == 0 { 6 } else { 10 }) {
            0..=2 => self.declaration(),
            3..=5 => self.assignment(),
            6 => {
                let condition = self.expression(Type::BOOL, 2);
                self.line(&format!("if ({condition}) {{"));
                self.statements(nesting - 1);
                if self.one_in(2) {
                    self.line("} else {");
                    self.statements(nesting - 1);
                }
                self.line("}");
            }
            7 => self.counted_loop(nesting),
            8 => self.selection_of_cases(nesting),
            _ => {
                let name = self.fresh("w");
                let turns = 1 + self.below(4);
                self.line(&format!("int {name} = 0;"));
                let is_first = self.one_in(2);
                self.line(&if is_first { format!("while ({name} < {turns}) {{") } else { "do {".to_owned() });
                self.line(&format!("{name}++;"));
                self.loop_body(nesting);
                self.line(&if is_first { "}".to_owned() } else { format!("}} while ({name} < {turns});") });
            }
        }
    }

    fn counted_loop(&mut self, nesting: u32) {
        let name = self.fresh("i");
        let turns = 1 + self.below(5);
        self.line(&format!("for (int {name} = 0; {name} < {turns}; {name}++) {{"));
        let known = self.variables.len();
        self.variables.push(Variable { name, ty: Type::INT, is_written: false });
        self.loop_body(nesting);
        self.variables.truncate(known);
        self.line("}");
    }

    fn loop_body(&mut self, nesting: u32) {
        self.statements(nesting - 1);
        if self.one_in(3) {
            let condition = self.expression(Type::BOOL, 1);
            let jump = self.pick(&["break", "continue"]);
            self.line(&format!("if ({condition}) {jump};"));
            self.statements(nesting - 1);
        }
    }

    fn selection_of_cases(&mut self, nesting: u32) {
        let selector = self.expression(Type::INT, 1);
        self.line(&format!("switch ({selector} & 3) {{"));
        for label in 0..1 + self.below(3) {
            self.line(&format!("case {label}: {{"));
            self.statements(nesting - 1);
            self.line("}");
            if !self.one_in(3) {
                self.line("break;");
            }
        }
        if self.one_in(2) {
            self.line("default: {");
            self.statements(nesting - 1);
            self.line("}");
        }
        self.line("}");
    }

    pub(super) fn declaration(&mut self) {
        let ty = self.any_type();
        let value = self.expression(ty, 3);
        let name = self.fresh("v");
        self.line(&format!("{ty} {name} = {value};"));
        self.variables.push(Variable { name, ty, is_written: true });
    }

    pub(super) fn assignment(&mut self) {
        let written: Vec<Variable> =
            self.variables.iter().filter(|variable| variable.is_written).cloned().collect();
        let Some(target) = written.get(self.random.index(written.len())).cloned() else {
            self.declaration();
            return;
        };
        let Variable { name, ty, .. } = target;
        match (ty, self.below(4)) {
            (Type::Vector(scalar, count), 0) => {
                let at = self.below(u64::from(count)) as usize;
                let letter = "xyzw".get(at..=at).unwrap_or("x");
                let value = self.expression(Type::Scalar(scalar), 2);
                self.line(&format!("{name}.{letter} = {value};"));
            }
            (Type::Vector(scalar, count), 1) => {
                let index = self.expression(Type::INT, 1);
                let value = self.expression(Type::Scalar(scalar), 2);
                self.line(&format!("{name}[clamp({index}, 0, {})] = {value};", count - 1));
            }
            (Type::Vector(scalar, count), 2) if count > 2 => {
                let value = self.expression(Type::Vector(scalar, 2), 2);
                let pair = self.pick(&["xy", "yx", "zx", "yz"]);
                self.line(&format!("{name}.{pair} = {value};"));
            }
            (Type::Matrix(columns, rows), 0 | 1) => {
                let column = self.below(u64::from(columns));
                let value = self.expression(Type::vector(Scalar::Float, rows), 2);
                self.line(&format!("{name}[{column}] = {value};"));
            }
            (Type::Scalar(Scalar::Int | Scalar::Uint | Scalar::Float), 0) => {
                let step = self.pick(&["++", "--"]);
                let is_behind = self.one_in(2);
                self.line(&if is_behind { format!("{name}{step};") } else { format!("{step}{name};") });
            }
            (ty, 1) if ty.scalar() != Scalar::Bool => {
                let sign = self.pick(&["+=", "-="]);
                let value = self.expression(ty, 2);
                self.line(&format!("{name} {sign} {value};"));
            }
            _ => {
                let value = self.expression(ty, 3);
                self.line(&format!("{name} = {value};"));
            }
        }
    }
}
