//! Defines the commands of the stream.

/// A kind of command: the commands of version 8 in order, those of other versions only, then parts of
/// commands that are separate items in the model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the specification's, and the table of payloads explains them")]
pub enum Command {
    ArrayType,
    Binary,
    Block,
    BoolLiteral,
    Break,
    BuiltinLayout,
    ConstructorArray,
    ConstructorArrayCast,
    ConstructorCompound,
    ConstructorCompoundCast,
    ConstructorDiagonalMatrix,
    ConstructorMatrixResize,
    ConstructorScalarCast,
    ConstructorSplat,
    ConstructorStruct,
    Continue,
    DefaultLayout,
    DefaultModifiers,
    Discard,
    Do,
    Elements,
    ElementsComplete,
    ExpressionStatement,
    Field,
    FieldAccess,
    FloatLiteral,
    For,
    FunctionCall,
    FunctionDeclaration,
    FunctionDefinition,
    FunctionPrototype,
    GlobalVar,
    If,
    Index,
    InlineMarker,
    InterfaceBlock,
    IntLiteral,
    Layout,
    Modifiers8Bit,
    Modifiers,
    Nop,
    Postfix,
    Prefix,
    Program,
    Return,
    Setting,
    SharedFunction,
    StructDefinition,
    StructType,
    Switch,
    Swizzle,
    SymbolRef,
    SymbolTable,
    Ternary,
    UnresolvedFunction,
    Variable,
    VarDeclaration,
    VariableReference,
    Void,
    /// Versions 1 to 7: a type of the root table, with an id.
    SystemType,
    /// A parameter of a function declaration: the id of its variable.
    Parameter,
    /// A field of a struct type.
    StructField,
    /// A case of a switch.
    Case,
    /// Placeholder for a node missing from a truncated file.
    Missing,
}

/// Commands in the order of version 8; other versions differ.
pub(crate) const VERSION_8: [Command; 59] = {
    use Command as C;
    [
        C::ArrayType,
        C::Binary,
        C::Block,
        C::BoolLiteral,
        C::Break,
        C::BuiltinLayout,
        C::ConstructorArray,
        C::ConstructorArrayCast,
        C::ConstructorCompound,
        C::ConstructorCompoundCast,
        C::ConstructorDiagonalMatrix,
        C::ConstructorMatrixResize,
        C::ConstructorScalarCast,
        C::ConstructorSplat,
        C::ConstructorStruct,
        C::Continue,
        C::DefaultLayout,
        C::DefaultModifiers,
        C::Discard,
        C::Do,
        C::Elements,
        C::ElementsComplete,
        C::ExpressionStatement,
        C::Field,
        C::FieldAccess,
        C::FloatLiteral,
        C::For,
        C::FunctionCall,
        C::FunctionDeclaration,
        C::FunctionDefinition,
        C::FunctionPrototype,
        C::GlobalVar,
        C::If,
        C::Index,
        C::InlineMarker,
        C::InterfaceBlock,
        C::IntLiteral,
        C::Layout,
        C::Modifiers8Bit,
        C::Modifiers,
        C::Nop,
        C::Postfix,
        C::Prefix,
        C::Program,
        C::Return,
        C::Setting,
        C::SharedFunction,
        C::StructDefinition,
        C::StructType,
        C::Switch,
        C::Swizzle,
        C::SymbolRef,
        C::SymbolTable,
        C::Ternary,
        C::UnresolvedFunction,
        C::Variable,
        C::VarDeclaration,
        C::VariableReference,
        C::Void,
    ]
};

/// All commands, indexed by [`Command`].
pub const ALL: [Command; 64] = {
    let mut out = [Command::Missing; 64];
    let mut i = 0;
    while i < VERSION_8.len() {
        out[VERSION_8[i] as usize] = VERSION_8[i];
        i += 1;
    }
    out[Command::SystemType as usize] = Command::SystemType;
    out[Command::Parameter as usize] = Command::Parameter;
    out[Command::StructField as usize] = Command::StructField;
    out[Command::Case as usize] = Command::Case;
    out
};

