//! Tracks ids inside functions: pointers to their variables, words to their push constants.

/// Part of a 32-bit word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Half {
    /// The lower 16 bits.
    Low,
    /// The upper 16 bits.
    High,
    /// All of it, or other bits.
    Whole,
}

/// A word of a push-constant block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PushWord {
    /// Id of the block's variable.
    pub variable: u32,
    /// Member index; `None` for the whole block.
    pub member: Option<u32>,
    /// Element of an array or vector member, if a constant selects it.
    pub element: Option<u32>,
    /// Part of the word.
    pub half: Half,
}

/// An index into an array or a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Index {
    /// A constant.
    Constant(u32),
    /// A specialization constant, by its id.
    Specialized(u32),
    /// Loaded from a push constant.
    Push(PushWord),
    /// Anything else.
    Dynamic,
}

/// Base of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Root {
    /// A variable outside functions.
    Variable(u32),
    /// A parameter of the function, by its id.
    Parameter(u32),
    /// A variable inside a function.
    Local(u32),
}

/// Target of a pointer: a root and the first two indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) root: Root,
    pub(super) first: Option<Index>,
    pub(super) second: Option<Index>,
}

impl Place {
    pub(super) fn of(root: Root) -> Self {
        Place { root, first: None, second: None }
    }

    pub(super) fn indexed(mut self, index: Index) -> Self {
        if self.first.is_none() {
            self.first = Some(index);
        } else if self.second.is_none() {
            self.second = Some(index);
        }
        self
    }

    /// Rebases this location, relative to a parameter, onto the caller's location.
    pub(super) fn inside(self, outer: Place) -> Place {
        [self.first, self.second].into_iter().flatten().fold(outer, Place::indexed)
    }

    /// Push-constant word loaded from here.
    pub(super) fn push_word(self) -> Option<PushWord> {
        let Root::Variable(variable) = self.root else {
            return None;
        };
        let constant = |index| match index {
            Some(Index::Constant(value)) => Some(value),
            _ => None,
        };
        let (member, element) = (constant(self.first), constant(self.second));
        Some(PushWord { variable, member, element, half: Half::Whole })
    }
}

/// Known value of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A pointer.
    Pointer(Place),
    /// An image loaded from a descriptor; its uses count for the descriptor.
    Image(Place),
    /// A push constant, or half of one.
    Push(PushWord),
}

impl PushWord {
    /// The word after `& mask`.
    pub(super) fn masked(self, mask: u64) -> Option<PushWord> {
        let half = match self.half {
            Half::Whole if mask == 0xffff => Half::Low,
            Half::Low | Half::High if mask & 0xffff == 0xffff => self.half,
            _ => return None,
        };
        Some(PushWord { half, ..self })
    }

    /// The `count` bits from `offset` on.
    pub(super) fn field(self, offset: u64, count: u64) -> Option<PushWord> {
        match (self.half, offset, count) {
            (Half::Whole, 0, 16) => Some(PushWord { half: Half::Low, ..self }),
            (Half::Whole, 16, 16) => Some(PushWord { half: Half::High, ..self }),
            _ => None,
        }
    }
}
