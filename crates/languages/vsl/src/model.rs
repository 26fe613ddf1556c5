//! The model: a program whose names and types are resolved and that breaks no rule.
//!
//! Built by the checker; read by the emitter and by reflection. Conversions are explicit, operands have
//! exactly the types their operators and functions require, and names are indices. The expressions of a stage
//! form one list, operands first, so that no pass needs recursion.

use glassbox_vbc::raw::StageMask;

use crate::syntax::tree::{BinaryOperator, UnaryOperator};
use crate::types::{Resource, Scalar, StructId, ValueType};
use crate::vocabulary::functions::Function;
use crate::vocabulary::variables::BuiltIn;

/// A checked program: declarations and both stages.
#[derive(Clone, Debug, Default)]
pub struct Shader<'s> {
    /// Structures, those of buffers and of the uniform.
    pub structures: Vec<Structure<'s>>,
    /// Vertex inputs in the order of declaration.
    pub inputs: Vec<Variable<'s>>,
    /// Fragment outputs in the order of declaration.
    pub outputs: Vec<Variable<'s>>,
    /// The uniform block; `None` if not declared.
    pub uniform: Option<Uniform<'s>>,
    /// Bindings in the order of declaration.
    pub bindings: Vec<Binding<'s>>,
    /// Values passed from the vertex to the fragment stage, in the order of declaration; the index is the
    /// location.
    pub locals: Vec<Local<'s>>,
    /// Subpass inputs by index.
    pub subpass_inputs: Vec<SubpassInput<'s>>,
    /// Code of the vertex stage.
    pub vertex: Stage<'s>,
    /// Code of the fragment stage.
    pub fragment: Stage<'s>,
}

/// A structure in scalar layout: alignment 4, no padding.
#[derive(Clone, Debug)]
pub struct Structure<'s> {
    /// Name in the source.
    pub name: &'s str,
    /// Fields in the order of declaration.
    pub fields: Vec<Field<'s>>,
    /// Size, bytes.
    pub size: u32,
}

/// A field of a structure.
#[derive(Clone, Debug)]
pub struct Field<'s> {
    /// Field name in the source.
    pub name: &'s str,
    /// Type; the element type for an array.
    pub ty: ValueType,
    /// Number of elements; `None` if not an array.
    pub size: Option<u8>,
    /// Offset in the structure, bytes.
    pub offset: u32,
}

/// A vertex input or fragment output.
#[derive(Clone, Debug)]
pub struct Variable<'s> {
    /// Name in the source.
    pub name: &'s str,
    /// First location; for outputs, the colour attachment.
    pub location: u8,
    /// Type; the element type for an array.
    pub ty: ValueType,
    /// Number of elements; `None` if not an array.
    pub size: Option<u8>,
}

/// The uniform block: one structure, readable by both stages.
#[derive(Clone, Debug)]
pub struct Uniform<'s> {
    /// Name in the source.
    pub name: &'s str,
    /// Structure of its contents.
    pub structure: StructId,
    /// Stages that read it in the source.
    pub stages: StageMask,
}

/// A resource bound to a slot.
#[derive(Clone, Debug)]
pub struct Binding<'s> {
    /// Name in the source.
    pub name: &'s str,
    /// Slot, 0 to 31.
    pub slot: u8,
    /// Kind of resource.
    pub resource: Resource,
    /// Stages that use it in the source.
    pub stages: StageMask,
}

/// A value passed from the vertex to the fragment stage.
#[derive(Clone, Debug)]
pub struct Local<'s> {
    /// Name in the source.
    pub name: &'s str,
    /// Type of the value, never an array.
    pub ty: ValueType,
    /// True to disable interpolation.
    pub flat: bool,
}

/// A subpass input: four components.
#[derive(Clone, Debug)]
pub struct SubpassInput<'s> {
    /// Name in the source.
    pub name: &'s str,
    /// Type of its components.
    pub scalar: Scalar,
}

/// A pipeline stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum StageKind {
    /// `@vert`
    Vertex,
    /// `@frag`
    Fragment,
}

/// The function of a stage.
#[derive(Clone, Debug, Default)]
pub struct Stage<'s> {
    /// Variables of the function, including loop counters.
    pub variables: Vec<Private<'s>>,
    /// Every expression, operands first.
    pub expressions: Vec<Expression>,
    /// Statements of the function.
    pub body: Vec<Statement>,
}

/// A variable of a function.
#[derive(Clone, Debug)]
pub struct Private<'s> {
    /// Name; variables in sibling blocks may share one.
    pub name: &'s str,
    /// Type of the variable.
    pub ty: ValueType,
}

/// Index into [`Stage::expressions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct ExpressionId(pub u32);

/// Index into [`Stage::variables`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct VariableId(pub u32);

/// Index into [`Shader::bindings`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct BindingId(pub u8);

