//! Checks reflection against code: descriptors, slots, the uniform, subpass inputs, capabilities.

use glassbox_core::diagnostic::Severity;
use glassbox_spirv::grammar::value::capability;
use glassbox_spirv::grammar::value_name;
use glassbox_spirv::reflect::{DescriptorCount, DescriptorKind, Half, TypeKind};

use super::Check;
use crate::module::{Number, StageCode, TABLE_KINDS, type_name};
use crate::raw::{BaseType, Binding, MAX_SUBPASS_INPUTS, SubpassInput, TexelType};
use crate::rules;

/// Capabilities that are always available or always enabled by the runtime.
const ENABLED: [u32; 11] = [
    capability::MATRIX,
    capability::SHADER,
    capability::INPUT_ATTACHMENT,
    capability::SAMPLED_1D,
    capability::IMAGE_1D,
    capability::SAMPLED_BUFFER,
    capability::IMAGE_BUFFER,
    capability::IMAGE_QUERY,
    capability::DERIVATIVE_CONTROL,
    capability::UNIFORM_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
    capability::STORAGE_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
];

impl Check<'_, '_> {
    pub(super) fn cross(&mut self, codes: &[StageCode]) {
        for code in codes {
            self.descriptors(code);
            self.push_constants(code);
            self.uniform_in_code(code);
            self.capabilities(code);
        }
        self.subpass_in_code(codes);
        self.locations(codes);
    }

    fn descriptors(&mut self, code: &StageCode) {
        for descriptor in &code.reflection.descriptors {
            let at = self.code_at(code.stage, &descriptor.range);
            let kind = descriptor.kind;
            let fits = match (descriptor.set, descriptor.binding) {
                (Some(0), Some(binding)) => TABLE_KINDS.get(binding as usize) == Some(&kind),
                (Some(1), Some(0)) => kind == DescriptorKind::UniformBuffer,
                (Some(2), Some(binding)) => {
                    binding < MAX_SUBPASS_INPUTS && kind == DescriptorKind::InputAttachment
                }
                _ => false,
            };
            if !fits {
                let number =
                    |number: Option<u32>| number.map_or("none".to_owned(), |number| number.to_string());
                let message = format!(
                    "found a {} at set {}, binding {}, expected one that the runtime offers",
                    kind.name(),
                    number(descriptor.set),
                    number(descriptor.binding)
                );
                self.report(&rules::UNKNOWN_DESCRIPTOR, at, message)
                    .note("set 0: samplers, images, buffers, texel buffers at 0 to 4; set 1: uniform at 0; set 2: input attachments");
                continue;
            }
            if descriptor.set != Some(0) {
                continue;
            }
            let table = descriptor.binding.unwrap_or(0) as usize;
            let expected = u64::from(self.file.program.tables[table]);
            let found = match descriptor.count {
                DescriptorCount::One => Some(1),
                DescriptorCount::Array(length) => length.default_value(),
                DescriptorCount::Runtime => Some(expected),
            };
            if found != Some(expected) {
                let found = found.map_or("an unknown number of".to_owned(), |found| found.to_string());
                let message = format!("found an array of {found} {}s, expected {expected}", kind.name());
                let label = self.header_field(super::header::TABLES[table].0);
                self.report(&rules::DESCRIPTOR_ARRAY_SIZE, at, message)
                    .label(label, format!("says {expected}"));
            }
        }
    }

    fn push_constants(&mut self, code: &StageCode) {
        let bindings = self.file.program.bindings.clone();
        let mut by_slot: [Option<(usize, Binding)>; 256] = [None; 256];
        for (index, binding) in bindings.iter().enumerate() {
            by_slot[usize::from(binding.slot)].get_or_insert((index, binding));
        }
        let record = |slot: u32| by_slot.get(slot as usize).copied().flatten();
        let bit = code.stage.mask.0;
        let mut missing = [false; 256];
        for used in code.slots() {
            let at = self.code_at(code.stage, &used.range);
            let Some((index, binding)) = record(used.slot) else {
                let reported = missing.get_mut(used.slot as usize);
                if reported.is_none_or(|reported| !std::mem::replace(reported, true)) {
                    let message =
                        format!("found a read of slot {}, expected a slot with a binding", used.slot);
                    self.report(&rules::UNBOUND_PUSH_CONSTANT, at, message)
                        .help("add its binding to the reflection");
                }
                continue;
            };
            let Some(location) = used.descriptor else {
                continue;
            };
            let descriptor = &code.reflection.descriptors[location];
            let table = descriptor.binding.map(|table| table as usize);
            let label = bindings.location(super::bindings::PATH, index, Binding::base_type);
            if binding.base_type.table() != table {
                let message = format!(
                    "found slot {} selecting a {}, expected what its binding states",
                    used.slot,
                    descriptor.kind.name()
                );
                self.report(&rules::UNBOUND_PUSH_CONSTANT, at, message)
                    .label(label, format!("says {}", binding.base_type));
            } else if binding.stages.0 & bit == 0 {
                let location = bindings.location(super::bindings::PATH, index, Binding::stages);
                let message = format!("found a stage mask without {}, expected it", code.stage.name);
                self.report(&rules::STAGE_MASK, location, message)
                    .label(at, format!("slot {} is used here", used.slot))
                    .help("repair `stage-masks` adds the stage");
            }
        }
        self.push_block(code, &bindings.iter().map(|binding| u32::from(binding.slot)).collect::<Vec<_>>());
    }

