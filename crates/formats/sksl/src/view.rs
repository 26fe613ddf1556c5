//! Provides typed views of [`Model`] nodes, one enumeration for each category.
//!
//! Views are created on demand and hold node indices. Parts missing from a damaged file are [`ModelNode::NONE`], and
//! a view of [`ModelNode::NONE`] or of a command of another category is `Missing`.

use crate::command::Command;
use crate::model::{Children, Layout, Model, ModelNode, Name, Reference};
use crate::raw::{ModifierFlags, Operator, OwnerKind, ProgramKind, RefKind, Storage};

/// A symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// kArrayType
    ArrayType {
        /// Id defined by the command.
        id: u32,
        /// Node of the element type.
        component: ModelNode,
        /// Number of elements, read as unsigned.
        count: u32,
    },
    /// kField: a member of an anonymous interface block.
    Field {
        /// Id of the block's variable.
        owner: u32,
        /// Index of the member.
        index: u32,
    },
    /// kFunctionDeclaration; its parameters are [`Model::parameters`].
    FunctionDeclaration {
        /// Id defined by the command.
        id: u32,
        /// Node of the modifiers.
        modifiers: ModelNode,
        /// Name.
        name: Name,
        /// Node of the return type.
        result: ModelNode,
    },
    /// kStructType; its fields are [`Model::fields`].
    StructType {
        /// Id defined by the command.
        id: u32,
        /// Name.
        name: Name,
        /// Nonzero for the type of an interface block.
        is_interface_block: u8,
    },
    /// kSymbolRef
    SymbolRef(Reference),
    /// kSystemType, versions 1 to 7.
    SystemType {
        /// Id defined by the command.
        id: u32,
        /// Name of a builtin type.
        name: Name,
    },
    /// kUnresolvedFunction; the functions are the node's children.
    UnresolvedFunction {
        /// Id defined by the command.
        id: u32,
    },
    /// kVariable
    Variable {
        /// Id defined by the command.
        id: u32,
        /// Node of the modifiers.
        modifiers: ModelNode,
        /// Name.
        name: Name,
        /// Node of the type.
        ty: ModelNode,
        /// Storage class.
        storage: Storage,
    },
    /// Missing, or not a symbol.
    Missing,
}

/// A field of a struct type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StructField {
    /// Node of the modifiers.
    pub modifiers: ModelNode,
    /// Name.
    pub name: Name,
    /// Node of the type.
    pub ty: ModelNode,
}

/// Modifiers with their layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Modifiers {
    /// The layout.
    pub layout: Layout,
    /// The flags, in the numbers of [`ModifierFlags`].
    pub flags: ModifierFlags,
}

/// An expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expression {
    /// kBinary
    Binary {
        /// Node of the left operand.
        left: ModelNode,
        /// Operator.
        operator: Operator,
        /// Node of the right operand.
        right: ModelNode,
    },
    /// kBoolLiteral, as a byte.
    BoolLiteral(u8),
    /// One of the nine constructors; its arguments are [`Model::arguments`].
    Constructor {
        /// Constructor command.
        kind: Command,
        /// Node of the type of the result.
        ty: ModelNode,
    },
    /// kFieldAccess
    FieldAccess {
        /// Struct or interface block.
        base: ModelNode,
        /// Index of the field.
        index: u32,
        /// Kind of the base.
        owner: OwnerKind,
    },
    /// kFloatLiteral
    FloatLiteral {
        /// Type; [`ModelNode::NONE`] in the layout of the public document.
        ty: ModelNode,
        /// Bits of an IEEE 754 single.
        bits: u32,
    },
    /// kFunctionCall; its arguments are [`Model::arguments`].
    FunctionCall {
        /// Node of the type of the result.
        ty: ModelNode,
        /// Function called.
        function: Reference,
    },
    /// kIndex
    Index {
        /// Vector, matrix or array.
        base: ModelNode,
        /// Node of the index.
        index: ModelNode,
    },
    /// kIntLiteral
    IntLiteral {
        /// Type; [`ModelNode::NONE`] in the layout of the public document.
        ty: ModelNode,
        /// 32 bits, signed or unsigned according to the type.
        bits: u32,
    },
    /// kPostfix
    Postfix {
        /// Operator.
        operator: Operator,
        /// Node of the operand.
        operand: ModelNode,
    },
    /// kPrefix
    Prefix {
        /// Operator.
        operator: Operator,
        /// Node of the operand.
        operand: ModelNode,
    },
    /// kSetting: a capability.
    Setting(Name),
    /// kSwizzle; its components are [`Model::components`].
    Swizzle {
        /// Scalar or vector.
        base: ModelNode,
    },
    /// kTernary
    Ternary {
        /// Node of the condition.
        test: ModelNode,
        /// Value if the condition is true.
        if_true: ModelNode,
        /// Value if the condition is false.
        if_false: ModelNode,
    },
    /// kVariableReference
    VariableReference {
        /// Variable referred to.
        variable: Reference,
        /// Access to the variable.
        kind: RefKind,
    },
    /// kVoid: no expression.
    Void,
    /// Missing, or not an expression.
    Missing,
}