/// A typed expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Operation that computes it.
    pub kind: ExpressionKind,
    /// Type of the result.
    pub ty: ValueType,
}

/// An operation. Operands are evaluated left to right.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A scalar constant: the 32 bits of a number; 0 or 1 for a boolean.
    Constant(u32),
    /// The value of a place, whose path has no swizzle.
    Load(Place),
    /// The value of the enclosing assignment's place before it: the left operand of `+=` and the like, of the
    /// place's type.
    Current,
    /// A filtered texel: level of detail 0 in the vertex stage, implicit in the fragment stage. The coordinate is a float
    /// scalar or vector.
    Sample {
        /// Sampler read.
        binding: BindingId,
        /// Texel coordinate.
        coordinate: ExpressionId,
        /// Bias of the level of detail, a float scalar; fragment stage only.
        bias: Option<ExpressionId>,
    },
    /// A texel of a sampler's image without filtering. The coordinate is an int or uint scalar or vector.
    FetchImage {
        /// Sampler read.
        binding: BindingId,
        /// Texel coordinate.
        coordinate: ExpressionId,
        /// Level of detail, an int scalar.
        lod: ExpressionId,
    },
    /// A texel of an image or of a texel buffer of either kind. The coordinate is an int or uint scalar or vector.
    ReadTexel {
        /// The image or texel buffer.
        binding: BindingId,
        /// Texel coordinate.
        coordinate: ExpressionId,
    },
    /// Number of levels of a sampler's image, int.
    Levels(BindingId),
    /// Size of an image, int scalar or vector.
    Size {
        /// The sampler or image.
        binding: BindingId,
        /// Level of detail, an int scalar: samplers only.
        lod: Option<ExpressionId>,
    },
    /// A subpass input at this pixel.
    Subpass(u8),
    /// A component of a vector or a column of a matrix, by an int or uint scalar.
    Element {
        /// The vector or matrix.
        base: ExpressionId,
        /// Index of the component or column.
        index: ExpressionId,
    },
    /// Components of a vector in another order or number.
    Swizzle {
        /// The vector, or a scalar.
        base: ExpressionId,
        /// Components selected.
        swizzle: Swizzle,
    },
    /// The same shape with other components: numbers convert by value, bool to 0 or 1, and numbers to bool by
    /// comparing with 0.
    Convert(ExpressionId),
    /// A scalar in every component of a vector.
    Splat(ExpressionId),
    /// A vector or matrix built from scalars and vectors of its own scalar type, which together have exactly
    /// as many components; matrices are filled column by column.
    Construct(Vec<ExpressionId>),
    /// A matrix with a scalar on its diagonal and zeros elsewhere.
    Diagonal(ExpressionId),
    /// A matrix cropped, or extended from the identity.
    Resize(ExpressionId),
    /// A prefix operator; the operand has the result's type.
    Unary(UnaryOperator, ExpressionId),
    /// A binary operator. The operands have the same scalar type. Their shapes are equal, or the left one is
    /// a vector or matrix and the right one a scalar, or it is a linear-algebra product. `&&` and `||`
    /// short-circuit.
    Binary(BinaryOperator, ExpressionId, ExpressionId),
    /// Selects one of two values of one type, bool vectors and matrices included; the other is not evaluated.
    /// The condition is a bool scalar.
    Conditional {
        /// Bool scalar, evaluated first.
        condition: ExpressionId,
        /// The value if true.
        yes: ExpressionId,
        /// The value if false.
        no: ExpressionId,
    },
    /// A call of a built-in function; the arguments match one of its signatures.
    Call {
        /// Function called.
        function: Function,
        /// Arguments, except the one written.
        arguments: Vec<ExpressionId>,
        /// Place written: the second argument of `modf` and `frexp`.
        output: Option<Place>,
    },
}

/// Components of a vector: at most four.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Swizzle {
    components: [u8; 4],
    length: u8,
}

impl Swizzle {
    /// Selects components 0 to 3 by number; `None` unless there are one to four.
    pub fn new(components: &[u8]) -> Option<Swizzle> {
        let mut all = [0; 4];
        all.get_mut(..components.len())?.copy_from_slice(components);
        let fine = !components.is_empty() && components.iter().all(|&component| component < 4);
        fine.then_some(Swizzle { components: all, length: components.len() as u8 })
    }

    /// Component numbers, 0 to 3.
    pub fn components(&self) -> &[u8] {
        &self.components[..usize::from(self.length)]
    }
}

/// A memory location: a root and a path into it.
#[derive(Clone, Debug)]
pub struct Place {
    /// Start of the path.
    pub root: Root,
    /// Steps from the root.
    pub path: Vec<Step>,
    /// Type of the value stored there.
    pub ty: ValueType,
}

