//! `base.name`: members of structures, blocks and references, and components of vectors.

use glassbox_core::suggest::similar;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;

use super::version::PACK_420;
use crate::model::{At, ExpressionId, ExpressionKind, Scalars, Swizzle, flag};
use crate::parse::Parser;
use crate::rules::{MEMBER, UNAVAILABLE};
use crate::types::{StructId, Type};

/// The sets of letters for components.
const SETS: [&str; 3] = ["xyzw", "rgba", "stpq"];

impl Parser<'_> {
    /// `base.name`; `at` is the name.
    pub(crate) fn member(&mut self, base: ExpressionId, name: &Word, at: At) -> ExpressionId {
        if self.is_error(base) {
            return self.push_error(at);
        }
        match self.ty(base) {
            Type::Scalar(_) | Type::Vector(..) => self.select(base, name, at),
            Type::Struct(id) | Type::Reference(id) => self.field(base, id, name, at),
            ty => {
                let message =
                    format!("found `.{}` of `{}`, which has no members", shown(name), self.type_name(ty));
                let help = match ty {
                    Type::Array(_) => "take an element with `[…]` first",
                    _ => "use the value itself",
                };
                let finding = self.finding(&MEMBER, at, message);
                self.add(finding.help(help));
                self.push_error(at)
            }
        }
    }

    fn field(&mut self, base: ExpressionId, id: StructId, name: &Word, at: At) -> ExpressionId {
        let Some(member) = self.member_number(id, name) else {
            let structure = self.program.types.structure(id);
            let owner = if structure.name.is_empty() {
                "the structure".to_owned()
            } else {
                format!("`{}`", structure.name)
            };
            let suggested = similar(name, structure.members.iter().map(|member| &*member.name));
            let help = match suggested {
                Some(other) => format!("did you mean `{}`?", shown(other)),
                None => "use a member that is declared".to_owned(),
            };
            let declared = structure.at;
            let message = format!("found `.{}`, which is no member of {owner}", shown(name));
            let finding = self.finding_with(&MEMBER, at, message, (declared, "declared here"));
            self.add(finding.help(help));
            return self.push_error(at);
        };
        self.field_of(base, id, member, at)
    }

    /// The number of a member. Looking it up takes constant time.
    fn member_number(&mut self, id: StructId, name: &Word) -> Option<u32> {
        let members = &self.program.types.structure(id).members;
        if members.len() < 8 {
            let at = members.iter().position(|member| member.name == *name)?;
            return Some(at as u32);
        }
        // Members are never added to a structure that has been used.
        let table = self.state.members.entry(id).or_insert_with(|| {
            let numbered = members.iter().enumerate();
            numbered.rev().map(|(at, member)| (member.name.number(), at as u32)).collect()
        });
        table.get(&name.number()).copied()
    }

    /// A member by its number.
    pub(crate) fn field_of(&mut self, base: ExpressionId, id: StructId, member: u32, at: At) -> ExpressionId {
        let Some(found) = self.program.types.structure(id).members.get(member as usize) else {
            return self.push_error(at);
        };
        let (ty, precision, flags) = (found.ty, found.qualifiers.precision, found.qualifiers.flags);
        if let Some(scalars) = self.program.constant(base) {
            let scalars = scalars.to_vec();
            let range = self
                .member_offsets(id)
                .and_then(|offsets| Some(*offsets.get(member as usize)?..*offsets.get(member as usize + 1)?));
            if let Some(part) = range.and_then(|range| scalars.get(range)) {
                return self.folded(ty, Scalars::from_slice(part), at, &[]);
            }
        }
        let base_expression = self.program.expression(base);
        let (is_nonuniform, is_precise) = (base_expression.is_nonuniform, base_expression.is_precise);
        let is_reference = matches!(base_expression.ty, Type::Reference(_));
        let id = self.push(ExpressionKind::Field(base, member), ty, at);
        if let Some(expression) = self.expression_mut(id) {
            expression.precision = precision;
            expression.is_nonuniform = is_nonuniform && !is_reference;
            expression.is_precise = is_precise || flags & flag::PRECISE != 0;
        }
        self.specialize(id, &[base])
    }

    /// Components of a scalar or vector.
    fn select(&mut self, base: ExpressionId, name: &Word, at: At) -> ExpressionId {
        let ty = self.ty(base);
        if ty.is_scalar() && !self.require(PACK_420, at, "components of a scalar") {
            return self.push_error(at);
        }
        let Some(swizzle) = self.swizzle(ty.components() as usize, name, at) else {
            return self.push_error(at);
        };
        let Some(scalar) = ty.scalar() else {
            return self.push_error(at);
        };
        let count = swizzle.components().len();
        if ty.is_vector() && count > 1 && !self.has_arithmetic(scalar) && scalar.width() < 32 {
            let message = format!(
                "found a selection of components of `{}`, without its arithmetic",
                self.type_name(ty)
            );
            let finding = self.finding(&UNAVAILABLE, at, message);
            self.add(finding.help("write `#extension GL_EXT_shader_explicit_arithmetic_types : require`"));
            return self.push_error(at);
        }
        let result = Type::vector(scalar, count as u8);
        if let Some(scalars) = self.program.constant(base) {
            let part: Scalars =
                swizzle.components().iter().filter_map(|at| scalars.get(usize::from(*at)).copied()).collect();
            return self.folded(result, part, at, &[base]);
        }
        if ty.is_scalar() {
            if count == 1 {
                return base;
            }
            let id = self.computed(ExpressionKind::Splat(base), result, at, &[base]);
            return self.specialize(id, &[base]);
        }
        let id = self.computed(ExpressionKind::Swizzle(base, swizzle), result, at, &[base]);
        let is_precise = self.program.expression(base).is_precise;
        if let Some(expression) = self.expression_mut(id) {
            expression.is_precise = is_precise;
        }
        self.specialize(id, &[base])
    }

    /// The components that letters stand for, of a vector of so many; a finding where they stand for none.
    fn swizzle(&mut self, count: usize, name: &Word, at: At) -> Option<Swizzle> {
        let problem = match letters(name, count) {
            Ok(components) => match Swizzle::new(&components) {
                Some(swizzle) => return Some(swizzle),
                None => "more than four components".to_owned(),
            },
            Err(problem) => problem,
        };
        let owner = if count == 1 { "a scalar".to_owned() } else { format!("a vector of {count}") };
        let last = &SETS.map(|set| set.get(..count).unwrap_or(set));
        let message = format!("found `.{}`, {problem}, expected components of {owner}", shown(name));
        let finding = self.finding(&MEMBER, at, message);
        self.add(
            finding.help(format!("use one to four letters of `{}`, `{}` or `{}`", last[0], last[1], last[2])),
        );
        None
    }
}

/// The numbers of components, or what is wrong with the letters.
fn letters(name: &str, count: usize) -> Result<Vec<u8>, String> {
    if name.len() > 4 {
        return Err("more than four components".to_owned());
    }
    let mut set = None;
    let mut components = Vec::new();
    for letter in name.chars() {
        let found = SETS.iter().enumerate().find_map(|(set, letters)| Some((set, letters.find(letter)?)));
        let Some((own, component)) = found else {
            return Err(format!("where `{letter}` is no component"));
        };
        if component >= count {
            return Err(format!("where `{letter}` is beyond the last component"));
        }
        if set.is_some_and(|set| set != own) {
            return Err("letters of different sets".to_owned());
        }
        set = Some(own);
        components.push(component as u8);
    }
    Ok(components)
}
