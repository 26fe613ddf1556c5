//! Blocks of heaps, GL_EXT_structured_descriptor_heap: `resourceheap NAME { … }`, and blocks with `buffer_type`, which are
//! types of their members.

use glassbox_syntax::report::shown;

use super::block::{ReadBlock, merge_into};
use super::layout_check::Placed;
use super::qualifier::Specifiers;
use super::structure::ReadMember;
use super::type_specifier::Specified;
use crate::check::Root;
use crate::model::{At, ExpressionId, Layout, Storage};
use crate::parse::{Entity, Parser};
use crate::rules::{DECLARATION, LAYOUT};
use crate::types::{BufferType, Scalar, StructId, Structure, Type};

/// The extensions that heap blocks need, each of them.
const EXTENSIONS: [&str; 2] = ["GL_EXT_structured_descriptor_heap", "GL_EXT_descriptor_heap"];

impl Parser<'_> {
    /// Reports a word unless both extensions of heap blocks are on.
    pub(super) fn needs_heap_blocks(&mut self, at: At, name: &str) {
        for extension in EXTENSIONS {
            self.needs_extension(at, format_args!("`{name}`"), &[extension]);
        }
    }

    /// `heap_offset = VALUE`: the value stands next.
    pub(super) fn heap_offset(&mut self, into: &mut Specifiers, at: At) {
        self.needs_vulkan(at, "`heap_offset`");
        self.needs_heap_blocks(at, "heap_offset");
        let value = self.assignment();
        if self.is_error(value) || !self.check_heap_offset(value) {
            return;
        }
        into.words.heap_offset = Some(at);
        into.qualifiers.layout_mut().heap_offset = Some(value);
    }

    /// Whether a value is an integer that the stage cannot change: a constant, or a variable that is only read.
    fn check_heap_offset(&mut self, value: ExpressionId) -> bool {
        let at = self.at_of(value);
        let ty = self.ty(value);
        if !matches!(ty, Type::Scalar(Scalar::Int | Scalar::Uint)) {
            let message = format!("found `{}` for `heap_offset`, expected an integer", self.type_name(ty));
            self.report_layout(at, message, "write a number of bytes, or name a variable of type `uint`");
            return false;
        }
        if let Some(bytes) = self.integer(value) {
            let is_offset = u32::try_from(bytes).is_ok();
            if !is_offset {
                let message = format!("found {bytes} as the value of `heap_offset`, expected 0 or more");
                self.report_layout(at, message, "write a number that is not negative");
            }
            return is_offset;
        }
        let is_variable = matches!(self.root(value), Root::Global(_) | Root::Reference(_));
        if self.is_constant(value) || is_variable && self.write_obstacle(value).is_some() {
            return self.check_read(value);
        }
        let what = if is_variable { "a variable that can be written" } else { "a value that is computed" };
        let message = format!("found {what} for `heap_offset`, expected a constant or a variable to read");
        let finding = self.finding(&LAYOUT, at, message);
        self.add(finding.help("name a constant, a push constant or a member of a uniform block"));
        false
    }

    /// What a heap block may not state.
    pub(super) fn check_heap_block(&mut self, block: &ReadBlock) {
        if let Some(dimension) = block.dimensions.first() {
            let finding = self.finding(&DECLARATION, dimension.at, "found an array of heaps, expected one");
            self.add(finding.help("put the array into the block"));
        }
        if block.specifiers.qualifiers.layout().set.is_some() {
            let message = "found a set on a heap, which the device has one of".to_owned();
            self.report_layout(block.name_at, message, "remove it");
        }
    }

    /// Types that no member of a heap has.
    pub(super) fn check_heap_member(&mut self, storage: Storage, read: &ReadMember) {
        let ty = read.member.ty;
        let is_refused = |ty: Type| match ty {
            Type::Texture(_) | Type::Image(_) | Type::AccelerationStructure => {
                storage == Storage::SamplerHeap
            }
            Type::Sampler(_) => storage == Storage::ResourceHeap,
            ty => {
                let types = &self.program.types;
                ty.is_opaque()
                    || matches!(ty, Type::Parametric(_)) && !self.is_long_vector(ty)
                    || storage == Storage::SamplerHeap && types.as_buffer(ty).is_some()
            }
        };
        if self.program.types.contains(ty, &is_refused) {
            let (what, name) = match storage {
                Storage::SamplerHeap => ("samplers and numbers", "samplerheap"),
                _ => ("textures, images, buffers and numbers", "resourceheap"),
            };
            let member = shown(&read.member.name);
            let message =
                format!("found `{member}` of type `{}` in a `{name}`, expected {what}", self.type_name(ty));
            let finding = self.finding(&DECLARATION, read.member.at, message);
            self.add(finding.help("declare textures in a `resourceheap` and samplers in a `samplerheap`"));
        }
    }

    /// `descriptor_size` belongs to members of heaps that are descriptors.
    pub(super) fn check_descriptor_size(&mut self, placed: Placed<'_>, layout: &Layout) {
        if layout.descriptor_size.is_none() {
            return;
        }
        let innermost = self.program.types.innermost(placed.ty);
        if !placed.is_member || !placed.storage.is_heap() {
            let message = "found `descriptor_size` on what is no member of a heap".to_owned();
            self.report_layout(placed.at, message, "remove it");
        } else if !innermost.is_opaque()
            && self.program.types.as_buffer(innermost).is_none()
            && !innermost.is_error()
        {
            let name = self.type_name(placed.ty);
            let message = format!("found `descriptor_size` on `{name}`, expected a descriptor");
            self.report_layout(placed.at, message, "put it on members that are textures, images or buffers");
        }
    }

    /// Whether a member of a type with `buffer_type` states the storage of the type once more.
    pub(super) fn is_buffer_storage(&self, ty: Type, storage: Storage) -> bool {
        let types = &self.program.types;
        types.as_buffer(types.innermost(ty)).is_some_and(|buffer| buffer.storage == storage)
    }

    /// Reports a declaration that holds a block with `buffer_type`, which only heaps do. Whether it does not.
    pub(super) fn check_holds_no_buffer(&mut self, ty: Type, at: At, what: &str) -> bool {
        if !self.program.types.holds_buffer(ty) {
            return true;
        }
        let message = format!(
            "found {what} of type `{}`, which is or holds a block with `buffer_type`, expected a member of a heap",
            self.type_name(ty)
        );
        let finding = self.finding(&DECLARATION, at, message);
        self.add(finding.help("declare it in a `resourceheap`, and use its members"));
        false
    }

    /// Declares the type that a block with `buffer_type` is.
    pub(super) fn declare_buffer_type(&mut self, block: &ReadBlock, structure: StructId) {
        let qualifiers = &block.specifiers.qualifiers;
        let layout = qualifiers.layout().clone();
        if let Some((_, at)) = &block.instance {
            let message = "found a name behind a block with `buffer_type`, which is a type".to_owned();
            self.report_layout(*at, message, "remove the name, and declare members of this type in a heap");
        }
        if layout.set.is_some() || layout.binding.is_some() {
            let message = "found a set or binding beside `buffer_type`, expected none".to_owned();
            self.report_layout(block.name_at, message, "remove it");
        }
        self.check_layout(Placed {
            storage: block.storage,
            ty: Type::Struct(structure),
            qualifiers,
            words: &block.specifiers.words,
            at: block.name_at,
            is_block: true,
            is_member: false,
        });
        self.program.types.buffer_types.insert(structure, BufferType { storage: block.storage, layout });
        if !self.report_redeclared(&block.name.clone(), block.name_at) {
            let symbol = self.declare_name(block.name_at);
            self.scopes.declare(&block.name, Entity::Type(Type::Struct(structure)), symbol);
        }
    }

    /// Reads a block in a heap block that has no name, whose qualifiers have been read: `layout(buffer_reference) buffer { … }`.
    /// It is the type of a member. Qualifiers that stay are those of the member.
    pub(super) fn inline_reference(&mut self, specifiers: &mut Specifiers) -> Specified {
        let at = self.here();
        let own = std::mem::replace(specifiers, Specifiers::new(at));
        let storage = Self::storage_with_words(&own);
        if storage != Storage::Reference {
            let message = "found a block in a heap that is no buffer reference";
            let finding = self.finding(&DECLARATION, own.at, message);
            self.add(
                finding.help("write `layout(buffer_reference) buffer { … }`, or a block with `buffer_type`"),
            );
        }
        self.expect("{");
        self.declared.is_heap_block = false;
        let mut members = self.members();
        self.declared.is_heap_block = true;
        self.expect("}");
        let name = self.words.get("");
        let mut block = ReadBlock {
            specifiers: own,
            storage: Storage::Reference,
            name: name.clone(),
            name_at: at,
            instance: None,
            dimensions: Vec::new(),
        };
        let last = members.len().saturating_sub(1);
        for (number, read) in members.iter_mut().enumerate() {
            self.inherit_storage(&block, read, number == last);
        }
        let defaults = self.block_defaults(&mut block);
        self.merge_member_layouts(&mut block, &defaults, &mut members);
        for read in &members {
            self.check_block_member(Storage::Reference, read);
        }
        let structure = self.program.types.new_structure(Structure {
            name,
            at,
            members: members.into_iter().map(|read| read.member).collect(),
            is_block: true,
            is_built_in: false,
        });
        merge_into(block.specifiers.qualifiers.layout_mut(), &defaults);
        let layout = block.specifiers.qualifiers.layout().clone();
        self.program.types.set_reference_layout(structure, layout);
        Specified { base: Type::Reference(structure), at, dimensions: Vec::new() }
    }
}
