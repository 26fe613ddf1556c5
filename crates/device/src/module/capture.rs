//! Captures the outputs of a vertex stage by transform feedback: adds the decorations that it needs to a module.

use std::collections::BTreeMap;

use glassbox_spirv::grammar::op;
use glassbox_spirv::grammar::value::{built_in, capability, decoration, execution_mode};
use glassbox_spirv::module::{Function, Module};
use glassbox_spirv::reflect::{Location, Reflection, ScalarClass, TypeId, TypeKind, Variable};

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
    what: What,
}

/// What is captured of a vertex.
pub enum What {
    /// An output.
    Location(Location),
    /// A built-in output: its name, and number of floats.
    BuiltIn(&'static str, u32),
}

/// Built-in outputs of a vertex stage.
const BUILT_INS: [(u32, &str); 4] = [
    (built_in::POSITION, "position"),
    (built_in::POINT_SIZE, "point size"),
    (built_in::CLIP_DISTANCE, "clip distances"),
    (built_in::CULL_DISTANCE, "cull distances"),
];

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
            // Compilers leave out what is not written.
            let is_member = location.member.filter(|_| is_block(reflection, variable));
            if let Some(member) = is_member
                && !writes_member(subject, variable.id, member)?
            {
                continue;
            }
            let length = location.array.map_or(1, |length| length.default_value().unwrap_or(1)) as u32;
            let size = 4 * location.components * location.columns * length;
            match location.member {
                // Members of structures that are no blocks follow the first one.
                Some(0) if !is_block(reflection, variable) => {
                    edits.place(reflection, variable, None, captured.stride);
                }
                Some(_) if !is_block(reflection, variable) => {}
                member => edits.place(reflection, variable, member, captured.stride),
            }
            captured.fields.push(Field { offset: captured.stride, what: What::Location(location) });
            captured.stride += size;
        }
        for (kind, name) in BUILT_INS {
            if let Some((variable, member, ty)) = built_in(subject, kind)? {
                let count = match reflection.ty(ty) {
                    TypeKind::Array { length, .. } => length.default_value().unwrap_or(1) as u32,
                    TypeKind::Vector { count, .. } => *count,
                    _ => 1,
                };
                edits.place(reflection, variable, member, captured.stride);
                captured.fields.push(Field { offset: captured.stride, what: What::BuiltIn(name, count) });
                captured.stride += 4 * count;
            }
        }
        if captured.fields.is_empty() || captured.stride > MOST {
            return Err(format!("{} bytes of outputs", captured.stride));
        }
        captured.words = edits.apply(subject, captured.stride)?;
        Ok(captured)
    }

    /// What is captured, in this order without gaps.
    pub fn contents(&self) -> impl Iterator<Item = &What> {
        self.fields.iter().map(|field| &field.what)
    }

    /// The numbers of captured vertices, by location.
    pub fn parts(&self, bytes: &[u8]) -> Vec<Part> {
        let mut found: BTreeMap<String, Vec<Number>> = BTreeMap::new();
        let vertices = bytes.chunks_exact(self.stride as usize);
        for vertex in vertices {
            for field in &self.fields {
                let words = vertex[field.offset as usize..].chunks_exact(4);
                let mut words = words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
                let location = match &field.what {
                    What::Location(location) => location,
                    What::BuiltIn(name, count) => {
                        for (index, word) in (0..*count).zip(&mut words) {
                            let number = Number::Float(f64::from(f32::from_bits(word)));
                            found.entry(format!("{name} {index}")).or_default().push(number);
                        }
                        continue;
                    }
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

fn is_block(reflection: &Reflection, variable: &Variable) -> bool {
    matches!(reflection.ty(variable.ty), TypeKind::Struct { block, .. } if *block)
}

/// A variable, the member of it if it is one, and its type.
type Output<'s> = (&'s Variable, Option<u32>, TypeId);

/// The variable, or member of one, that is a built-in output and is written.
fn built_in(subject: &Subject, kind: u32) -> Result<Option<Output<'_>>, String> {
    let reflection = &subject.reflection;
    for variable in reflection.outputs(subject.entry()) {
        if variable.built_in == Some(kind) {
            return Ok(Some((variable, None, variable.ty)).filter(|_| subject.writes(variable.id)));
        }
        let TypeKind::Struct { members, .. } = reflection.ty(variable.ty) else { continue };
        let member = (0..).zip(members).find(|(_, member)| member.built_in == Some(kind));
        if let Some((index, member)) = member {
            let is_written = writes_member(subject, variable.id, index)?;
            return Ok(Some((variable, Some(index), member.ty)).filter(|_| is_written));
        }
    }
    Ok(None)
}

/// Whether any place in a member of a variable is taken, or the variable is used as a whole.
fn writes_member(subject: &Subject, variable: u32, member: u32) -> Result<bool, String> {
    let module = Module::from_words(&subject.words).map_err(|error| error.to_string())?;
    Ok(module.functions.iter().flat_map(Function::walk).any(|at| {
        let is_used = module.used_ids(at).any(|id| module.number(id) == variable);
        let is_place = matches!(module.opcode(at), op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN);
        is_used && (!is_place || module.constant_u32(module.word(at, 1)) == Some(member))
    }))
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

/// Adds an instruction.
pub(crate) fn instruction(out: &mut Vec<u32>, opcode: u16, operands: &[u32]) {
    out.push((operands.len() as u32 + 1) << 16 | u32::from(opcode));
    out.extend(operands);
}

/// Ranges of the instructions of a module.
pub(crate) fn instructions(words: &[u32]) -> impl Iterator<Item = (u16, std::ops::Range<usize>)> + '_ {
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
