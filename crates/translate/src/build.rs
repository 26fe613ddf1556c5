//! Writing functions of naga's IR: expressions are added in order and a statement that evaluates them appears by itself.

use std::collections::HashMap;

use naga::{
    AddressSpace, Arena, BinaryOperator, Block, Expression, Function, GlobalVariable, Handle, Literal,
    LocalVariable, MathFunction, Module, Scalar, ScalarKind, Span, Statement, SwizzleComponent, Type,
    TypeInner, UnaryOperator, VectorSize,
};

/// A value in a function.
pub(crate) type Value = Handle<Expression>;

/// The types that every translation uses.
#[derive(Clone, Copy)]
pub(crate) struct Types {
    pub(crate) f32: Handle<Type>,
    pub(crate) i32: Handle<Type>,
    pub(crate) u32: Handle<Type>,
    pub(crate) bool: Handle<Type>,
    pub(crate) vec2f: Handle<Type>,
    pub(crate) vec3f: Handle<Type>,
    pub(crate) vec4f: Handle<Type>,
    pub(crate) vec4u: Handle<Type>,
}

impl Types {
    pub(crate) fn new(module: &mut Module) -> Types {
        let mut add = |inner: TypeInner| module.types.insert(Type { name: None, inner }, Span::UNDEFINED);
        let vector = |size, scalar| TypeInner::Vector { size, scalar };
        Types {
            f32: add(TypeInner::Scalar(Scalar::F32)),
            i32: add(TypeInner::Scalar(Scalar::I32)),
            u32: add(TypeInner::Scalar(Scalar::U32)),
            bool: add(TypeInner::Scalar(Scalar::BOOL)),
            vec2f: add(vector(VectorSize::Bi, Scalar::F32)),
            vec3f: add(vector(VectorSize::Tri, Scalar::F32)),
            vec4f: add(vector(VectorSize::Quad, Scalar::F32)),
            vec4u: add(vector(VectorSize::Quad, Scalar::U32)),
        }
    }

    /// A float or a vector of floats with this many components.
    pub(crate) fn floats(&self, components: usize) -> Handle<Type> {
        match components {
            0 | 1 => self.f32,
            2 => self.vec2f,
            3 => self.vec3f,
            _ => self.vec4f,
        }
    }
}

/// Adds a variable that lives as long as an invocation and that every function sees.
pub(crate) fn private(module: &mut Module, name: &str, ty: Handle<Type>) -> Handle<GlobalVariable> {
    module.global_variables.append(
        GlobalVariable {
            name: Some(name.to_owned()),
            space: AddressSpace::Private,
            binding: None,
            ty,
            init: None,
            memory_decorations: naga::MemoryDecorations::empty(),
        },
        Span::UNDEFINED,
    )
}

/// A function as it is written.
pub(crate) struct Body {
    function: Function,
    /// The blocks that are open, the outermost first; never empty.
    blocks: Vec<Block>,
    /// Expressions from here on are not evaluated by a statement yet.
    pending: usize,
    globals: HashMap<Handle<GlobalVariable>, Value>,
    locals: HashMap<Handle<LocalVariable>, Value>,
}

impl Body {
    pub(crate) fn new(name: &str) -> Body {
        Body {
            function: Function { name: Some(name.to_owned()), ..Function::default() },
            blocks: vec![Block::new()],
            pending: 0,
            globals: HashMap::new(),
            locals: HashMap::new(),
        }
    }

    /// Adds an argument and gives its value.
    pub(crate) fn argument(&mut self, name: &str, ty: Handle<Type>, binding: Option<naga::Binding>) -> Value {
        let index = self.function.arguments.len() as u32;
        self.function.arguments.push(naga::FunctionArgument { name: Some(name.to_owned()), ty, binding });
        self.constant(Expression::FunctionArgument(index))
    }

    /// States the type of what the function returns.
    pub(crate) fn returns(&mut self, ty: Handle<Type>) {
        self.function.result = Some(naga::FunctionResult { ty, binding: None });
    }

    /// Adds a variable of the function, zero at first.
    pub(crate) fn local(&mut self, name: &str, ty: Handle<Type>) -> Value {
        let variable = LocalVariable { name: Some(name.to_owned()), ty, init: None };
        let handle = self.function.local_variables.append(variable, Span::UNDEFINED);
        let pointer = self.constant(Expression::LocalVariable(handle));
        self.locals.insert(handle, pointer);
        pointer
    }

    /// The finished function.
    pub(crate) fn finish(mut self) -> Function {
        self.flush();
        while self.blocks.len() > 1 {
            self.close();
        }
        self.function.body = self.blocks.pop().unwrap_or_default();
        naga::proc::ensure_block_returns(&mut self.function.body);
        self.function
    }

    fn flush(&mut self) {
        let arena: &Arena<Expression> = &self.function.expressions;
        if arena.len() > self.pending {
            let range = arena.range_from(self.pending);
            self.pending = arena.len();
            self.push(Statement::Emit(range));
        }
    }

    fn push(&mut self, statement: Statement) {
        if let Some(block) = self.blocks.last_mut()
            // Nothing runs behind these, and nothing may stand there.
            && !matches!(block.last(), Some(Statement::Return { .. } | Statement::Break))
        {
            block.push(statement, Span::UNDEFINED);
        }
    }

    /// Adds a statement after everything before it has been evaluated.
    pub(crate) fn statement(&mut self, statement: Statement) {
        self.flush();
        self.push(statement);
    }

    /// Adds an expression that is evaluated here.
    pub(crate) fn add(&mut self, expression: Expression) -> Value {
        self.function.expressions.append(expression, Span::UNDEFINED)
    }