/// Start of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// A variable of the function.
    Variable(VariableId),
    /// One of [`Shader::inputs`].
    Input(u8),
    /// One of [`Shader::outputs`].
    Output(u8),
    /// One of [`Shader::locals`].
    Local(u16),
    /// The uniform block; in a [`Place`] a field follows.
    Uniform,
    /// An element of a structured buffer, by an int or uint scalar; in a [`Place`] a field follows.
    Buffer(BindingId, ExpressionId),
    /// A built-in variable.
    BuiltIn(BuiltIn),
}

/// A step into the contents of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A field of a structure, by index.
    Field(u16),
    /// An element of an array, a column of a matrix or a component of a vector, by an int or uint scalar.
    Element(ExpressionId),
    /// Several components of a vector, none repeated: last step of a place being written.
    Swizzle(Swizzle),
}

/// A statement of the model.
#[derive(Clone, Debug)]
pub enum Statement {
    /// Declares a variable, undefined without a value.
    Declare(VariableId, Option<ExpressionId>),
    /// Writes a value. The indices of the place are evaluated first.
    Assign(Place, ExpressionId),
    /// Copies a whole structure. The indices are evaluated first, those of `to` before those of `from`.
    Copy {
        /// The element of a read-write buffer being written: [`Root::Buffer`].
        to: Root,
        /// The element of a buffer, or the uniform block, being read: [`Root::Buffer`] or [`Root::Uniform`].
        from: Root,
    },
    /// Writes a texel of an image or read-write texel buffer.
    StoreTexel {
        /// The image or texel buffer.
        binding: BindingId,
        /// Texel coordinate: an int or uint scalar or vector.
        coordinate: ExpressionId,
        /// Value written, of the format's value type.
        value: ExpressionId,
    },
    /// Runs the first body whose condition holds, or else `otherwise`.
    If {
        /// Pairs of condition, a bool scalar, and body.
        branches: Vec<(ExpressionId, Vec<Statement>)>,
        /// Statements if no condition holds.
        otherwise: Vec<Statement>,
    },
    /// `for (int i = from; step > 0 ? i < to : i > to; i += step)`
    For {
        /// The counter: an int.
        counter: VariableId,
        /// First value of the counter.
        from: i32,
        /// Exclusive end.
        to: i32,
        /// Increment per iteration; not 0.
        step: i32,
        /// Statements of the loop.
        body: Vec<Statement>,
    },
    /// Leaves the innermost loop.
    Break,
    /// Starts the next iteration of the innermost loop.
    Continue,
    /// Returns from the function.
    Return,
    /// Ends the function and discards the fragment; fragment stage only.
    Discard,
}

impl Stage<'_> {
    /// The expression with this index.
    ///
    /// # Panics
    /// If the index belongs to another stage.
    pub fn expression(&self, id: ExpressionId) -> &Expression {
        &self.expressions[id.0 as usize]
    }
}

/// Visits each operand of an expression in evaluation order.
pub(crate) fn operands(kind: &ExpressionKind, mut each: impl FnMut(ExpressionId)) {
    match kind {
        ExpressionKind::Constant(_)
        | ExpressionKind::Current
        | ExpressionKind::Levels(_)
        | ExpressionKind::Subpass(_) => {}
        ExpressionKind::Load(place) => indices(place, each),
        ExpressionKind::Sample { coordinate, bias, .. } => {
            each(*coordinate);
            bias.iter().copied().for_each(each);
        }
        ExpressionKind::FetchImage { coordinate, lod, .. } => {
            each(*coordinate);
            each(*lod);
        }
        ExpressionKind::ReadTexel { coordinate, .. } => each(*coordinate),
        ExpressionKind::Size { lod, .. } => lod.iter().copied().for_each(each),
        ExpressionKind::Element { base, index } => {
            each(*base);
            each(*index);
        }
        ExpressionKind::Swizzle { base, .. } => each(*base),
        ExpressionKind::Convert(operand)
        | ExpressionKind::Splat(operand)
        | ExpressionKind::Diagonal(operand)
        | ExpressionKind::Resize(operand)
        | ExpressionKind::Unary(_, operand) => each(*operand),
        ExpressionKind::Construct(arguments) => arguments.iter().copied().for_each(each),
        ExpressionKind::Binary(_, left, right) => {
            each(*left);
            each(*right);
        }
        ExpressionKind::Conditional { condition, yes, no } => {
            each(*condition);
            each(*yes);
            each(*no);
        }
        ExpressionKind::Call { arguments, output, .. } => {
            arguments.iter().copied().for_each(&mut each);
            if let Some(place) = output {
                indices(place, each);
            }
        }
    }
}

/// Visits each index of a place in evaluation order.
pub(crate) fn indices(place: &Place, mut each: impl FnMut(ExpressionId)) {
    if let Root::Buffer(_, index) = place.root {
        each(index);
    }
    for step in &place.path {
        if let Step::Element(index) = step {
            each(*index);
        }
    }
}