    fn push_block(&mut self, code: &StageCode, slots: &[u32]) {
        let Some(entry) = code.entry() else {
            return;
        };
        for read in entry.push_reads.iter().filter(|read| read.word.half == Half::Whole) {
            let low = code.slot(&glassbox_spirv::reflect::PushWord { half: Half::Low, ..read.word });
            if low.is_none_or(|low| !slots.contains(&low) && !slots.contains(&(low + 1))) {
                let at = self.code_at(code.stage, &read.range);
                let message =
                    "found a read of a whole push-constant word, expected the half word of a binding";
                self.report(&rules::UNBOUND_PUSH_CONSTANT, at, message);
            }
        }
        let Some((variable, words)) = code.push_block() else {
            return;
        };
        let expected = slots.iter().max().map_or(0, |slot| (slot + 2) / 2);
        if words > expected {
            let at = self.code_at(code.stage, &variable.range);
            let message =
                format!("found a push-constant block of {words} words, expected at most {expected}");
            self.report(&rules::UNBOUND_PUSH_CONSTANT, at, message)
                .note("the runtime makes the range as long as the highest slot needs");
        }
    }

    fn uniform_in_code(&mut self, code: &StageCode) {
        let Some(descriptor) = code.uniform().filter(|descriptor| code.uses(descriptor.variable)) else {
            return;
        };
        let at = self.code_at(code.stage, &descriptor.range);
        let start = self.file.places.uniform;
        let Some(uniform) = &self.file.program.uniform else {
            let place = self.location(start, start + 2, "uniform.size");
            let message =
                format!("found no uniform, expected the one that the {} module uses", code.stage.name);
            self.report(&rules::UNIFORM_MISMATCH, place, message).label(at, "is used from here");
            return;
        };
        if uniform.stages.0 & code.stage.mask.0 == 0 {
            let place = self.location(start + 2, start + 4, "uniform.stages");
            let message = format!("found a stage mask without {}, expected it", code.stage.name);
            self.report(&rules::STAGE_MASK, place, message)
                .label(at.clone(), "is used here")
                .help("repair `stage-masks` adds the stage");
        }
        let members = code.uniform_members();
        let mut end = 0;
        let mut place = self.file.places.members;
        let mut by_offset = std::collections::HashMap::new();
        for (index, member) in uniform.members.iter().enumerate() {
            by_offset.entry(u32::from(member.offset)).or_insert((index, place));
            place += member.stored_size();
        }
        for (number, member) in members.iter().enumerate() {
            let Some(offset) = member.offset else { continue };
            let Some(found) = code.number(member.ty) else {
                continue;
            };
            end = end.max(offset.saturating_add(found.words().saturating_mul(4)));
            let Some(&(index, place)) = by_offset.get(&offset) else {
                let message =
                    format!("found a {found} at offset {offset} in the code, expected a member there");
                let label = self.location(start, start + 2, "uniform.size");
                self.report(&rules::UNIFORM_MISMATCH, at.clone(), message)
                    .label(label, "begins the reflected uniform");
                continue;
            };
            let record = &uniform.members[index];
            let strides = member.matrix_stride.is_none_or(|stride| stride == found.rows.saturating_mul(4))
                && found.stride.is_none_or(|stride| {
                    stride == found.rows.saturating_mul(found.columns).saturating_mul(4)
                })
                && !member.row_major;
            if !found.is(record.base_type, record.rows, record.columns, record.array_size) || !strides {
                let name = record.name.len() as u64;
                let from = place + 3 + name;
                let path = format!("uniform.members[{index}]");
                let stored = type_name(
                    record.base_type,
                    record.rows.into(),
                    record.columns.into(),
                    record.array_size.into(),
                );
                let message = if strides {
                    format!("found a {stored}, expected the {found} that member {number} of the block is")
                } else {
                    format!(
                        "found a {stored} in scalar layout, expected the strides of member {number} of the block"
                    )
                };
                let place = self.location(from, from + 4, path);
                self.report(&rules::UNIFORM_MISMATCH, place, message).label(at.clone(), "declares the block");
            }
        }
        if !members.is_empty() && end != u32::from(uniform.size) {
            let place = self.location(start, start + 2, "uniform.size");
            let message = format!("found a uniform of {} bytes, expected {end} as in the code", uniform.size);
            self.report(&rules::UNIFORM_MISMATCH, place, message).label(at, "declares the block");
        }
    }