/// Category of commands valid in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Category {
    /// A layout.
    Layout,
    /// Modifiers.
    Modifiers,
    /// A symbol: a definition, a field, or a reference to one.
    Symbol,
    /// A symbol that is a type.
    Type,
    /// An expression.
    Expression,
    /// A statement.
    Statement,
    /// An element of a program.
    ProgramElement,
    /// A symbol table, or kVoid where there is none.
    Table,
    /// The list of elements.
    Elements,
    /// A variable declaration inside a global variable.
    VarDeclaration,
    /// Top-level command of a file.
    Top,
}

impl Command {
    /// True if the command is in a category. kVoid is in none; its position determines whether it is allowed.
    #[inline(always)]
    pub const fn is(self, category: Category) -> bool {
        MEMBERS[category as usize] >> (self as u8 & 63) & 1 != 0
    }

    const fn belongs(self, category: Category) -> bool {
        use Command as C;
        match category {
            Category::Layout => matches!(self, C::BuiltinLayout | C::DefaultLayout | C::Layout),
            Category::Modifiers => matches!(self, C::DefaultModifiers | C::Modifiers8Bit | C::Modifiers),
            Category::Symbol => matches!(
                self,
                C::ArrayType
                    | C::Field
                    | C::FunctionDeclaration
                    | C::StructType
                    | C::SymbolRef
                    | C::SystemType
                    | C::UnresolvedFunction
                    | C::Variable
            ),
            Category::Type => matches!(self, C::ArrayType | C::StructType | C::SymbolRef | C::SystemType),
            Category::Expression => {
                self.is_constructor()
                    || matches!(
                        self,
                        C::Binary
                            | C::BoolLiteral
                            | C::FieldAccess
                            | C::FloatLiteral
                            | C::FunctionCall
                            | C::Index
                            | C::IntLiteral
                            | C::Postfix
                            | C::Prefix
                            | C::Setting
                            | C::Swizzle
                            | C::Ternary
                            | C::VariableReference
                    )
            }
            Category::Statement => matches!(
                self,
                C::Block
                    | C::Break
                    | C::Continue
                    | C::Discard
                    | C::Do
                    | C::ExpressionStatement
                    | C::For
                    | C::If
                    | C::InlineMarker
                    | C::Nop
                    | C::Return
                    | C::Switch
                    | C::VarDeclaration
            ),
            Category::ProgramElement => matches!(
                self,
                C::FunctionDefinition
                    | C::FunctionPrototype
                    | C::GlobalVar
                    | C::InterfaceBlock
                    | C::SharedFunction
                    | C::StructDefinition
            ),
            Category::Table => matches!(self, C::SymbolTable),
            Category::Elements => matches!(self, C::Elements),
            Category::VarDeclaration => matches!(self, C::VarDeclaration),
            Category::Top => matches!(self, C::Program | C::SymbolTable),
        }
    }

