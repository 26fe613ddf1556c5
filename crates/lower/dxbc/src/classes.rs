//! Class linkage: instances of classes that are chosen when the program is bound.
//!
//! A program names by interface slots what Direct3D 11 binds with `ID3D11ClassInstance`: the table of functions of a class, and where the
//! data of the instance are. Both are in a block that the application fills, and resources of instances are in arrays, all in set 1,
//! which programs of shader model 5.0 do not use otherwise.

use std::collections::BTreeMap;

use glassbox_dxbc::declaration::{Binding, ResourceKind, ViewFlags};
use glassbox_dxbc::extended::Extended;
use glassbox_dxbc::names::{Dimension, OperandType, ReturnType};
use glassbox_dxbc::{Instruction, Operand};
use glassbox_lower_directx::bindings::RegisterClass;
use glassbox_lower_directx::resource;
use glassbox_lower_directx::{Outcome, arithmetic, rules};
use glassbox_spirv::build::{Id, op};

use crate::part::{Part, Ty};
use crate::plan::Label;
use crate::resources::class_of;
use crate::source::{Declarations, Holds, View, ViewId};
use crate::writer::Writer;

/// Space of what instances have.
const SPACE: u32 = 1;
/// Number of the block of interface slots.
const SLOTS: ViewId = (RegisterClass::Constants, u32::MAX);
/// Register of the block of interface slots, after those of constant buffers.
const SLOTS_REGISTER: u32 = 14;
/// Registers of Direct3D 11: constant buffers, samplers, textures.
const CONSTANT_BUFFERS: u32 = 14;
const SAMPLERS: u32 = 16;
const TEXTURES: u32 = 128;
/// Numbers of the arrays of resources, by class from this one down.
const ARRAYS: u32 = u32::MAX - 1;
/// Rows of a slot: place of the data, table of functions.
const ROWS: u32 = 2;
/// Slots of Direct3D 11.
const MAX_SLOTS: u32 = 253;

/// An interface variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Interface {
    /// Slots from its number on.
    pub(crate) length: u32,
    /// Function tables, one for each class.
    pub(crate) tables: Vec<u32>,
}

