//! A program on its way into a module: what its names are bound to, and the function that is being written.

use std::collections::HashMap;

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{NumberKind, Type};
use glassbox_sksl_lang::Program;
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_sksl_lang::ir::statement::Stmt;
use glassbox_sksl_lang::ir::symbol::{Symbol, SymbolKind, VariableSymbol};
use glassbox_spirv::build::Id;
use glassbox_spirv::build::op;

use crate::children::BoundFunction;
use crate::rules;
use crate::session::{Outcome, Session, Source};
use crate::types::Form;

/// How deeply statements and expressions may be nested, all together: more than a file may hold.
const DEPTH: u32 = 600;

/// What a name of the program is in the module.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Binding {
    /// A value that nothing changes.
    Value(Id),
    /// A variable.
    Variable(Storage),
    /// A member of the block of uniforms.
    Uniform(u32),
    /// The block of built-in outputs, whose fields are variables of their own.
    PerVertex([Id; 2]),
}

/// A variable of the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Storage {
    pub(crate) pointer: Id,
    pub(crate) class: u32,
    pub(crate) form: Form,
}

/// A global whose value is set when the program begins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Initial {
    /// To an expression, or to 0.
    Declared(Symbol, Option<Expr>),
    /// To the destination color.
    Destination(Symbol),
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exits {
    pub(crate) after: Id,
    pub(crate) next: Option<Id>,
}

/// A program on its way into a module.
pub(crate) struct Lowering<'s, 'p> {
    pub(crate) s: &'s mut Session<'p>,
    pub(crate) source: Source<'p>,
    pub(crate) program: &'p Program,
    /// What names of the program begin with in the module.
    pub(crate) prefix: String,
    pub(crate) bindings: HashMap<Symbol, Binding>,
    pub(crate) children: HashMap<Symbol, BoundFunction>,
    pub(crate) bodies: HashMap<Symbol, Stmt>,
    /// Functions that are written.
    pub(crate) functions: HashMap<Symbol, Id>,
    /// Constant tables that are indexed by computed numbers, by their constants.
    pub(crate) tables: HashMap<Id, Id>,
    /// Globals whose values are set when the program begins, in order.
    pub(crate) initial: Vec<Initial>,
    pub(crate) exits: Vec<Exits>,
    /// Result of the function that is written.
    pub(crate) result: Type,
    /// Values of counters while the bodies of their loops run, the least and the greatest.
    pub(crate) counters: HashMap<Symbol, (i64, i64)>,
    /// Statements after the one that is written, from the innermost list on; true where the list is a scope.
    pub(crate) following: Vec<(&'p [Stmt], bool)>,
    /// Next locations of inputs and outputs that state none.
    pub(crate) next_locations: [Option<u32>; 2],
    /// The variable of `sk_FragColor`.
    pub(crate) fragment_color: Option<Id>,
    depth: u32,
}

impl<'s, 'p> Lowering<'s, 'p> {
    pub(crate) fn new(s: &'s mut Session<'p>, source: Source<'p>, prefix: String) -> Lowering<'s, 'p> {
        Lowering {
            s,
            source,
            program: source.program,
            prefix,
            bindings: HashMap::new(),
            children: HashMap::new(),
            bodies: HashMap::new(),
            functions: HashMap::new(),
            tables: HashMap::new(),
            initial: Vec::new(),
            exits: Vec::new(),
            result: Type::Void,
            counters: HashMap::new(),
            following: Vec::new(),
            next_locations: [None; 2],
            fragment_color: None,
            depth: 0,
        }
    }

    /// Counts a nested statement or expression, and states where what follows comes from.
    pub(crate) fn enter(&mut self, span: Span) -> Outcome<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            let message = format!("statements and expressions are nested more than {DEPTH} deep");
            let finding = self.source.finding(&rules::LIMIT, span, message);
            return Err(finding.help("split the expression").into());
        }
        self.at(span);
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// States where what follows comes from. Places in children are not those of the program.
    pub(crate) fn at(&mut self, span: Span) {
        if self.source.number == 0 && span.end > span.start {
            self.s.b.at(span.start as usize..span.end as usize);
        }
    }

    pub(crate) fn malformed<T>(&self, span: Span, message: impl Into<String>) -> Outcome<T> {
        Err(self.source.malformed(span, message))
    }

    pub(crate) fn ty(&mut self, ty: Type, span: Span) -> Outcome<Id> {
        self.s.logical(self.source, ty, span)
    }