    /// Adds an expression that needs no evaluation.
    pub(crate) fn constant(&mut self, expression: Expression) -> Value {
        self.flush();
        let value = self.function.expressions.append(expression, Span::UNDEFINED);
        self.pending = self.function.expressions.len();
        value
    }

    /// Opens a block inside the current one.
    pub(crate) fn open(&mut self) {
        self.flush();
        self.blocks.push(Block::new());
    }

    /// Ends the block that was opened last.
    pub(crate) fn close(&mut self) -> Block {
        self.flush();
        if self.blocks.len() > 1 { self.blocks.pop().unwrap_or_default() } else { Block::new() }
    }

    /// `if condition { accept } else { reject }`.
    pub(crate) fn when(&mut self, condition: Value, accept: Block, reject: Block) {
        self.statement(Statement::If { condition, accept, reject });
    }

    pub(crate) fn give(&mut self, value: Option<Value>) {
        self.statement(Statement::Return { value });
    }

    pub(crate) fn literal(&mut self, literal: Literal) -> Value {
        self.constant(Expression::Literal(literal))
    }

    pub(crate) fn float(&mut self, value: f32) -> Value {
        self.literal(Literal::F32(value))
    }

    pub(crate) fn uint(&mut self, value: u32) -> Value {
        self.literal(Literal::U32(value))
    }

    pub(crate) fn int(&mut self, value: i32) -> Value {
        self.literal(Literal::I32(value))
    }

    pub(crate) fn bool(&mut self, value: bool) -> Value {
        self.literal(Literal::Bool(value))
    }

    /// The place of a module's variable.
    pub(crate) fn global(&mut self, variable: Handle<GlobalVariable>) -> Value {
        if let Some(&pointer) = self.globals.get(&variable) {
            return pointer;
        }
        let pointer = self.constant(Expression::GlobalVariable(variable));
        self.globals.insert(variable, pointer);
        pointer
    }

    pub(crate) fn load(&mut self, pointer: Value) -> Value {
        self.add(Expression::Load { pointer })
    }

    pub(crate) fn read(&mut self, variable: Handle<GlobalVariable>) -> Value {
        let pointer = self.global(variable);
        self.load(pointer)
    }

    pub(crate) fn store(&mut self, pointer: Value, value: Value) {
        self.statement(Statement::Store { pointer, value });
    }

    pub(crate) fn write(&mut self, variable: Handle<GlobalVariable>, value: Value) {
        let pointer = self.global(variable);
        self.store(pointer, value);
    }

    /// Component, element or member `index`, or its place.
    pub(crate) fn part(&mut self, base: Value, index: u32) -> Value {
        self.add(Expression::AccessIndex { base, index })
    }

    pub(crate) fn element(&mut self, base: Value, index: Value) -> Value {
        self.add(Expression::Access { base, index })
    }

    pub(crate) fn binary(&mut self, op: BinaryOperator, left: Value, right: Value) -> Value {
        self.add(Expression::Binary { op, left, right })
    }

    pub(crate) fn unary(&mut self, op: UnaryOperator, expr: Value) -> Value {
        self.add(Expression::Unary { op, expr })
    }

    /// `condition ? accept : reject`.
    pub(crate) fn select(&mut self, condition: Value, accept: Value, reject: Value) -> Value {
        self.add(Expression::Select { condition, accept, reject })
    }

    pub(crate) fn math(&mut self, fun: MathFunction, arguments: &[Value]) -> Value {
        let at = |index: usize| arguments.get(index).copied();
        let Some(arg) = at(0) else { return self.float(0.0) };
        self.add(Expression::Math { fun, arg, arg1: at(1), arg2: at(2), arg3: at(3) })
    }

    pub(crate) fn splat(&mut self, value: Value, size: VectorSize) -> Value {
        self.add(Expression::Splat { size, value })
    }

    pub(crate) fn compose(&mut self, ty: Handle<Type>, components: Vec<Value>) -> Value {
        self.add(Expression::Compose { ty, components })
    }

    /// The same bits as another type.
    pub(crate) fn bits(&mut self, expr: Value, kind: ScalarKind) -> Value {
        self.add(Expression::As { expr, kind, convert: None })
    }

    /// The value as another type.
    pub(crate) fn convert(&mut self, expr: Value, kind: ScalarKind) -> Value {
        let width = if kind == ScalarKind::Bool { naga::BOOL_WIDTH } else { 4 };
        self.add(Expression::As { expr, kind, convert: Some(width) })
    }

    /// Some components of a vector of four: a scalar for one, the vector itself for all in order.
    pub(crate) fn swizzle(&mut self, vector: Value, components: &[u8]) -> Value {
        let pattern =
            |at: usize| SwizzleComponent::from_index(u32::from(components.get(at).copied().unwrap_or(0) & 3));
        let size = match components.len() {
            0 | 1 => return self.part(vector, u32::from(components.first().copied().unwrap_or(0) & 3)),
            2 => VectorSize::Bi,
            3 => VectorSize::Tri,
            _ if components == [0, 1, 2, 3] => return vector,
            _ => VectorSize::Quad,
        };
        self.add(Expression::Swizzle {
            size,
            vector,
            pattern: [pattern(0), pattern(1), pattern(2), pattern(3)],
        })
    }

    /// Calls a function that returns something.
    pub(crate) fn call(&mut self, function: Handle<Function>, arguments: Vec<Value>) -> Value {
        self.flush();
        let result = self.constant(Expression::CallResult(function));
        self.push(Statement::Call { function, arguments, result: Some(result) });
        result
    }

    /// Calls a function that returns nothing.
    pub(crate) fn invoke(&mut self, function: Handle<Function>) {
        self.statement(Statement::Call { function, arguments: Vec::new(), result: None });
    }
}
