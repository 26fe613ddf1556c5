//! The typed program of a stage: what the parser builds, linking edits and the emitter reads.
//!
//! Names are resolved, conversions are explicit, constants are folded, and operands have exactly the types that their
//! operators and functions take. Expressions of a stage form one list and refer to each other by index.

mod modes;
mod qualifiers;
mod spirv;

use std::rc::Rc;

use glassbox_core::stage::Stage;
use glassbox_syntax::map::Provenance;
use glassbox_syntax::token::{Token, Word};
use smallvec::SmallVec;

pub(crate) use modes::{Modes, Primitive, Spacing};
pub(crate) use qualifiers::{
    Interpolation, Layout, MatrixLayout, Packing, Precision, Qualifiers, Sampling, flag,
};
pub(crate) use spirv::{SpirvInstruction, SpirvOperand, SpirvType};

use crate::language::Environment;
use crate::types::{Type, Types};
use crate::vocabulary::functions::Intrinsic;

/// A stage.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// How the text was read: version, stage, extensions as they are at its end.
    pub(crate) environment: Environment,
    /// The tokens that [`At`] counts.
    pub(crate) tokens: Rc<Vec<Token>>,
    pub(crate) types: Types,
    pub(crate) globals: Vec<Global>,
    pub(crate) functions: Vec<Function>,
    pub(crate) expressions: Vec<Expression>,
    /// Components of constants, in the order of the type's; see [`ExpressionKind::Constant`].
    pub(crate) constants: Vec<Scalars>,
    pub(crate) modes: Modes,
    /// Extensions that code uses or `#extension` names, in that order.
    pub(crate) extensions: Vec<&'static str>,
    /// `main`, where there is one with a body.
    pub(crate) main: Option<FunctionId>,
}

impl Program {
    #[inline]
    pub(crate) fn stage(&self) -> Stage {
        self.environment.stage
    }

    #[inline]
    pub(crate) fn expression(&self, id: ExpressionId) -> &Expression {
        &self.expressions[id.0 as usize]
    }

    #[inline]
    pub(crate) fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    #[inline]
    pub(crate) fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// Adds an expression.
    #[inline]
    pub(crate) fn add(&mut self, expression: Expression) -> ExpressionId {
        self.expressions.push(expression);
        ExpressionId(self.expressions.len() as u32 - 1)
    }

    /// Components of a constant expression; `None` of others.
    #[inline]
    pub(crate) fn constant(&self, id: ExpressionId) -> Option<&[u64]> {
        match self.expression(id).kind {
            ExpressionKind::Constant(constant) => self.constants.get(constant.0 as usize).map(|all| &all[..]),
            _ => None,
        }
    }

    /// Where a token comes from.
    #[inline]
    pub(crate) fn from(&self, at: At) -> Provenance {
        self.tokens.get(at.0 as usize).map_or_else(Provenance::default, |token| token.from)
    }
}

/// A token of the stage, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(crate) struct At(pub(crate) u32);

impl At {
    /// No token: what the language declares.
    pub(crate) const NONE: At = At(u32::MAX);
}

/// Index into [`Program::globals`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct GlobalId(pub(crate) u32);

/// Index into [`Program::functions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FunctionId(pub(crate) u32);

/// Index into [`Function::locals`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct LocalId(pub(crate) u32);

/// Index into [`Program::expressions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ExpressionId(pub(crate) u32);

/// Index into [`Program::constants`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ConstantId(pub(crate) u32);

/// A built-in variable: its row in [`crate::vocabulary::variables`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct BuiltIn(pub(crate) u16);

/// Components of a constant. A float of any width is the bits of an `f64`; an integer is sign- or zero-extended from its
/// width; a truth value is 0 or 1. Matrices by columns, arrays and structures element by element.
pub(crate) type Scalars = SmallVec<[u64; 4]>;

/// A variable outside of functions, or a block.
#[derive(Clone, Debug)]
pub(crate) struct Global {
    /// Name of the variable; of a block without instance name, the name of the block.
    pub(crate) name: Word,
    pub(crate) at: At,
    /// Of a block: the structure, or an array of it.
    pub(crate) ty: Type,
    pub(crate) storage: Storage,
    pub(crate) qualifiers: Qualifiers,
    /// Value at the start; of a `const`, a constant expression.
    pub(crate) initializer: Option<ExpressionId>,
    pub(crate) built_in: Option<BuiltIn>,
    /// Whether it is a block whose members are in scope by their own names.
    pub(crate) is_anonymous_block: bool,
    /// Whether a function of the text reads it or writes it, in a body.
    pub(crate) is_used: bool,
    pub(crate) is_written: bool,
}

