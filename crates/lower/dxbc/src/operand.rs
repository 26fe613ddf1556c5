//! Operands: components that are read, with their modifiers, and components that are written.

use glassbox_dxbc::names::OperandType;
use glassbox_dxbc::operand::Index;
use glassbox_dxbc::{Operand, Selection};
use glassbox_lower_directx::{Outcome, arithmetic, rules};
use glassbox_spirv::build::value::{built_in, scope};
use glassbox_spirv::build::{Guarded, Id, glsl, op};

use crate::part::{Part, Ty};
use crate::ports::Way;
use crate::source::PhaseKind;
use crate::uses::Register;
use crate::writer::Writer;

/// All components.
pub(crate) const ALL: [u8; 4] = [0, 1, 2, 3];

/// Sign bit of a float.
const SIGN: u32 = 1 << 31;

/// The component that an operand has in the place of one.
pub(crate) fn swizzled(operand: &Operand<'_>, component: u8) -> u8 {
    match operand.selection() {
        Selection::Swizzle(swizzle) => swizzle[usize::from(component & 3)],
        Selection::One(one) => one,
        Selection::Mask(_) => component,
        Selection::Whole => 0,
    }
}

/// Number of the modifier: 1 negative, 2 absolute, 3 both.
fn modifier(operand: &Operand<'_>) -> u32 {
    operand.modifier.filter(|modifier| modifier.kind() == 1).map_or(0, |modifier| modifier.modifier())
}

