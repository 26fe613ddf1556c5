//! Checks types and variables in isolation.

use foldhash::HashSet;

use super::Checker;
use super::finding::Finding;
use crate::builtin::Type;
use crate::model::ModelNode;
use crate::raw::Storage;
use crate::rules;
use crate::view::Symbol;

/// Maximum nesting of structs.
pub const MAX_STRUCT_DEPTH: u32 = 8;
/// From this count of elements on, Skia's own reader sees a negative number.
const WRAPS: u32 = 128;

impl Checker<'_, '_> {
    pub(super) fn symbols(&mut self) {
        for at in self.nodes() {
            match self.model.symbol(at) {
                Symbol::ArrayType { count, .. } if !self.is_cut(at) => self.array(at, count),
                Symbol::StructType { is_interface_block, .. } if !self.is_cut(at) => {
                    self.structure(at, is_interface_block)
                }
                Symbol::Variable { storage, .. } if storage > Storage::PARAMETER => {
                    let message = format!("found storage {}, expected 0 to 3", storage.0);
                    self.report(Finding::new(&rules::STORAGE, at, message).field("storage"));
                }
                _ => {}
            }
        }
    }

    fn is_cut(&self, at: ModelNode) -> bool {
        crate::stream::is_cut(self.model, at)
    }

    fn array(&mut self, at: ModelNode, count: u32) {
        if count == 0 {
            let message = "found an array of 0 elements, expected at least 1";
            self.report(Finding::new(&rules::EMPTY_ARRAY, at, message).field("count"));
        } else if count >= WRAPS {
            let message = format!("found an array of {count} elements, expected at most 127");
            self.report(
                Finding::new(&rules::LARGE_ARRAY, at, message)
                    .field("count")
                    .note(format!("Skia's own reader takes the count as {}", count as i8)),
            );
        }
    }

    fn structure(&mut self, at: ModelNode, is_interface_block: u8) {
        let model = self.model;
        if is_interface_block > 1 {
            let message = format!("found isInterfaceBlock {is_interface_block}, expected 0 or 1");
            self.report(Finding::new(&rules::INTERFACE_BLOCK_FLAG, at, message).field("isInterfaceBlock"));
        }
        let mut names: HashSet<&[u8]> = HashSet::default();
        let mut count = 0;
        for (index, field) in model.fields(at).enumerate() {
            count += 1;
            let text = model.text(field.name);
            if !names.insert(text) {
                let message = format!(
                    "found a second field `{}`, expected each name once",
                    String::from_utf8_lossy(text)
                );
                self.report(Finding::new(&rules::INVALID_STRUCT, at, message).field("fields").item(index));
            }
        }
        if count == 0 {
            let message = format!("found struct {} without fields, expected at least 1", self.name(at));
            self.report(Finding::new(&rules::INVALID_STRUCT, at, message));
        }
        let depth = match self.typing.of(at) {
            ty @ Type::Struct(_) => self.typing.types.struct_depth(ty),
            _ => 0,
        };
        if depth > MAX_STRUCT_DEPTH {
            let message =
                format!("found {depth} structs one inside the other, expected at most {MAX_STRUCT_DEPTH}");
            self.report(Finding::new(&rules::INVALID_STRUCT, at, message));
        }
    }
}
