//! Checks binding records.

use glassbox_core::diagnostic::Severity;
use glassbox_core::record::Field;

use super::Check;
use crate::program::Detail;
use crate::raw::{
    BaseType, Binding, BufferBinding, MAX_BINDINGS, MAX_ELEMENT_SIZE, Rank, TexelBinding, TexelType,
};
use crate::rules;

pub(super) const PATH: &str = "bindings.records";

impl Check<'_, '_> {
    pub(super) fn bindings(&mut self) {
        let records = self.file.program.bindings.clone();
        if records.len() > MAX_BINDINGS as usize {
            let start = self.file.places.binding_count;
            let at = self.location(start, start + 4, "bindings.count");
            let message = format!("found {} bindings, expected at most {MAX_BINDINGS}", records.len());
            self.report(&rules::BINDING_COUNT, at, message).note("there are 32 slots");
        }
        let mut owners: [Option<usize>; 256] = [None; 256];
        for (index, binding) in records.iter().enumerate() {
            if self.findings.is_full() {
                return;
            }
            let at = |field: Field| records.location(PATH, index, field);
            let slot = binding.slot;
            if u32::from(slot) >= MAX_BINDINGS {
                let message = format!("found slot {slot}, expected 0 to 31");
                self.report(&rules::BINDING_SLOT, at(Binding::slot), message);
            }
            match owners[usize::from(slot)] {
                Some(other) => {
                    let message = format!("found slot {slot} in use, expected a free one");
                    let label = records.location(PATH, other, Binding::slot);
                    self.report(&rules::BINDING_SHARED_SLOT, at(Binding::slot), message)
                        .label(label, "already uses it");
                }
                None => owners[usize::from(slot)] = Some(index),
            }
            if let Some(absent) = self.absent(binding.stages) {
                let message =
                    format!("found a stage mask with {absent}, expected stages of {} only", self.present);
                self.report(&rules::BINDING_STAGE, at(Binding::stages), message)
                    .help("repair `stage-masks` clears the bits");
            }
            if binding.stages.0 == 0 {
                let message = "found an empty stage mask: the binding is declared and never used";
                self.report(&rules::BINDING_UNUSED, at(Binding::stages), message);
            }
            match binding.shape() {
                Detail::Buffer { element_size, padding } => {
                    self.element_size(element_size, at(BufferBinding::element_size));
                    if padding != [0; 2] {
                        self.padding(at(BufferBinding::padding), &padding);
                    }
                }
                Detail::Texel { rank, texel_type, component_size, components } => {
                    self.rank(&binding, rank, at(TexelBinding::rank));
                    self.texel(&binding, texel_type, component_size, components, &at);
                }
                Detail::Unknown(_) => {
                    let message =
                        format!("found base type {}, expected a binding, 5 to 10", binding.base_type);
                    self.report(&rules::BINDING_BASE_TYPE, at(Binding::base_type), message);
                }
            }
        }
    }

    fn element_size(&mut self, size: u16, at: glassbox_core::diagnostic::Location) {
        if size == 0 || !size.is_multiple_of(4) {
            let message =
                format!("found element size {size}, expected a multiple of 4 from 4 to {MAX_ELEMENT_SIZE}");
            self.report(&rules::ELEMENT_SIZE, at, message);
        } else if size > MAX_ELEMENT_SIZE {
            let message = format!("found element size {size}, expected at most {MAX_ELEMENT_SIZE}");
            self.report(&rules::ELEMENT_SIZE, at, message)
                .severity(Severity::Warning)
                .note("the compiler makes no larger structures; nothing in the runtime depends on it");
        }
    }

    fn rank(&mut self, binding: &Binding, rank: Rank, at: glassbox_core::diagnostic::Location) {
        let buffer = matches!(binding.base_type, BaseType::RO_TEXELS | BaseType::RW_TEXELS);
        let fits = if buffer { rank == Rank::BUFFER } else { rank <= Rank::CUBE };
        if !fits {
            let expected = if buffer { "6 (buffer)" } else { "0 to 5" };
            let message = format!("found rank {rank} of a {}, expected {expected}", binding.base_type);
            self.report(&rules::BINDING_RANK, at, message);
        } else if binding.base_type == BaseType::IMAGE && rank == Rank::CUBE {
            let message = "found a cube storage image, expected a shape that the runtime knows";
            self.report(&rules::STORAGE_CUBE, at, message).help("use a 2D array image with six layers");
        }
    }

    fn texel(
        &mut self,
        binding: &Binding,
        ty: TexelType,
        size: u8,
        components: u8,
        at: &dyn Fn(Field) -> glassbox_core::diagnostic::Location,
    ) {
        if ty > TexelType::SNORM {
            let message = format!("found texel type {ty}, expected 0 to 4");
            self.report(&rules::TEXEL_TYPE, at(TexelBinding::texel_type), message);
            return;
        }
        let wide = ty <= TexelType::FLOAT;
        let fixed = matches!(binding.base_type, BaseType::SAMPLER | BaseType::RO_TEXELS);
        if fixed {
            let faults = [
                (!wide, TexelBinding::texel_type, format!("texel type {ty}"), "signed, unsigned or float"),
                (wide && size != 4, TexelBinding::component_size, format!("component size {size}"), "4"),
                (components != 4, TexelBinding::components, format!("{components} components"), "4"),
            ];
            for (_, field, found, expected) in faults.into_iter().filter(|fault| fault.0) {
                let message = format!("found {found} of a {}, expected {expected}", binding.base_type);
                self.report(&rules::STORAGE_FORMAT, at(field), message);
            }
        }
        if wide && size != 4 && !fixed || !wide && !matches!(size, 1 | 2) {
            let expected = if wide { "4" } else { "1 or 2" };
            let message = format!("found component size {size} of {ty} texels, expected {expected}");
            self.report(&rules::COMPONENT_SIZE, at(TexelBinding::component_size), message);
        }
        if !matches!(components, 1 | 2 | 4) {
            let message = format!("found {components} components, expected 1, 2 or 4");
            self.report(&rules::COMPONENT_COUNT, at(TexelBinding::components), message);
        }
    }
}
