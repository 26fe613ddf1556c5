//! Generates statements.

use super::declaration::suffix;
use super::types::{BOOL, INT, Scalar, Type};
use super::{Use, Variable, Writer};

/// Maximum number of times a statement may run.
const MOST_PASSES: u32 = 48;

impl Writer<'_> {
    /// Statement with nested ones.
    pub(super) fn statement(&mut self, nesting: u32) {
        let indent = self.shape.nesting + 1 - nesting;
        self.indent(indent);
        match self.below(20) {
            0..=5 => self.declaration(indent),
            6..=9 => self.assignment(),
            10 => self.call_statement(),
            11 if nesting > 0 => self.block(nesting),
            12 | 13 if nesting > 0 => self.if_statement(nesting),
            14 | 15 if nesting > 0 && self.passes <= MOST_PASSES / 2 => self.for_statement(nesting),
            16 if nesting > 0 && self.is_es3 && self.passes <= MOST_PASSES / 2 => {
                self.while_statement(nesting)
            }
            17 if nesting > 0 => self.switch_statement(nesting),
            18 => {
                let text = self.constant();
                self.text.push_str(&text);
                self.text.push('\n');
            }
            _ => self.assignment(),
        }
    }

    fn indent(&mut self, levels: u32) {
        for _ in 0..levels {
            self.text.push_str("    ");
        }
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn declaration(&mut self, indent: u32) {
        let ty = self.value_type();
        let spelt = self.declared(ty);
        let depth = self.shape.depth;
        let array = self.one_in(8).then(|| 1 + self.below(4));
        // Only an initialiser in the declaration itself sees what the name hides. The cases of a
        // switch share one scope, so there it would stay hidden until the end of the switch.
        let hides = array.is_none() && self.switches == 0 && self.one_in(12);
        let name = if hides { self.hidden_name() } else { self.name() };
        let variable =
            |name: &str| Variable { name: name.to_owned(), ty, array, may: Use::Write, below: None };
        match array {
            Some(count) if self.is_es3 => {
                let spelt = self.spelt(ty);
                let value = self.array(ty, count, depth);
                self.line(&format!("{spelt}[{count}] {name} = {value};"));
                self.variables.push(variable(&name));
            }
            Some(count) => {
                self.line(&format!("{spelt} {name}{};", suffix(array)));
                for index in 0..count {
                    let value = self.expression(ty, 1);
                    self.indent(indent);
                    self.line(&format!("{name}[{index}] = {value};"));
                }
                self.variables.push(variable(&name));
            }
            None => {
                let value = self.expression(ty, depth);
                match self.below(8) {
                    0 if !hides => {
                        self.line(&format!("{spelt} {name};"));
                        self.indent(indent);
                        self.line(&format!("{name} = {value};"));
                        self.variables.push(variable(&name));
                    }
                    1 => {
                        let other = self.name();
                        self.variables.push(variable(&name));
                        let second = self.expression(ty, 1);
                        self.line(&format!("{spelt} {name} = {value}, {other} = {second};"));
                        self.variables.push(variable(&other));
                    }
                    _ => {
                        self.line(&format!("{spelt} {name} = {value};"));
                        self.variables.push(variable(&name));
                    }
                }
            }
        }
    }

    /// Name of a global variable, once per function, or a new name.
    fn hidden_name(&mut self) -> String {
        let index = self.random.index(self.globals);
        match self.variables.get(index) {
            Some(variable) if index < self.globals && !self.hidden.contains(&variable.name) => {
                let name = variable.name.clone();
                self.hidden.push(name.clone());
                name
            }
            _ => self.name(),
        }
    }

    fn assignment(&mut self) {
        if self.is_es3
            && self.one_in(10)
            && let Some((name, ty, count)) = self.whole_array(Use::Write)
        {
            let value = self.array(ty, count, 1);
            return self.line(&format!("{name} = {value};"));
        }
        let ty = self.value_type();
        let is_assignable = self.is_es3 || !self.holds_array(ty);
        let Some(place) = self.writable(ty).filter(|_| is_assignable) else {
            let value = self.expression(ty, 1);
            return self.line(&format!("{value};"));
        };
        let depth = self.shape.depth;
        let scalar = ty.scalar();
        let is_number = scalar.is_some_and(|scalar| scalar != Scalar::Bool);
        let operator = match self.below(8) {
            0 | 1 if is_number => ["+=", "-="][self.random.index(2)],
            2 if is_number => "*=",
            3 if is_number => "/=",
            4 if is_number && self.is_es3 && scalar.is_some_and(Scalar::is_integer) => {
                ["%=", "&=", "|=", "^=", "<<=", ">>="][self.random.index(6)]
            }
            5 if ty == INT => {
                let step = ["++", "--"][self.random.index(2)];
                let text = if self.one_in(2) { format!("{place}{step};") } else { format!("{step}{place};") };
                return self.line(&text);
            }
            _ => "=",
        };
        let value = match operator {
            "/=" | "%=" => {
                let single = scalar.map_or(ty, |scalar| Type::Vector(scalar, 1));
                self.divisor(single)
            }
            "<<=" | ">>=" => self.below(8).to_string(),
            "*=" => {
                let is_single = self.one_in(2);
                match scalar {
                    Some(scalar) if is_single => self.expression(Type::Vector(scalar, 1), depth),
                    Some(scalar) => match ty {
                        // A vector times a square matrix, or a matrix times one, keeps its shape.
                        Type::Vector(_, width @ 2..) if scalar.is_float() && self.one_in(2) => {
                            self.expression(Type::Matrix(scalar, width, width), depth)
                        }
                        Type::Matrix(_, columns, _) => {
                            self.expression(Type::Matrix(scalar, columns, columns), depth)
                        }
                        _ => self.expression(ty, depth),
                    },
                    None => self.expression(ty, depth),
                }
            }
            _ => self.expression(ty, depth),
        };
        self.line(&format!("{place} {operator} {value};"));
    }

    fn call_statement(&mut self) {
        match self.call_of(None, 2) {
            Some(call) => self.line(&format!("{call};")),
            None => self.line(";"),
        }
    }

    /// Statements in braces, with their own scope.
    fn braces(&mut self, nesting: u32, first: Option<&str>) {
        let indent = self.shape.nesting + 1 - nesting;
        let scope = self.variables.len();
        self.text.push_str("{\n");
        if let Some(first) = first {
            self.indent(indent + 1);
            self.line(first);
        }
        for _ in 0..self.below(4) {
            self.statement(nesting - 1);
        }
        self.jump(indent + 1);
        self.indent(indent);
        self.text.push('}');
        self.variables.truncate(scope);
    }

    /// Occasional jump: nothing after it in its block runs, so it comes last.
    fn jump(&mut self, indent: u32) {
        if !self.one_in(8) || !self.may_jump {
            return;
        }
        let text = match self.below(4) {
            0 if self.loops > 0 || self.switches > 0 => "break;".to_owned(),
            1 if self.loops > 0 && self.switches == 0 => "continue;".to_owned(),
            _ => match self.result {
                Some(ty) => format!("return {};", self.expression(ty, 1)),
                None => "return;".to_owned(),
            },
        };
        self.indent(indent);
        self.line(&text);
    }

    fn block(&mut self, nesting: u32) {
        self.braces(nesting, None);
        self.text.push('\n');
    }

    fn if_statement(&mut self, nesting: u32) {
        let test = if self.one_in(6) {
            ["true", "false", "1 < 2"][self.random.index(3)].to_owned()
        } else {
            self.expression(BOOL, 2)
        };
        if matches!(&test[..], "true" | "false") && self.one_in(3) {
            self.text.push('@');
        }
        self.text.push_str(&format!("if ({test}) "));
        self.body_of(nesting);
        match self.below(4) {
            0 | 1 => self.text.push('\n'),
            2 => {
                self.text.push_str(" else ");
                self.body_of(nesting);
                self.text.push('\n');
            }
            _ => {
                let test = self.expression(BOOL, 1);
                self.text.push_str(&format!(" else if ({test}) "));
                self.body_of(nesting);
                self.text.push('\n');
            }
        }
    }

    /// Statements in braces, sometimes a single one without.
    fn body_of(&mut self, nesting: u32) {
        if !self.one_in(6) {
            return self.braces(nesting, None);
        }
        if self.one_in(4) {
            self.text.push(';')
        } else {
            let before = self.text.len();
            self.assignment();
            self.text.truncate(before.max(self.text.trim_end().len()));
        }
    }

    /// Loop in the form required by OpenGL ES 2.
    fn for_statement(&mut self, nesting: u32) {
        let name = self.name();
        let count = if self.one_in(10) { 0 } else { 1 + self.below(4) };
        let is_float = self.one_in(5);
        let ty = if is_float { "float" } else { "int" };
        let head = match self.below(5) {
            0 => format!("{ty} {name} = {count}; {name} > 0; {name}--"),
            1 => format!("{ty} {name} = 0; {name} < {}; {name} += 2", 2 * count),
            2 => format!("{ty} {name} = 0; {name} != {count}; ++{name}"),
            3 if count > 0 => format!("{ty} {name} = 1; {name} <= {count}; {name}++"),
            _ => format!("{ty} {name} = 0; {name} < {count}; {name}++"),
        };
        let is_below = head.contains(" = 0; ") && !head.contains("+= 2");
        self.text.push_str(&format!("for ({head}) "));
        let scope = self.variables.len();
        self.variables.push(Variable {
            name,
            ty: Type::Vector(if is_float { Scalar::Float } else { Scalar::Int }, 1),
            array: None,
            may: Use::Read,
            below: is_below.then_some(count),
        });
        self.repeat(nesting, count.max(1), None);
        self.text.push('\n');
        self.variables.truncate(scope);
    }

    fn while_statement(&mut self, nesting: u32) {
        let (name, count) = (self.name(), 1 + self.below(4));
        if self.one_in(3) {
            return self.wide_for(nesting, name, count);
        }
        self.line(&format!("int {name} = 0;"));
        self.indent(self.shape.nesting + 1 - nesting);
        self.variables.push(Variable {
            name: name.clone(),
            ty: INT,
            array: None,
            may: Use::Read,
            below: None,
        });
        let step = format!("{name}++;");
        if self.one_in(3) {
            self.text.push_str(&format!("for (; {name} < {count};) "));
            self.repeat(nesting, count, Some(&step));
            self.text.push('\n');
        } else if self.one_in(2) {
            self.text.push_str(&format!("while ({name} < {count}) "));
            self.repeat(nesting, count, Some(&step));
            self.text.push('\n');
        } else {
            self.text.push_str("do ");
            self.repeat(nesting, count, Some(&step));
            self.line(&format!(" while ({name} < {count});"));
        }
    }

    /// Loop with two loop variables.
    fn wide_for(&mut self, nesting: u32, name: String, count: u32) {
        let other = self.name();
        self.text.push_str(&format!(
            "for (int {name} = 0, {other} = {count}; {name} < {count} && {other} > 0; {name}++, --{other}) "
        ));
        let scope = self.variables.len();
        for (name, below) in [(name, Some(count)), (other, None)] {
            self.variables.push(Variable { name, ty: INT, array: None, may: Use::Read, below });
        }
        self.repeat(nesting, count, None);
        self.text.push('\n');
        self.variables.truncate(scope);
    }

    fn repeat(&mut self, nesting: u32, count: u32, first: Option<&str>) {
        let (passes, switches) = (self.passes, self.switches);
        self.passes *= count;
        self.switches = 0;
        self.loops += 1;
        self.braces(nesting, first);
        self.loops -= 1;
        self.switches = switches;
        self.passes = passes;
    }

    fn switch_statement(&mut self, nesting: u32) {
        let indent = self.shape.nesting + 1 - nesting;
        let value = if self.one_in(4) { self.below(4).to_string() } else { self.expression(INT, 1) };
        let is_known = value.chars().all(|one| one.is_ascii_digit());
        // A branch chosen at compile time has to end in an unconditional jump.
        let is_static = is_known && self.one_in(4);
        let word = if is_static { "@switch" } else { "switch" };
        let could_jump = self.may_jump;
        self.may_jump &= !is_static;
        self.line(&format!("{word} ({value}) {{"));
        self.switches += 1;
        let mut label = self.below(2);
        for _ in 0..1 + self.below(3) {
            self.indent(indent + 1);
            self.line(&format!("case {label}:"));
            label += 1 + self.below(2);
            self.case(nesting);
        }
        if self.one_in(2) {
            self.indent(indent + 1);
            self.line("default:");
            self.case(nesting);
        }
        self.switches -= 1;
        self.may_jump = could_jump;
        self.indent(indent);
        self.line("}");
    }

    fn case(&mut self, nesting: u32) {
        let indent = self.shape.nesting + 1 - nesting;
        let scope = self.variables.len();
        for _ in 0..self.below(3) {
            self.text.push_str("    ");
            self.statement(nesting - 1);
        }
        // Otherwise, control falls through to the next case.
        if !self.one_in(4) {
            self.indent(indent + 2);
            self.line("break;");
        }
        self.variables.truncate(scope);
    }
}