/// A statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// kBlock; its statements are [`Model::statements`].
    Block {
        /// Its symbol table or kVoid.
        table: ModelNode,
        /// Nonzero for a scope; from version 10 on 0 unbraced, 1 scope, 2 compound statement.
        is_scope: u8,
    },
    /// kBreak
    Break,
    /// kContinue
    Continue,
    /// kDiscard
    Discard,
    /// kDo
    Do {
        /// Node of the body.
        body: ModelNode,
        /// Node of the condition.
        test: ModelNode,
    },
    /// kExpressionStatement
    Expression(ModelNode),
    /// kFor
    For {
        /// Its symbol table or kVoid.
        table: ModelNode,
        /// Initialiser or kVoid.
        init: ModelNode,
        /// Condition or kVoid.
        test: ModelNode,
        /// Step or kVoid.
        next: ModelNode,
        /// Node of the body.
        body: ModelNode,
    },
    /// kIf
    If {
        /// Nonzero for `@if`.
        is_static: u8,
        /// Node of the condition.
        test: ModelNode,
        /// Statement if the condition is true.
        if_true: ModelNode,
        /// Statement if the condition is false, or kVoid.
        if_false: ModelNode,
    },
    /// kInlineMarker
    InlineMarker(Reference),
    /// kNop
    Nop,
    /// kReturn, with a value or kVoid.
    Return(ModelNode),
    /// kSwitch; its cases are [`Model::cases`].
    Switch {
        /// Nonzero for `@switch`.
        is_static: u8,
        /// Its symbol table or kVoid.
        table: ModelNode,
        /// Value switched on.
        value: ModelNode,
    },
    /// kVarDeclaration
    VarDeclaration {
        /// Id of the variable.
        variable: u32,
        /// Type, without the array.
        base: ModelNode,
        /// Number of elements; 0 if not an array.
        array_size: u32,
        /// Initial value or kVoid.
        value: ModelNode,
    },
    /// kVoid: no statement.
    Void,
    /// Missing, or not a statement.
    Missing,
}

/// A case of a switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// Nonzero for the default case.
    pub is_default: u8,
    /// Case value; unused for the default case.
    pub value: i32,
    /// Its statement, in practice an unscoped block.
    pub statement: ModelNode,
}

/// An element of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// kFunctionDefinition
    FunctionDefinition {
        /// Id of the declaration.
        declaration: u32,
        /// Node of the body.
        body: ModelNode,
    },
    /// kFunctionPrototype, with the id of the declaration.
    FunctionPrototype(u32),
    /// kGlobalVar, with its declaration.
    GlobalVar(ModelNode),
    /// kInterfaceBlock
    InterfaceBlock {
        /// The variable, a symbol.
        variable: ModelNode,
        /// Name of the block.
        type_name: Name,
        /// Name of the instance; empty for an anonymous block.
        instance_name: Name,
        /// Number of elements; 0 if not an array.
        array_size: u32,
    },
    /// kSharedFunction; its parameters are [`Model::shared_parameters`].
    SharedFunction {
        /// The declaration, a symbol.
        declaration: ModelNode,
        /// The definition, an element.
        definition: ModelNode,
    },
    /// kStructDefinition, with its type.
    StructDefinition(ModelNode),
    /// Missing, or not an element.
    Missing,
}