    /// Name, as in the text form.
    pub const fn name(self) -> &'static str {
        use Command as C;
        match self {
            C::ArrayType => "kArrayType",
            C::Binary => "kBinary",
            C::Block => "kBlock",
            C::BoolLiteral => "kBoolLiteral",
            C::Break => "kBreak",
            C::BuiltinLayout => "kBuiltinLayout",
            C::ConstructorArray => "kConstructorArray",
            C::ConstructorArrayCast => "kConstructorArrayCast",
            C::ConstructorCompound => "kConstructorCompound",
            C::ConstructorCompoundCast => "kConstructorCompoundCast",
            C::ConstructorDiagonalMatrix => "kConstructorDiagonalMatrix",
            C::ConstructorMatrixResize => "kConstructorMatrixResize",
            C::ConstructorScalarCast => "kConstructorScalarCast",
            C::ConstructorSplat => "kConstructorSplat",
            C::ConstructorStruct => "kConstructorStruct",
            C::Continue => "kContinue",
            C::DefaultLayout => "kDefaultLayout",
            C::DefaultModifiers => "kDefaultModifiers",
            C::Discard => "kDiscard",
            C::Do => "kDo",
            C::Elements => "kElements",
            C::ElementsComplete => "kElementsComplete",
            C::ExpressionStatement => "kExpressionStatement",
            C::Field => "kField",
            C::FieldAccess => "kFieldAccess",
            C::FloatLiteral => "kFloatLiteral",
            C::For => "kFor",
            C::FunctionCall => "kFunctionCall",
            C::FunctionDeclaration => "kFunctionDeclaration",
            C::FunctionDefinition => "kFunctionDefinition",
            C::FunctionPrototype => "kFunctionPrototype",
            C::GlobalVar => "kGlobalVar",
            C::If => "kIf",
            C::Index => "kIndex",
            C::InlineMarker => "kInlineMarker",
            C::InterfaceBlock => "kInterfaceBlock",
            C::IntLiteral => "kIntLiteral",
            C::Layout => "kLayout",
            C::Modifiers8Bit => "kModifiers8Bit",
            C::Modifiers => "kModifiers",
            C::Nop => "kNop",
            C::Postfix => "kPostfix",
            C::Prefix => "kPrefix",
            C::Program => "kProgram",
            C::Return => "kReturn",
            C::Setting => "kSetting",
            C::SharedFunction => "kSharedFunction",
            C::StructDefinition => "kStructDefinition",
            C::StructType => "kStructType",
            C::Switch => "kSwitch",
            C::Swizzle => "kSwizzle",
            C::SymbolRef => "kSymbolRef",
            C::SymbolTable => "kSymbolTable",
            C::Ternary => "kTernary",
            C::UnresolvedFunction => "kUnresolvedFunction",
            C::Variable => "kVariable",
            C::VarDeclaration => "kVarDeclaration",
            C::VariableReference => "kVariableReference",
            C::Void => "kVoid",
            C::SystemType => "kSystemType",
            C::Parameter => "parameter",
            C::StructField => "field",
            C::Case => "case",
            C::Missing => "nothing",
        }
    }

    /// True for the nine constructors.
    pub const fn is_constructor(self) -> bool {
        let code = self as u8;
        code >= Command::ConstructorArray as u8 && code <= Command::ConstructorStruct as u8
    }

    /// True if the command defines a symbol with an id.
    pub const fn defines(self) -> bool {
        use Command as C;
        matches!(
            self,
            C::ArrayType
                | C::FunctionDeclaration
                | C::StructType
                | C::SystemType
                | C::UnresolvedFunction
                | C::Variable
        )
    }
}

impl std::fmt::Display for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Commands of each category, one bit per command.
static MEMBERS: [u64; 11] = {
    use Category as K;
    let categories = [
        K::Layout,
        K::Modifiers,
        K::Symbol,
        K::Type,
        K::Expression,
        K::Statement,
        K::ProgramElement,
        K::Table,
        K::Elements,
        K::VarDeclaration,
        K::Top,
    ];
    let mut out = [0; 11];
    let mut category = 0;
    while category < categories.len() {
        let mut command = 0;
        while command < ALL.len() {
            if ALL[command].belongs(categories[category]) {
                out[categories[category] as usize] |= 1 << ALL[command] as u8;
            }
            command += 1;
        }
        category += 1;
    }
    out
};

impl Category {
    /// Describes the expected command in words.
    pub const fn words(self) -> &'static str {
        match self {
            Category::Layout => "a layout",
            Category::Modifiers => "modifiers",
            Category::Symbol => "a symbol",
            Category::Type => "a type",
            Category::Expression => "an expression",
            Category::Statement => "a statement",
            Category::ProgramElement => "a program element",
            Category::Table => "a symbol table",
            Category::Elements => "kElements",
            Category::VarDeclaration => "kVarDeclaration",
            Category::Top => "kProgram or kSymbolTable",
        }
    }
}
