//! Spells expressions.

use glassbox_spirv::grammar::{self, ExtendedInstruction, op};
use glassbox_spirv::module::{At, Id, Type};

use super::operators::{
    AND, ANY, BIT_AND, BIT_OR, CHOICE, Infix, OR, POSTFIX, SHIFT, Sign, UNARY, infix, unordered,
};
use super::{Access, Language, Scalar, Writer, append};
use crate::refusal::Reason;
use crate::tree::{Kind, Node, Var};

/// A call, or what is written like one.
pub(crate) fn call_text(name: &str, arguments: &[String]) -> String {
    let length: usize = arguments.iter().map(|argument| argument.len() + 2).sum();
    let mut text = String::with_capacity(name.len() + 2 + length);
    text.push_str(name);
    text.push('(');
    for (index, argument) in arguments.iter().enumerate() {
        text.push_str(if index > 0 { ", " } else { "" });
        text.push_str(argument);
    }
    text.push(')');
    text
}

/// An operation that is spelled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation<'a> {
    pub(crate) node: Node,
    /// Type of the result.
    pub(crate) ty: Id,
    pub(crate) opcode: u16,
    pub(crate) operands: &'a [Node],
    /// The instruction.
    pub(crate) at: At,
    /// Precedence that is needed.
    pub(crate) needed: u8,
}

impl<L: Language> Writer<'_, '_, L> {
    /// Writes an expression where a precedence is needed.
    pub(crate) fn expr(&mut self, node: Node, needed: u8) {
        match self.tree.variable_of(node) {
            Some(var) => self.variable(var),
            None if L::is_held(self, node) => L::held(self, node, needed),
            None => self.fresh(node, needed),
        }
    }

