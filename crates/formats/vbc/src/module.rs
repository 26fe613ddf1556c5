//! Collects facts about a program's modules for checks, reflection and repairs.
//!
//! The compiler addresses every descriptor of set 0 through a half word of the push constants: slot *s*
//! selects bits 0 to 15 (even) or 16 to 31 (odd) of word *s* / 2 (Compiled Shader Format, descriptors). The
//! index of an access to set 0 thus gives the slot, and the slot gives the binding record.

use std::borrow::Cow;
use std::ops::Range;

use glassbox_spirv::reflect;
use glassbox_spirv::reflect::{
    Access, Descriptor, DescriptorKind, EntryPoint, Half, Index, PushWord, Reflection, TypeId, TypeKind,
    Variable,
};

use crate::raw::BaseType;
use crate::stage::{STAGES, Stage};

/// Descriptor kinds of the bindings of set 0.
pub(crate) const TABLE_KINDS: [DescriptorKind; 5] = [
    DescriptorKind::CombinedImageSampler,
    DescriptorKind::StorageImage,
    DescriptorKind::StorageBuffer,
    DescriptorKind::UniformTexelBuffer,
    DescriptorKind::StorageTexelBuffer,
];

/// A use of a slot in a module.
#[derive(Clone, Debug)]
pub(crate) struct SlotUse {
    /// Slot, 0 to 31.
    pub slot: u32,
    /// Index of the descriptor it selects; `None` if the push constant is only read.
    pub descriptor: Option<usize>,
    /// Byte range of the instruction that reads the push constant, or of the variable.
    pub range: Range<usize>,
}

/// A parsed SPIR-V module.
#[derive(Debug)]
pub(crate) struct StageCode {
    pub stage: &'static Stage,
    pub reflection: Reflection,
    /// Index of the entry point used by the runtime: the stage's `main`.
    pub entry: Option<usize>,
}