/// Declares what instances have, if the program uses instances that are chosen later.
pub(crate) fn declare(all: &mut Declarations, instructions: &[Instruction<'_>]) {
    let mut arrays: BTreeMap<ViewId, View> = BTreeMap::new();
    let mut kinds: Vec<ResourceKind> = Vec::new();
    let mut is_used = all.interfaces.values().any(|interface| interface.tables.len() > 1);
    for instruction in instructions.iter().filter(|found| !found.opcode.is_declaration()) {
        for operand in instruction.operands().filter_map(Result::ok) {
            is_used |= operand.operand_type() == OperandType::THIS;
            let Some(class) = chosen(&operand) else { continue };
            let (number, count, content) = match class {
                RegisterClass::Constants => (0, CONSTANT_BUFFERS, Holds::Rows(0)),
                RegisterClass::Sampler => (0, SAMPLERS, Holds::Sampler),
                RegisterClass::Texture => {
                    let Some(kind) = kind_of(instruction) else { continue };
                    let known = kinds.iter().position(|known| *known == kind);
                    let number = known.unwrap_or_else(|| {
                        kinds.push(kind);
                        kinds.len() - 1
                    });
                    (number as u32, TEXTURES, Holds::View(kind, ViewFlags::default()))
                }
                RegisterClass::Unordered => continue,
            };
            let binding =
                Binding { id: ARRAYS - number, lower: number, upper: number + count - 1, space: SPACE };
            let name = String::new();
            arrays.insert((class, binding.id), View { binding, content, name });
        }
    }
    if !is_used {
        return;
    }
    all.views.extend(arrays);
    all.texture_arrays = kinds;
    let ends = all.interfaces.iter().map(|(number, interface)| number.saturating_add(interface.length));
    let count = ends.max().unwrap_or(0).clamp(1, MAX_SLOTS);
    let register = SLOTS_REGISTER;
    let binding = Binding { id: SLOTS.1, lower: register, upper: register, space: SPACE };
    all.views.insert(SLOTS, View { binding, content: Holds::Rows(count * ROWS), name: String::new() });
}

/// The class of an operand whose register is chosen when the program runs.
pub(crate) fn chosen(operand: &Operand<'_>) -> Option<RegisterClass> {
    let class = class_of(operand.operand_type())?;
    operand.indices().next()?.relative.is_some().then_some(class)
}

/// What an instruction states of the resource that it reads.
fn kind_of(instruction: &Instruction<'_>) -> Option<ResourceKind> {
    let mut shape = None;
    let mut returns = [ReturnType::FLOAT; 4];
    for word in instruction.extended().map(Extended::read) {
        match word {
            Extended::Dimension { dimension, stride } => shape = Some((dimension, stride)),
            Extended::Returns(found) => returns = found,
            _ => {}
        }
    }
    Some(match shape? {
        (Dimension::RAW_BUFFER, _) => ResourceKind::Raw,
        (Dimension::STRUCTURED_BUFFER, stride) => ResourceKind::Structured { stride },
        (dimension, _) => ResourceKind::Typed { dimension, samples: 0, returns },
    })
}

/// Names of what instances have.
pub(crate) fn name(id: ViewId) -> Option<String> {
    Some(match id {
        SLOTS => "interface_slots".to_owned(),
        (class, number) if number > ARRAYS - TEXTURES => {
            format!("class_{}{}", class.letter(), ARRAYS - number)
        }
        _ => return None,
    })
}

impl Writer<'_> {
    /// The array of an operand whose register is chosen when the program runs, and the register.
    pub(crate) fn chosen_resource(
        &mut self,
        operand: &Operand<'_>,
        class: RegisterClass,
    ) -> Outcome<(ViewId, Id)> {
        let kind = self.source.instructions.get(self.index).and_then(kind_of);
        let number = match class {
            RegisterClass::Texture => kind
                .and_then(|kind| self.source.declared.texture_arrays.iter().position(|known| *known == kind)),
            _ => Some(0),
        };
        let id = number.map(|number| (class, ARRAYS - number as u32));
        let Some(id) = id.filter(|id| self.view(*id).is_some()) else {
            let message = format!(
                "found a register of `{}` that is chosen when the program runs, expected an instance of a class",
                operand.operand_type()
            );
            return Err(self.refuse(&rules::RESOURCE, message));
        };
        let index = self.index_of(operand, 0)?;
        Ok((id, self.index_value(&index)?))
    }

    /// A row of an interface slot.
    fn slot_row(&mut self, slot: Id, row: u32) -> Outcome<Id> {
        let uint4 = Ty::Uint.vector(&mut self.b, 4);
        let rows = match self.view(SLOTS).map(|view| view.content) {
            Some(Holds::Rows(rows)) => rows,
            _ => 0,
        };
        let variable = self.declared(SLOTS, |w, _, binding| {
            Ok(resource::declare_constants(&mut w.b, uint4, rows, binding))
        })?;
        let first = arithmetic::times(&mut self.b, slot, ROWS);
        let row = self.b.constant_uint(row);
        let at = arithmetic::add(&mut self.b, first, row);
        let zero = self.b.constant_uint(0);
        let choice = resource::Choice { index: zero, non_uniform: false };
        let place = variable.pointer(&mut self.b, choice, &[zero, at], uint4);
        Ok(self.b.value(op::LOAD, uint4, &[place]))
    }

    /// Where the data of an instance are: constant buffer, first row, first texture, first sampler.
    pub(crate) fn read_this(&mut self, operand: &Operand<'_>, picked: &[u8]) -> Outcome<Vec<Part>> {
        let index = self.index_of(operand, 0)?;
        let slot = self.index_value(&index)?;
        let row = self.slot_row(slot, 0)?;
        let part = |one: &u8| Part::Value { id: row, index: Some(u32::from(*one)), ty: Ty::Uint, from: None };
        Ok(picked.iter().map(part).collect())
    }

    /// A call through an interface: of the function of the class that the slot has, of the first class if it has no other.
    pub(crate) fn interface_call(&mut self) -> Outcome<()> {
        let instruction = self.source.instructions.get(self.index);
        let operand = instruction.and_then(|found| found.operand(0));
        let Some(operand) = operand else {
            return Err(self.refuse(&rules::SHAPE, "found no interface".to_owned()));
        };
        let number = instruction.and_then(|found| found.called_function()).unwrap_or(0) as usize;
        let declared = &self.source.declared;
        let tables = operand.index(0).and_then(|interface| declared.interfaces.get(&interface));
        let body = |table: &u32| {
            let body = declared.tables.get(table)?.get(number)?;
            Some((*table, *self.functions.get(&Label::Body(*body))?))
        };
        let functions: Option<Vec<(u32, Id)>> =
            tables.and_then(|found| found.tables.iter().map(body).collect());
        match functions.as_deref() {
            Some([(_, only)]) => {
                self.call_function(*only);
                Ok(())
            }
            Some([(_, first), others @ ..]) => self.call_by_class(&operand, *first, others),
            _ => {
                let message =
                    format!("found a call of function {number} of an interface that has no such function");
                Err(self.refuse(&rules::SHAPE, message))
            }
        }
    }

    fn call_by_class(&mut self, operand: &Operand<'_>, first: Id, others: &[(u32, Id)]) -> Outcome<()> {
        let number = self.number(operand, 0)?;
        let element = self.index_of(operand, 1)?;
        let element = self.index_value(&element)?;
        let number = self.b.constant_uint(number);
        let slot = arithmetic::add(&mut self.b, element, number);
        let row = self.slot_row(slot, 1)?;
        let uint = self.b.uint();
        let table = self.b.value_with(op::COMPOSITE_EXTRACT, uint, &[row], &[0]);
        self.flush();
        let (default, merge) = (self.b.id(), self.b.id());
        let cases: Vec<(u64, Id)> =
            others.iter().map(|(table, _)| (u64::from(*table), self.b.id())).collect();
        self.b.switch(table, default, &cases, merge);
        let functions = std::iter::once(first).chain(others.iter().map(|(_, function)| *function));
        let labels = std::iter::once(default).chain(cases.iter().map(|(_, label)| *label));
        for (label, function) in labels.zip(functions) {
            self.b.open(label);
            self.call_function(function);
            self.b.branch(merge);
        }
        self.b.open(merge);
        Ok(())
    }
}
