//! Blocks: `uniform NAME { … } instance[N];`.

use glassbox_core::stage::Stage;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Word};

use super::layout_check::Placed;
use super::qualifier::{MEMORY, Specifiers};
use super::require::{ALWAYS, IO_BLOCKS, Since};
use super::structure::ReadMember;
use super::type_specifier::Dimension;
use crate::model::{At, Global, GlobalId, Layout, Packing, Qualifiers, Storage, flag};
use crate::parse::{Entity, Parser};
use crate::rules::{DECLARATION, QUALIFIER_USE, REDECLARED};
use crate::types::{Length, StructId, Structure, Type};

/// A block as it is read, but for its members.
#[derive(Clone, Debug)]
pub(crate) struct ReadBlock {
    pub(crate) specifiers: Specifiers,
    pub(crate) storage: Storage,
    pub(crate) name: Word,
    pub(crate) name_at: At,
    pub(crate) instance: Option<(Word, At)>,
    pub(crate) dimensions: Vec<Dimension>,
}

impl Parser<'_> {
    /// Reads a block whose qualifiers have been read: its name stands next.
    pub(crate) fn block(&mut self, mut specifiers: Specifiers) {
        let Some((name, name_at)) = self.new_name("the name of the block") else {
            self.recover_declaration();
            return;
        };
        if self.declared.members_depth > 0 || self.scopes.depth() > 0 {
            let message =
                "found a block inside of something, expected it outside of all functions and blocks";
            let finding = self.finding(&DECLARATION, name_at, message);
            self.add(finding.help("move the block out"));
        }
        self.expect("{");
        self.declared.is_heap_block = specifiers.global_storage().is_heap();
        let members = self.members();
        self.declared.is_heap_block = false;
        self.expect("}");
        let named = self.peek(0).filter(|token| token.kind == Kind::Word).map(|token| token.text.clone());
        let instance = named.map(|name| (name, self.advance()));
        let dimensions = if instance.is_some() { self.dimensions() } else { Vec::new() };
        self.end_of_statement();
        self.check_global_qualifiers(&mut specifiers);
        self.check_stage_words(&specifiers);
        let storage = Self::storage_with_words(&specifiers);
        let block = ReadBlock { specifiers, storage, name, name_at, instance, dimensions };
        let known = self.known_block(&block);
        self.declared.is_known = known.is_some();
        self.declare_block(block, members, known);
        self.declared.is_known = false;
    }

    /// Declares a block, which a text before this one may have.
    fn declare_block(&mut self, mut block: ReadBlock, mut members: Vec<ReadMember>, known: Option<GlobalId>) {
        self.check_block_stage(&block);
        self.check_block_qualifiers(&block);
        self.check_block_dimensions(&block);
        let last = members.len().saturating_sub(1);
        for (number, read) in members.iter_mut().enumerate() {
            self.inherit_storage(&block, read, number == last);
        }
        if block.name.starts_with("gl_") {
            self.redeclare_block(&block, members);
            return;
        }
        self.check_name(&block.name.clone(), block.name_at);
        if let Some((name, at)) = block.instance.clone() {
            self.check_name(&name, at);
        }
        for read in &members {
            self.check_prefix(&read.member.name.clone(), read.member.at);
        }
        let defaults = self.block_defaults(&mut block);
        self.merge_member_layouts(&mut block, &defaults, &mut members);
        let structure = self.program.types.new_structure(Structure {
            name: block.name.clone(),
            at: block.name_at,
            members: members.iter().map(|read| read.member.clone()).collect(),
            is_block: true,
            is_built_in: false,
        });
        for read in &members {
            self.check_block_member(block.storage, read);
        }
        merge_into(block.specifiers.qualifiers.layout_mut(), &defaults);
        if block.specifiers.words.buffer_type.is_some() {
            self.declare_buffer_type(&block, structure);
            return;
        }
        if block.storage == Storage::Reference {
            self.declare_reference(&block, structure);
            if block.instance.is_none() {
                return;
            }
            // An instance is a buffer as well.
            block.storage = Storage::Buffer;
            block.specifiers.words.buffer_reference = None;
            self.declare_block_variable(&block, structure);
            return;
        }
        if !self.declare_block_name(&block, structure) {
            return;
        }
        if let Some(id) = known
            && self.join_block(&block, structure, id)
        {
            let qualifiers = block.specifiers.qualifiers.clone();
            self.check_whole_block(&block, &qualifiers, self.program.global(id).ty);
            return;
        }
        self.declared.is_known = false;
        self.declare_block_variable(&block, structure);
    }

    /// Checks the layout of a member.
    pub(super) fn check_block_member(&mut self, storage: Storage, read: &ReadMember) {
        self.check_layout(Placed {
            storage,
            ty: read.member.ty,
            qualifiers: &read.member.qualifiers,
            words: &read.specifiers.words,
            at: read.member.at,
            is_block: false,
            is_member: true,
        });
    }

    /// Which versions and stages have blocks of a storage.
    fn check_block_stage(&mut self, block: &ReadBlock) {
        let at = block.specifiers.at;
        let stage = self.program.stage();
        let is_task = block.specifiers.has(flag::PER_TASK);
        match block.storage {
            Storage::Uniform | Storage::PushConstant => {
                self.needs(at, "a uniform block", Since(140, 300), &["GL_ARB_uniform_buffer_object"]);
                let packing = block.specifiers.qualifiers.layout().packing;
                if packing == Some(Packing::Std430) && block.storage == Storage::Uniform {
                    self.needs_extension(at, "`std430` on a uniform block", &["GL_EXT_scalar_block_layout"]);
                }
            }
            Storage::Buffer | Storage::Reference | Storage::ShaderRecord => {
                let extensions = ["GL_ARB_shader_storage_buffer_object"];
                self.needs(at, "a buffer", Since(430, 310), &extensions);
            }
            Storage::In => {
                self.needs_desktop(at, "an input block", 150, &["GL_ARB_separate_shader_objects"]);
                self.needs_stage(at, "an input block", &INPUT_BLOCKS);
                if stage == Stage::Fragment && self.program.environment.is_embedded() {
                    self.needs(at, "an input block", Since(0, 320), &IO_BLOCKS);
                } else if stage == Stage::Mesh && !is_task {
                    self.report_block_storage(block, "an input block of a mesh shader");
                }
            }
            Storage::Out => {
                self.needs_desktop(at, "an output block", 150, &["GL_ARB_separate_shader_objects"]);
                self.needs_stage(at, "an output block", &OUTPUT_BLOCKS);
                if stage == Stage::Vertex && self.program.environment.is_embedded() {
                    self.needs(at, "an output block", Since(0, 320), &IO_BLOCKS);
                } else if stage == Stage::Mesh && is_task {
                    self.report_block_storage(block, "an output block with `taskNV` of a mesh shader");
                } else if stage == Stage::Task && !is_task {
                    self.report_block_storage(block, "an output block of a task shader");
                }
            }
            Storage::Shared => {
                self.needs_extension(at, "a shared block", &["GL_EXT_shared_memory_block"]);
            }
            Storage::TaskPayload => self.report_block_storage(block, "a block as task payload"),
            Storage::RayPayload
            | Storage::RayPayloadIn
            | Storage::HitAttribute
            | Storage::CallableData
            | Storage::CallableDataIn
            | Storage::HitObjectAttribute => {
                let extensions = [
                    "GL_EXT_ray_tracing",
                    "GL_NV_ray_tracing",
                    "GL_NV_shader_invocation_reorder",
                    "GL_EXT_shader_invocation_reorder",
                ];
                self.needs_desktop(at, "a block of this storage", 460, &extensions);
            }
            Storage::ResourceHeap | Storage::SamplerHeap => self.check_heap_block(block),
            Storage::Private | Storage::Const | Storage::TileImage => {
                self.report_block_storage(block, "a block without `uniform`, `buffer`, `in` or `out`");
            }
        }
    }

    fn report_block_storage(&mut self, block: &ReadBlock, what: &str) {
        let message = format!("found {what}, which the language does not have");
        let finding = self.finding(&DECLARATION, block.specifiers.at, message);
        self.add(finding.help("write `uniform`, `buffer`, `in` or `out` before the name"));
    }

    /// Qualifiers that no block has, and blocks of which there is one.
    fn check_block_qualifiers(&mut self, block: &ReadBlock) {
        let specifiers = &block.specifiers;
        let problem = if specifiers.qualifiers.interpolation.is_some() {
            Some((specifiers.interpolation_at, "an interpolation"))
        } else if specifiers.qualifiers.sampling.is_some() {
            Some((specifiers.sampling_at, "a place of sampling"))
        } else if specifiers.has(flag::INVARIANT) && !self.declared.is_invariant_all {
            Some((specifiers.flags_at, "`invariant`"))
        } else {
            None
        };
        if let Some((at, what)) = problem {
            let message = format!("found {what} on a block, expected it on members");
            let finding = self.finding(&QUALIFIER_USE, at, message);
            self.add(finding.help("put it on the members"));
        }
        let at = block.name_at;
        let first = match block.storage {
            Storage::PushConstant => {
                Some(("block of push constants", self.declared.push_constant.replace(at)))
            }
            Storage::ShaderRecord => Some(("shader record", self.declared.shader_record.replace(at))),
            _ if specifiers.has(flag::PER_TASK) => {
                Some(("`taskNV` block", self.declared.task_block.replace(at)))
            }
            _ => None,
        };
        if let Some((what, Some(first))) = first
            && !self.declared.is_known
            && !self.program.environment.has("GL_NV_push_constant_bank")
        {
            let message = format!("found a second {what}, expected one in a stage");
            let finding = self.finding_with(&REDECLARED, at, message, (first, "the first one"));
            self.add(finding.help("put all members into one block"));
        }
    }

    fn check_block_dimensions(&mut self, block: &ReadBlock) {
        if block.dimensions.len() > 1 {
            self.check_arrays_of_arrays(block.name_at);
            self.needs(block.name_at, "an array of arrays of blocks", Since(ALWAYS, 0), &[]);
        }
        let storage = block.storage;
        self.check_dimensions(storage, &block.specifiers.qualifiers, &block.dimensions, false);
    }

    /// Gives a member the storage and memory qualifiers of its block.
    pub(super) fn inherit_storage(&mut self, block: &ReadBlock, read: &mut ReadMember, is_last: bool) {
        let at = read.member.at;
        let name = shown(&read.member.name);
        if let Some(stated) = Self::member_storage(&read.specifiers)
            && stated != block.specifiers.global_storage()
            && !self.is_buffer_storage(read.member.ty, stated)
        {
            let message = format!("found `{name}` with another storage than its block");
            let finding = self.finding(&QUALIFIER_USE, read.specifiers.storage_at, message);
            self.add(finding.help("remove the storage of the member"));
        }
        self.check_invariant(&read.specifiers, block.specifiers.global_storage());
        let specifiers = &block.specifiers;
        let inherited = MEMORY | flag::PER_PRIMITIVE | flag::PER_VIEW | flag::PER_TASK | flag::PATCH;
        read.member.qualifiers.flags |= specifiers.qualifiers.flags & inherited;
        if self.declared.is_invariant_all && block.storage == Storage::Out {
            read.member.qualifiers.flags |= flag::INVARIANT;
        }
        let is_resource = !matches!(block.storage, Storage::In | Storage::Out);
        let is_qualified =
            read.specifiers.is_auxiliary() || read.specifiers.qualifiers.interpolation.is_some();
        if is_resource && is_qualified {
            let message = format!("found an interpolation on `{name}`, expected it between stages alone");
            let finding = self.finding(&QUALIFIER_USE, at, message);
            self.add(finding.help("remove it"));
        }
        if let (true, Type::Array(views)) = (read.member.qualifiers.has(flag::PER_VIEW), read.member.ty)
            && self.is_unsized(read.member.ty)
        {
            self.program.types.set_length(views, Length::Fixed(super::variable::MAX_MESH_VIEWS));
        }
        self.check_member_dimensions(block, read, is_last);
        if block.storage.is_heap() {
            self.check_heap_member(block.storage, read);
        } else {
            self.check_member_type(read);
        }
    }

    fn check_member_dimensions(&mut self, block: &ReadBlock, read: &ReadMember, is_last: bool) {
        let mut dimensions = Vec::new();
        let mut ty = read.member.ty;
        while let Some(array) = self.program.types.as_array(ty) {
            dimensions.push(Dimension { length: array.length, at: read.member.at });
            ty = array.element;
        }
        self.check_dimensions(block.storage, &block.specifiers.qualifiers, &dimensions, is_last);
    }

    /// Types that no member of a block has.
    fn check_member_type(&mut self, read: &ReadMember) {
        let types = &self.program.types;
        let is_bindless = self.program.environment.has("GL_ARB_bindless_texture");
        let ty = read.member.ty;
        let is_sampler = |ty: Type| matches!(ty, Type::Sampled(_) | Type::Image(_));
        let has_opaque = types.holds_buffer(ty)
            || types.contains(ty, &|ty| ty.is_opaque() && !(is_bindless && is_sampler(ty)));
        let has_parametric = types.contains(ty, &|ty| matches!(ty, Type::Parametric(_)))
            && !self.is_long_vector(types.innermost(ty));
        if has_opaque || has_parametric {
            let name = shown(&read.member.name);
            let message =
                format!("found `{name}` of type `{}` in a block, expected numbers", self.type_name(ty));
            let finding = self.finding(&DECLARATION, read.member.at, message);
            self.add(finding.help("declare it outside of the block"));
        }
    }

    pub(crate) fn is_long_vector(&self, ty: Type) -> bool {
        use crate::types::ParametricKind;
        match ty {
            Type::Parametric(id) => {
                let parametric = self.program.types.parametric.get(id.0 as usize);
                parametric.is_some_and(|parametric| parametric.kind == ParametricKind::LongVector)
            }
            _ => false,
        }
    }

    /// What members have from their block and from the defaults of its storage.
    pub(super) fn block_defaults(&mut self, block: &mut ReadBlock) -> Layout {
        let mut defaults = match block.storage {
            Storage::Uniform | Storage::PushConstant => self.declared.uniform_defaults.clone(),
            Storage::Buffer | Storage::Reference | Storage::ShaderRecord => {
                self.declared.buffer_defaults.clone()
            }
            Storage::Shared => self.declared.shared_defaults.clone(),
            Storage::Out => self.declared.output_defaults.clone(),
            _ => Layout::default(),
        };
        let is_130 = matches!(block.storage, Storage::PushConstant | Storage::ShaderRecord)
            || block.specifiers.has(flag::PER_TASK);
        if is_130 {
            defaults.packing = Some(Packing::Std430);
        }
        merge_into(&mut defaults, block.specifiers.qualifiers.layout());
        if block.specifiers.qualifiers.layout().align.is_some() && !self.is_laid_out(defaults.packing) {
            let message =
                "found `align` on a block without a packing, expected `std140` or `std430`".to_owned();
            self.report_layout(block.name_at, message, "write `std140` or `std430`");
        }
        defaults
    }

    /// Puts the instance name of a block in scope, or its members, and checks the whole.
    fn declare_block_variable(&mut self, block: &ReadBlock, structure: StructId) {
        let ty = self.array_type(Type::Struct(structure), &block.dimensions);
        let (name, at) = block.instance.clone().unwrap_or((block.name.clone(), block.name_at));
        let mut qualifiers: Qualifiers = block.specifiers.qualifiers.clone();
        if block.specifiers.qualifiers.layout().xfb_buffer.is_none() && block.storage != Storage::Out {
            qualifiers.layout_mut().xfb_buffer = None;
        }
        let id = self.add_global(Global {
            name: name.clone(),
            at,
            ty,
            storage: block.storage,
            qualifiers: qualifiers.clone(),
            initializer: None,
            built_in: None,
            is_anonymous_block: block.instance.is_none(),
            is_used: false,
            is_written: false,
        });
        if block.instance.is_some() {
            if !self.report_redeclared(&name, block.name_at) {
                let symbol = self.declare_name(at);
                self.scopes.declare(&name, Entity::Global(id), symbol);
            }
        } else {
            self.declare_members(id, structure, block.name_at);
        }
        self.check_known_names(id);
        self.check_whole_block(block, &qualifiers, ty);
        self.add_io_array(id, block.name_at);
    }

    fn check_whole_block(&mut self, block: &ReadBlock, qualifiers: &Qualifiers, ty: Type) {
        let mut words = block.specifiers.words.clone();
        words.stage.clear();
        self.check_layout(Placed {
            storage: block.storage,
            ty,
            qualifiers,
            words: &words,
            at: block.name_at,
            is_block: true,
            is_member: false,
        });
    }

    fn declare_members(&mut self, id: GlobalId, structure: StructId, block_at: At) {
        let names: Vec<(Word, At)> = {
            let members = &self.program.types.structure(structure).members;
            members.iter().map(|member| (member.name.clone(), member.at)).collect()
        };
        for (index, (name, at)) in names.into_iter().enumerate() {
            if self.report_redeclared(&name, block_at) {
                continue;
            }
            let symbol = self.declare_name(at);
            self.scopes.declare(&name, Entity::Member(id, index as u32), symbol);
        }
    }

    /// Keeps the name of a block from other uses. Blocks of different storage may share one.
    fn declare_block_name(&mut self, block: &ReadBlock, structure: StructId) -> bool {
        let known = self.scopes.own(&block.name).cloned();
        match known {
            None => {
                let symbol = self.declare_name(block.name_at);
                self.scopes.declare(&block.name, Entity::Block(structure), symbol);
                self.declared.block_storages.insert((block.name.number(), block.storage));
                true
            }
            Some(Entity::Block(_))
                if self.declared.block_storages.insert((block.name.number(), block.storage)) =>
            {
                true
            }
            Some(_) => {
                self.report_redeclared(&block.name.clone(), block.name_at);
                false
            }
        }
    }

    /// Which dimensions may be without a size.
    pub(crate) fn check_dimensions(
        &mut self,
        storage: Storage,
        qualifiers: &Qualifiers,
        dimensions: &[Dimension],
        is_last_member: bool,
    ) {
        let Some((outer, inner)) = dimensions.split_first() else {
            return;
        };
        // The dimension of the views is sized by the language.
        let views = usize::from(qualifiers.has(flag::PER_VIEW));
        if let Some(missing) = inner.iter().skip(views).find(|dimension| dimension.length == Length::Unsized)
        {
            let message =
                "found `[]` inside of an array, expected a size: only the first brackets may be empty";
            let finding = self.finding(&DECLARATION, missing.at, message);
            self.add(finding.help("write the number of elements"));
        }
        let is_inner_specialized = inner.iter().any(|inner| matches!(inner.length, Length::Specialized(_)));
        let takes_specialized = matches!(storage, Storage::Private | Storage::Shared | Storage::Const);
        if is_inner_specialized && !takes_specialized {
            let message = "found a specialization constant as the size of an inner array, expected a number";
            let finding = self.finding(&DECLARATION, outer.at, message);
            self.add(finding.help("write a number, or make it the first size"));
        }
        if outer.length != Length::Unsized || !self.program.environment.is_embedded() {
            return;
        }
        let is_arrayed = self.is_arrayed_interface(storage, qualifiers);
        let is_uniform_end = storage == Storage::Uniform
            && self.program.environment.has("GL_EXT_uniform_buffer_unsized_array");
        let is_buffer = storage.is_heap()
            || matches!(storage, Storage::Buffer | Storage::Reference | Storage::ShaderRecord);
        if !is_arrayed && !(is_last_member && (is_buffer || is_uniform_end)) {
            self.require_sizes(&[*outer]);
        }
    }
}

/// Stages with blocks of inputs.
const INPUT_BLOCKS: [Stage; 5] = [
    Stage::TessellationControl,
    Stage::TessellationEvaluation,
    Stage::Geometry,
    Stage::Fragment,
    Stage::Mesh,
];
/// Stages with blocks of outputs.
const OUTPUT_BLOCKS: [Stage; 6] = [
    Stage::Vertex,
    Stage::TessellationControl,
    Stage::TessellationEvaluation,
    Stage::Geometry,
    Stage::Mesh,
    Stage::Task,
];

/// Takes over what blocks give to their members.
pub(crate) fn merge_into(into: &mut Layout, from: &Layout) {
    into.matrix = from.matrix.or(into.matrix);
    into.packing = from.packing.or(into.packing);
    into.stream = from.stream.or(into.stream);
    into.format = from.format.or(into.format);
    into.xfb_buffer = from.xfb_buffer.or(into.xfb_buffer);
    into.buffer_reference_align = from.buffer_reference_align.or(into.buffer_reference_align);
    into.align = from.align.or(into.align);
}
