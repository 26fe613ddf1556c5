//! Finds out whether a fragment shader depends on the direction of y in the window: derivatives along y, and the y of its position.
//!
//! The position is followed through loads and stores, into variables and structures that hold it. What goes any other way counts as read
//! whole.

use std::collections::HashMap;

use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{built_in, decoration, storage_class as storage};
use glassbox_spirv::module::{Annotations, At, Id, Module, Type, Users};

/// Place of y in a position.
const Y: u32 = 1;

/// What an id is, or points to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// The position.
    Position,
    /// A structure whose member with this number is the position.
    Member(u32),
}

/// What a part of something held is.
enum Part {
    /// It may be y.
    Y,
    /// It is not y.
    Other,
    Held(Held),
}

impl Held {
    /// The part that some indices lead to; `None` for an index that is not known.
    fn part(self, indices: impl Iterator<Item = Option<u32>>) -> Part {
        let mut held = self;
        for index in indices {
            held = match (held, index) {
                (_, None) | (Held::Position, Some(Y)) => return Part::Y,
                (Held::Position, Some(_)) => return Part::Other,
                (Held::Member(member), Some(index)) if index == member => Held::Position,
                (Held::Member(_), Some(_)) => return Part::Other,
            };
        }
        Part::Held(held)
    }
}

/// Whether a module takes a derivative along y.
pub(super) fn derives_y(module: &Module) -> bool {
    module.walk().any(|at| matches!(module.opcode(at), op::DPDY | op::DPDY_FINE | op::DPDY_COARSE))
}

/// Whether a module reads the y of the position of a fragment, as far as can be told.
pub(super) fn reads_y(module: &Module) -> bool {
    let annotations = Annotations::of(module);
    let is_place = |at: &At| {
        module.opcode(*at) == op::VARIABLE
            && module.word(*at, 0) == storage::INPUT
            && annotations.value(module.get(*at).result, decoration::BUILT_IN) == Some(built_in::FRAG_COORD)
    };
    let places = module.globals.iter().filter(|at| is_place(at));
    let mut open: Vec<(Id, Held)> = places.map(|at| (module.get(*at).result, Held::Position)).collect();
    let users = Users::of(module);
    let mut known: HashMap<Id, Held> = HashMap::new();
    while let Some((id, held)) = open.pop() {
        match known.insert(id, held) {
            Some(before) if before == held => continue,
            // Something that holds the position in two ways.
            Some(_) => return true,
            None => {}
        }
        for &at in users.get(id) {
            match follow(module, at, (id, held)) {
                Part::Y => return true,
                Part::Other => {}
                Part::Held(next) => {
                    let result = module.get(at).result;
                    let to = if module.opcode(at) == op::STORE { module.word(at, 0) } else { result };
                    open.push((to, next));
                }
            }
        }
    }
    false
}

/// What the result of an instruction that uses something held is, or what it stores.
fn follow(module: &Module, at: At, (id, held): (Id, Held)) -> Part {
    let operands = module.operands(at);
    let constant = |index: &u32| module.constant_u32(*index);
    match (module.opcode(at), operands) {
        (op::NAME | op::DECORATE | op::ENTRY_POINT, _) => Part::Other,
        (op::LOAD | op::COPY_OBJECT, _) => Part::Held(held),
        (op::STORE, [place, ..]) if *place == id => Part::Other,
        (op::STORE, [place, ..]) if is_own(module, *place) => Part::Held(held),
        (op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN, [base, indices @ ..]) if *base == id => {
            held.part(indices.iter().map(constant))
        }
        (op::COMPOSITE_EXTRACT, [_, indices @ ..]) => held.part(indices.iter().copied().map(Some)),
        (op::VECTOR_SHUFFLE, [first, second, parts @ ..]) if held == Held::Position => {
            let behind = module.component_count(module.type_of(*first)).unwrap_or(0);
            let is_y = |part: &u32| *first == id && *part == Y || *second == id && *part == behind + Y;
            if parts.iter().any(is_y) { Part::Y } else { Part::Other }
        }
        (op::COMPOSITE_CONSTRUCT, parts) if held == Held::Position => {
            let is_structure = matches!(module.ty(module.get(at).ty), Some(Type::Struct { .. }));
            match parts.iter().position(|part| *part == id) {
                Some(member) if is_structure => Part::Held(Held::Member(member as u32)),
                _ => Part::Y,
            }
        }
        _ => Part::Y,
    }
}

/// True for variables that only the shader reads.
fn is_own(module: &Module, id: Id) -> bool {
    let at = module.definition(id).filter(|at| module.opcode(*at) == op::VARIABLE);
    at.is_some_and(|at| matches!(module.word(at, 0), storage::PRIVATE | storage::FUNCTION))
}
