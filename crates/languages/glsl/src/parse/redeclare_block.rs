//! Built-in blocks that the text declares anew: `out gl_PerVertex { vec4 gl_Position; };`.

use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;

use super::block::ReadBlock;
use super::qualifier::MEMORY;
use super::require::{IO_BLOCKS, Since};
use super::structure::ReadMember;
use crate::model::{At, flag};
use crate::parse::{Entity, Parser};
use crate::rules::{MEMBER, QUALIFIER_USE, REDECLARED, TYPE, UNAVAILABLE};
use crate::types::{Length, Member, Type};
use crate::vocabulary::variables::{self, BlockKind, Found};

/// Blocks that may be declared anew.
const BLOCKS: [&str; 6] = [
    "gl_PerVertex",
    "gl_PerFragment",
    "gl_MeshPerVertexNV",
    "gl_MeshPerPrimitiveNV",
    "gl_MeshPerVertexEXT",
    "gl_MeshPerPrimitiveEXT",
];

impl Parser<'_> {
    /// Declares a block anew whose name begins with `gl_`.
    pub(crate) fn redeclare_block(&mut self, block: &ReadBlock, members: Vec<ReadMember>) {
        let what = format!("`{}` declared anew", shown(&block.name));
        if self.program.environment.is_embedded() {
            self.needs(block.name_at, &what, Since(0, 320), &IO_BLOCKS);
        } else {
            self.needs(block.name_at, &what, Since(410, 0), &["GL_ARB_separate_shader_objects"]);
        }
        if !BLOCKS.contains(&&*block.name) {
            let message = format!("found the block `{}`, which may not be declared anew", shown(&block.name));
            let finding = self.finding(&REDECLARED, block.name_at, message);
            self.add(finding.help("choose a name without `gl_`"));
            return;
        }
        let named = match &block.instance {
            Some((name, _)) => Some(name.clone()),
            None => members.first().map(|read| read.member.name.clone()),
        };
        let Some(kind) = named.as_ref().and_then(|name| self.block_kind(name)) else {
            let name = named.map(|name| name.to_string()).unwrap_or_default();
            let message = format!("found `{}`, which this stage does not have", shown(&name));
            let finding = self.finding(&UNAVAILABLE, block.name_at, message);
            self.add(finding.help("declare a block that the stage has"));
            return;
        };
        if !self.declared.redeclared_blocks.insert(kind) {
            let message =
                format!("found `{}` declared anew a second time, expected once", shown(&block.name));
            let finding = self.finding(&REDECLARED, block.name_at, message);
            self.add(finding.help("remove one of the declarations"));
            return;
        }
        self.report_block_used(block, named.as_ref());
        let kept = self.redeclared_members(block, kind, &members);
        let kept = self.without_known_variables(kept);
        let names: Vec<Word> = kept.iter().map(|member| member.name.clone()).collect();
        let id = match self.known_built_in_block(kind) {
            Some(known) => {
                self.join_built_in_block(block, kind, known, kept);
                known
            }
            None => self.add_block_of(kind, kept, block.name_at),
        };
        self.size_redeclared_block(block, id);
        let defaults = block.specifiers.qualifiers.layout().clone();
        let global = &mut self.program.globals[id.0 as usize];
        if block.specifiers.has_layout() {
            let layout = global.qualifiers.layout_mut();
            layout.stream = defaults.stream;
            layout.xfb_buffer = defaults.xfb_buffer;
            layout.other.extend(defaults.other.iter().copied());
        }
        self.forget_members(kind);
        self.declare_block_names(id, kind, &names);
        self.size_io_arrays(block.name_at);
    }

    /// The built-in block that a name belongs to: its instance, or one of its members.
    fn block_kind(&self, name: &Word) -> Option<BlockKind> {
        match variables::find(name, &self.program.environment)? {
            Found::Member(kind, _) | Found::Block(kind) => Some(kind),
            Found::Variable(_) => None,
        }
    }

    /// A block may only be declared anew before its first use.
    fn report_block_used(&mut self, block: &ReadBlock, named: Option<&Word>) {
        let Some(Entity::Global(id) | Entity::Member(id, _)) =
            named.and_then(|name| self.scopes.outside(name).cloned())
        else {
            return;
        };
        if let Some(met) = self.first_access(id, None) {
            let message = format!("found `{}` declared anew behind its first use", shown(&block.name));
            let finding = self.finding_with(&REDECLARED, block.name_at, message, (met, "it is used here"));
            self.add(finding.help("move the declaration before all uses"));
        }
    }

    /// The members that the text keeps, as the language has them with what the text says.
    fn redeclared_members(
        &mut self,
        block: &ReadBlock,
        kind: BlockKind,
        members: &[ReadMember],
    ) -> Vec<Member> {
        let known = self.built_in_members(kind);
        let mut kept = Vec::new();
        for read in members {
            let Some(old) = known.iter().find(|old| old.name == read.member.name) else {
                let message = format!(
                    "found `{}` in `{}`, which has no such member here",
                    shown(&read.member.name),
                    shown(&block.name)
                );
                let finding = self.finding(&MEMBER, read.member.at, message);
                let similar = glassbox_core::suggest::similar(
                    &read.member.name,
                    known.iter().map(|member| &*member.name),
                );
                let help =
                    similar.map_or_else(|| "remove it".to_owned(), |name| format!("did you mean `{name}`?"));
                self.add(finding.help(help));
                continue;
            };
            self.check_redeclared_member(old, read);
            kept.push(self.merged_member(old, read));
        }
        self.capture_members(block, &mut kept);
        kept
    }

    fn merged_member(&mut self, old: &Member, read: &ReadMember) -> Member {
        let stated = &read.specifiers.qualifiers;
        let mut member = old.clone();
        member.at = read.member.at;
        member.qualifiers.flags |= stated.flags & (flag::INVARIANT | flag::PRECISE);
        member.qualifiers.interpolation = stated.interpolation;
        member.qualifiers.sampling = stated.sampling;
        if read.specifiers.has_layout() {
            member.qualifiers.layout = stated.layout.clone();
        }
        let (mut known, mut stated) = (old.ty, read.member.ty);
        while let (Type::Array(id), Some(inner), Some(array)) =
            (known, self.program.types.as_array(known), self.program.types.as_array(stated))
        {
            if inner.length == Length::Unsized {
                self.program.types.set_length(id, array.length);
            }
            (known, stated) = (inner.element, array.element);
        }
        member
    }

    /// Whether a type is that of the language, with sizes where that has none.
    fn fits_open(&self, old: Type, new: Type) -> bool {
        let types = &self.program.types;
        let (mut old, mut new) = (old, new);
        while let (Some(left), Some(right)) = (types.as_array(old), types.as_array(new)) {
            let is_open = left.length == Length::Unsized || right.length == Length::Unsized;
            if !is_open && left.length != right.length {
                return false;
            }
            (old, new) = (left.element, right.element);
        }
        types.is_same(old, new)
    }

    fn check_redeclared_member(&mut self, old: &Member, read: &ReadMember) {
        let at = read.member.at;
        let new_array = self.program.types.as_array(read.member.ty);
        let fits = self.fits_open(old.ty, read.member.ty);
        if !fits && read.member.ty != Type::Error {
            let message = format!(
                "found `{}` as `{}`, expected `{}`",
                old.name,
                self.type_name(read.member.ty),
                self.type_name(old.ty)
            );
            let finding = self.finding(&TYPE, at, message);
            self.add(finding.help("declare it with the type that it has"));
        }
        if let Some(Length::Fixed(length)) = new_array.map(|array| array.length)
            && length > 8
            && matches!(&*old.name, "gl_ClipDistance" | "gl_CullDistance")
        {
            let message = format!("found {length} elements of `{}`, expected 8 or fewer", old.name);
            let finding = self.finding(&crate::rules::DECLARATION, at, message);
            self.add(finding.help("state a smaller size"));
        }
        self.check_redeclared_qualifiers(old, read, at);
    }

    fn check_redeclared_qualifiers(&mut self, old: &Member, read: &ReadMember, at: At) {
        let specifiers = &read.specifiers;
        let layout = specifiers.qualifiers.layout();
        let has_other_layout = layout.location.is_some()
            || layout.component.is_some()
            || layout.binding.is_some()
            || layout.offset.is_some()
            || layout.align.is_some();
        let differs = |bit: u32| read.member.qualifiers.has(bit) != old.qualifiers.has(bit);
        let problem = if specifiers.has(MEMORY) {
            Some("a memory qualifier")
        } else if has_other_layout {
            Some("a layout")
        } else if specifiers.has(flag::PATCH) {
            Some("`patch`")
        } else if differs(flag::PER_PRIMITIVE) {
            Some("another `perprimitive`")
        } else if differs(flag::PER_VIEW) {
            Some("another `perviewNV`")
        } else {
            None
        };
        if let Some(problem) = problem {
            let message = format!("found `{}` declared anew with {problem}, expected it as it is", old.name);
            let finding = self.finding(&QUALIFIER_USE, at, message);
            self.add(finding.help("declare it as the language does"));
        }
    }

    /// Offsets of transform feedback.
    fn capture_members(&mut self, block: &ReadBlock, members: &mut [Member]) {
        let layout = block.specifiers.qualifiers.layout();
        let default = self.declared.output_defaults.xfb_buffer;
        let Some(buffer) = layout.xfb_buffer.or(default).or_else(|| {
            let is_captured = members.iter().any(|member| member.qualifiers.layout().xfb_offset.is_some());
            (is_captured || layout.xfb_offset.is_some()).then_some(0)
        }) else {
            return;
        };
        if let Some(stride) = layout.xfb_stride {
            self.set_stride(buffer, stride, block.name_at);
        }
        for member in members {
            let stated = member.qualifiers.layout().clone();
            if let Some(stride) = stated.xfb_stride {
                self.set_stride(buffer, stride, member.at);
            }
            let Some(offset) = stated.xfb_offset else { continue };
            member.qualifiers.layout_mut().xfb_buffer = Some(buffer);
            self.use_capture(buffer, offset, member.ty, member.at);
        }
    }

    /// Compares the array of a block with that of the language.
    fn size_redeclared_block(&mut self, block: &ReadBlock, id: crate::model::GlobalId) {
        let ty = self.program.global(id).ty;
        let Type::Array(array) = ty else {
            if !block.dimensions.is_empty() {
                self.report_block_array(block);
            }
            return;
        };
        let [dimension] = block.dimensions.as_slice() else {
            self.report_block_array(block);
            return;
        };
        let known = self.program.types.array_of(array).length;
        match (known, dimension.length) {
            (_, Length::Unsized) => {}
            (Length::Unsized, stated) => self.program.types.set_length(array, stated),
            (known, stated) if known == stated => {}
            _ => self.report_block_array(block),
        }
    }

    fn report_block_array(&mut self, block: &ReadBlock) {
        let message = format!("found another array of `{}` than the language has", shown(&block.name));
        let finding = self.finding(&TYPE, block.name_at, message);
        self.add(finding.help("write the brackets as the language has them"));
    }

    /// Takes the members of a block that the text leaves out from their scope.
    fn forget_members(&mut self, kind: BlockKind) {
        if variables::block(kind, &self.program.environment).instance.is_some() {
            return;
        }
        for member in self.built_in_members(kind) {
            self.scopes.forget_outside(&member.name);
            self.declared.hidden.insert(member.name.number());
        }
    }
}
