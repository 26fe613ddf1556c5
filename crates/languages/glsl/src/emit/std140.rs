//! Places in the layout std140, as the OpenGL specification 4.6 has it in section 7.6.2.2.

use std::collections::HashMap;
use std::rc::Rc;

use crate::stage_text::StageText;
use crate::syntax::{Member, Tokens};
use crate::types;

/// Arrays, matrices and structures begin and end at multiples of a vector of four.
const VECTOR: u32 = 16;

/// How deep structures hold others: each level is one of the stack.
const MAX_DEPTH: usize = 32;

/// Places of members, one after the other.
#[derive(Debug, Default)]
pub(super) struct Std140 {
    /// Behind the last member; `None` behind one whose size is not known.
    end: Option<u32>,
    is_begun: bool,
    /// Structures that were measured: each once, however often others hold it.
    structures: HashMap<Rc<str>, Option<(u32, u32)>>,
}

impl Std140 {
    /// The place of the first name of a member, in bytes; `None` where it is not known. `stored` is the type that the block keeps in
    /// place of its own.
    pub(super) fn place(&mut self, stage: &StageText, member: &Member, stored: Option<&str>) -> Option<u32> {
        let mut first = None;
        if !self.is_begun {
            (self.end, self.is_begun) = (Some(0), true);
        }
        for declarator in &member.declarators {
            let name = stored.unwrap_or_else(|| stage.word(member.ty.name));
            let sizes = declarator.sizes(&member.ty);
            let end = self.end.take();
            let (align, size) = self.measure(stage, name, &sizes, 0)?;
            let place = end?.checked_next_multiple_of(align)?;
            self.end = place.checked_add(size);
            first = first.or(Some(place));
        }
        first
    }

    /// Alignment and size of a type.
    fn measure(
        &mut self,
        stage: &StageText,
        name: &str,
        sizes: &[Tokens],
        depth: usize,
    ) -> Option<(u32, u32)> {
        let (align, size) = match types::columns(name) {
            Some((columns, _)) => (VECTOR, VECTOR * columns),
            None => match name.trim_start_matches(['i', 'u', 'b']).strip_prefix("vec") {
                Some("2") => (8, 8),
                Some("3") => (VECTOR, 12),
                Some("4") => (VECTOR, VECTOR),
                _ if matches!(name, "float" | "int" | "uint" | "bool") => (4, 4),
                _ => self.structure(stage, name, depth)?,
            },
        };
        if sizes.is_empty() {
            return Some((align, size));
        }
        let mut count = 1_u32;
        for one in sizes {
            count = count.checked_mul(u32::try_from(stage.number(one.clone())?).ok()?)?;
        }
        let stride = size.checked_next_multiple_of(VECTOR)?;
        Some((VECTOR, stride.checked_mul(count)?))
    }

    fn structure(&mut self, stage: &StageText, name: &str, depth: usize) -> Option<(u32, u32)> {
        if let Some(known) = self.structures.get(name) {
            return *known;
        }
        let measured = self.members(stage, name, depth);
        self.structures.insert(name.into(), measured);
        measured
    }

    /// Alignment and size of a structure, from its members.
    fn members(&mut self, stage: &StageText, name: &str, depth: usize) -> Option<(u32, u32)> {
        let (_, structure) = stage.structure(name).filter(|_| depth < MAX_DEPTH)?;
        let mut end = 0_u32;
        for member in &structure.members {
            for declarator in &member.declarators {
                let sizes = declarator.sizes(&member.ty);
                let (align, size) = self.measure(stage, stage.word(member.ty.name), &sizes, depth + 1)?;
                end = end.checked_next_multiple_of(align)?.checked_add(size)?;
            }
        }
        Some((VECTOR, end.checked_next_multiple_of(VECTOR)?))
    }
}
