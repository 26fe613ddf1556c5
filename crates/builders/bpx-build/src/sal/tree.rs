//! Syntax tree of SAL declarations.

use glassbox_core::span::Span;

/// Word with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) span: Span,
}

/// A declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Declaration {
    /// `use FILE::NAME;`
    Use(Word, Word),
    /// `output TYPE NAME;`
    Output(Property),
    /// `const TYPE NAME;`
    Constant(Property),
    /// `const struct NAME { … }`
    Structure(Structure),
    /// `vformat struct NAME { … }`
    VertexFormat(Structure),
    /// `pipeline NAME { … }`
    Pipeline(Settings),
    /// `blendfunc NAME { … }`
    Blend(Settings),
}

/// `TYPE[N] NAME : ATTRIBUTE;` or `TYPE:TEXEL NAME : ATTRIBUTE;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Property {
    pub(super) ty: Word,
    pub(super) texel: Option<Word>,
    pub(super) array: Option<(u32, Span)>,
    pub(super) name: Word,
    pub(super) attribute: Option<Word>,
}

/// A structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Structure {
    pub(super) name: Word,
    pub(super) attribute: Option<Word>,
    pub(super) members: Vec<Property>,
}

/// Settings under a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    pub(super) name: Word,
    pub(super) items: Vec<Setting>,
}

/// `NAME = VALUE;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setting {
    pub(super) name: Word,
    pub(super) value: Word,
}

impl Declaration {
    /// Declared name, as `use` refers to it.
    pub(super) fn name(&self) -> Option<&Word> {
        Some(match self {
            Declaration::Use(..) => return None,
            Declaration::Output(property) | Declaration::Constant(property) => &property.name,
            Declaration::Structure(structure) | Declaration::VertexFormat(structure) => &structure.name,
            Declaration::Pipeline(settings) | Declaration::Blend(settings) => &settings.name,
        })
    }
}