/// What a variable outside of functions is kept in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Storage {
    /// A variable of each invocation.
    Private,
    /// `const`: folded, or made of specialization constants.
    Const,
    In,
    Out,
    /// Uniforms, uniform blocks, and everything opaque.
    Uniform,
    /// Storage blocks.
    Buffer,
    /// `layout(push_constant) uniform`
    PushConstant,
    /// `layout(shaderRecordEXT) buffer`
    ShaderRecord,
    /// `layout(buffer_reference) buffer`: declares a type, never a variable.
    Reference,
    Shared,
    RayPayload,
    RayPayloadIn,
    HitAttribute,
    CallableData,
    CallableDataIn,
    HitObjectAttribute,
    /// `taskPayloadSharedEXT`
    TaskPayload,
    /// `tileImageEXT`
    TileImage,
    /// `resourceheap`: the bytes of the device's heap of resources, as the block lays them out.
    ResourceHeap,
    /// `samplerheap`: the same of the heap of samplers.
    SamplerHeap,
}

impl Storage {
    pub(crate) fn is_heap(self) -> bool {
        matches!(self, Storage::ResourceHeap | Storage::SamplerHeap)
    }
}

/// A function, declared or defined.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: Word,
    pub(crate) at: At,
    pub(crate) result: Type,
    pub(crate) result_precision: Precision,
    /// How many of the first locals are parameters.
    pub(crate) parameters: u32,
    /// Parameters, then the variables of the body in the order of declaration.
    pub(crate) locals: Vec<Local>,
    /// `None` while only declared.
    pub(crate) body: Option<Block>,
    /// Subroutine types that it has, by name.
    pub(crate) subroutines: Vec<Word>,
    /// `layout(index = …)` of a subroutine.
    pub(crate) subroutine_index: Option<u32>,
    /// Whether some body calls it.
    pub(crate) is_called: bool,
    /// Instructions in place of a call, of `spirv_instruction`.
    pub(crate) spirv: Option<SpirvInstruction>,
}

/// A parameter or a variable of a function.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub(crate) name: Word,
    pub(crate) at: At,
    pub(crate) ty: Type,
    /// Of parameters: how the argument is passed.
    pub(crate) direction: Direction,
    pub(crate) is_const: bool,
    /// Value of a `const`, where it is a constant expression: its uses are folded.
    pub(crate) constant: Option<ExpressionId>,
    pub(crate) qualifiers: Qualifiers,
    pub(crate) is_read: bool,
    pub(crate) is_written: bool,
}

/// How an argument is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub(crate) enum Direction {
    #[default]
    In,
    Out,
    InOut,
}

/// An expression with its type.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) kind: ExpressionKind,
    pub(crate) ty: Type,
    /// Precision of the result; [`Precision::None`] where it makes no difference.
    pub(crate) precision: Precision,
    /// Whether the result may not be optimised over, as `precise` asks.
    pub(crate) is_precise: bool,
    /// Whether it is `nonuniformEXT(…)`, or computed from such a value.
    pub(crate) is_nonuniform: bool,
    /// Whether it is made of specialization constants and constants alone, with one of the former.
    pub(crate) is_specialized: bool,
    /// The token that findings about it point at: a name, an operator, the name of a function.
    pub(crate) at: At,
}

/// An operation. Operands are evaluated left to right.
#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    /// In place of an expression with an error.
    Error,
    Constant(ConstantId),
    /// Text between quotation marks.
    Text(Word),
    /// The name of a function of the text, as an argument of a built-in function that calls it.
    Function(FunctionId),
    /// A variable: its value, or the variable itself where a place is meant.
    Global(GlobalId),
    Local(LocalId),
    /// A member of a structure, a block, or what a buffer reference refers to.
    Field(ExpressionId, u32),
    /// An element of an array, a column of a matrix, a component of a vector. The index is an integer.
    Index(ExpressionId, ExpressionId),
    /// Components of a vector, or of a scalar.
    Swizzle(ExpressionId, Swizzle),
    /// `.length()` of an array that is sized at run time, as `int`; other lengths are constants.
    Length(ExpressionId),
    Unary(UnaryOperator, ExpressionId),
    Binary(BinaryOperator, ExpressionId, ExpressionId),
    /// `&&`, without evaluating the right side if the left one is false.
    And(ExpressionId, ExpressionId),
    /// `||`, without evaluating the right side if the left one is true.
    Or(ExpressionId, ExpressionId),
    /// `condition ? yes : no`; both have the type of the whole. Only the one that is chosen is evaluated.
    Conditional(ExpressionId, ExpressionId, ExpressionId),
    /// `first, second`
    Sequence(ExpressionId, ExpressionId),
    /// Writes the second to the place of the first.
    Assign(ExpressionId, ExpressionId),
    /// `place op= value`. The operands are as those of a [`ExpressionKind::Binary`] whose result, converted, has the place's
    /// type.
    AssignWith(BinaryOperator, ExpressionId, ExpressionId),
    /// `++place`, `place--` and so on.
    Step {
        place: ExpressionId,
        is_decrement: bool,
        /// Whether the value is that from before.
        is_postfix: bool,
    },
    /// The same shape with components of another type, converted by value; also between references and `uint64_t` or
    /// `uvec2`.
    Convert(ExpressionId),
    /// `vec3(x)` of a scalar: in every component.
    Splat(ExpressionId),
    /// `mat3(x)` of a scalar: on the diagonal, 0 elsewhere.
    Diagonal(ExpressionId),
    /// `mat3(m)` of a matrix of another size: cut, or extended from the identity.
    Resize(ExpressionId),
    /// A vector or matrix of scalars and vectors with exactly as many components, all of its scalar type; an array of its
    /// elements; a structure of its members; a combined sampler of a texture and a sampler.
    Construct(Vec<ExpressionId>),
    /// A call of a function of the text.
    Call(FunctionId, Vec<ExpressionId>),
    /// A call of a subroutine uniform, or of an element of an array of them.
    CallSubroutine(ExpressionId, Vec<ExpressionId>),
    /// A call of a built-in function. Arguments have the types of one of its signatures; those that it writes are places.
    Intrinsic(Intrinsic, Vec<ExpressionId>),
}

