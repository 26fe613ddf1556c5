//! Types of different stages, or of different texts of one: compared, and taken from one stage into another.

use foldhash::{HashMap, HashSet};
use glassbox_syntax::token::Word;

use crate::model::{At, Program};
use crate::types::{Length, Member, Parametric, ParametricKind, StructId, Structure, Type};

/// Compares types of two stages, or two of one.
pub(crate) struct Comparison<'p> {
    own: &'p Program,
    other: &'p Program,
    /// Structures that were found to be the same.
    same: HashSet<(StructId, StructId)>,
}

impl<'p> Comparison<'p> {
    pub(crate) fn new(own: &'p Program, other: &'p Program) -> Self {
        Comparison { own, other, same: HashSet::default() }
    }

    /// Whether two types are the same: structures with the names and types of their members.
    pub(crate) fn is_same(&mut self, own: Type, other: Type) -> bool {
        match (own, other) {
            (Type::Array(a), Type::Array(b)) => {
                let (a, b) = (self.own.types.array_of(a), self.other.types.array_of(b));
                let is_length_same = match (a.length, b.length) {
                    (Length::Specialized(_), Length::Specialized(_)) => true,
                    (a, b) => a == b,
                };
                is_length_same && self.is_same(a.element, b.element)
            }
            (Type::Struct(a), Type::Struct(b)) | (Type::Reference(a), Type::Reference(b)) => {
                self.is_structure_same(a, b)
            }
            (Type::Parametric(a), Type::Parametric(b)) => {
                let of = |program: &'p Program, id: crate::types::ParametricId| {
                    program.types.parametric.get(id.0 as usize)
                };
                match (of(self.own, a), of(self.other, b)) {
                    (
                        Some(Parametric { kind: ParametricKind::Spirv(a), .. }),
                        Some(Parametric { kind: ParametricKind::Spirv(b), .. }),
                    ) => {
                        let own = self.own.types.spirv.get(*a as usize);
                        let other = self.other.types.spirv.get(*b as usize);
                        own.map(|ty| (&ty.instruction, ty.operands.len()))
                            == other.map(|ty| (&ty.instruction, ty.operands.len()))
                    }
                    (Some(a), Some(b)) => a.kind == b.kind && a.component == b.component,
                    _ => false,
                }
            }
            (own, other) => own == other,
        }
    }

    fn is_structure_same(&mut self, own: StructId, other: StructId) -> bool {
        if !self.same.insert((own, other)) {
            return true;
        }
        let (a, b) = (self.own.types.structure(own), self.other.types.structure(other));
        let is_same = a.members.len() == b.members.len()
            && a.members.iter().zip(&b.members).all(|(a, b)| a.name == b.name && self.is_same(a.ty, b.ty));
        if !is_same {
            self.same.remove(&(own, other));
        }
        is_same
    }

    /// How two types differ, as found and expected: the first member of structures, or the types.
    pub(crate) fn difference(&mut self, own: Type, other: Type) -> (String, String) {
        let (a, b) = (self.own.types.innermost(own), self.other.types.innermost(other));
        if let (Some(a), Some(b)) = (self.own.types.as_structure(a), self.other.types.as_structure(b)) {
            if a.members.len() != b.members.len() {
                return (format!("{} members", a.members.len()), b.members.len().to_string());
            }
            for (a, b) in a.members.iter().zip(&b.members) {
                if a.name != b.name || !self.is_same(a.ty, b.ty) {
                    return (
                        format!("`{}`", spelt_member(self.own, a)),
                        format!("`{}`", spelt_member(self.other, b)),
                    );
                }
            }
        }
        (format!("the type `{}`", self.own.type_name(own)), format!("`{}`", self.other.type_name(other)))
    }
}

fn spelt_member(program: &Program, member: &Member) -> String {
    format!("{} {}", program.type_name(member.ty), member.name)
}

/// Takes types of other stages into one.
#[derive(Default)]
pub(super) struct Imports {
    /// Structures of the stage, by the stage and number where they come from.
    structures: HashMap<(usize, StructId), StructId>,
    /// Structures that the stage has itself, by name; filled when the first is asked for.
    own: Option<HashMap<Word, StructId>>,
}

impl Imports {
    /// The type of stage `to` that is the same as one of stage `from`.
    pub(super) fn import(&mut self, programs: &mut [Program], from: usize, to: usize, ty: Type) -> Type {
        match ty {
            Type::Array(_) => {
                let Some(array) = programs.get(from).and_then(|program| program.types.as_array(ty)) else {
                    return ty;
                };
                let element = self.import(programs, from, to, array.element);
                match programs.get_mut(to) {
                    Some(program) => program.types.array(element, array.length),
                    None => ty,
                }
            }
            Type::Struct(id) if from != to => Type::Struct(self.import_structure(programs, from, to, id)),
            other => other,
        }
    }

    fn import_structure(
        &mut self,
        programs: &mut [Program],
        from: usize,
        to: usize,
        id: StructId,
    ) -> StructId {
        if let Some(known) = self.structures.get(&(from, id)) {
            return *known;
        }
        let structure = programs[from].types.structure(id).clone();
        let own = self.own.get_or_insert_with(|| {
            let all = programs[to].types.structures.iter().enumerate();
            all.map(|(number, own)| (own.name.clone(), StructId(number as u32))).collect()
        });
        let known = own.get(&structure.name).copied().filter(|own| {
            let mut comparison = Comparison::new(&programs[from], &programs[to]);
            comparison.is_same(Type::Struct(id), Type::Struct(*own))
        });
        let new = match known {
            Some(known) => known,
            None => {
                let mut members = Vec::with_capacity(structure.members.len());
                for member in structure.members {
                    let ty = self.import(programs, from, to, member.ty);
                    members.push(Member { ty, at: At::NONE, ..member });
                }
                let imported = Structure { members, at: At::NONE, ..structure };
                programs[to].types.new_structure(imported)
            }
        };
        self.structures.insert((from, id), new);
        new
    }
}
