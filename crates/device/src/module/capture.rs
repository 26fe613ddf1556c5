//! Captures the outputs of a vertex stage by transform feedback: adds the decorations that it needs to a module.

use std::collections::BTreeMap;

use glassbox_spirv::grammar::op;
use glassbox_spirv::grammar::value::{built_in, capability, decoration, execution_mode};
use glassbox_spirv::reflect::{Location, Reflection, ScalarClass, TypeKind, Variable};

use super::Subject;
use super::compare::{Number, Part};

/// Bytes of a vertex at most.
const MOST: u32 = 512;

/// A module with captured outputs.
pub struct Captured {
    /// Its words.
    pub words: Vec<u32>,
    /// Bytes of a vertex.
    pub stride: u32,
    fields: Vec<Field>,
}

/// A captured variable or member.
struct Field {
    offset: u32,
    /// `None` for the position.
    location: Option<Location>,
}

impl Captured {
    /// Adds the decorations.
    ///
    /// # Errors
    /// Names outputs that are not captured.
    pub fn of(subject: &Subject) -> Result<Captured, String> {
        let reflection = &subject.reflection;
        if subject.entry().modes.iter().any(|mode| mode.mode == execution_mode::XFB) {
            return Err("outputs that the module captures itself".to_owned());
        }
        let mut edits = Edits::default();
        let mut captured = Captured { words: Vec::new(), stride: 0, fields: Vec::new() };
        for location in reflection.output_locations(subject.entry()) {
            if location.width != 32 {
                return Err(format!("output {} is not made of numbers of 32 bits", location.location));
            }
            let variable = reflection.variable(location.variable).ok_or("an output without a variable")?;
            if !subject.writes(variable.id) {
                continue;
            }
            let length = location.array.map_or(1, |length| length.default_value().unwrap_or(1)) as u32;
            let size = 4 * location.components * location.columns * length;
            edits.place(reflection, variable, location.member, captured.stride);
            captured.fields.push(Field { offset: captured.stride, location: Some(location) });
            captured.stride += size;
        }
        if let Some((variable, member)) = position(subject) {
            edits.place(reflection, variable, member, captured.stride);
            captured.fields.push(Field { offset: captured.stride, location: None });
            captured.stride += 16;
        }
        if captured.fields.is_empty() || captured.stride > MOST {
            return Err(format!("{} bytes of outputs", captured.stride));
        }
        captured.words = edits.apply(subject, captured.stride)?;
        Ok(captured)
    }

    /// The numbers of captured vertices, by location.
    pub fn parts(&self, bytes: &[u8]) -> Vec<Part> {
        let mut found: BTreeMap<String, Vec<Number>> = BTreeMap::new();
        let vertices = bytes.chunks_exact(self.stride as usize);
        for vertex in vertices {
            for field in &self.fields {
                let words = vertex[field.offset as usize..].chunks_exact(4);
                let mut words = words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
                let Some(location) = &field.location else {
                    let all = words.take(4).map(|word| Number::Float(f64::from(f32::from_bits(word))));
                    found.entry("position".to_owned()).or_default().extend(all);
                    continue;
                };
                for index in 0..location.locations {
                    for component in 0..location.components {
                        let name = format!(
                            "output {}.{}",
                            location.location + index,
                            location.component + component
                        );
                        let word = words.next().unwrap_or(0);
                        found.entry(name).or_default().push(match location.class {
                            ScalarClass::Float => Number::Float(f64::from(f32::from_bits(word))),
                            _ => Number::Integer(u64::from(word)),
                        });
                    }
                }
            }
        }
        let parts = found.into_iter();
        parts.map(|(name, after)| Part { name, before: Vec::new(), after }).collect()
    }
}

/// The variable, or member of one, that is the position.
fn position(subject: &Subject) -> Option<(&Variable, Option<u32>)> {
    let reflection = &subject.reflection;
    reflection.outputs(subject.entry()).find_map(|variable| {
        if variable.built_in == Some(built_in::POSITION) {
            return Some((variable, None));
        }
        let TypeKind::Struct { members, .. } = reflection.ty(variable.ty) else { return None };
        let member = (0..).zip(members).find(|(_, member)| member.built_in == Some(built_in::POSITION));
        Some((variable, Some(member?.0)))
    })
}

/// Decorations to be added: of a variable, or of a member of a structure.
#[derive(Default)]
struct Edits(Vec<(u32, Option<u32>, u32)>);

impl Edits {
    fn place(&mut self, reflection: &Reflection, variable: &Variable, member: Option<u32>, offset: u32) {
        let ty = reflection.types.get(variable.ty.0 as usize).map_or(0, |ty| ty.id);
        self.0.push((if member.is_some() { ty } else { variable.id }, member, offset));
    }

    fn apply(&self, subject: &Subject, stride: u32) -> Result<Vec<u32>, String> {
        let words = &subject.words;
        let after_entries = end_of(words, |opcode| opcode == op::ENTRY_POINT).ok_or("no entry point")?;
        let first_type = start_of(words, |opcode| (op::TYPE_VOID..=op::TYPE_FUNCTION).contains(&opcode))
            .ok_or("no type")?;
        let mut out = words[..5].to_vec();
        instruction(&mut out, op::CAPABILITY, &[capability::TRANSFORM_FEEDBACK]);
        out.extend(&words[5..after_entries]);
        instruction(&mut out, op::EXECUTION_MODE, &[subject.entry().function, execution_mode::XFB]);
        out.extend(&words[after_entries..first_type]);
        for (id, member, offset) in &self.0 {
            let all = [
                (decoration::XFB_BUFFER, 0),
                (decoration::XFB_STRIDE, stride),
                (decoration::OFFSET, *offset),
            ];
            for (kind, value) in all {
                match member {
                    Some(member) => instruction(&mut out, op::MEMBER_DECORATE, &[*id, *member, kind, value]),
                    None => instruction(&mut out, op::DECORATE, &[*id, kind, value]),
                }
            }
        }
        out.extend(&words[first_type..]);
        Ok(out)
    }
}

fn instruction(out: &mut Vec<u32>, opcode: u16, operands: &[u32]) {
    out.push((operands.len() as u32 + 1) << 16 | u32::from(opcode));
    out.extend(operands);
}

/// Ranges of the instructions of a module.
fn instructions(words: &[u32]) -> impl Iterator<Item = (u16, std::ops::Range<usize>)> + '_ {
    let mut at = 5;
    std::iter::from_fn(move || {
        let word = *words.get(at)?;
        let start = at;
        at += ((word >> 16) as usize).max(1);
        Some(((word & 0xffff) as u16, start..at))
    })
}

fn start_of(words: &[u32], is: impl Fn(u16) -> bool) -> Option<usize> {
    instructions(words).find(|(opcode, _)| is(*opcode)).map(|(_, range)| range.start)
}

fn end_of(words: &[u32], is: impl Fn(u16) -> bool) -> Option<usize> {
    instructions(words).filter(|(opcode, _)| is(*opcode)).last().map(|(_, range)| range.end)
}
