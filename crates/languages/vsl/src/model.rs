//! The model: a program whose names and types are known and whose every rule holds.
//!
//! The checker makes it, the emitter and the reflection read it. Conversions are written out, operators and functions
//! have operands of the types that they work on, and names are numbers. Expressions of a stage stand in one list, operands
//! first, so no pass over it needs recursion.

use glassbox_vbc::raw::StageMask;

use crate::syntax::tree::{BinaryOperator, UnaryOperator};
use crate::types::{Resource, Scalar, StructId, ValueType};
use crate::vocabulary::functions::Function;
use crate::vocabulary::variables::BuiltIn;

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Shader<'s> {
    /// Structures, those of buffers and of the uniform.
    pub structures: Vec<Structure<'s>>,
    /// Vertex inputs in the order of declaration.
    pub inputs: Vec<Variable<'s>>,
    /// Fragment outputs in the order of declaration.
    pub outputs: Vec<Variable<'s>>,
    /// The uniform block.
    pub uniform: Option<Uniform<'s>>,
    /// Bindings in the order of declaration.
    pub bindings: Vec<Binding<'s>>,
    /// Values from the vertex to the fragment stage, in the order of declaration: the place is the location.
    pub locals: Vec<Local<'s>>,
    /// Subpass inputs: the place is the index.
    pub subpass_inputs: Vec<SubpassInput<'s>>,
    /// The vertex stage.
    pub vertex: Stage<'s>,
    /// The fragment stage.
    pub fragment: Stage<'s>,
}

/// A structure: scalar layout, alignment 4, nothing padded.
#[derive(Clone, Debug)]
pub struct Structure<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its fields.
    pub fields: Vec<Field<'s>>,
    /// Size, bytes.
    pub size: u32,
}

/// A field of a structure.
#[derive(Clone, Debug)]
pub struct Field<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its type, of one element where it is an array.
    pub ty: ValueType,
    /// Number of elements of an array.
    pub size: Option<u8>,
    /// Place in the structure, bytes.
    pub offset: u32,
}

/// A vertex input or fragment output.
#[derive(Clone, Debug)]
pub struct Variable<'s> {
    /// Its name.
    pub name: &'s str,
    /// First location, for outputs the colour attachment.
    pub location: u8,
    /// Its type, of one element where it is an array.
    pub ty: ValueType,
    /// Number of elements of an array.
    pub size: Option<u8>,
}

/// The uniform block.
#[derive(Clone, Debug)]
pub struct Uniform<'s> {
    /// Its name.
    pub name: &'s str,
    /// What it holds.
    pub structure: StructId,
    /// Stages whose source reads it.
    pub stages: StageMask,
}

/// A resource.
#[derive(Clone, Debug)]
pub struct Binding<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its slot, 0 to 31.
    pub slot: u8,
    /// What it holds.
    pub resource: Resource,
    /// Stages whose source uses it.
    pub stages: StageMask,
}

/// A value that the vertex stage hands to the fragment stage.
#[derive(Clone, Debug)]
pub struct Local<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its type.
    pub ty: ValueType,
    /// Whether it is not interpolated.
    pub flat: bool,
}

/// A subpass input: four components.
#[derive(Clone, Debug)]
pub struct SubpassInput<'s> {
    /// Its name.
    pub name: &'s str,
    /// What its components are.
    pub scalar: Scalar,
}

/// Which stage.
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
    /// Its own variables, loop counters among them.
    pub variables: Vec<Private<'s>>,
    /// Every expression, operands first.
    pub expressions: Vec<Expression>,
    /// What it does.
    pub body: Vec<Statement>,
}

/// A variable of a function.
#[derive(Clone, Debug)]
pub struct Private<'s> {
    /// Its name; variables of sibling blocks may share one.
    pub name: &'s str,
    /// Its type.
    pub ty: ValueType,
}

/// Which expression of [`Stage::expressions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct ExpressionId(pub u32);

/// Which variable of [`Stage::variables`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct VariableId(pub u32);

/// Which of [`Shader::bindings`], as its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct BindingId(pub u8);

/// A value.
#[derive(Clone, Debug)]
pub struct Expression {
    /// How it is computed.
    pub kind: ExpressionKind,
    /// Its type.
    pub ty: ValueType,
}

