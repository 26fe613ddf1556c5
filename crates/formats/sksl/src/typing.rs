//! Computes the type of every expression, type and symbol of a model, once, bottom-up.

use foldhash::HashMap;

use crate::builtin::{
    BOOL, Binary, Field, Narrowing, Scalar, Scope, Struct, Symbol as BuiltinSymbol, Type, Types, Unary,
};
use crate::command::Command;
use crate::model::{Model, ModelNode, Name, Reference};
use crate::view::{Expression, Symbol};

/// Types of a model's nodes; [`Type::Invalid`] if there is none or it is unknown.
#[derive(Clone, Debug)]
pub struct Typing {
    /// The arrays and structs.
    pub types: Types,
    /// Builtin names visible to the program; all of them for a file of unknown kind.
    pub scope: Scope,
    nodes: Vec<Type>,
}

impl Typing {
    /// Computes the types of a model.
    pub fn of_model(model: &Model<'_>) -> Typing {
        let scope = (!model.is_module())
            .then(|| Scope::of(model.dialect.program_kind(model.node(model.top()).a as u8)))
            .flatten();
        let mut typer = Typer {
            model,
            names: HashMap::default(),
            typing: Typing {
                types: Types::new(),
                scope: scope.unwrap_or(Scope::ANY),
                nodes: vec![Type::Invalid; model.nodes().len()],
            },
        };
        typer.run();
        typer.typing
    }

    /// Type of a node: of an expression's value, of a type itself, of a variable, of a function's result.
    pub fn of(&self, at: ModelNode) -> Type {
        self.nodes.get(at.0 as usize).copied().unwrap_or(Type::Invalid)
    }
}

struct Typer<'m> {
    model: &'m Model<'m>,
    /// Resolved builtin type names.
    names: HashMap<Name, Type>,
    typing: Typing,
}

