//! The syntax tree: what was written, before anything is known of names and types.
//!
//! Facts: VSL brief, section 3. Expressions stand in one list, operands before what they are operands of, so that a pass
//! over the list needs no recursion however deep an expression is.

use glassbox_core::span::Span;

/// A name with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name<'s> {
    /// The characters.
    pub text: &'s str,
    /// Where.
    pub span: Span,
}

/// Which expression of [`Source::expressions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct ExpressionId(pub u32);

/// A source text.
#[derive(Clone, Debug, Default)]
pub struct Source<'s> {
    /// The kind of program that the first line states; none where it is missing.
    pub shader_type: Option<Name<'s>>,
    /// What is declared, in order.
    pub items: Vec<Item<'s>>,
    /// Every expression, operands first; those of a statement stand together.
    pub expressions: Vec<Expression<'s>>,
    /// Names that were declared where something was wrong, so that they have no item or statement of their own. Nothing is
    /// said of their use.
    pub wrong_names: Vec<&'s str>,
    /// Whether text was left out because it could not be read: nothing is said of stages that are missing.
    pub is_incomplete: bool,
}

impl<'s> Source<'s> {
    /// An expression.
    ///
    /// # Panics
    /// When it is one of another source.
    pub fn expression(&self, id: ExpressionId) -> &Expression<'s> {
        &self.expressions[id.0 as usize]
    }
}

/// A global declaration.
#[derive(Clone, Debug)]
pub struct Item<'s> {
    /// What it declares.
    pub kind: ItemKind<'s>,
    /// All of it.
    pub span: Span,
}

/// What a global declaration declares.
#[derive(Clone, Debug)]
pub enum ItemKind<'s> {
    /// `@struct NAME { FIELDS };`
    Struct {
        /// Its name.
        name: Name<'s>,
        /// Its fields.
        fields: Vec<Declaration<'s>>,
    },
    /// `in(LOCATION) …;`
    Input(Indexed<'s>),
    /// `out(LOCATION) …;`
    Output(Indexed<'s>),
    /// `uniform …;`
    Uniform(Declaration<'s>),
    /// `bind(SLOT) …;`
    Binding(Indexed<'s>),
    /// `local(STAGE) [flat] …;`
    Local {
        /// The stage that writes it.
        producer: Name<'s>,
        /// Where `flat` stands.
        flat: Option<Span>,
        /// The variable.
        declaration: Declaration<'s>,
    },
    /// `passinput(INDEX) FORMAT NAME;`, in the older dialect `bind(INDEX) Input NAME;`
    SubpassInput {
        /// Its number.
        index: Literal<'s>,
        /// Format of its texels: `float4`, `int4`, `uint4`.
        format: Name<'s>,
        /// Its name.
        name: Name<'s>,
    },
    /// `const TYPE NAME = LITERAL;`, older dialect only.
    Constant {
        /// Its type.
        ty: Name<'s>,
        /// Its name.
        name: Name<'s>,
        /// Its value.
        value: Literal<'s>,
    },
    /// `@STAGE { … }`
    Stage {
        /// Which stage.
        name: Name<'s>,
        /// Its statements.
        body: Block<'s>,
    },
}

/// A declaration behind a number in parentheses.
#[derive(Clone, Debug)]
pub struct Indexed<'s> {
    /// The number.
    pub index: Literal<'s>,
    /// The variable.
    pub declaration: Declaration<'s>,
}

/// `TYPE[<PARAMETER>] NAME [\[SIZE\]]`
#[derive(Clone, Debug)]
pub struct Declaration<'s> {
    /// Its type.
    pub ty: Name<'s>,
    /// What stands in angle brackets behind the type.
    pub parameter: Option<Name<'s>>,
    /// Its name.
    pub name: Name<'s>,
    /// Number of elements of an array.
    pub size: Option<Bound<'s>>,
    /// All of it, without the semicolon.
    pub span: Span,
}

/// A number that must be known while compiling.
#[derive(Clone, Copy, Debug)]
pub enum Bound<'s> {
    /// A literal.
    Literal(Literal<'s>),
    /// The name of a constant, older dialect only.
    Name(Name<'s>),
}

/// A literal as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Literal<'s> {
    /// Its characters, the sign not among them.
    pub text: &'s str,
    /// What it looks like.
    pub kind: LiteralKind,
    /// Whether a minus sign belongs to it; only where the grammar wants a literal, elsewhere it is an operator.
    pub negative: bool,
    /// Where, the sign included.
    pub span: Span,
}

/// What a literal looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralKind {
    /// Decimal digits.
    Int,
    /// Decimal digits and `u`.
    Uint,
    /// Hexadecimal digits behind `0x`: unsigned.
    Hexadecimal,
    /// A float.
    Float,
    /// `true` or `false`.
    Bool,
    /// None at all; that has been reported. Only where the grammar wants a literal: in expressions it is
    /// [`ExpressionKind::Wrong`].
    Wrong,
}

