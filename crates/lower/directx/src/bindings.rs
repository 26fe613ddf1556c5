//! Gives registers and spaces descriptor sets and bindings.

use std::collections::BTreeMap;

use glassbox_dxcontainer::part::rts::raw::{RangeType, TableOffset};
use glassbox_dxcontainer::part::rts::{Payload, RootSignature};

/// Class of registers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RegisterClass {
    /// `b`, constant buffers.
    Constants,
    /// `t`, textures and buffers that are read.
    Texture,
    /// `s`, samplers.
    Sampler,
    /// `u`, textures and buffers that are written.
    Unordered,
}

impl RegisterClass {
    /// Letter of its registers.
    pub const fn letter(self) -> char {
        match self {
            RegisterClass::Constants => 'b',
            RegisterClass::Texture => 't',
            RegisterClass::Sampler => 's',
            RegisterClass::Unordered => 'u',
        }
    }
}

/// Registers of a resource.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Range {
    /// Class of the registers.
    pub class: RegisterClass,
    /// Register space.
    pub space: u32,
    /// First register.
    pub lower: u32,
    /// Number of registers; `u32::MAX` if unbounded.
    pub count: u32,
}

impl Range {
    /// True if two ranges have a register in common.
    pub fn overlaps(&self, other: &Range) -> bool {
        let end = |range: &Range| u64::from(range.lower) + u64::from(range.count);
        (self.class, self.space) == (other.class, other.space)
            && u64::from(self.lower) < end(other)
            && u64::from(other.lower) < end(self)
    }
}

/// Where a resource is bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// To a descriptor set.
    Descriptor {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
    },
    /// To push constants.
    PushConstants {
        /// First byte of the block.
        offset: u32,
        /// Bytes of the block.
        size: u32,
    },
}

/// Space of the counters of unordered views whose binding nothing else states.
const COUNTERS: u32 = 4000;

/// A sampler that a root signature states.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StaticSampler {
    /// Descriptor set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
    /// Number in the root signature.
    pub index: u32,
    /// Register.
    pub register: u32,
    /// Register space.
    pub space: u32,
}

/// Rule by which registers get places.
#[derive(Clone, PartialEq, Debug)]
pub struct Bindings {
    /// Set by space, and numbers added to registers by class: for those that nothing else states.
    shifts: [u32; 4],
    /// Registers with places of their own: by class, space and first register, how many they are, and where.
    stated: BTreeMap<(RegisterClass, u32, u32), (u32, Bound)>,
    /// Samplers of a root signature.
    samplers: Vec<StaticSampler>,
    /// Where the heaps are that resources are indexed in: views, samplers.
    heaps: [[u32; 2]; 2],
}

/// The set is the space, and the binding the register: plus 0 for `b`, 1000 for `t`, 2000 for `s`, 3000 for `u`.
impl Default for Bindings {
    fn default() -> Bindings {
        Bindings {
            shifts: [0, 1000, 2000, 3000],
            stated: BTreeMap::new(),
            samplers: Vec::new(),
            heaps: [[7, 0], [7, 1]],
        }
    }
}

impl Bindings {
    /// The same with other numbers added to registers: `b`, `t`, `s`, `u`.
    #[must_use]
    pub fn shifted(mut self, shifts: [u32; 4]) -> Bindings {
        self.shifts = shifts;
        self
    }

    /// The same with descriptor sets and bindings for the heaps of views and of samplers.
    #[must_use]
    pub fn with_heaps(mut self, views: [u32; 2], samplers: [u32; 2]) -> Bindings {
        self.heaps = [views, samplers];
        self
    }

    /// Gives registers a place of their own.
    pub fn state(&mut self, range: Range, bound: Bound) {
        self.stated.insert((range.class, range.space, range.lower), (range.count, bound));
    }