impl Model<'_> {
    /// Program kind; `None` for modules and undefined numbers.
    pub fn kind(&self) -> Option<ProgramKind> {
        let node = self.node(self.top());
        (node.command == Command::Program).then(|| self.dialect.program_kind(node.a as u8))
    }

    /// useFlipRTUniform of a program, as stored.
    pub fn use_flip(&self) -> u8 {
        self.node(self.top()).c as u8
    }

    /// Symbols owned by a symbol table, in order.
    pub fn owned(&self, table: ModelNode) -> Children<'_> {
        match self.command(table) {
            Command::SymbolTable => self.children(table),
            _ => self.children(ModelNode::NONE),
        }
    }

    /// isBuiltin of a symbol table, as stored; 0 before version 2.
    pub fn is_builtin(&self, table: ModelNode) -> u8 {
        self.node(table).a as u8
    }

    /// View of a symbol.
    #[inline]
    pub fn symbol(&self, at: ModelNode) -> Symbol {
        let node = self.node(at);
        let (id, name) = (node.b, Name(node.c));
        match node.command {
            Command::ArrayType => Symbol::ArrayType { id, component: self.child(at, 0), count: node.c },
            Command::Field => Symbol::Field { owner: node.b, index: u32::from(node.a) },
            Command::FunctionDeclaration => Symbol::FunctionDeclaration {
                id,
                modifiers: self.child(at, 0),
                name,
                result: self.children(at).skip(1).last().unwrap_or(ModelNode::NONE),
            },
            Command::StructType => Symbol::StructType { id, name, is_interface_block: node.a as u8 },
            Command::SymbolRef => Symbol::SymbolRef(self.reference(at)),
            Command::SystemType => Symbol::SystemType { id, name },
            Command::UnresolvedFunction => Symbol::UnresolvedFunction { id },
            Command::Variable => Symbol::Variable {
                id,
                modifiers: self.child(at, 0),
                name,
                ty: self.child(at, 1),
                storage: Storage(node.a as u8),
            },
            _ => Symbol::Missing,
        }
    }

    /// Ids of a function declaration's parameters, in order. From version 13 on the parameters are symbols;
    /// these are their ids.
    pub fn parameters(&self, declaration: ModelNode) -> impl Iterator<Item = u32> + '_ {
        let count = usize::from(self.node(declaration).a);
        let is_declaration = self.command(declaration) == Command::FunctionDeclaration;
        let children = self.children(declaration).skip(1);
        children.take(if is_declaration { count } else { 0 }).map(|at| self.node(at).b)
    }

    /// Fields of a struct type, in order.
    pub fn fields(&self, ty: ModelNode) -> impl Iterator<Item = StructField> + '_ {
        let children = self.children(ty);
        children.filter(|&at| self.command(at) == Command::StructField).map(|at| StructField {
            modifiers: self.child(at, 0),
            name: Name(self.node(at).c),
            ty: self.child(at, 1),
        })
    }

    /// View of a layout.
    #[inline]
    pub fn layout(&self, at: ModelNode) -> Layout {
        let node = self.node(at);
        match node.command {
            Command::BuiltinLayout => Layout { builtin: i32::from(node.b as i16), ..Layout::default() },
            Command::Layout => self.layouts.get(node.c as usize).copied().unwrap_or_default(),
            _ => Layout::default(),
        }
    }

    /// View of modifiers.
    #[inline]
    pub fn modifiers(&self, at: ModelNode) -> Modifiers {
        let node = self.node(at);
        match node.command {
            Command::Modifiers8Bit | Command::Modifiers => Modifiers {
                layout: self.layout(ModelNode(at.0 + 1)),
                flags: self.dialect.modifier_flags(node.c),
            },
            _ => Modifiers::default(),
        }
    }

    /// Arguments of a call or constructor, in order.
    #[inline]
    pub fn arguments(&self, at: ModelNode) -> impl Iterator<Item = ModelNode> + '_ {
        self.children(at).skip(1)
    }

    /// Components of a swizzle.
    #[inline]
    pub fn components(&self, swizzle: ModelNode) -> &[u8] {
        let node = self.node(swizzle);
        if node.command != Command::Swizzle {
            return &[];
        }
        let start = node.c as usize;
        self.components.get(start..start.saturating_add(usize::from(node.a))).unwrap_or(&[])
    }

    /// View of an expression.
    #[inline]
    pub fn expression(&self, at: ModelNode) -> Expression {
        let node = self.node(at);
        let first = || self.child(at, 0);
        match node.command {
            Command::Binary => Expression::Binary {
                left: first(),
                operator: self.dialect.operator(node.a as u8),
                right: self.child(at, 1),
            },
            Command::BoolLiteral => Expression::BoolLiteral(node.a as u8),
            kind if kind.is_constructor() => Expression::Constructor { kind, ty: first() },
            Command::FieldAccess => {
                Expression::FieldAccess { base: first(), index: node.b, owner: OwnerKind(node.a as u8) }
            }
            Command::FloatLiteral => Expression::FloatLiteral { ty: first(), bits: node.c },
            Command::FunctionCall => Expression::FunctionCall { ty: first(), function: self.reference(at) },
            Command::Index => Expression::Index { base: first(), index: self.child(at, 1) },
            Command::IntLiteral => Expression::IntLiteral { ty: first(), bits: node.c },
            Command::Postfix => {
                Expression::Postfix { operator: self.dialect.operator(node.a as u8), operand: first() }
            }
            Command::Prefix => {
                Expression::Prefix { operator: self.dialect.operator(node.a as u8), operand: first() }
            }
            Command::Setting => Expression::Setting(Name(node.c)),
            Command::Swizzle => Expression::Swizzle { base: first() },
            Command::Ternary => {
                Expression::Ternary { test: first(), if_true: self.child(at, 1), if_false: self.child(at, 2) }
            }
            Command::VariableReference => {
                Expression::VariableReference { variable: self.reference(at), kind: RefKind(node.a as u8) }
            }
            Command::Void => Expression::Void,
            _ => Expression::Missing,
        }
    }

    /// Statements of a block, in order.
    pub fn statements(&self, block: ModelNode) -> impl Iterator<Item = ModelNode> + '_ {
        self.children(block).skip(1)
    }

    /// Cases of a switch, in order.
    pub fn cases(&self, switch: ModelNode) -> impl Iterator<Item = Case> + '_ {
        let children = self.children(switch);
        children.filter(|&at| self.command(at) == Command::Case).map(|at| Case {
            is_default: self.node(at).a as u8,
            value: self.node(at).c as i32,
            statement: self.child(at, 0),
        })
    }

    /// View of a statement.
    #[inline]
    pub fn statement(&self, at: ModelNode) -> Statement {
        let node = self.node(at);
        let child = |index| self.child(at, index);
        match node.command {
            Command::Block => Statement::Block { table: child(0), is_scope: node.a as u8 },
            Command::Break => Statement::Break,
            Command::Continue => Statement::Continue,
            Command::Discard => Statement::Discard,
            Command::Do => Statement::Do { body: child(0), test: child(1) },
            Command::ExpressionStatement => Statement::Expression(child(0)),
            Command::For => {
                // The position of the table depends on the version; the rest does not.
                let (table, first) = if self.dialect.for_table_is_last() { (4, 0) } else { (0, 1) };
                Statement::For {
                    table: child(table),
                    init: child(first),
                    test: child(first + 1),
                    next: child(first + 2),
                    body: child(first + 3),
                }
            }
            Command::If => Statement::If {
                is_static: node.a as u8,
                test: child(0),
                if_true: child(1),
                if_false: child(2),
            },
            Command::InlineMarker => Statement::InlineMarker(self.reference(at)),
            Command::Nop => Statement::Nop,
            Command::Return => Statement::Return(child(0)),
            Command::Switch => {
                Statement::Switch { is_static: node.a as u8, table: child(0), value: child(1) }
            }
            Command::VarDeclaration => Statement::VarDeclaration {
                variable: node.b,
                base: child(0),
                array_size: node.c,
                value: child(1),
            },
            Command::Void => Statement::Void,
            _ => Statement::Missing,
        }
    }

    /// Parameter symbols of a shared function, in order.
    pub fn shared_parameters(&self, shared: ModelNode) -> impl Iterator<Item = ModelNode> + '_ {
        let count = usize::from(self.node(shared).a);
        let is_shared = self.command(shared) == Command::SharedFunction;
        self.children(shared).take(if is_shared { count } else { 0 })
    }

    /// View of an element.
    pub fn element(&self, at: ModelNode) -> Element {
        let node = self.node(at);
        match node.command {
            Command::FunctionDefinition => {
                Element::FunctionDefinition { declaration: node.b, body: self.child(at, 0) }
            }
            Command::FunctionPrototype => Element::FunctionPrototype(node.b),
            Command::GlobalVar => Element::GlobalVar(self.child(at, 0)),
            Command::InterfaceBlock => Element::InterfaceBlock {
                variable: self.child(at, 0),
                type_name: Name(node.c),
                instance_name: Name(node.b),
                array_size: u32::from(node.a),
            },
            Command::SharedFunction => {
                let parameters = usize::from(node.a);
                Element::SharedFunction {
                    declaration: self.child(at, parameters),
                    definition: self.child(at, parameters + 1),
                }
            }
            Command::StructDefinition => Element::StructDefinition(self.child(at, 0)),
            _ => Element::Missing,
        }
    }
}

