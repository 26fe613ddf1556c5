//! The syntax tree, before names and types are resolved.
//!
//! Facts: VSL brief, section 3. Expressions form one list, operands before their operators, so that no pass
//! over it needs recursion, however deep an expression is.

use glassbox_core::span::Span;

/// A name and its span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name<'s> {
    /// Text of the identifier.
    pub text: &'s str,
    /// Bytes in the text.
    pub span: Span,
}

/// Index into [`Source::expressions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct ExpressionId(pub u32);

/// A parsed source text.
#[derive(Clone, Debug, Default)]
pub struct Source<'s> {
    /// The kind of program from the first line; `None` if missing.
    pub shader_type: Option<Name<'s>>,
    /// Global declarations in order.
    pub items: Vec<Item<'s>>,
    /// All expressions, operands first; those of one statement are contiguous.
    pub expressions: Vec<Expression<'s>>,
    /// Names of invalid declarations, which have no item or statement. Their uses are not reported.
    pub wrong_names: Vec<&'s str>,
    /// True if unparsable text was skipped; missing stages are then not reported.
    pub is_incomplete: bool,
}

impl<'s> Source<'s> {
    /// The expression with this index.
    ///
    /// # Panics
    /// If the index belongs to another source.
    pub fn expression(&self, id: ExpressionId) -> &Expression<'s> {
        &self.expressions[id.0 as usize]
    }
}

/// A global declaration and its span.
#[derive(Clone, Debug)]
pub struct Item<'s> {
    /// Kind and contents of the declaration.
    pub kind: ItemKind<'s>,
    /// Span of the whole declaration.
    pub span: Span,
}

/// Contents of a global declaration.
#[derive(Clone, Debug)]
pub enum ItemKind<'s> {
    /// `@struct NAME { FIELDS };`
    Struct {
        /// Structure name.
        name: Name<'s>,
        /// Fields in order, each without its semicolon.
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
        /// Stage that writes it.
        producer: Name<'s>,
        /// Span of `flat`.
        flat: Option<Span>,
        /// Type, name and optional array size.
        declaration: Declaration<'s>,
    },
    /// `passinput(INDEX) FORMAT NAME;`, in the older dialect `bind(INDEX) Input NAME;`
    SubpassInput {
        /// Index in parentheses.
        index: Literal<'s>,
        /// Format of its texels: `float4`, `int4`, `uint4`.
        format: Name<'s>,
        /// Name of the variable.
        name: Name<'s>,
    },
    /// `const TYPE NAME = LITERAL;`, older dialect only.
    Constant {
        /// Type as written.
        ty: Name<'s>,
        /// Name of the constant.
        name: Name<'s>,
        /// Value as written.
        value: Literal<'s>,
    },
    /// `@STAGE { … }`
    Stage {
        /// Name after the `@`.
        name: Name<'s>,
        /// Statements of the stage.
        body: Block<'s>,
    },
}

/// A declaration with a number in parentheses before it.
#[derive(Clone, Debug)]
pub struct Indexed<'s> {
    /// Location or slot.
    pub index: Literal<'s>,
    /// Type, name and optional array size.
    pub declaration: Declaration<'s>,
}

/// `TYPE[<PARAMETER>] NAME [\[SIZE\]]`
#[derive(Clone, Debug)]
pub struct Declaration<'s> {
    /// Type as written.
    pub ty: Name<'s>,
    /// Parameter in angle brackets after the type.
    pub parameter: Option<Name<'s>>,
    /// Name declared.
    pub name: Name<'s>,
    /// Number of elements; `None` if not an array.
    pub size: Option<Bound<'s>>,
    /// Whole declaration, without the semicolon.
    pub span: Span,
}

/// A compile-time number.
#[derive(Clone, Copy, Debug)]
pub enum Bound<'s> {
    /// A literal.
    Literal(Literal<'s>),
    /// The name of a constant, older dialect only.
    Name(Name<'s>),
}

/// A literal as written.
#[derive(Clone, Copy, Debug)]
pub struct Literal<'s> {
    /// Its characters, without the sign.
    pub text: &'s str,
    /// Kind of literal, from its spelling.
    pub kind: LiteralKind,
    /// True if it includes a minus sign; only where the grammar requires a literal, elsewhere the sign is an
    /// operator.
    pub negative: bool,
    /// Span, including the sign.
    pub span: Span,
}

/// Kind of literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralKind {
    /// Decimal digits.
    Int,
    /// Decimal digits and `u`.
    Uint,
    /// `0x` and hexadecimal digits: unsigned.
    Hexadecimal,
    /// Decimal, with a point or an exponent.
    Float,
    /// `true` or `false`.
    Bool,
    /// Not a literal, already reported. Only where the grammar requires a literal: in expressions it is
    /// [`ExpressionKind::Wrong`].
    Wrong,
}