impl Writer<'_> {
    /// Operand at a place.
    pub(crate) fn operand(&self, place: usize) -> Outcome<Operand<'_>> {
        let found =
            self.source.instructions.get(self.index).and_then(|instruction| instruction.operand(place));
        found.ok_or_else(|| self.refuse(&rules::SHAPE, format!("found no operand {}", place + 1)))
    }

    /// Components that an operand writes.
    pub(crate) fn mask(&self, place: usize) -> Outcome<Vec<u8>> {
        let operand = self.operand(place)?;
        Ok(match operand.selection() {
            Selection::Mask(mask) => (0..4).filter(|component| mask & 1 << component != 0).collect(),
            Selection::One(one) => vec![one],
            Selection::Swizzle(_) => ALL.to_vec(),
            Selection::Whole => vec![0],
        })
    }

    /// True if an operand is no register.
    pub(crate) fn is_null(&self, place: usize) -> bool {
        self.operand(place).is_ok_and(|operand| operand.operand_type() == OperandType::NULL)
    }

    /// Components of an operand as a type, with its modifiers.
    pub(crate) fn value(&mut self, place: usize, components: &[u8], ty: Ty) -> Outcome<Id> {
        let parts = self.parts(place, components, ty)?;
        Ok(self.gather(&parts, ty))
    }

    /// Components of an operand as bits, without its modifiers.
    pub(crate) fn bits_of(&mut self, place: usize, components: &[u8]) -> Outcome<Id> {
        let operand =
            self.source.instructions.get(self.index).and_then(|instruction| instruction.operand(place));
        let parts = match operand {
            Some(operand) => self.read(&operand, components)?,
            None => return Err(self.refuse(&rules::SHAPE, format!("found no operand {}", place + 1))),
        };
        Ok(self.gather(&parts, Ty::Uint))
    }

    /// Components of an operand that are moved: of the type that they have. Modifiers make floats of them.
    pub(crate) fn moved(&mut self, place: usize, components: &[u8]) -> Outcome<Vec<Part>> {
        self.parts(place, components, Ty::Float)
    }

    /// Components of an operand. Modifiers are those of a type.
    fn parts(&mut self, place: usize, components: &[u8], ty: Ty) -> Outcome<Vec<Part>> {
        let operand =
            self.source.instructions.get(self.index).and_then(|instruction| instruction.operand(place));
        let Some(operand) = operand else {
            return Err(self.refuse(&rules::SHAPE, format!("found no operand {}", place + 1)));
        };
        let parts = self.read(&operand, components)?;
        Ok(match modifier(&operand) {
            0 => parts,
            number => self.modified(&parts, number, ty),
        })
    }

    fn modified(&mut self, parts: &[Part], number: u32, ty: Ty) -> Vec<Part> {
        let (negates, is_absolute) = (number & 1 != 0, number & 2 != 0);
        let is_float = ty == Ty::Float;
        let fixed: Option<Vec<u32>> = parts
            .iter()
            .map(|part| match part {
                Part::Bits(bits) => Some(*bits),
                Part::Value { .. } => None,
            })
            .collect();
        if let Some(fixed) = fixed {
            let apply = |bits: u32| {
                let bits = match (is_absolute, is_float) {
                    (false, _) => bits,
                    (true, true) => bits & !SIGN,
                    (true, false) => (bits as i32).unsigned_abs(),
                };
                match (negates, is_float) {
                    (false, _) => bits,
                    (true, true) => bits ^ SIGN,
                    (true, false) => bits.wrapping_neg(),
                }
            };
            return fixed.into_iter().map(|bits| Part::Bits(apply(bits))).collect();
        }
        let own = if is_float { Ty::Float } else { Ty::Uint };
        let mut value = self.gather(parts, own);
        let vector = own.vector(&mut self.b, parts.len());
        if is_absolute {
            let instruction = if is_float { glsl::F_ABS } else { glsl::S_ABS };
            value = self.b.extended_instruction(instruction, vector, &[value]);
        }
        if negates {
            let opcode = if is_float { op::F_NEGATE } else { op::S_NEGATE };
            value = self.b.value(opcode, vector, &[value]);
        }
        Part::of(value, own, parts.len())
    }

    /// Components of an operand as they are.
    pub(crate) fn read(&mut self, operand: &Operand<'_>, components: &[u8]) -> Outcome<Vec<Part>> {
        use OperandType as O;
        let picked: Vec<u8> = components.iter().map(|component| swizzled(operand, *component)).collect();
        let kind = operand.operand_type();
        match kind {
            O::IMMEDIATE32 => {
                let words: Vec<u32> = operand.immediates().collect();
                let at = |component: &u8| match words.as_slice() {
                    [one] => *one,
                    words => words.get(usize::from(*component)).copied().unwrap_or(0),
                };
                // Swizzles of immediates do not move components.
                Ok(components.iter().map(|component| Part::Bits(at(component))).collect())
            }
            O::TEMP => {
                let number = self.number(operand, 0)?;
                Ok(picked.iter().map(|one| self.read_component(Register::Temp(number), *one)).collect())
            }
            O::OUTPUT => {
                let index = self.last_index(operand)?;
                match index.relative {
                    None if !self.is_in_range(index.number as u32) => {
                        let register = Register::Output(index.number as u32);
                        Ok(picked.iter().map(|one| self.read_component(register, *one)).collect())
                    }
                    _ => self.read_outputs(&index, &picked),
                }
            }
            O::INDEXABLE_TEMP => self.read_array(operand, &picked),
            O::CONSTANT_BUFFER => self.read_constants(operand, &picked),
            O::IMMEDIATE_CONSTANT_BUFFER => self.read_immediate(operand, &picked),
            O::INPUT | O::INPUT_CONTROL_POINT => self.read_input(Way::Input, operand, &picked),
            O::OUTPUT_CONTROL_POINT => self.read_input(Way::Output, operand, &picked),
            O::INPUT_PATCH_CONSTANT => self.read_input(Way::Patch, operand, &picked),
            O::THIS => self.read_this(operand, &picked),
            O::NULL => Ok(vec![Part::Bits(0); picked.len()]),
            _ => self.read_built_in(kind, &picked),
        }
    }

    /// A component of an index register.
    pub(crate) fn index_value(&mut self, index: &Index<'_>) -> Outcome<Id> {
        let uint = self.b.uint();
        let number = self.b.constant(uint, index.number as u32);
        let Some(relative) = index.relative else { return Ok(number) };
        let parts = self.read(&relative, &[0])?;
        let value = self.gather(&parts, Ty::Uint);
        Ok(arithmetic::add(&mut self.b, value, number))
    }

    pub(crate) fn index_of<'o>(&self, operand: &Operand<'o>, dimension: usize) -> Outcome<Index<'o>> {
        operand.indices().nth(dimension).ok_or_else(|| {
            let message = format!("found a register `{}` without its index", operand.operand_type());
            self.refuse(&rules::SHAPE, message)
        })
    }

    fn last_index<'o>(&self, operand: &Operand<'o>) -> Outcome<Index<'o>> {
        let last = operand.indices().last();
        last.ok_or_else(|| {
            let message = format!("found a register `{}` without its index", operand.operand_type());
            self.refuse(&rules::SHAPE, message)
        })
    }

    /// An index that is a number.
    pub(crate) fn number(&self, operand: &Operand<'_>, dimension: usize) -> Outcome<u32> {
        operand.index(dimension).ok_or_else(|| {
            let message = format!("found a register `{}` whose number is not stated", operand.operand_type());
            self.refuse(&rules::SHAPE, message)
        })
    }

    /// Components of an input: with the vertex before the register, if it has two indices.
    fn read_input(&mut self, way: Way, operand: &Operand<'_>, picked: &[u8]) -> Outcome<Vec<Part>> {
        let index = self.last_index(operand)?;
        let vertex = match operand.indices().count() {
            2.. => {
                let first = self.index_of(operand, 0)?;
                Some(self.index_value(&first)?)
            }
            _ => None,
        };
        if index.relative.is_some() {
            return self.read_inputs(way, &index, picked, vertex);
        }
        self.ports.new_operand();
        let register = index.number as u32;
        let is_patch = way == Way::Input && self.is_patch_phase() && vertex.is_none();
        let way = if is_patch { Way::Patch } else { way };
        picked.iter().map(|one| self.read_port(way, register, *one, vertex)).collect()
    }

    /// True in the phases that compute what a patch has once.
    pub(crate) fn is_patch_phase(&self) -> bool {
        matches!(self.phase_kind(), PhaseKind::Fork | PhaseKind::Join)
    }

    /// Registers that hold what a stage is told.
    fn read_built_in(&mut self, kind: OperandType, picked: &[u8]) -> Outcome<Vec<Part>> {
        use OperandType as O;
        if let (O::FORK_INSTANCE_ID | O::JOIN_INSTANCE_ID, Some(id)) = (kind, self.instance) {
            return Ok(vec![Part::Value { id, index: None, ty: Ty::Uint, from: None }; picked.len()]);
        }
        let (number, count, ty) = match kind {
            O::INPUT_PRIMITIVE_ID => (built_in::PRIMITIVE_ID, 1, Ty::Uint),
            O::OUTPUT_CONTROL_POINT_ID | O::GS_INSTANCE_ID => (built_in::INVOCATION_ID, 1, Ty::Uint),
            O::THREAD_ID => (built_in::GLOBAL_INVOCATION_ID, 3, Ty::Uint),
            O::GROUP_ID => (built_in::WORKGROUP_ID, 3, Ty::Uint),
            O::THREAD_ID_IN_GROUP => (built_in::LOCAL_INVOCATION_ID, 3, Ty::Uint),
            O::THREAD_ID_IN_GROUP_FLATTENED => (built_in::LOCAL_INVOCATION_INDEX, 1, Ty::Uint),
            O::DOMAIN_POINT => (built_in::TESS_COORD, 3, Ty::Float),
            O::INPUT_COVERAGE_MASK => return self.read_coverage(picked),
            O::CYCLE_COUNTER => return Ok(self.read_clock(picked)),
            O::INNER_COVERAGE => (built_in::FULLY_COVERED_EXT, 1, Ty::Bool),
            _ => {
                let message = format!("found the register `{kind}`, which Vulkan has no counterpart for");
                return Err(self.refuse(&rules::OPERATION, message));
            }
        };
        let vector = ty.vector(&mut self.b, count);
        let variable = self.built_ins.variable(&mut self.b, number, vector, &mut self.interface);
        let id = self.b.value(op::LOAD, vector, &[variable]);
        let parts = Part::of(id, ty, count);
        let last = count - 1;
        Ok(picked.iter().map(|one| parts[usize::from(*one).min(last)]).collect())
    }

    /// A counter of time in two words.
    fn read_clock(&mut self, picked: &[u8]) -> Vec<Part> {
        let pair = Ty::Uint.vector(&mut self.b, 2);
        let subgroup = self.b.constant_uint(scope::SUBGROUP);
        let id = self.b.value(op::READ_CLOCK_KHR, pair, &[subgroup]);
        let parts = Part::of(id, Ty::Uint, 2);
        picked.iter().map(|one| parts[usize::from(*one).min(1)]).collect()
    }

    fn read_coverage(&mut self, picked: &[u8]) -> Outcome<Vec<Part>> {
        let uint = self.b.uint();
        let array = self.b.array(uint, 1, None);
        let variable =
            self.built_ins.variable(&mut self.b, built_in::SAMPLE_MASK, array, &mut self.interface);
        let pointer = self.b.pointer(glassbox_spirv::build::value::storage_class::INPUT, uint);
        let zero = self.b.constant_uint(0);
        let place = self.b.value(op::ACCESS_CHAIN, pointer, &[variable, zero]);
        let id = self.b.value(op::LOAD, uint, &[place]);
        Ok(vec![Part::Value { id, index: None, ty: Ty::Uint, from: None }; picked.len()])
    }

    /// Writes components of an operand.
    pub(crate) fn put(&mut self, place: usize, components: &[u8], parts: &[Part]) -> Outcome<()> {
        let operand =
            self.source.instructions.get(self.index).and_then(|instruction| instruction.operand(place));
        let Some(operand) = operand else {
            return Err(self.refuse(&rules::SHAPE, format!("found no operand {}", place + 1)));
        };
        use OperandType as O;
        let kind = operand.operand_type();
        let register = match kind {
            O::NULL => return Ok(()),
            O::TEMP => Register::Temp(self.number(&operand, 0)?),
            O::OUTPUT => {
                let index = self.last_index(&operand)?;
                if index.relative.is_some() || self.is_in_range(index.number as u32) {
                    return self.write_outputs(&index, components, parts);
                }
                Register::Output(index.number as u32)
            }
            O::INDEXABLE_TEMP => return self.write_array(&operand, components, parts),
            O::OUTPUT_DEPTH
            | O::OUTPUT_DEPTH_GREATER_EQUAL
            | O::OUTPUT_DEPTH_LESS_EQUAL
            | O::OUTPUT_COVERAGE_MASK
            | O::OUTPUT_STENCIL_REF => Register::Special(kind.0),
            _ => {
                let message = format!("found a write to `{kind}`, expected a register that can be written");
                return Err(self.refuse(&rules::SHAPE, message));
            }
        };
        for (component, part) in components.iter().zip(parts) {
            self.write_component(register, *component, *part);
        }
        Ok(())
    }

    /// Writes a value of as many components as a mask has; floats are saturated if the instruction says so.
    pub(crate) fn result(&mut self, place: usize, components: &[u8], value: Id, ty: Ty) -> Outcome<()> {
        let saturates = self.source.instructions.get(self.index).is_some_and(|found| found.saturates());
        let value = match ty {
            Ty::Float if saturates => arithmetic::saturate(&mut self.b, value),
            _ => value,
        };
        let parts = Part::of(value, ty, components.len());
        self.put(place, components, &parts)
    }
}
