//! Uniforms outside of blocks become members of one block, which every stage that has one of them declares alike.

use foldhash::HashMap;
use glassbox_syntax::token::Word;

use super::Linker;
use super::access::{expression, global};
use super::same::{Comparison, Imports};
use super::walk;
use crate::model::{
    At, ExpressionKind, Global, GlobalId, MatrixLayout, Packing, Program, Qualifiers, Storage,
};
use crate::rules::{DISAGREE, INITIALIZER, LOOSE_TYPE};
use crate::stage::ROOT;
use crate::types::{Length, Member, Structure, Type};

/// Name of the block, unless a text has the word.
const NAME: &str = "RootConstants";

/// The block.
#[derive(Default)]
pub(super) struct Root {
    /// Its name; `None` while it has no member.
    pub(super) name: Option<Word>,
    members: Vec<RootMember>,
    known: HashMap<Word, usize>,
}

/// A member, as the first stage that has it declares it.
struct RootMember {
    stage: usize,
    global: GlobalId,
}

/// Whether a variable is a uniform outside of blocks that is no resource of its own.
pub(super) fn is_loose(program: &Program, global: &Global) -> bool {
    global.storage == Storage::Uniform
        && program.block_of(global).is_none()
        && !program.types.innermost(global.ty).is_opaque()
        && !matches!(program.types.innermost(global.ty), Type::Parametric(_))
}

impl Root {
    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }
}

impl Linker<'_> {
    /// Gathers the uniforms outside of blocks, in the order of their first declaration, and makes them members of the block.
    pub(super) fn make_root(&mut self) -> Root {
        let mut root = Root::default();
        let mut used: Vec<Vec<(GlobalId, usize)>> = Vec::with_capacity(self.programs.len());
        for stage in 0..self.programs.len() {
            let mut own = Vec::new();
            for number in 0..self.programs[stage].globals.len() {
                let id = GlobalId(number as u32);
                let program = &self.programs[stage];
                if is_loose(program, program.global(id))
                    && let Some(member) = self.add_to_root(&mut root, stage, id)
                {
                    own.push((id, member));
                }
            }
            used.push(own);
        }
        if root.is_empty() {
            return root;
        }
        let name = self.names.fresh(NAME);
        root.name = Some(name.clone());
        // Types are taken from the stages as they were declared.
        for (stage, used) in used.iter().enumerate().filter(|(_, used)| !used.is_empty()) {
            self.declare_root(&root, stage, used, &name);
        }
        for (stage, used) in used.iter().enumerate() {
            used.iter().for_each(|(id, _)| self.programs[stage].drop_global(*id));
        }
        root
    }

    /// Adds a uniform, or compares it with the one of its name. The number of its member.
    fn add_to_root(&mut self, root: &mut Root, stage: usize, id: GlobalId) -> Option<usize> {
        let program = &self.programs[stage];
        let own = program.global(id).clone();
        let from = program.from(own.at);
        if let Some(value) = own.initializer {
            let at = program.from(program.expression(value).at);
            let message =
                format!("found a value for the uniform `{}`, expected none: it is left out", own.name);
            let finding = self.reports.of(&INITIALIZER, at, message);
            self.reports.add(finding.help("set the value from the program, or make it a `const`"));
        }
        if let Some(number) = root.known.get(&own.name) {
            let first = root.members.get(*number)?;
            let other = &self.programs[first.stage];
            let declared = other.global(first.global);
            let mut comparison = Comparison::new(program, other);
            if first.stage != stage && !comparison.is_same(own.ty, declared.ty) {
                let (found, expected) = comparison.difference(own.ty, declared.ty);
                let message =
                    format!("found `{}` with {found}, expected {expected} as in the other stage", own.name);
                let place = self.reports.sources.unplaced(other.from(declared.at).primary());
                let finding = self.reports.of(&DISAGREE, from, message).label(place, "it is declared here");
                self.reports.add(finding.help("declare it in one text that both stages include"));
            }
            return Some(*number);
        }
        let is_sized = !program.types.contains_unsized(own.ty);
        if !is_sized {
            let message =
                format!("found `{}` with a size that is not known here, expected a whole number", own.name);
            let finding = self.reports.of(&LOOSE_TYPE, from, message);
            self.reports.add(finding.help("write the size as a number, a macro or a `const int`"));
            return None;
        }
        let number = root.members.len();
        root.known.insert(own.name, number);
        root.members.push(RootMember { stage, global: id });
        Some(number)
    }

    /// Declares the block in a stage, and lets uses of the uniforms name its members.
    fn declare_root(&mut self, root: &Root, stage: usize, used: &[(GlobalId, usize)], name: &Word) {
        let own: HashMap<usize, GlobalId> = used.iter().map(|(id, member)| (*member, *id)).collect();
        let mut imports = Imports::default();
        let mut members = Vec::with_capacity(root.members.len());
        for (number, member) in root.members.iter().enumerate() {
            let declared = self.programs[member.stage].global(member.global).clone();
            let (ty, at) = match own.get(&number) {
                Some(id) => (self.programs[stage].global(*id).ty, self.programs[stage].global(*id).at),
                None => (imports.import(self.programs, member.stage, stage, declared.ty), At::NONE),
            };
            let mut qualifiers =
                Qualifiers { precision: declared.qualifiers.precision, ..Qualifiers::default() };
            qualifiers.layout_mut().matrix = Some(MatrixLayout::ColumnMajor);
            members.push(Member { name: declared.name, at, ty, qualifiers, built_in: None });
        }
        let program = &mut self.programs[stage];
        let at = used.first().map_or(At::NONE, |(id, _)| program.global(*id).at);
        let types: Vec<Type> = members.iter().map(|member| member.ty).collect();
        let structure = Structure { name: name.clone(), at, members, is_block: true, is_built_in: false };
        let ty = Type::Struct(program.types.new_structure(structure));
        let mut qualifiers = Qualifiers::default();
        let layout = qualifiers.layout_mut();
        layout.set = Some(ROOT.set);
        layout.binding = Some(ROOT.binding);
        layout.packing = Some(Packing::Std140);
        layout.matrix = Some(MatrixLayout::ColumnMajor);
        let mut block = global(name.clone(), at, ty, Storage::Uniform, qualifiers);
        block.is_anonymous_block = true;
        let block = program.add_global(block);
        let members: HashMap<GlobalId, usize> = used.iter().copied().collect();
        for id in walk::all_expressions(program) {
            let ExpressionKind::Global(named) = program.expression(id).kind else {
                continue;
            };
            let Some(member) = members.get(&named) else { continue };
            let at = program.expression(id).at;
            let base = program.add(expression(ExpressionKind::Global(block), ty, at));
            let own = &mut program.expressions[id.0 as usize];
            own.kind = ExpressionKind::Field(base, *member as u32);
            own.ty = types.get(*member).copied().unwrap_or(own.ty);
        }
    }
}

impl crate::types::Types {
    /// Whether an array in a type has no size that is a number.
    pub(super) fn contains_unsized(&self, ty: Type) -> bool {
        self.contains(ty, &|ty| {
            self.as_array(ty).is_some_and(|array| !matches!(array.length, Length::Fixed(_)))
        })
    }
}