/// A prefix operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum UnaryOperator {
    /// `-`
    Negate,
    /// `!`
    Not,
    /// `~`
    Complement,
}

/// A binary operator. Operands have one scalar type but for shifts. Both have one shape, or one is a scalar and the other a
/// vector or matrix, or it is a linear product. Comparisons for equality are of whole values and give a `bool`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum BinaryOperator {
    Add,
    Subtract,
    /// Component by component, or linear: matrix by matrix, by vector, by scalar.
    Multiply,
    Divide,
    Modulo,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    /// `^^`
    LogicalXor,
}

/// Components of a vector: one to four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Swizzle {
    components: [u8; 4],
    length: u8,
}

impl Swizzle {
    /// Components 0 to 3 by number; `None` unless there are one to four.
    pub(crate) fn new(components: &[u8]) -> Option<Swizzle> {
        let mut all = [0; 4];
        all.get_mut(..components.len())?.copy_from_slice(components);
        let is_valid = !components.is_empty() && components.iter().all(|component| *component < 4);
        is_valid.then_some(Swizzle { components: all, length: components.len() as u8 })
    }

    pub(crate) fn components(&self) -> &[u8] {
        &self.components[..usize::from(self.length)]
    }
}

/// Statements in order.
pub(crate) type Block = Vec<Statement>;

/// A statement with its first token.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) kind: StatementKind,
    pub(crate) at: At,
}

#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    /// A variable begins to exist, undefined without a value.
    Declare(LocalId, Option<ExpressionId>),
    Expression(ExpressionId),
    /// Braces.
    Block(Block),
    If {
        condition: ExpressionId,
        yes: Block,
        no: Block,
        control: SelectionControl,
    },
    Switch {
        /// An integer.
        selector: ExpressionId,
        /// What stands before each label, up to the next: it runs on into the next group.
        groups: Vec<Case>,
        control: SelectionControl,
    },
    Loop(Box<Loop>),
    Break,
    Continue,
    Return(Option<ExpressionId>),
    Discard,
    /// `terminateInvocation;`
    TerminateInvocation,
    /// `demote;`
    Demote,
    /// `ignoreIntersectionEXT;`
    IgnoreIntersection,
    /// `terminateRayEXT;`
    TerminateRay,
}

/// Labels of a switch and the statements behind them.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Values as bits of the selector's type, widened as in [`Scalars`]; `None` is `default`.
    pub(crate) labels: Vec<Option<u64>>,
    pub(crate) body: Block,
}

/// `for`, `while` and `do`.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// What a `for` does first.
    pub(crate) before: Block,
    /// The variable that the condition declares, `while (bool more = next())`: [`Loop::condition`] is its value, and it is set
    /// anew each time.
    pub(crate) condition_local: Option<LocalId>,
    /// `None` is true.
    pub(crate) condition: Option<ExpressionId>,
    /// Whether the condition is looked at before the body.
    pub(crate) is_tested_first: bool,
    pub(crate) step: Option<ExpressionId>,
    pub(crate) body: Block,
    pub(crate) control: LoopControl,
}

/// Hints of GL_EXT_control_flow_attributes for `if` and `switch`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub(crate) struct SelectionControl {
    pub(crate) is_flattened: bool,
    pub(crate) is_branch: bool,
}

/// Hints of GL_EXT_control_flow_attributes for loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub(crate) struct LoopControl {
    pub(crate) is_unrolled: bool,
    pub(crate) is_loop: bool,
    pub(crate) dependency_infinite: bool,
    pub(crate) dependency_length: Option<u32>,
    pub(crate) min_iterations: Option<u32>,
    pub(crate) max_iterations: Option<u32>,
    pub(crate) iteration_multiple: Option<u32>,
    pub(crate) peel_count: Option<u32>,
    pub(crate) partial_count: Option<u32>,
}
