//! What a declaration is made of. All of it is numbers of tokens.

use super::Tokens;

/// One name in `layout(…)`.
#[derive(Clone, Debug)]
pub(crate) struct LayoutId {
    /// The name.
    pub(crate) name: usize,
    /// What it is set to.
    pub(crate) value: Option<Tokens>,
}

/// Everything before a type.
#[derive(Clone, Debug, Default)]
pub(crate) struct Qualifiers {
    /// What `layout(…)` says.
    pub(crate) layout: Vec<LayoutId>,
    /// The other words, in order.
    pub(crate) words: Vec<usize>,
}

/// A type where it is used.
#[derive(Clone, Debug)]
pub(crate) struct TypeUse {
    /// Its name, or the word `struct`.
    pub(crate) name: usize,
    /// What stands in the brackets behind it.
    pub(crate) dimensions: Vec<Tokens>,
    /// The structure, if it is declared here.
    pub(crate) structure: Option<Structure>,
}

/// A structure.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    /// The first token between its braces.
    pub(crate) first: usize,
    /// Its name.
    pub(crate) name: Option<usize>,
    /// Its members.
    pub(crate) members: Vec<Member>,
}

/// A name that is declared.
#[derive(Clone, Debug)]
pub(crate) struct Declarator {
    /// The name.
    pub(crate) name: usize,
    /// What stands in the brackets behind it.
    pub(crate) dimensions: Vec<Tokens>,
    /// Its value.
    pub(crate) value: Option<Tokens>,
}

impl Declarator {
    /// The sizes of an array, the outermost first: those behind the name, then those behind the type.
    pub(crate) fn sizes(&self, ty: &TypeUse) -> Vec<Tokens> {
        self.dimensions.iter().chain(&ty.dimensions).cloned().collect()
    }
}

/// A line of a structure or block.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// Before the type.
    pub(crate) qualifiers: Qualifiers,
    /// The type.
    pub(crate) ty: TypeUse,
    /// The names.
    pub(crate) declarators: Vec<Declarator>,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// Before the type.
    pub(crate) qualifiers: Qualifiers,
    /// The type.
    pub(crate) ty: TypeUse,
    /// The name with its brackets.
    pub(crate) declarator: Option<Declarator>,
}

/// What a declaration is.
#[derive(Clone, Debug)]
pub(crate) enum ItemKind {
    /// A `;` alone, or `precision`.
    Nothing,
    /// Qualifiers alone, as in `layout(triangles) in;`.
    Qualifiers(Qualifiers),
    /// Qualifiers of names that are declared elsewhere, as in `invariant gl_Position;`.
    Names(Qualifiers, Vec<usize>),
    /// A block.
    Block {
        /// Before its name.
        qualifiers: Qualifiers,
        /// Its name.
        name: usize,
        /// Its members.
        members: Vec<Member>,
        /// The name of the variable, if it has one.
        instance: Option<Declarator>,
    },
    /// Variables, or a structure alone.
    Variables {
        /// Before the type.
        qualifiers: Qualifiers,
        /// The type.
        ty: TypeUse,
        /// The names.
        declarators: Vec<Declarator>,
    },
    /// A function.
    Function {
        /// What it gives back, with the words before.
        result: Tokens,
        /// Its name.
        name: usize,
        /// Its parameters.
        parameters: Vec<Parameter>,
        /// Its braces and what is between them; `None` for a prototype.
        body: Option<Tokens>,
    },
    /// Something else. The compiler behind says what is wrong with it.
    Unknown,
}

/// A declaration.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// What it is.
    pub(crate) kind: ItemKind,
    /// All of it.
    pub(crate) tokens: Tokens,
}
