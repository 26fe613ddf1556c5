//! Names and source lines.

use foldhash::HashMap;
use glassbox_dxil::ir::{DebugKind, Instruction, Metadata, MetadataId, ValueId};
use glassbox_spirv::build::{Id, op};
use glassbox_spirv::module::Operand;

use crate::writer::Writer;

/// Where the program was before.
#[derive(Default)]
pub(crate) struct Debug {
    /// Block, file, line and column that the last `OpLine` states.
    last: Option<(Id, Id, u32, u32)>,
    files: HashMap<MetadataId, Option<(Id, String)>>,
    precise: Option<Option<glassbox_dxil::ir::KindId>>,
}

/// Most scopes around an instruction.
const MAX_SCOPES: u32 = 64;

/// A name without the decoration of a compiler.
pub(crate) fn plain_name(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name).into_owned();
    let bare = name.trim_start_matches('\u{1}');
    let bare = bare.strip_prefix('?').unwrap_or(bare);
    bare.split("@@").next().unwrap_or(bare).to_owned()
}

impl Writer<'_> {
    /// A field of a debug node that refers to another one.
    fn field(&self, node: MetadataId, name: &str) -> Option<MetadataId> {
        let metadata = &self.source.program.module.metadata;
        let Metadata::Debug { kind, fields, .. } = metadata.get(node)? else { return None };
        let index = kind.fields().iter().position(|field| field.name == name)?;
        let value = *metadata.fields(fields).get(index)?;
        kind.field(index)?.reference(value)
    }

    /// Name of the file of a scope.
    fn file_of(&self, scope: MetadataId) -> Option<String> {
        let metadata = &self.source.program.module.metadata;
        let mut at = scope;
        for _ in 0..MAX_SCOPES {
            let Metadata::Debug { kind, .. } = metadata.get(at)? else { return None };
            if kind == DebugKind::File {
                let name = metadata.string(self.field(at, "filename")?)?;
                return Some(String::from_utf8_lossy(name).into_owned());
            }
            at = self.field(at, "file").or_else(|| self.field(at, "scope"))?;
        }
        None
    }

    /// File and line of the instruction that is written.
    pub(crate) fn source_line(&self) -> Option<(String, u32)> {
        let f = self.f.as_ref()?;
        let location = f.body.location(f.body.instruction(f.at)?)?;
        Some((self.file_of(location.scope?)?, location.line))
    }

    /// States the source line of what follows, if the program has it and it is another one.
    pub(crate) fn line(&mut self) {
        if self.options.without_lines {
            return;
        }
        let Some(f) = self.f.as_ref() else { return };
        let location = f.body.instruction(f.at).and_then(|instruction| f.body.location(instruction));
        let Some((location, scope)) = location.and_then(|found| Some((found, found.scope?))) else { return };
        let (Some(block), Some(file)) = (self.b.block(), self.file(scope)) else { return };
        let now = (block, file, location.line, location.column);
        if location.line == 0 || self.debug.last == Some(now) {
            return;
        }
        let numbers = [location.line, location.column].map(Operand::Literal);
        self.b.effect_of(op::LINE, [file.operand()].into_iter().chain(numbers));
        self.debug.last = Some(now);
    }

    /// The string with the name of the file of a scope.
    fn file(&mut self, scope: MetadataId) -> Option<Id> {
        if let Some(known) = self.debug.files.get(&scope) {
            return known.as_ref().map(|(id, _)| *id);
        }
        let made = self.file_of(scope).map(|name| (self.b.string(&name), name));
        let id = made.as_ref().map(|(id, _)| *id);
        self.debug.files.insert(scope, made);
        id
    }

    /// Gives an id the name that the program has for it.
    pub(crate) fn name_value(&mut self, value: ValueId, id: Id) {
        if self.b.is_constant(id) {
            return;
        }
        if let Some(name) = self.scope().name(value) {
            let name = plain_name(name);
            self.b.name(id, &name);
        }
    }

    /// True if the instruction that is written is marked as precise.
    pub(crate) fn is_precise(&mut self) -> bool {
        let Some(f) = self.f.as_ref() else { return false };
        let module = self.source.program.module;
        let kind = *self.debug.precise.get_or_insert_with(|| {
            let mut kinds = module.kinds.iter();
            kinds.find(|kind| module.text(kind.1) == b"dx.precise").map(|kind| kind.0)
        });
        let Some(kind) = kind else { return false };
        f.body.attachments(Some(f.at)).any(|attachment| attachment.kind == kind)
    }

    /// Members of the result of an instruction that are taken out of it, one bit each; all bits are set if it is used as a whole.
    pub(crate) fn used_members(&self, instruction: &Instruction) -> u32 {
        self.f.as_ref().map_or(u32::MAX, |f| used_of(&f.used, instruction))
    }
}

/// Members of the result of an instruction that are used, of those by local value.
pub(crate) fn used_of(used: &[u32], instruction: &Instruction) -> u32 {
    instruction.result.map_or(0, |result| used.get(result.index()).copied().unwrap_or(u32::MAX))
}

/// Members of results that are taken out of them, by local value.
pub(crate) fn used_members(body: &glassbox_dxil::ir::Body) -> Vec<u32> {
    use glassbox_dxil::ir::{List, Op};
    let mut used = vec![0; body.locals.len()];
    for instruction in &body.instructions {
        for value in body.operands(instruction) {
            let List::Local(index) = value.list() else { continue };
            let Some(slot) = used.get_mut(index as usize) else { continue };
            *slot |= match instruction.op {
                Op::ExtractValue { indices } => match body.indices(indices) {
                    [member] => 1u32.checked_shl(*member).unwrap_or(u32::MAX),
                    _ => u32::MAX,
                },
                _ => u32::MAX,
            };
        }
    }
    used
}