impl Model<'_> {
    /// Name of a symbol: of a variable, function, type or field, or of the target of a kSymbolRef. Empty for
    /// arrays and undefined ids.
    pub fn symbol_name(&self, symbol: ModelNode) -> &[u8] {
        let mut at = symbol;
        // A reference leads to a definition and an overload set to its functions; the chain is short.
        for _ in 0..4 {
            match self.symbol(at) {
                Symbol::FunctionDeclaration { name, .. }
                | Symbol::StructType { name, .. }
                | Symbol::SystemType { name, .. }
                | Symbol::Variable { name, .. } => return self.text(name),
                Symbol::SymbolRef(Reference::Builtin(name)) => return self.text(name),
                Symbol::SymbolRef(Reference::Id(id)) => at = self.definition(id),
                Symbol::UnresolvedFunction { .. } => at = self.child(at, 0),
                Symbol::Field { owner, index } => {
                    let ty = self.block_type(self.definition(owner));
                    let field = self.fields(ty).nth(index as usize);
                    return field.map_or(&[], |field| self.text(field.name));
                }
                Symbol::ArrayType { .. } | Symbol::Missing => return &[],
            }
        }
        &[]
    }

    /// Struct type of an interface block's variable, through an array; [`ModelNode::NONE`] if it has none.
    pub fn block_type(&self, variable: ModelNode) -> ModelNode {
        let Symbol::Variable { ty, .. } = self.symbol(variable) else {
            return ModelNode::NONE;
        };
        let mut ty = self.resolve(ty);
        if let Symbol::ArrayType { component, .. } = self.symbol(ty) {
            ty = self.resolve(component);
        }
        if self.command(ty) == Command::StructType { ty } else { ModelNode::NONE }
    }

    /// Name of a symbol table entry; `owned` are the table's symbols.
    pub fn entry_name(&self, owned: &[ModelNode], entry: &crate::model::Entry) -> &[u8] {
        if entry.index == crate::raw::BUILTIN_SYMBOL {
            return self.text(entry.name);
        }
        let symbol = owned.get(entry.index as usize);
        symbol.map_or(&[], |&symbol| self.symbol_name(symbol))
    }
}
