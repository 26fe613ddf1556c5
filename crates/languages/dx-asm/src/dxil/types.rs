//! Spells types, each once.

use std::ops::Range;

use glassbox_dxil::ir::{Type, TypeId, Types};

use super::out::Out;
use super::spelling::{self, Sigil};

/// Deepest nesting of unnamed types spelled out.
const MAX_DEPTH: u32 = 48;
/// Longest spelling of one type, bytes.
const MAX_SPELLING: usize = 4 * 1024;
/// Average limit of spellings per type of a table, bytes.
const BYTES_PER_TYPE: usize = 1024;

/// Spellings of all types of a module. Named structures are spelled by name, so spellings are acyclic;
/// oversized ones are replaced by the number of the type.
#[derive(Debug, Default)]
pub(crate) struct TypeNames {
    text: Vec<u8>,
    names: Vec<Range<u32>>,
}

impl TypeNames {
    /// Spells every type. `numbers` has the number of each unnamed structure.
    pub(crate) fn new(types: &Types, numbers: &[Option<u32>]) -> TypeNames {
        let mut speller = Speller {
            types,
            numbers,
            out: Out::default(),
            done: vec![None; types.len()],
            room: types.len().saturating_mul(BYTES_PER_TYPE).saturating_add(1 << 20),
        };
        for (id, _) in types.iter() {
            speller.settle(id, 0);
        }
        let names = speller.done.into_iter().map(Option::unwrap_or_default);
        TypeNames { names: names.collect(), text: speller.out.into_bytes() }
    }

    /// Spelling of a type.
    #[inline]
    pub(crate) fn get(&self, id: TypeId) -> &[u8] {
        let range = self.names.get(id.index()).cloned().unwrap_or_default();
        match self.text.get(range.start as usize..range.end as usize) {
            Some([]) | None => b"<unknown type>",
            Some(name) => name,
        }
    }
}

struct Speller<'t> {
    types: &'t Types,
    numbers: &'t [Option<u32>],
    out: Out,
    done: Vec<Option<Range<u32>>>,
    /// Remaining budget, bytes.
    room: usize,
}

impl Speller<'_> {
    /// Spells a type once, after its component types, so that its own spelling is contiguous.
    fn settle(&mut self, id: TypeId, depth: u32) {
        if self.done.get(id.index()).is_none_or(Option::is_some) {
            return;
        }
        let Some(ty) = self.types.get(id) else { return };
        if depth < MAX_DEPTH {
            // The check above bounds the depth.
            self.parts(ty, |speller, part| speller.settle(part, depth + 1));
        }
        let start = self.out.len();
        self.spell(id, ty);
        let size = self.out.len() - start;
        if size > MAX_SPELLING || size > self.room {
            self.out.truncate(start);
            self.out.text("<type ").number(u64::from(id.0)).byte(b'>');
        }
        self.room = self.room.saturating_sub(self.out.len() - start);
        let range = u32::try_from(start).ok().zip(u32::try_from(self.out.len()).ok());
        if let (Some(slot), Some((start, end))) = (self.done.get_mut(id.index()), range) {
            *slot = Some(start..end);
        }
    }

    /// Calls `each` with the component types in a type's spelling.
    fn parts(&mut self, ty: Type, mut each: impl FnMut(&mut Self, TypeId)) {
        let types = self.types;
        match ty {
            Type::Pointer { pointee, .. } => each(self, pointee),
            Type::Array { element, .. } | Type::Vector { element, .. } => each(self, element),
            Type::Function { result, parameters, .. } => {
                each(self, result);
                types.list(parameters).iter().for_each(|&part| each(self, part));
            }
            Type::Struct { fields, .. } => types.list(fields).iter().for_each(|&part| each(self, part)),
            _ => {}
        }
    }

    /// Appends a copy of a spelling; the type's number if there is none yet, because it is recursive or
    /// nested too deep.
    fn part(&mut self, id: TypeId) {
        match self.done.get(id.index()).cloned().flatten() {
            Some(range) => self.out.repeat(range.start as usize..range.end as usize),
            None => self.out.text("<type ").number(u64::from(id.0)).byte(b'>').end(),
        }
    }

    fn list(&mut self, items: &[TypeId], start: usize) {
        for (place, &item) in items.iter().enumerate() {
            if self.out.len() - start > MAX_SPELLING {
                return;
            }
            self.out.text(if place > 0 { ", " } else { "" });
            self.part(item);
        }
    }

    fn spell(&mut self, id: TypeId, ty: Type) {
        let types = self.types;
        let start = self.out.len();
        match ty {
            Type::Void => self.out.text("void").end(),
            Type::Half => self.out.text("half").end(),
            Type::Float => self.out.text("float").end(),
            Type::Double => self.out.text("double").end(),
            Type::X86Fp80 => self.out.text("x86_fp80").end(),
            Type::Fp128 => self.out.text("fp128").end(),
            Type::PpcFp128 => self.out.text("ppc_fp128").end(),
            Type::Label => self.out.text("label").end(),
            Type::Metadata => self.out.text("metadata").end(),
            Type::X86Mmx => self.out.text("x86_mmx").end(),
            Type::Integer(width) => self.out.byte(b'i').number(width.into()).end(),
            Type::Pointer { pointee, address_space } => {
                self.part(pointee);
                if address_space != 0 {
                    self.out.text(" addrspace(").number(address_space.into()).byte(b')');
                }
                self.out.byte(b'*');
            }
            Type::Function { result, parameters, variadic } => {
                self.part(result);
                self.out.text(" (");
                self.list(types.list(parameters), start);
                if variadic {
                    self.out.text(if parameters.is_empty() { "..." } else { ", ..." });
                }
                self.out.byte(b')');
            }
            Type::Array { element, count } => {
                self.out.byte(b'[').number(count).text(" x ");
                self.part(element);
                self.out.byte(b']');
            }
            Type::Vector { element, count } => {
                self.out.byte(b'<').number(count.into()).text(" x ");
                self.part(element);
                self.out.byte(b'>');
            }
            Type::Struct { fields, packed } => self.fields(types.list(fields), packed, start),
            Type::Named { name, .. } => match (types.text(name), self.numbers.get(id.index())) {
                ([], Some(Some(number))) => self.out.byte(b'%').number((*number).into()).end(),
                (name, _) => spelling::name(&mut self.out, Sigil::Local, name),
            },
        }
    }

    fn fields(&mut self, fields: &[TypeId], packed: bool, start: usize) {
        self.out.text(if packed { "<{" } else { "{" });
        if !fields.is_empty() {
            self.out.byte(b' ');
            self.list(fields, start);
            self.out.byte(b' ');
        }
        self.out.text(if packed { "}>" } else { "}" });
    }
}