    fn capabilities(&mut self, code: &StageCode) {
        for capability in &code.reflection.capabilities {
            let number = capability.value;
            if ENABLED.contains(&number) {
                continue;
            }
            let name = value_name("Capability", number).map_or_else(|| number.to_string(), str::to_owned);
            let at = self.code_at(code.stage, &capability.range);
            let message = format!("found capability {name}, expected one that the runtime enables");
            let mut finding = self.findings.report(&rules::CAPABILITY, at, message);
            // Required by the compiler for most storage formats, never enabled by the runtime.
            if number == capability::STORAGE_IMAGE_EXTENDED_FORMATS {
                finding
                    .severity(Severity::Info)
                    .note("the compiler needs it for most storage formats; drivers are lenient about it");
            }
        }
    }

    fn subpass_in_code(&mut self, codes: &[StageCode]) {
        let records = self.file.program.subpass_inputs.clone();
        if self.file.layout.objects.is_some() {
            return;
        }
        let mut used = vec![false; records.len()];
        for code in codes {
            for descriptor in &code.reflection.descriptors {
                if descriptor.kind != DescriptorKind::InputAttachment || !code.uses(descriptor.variable) {
                    continue;
                }
                let at = self.code_at(code.stage, &descriptor.range);
                let index = descriptor.input_attachment.or(descriptor.binding).unwrap_or(0);
                if descriptor.input_attachment != descriptor.binding {
                    let message = format!(
                        "found input attachment {index} at another binding, expected binding {index}"
                    );
                    self.report(&rules::SUBPASS_MISMATCH, at.clone(), message);
                }
                let Some(record) = records.get(index as usize) else {
                    let start = self.file.places.subpass_count;
                    let location = self.location(start, start + 4, "subpass_inputs.count");
                    let message =
                        format!("found {} subpass inputs, expected at least {}", records.len(), index + 1);
                    self.report(&rules::SUBPASS_MISMATCH, location, message)
                        .label(at, format!("input attachment {index} is used"));
                    continue;
                };
                used[index as usize] = true;
                let expected = texel_class(code, descriptor.element);
                if expected != Some(record.texel_type) {
                    let location =
                        records.location(super::subpass::PATH, index as usize, SubpassInput::texel_type);
                    let name = expected.map_or("another class".to_owned(), |expected| expected.to_string());
                    let message =
                        format!("found texel type {}, expected {name} as in the code", record.texel_type);
                    self.report(&rules::SUBPASS_MISMATCH, location, message).label(at, "declares the input");
                }
            }
        }
        if codes.iter().all(|code| code.entry().is_some_and(|entry| !entry.truncated)) && !codes.is_empty() {
            for index in (0..used.len()).filter(|&index| !used[index]) {
                if self.findings.is_full() {
                    return;
                }
                let location = records.record_location(super::subpass::PATH, index);
                let message = format!("found subpass input {index} that no module uses");
                self.report(&rules::SUBPASS_MISMATCH, location, message).severity(Severity::Warning);
            }
        }
    }
}

/// Texel type returned by reading an image.
pub(crate) fn texel_class(code: &StageCode, image: glassbox_spirv::reflect::TypeId) -> Option<TexelType> {
    let image = match code.reflection.ty(image) {
        TypeKind::SampledImage { image } => *image,
        _ => image,
    };
    let TypeKind::Image { sampled, .. } = code.reflection.ty(image) else {
        return None;
    };
    let Number { base, .. } = code.number(*sampled)?;
    match base {
        BaseType::SIGNED => Some(TexelType::SIGNED),
        BaseType::UNSIGNED => Some(TexelType::UNSIGNED),
        BaseType::FLOAT => Some(TexelType::FLOAT),
        _ => None,
    }
}
