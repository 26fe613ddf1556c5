//! Spells expressions.

use glassbox_spirv::build::glsl;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Id, Type};

use super::Writer;
use super::features::NEVER;
use super::types::Scalar;
use crate::refusal::Reason;
use crate::tree::{Kind, Node, Span, Step};

/// Precedence: what binds tighter is higher.
pub(super) const POSTFIX: u8 = 16;
pub(super) const UNARY: u8 = 15;
const PRODUCT: u8 = 14;
const SUM: u8 = 13;
const SHIFT: u8 = 12;
const RELATION: u8 = 11;
const EQUALITY: u8 = 10;
const BIT_AND: u8 = 9;
const BIT_XOR: u8 = 8;
const BIT_OR: u8 = 7;
const AND: u8 = 6;
const OR: u8 = 4;
const CHOICE: u8 = 3;
/// What may stand anywhere.
pub(super) const ANY: u8 = 2;

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// How operands of integers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// As they are.
    Own,
    Signed,
    Unsigned,
    /// As the result.
    Result,
}

/// An infix operator.
struct Infix {
    text: &'static str,
    precedence: u8,
    sign: Sign,
}

fn infix(opcode: u16) -> Option<Infix> {
    let (text, precedence, sign) = match opcode {
        op::F_ADD => ("+", SUM, Sign::Own),
        op::I_ADD => ("+", SUM, Sign::Result),
        op::F_SUB => ("-", SUM, Sign::Own),
        op::I_SUB => ("-", SUM, Sign::Result),
        op::F_MUL
        | op::VECTOR_TIMES_SCALAR
        | op::MATRIX_TIMES_SCALAR
        | op::VECTOR_TIMES_MATRIX
        | op::MATRIX_TIMES_VECTOR
        | op::MATRIX_TIMES_MATRIX => ("*", PRODUCT, Sign::Own),
        op::I_MUL => ("*", PRODUCT, Sign::Result),
        op::F_DIV => ("/", PRODUCT, Sign::Own),
        op::S_DIV => ("/", PRODUCT, Sign::Signed),
        op::U_DIV => ("/", PRODUCT, Sign::Unsigned),
        op::S_MOD | op::S_REM => ("%", PRODUCT, Sign::Signed),
        op::U_MOD => ("%", PRODUCT, Sign::Unsigned),
        op::SHIFT_LEFT_LOGICAL => ("<<", SHIFT, Sign::Result),
        op::SHIFT_RIGHT_LOGICAL => (">>", SHIFT, Sign::Unsigned),
        op::SHIFT_RIGHT_ARITHMETIC => (">>", SHIFT, Sign::Signed),
        op::BITWISE_AND => ("&", BIT_AND, Sign::Result),
        op::BITWISE_OR => ("|", BIT_OR, Sign::Result),
        op::BITWISE_XOR => ("^", BIT_XOR, Sign::Result),
        op::LOGICAL_AND => ("&&", AND, Sign::Own),
        op::LOGICAL_OR => ("||", OR, Sign::Own),
        op::LOGICAL_NOT_EQUAL => ("!=", EQUALITY, Sign::Own),
        op::LOGICAL_EQUAL => ("==", EQUALITY, Sign::Own),
        op::I_EQUAL => ("==", EQUALITY, Sign::Own),
        op::I_NOT_EQUAL => ("!=", EQUALITY, Sign::Own),
        op::F_ORD_EQUAL => ("==", EQUALITY, Sign::Own),
        op::F_ORD_NOT_EQUAL | op::F_UNORD_NOT_EQUAL => ("!=", EQUALITY, Sign::Own),
        op::S_LESS_THAN => ("<", RELATION, Sign::Signed),
        op::S_LESS_THAN_EQUAL => ("<=", RELATION, Sign::Signed),
        op::S_GREATER_THAN => (">", RELATION, Sign::Signed),
        op::S_GREATER_THAN_EQUAL => (">=", RELATION, Sign::Signed),
        op::U_LESS_THAN => ("<", RELATION, Sign::Unsigned),
        op::U_LESS_THAN_EQUAL => ("<=", RELATION, Sign::Unsigned),
        op::U_GREATER_THAN => (">", RELATION, Sign::Unsigned),
        op::U_GREATER_THAN_EQUAL => (">=", RELATION, Sign::Unsigned),
        op::F_ORD_LESS_THAN => ("<", RELATION, Sign::Own),
        op::F_ORD_LESS_THAN_EQUAL => ("<=", RELATION, Sign::Own),
        op::F_ORD_GREATER_THAN => (">", RELATION, Sign::Own),
        op::F_ORD_GREATER_THAN_EQUAL => (">=", RELATION, Sign::Own),
        _ => return None,
    };
    Some(Infix { text, precedence, sign })
}