    pub(crate) fn variable_of(&self, symbol: Symbol) -> Option<&'p VariableSymbol> {
        match &self.program.symbols[symbol].kind {
            SymbolKind::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    /// The name of a symbol in the module.
    pub(crate) fn name_of(&self, symbol: Symbol) -> String {
        format!("{}{}", self.prefix, self.program.symbol_name(symbol))
    }

    pub(crate) fn meaning(&self, expression: Expr) -> Type {
        self.program.ty_of(expression).meaning
    }

    /// Class of the numbers of a scalar, vector or matrix.
    pub(crate) fn kind(&self, ty: Type, span: Span) -> Outcome<NumberKind> {
        match ty.scalar() {
            Some(scalar) => Ok(scalar.kind()),
            None => self.malformed(span, "expected a scalar, vector or matrix"),
        }
    }

    /// An instruction on ids whose result has a type of the program.
    pub(crate) fn op(&mut self, opcode: u16, ty: Type, operands: &[Id], span: Span) -> Outcome<Id> {
        let id = self.ty(ty, span)?;
        let result = self.s.b.value(opcode, id, operands);
        self.relax_result(result, ty);
        Ok(result)
    }

    /// An instruction whose operands end with numbers.
    pub(crate) fn op_with(
        &mut self,
        opcode: u16,
        ty: Type,
        (operands, numbers): (&[Id], &[u32]),
        span: Span,
    ) -> Outcome<Id> {
        let id = self.ty(ty, span)?;
        let result = self.s.b.value_with(opcode, id, operands, numbers);
        self.relax_result(result, ty);
        Ok(result)
    }

    /// An instruction of `GLSL.std.450`.
    pub(crate) fn glsl(&mut self, number: u32, ty: Type, operands: &[Id], span: Span) -> Outcome<Id> {
        let id = self.ty(ty, span)?;
        let set = self.s.glsl;
        let result = self.s.b.extended(id, set, number, operands);
        self.relax_result(result, ty);
        Ok(result)
    }

    /// Marks a result that allows less precision. What no way leads to was not written.
    fn relax_result(&mut self, result: Id, ty: Type) {
        if self.s.b.is_open() {
            self.s.relax(result, ty);
        }
    }

    /// A value made of its parts; a constant if they are.
    pub(crate) fn compose(&mut self, ty: Type, parts: &[Id], span: Span) -> Outcome<Id> {
        if let ([only], Type::Scalar(_)) = (parts, ty) {
            return Ok(*only);
        }
        let id = self.ty(ty, span)?;
        if parts.iter().all(|part| self.s.b.is_constant(*part)) {
            return Ok(self.s.b.constant_composite(id, parts));
        }
        self.op(op::COMPOSITE_CONSTRUCT, ty, parts, span)
    }

    /// A vector of one scalar; the scalar itself for a scalar type.
    pub(crate) fn splat(&mut self, ty: Type, scalar: Id, span: Span) -> Outcome<Id> {
        match ty {
            Type::Vector(_, width) => self.compose(ty, &vec![scalar; usize::from(width)], span),
            _ => Ok(scalar),
        }
    }

    /// A number as a constant of a scalar type, or all components of a vector type.
    pub(crate) fn number(&mut self, ty: Type, value: f64, span: Span) -> Outcome<Id> {
        let scalar = match ty.scalar() {
            Some(scalar) => scalar,
            None => return self.malformed(span, "a number has no type of numbers"),
        };
        let constant = match scalar.kind() {
            NumberKind::Float => {
                let float = self.s.b.float();
                self.s.b.constant(float, (value as f32).to_bits())
            }
            NumberKind::Boolean => self.s.b.constant_bool(value != 0.0),
            _ => {
                let integer = self.s.scalar(scalar);
                self.s.b.constant(integer, value as i64 as u32)
            }
        };
        self.splat(ty, constant, span)
    }

    /// A part of a value by a constant index.
    pub(crate) fn extract(&mut self, ty: Type, value: Id, index: u32, span: Span) -> Outcome<Id> {
        self.op_with(op::COMPOSITE_EXTRACT, ty, (&[value], &[index]), span)
    }

    /// The parts of a vector, array or struct, or the columns of a matrix, with their types.
    pub(crate) fn parts(&mut self, ty: Type, value: Id, span: Span) -> Outcome<Vec<(Type, Id)>> {
        let types = self.part_types(ty);
        let mut parts = Vec::with_capacity(types.len());
        for (index, part) in (0..).zip(types) {
            parts.push((part, self.extract(part, value, index, span)?));
        }
        Ok(parts)
    }

    /// Types of the parts of a value.
    pub(crate) fn part_types(&self, ty: Type) -> Vec<Type> {
        let types = &self.program.types;
        match (types.index_count(ty), types.indexed(ty)) {
            (Some(count), Some(part)) => vec![part; count as usize],
            _ => types
                .structure(ty)
                .map_or(Vec::new(), |declaration| declaration.fields.iter().map(|field| field.ty).collect()),
        }
    }

    /// The number that an expression is, if the text says it.
    pub(crate) fn literal(&self, expression: Expr) -> Option<f64> {
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(value) => Some(value),
            _ => None,
        }
    }
}