/// Statements in braces.
#[derive(Clone, Debug, Default)]
pub struct Block<'s> {
    /// Statements in order.
    pub statements: Vec<Statement<'s>>,
    /// From brace to brace.
    pub span: Span,
}

/// A statement and its span.
#[derive(Clone, Debug)]
pub struct Statement<'s> {
    /// Kind and contents of the statement.
    pub kind: StatementKind<'s>,
    /// Span of the whole statement.
    pub span: Span,
}

/// Contents of a statement.
#[derive(Clone, Debug)]
pub enum StatementKind<'s> {
    /// `TYPE NAME [= VALUE];`
    Declare {
        /// Type, name and optional array size.
        declaration: Declaration<'s>,
        /// Initial value.
        value: Option<ExpressionId>,
    },
    /// `PLACE = VALUE;` or a compound assignment.
    Assign {
        /// Target: names, members and indices only.
        place: ExpressionId,
        /// Operator of a compound assignment.
        operator: Option<BinaryOperator>,
        /// Span of the operator, including the `=`.
        operator_span: Span,
        /// Value assigned.
        value: ExpressionId,
    },
    /// `if`, each `elif` and `else if`, and `else`.
    If {
        /// Conditions and their bodies, in order.
        branches: Vec<Branch<'s>>,
        /// Body of `else`.
        otherwise: Option<Block<'s>>,
    },
    /// `for (NAME; FROM : TO [: STEP]) { … }`
    For {
        /// Name of the loop counter.
        counter: Name<'s>,
        /// First value of the counter.
        from: Bound<'s>,
        /// Exclusive end.
        to: Bound<'s>,
        /// Increment per iteration.
        step: Option<Bound<'s>>,
        /// Loop body.
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

/// A condition and its body.
#[derive(Clone, Debug)]
pub struct Branch<'s> {
    /// Tested before the body.
    pub condition: ExpressionId,
    /// Statements run if the condition holds; a single statement is a block, too.
    pub body: Block<'s>,
}

/// An expression and its span.
#[derive(Clone, Debug)]
pub struct Expression<'s> {
    /// Kind and operands of the expression.
    pub kind: ExpressionKind<'s>,
    /// Span of the whole expression, without enclosing parentheses.
    pub span: Span,
}

/// Kind of expression.
#[derive(Clone, Debug)]
pub enum ExpressionKind<'s> {
    /// An error, already reported.
    Wrong,
    /// A number, `true` or `false`.
    Literal(Literal<'s>),
    /// A variable; built-in ones start with `$`.
    Name(&'s str),
    /// `NAME(ARGUMENTS)`: a function or a constructor.
    Call {
        /// Name of the function or type.
        function: Name<'s>,
        /// Arguments in order.
        arguments: Vec<ExpressionId>,
    },
    /// `BASE[INDEX]` or `BASE[INDEX, SECOND]`.
    Index {
        /// Value or resource indexed.
        base: ExpressionId,
        /// The index, or coordinate.
        index: ExpressionId,
        /// Row of a matrix, bias of a sample.
        second: Option<ExpressionId>,
    },
    /// `BASE.NAME`: a field or a swizzle.
    Member {
        /// Value with the member.
        base: ExpressionId,
        /// Field or swizzle.
        name: Name<'s>,
    },
    /// A prefix operator.
    Unary {
        /// Prefix operator.
        operator: UnaryOperator,
        /// Span of the operator.
        operator_span: Span,
        /// Operand.
        operand: ExpressionId,
    },
    /// An operator between two operands.
    Binary {
        /// Binary operator.
        operator: BinaryOperator,
        /// Span of the operator.
        operator_span: Span,
        /// Left operand.
        left: ExpressionId,
        /// Right operand.
        right: ExpressionId,
    },
    /// `CONDITION ? YES : NO`
    Conditional {
        /// Condition tested.
        condition: ExpressionId,
        /// The value if true.
        yes: ExpressionId,
        /// The value if false.
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
    /// Source spelling.
    pub const fn symbol(self) -> &'static str {
        match self {
            UnaryOperator::Plus => "+",
            UnaryOperator::Negate => "-",
            UnaryOperator::Not => "!",
            UnaryOperator::Complement => "~",
        }
    }
}

/// A binary operator.
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
    /// All binary operators, tightest first.
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

    /// Source spelling.
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

    /// Precedence, from 1 for `||`; all operators are left-associative.
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