/// The ordered comparison whose opposite this is.
fn unordered(opcode: u16) -> Option<u16> {
    Some(match opcode {
        op::F_UNORD_LESS_THAN => op::F_ORD_GREATER_THAN_EQUAL,
        op::F_UNORD_GREATER_THAN_EQUAL => op::F_ORD_LESS_THAN,
        op::F_UNORD_GREATER_THAN => op::F_ORD_LESS_THAN_EQUAL,
        op::F_UNORD_LESS_THAN_EQUAL => op::F_ORD_GREATER_THAN,
        _ => return None,
    })
}

/// The function that compares vectors.
fn vector_comparison(text: &str) -> Option<&'static str> {
    Some(match text {
        "==" => "equal",
        "!=" => "notEqual",
        "<" => "lessThan",
        "<=" => "lessThanEqual",
        ">" => "greaterThan",
        ">=" => "greaterThanEqual",
        _ => return None,
    })
}

impl Writer<'_, '_> {
    /// Writes an expression where a precedence is needed.
    pub(super) fn expr(&mut self, node: Node, needed: u8) {
        match self.tree.variable_of(node) {
            Some(var) => self.variable(var),
            None => self.fresh(node, needed),
        }
    }

    /// Writes an expression itself, not the variable that holds it.
    pub(super) fn fresh(&mut self, node: Node, needed: u8) {
        let data = self.tree.node(node);
        self.at = data.at;
        match data.kind {
            Kind::Constant(id) => self.constant(id, data.ty, needed),
            Kind::Variable(var) => self.variable(var),
            Kind::Phi(_) => self.refuse(Reason::Control, "a value of a loop is used before the loop"),
            Kind::Load(place) => self.expr(place, needed),
            Kind::Path(base, steps) => self.path(base, steps),
            Kind::Swizzle(base, lanes) => {
                self.expr(base, POSTFIX);
                self.out.push('.');
                let letters = self.letters(base);
                lanes.as_slice().iter().for_each(|lane| self.out.push(letters[usize::from(*lane & 3)]));
            }
            Kind::Construct(parts) => {
                let name = self.constructor(data.ty);
                self.call(&name, self.tree.operands(parts));
            }
            Kind::Extended(number, operands) => self.extended(node, number, self.tree.operands(operands)),
            Kind::Operation(opcode, operands) => {
                self.operation((node, data.ty), opcode, (operands, data.at), needed);
            }
        }
    }

    pub(super) fn call(&mut self, name: &str, arguments: &[Node]) {
        self.out.push_str(name);
        self.out.push('(');
        self.arguments(arguments);
        self.out.push(')');
    }