impl Typer<'_> {
    /// Visits every node after its contents, so the types of its parts and of preceding nodes are known.
    fn run(&mut self) {
        let mut open: Vec<ModelNode> = Vec::new();
        let nodes = self.model.nodes();
        for (index, node) in nodes.iter().enumerate() {
            let at = ModelNode(index as u32);
            while let Some(&last) = open.last()
                && self.model.node(last).next <= at.0
            {
                open.pop();
                self.settle(last);
            }
            if node.next > at.0 + 1 {
                open.push(at);
            } else {
                self.settle(at);
            }
        }
        while let Some(last) = open.pop() {
            self.settle(last);
        }
    }

    fn settle(&mut self, at: ModelNode) {
        let ty = self.type_of(at);
        if let Some(slot) = self.typing.nodes.get_mut(at.0 as usize) {
            *slot = ty;
        }
    }

    fn of(&self, at: ModelNode) -> Type {
        self.typing.of(at)
    }

    fn named(&mut self, name: Name) -> Type {
        let scope = self.typing.scope;
        let model = self.model;
        *self.names.entry(name).or_insert_with(|| match scope.lookup(&model.name(name)) {
            Some(BuiltinSymbol::Type { ty, .. }) => ty,
            _ => Type::Invalid,
        })
    }

    fn type_of(&mut self, at: ModelNode) -> Type {
        let model = self.model;
        match model.symbol(at) {
            Symbol::ArrayType { component, count, .. } => {
                let element = self.of(component);
                // The language has no arrays of arrays; comparing chains of thousands of them at every use
                // must be avoided.
                return match element {
                    Type::Array(_) | Type::Invalid => Type::Invalid,
                    _ if count == 0 => Type::Invalid,
                    element => self.typing.types.add_array(element, count),
                };
            }
            Symbol::StructType { name, is_interface_block, .. } => {
                let fields: Vec<Field> = model
                    .fields(at)
                    .map(|field| Field { name: model.name(field.name).into_owned(), ty: self.of(field.ty) })
                    .collect();
                if fields.is_empty() {
                    return Type::Invalid;
                }
                let declaration = Struct {
                    name: model.name(name).into_owned(),
                    fields,
                    is_interface_block: is_interface_block != 0,
                };
                return self.typing.types.add_struct(declaration);
            }
            Symbol::SymbolRef(Reference::Id(id)) => {
                let definition = model.definition(id);
                return match model.command(definition) {
                    Command::ArrayType | Command::StructType | Command::SystemType => self.of(definition),
                    _ => Type::Invalid,
                };
            }
            Symbol::SymbolRef(Reference::Builtin(name)) | Symbol::SystemType { name, .. } => {
                return self.named(name);
            }
            Symbol::Variable { ty, .. } => return self.of(ty),
            Symbol::FunctionDeclaration { result, .. } => return self.of(result),
            _ => {}
        }
        self.type_of_expression(at)
    }

    fn type_of_expression(&mut self, at: ModelNode) -> Type {
        let model = self.model;
        let types = &self.typing.types;
        match model.expression(at) {
            Expression::Binary { left, operator, right } => {
                let Some(operator) = Binary::of(operator) else {
                    return Type::Invalid;
                };
                if matches!(operator, Binary::Logical | Binary::Equality | Binary::Comparison) {
                    return BOOL;
                }
                let (left, right) = types.settle_literals(self.of(left), self.of(right));
                types
                    .binary(left, operator, right, Narrowing::Allowed)
                    .map_or(Type::Invalid, |operation| operation.result)
            }
            Expression::BoolLiteral(_) | Expression::Setting(_) => BOOL,
            Expression::Constructor { ty, .. } | Expression::FunctionCall { ty, .. } => self.of(ty),
            Expression::FieldAccess { base, index, .. } => {
                types.field(self.of(base), index as usize).map_or(Type::Invalid, |field| field.ty)
            }
            Expression::FloatLiteral { ty: ModelNode::NONE, .. } => Type::Scalar(Scalar::FloatLiteral),
            Expression::IntLiteral { ty: ModelNode::NONE, .. } => Type::Scalar(Scalar::IntLiteral),
            Expression::FloatLiteral { ty, .. } => match self.of(ty) {
                Type::Scalar(scalar) if scalar.is_float() => Type::Scalar(scalar),
                _ => Type::Invalid,
            },
            Expression::IntLiteral { ty, .. } => match self.of(ty) {
                Type::Scalar(scalar) if scalar.is_integer() => Type::Scalar(scalar),
                _ => Type::Invalid,
            },
            Expression::Index { base, .. } => types.indexed(self.of(base)).unwrap_or(Type::Invalid),
            Expression::Postfix { operand, .. } => self.of(operand),
            Expression::Prefix { operator, operand } => Unary::of(operator)
                .and_then(|operator| types.unary(operator, self.of(operand)))
                .unwrap_or(Type::Invalid),
            Expression::Swizzle { base } => {
                let (scalar, limit) = match self.of(base) {
                    Type::Scalar(scalar) => (scalar, 1),
                    Type::Vector(scalar, width) => (scalar, width),
                    _ => return Type::Invalid,
                };
                let components = model.components(at);
                if components.iter().any(|&component| component >= limit) {
                    return Type::Invalid;
                }
                u8::try_from(components.len())
                    .ok()
                    .and_then(|width| Type::compound(scalar, width, 1))
                    .unwrap_or(Type::Invalid)
            }
            Expression::Ternary { if_true, .. } => self.of(if_true),
            Expression::VariableReference { variable, .. } => match variable {
                Reference::Id(id) => self.of(model.definition(id)),
                Reference::Builtin(name) => match self.typing.scope.lookup(&model.name(name)) {
                    Some(BuiltinSymbol::Variable(variable)) => variable.ty,
                    _ => Type::Invalid,
                },
            },
            Expression::Void | Expression::Missing => Type::Invalid,
        }
    }
}