/// How a value is computed. Operands are evaluated from left to right.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A scalar; the 32 bits of a number, 0 or 1 of a boolean.
    Constant(u32),
    /// What a place holds. Its path has no swizzle.
    Load(Place),
    /// What the place of the assignment that this expression belongs to holds before it: the left operand of `+=` and the
    /// like, of the place's type.
    Current,
    /// A filtered texel: level of detail 0 in the vertex stage, implicit in the fragment stage. The coordinate is a float
    /// scalar or vector.
    Sample {
        /// The sampler.
        binding: BindingId,
        /// Where.
        coordinate: ExpressionId,
        /// Bias of the level of detail, a float scalar; fragment stage only.
        bias: Option<ExpressionId>,
    },
    /// A texel of a sampler's image without filtering. The coordinate is an int or uint scalar or vector.
    FetchImage {
        /// The sampler.
        binding: BindingId,
        /// Where.
        coordinate: ExpressionId,
        /// Level of detail, an int scalar.
        lod: ExpressionId,
    },
    /// A texel of an image or of a texel buffer of either kind. The coordinate is an int or uint scalar or vector.
    ReadTexel {
        /// The image or texel buffer.
        binding: BindingId,
        /// Where.
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
        /// Which.
        index: ExpressionId,
    },
    /// Components of a vector in another order or number.
    Swizzle {
        /// The vector, or a scalar.
        base: ExpressionId,
        /// Which.
        swizzle: Swizzle,
    },
    /// The same shape of other components: between numbers by value, from bool 0 and 1, to bool whether it is not 0.
    Convert(ExpressionId),
    /// A scalar in every component of a vector.
    Splat(ExpressionId),
    /// A vector or matrix of as many components as its arguments, scalars and vectors of its own scalar type, have
    /// together; a matrix column by column.
    Construct(Vec<ExpressionId>),
    /// A matrix with a scalar on its diagonal and zeros elsewhere.
    Diagonal(ExpressionId),
    /// The part of a matrix that fits, the rest as in the identity.
    Resize(ExpressionId),
    /// A prefix operator; the operand has the result's type.
    Unary(UnaryOperator, ExpressionId),
    /// An operator. Operands have one scalar type. Their shapes are equal, or the right one is a scalar while the left
    /// one is a vector or matrix, or it is a product of linear algebra. `&&` and `||` do not evaluate what is not needed.
    Binary(BinaryOperator, ExpressionId, ExpressionId),
    /// One of two values of one type, which may be bool vectors and matrices; the other is not evaluated. The condition
    /// is a bool scalar.
    Conditional {
        /// The condition.
        condition: ExpressionId,
        /// The value when it holds.
        yes: ExpressionId,
        /// The value when it does not.
        no: ExpressionId,
    },
    /// A function. Arguments have the types of one of its signatures.
    Call {
        /// Which.
        function: Function,
        /// What it is given, without what it writes.
        arguments: Vec<ExpressionId>,
        /// What it writes: the second argument of `modf` and `frexp`.
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
    /// The components with these numbers, 0 to 3; none when there are not one to four of them.
    pub fn new(components: &[u8]) -> Option<Swizzle> {
        let mut all = [0; 4];
        all.get_mut(..components.len())?.copy_from_slice(components);
        let fine = !components.is_empty() && components.iter().all(|&component| component < 4);
        fine.then_some(Swizzle {
            components: all,
            length: components.len() as u8,
        })
    }

    /// The numbers of the components.
    pub fn components(&self) -> &[u8] {
        &self.components[..usize::from(self.length)]
    }
}

/// Something that holds a value.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where the path begins.
    pub root: Root,
    /// Which part of it.
    pub path: Vec<Step>,
    /// Type of the value there.
    pub ty: ValueType,
}

/// Where a path begins.
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

/// A step into what a place holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A field of a structure, as its place in the list.
    Field(u16),
    /// An element of an array, a column of a matrix or a component of a vector, by an int or uint scalar.
    Element(ExpressionId),
    /// Several components of a vector, no one twice: the last step of a place that is written to.
    Swizzle(Swizzle),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// A variable comes into being. Without a value it holds anything.
    Declare(VariableId, Option<ExpressionId>),
    /// A value is written. The indices of the place are evaluated first.
    Assign(Place, ExpressionId),
    /// A whole structure is written. The indices are evaluated first, that of `to` before that of `from`.
    Copy {
        /// The element of a read-write buffer that is written to: [`Root::Buffer`].
        to: Root,
        /// The element of a buffer, or the uniform block, that is read: [`Root::Buffer`] or [`Root::Uniform`].
        from: Root,
    },
    /// A texel of an image or read-write texel buffer is written.
    StoreTexel {
        /// The image or texel buffer.
        binding: BindingId,
        /// Where: an int or uint scalar or vector.
        coordinate: ExpressionId,
        /// What: of the format's value type.
        value: ExpressionId,
    },
    /// The first body whose condition holds, or else the last.
    If {
        /// Conditions, bool scalars, and bodies.
        branches: Vec<(ExpressionId, Vec<Statement>)>,
        /// What is done when none holds.
        otherwise: Vec<Statement>,
    },
    /// `for (int i = from; step > 0 ? i < to : i > to; i += step)`
    For {
        /// The counter: an int.
        counter: VariableId,
        /// Its first value.
        from: i32,
        /// The value before which it ends.
        to: i32,
        /// What is added each time; not 0.
        step: i32,
        /// What is done.
        body: Vec<Statement>,
    },
    /// Leaves the innermost loop.
    Break,
    /// Goes to the next turn of the innermost loop.
    Continue,
    /// Ends the function.
    Return,
    /// Ends the function and writes nothing; fragment stage only.
    Discard,
}

impl Stage<'_> {
    /// An expression.
    ///
    /// # Panics
    /// When it is one of another stage.
    pub fn expression(&self, id: ExpressionId) -> &Expression {
        &self.expressions[id.0 as usize]
    }
}