    pub(super) fn arguments(&mut self, arguments: &[Node]) {
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.expr(*argument, ANY);
        }
    }

    fn parenthesized(&mut self, own: u8, needed: u8, write: impl FnOnce(&mut Self)) {
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
        let is_table = matches!(self.module.ty(ty), Some(Type::Array { .. }));
        let text = if is_table { self.table(id, ty) } else { self.constant_text(id) };
        let is_whole = needed <= CHOICE && self.module.opcode_of(id) == op::SPEC_CONSTANT_OP;
        let text = match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
            Some(inner) if is_whole => inner.to_owned(),
            _ => text,
        };
        let negative = text.starts_with('-') && needed > UNARY;
        let text = if negative { format!("({text})") } else { text };
        self.out.push_str(&text);
    }

    /// A path of members, components and indices.
    fn path(&mut self, base: Node, steps: Span) {
        let mut ty = self.tree.node(base).ty;
        let steps = self.tree.steps(steps).to_vec();
        let mut rest = steps.as_slice();
        match self.tree.variable_of(base) {
            Some(var) => {
                let skipped = self.variable_path(var, rest);
                for step in &rest[..skipped] {
                    ty = self.step_type(ty, *step);
                }
                rest = &rest[skipped..];
            }
            None => {
                self.expr(base, POSTFIX);
            }
        }
        let letters = if steps.len() == 1 { self.letters(base) } else { LETTERS };
        for step in rest {
            self.step(ty, *step, letters);
            ty = self.step_type(ty, *step);
        }
    }

    pub(super) fn step_type(&self, ty: Id, step: Step) -> Id {
        let index = match step {
            Step::Part(index) => index,
            Step::Index(_) => 0,
        };
        self.tree.part_type(ty, index).unwrap_or(0)
    }

    /// Letters of the components of a vector: those of colors for what is one.
    fn letters(&self, vector: Node) -> [char; 4] {
        const COLOR: [char; 4] = ['r', 'g', 'b', 'a'];
        let is_sample = |node: Node| {
            matches!(
                self.tree.kind(node),
                Kind::Operation(op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_FETCH, _)
            )
        };
        let place = match self.tree.kind(vector) {
            Kind::Load(place) => place,
            _ => vector,
        };
        let Some(var) = self.tree.variable_of(vector).or_else(|| self.tree.variable_of(place)) else {
            return if is_sample(vector) { COLOR } else { LETTERS };
        };
        let name = self.locals.get(&var).or_else(|| self.globals.get(&var)).map(|name| name.to_lowercase());
        let says_so = name.is_some_and(|name| {
            ["color", "colour", "albedo", "texel", "tint"].iter().any(|word| name.contains(word))
        });
        if says_so { COLOR } else { LETTERS }
    }

    fn step(&mut self, ty: Id, step: Step, letters: [char; 4]) {
        match (self.module.ty(ty), step) {
            (Some(Type::Struct { .. }), Step::Part(index)) => {
                let name = self.member_name(ty, index);
                self.out.push('.');
                self.out.push_str(&name);
            }
            (Some(Type::Vector { .. }), Step::Part(index @ 0..4)) => {
                self.out.push('.');
                self.out.push(letters[index as usize]);
            }
            (_, Step::Part(index)) => self.out.push_str(&format!("[{index}]")),
            (_, Step::Index(index)) => {
                self.out.push('[');
                self.index(index);
                self.out.push(']');
            }
        }
    }

    /// Writes an index; one that differs between neighbours is marked.
    pub(super) fn index(&mut self, index: Node) {
        let result = self.module.get(self.tree.node(index).at).result;
        let differs = self.annotations.has(result, glassbox_spirv::build::value::decoration::NON_UNIFORM);
        if differs && self.features.is_vulkan() && self.tree.value(result) == Some(index) {
            self.features.require("GL_EXT_nonuniform_qualifier");
            return self.call("nonuniformEXT", &[index]);
        }
        self.expr(index, ANY);
    }

    /// Writes an operand as a signed or unsigned integer.
    pub(super) fn integer(&mut self, node: Node, sign: Sign, needed: u8) {
        let scalar = self.scalar_of(node);
        let wanted = match (sign, scalar) {
            (Sign::Signed, Some(Scalar::Uint(width))) => Scalar::Int(width),
            (Sign::Unsigned, Some(Scalar::Int(width))) => Scalar::Uint(width),
            _ => return self.expr(node, needed),
        };
        if self.tree.variable_of(node).is_none()
            && let Kind::Constant(id) = self.tree.kind(node)
            && let Some(glassbox_spirv::module::ConstantValue::Number(bits)) = self
                .module
                .constant(id)
                .filter(|constant| !constant.specialized)
                .map(|constant| constant.value)
        {
            let text = self.number(wanted, bits);
            let text = if text.starts_with('-') && needed > UNARY { format!("({text})") } else { text };
            self.out.push_str(&text);
            return;
        }
        let name = self.vector_name(wanted, self.tree.size(node));
        self.call(&name, &[node]);
    }

    /// The sign of a type's integers.
    pub(super) fn sign(&self, ty: Id) -> Sign {
        match self.scalar(ty) {
            Some(Scalar::Int(_)) => Sign::Signed,
            Some(Scalar::Uint(_)) => Sign::Unsigned,
            _ => Sign::Own,
        }
    }

    /// Writes what computes integers of a sign as a value of a type.
    pub(super) fn as_type(
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

    fn operation(&mut self, (node, ty): (Node, Id), opcode: u16, (span, at): (Span, At), needed: u8) {
        let operands = self.tree.operands(span).to_vec();
        if let Some(infix) = infix(opcode)
            && let &[left, right] = operands.as_slice()
        {
            return self.infix(ty, opcode, &infix, (left, right), needed);
        }
        if let Some(opposite) = unordered(opcode) {
            return self.unordered(opposite, &operands);
        }
        match (opcode, operands.as_slice()) {
            (op::CONSTANT_TRUE, _) => self.out.push_str("true"),
            (op::CONSTANT_FALSE, _) => self.out.push_str("false"),
            (op::F_NEGATE, [operand]) => self.prefix('-', *operand, needed),
            (op::S_NEGATE, [operand]) => {
                let sign = self.sign(ty);
                self.parenthesized(UNARY, needed, |writer| {
                    writer.out.push('-');
                    writer.integer(*operand, sign, POSTFIX);
                });
            }
            (op::NOT, [operand]) => {
                let sign = self.sign(ty);
                self.parenthesized(UNARY, needed, |writer| {
                    writer.out.push('~');
                    writer.integer(*operand, sign, UNARY);
                });
            }
            (op::LOGICAL_NOT, [operand]) if self.tree.size(*operand) > 1 => self.call("not", &operands),
            (op::LOGICAL_NOT, [operand]) => self.prefix('!', *operand, needed),
            (op::SELECT, &[condition, yes, no]) => self.select(ty, condition, (yes, no), needed),
            (op::F_UNORD_EQUAL, &[left, right]) => {
                self.out.push_str("!(");
                self.plain_infix(left, " < ", right);
                self.out.push_str(" || ");
                self.plain_infix(left, " > ", right);
                self.out.push(')');
            }
            (op::F_REM, &[left, right]) => self.parenthesized(SUM, needed, |writer| {
                writer.expr(left, SUM);
                writer.out.push_str(" - ");
                writer.expr(right, UNARY);
                writer.out.push_str(" * trunc(");
                writer.expr(left, PRODUCT);
                writer.out.push_str(" / ");
                writer.expr(right, UNARY);
                writer.out.push(')');
            }),
            (op::FUNCTION_CALL, arguments) => {
                let name = self.function_name(self.module.word(at, 0));
                let arguments: Vec<Node> = arguments
                    .iter()
                    .copied()
                    .filter(|argument| !self.is_dropped_argument(*argument))
                    .collect();
                self.call(&name, &arguments);
            }
            (op::ARRAY_LENGTH, [array]) => self.as_type(ty, Sign::Signed, needed, POSTFIX, |writer| {
                writer.expr(*array, POSTFIX);
                writer.out.push_str(".length()");
            }),
            (op::BITCAST, [operand]) => self.bitcast(ty, *operand),
            _ if self.conversion(ty, opcode, &operands) => {}
            _ if self.builtin_call(ty, opcode, &operands, needed) => {}
            _ if self.image(node, opcode, &operands, needed) => {}
            _ if self.memory(ty, opcode, &operands, needed) => {}
            _ if self.group(ty, opcode, &operands, needed) => {}
            _ => {
                let name = glassbox_spirv::grammar::opcode(opcode).map_or("an instruction", |row| row.name);
                self.refuse(Reason::Instruction, &format!("{name} cannot be written in GLSL"));
            }
        }
    }

    fn plain_infix(&mut self, left: Node, text: &str, right: Node) {
        self.expr(left, SHIFT);
        self.out.push_str(text);
        self.expr(right, SHIFT);
    }

    fn prefix(&mut self, operator: char, operand: Node, needed: u8) {
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

    fn infix(&mut self, ty: Id, opcode: u16, infix: &Infix, (left, right): (Node, Node), needed: u8) {
        let size = self.tree.size(left).max(self.tree.size(right));
        let is_bits = matches!(opcode, op::BITWISE_AND | op::BITWISE_OR | op::BITWISE_XOR)
            || matches!(
                opcode,
                op::SHIFT_LEFT_LOGICAL
                    | op::SHIFT_RIGHT_LOGICAL
                    | op::SHIFT_RIGHT_ARITHMETIC
                    | op::S_MOD
                    | op::S_REM
            );
        if is_bits && !self.features.has(130, 300) {
            self.refuse_version(Reason::Instruction, "operations on bits, and remainders of integers,");
        }
        let sign = match infix.sign {
            Sign::Result => self.sign(ty),
            // Both sides of an equation have one type.
            Sign::Own if matches!(opcode, op::I_EQUAL | op::I_NOT_EQUAL) => {
                self.sign(self.tree.node(left).ty)
            }
            sign => sign,
        };
        if let Some(name) = vector_comparison(infix.text).filter(|_| size > 1) {
            self.out.push_str(name);
            self.out.push('(');
            self.integer(left, sign, ANY);
            self.out.push_str(", ");
            self.integer(right, sign, ANY);
            self.out.push(')');
            return;
        }
        if matches!(opcode, op::LOGICAL_AND | op::LOGICAL_OR) && size > 1 {
            return self.logical_vector(opcode, size, left, right);
        }
        let is_comparison = matches!(infix.precedence, RELATION | EQUALITY);
        let computed = if is_comparison { Sign::Own } else { sign };
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
        let (left, right) = match opcode {
            op::F_ADD | op::F_SUB | op::F_MUL | op::F_DIV => self.spread(left, right),
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
    fn splat(&self, node: Node) -> Option<Node> {
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

    fn logical_vector(&mut self, opcode: u16, size: u32, left: Node, right: Node) {
        let bits = self.vector_name(Scalar::Uint(32), size);
        let name = self.vector_name(Scalar::Bool, size);
        let operator = if opcode == op::LOGICAL_AND { " & " } else { " | " };
        self.out.push_str(&name);
        self.out.push('(');
        self.call(&bits, &[left]);
        self.out.push_str(operator);
        self.call(&bits, &[right]);
        self.out.push(')');
    }

    fn unordered(&mut self, opposite: u16, operands: &[Node]) {
        let &[left, right] = operands else { return };
        let Some(infix) = infix(opposite) else { return };
        if self.tree.size(left) > 1 {
            let name = vector_comparison(infix.text).unwrap_or_default();
            self.out.push_str("not(");
            self.call(name, operands);
            self.out.push(')');
            return;
        }
        self.out.push_str("!(");
        self.expr(left, SHIFT);
        self.out.push_str(&format!(" {} ", infix.text));
        self.expr(right, SHIFT);
        self.out.push(')');
    }

    fn select(&mut self, ty: Id, condition: Node, (yes, no): (Node, Node), needed: u8) {
        if self.tree.size(condition) > 1 {
            let is_float = matches!(self.scalar(ty), Some(Scalar::Float(_)));
            let available = if is_float { self.features.has(130, 300) } else { self.features.has(450, 310) };
            if !available {
                self.refuse_version(Reason::Instruction, "a choice for each component");
            }
            return self.call("mix", &[no, yes, condition]);
        }
        self.parenthesized(CHOICE, needed, |writer| {
            writer.expr(condition, CHOICE + 1);
            writer.out.push_str(" ? ");
            let sign = writer.sign(ty);
            writer.integer(yes, sign, CHOICE + 1);
            writer.out.push_str(" : ");
            writer.integer(no, sign, CHOICE);
        });
    }

    fn bitcast(&mut self, ty: Id, operand: Node) {
        let (to, from) = (self.scalar(ty), self.scalar_of(operand));
        let same_size = self.module.vector_size(ty) == Some(self.tree.size(operand));
        let name = match (to, from) {
            (Some(to), Some(from)) if to == from => return self.expr(operand, ANY.max(POSTFIX)),
            (Some(Scalar::Int(a) | Scalar::Uint(a)), Some(Scalar::Int(b) | Scalar::Uint(b)))
                if a == b && same_size =>
            {
                self.type_name(ty)
            }
            (Some(Scalar::Int(32)), Some(Scalar::Float(32))) => "floatBitsToInt".to_owned(),
            (Some(Scalar::Uint(32)), Some(Scalar::Float(32))) => "floatBitsToUint".to_owned(),
            (Some(Scalar::Float(32)), Some(Scalar::Int(32))) => "intBitsToFloat".to_owned(),
            (Some(Scalar::Float(32)), Some(Scalar::Uint(32))) => "uintBitsToFloat".to_owned(),
            (Some(Scalar::Float(16)), Some(Scalar::Int(16))) => "int16BitsToFloat16".to_owned(),
            (Some(Scalar::Float(16)), Some(Scalar::Uint(16))) => "uint16BitsToFloat16".to_owned(),
            (Some(Scalar::Int(16)), Some(Scalar::Float(16))) => "float16BitsToInt16".to_owned(),
            (Some(Scalar::Uint(16)), Some(Scalar::Float(16))) => "float16BitsToUint16".to_owned(),
            (Some(Scalar::Float(64)), Some(Scalar::Int(64))) => "int64BitsToDouble".to_owned(),
            (Some(Scalar::Float(64)), Some(Scalar::Uint(64))) => "uint64BitsToDouble".to_owned(),
            (Some(Scalar::Int(64)), Some(Scalar::Float(64))) => "doubleBitsToInt64".to_owned(),
            (Some(Scalar::Uint(64)), Some(Scalar::Float(64))) => "doubleBitsToUint64".to_owned(),
            (Some(Scalar::Float(64)), Some(Scalar::Uint(32))) => "packDouble2x32".to_owned(),
            (Some(Scalar::Uint(32)), Some(Scalar::Float(64))) => "unpackDouble2x32".to_owned(),
            (Some(Scalar::Uint(64)), Some(Scalar::Uint(32))) => "packUint2x32".to_owned(),
            (Some(Scalar::Int(64)), Some(Scalar::Int(32))) => "packInt2x32".to_owned(),
            (Some(Scalar::Uint(32)), Some(Scalar::Uint(64))) => "unpackUint2x32".to_owned(),
            (Some(Scalar::Int(32)), Some(Scalar::Int(64))) => "unpackInt2x32".to_owned(),
            (Some(Scalar::Uint(32)), Some(Scalar::Float(16))) => "packFloat2x16".to_owned(),
            (Some(Scalar::Float(16)), Some(Scalar::Uint(32))) => "unpackFloat2x16".to_owned(),
            _ => {
                self.refuse(Reason::Instruction, "bits of these types cannot be reinterpreted in GLSL");
                return;
            }
        };
        let float_bits = name.contains("BitsTo");
        if float_bits && !self.features.has_or(330, 300, (130, "GL_ARB_shader_bit_encoding")) {
            self.refuse_version(Reason::Instruction, "the bits of floating-point numbers");
        }
        self.call(&name, &[operand]);
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
                self.vector_name(Scalar::Int(width), self.module.vector_size(ty).unwrap_or(1))
            }
            (Sign::Unsigned, Some(Scalar::Int(width))) => {
                self.vector_name(Scalar::Uint(width), self.module.vector_size(ty).unwrap_or(1))
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

    /// Writes an instruction that is a function of GLSL; false if it is none.
    fn builtin_call(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let (name, desktop, es) = match opcode {
            op::DOT => ("dot", 110, 100),
            op::ANY => ("any", 110, 100),
            op::ALL => ("all", 110, 100),
            op::IS_NAN => ("isnan", 130, 300),
            op::IS_INF => ("isinf", 130, 300),
            op::F_MOD => ("mod", 110, 100),
            op::TRANSPOSE => ("transpose", 120, 300),
            op::OUTER_PRODUCT => ("outerProduct", 120, 300),
            op::DPDX => ("dFdx", 110, 300),
            op::DPDY => ("dFdy", 110, 300),
            op::FWIDTH => ("fwidth", 110, 300),
            op::DPDX_FINE => ("dFdxFine", 450, NEVER),
            op::DPDY_FINE => ("dFdyFine", 450, NEVER),
            op::FWIDTH_FINE => ("fwidthFine", 450, NEVER),
            op::DPDX_COARSE => ("dFdxCoarse", 450, NEVER),
            op::DPDY_COARSE => ("dFdyCoarse", 450, NEVER),
            op::FWIDTH_COARSE => ("fwidthCoarse", 450, NEVER),
            _ => return self.bit_call(ty, opcode, operands, needed),
        };
        if opcode == op::DOT && self.tree.size(operands[0]) == 1 {
            return false;
        }
        let is_derivative = matches!(opcode, op::DPDX..=op::FWIDTH_COARSE);
        if is_derivative && self.features.is_es() && self.features.version == 100 {
            self.features.require("GL_OES_standard_derivatives");
        } else if !self.features.has(desktop, es) {
            self.refuse_version(Reason::Instruction, name);
        }
        self.call(name, operands);
        true
    }

    fn bit_call(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let sign = self.sign(ty);
        let (name, base, computed) = match opcode {
            op::BIT_FIELD_INSERT => ("bitfieldInsert", sign, sign),
            op::BIT_FIELD_S_EXTRACT => ("bitfieldExtract", Sign::Signed, Sign::Signed),
            op::BIT_FIELD_U_EXTRACT => ("bitfieldExtract", Sign::Unsigned, Sign::Unsigned),
            op::BIT_REVERSE => ("bitfieldReverse", sign, sign),
            op::BIT_COUNT => ("bitCount", Sign::Own, Sign::Signed),
            op::I_ADD_CARRY => ("uaddCarry", Sign::Unsigned, Sign::Unsigned),
            op::I_SUB_BORROW => ("usubBorrow", Sign::Unsigned, Sign::Unsigned),
            op::U_MUL_EXTENDED | op::S_MUL_EXTENDED => {
                self.refuse(Reason::Instruction, "products of twice the width cannot be written in GLSL yet");
                return true;
            }
            _ => return false,
        };
        if !self.features.has(400, 310) {
            self.refuse_version(Reason::Instruction, name);
        }
        let values = if opcode == op::BIT_FIELD_INSERT { 2 } else { 1 };
        self.as_type(ty, computed, needed, POSTFIX, |writer| {
            writer.out.push_str(name);
            writer.out.push('(');
            for (index, operand) in operands.iter().enumerate() {
                if index > 0 {
                    writer.out.push_str(", ");
                }
                // Offsets and widths are int.
                let is_count = matches!(
                    opcode,
                    op::BIT_FIELD_INSERT | op::BIT_FIELD_S_EXTRACT | op::BIT_FIELD_U_EXTRACT
                );
                let sign = if index < values {
                    base
                } else if is_count {
                    Sign::Signed
                } else {
                    base
                };
                writer.integer(*operand, sign, ANY);
            }
            writer.out.push(')');
        });
        true
    }

    fn extended(&mut self, node: Node, number: u32, operands: &[Node]) {
        let ty = self.tree.node(node).ty;
        let Some(row) = super::functions::function(number) else {
            self.refuse(Reason::Instruction, "an instruction of GLSL.std.450 cannot be written in GLSL");
            return;
        };
        if number == glsl::FMA && !self.features.has(400, 320) {
            // Contraction is allowed in both spellings.
            let &[a, b, c] = operands else { return };
            self.out.push('(');
            self.expr(a, PRODUCT);
            self.out.push_str(" * ");
            self.expr(b, UNARY);
            self.out.push_str(" + ");
            self.expr(c, SUM + 1);
            self.out.push(')');
            return;
        }
        if !self.features.has(row.desktop, row.es) {
            self.refuse_version(Reason::Instruction, row.name);
        }
        let operands = self.scalars(number, operands);
        let sign = row.sign;
        let computed = match number {
            glsl::FIND_I_LSB | glsl::FIND_S_MSB | glsl::FIND_U_MSB => Sign::Signed,
            _ => sign,
        };
        self.as_type(ty, computed, ANY, POSTFIX, |writer| {
            writer.out.push_str(row.name);
            writer.out.push('(');
            for (index, operand) in operands.iter().enumerate() {
                if index > 0 {
                    writer.out.push_str(", ");
                }
                let sign = if number == glsl::LDEXP && index == 1 { Sign::Signed } else { sign };
                writer.integer(*operand, sign, ANY);
            }
            writer.out.push(')');
        });
    }
    /// Operands, with scalars in the places where functions take these beside vectors.
    fn scalars(&self, number: u32, operands: &[Node]) -> Vec<Node> {
        let places = match number {
            glsl::F_MIX => 2..3,
            glsl::F_MIN | glsl::F_MAX | glsl::N_MIN | glsl::N_MAX => 1..2,
            glsl::F_CLAMP | glsl::N_CLAMP => 1..3,
            glsl::STEP => 0..1,
            glsl::SMOOTH_STEP => 0..2,
            _ => return operands.to_vec(),
        };
        let found: Option<Vec<Node>> =
            operands.get(places.clone()).into_iter().flatten().map(|operand| self.splat(*operand)).collect();
        let mut all = operands.to_vec();
        if let (Some(found), Some(slots)) = (found, all.get_mut(places)) {
            slots.copy_from_slice(&found);
        }
        all
    }
}