/// Statements in braces.
#[derive(Clone, Debug, Default)]
pub struct Block<'s> {
    /// The statements.
    pub statements: Vec<Statement<'s>>,
    /// From brace to brace.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement<'s> {
    /// What it does.
    pub kind: StatementKind<'s>,
    /// All of it.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StatementKind<'s> {
    /// `TYPE NAME [= VALUE];`
    Declare {
        /// The variable.
        declaration: Declaration<'s>,
        /// Its first value.
        value: Option<ExpressionId>,
    },
    /// `PLACE = VALUE;` or with another operator in front of the `=`.
    Assign {
        /// What is written to: names, members and indices only.
        place: ExpressionId,
        /// The operator of `+=` and the like.
        operator: Option<BinaryOperator>,
        /// Where the operator stands, the `=` included.
        operator_span: Span,
        /// What is written.
        value: ExpressionId,
    },
    /// `if`, each `elif` and `else if`, and `else`.
    If {
        /// Conditions and what they guard, in order.
        branches: Vec<Branch<'s>>,
        /// What is done when none holds.
        otherwise: Option<Block<'s>>,
    },
    /// `for (NAME; FROM : TO [: STEP]) { … }`
    For {
        /// The counter.
        counter: Name<'s>,
        /// Its first value.
        from: Bound<'s>,
        /// The value before which it ends.
        to: Bound<'s>,
        /// What is added each time.
        step: Option<Bound<'s>>,
        /// What is done.
        body: Block<'s>,
    },
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;`
    Return,
    /// `discard;`
    Discard,
}

/// A condition and what it guards.
#[derive(Clone, Debug)]
pub struct Branch<'s> {
    /// The condition.
    pub condition: ExpressionId,
    /// What is done when it holds; a single statement is a block too.
    pub body: Block<'s>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression<'s> {
    /// What it computes.
    pub kind: ExpressionKind<'s>,
    /// All of it; parentheses around it are not part.
    pub span: Span,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum ExpressionKind<'s> {
    /// Something was wrong here and has been reported.
    Wrong,
    /// A literal.
    Literal(Literal<'s>),
    /// A variable; those built in begin with `$`.
    Name(&'s str),
    /// `NAME(ARGUMENTS)`: a function or a constructor.
    Call {
        /// Its name.
        function: Name<'s>,
        /// What it is given.
        arguments: Vec<ExpressionId>,
    },
    /// `BASE[INDEX]` or `BASE[INDEX, SECOND]`.
    Index {
        /// What is indexed.
        base: ExpressionId,
        /// The index, or coordinate.
        index: ExpressionId,
        /// Row of a matrix, bias of a sample.
        second: Option<ExpressionId>,
    },
    /// `BASE.NAME`: a field or a swizzle.
    Member {
        /// What has it.
        base: ExpressionId,
        /// The field.
        name: Name<'s>,
    },
    /// A prefix operator.
    Unary {
        /// Which.
        operator: UnaryOperator,
        /// Where it stands.
        operator_span: Span,
        /// What it is applied to.
        operand: ExpressionId,
    },
    /// An operator between two operands.
    Binary {
        /// Which.
        operator: BinaryOperator,
        /// Where it stands.
        operator_span: Span,
        /// Left operand.
        left: ExpressionId,
        /// Right operand.
        right: ExpressionId,
    },
    /// `CONDITION ? YES : NO`
    Conditional {
        /// The condition.
        condition: ExpressionId,
        /// The value when it holds.
        yes: ExpressionId,
        /// The value when it does not.
        no: ExpressionId,
    },
}

/// A prefix operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnaryOperator {
    /// `+`
    Plus,
    /// `-`
    Negate,
    /// `!`
    Not,
    /// `~`
    Complement,
}

impl UnaryOperator {
    /// How it is written.
    pub const fn symbol(self) -> &'static str {
        match self {
            UnaryOperator::Plus => "+",
            UnaryOperator::Negate => "-",
            UnaryOperator::Not => "!",
            UnaryOperator::Complement => "~",
        }
    }
}

/// An operator between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinaryOperator {
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`
    LessEqual,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `&`
    And,
    /// `^`
    Xor,
    /// `|`
    Or,
    /// `&&`
    LogicalAnd,
    /// `||`
    LogicalOr,
}

impl BinaryOperator {
    /// Every one, the tightest first.
    pub const ALL: [BinaryOperator; 18] = [
        BinaryOperator::Multiply,
        BinaryOperator::Divide,
        BinaryOperator::Modulo,
        BinaryOperator::Add,
        BinaryOperator::Subtract,
        BinaryOperator::ShiftLeft,
        BinaryOperator::ShiftRight,
        BinaryOperator::Less,
        BinaryOperator::Greater,
        BinaryOperator::LessEqual,
        BinaryOperator::GreaterEqual,
        BinaryOperator::Equal,
        BinaryOperator::NotEqual,
        BinaryOperator::And,
        BinaryOperator::Xor,
        BinaryOperator::Or,
        BinaryOperator::LogicalAnd,
        BinaryOperator::LogicalOr,
    ];

    /// How it is written.
    pub const fn symbol(self) -> &'static str {
        match self {
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Modulo => "%",
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::ShiftLeft => "<<",
            BinaryOperator::ShiftRight => ">>",
            BinaryOperator::Less => "<",
            BinaryOperator::Greater => ">",
            BinaryOperator::LessEqual => "<=",
            BinaryOperator::GreaterEqual => ">=",
            BinaryOperator::Equal => "==",
            BinaryOperator::NotEqual => "!=",
            BinaryOperator::And => "&",
            BinaryOperator::Xor => "^",
            BinaryOperator::Or => "|",
            BinaryOperator::LogicalAnd => "&&",
            BinaryOperator::LogicalOr => "||",
        }
    }

    /// How tightly it binds, from 1 for `||`; all of them group from the left.
    pub const fn strength(self) -> u8 {
        match self {
            BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo => 10,
            BinaryOperator::Add | BinaryOperator::Subtract => 9,
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => 8,
            BinaryOperator::Less
            | BinaryOperator::Greater
            | BinaryOperator::LessEqual
            | BinaryOperator::GreaterEqual => 7,
            BinaryOperator::Equal | BinaryOperator::NotEqual => 6,
            BinaryOperator::And => 5,
            BinaryOperator::Xor => 4,
            BinaryOperator::Or => 3,
            BinaryOperator::LogicalAnd => 2,
            BinaryOperator::LogicalOr => 1,
        }
    }
}