    /// The places of a root signature: each table is a set, whose bindings are the offsets of its descriptors; root descriptors are the bindings of the
    /// set after the tables, by the number of their parameter, and static samplers those of the next. Root constants are push constants, one block
    /// after another.
    pub fn of_root_signature(signature: &RootSignature<'_>) -> Bindings {
        let mut bindings = Bindings::default();
        let is_table = |payload: &&Payload<'_>| matches!(payload, Payload::Table(..));
        let tables = signature.payloads.iter().filter(is_table).count() as u32;
        let (mut table, mut constants) = (0, 0);
        for (payload, parameter) in signature.payloads.iter().zip(0..) {
            match payload {
                Payload::Constants(found) => {
                    let range = single(RegisterClass::Constants, found.space, found.register);
                    let size = found.count.saturating_mul(4);
                    bindings.state(range, Bound::PushConstants { offset: constants, size });
                    constants += size.next_multiple_of(16);
                }
                Payload::Descriptor(found, _) => {
                    let kind = signature.parameters.get(parameter as usize).map(|found| found.parameter_type);
                    let Some(class) = kind.and_then(class_of_parameter) else { continue };
                    let bound = Bound::Descriptor { set: tables, binding: parameter };
                    bindings.state(single(class, found.space, found.register), bound);
                }
                Payload::Table(_, ranges) => {
                    let mut next = 0_u32;
                    for range in ranges.iter() {
                        if range.offset != TableOffset::APPEND {
                            next = range.offset.0;
                        }
                        if let Some(class) = class_of_range(range.range_type) {
                            let bound = Bound::Descriptor { set: table, binding: next };
                            let registers =
                                Range { class, space: range.space, lower: range.base, count: range.count.0 };
                            bindings.state(registers, bound);
                        }
                        next = next.saturating_add(range.count.0);
                    }
                    table += 1;
                }
                Payload::Missing => {}
            }
        }
        for (sampler, index) in signature.samplers.iter().zip(0..) {
            let (set, binding) = (tables + 1, index);
            let bound = Bound::Descriptor { set, binding };
            bindings.state(single(RegisterClass::Sampler, sampler.space, sampler.register), bound);
            let (register, space) = (sampler.register, sampler.space);
            bindings.samplers.push(StaticSampler { set, binding, index, register, space });
        }
        bindings
    }

    /// Samplers that the root signature states.
    pub fn static_samplers(&self) -> &[StaticSampler] {
        &self.samplers
    }

    /// Where registers are bound.
    pub fn place(&self, range: &Range) -> Bound {
        let start = (range.class, range.space, 0);
        let end = (range.class, range.space, range.lower);
        if let Some((&(_, _, lower), &(count, bound))) = self.stated.range(start..=end).next_back() {
            let distance = range.lower - lower;
            if distance < count {
                return match bound {
                    Bound::Descriptor { set, binding } => {
                        // A view of one register inside of a range has a binding of its own.
                        Bound::Descriptor { set, binding: binding.saturating_add(distance) }
                    }
                    constants => constants,
                };
            }
        }
        let shift = self.shifts[range.class as usize];
        Bound::Descriptor { set: range.space, binding: range.lower.saturating_add(shift) }
    }

    /// Set and binding of the counter of an unordered view.
    pub fn counter(&self, range: &Range) -> [u32; 2] {
        match self.place(range) {
            Bound::Descriptor { set, binding } => [set, binding.saturating_add(COUNTERS)],
            Bound::PushConstants { .. } => [range.space, range.lower.saturating_add(COUNTERS)],
        }
    }

    /// Set and binding of the heap of samplers, or of that of all other resources.
    pub fn heap(&self, is_sampler: bool) -> [u32; 2] {
        self.heaps[usize::from(is_sampler)]
    }
}

fn single(class: RegisterClass, space: u32, lower: u32) -> Range {
    Range { class, space, lower, count: 1 }
}

fn class_of_range(kind: RangeType) -> Option<RegisterClass> {
    match kind {
        RangeType::SRV => Some(RegisterClass::Texture),
        RangeType::UAV => Some(RegisterClass::Unordered),
        RangeType::CBV => Some(RegisterClass::Constants),
        RangeType::SAMPLER => Some(RegisterClass::Sampler),
        _ => None,
    }
}

fn class_of_parameter(kind: glassbox_dxcontainer::part::rts::raw::ParameterType) -> Option<RegisterClass> {
    use glassbox_dxcontainer::part::rts::raw::ParameterType;
    match kind {
        ParameterType::CBV => Some(RegisterClass::Constants),
        ParameterType::SRV => Some(RegisterClass::Texture),
        ParameterType::UAV => Some(RegisterClass::Unordered),
        _ => None,
    }
}
