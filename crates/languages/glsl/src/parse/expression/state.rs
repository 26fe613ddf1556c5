//! What reading expressions keeps between them.

use std::rc::Rc;
use std::sync::Arc;

use foldhash::{HashMap, HashSet};
use glassbox_syntax::uses::UseKind;

use crate::model::{At, ExpressionId};
use crate::types::StructId;
use crate::vocabulary::functions::{Call, Forms, Found};

/// State of the reading and checking of expressions.
#[derive(Debug, Default)]
pub(crate) struct ExpressionState {
    /// How many branches and loops of the function are open; a function starts with none.
    pub(crate) flow: u32,
    /// Whether a `return` of `main` has been passed.
    pub(crate) is_behind_return: bool,
    /// How often the stage begins and ends a critical section.
    pub(crate) interlocks: [u32; 2],
    /// How many components constants have so far.
    pub(crate) constant_size: usize,
    /// Where members of structures begin in constants.
    pub(crate) offsets: HashMap<StructId, Option<Rc<[usize]>>>,
    /// Numbers of the members of large structures by the numbers of their names.
    pub(crate) members: HashMap<StructId, HashMap<u32, u32>>,
    /// What programs have found of built-in functions, for one revision of the extensions.
    pub(crate) found: Option<(u32, Arc<Found>)>,
    /// Forms of built-in functions that only this program has, for the same revision.
    pub(crate) forms: HashMap<Call, Forms>,
    /// Names that have been reported as not declared.
    pub(crate) unknown: HashSet<u32>,
    /// How many names have been looked for that are like one that is not declared.
    pub(crate) searches: u32,
    /// How many expressions are being read, one in the other.
    pub(super) level: u32,
    /// Variables of the expression that is being read, in the order of their expressions.
    pub(super) names: Vec<NameUse>,
}

/// A variable in an expression, until it is known what is done to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameUse {
    pub(super) expression: ExpressionId,
    pub(super) at: At,
    pub(super) symbol: u32,
    pub(super) kind: UseKind,
    /// Whether a write reads the value too.
    pub(super) is_read: bool,
}