/// Parses every module that begins with the little-endian magic number; VBC has no big-endian modules.
pub(crate) fn analyse(modules: &[Option<Cow<'_, [u8]>>; 5]) -> Vec<StageCode> {
    let stages = STAGES.iter().filter_map(|stage| {
        let bytes = modules[stage.index].as_deref()?;
        let reflection = bytes.starts_with(&crate::raw::SPIRV_MAGIC).then(|| reflect(bytes).ok())??;
        let fits = |entry: &EntryPoint| entry.name == "main" && entry.model == stage.execution_model;
        let entry = reflection.entry_points.iter().position(fits);
        Some(StageCode { stage, reflection, entry })
    });
    stages.collect()
}

impl StageCode {
    /// The entry point used by the runtime.
    pub(crate) fn entry(&self) -> Option<&EntryPoint> {
        self.reflection.entry_points.get(self.entry?)
    }

    /// True if the entry point uses the variable.
    pub(crate) fn uses(&self, variable: u32) -> bool {
        self.entry().is_some_and(|entry| entry.use_of(variable).is_some())
    }

    /// First slot in a push-constant word, and the half that is accessed.
    fn word_slot(&self, word: &PushWord) -> Option<(u32, Half)> {
        let variable = self.reflection.variable(word.variable)?;
        let place = word.member?;
        let members = self.reflection.members(variable.ty);
        let member = members.get(place as usize)?;
        let offset = member.offset.unwrap_or(place.saturating_mul(4));
        let word_index = (offset / 4).checked_add(word.element.unwrap_or(0))?;
        Some((word_index.checked_mul(2)?, word.half))
    }

    /// Slot of a half word.
    pub(crate) fn slot(&self, word: &PushWord) -> Option<u32> {
        match self.word_slot(word)? {
            (slot, Half::Low) => Some(slot),
            (slot, Half::High) => Some(slot + 1),
            (_, Half::Whole) => None,
        }
    }

    /// Slots used in the entry point's call tree, with the descriptors they select.
    pub(crate) fn slots(&self) -> Vec<SlotUse> {
        let Some(entry) = self.entry() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for read in &entry.push_reads {
            if let Some(slot) = self.slot(&read.word) {
                found.push(SlotUse { slot, descriptor: None, range: read.range.clone() });
            }
        }
        for (place, descriptor) in self.reflection.descriptors.iter().enumerate() {
            if descriptor.set != Some(0) {
                continue;
            }
            let accesses = entry.use_of(descriptor.variable).map_or(&[][..], |used| &used.accesses);
            for access in accesses {
                if let Access { first: Some(Index::Push(word)), .. } = access
                    && let Some(slot) = self.slot(word)
                {
                    found.push(SlotUse { slot, descriptor: Some(place), range: descriptor.range.clone() });
                }
            }
        }
        found
    }

    /// Descriptor of the uniform, used or not.
    pub(crate) fn uniform(&self) -> Option<&Descriptor> {
        let mut all = self.reflection.descriptors.iter();
        all.find(|descriptor| descriptor.set == Some(1) && descriptor.binding == Some(0))
    }

    /// Members of the structure inside the uniform's block.
    pub(crate) fn uniform_members(&self) -> &[glassbox_spirv::reflect::Member] {
        let Some(descriptor) = self.uniform() else {
            return &[];
        };
        let members = self.reflection.members(descriptor.element);
        match members {
            [only] if matches!(self.reflection.ty(only.ty), TypeKind::Struct { .. }) => {
                self.reflection.members(only.ty)
            }
            _ => members,
        }
    }

    /// The push-constant block used by the entry point, and its size in words.
    pub(crate) fn push_block(&self) -> Option<(&Variable, u32)> {
        let variable = self.reflection.push_constants().find(|variable| self.uses(variable.id))?;
        let members = self.reflection.members(variable.ty);
        let ends = members.iter().zip(0u32..).map(|(member, place)| {
            let words = self.number(member.ty).map_or(1, |number| number.words());
            (member.offset.unwrap_or(place * 4) / 4).saturating_add(words)
        });
        Some((variable, ends.max().unwrap_or(0)))
    }

    /// Converts a type to record terms: base type, rows, columns, array size.
    pub(crate) fn number(&self, ty: TypeId) -> Option<Number> {
        let reflection = &self.reflection;
        let (element, array, stride) = match reflection.ty(ty) {
            TypeKind::Array { element, length, stride } => (*element, length.default_value()?, *stride),
            _ => (ty, 1, None),
        };
        let (column, columns) = match reflection.ty(element) {
            TypeKind::Matrix { column, count } => (*column, *count),
            _ => (element, 1),
        };
        let (scalar, rows) = match reflection.ty(column) {
            TypeKind::Vector { component, count } => (*component, *count),
            _ => (column, 1),
        };
        let base = match reflection.ty(scalar) {
            TypeKind::Int { width: 32, signed: true } => BaseType::SIGNED,
            TypeKind::Int { width: 32, signed: false } => BaseType::UNSIGNED,
            TypeKind::Float { width: 32 } => BaseType::FLOAT,
            _ => return None,
        };
        Some(Number { base, rows, columns, array: u32::try_from(array).ok()?, stride })
    }
}

/// A numeric type in record terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Number {
    pub base: BaseType,
    pub rows: u32,
    pub columns: u32,
    pub array: u32,
    /// Array stride in bytes, if decorated.
    pub stride: Option<u32>,
}

impl Number {
    /// Size under scalar layout, in words.
    pub(crate) fn words(self) -> u32 {
        self.rows.saturating_mul(self.columns).saturating_mul(self.array)
    }

    /// True if it matches the record's type; booleans in blocks are unsigned in the code.
    pub(crate) fn is(self, base: BaseType, rows: u8, columns: u8, array: u8) -> bool {
        let base_fits = base == self.base || base == BaseType::BOOLEAN && self.base == BaseType::UNSIGNED;
        base_fits && (self.rows, self.columns, self.array) == (rows.into(), columns.into(), array.into())
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&type_name(self.base, self.rows, self.columns, self.array))
    }
}

/// Type in source syntax: `float4`, `float2x3` (columns first), `int[4]`.
pub(crate) fn type_name(base: BaseType, rows: u32, columns: u32, array: u32) -> String {
    let mut text = match base {
        BaseType::BOOLEAN | BaseType::SIGNED | BaseType::UNSIGNED | BaseType::FLOAT => {
            base.scalar().to_owned()
        }
        other => format!("type {other} "),
    };
    if columns != 1 {
        text.push_str(&format!("{columns}x{rows}"));
    } else if rows != 1 {
        text.push_str(&rows.to_string());
    }
    if array != 1 {
        text.push_str(&format!("[{array}]"));
    }
    text
}