    /// Writes an expression itself, not the variable that holds it.
    pub(crate) fn fresh(&mut self, node: Node, needed: u8) {
        let data = self.tree.node(node);
        self.at = data.at;
        match data.kind {
            Kind::Constant(id) => self.constant(id, data.ty, needed),
            Kind::Variable(var) => self.variable(var),
            Kind::Phi(_) => self.refuse(Reason::Control, "a value of a loop is used before the loop"),
            Kind::Load(place) => {
                if !L::path(self, place, Access::Read) {
                    self.expr(place, needed);
                }
            }
            Kind::Pointee(pointer) => L::pointee(self, pointer),
            Kind::Address(place) => {
                self.parenthesized(UNARY, needed, |writer| L::address(writer, place, data.ty));
            }
            Kind::Path(base, steps) => {
                if !L::path(self, node, Access::Place) {
                    self.path(base, self.tree.steps(steps));
                }
            }
            Kind::Swizzle(base, lanes) if L::swizzle(self, base, lanes.as_slice()) => {}
            Kind::Swizzle(base, lanes) => {
                self.expr(base, POSTFIX);
                self.out.push('.');
                let letters = self.letters(base);
                lanes.as_slice().iter().for_each(|lane| self.out.push(letters[usize::from(*lane & 3)]));
            }
            Kind::Construct(parts) => {
                let parts = self.tree.operands(parts);
                let converts = parts.len() > 1 && self.language.converts_parts();
                let whole = converts.then(|| self.scalar(data.ty)).flatten();
                if L::CALLS_VECTORS && parts.len() > 1 && self.module.opcode_of(data.ty) == op::TYPE_VECTOR {
                    return self.vector(data.ty, parts, whole);
                }
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| {
                        let part = whole.and_then(|to| self.unconverted(*part, to)).unwrap_or(*part);
                        self.capture(|writer| writer.expr(part, ANY))
                    })
                    .collect();
                let text = L::construct(self, data.ty, &parts);
                // A cast binds less tightly than what follows it.
                let is_matrix = matches!(self.module.ty(data.ty), Some(Type::Matrix { .. }));
                let is_cast = is_matrix && needed > UNARY && text.starts_with('(');
                let [open, close] = if is_cast { ["(", ")"] } else { [""; 2] };
                self.out.extend([open, &text, close]);
            }
            Kind::Extended(number, span) => {
                let operands = self.tree.operands(span);
                let (ty, at) = (data.ty, data.at);
                L::extended(
                    self,
                    number,
                    &Operation { node, ty, opcode: op::EXT_INST, operands, at, needed },
                );
            }
            Kind::Operation(opcode, span) => {
                let operands = self.tree.operands(span);
                self.operation(&Operation { node, ty: data.ty, opcode, operands, at: data.at, needed });
            }
        }
    }

    /// Writes a vector of its parts; those that are converted to a scalar, as the vector converts them, without that.
    fn vector(&mut self, ty: Id, parts: &[Node], whole: Option<Scalar>) {
        let name = self.type_name(ty);
        self.out.push_str(&name);
        self.out.push('(');
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            let part = whole.and_then(|to| self.unconverted(*part, to)).unwrap_or(*part);
            self.expr(part, ANY);
        }
        self.out.push(')');
    }

    /// Set and row of an instruction of an extended set.
    pub(crate) fn extended_instruction(&self, at: At) -> Option<(String, &'static ExtendedInstruction)> {
        if self.module.opcode(at) != op::EXT_INST {
            return None;
        }
        let set = self.module.string(self.module.definition(self.module.word(at, 0))?, 0);
        let row = grammar::extended_set(grammar::extended_set_named(&set)?)?
            .instruction(self.module.word(at, 1))?;
        Some((set, row))
    }

    /// Writes the name of a variable.
    pub(crate) fn variable(&mut self, var: Var) {
        let var = self.tree.actual(var);
        match self.locals.get(&var) {
            Some(name) => self.out.push_str(name),
            None => L::global(self, var),
        }
    }

    /// Writes a call.
    pub(crate) fn call(&mut self, name: &str, arguments: &[Node]) {
        self.out.push_str(name);
        self.out.push('(');
        self.arguments(arguments);
        self.out.push(')');
    }

    pub(crate) fn arguments(&mut self, arguments: &[Node]) {
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.expr(*argument, ANY);
        }
    }

    /// Writes what has a precedence where one is needed.
    pub(crate) fn parenthesized(&mut self, own: u8, needed: u8, write: impl FnOnce(&mut Self)) {
        let open = own < needed;
        if open {
            self.out.push('(');
        }
        write(self);
        if open {
            self.out.push(')');
        }
    }

    fn constant(&mut self, id: Id, ty: Id, needed: u8) {
        if id == 0 {
            let text = self.zero(ty, 0);
            self.out.push_str(&text);
            return;
        }
        let start = self.out.len();
        if L::is_table(self, ty) {
            let name = self.table(id, ty);
            self.out.push_str(&name);
        } else {
            self.write_constant(id, 0);
        }
        let text = &self.out[start..];
        if needed <= CHOICE
            && self.module.opcode_of(id) == op::SPEC_CONSTANT_OP
            && let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'))
        {
            let inner = inner.to_owned();
            self.out.truncate(start);
            self.out.push_str(&inner);
        } else if needed > UNARY && text.starts_with('-') {
            self.out.insert(start, '(');
            self.out.push(')');
        }
    }

    /// Writes an operand as a signed or unsigned integer.
    pub(crate) fn integer(&mut self, node: Node, sign: Sign, needed: u8) {
        let scalar = self.scalar_of(node);
        let wanted = match (sign, scalar) {
            (Sign::Signed, Some(Scalar::Uint(width))) => Scalar::Int(width),
            (Sign::Unsigned, Some(Scalar::Int(width))) => Scalar::Uint(width),
            _ => return self.expr(node, needed),
        };
        if self.tree.variable_of(node).is_none()
            && !L::is_held(self, node)
            && let Kind::Constant(id) = self.tree.kind(node)
            && let Some(glassbox_spirv::module::ConstantValue::Number(bits)) = self
                .module
                .constant(id)
                .filter(|constant| !constant.specialized)
                .map(|constant| constant.value)
        {
            let start = self.out.len();
            L::write_number(self, wanted, bits);
            if needed > UNARY && self.out[start..].starts_with('-') {
                self.out.insert(start, '(');
                self.out.push(')');
            }
            return;
        }
        if let Some(inner) = self.uncast(node, wanted) {
            return self.expr(inner, needed);
        }
        let name = self.vector_name(wanted, self.tree.size(node));
        self.call(name, &[node]);
    }

    /// What a part of a vector is converted from, where the vector converts it likewise.
    fn unconverted(&self, node: Node, to: Scalar) -> Option<Node> {
        let Kind::Operation(opcode, span) = self.tree.kind(node) else { return None };
        let &[inner] = self.tree.operands(span) else { return None };
        let is_fresh = self.tree.variable_of(node).is_none() && self.scalar_of(node) == Some(to);
        let from = self.scalar_of(inner)?;
        let is_plain = match (opcode, from, to) {
            (op::CONVERT_F_TO_S, Scalar::Float(32), Scalar::Int(32))
            | (op::CONVERT_F_TO_U, Scalar::Float(32), Scalar::Uint(32))
            | (op::CONVERT_S_TO_F, Scalar::Int(32), Scalar::Float(32))
            | (op::CONVERT_U_TO_F, Scalar::Uint(32), Scalar::Float(32)) => true,
            (op::BITCAST, Scalar::Int(32), Scalar::Uint(32))
            | (op::BITCAST, Scalar::Uint(32), Scalar::Int(32)) => {
                self.tree.size(inner) == self.tree.size(node)
            }
            _ => false,
        };
        (is_fresh && is_plain).then_some(inner)
    }

    /// The count of a shift without the mask that the language applies itself.
    fn shift_count(&self, count: Node) -> Node {
        let Kind::Operation(op::BITWISE_AND, span) = self.tree.kind(count) else { return count };
        let &[a, b] = self.tree.operands(span) else { return count };
        let is_mask = |node: Node| {
            let scalar = self.splat(node).unwrap_or(node);
            matches!(self.scalar_of(scalar), Some(Scalar::Int(32) | Scalar::Uint(32)))
                && self.is_constant(scalar, 31)
        };
        let rest = match (is_mask(a), is_mask(b)) {
            (_, true) => a,
            (true, _) => b,
            _ => return count,
        };
        let is_fresh = self.tree.variable_of(count).is_none();
        if is_fresh && self.language.wraps_shifts() { rest } else { count }
    }

    /// What a cast that is undone was made of.
    pub(crate) fn uncast(&self, node: Node, wanted: Scalar) -> Option<Node> {
        let Kind::Operation(op::BITCAST, span) = self.tree.kind(node) else { return None };
        let &[inner] = self.tree.operands(span) else { return None };
        let is_undone = self.tree.variable_of(node).is_none()
            && self.scalar_of(inner) == Some(wanted)
            && self.tree.size(inner) == self.tree.size(node);
        is_undone.then_some(inner)
    }

    /// Writes what computes integers of a sign as a value of a type.
    pub(crate) fn as_type(
        &mut self,
        ty: Id,
        computed: Sign,
        needed: u8,
        own: u8,
        write: impl FnOnce(&mut Self),
    ) {
        let wanted = self.sign(ty);
        let differs =
            matches!((wanted, computed), (Sign::Signed, Sign::Unsigned) | (Sign::Unsigned, Sign::Signed));
        if !differs {
            return self.parenthesized(own, needed, write);
        }
        let name = self.type_name(ty);
        self.out.push_str(&name);
        self.out.push('(');
        write(self);
        self.out.push(')');
    }

    fn operation(&mut self, operation: &Operation<'_>) {
        if !L::operation(self, operation) {
            self.plain_operation(operation);
        }
    }

    /// Writes an operation as most languages do.
    pub(crate) fn plain_operation(&mut self, operation: &Operation<'_>) {
        let &Operation { ty, opcode, operands, at, needed, .. } = operation;
        if let Some(infix) = infix(opcode)
            && let &[left, right] = operands
        {
            return self.infix(operation, &infix, (left, right));
        }
        if let (Some(opposite), &[left, right]) = (unordered(opcode), operands) {
            let text = infix(opposite).map_or("", |infix| infix.text);
            self.out.push_str("!(");
            self.expr(left, SHIFT);
            append!(self.out, " ", text, " ");
            self.expr(right, SHIFT);
            self.out.push(')');
            return;
        }
        match (opcode, operands) {
            (op::CONSTANT_TRUE, _) => self.out.push_str("true"),
            (op::CONSTANT_FALSE, _) => self.out.push_str("false"),
            (op::F_NEGATE, [operand]) => self.prefix('-', *operand, needed),
            (op::LOGICAL_NOT, [operand]) => self.prefix('!', *operand, needed),
            (op::S_NEGATE, [operand]) => self.integer_prefix('-', ty, *operand, needed),
            (op::NOT, [operand]) => self.integer_prefix('~', ty, *operand, needed),
            (op::SELECT, &[condition, yes, no]) => self.select(ty, condition, (yes, no), needed),
            (op::F_UNORD_EQUAL, &[left, right]) => {
                self.out.push_str("!(");
                self.plain_infix(left, " < ", right);
                self.out.push_str(" || ");
                self.plain_infix(left, " > ", right);
                self.out.push(')');
            }
            (op::FUNCTION_CALL, arguments) => {
                let name = self.function_name(self.module.word(at, 0));
                let arguments: Vec<Node> =
                    arguments.iter().copied().filter(|argument| L::passes(self, *argument)).collect();
                self.call(&name, &arguments);
            }
            _ if self.conversion(ty, opcode, operands) => {}
            _ => {
                let extended =
                    self.extended_instruction(at).map(|(set, row)| format!("{} of {set}", row.name));
                let name = || grammar::opcode(opcode).map_or("an instruction", |row| row.name).to_owned();
                self.lacks(Reason::Instruction, &extended.unwrap_or_else(name));
            }
        }
    }

    fn integer_prefix(&mut self, operator: char, ty: Id, operand: Node, needed: u8) {
        let sign = self.sign(ty);
        self.parenthesized(UNARY, needed, |writer| {
            writer.out.push(operator);
            writer.integer(operand, sign, POSTFIX);
        });
    }

    /// Writes a comparison without looking at signs.
    pub(crate) fn plain_infix(&mut self, left: Node, text: &str, right: Node) {
        self.expr(left, SHIFT);
        self.out.push_str(text);
        self.expr(right, SHIFT);
    }

    pub(crate) fn prefix(&mut self, operator: char, operand: Node, needed: u8) {
        self.parenthesized(UNARY, needed, |writer| {
            writer.out.push(operator);
            let start = writer.out.len();
            writer.expr(operand, UNARY);
            // Two signs would be one operator.
            if operator == '-' && writer.out[start..].starts_with('-') {
                writer.out.insert(start, '(');
                writer.out.push(')');
            }
        });
    }

    /// How the operands of an operator are read.
    pub(crate) fn operand_sign(&self, infix: &Infix, operation: &Operation<'_>) -> Sign {
        match infix.sign {
            Sign::Result => self.sign(operation.ty),
            // Both sides of an equation have one type.
            Sign::Own if matches!(operation.opcode, op::I_EQUAL | op::I_NOT_EQUAL) => {
                self.sign(self.tree.node(operation.operands[0]).ty)
            }
            sign => sign,
        }
    }

    fn infix(&mut self, operation: &Operation<'_>, infix: &Infix, (left, right): (Node, Node)) {
        let &Operation { ty, opcode, needed, .. } = operation;
        let sign = self.operand_sign(infix, operation);
        let computed = if infix.compares() { Sign::Own } else { sign };
        let is_shift = infix.precedence == SHIFT;
        // What people would not read without parentheses gets them.
        let mixed = matches!(infix.precedence, SHIFT..=SHIFT | BIT_OR..=BIT_AND);
        let (first, second) = match infix.precedence {
            OR => (AND + 1, AND + 1),
            AND => (AND, AND + 1),
            own if mixed => (own, UNARY),
            own => (own, own + 1),
        };
        let associates = matches!(opcode, op::LOGICAL_AND | op::LOGICAL_OR | op::I_ADD | op::I_MUL);
        let second = if associates && infix.precedence != OR { infix.precedence } else { second };
        let first = if opcode == op::LOGICAL_OR { OR } else { first };
        let (first, second) = L::operand_precedences(self, operation).unwrap_or((first, second));
        let (left, right) = match opcode {
            op::F_ADD | op::F_SUB | op::F_MUL | op::F_DIV | op::I_ADD | op::I_SUB | op::I_MUL => {
                self.spread(left, right)
            }
            op::SHIFT_LEFT_LOGICAL | op::SHIFT_RIGHT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC => {
                (left, self.shift_count(right))
            }
            _ => (left, right),
        };
        self.as_type(ty, computed, needed, infix.precedence, |writer| {
            writer.integer(left, sign, first);
            writer.out.push(' ');
            writer.out.push_str(infix.text);
            writer.out.push(' ');
            let right_sign = if is_shift { Sign::Own } else { sign };
            writer.integer(right, right_sign, second);
        });
    }

    /// The scalar of which a vector is made.
    pub(crate) fn splat(&self, node: Node) -> Option<Node> {
        if self.tree.variable_of(node).is_some() || self.tree.size(node) < 2 {
            return None;
        }
        match self.tree.kind(node) {
            Kind::Construct(parts) => match self.tree.operands(parts) {
                [only] if self.tree.size(*only) == 1 => Some(*only),
                _ => None,
            },
            Kind::Constant(id) => match self.module.constant(id)?.value {
                glassbox_spirv::module::ConstantValue::Composite([first, rest @ ..])
                    if rest.iter().all(|part| part == first) =>
                {
                    self.tree.value(*first)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Operands of which one may be a scalar where the other is a vector.
    fn spread(&self, left: Node, right: Node) -> (Node, Node) {
        match (self.splat(left), self.splat(right)) {
            (Some(left), None) => (left, right),
            (None, Some(right)) => (left, right),
            _ => (left, right),
        }
    }

    /// Writes a choice with the operator `?:`.
    pub(crate) fn select(&mut self, ty: Id, condition: Node, (yes, no): (Node, Node), needed: u8) {
        self.parenthesized(CHOICE, needed, |writer| {
            writer.expr(condition, CHOICE + 1);
            writer.out.push_str(" ? ");
            let sign = writer.sign(ty);
            writer.integer(yes, sign, CHOICE + 1);
            writer.out.push_str(" : ");
            writer.integer(no, sign, CHOICE);
        });
    }

    /// Writes a conversion; false if it is none.
    fn conversion(&mut self, ty: Id, opcode: u16, operands: &[Node]) -> bool {
        let &[operand] = operands else { return false };
        let (from, computed) = match opcode {
            op::CONVERT_F_TO_S => (Sign::Own, Sign::Signed),
            op::CONVERT_F_TO_U => (Sign::Own, Sign::Unsigned),
            op::CONVERT_S_TO_F => (Sign::Signed, Sign::Own),
            op::CONVERT_U_TO_F => (Sign::Unsigned, Sign::Own),
            op::S_CONVERT => (Sign::Signed, Sign::Signed),
            op::U_CONVERT => (Sign::Unsigned, Sign::Unsigned),
            op::F_CONVERT => (Sign::Own, Sign::Own),
            _ => return false,
        };
        let name = match (computed, self.scalar(ty)) {
            (Sign::Signed, Some(Scalar::Uint(width))) => {
                self.vector_name(Scalar::Int(width), self.module.vector_size(ty).unwrap_or(1)).into()
            }
            (Sign::Unsigned, Some(Scalar::Int(width))) => {
                self.vector_name(Scalar::Uint(width), self.module.vector_size(ty).unwrap_or(1)).into()
            }
            _ => self.type_name(ty),
        };
        self.as_type(ty, computed, ANY, POSTFIX, |writer| {
            writer.out.push_str(&name);
            writer.out.push('(');
            writer.integer(operand, from, ANY);
            writer.out.push(')');
        });
        true
    }
}
