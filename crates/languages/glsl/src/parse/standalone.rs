//! Declarations of qualifiers alone: `layout(…) in;` states the layout of the stage, `layout(…) uniform;` a default, and
//! `invariant gl_Position;` qualifies what is declared already.

use glassbox_core::stage::Stage;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Word};

use super::layout::{StageWord, mode};
use super::qualifier::{Specifiers, StorageWord};
use crate::model::{At, Layout, Primitive, Storage, flag};
use crate::parse::{Entity, Parser};
use crate::rules::{LAYOUT, QUALIFIER_USE, STAGE_LAYOUT, UNDECLARED};

impl Parser<'_> {
    /// Applies qualifiers that stand alone before a `;`.
    pub(crate) fn standalone(&mut self, mut specifiers: Specifiers) {
        self.check_global_qualifiers(&mut specifiers);
        let storage = specifiers.global_storage();
        let words = specifiers.words.stage.clone();
        let has_stage_words = !words.is_empty() || !specifiers.words.quads.is_empty();
        for (word, at) in &words {
            self.apply_stage_word(*word, storage, *at);
        }
        self.size_io_arrays(specifiers.at);
        self.check_built_in_words(&specifiers, "");
        let is_culling = words.iter().any(|(word, _)| *word == StageWord::PrimitiveCulling);
        if is_culling {
            if specifiers.storage != StorageWord::None {
                let message = "found a storage beside `primitive_culling`, expected none".to_owned();
                self.report_qualifier(specifiers.storage_at, message, At::NONE, "remove it");
            }
            return;
        }
        if specifiers.is_auxiliary()
            || specifiers.is_memory()
            || specifiers.qualifiers.interpolation.is_some()
            || specifiers.precision_at != At::NONE
        {
            let message = "found a qualifier without a type, expected a declaration".to_owned();
            self.report_qualifier(specifiers.at, message, At::NONE, "write a type and a name");
        }
        self.check_layout_words(storage, &specifiers.qualifiers, &Default::default(), specifiers.at);
        self.set_defaults(&specifiers, storage, has_stage_words);
    }

    fn set_defaults(&mut self, specifiers: &Specifiers, storage: Storage, has_stage_words: bool) {
        let layout = specifiers.qualifiers.layout().clone();
        let only = Layout { matrix: layout.matrix, packing: layout.packing, ..Layout::default() };
        match storage {
            Storage::Uniform => super::block::merge_into(&mut self.declared.uniform_defaults, &only),
            Storage::Buffer => super::block::merge_into(&mut self.declared.buffer_defaults, &only),
            Storage::Shared => super::block::merge_into(&mut self.declared.shared_defaults, &only),
            Storage::In => {}
            Storage::Out => self.set_output_defaults(&layout, specifiers.at),
            _ => {
                if !has_stage_words || specifiers.storage == StorageWord::None {
                    let message =
                        "found qualifiers alone, expected `uniform`, `buffer`, `in`, `out` or `shared`";
                    let finding = self.finding(&QUALIFIER_USE, specifiers.at, message);
                    self.add(finding.help("write a type and a name, or a storage"));
                }
                return;
            }
        }
        let has_place = layout.location.is_some()
            || layout.component.is_some()
            || layout.index.is_some()
            || layout.binding.is_some()
            || layout.offset.is_some()
            || layout.align.is_some()
            || layout.xfb_offset.is_some()
            || layout.constant_id.is_some()
            || specifiers.words.push_constant.is_some()
            || specifiers.words.buffer_reference.is_some()
            || specifiers.words.shader_record.is_some()
            || specifiers.words.buffer_type.is_some();
        if has_place {
            let message = "found a word for single declarations without a name".to_owned();
            self.report_layout(specifiers.layout_at, message, "write the whole declaration");
        }
    }

    fn set_output_defaults(&mut self, layout: &Layout, at: At) {
        let defaults = &mut self.declared.output_defaults;
        defaults.stream = layout.stream.or(defaults.stream);
        defaults.xfb_buffer = layout.xfb_buffer.or(defaults.xfb_buffer);
        if let (Some(buffer), Some(stride)) = (defaults.xfb_buffer.or(Some(0)), layout.xfb_stride) {
            self.set_stride(buffer, stride, at);
        }
    }

    /// Takes what a word says of the stage.
    fn apply_stage_word(&mut self, word: StageWord, storage: Storage, at: At) {
        let name = self.word(at).map(|word| word.to_string()).unwrap_or_default();
        if let StageWord::PrimitiveCulling = word {
            self.program.modes.culls_primitives = true;
            return;
        }
        if let StageWord::Primitive(primitive) = word {
            self.set_primitive(primitive, storage, &name, at);
            return;
        }
        let wanted = if word.is_of_output() { Storage::Out } else { Storage::In };
        if storage != wanted {
            let wanted = if word.is_of_output() { "out" } else { "in" };
            let message = format!("found `{name}` without `{wanted}`, expected `{wanted}`");
            self.report_layout(at, message, "write it behind `layout(…)`");
            return;
        }
        self.set_mode(word, &name, at);
    }

    fn set_mode(&mut self, word: StageWord, name: &str, at: At) {
        let axis =
            if let StageWord::LocalSizeId(axis, _) | StageWord::LocalSize(axis, _) = word { axis } else { 0 };
        let first = *self.declared.stated.entry((std::mem::discriminant(&word), axis)).or_insert(at);
        let modes = &mut self.program.modes;
        match word {
            StageWord::Primitive(_) | StageWord::PrimitiveCulling => {}
            StageWord::Spacing(spacing) => {
                let known = *modes.spacing.get_or_insert(spacing);
                self.report_other_mode(known != spacing, name, at, first);
            }
            StageWord::Clockwise(is_clockwise) => {
                let known = *modes.is_clockwise.get_or_insert(is_clockwise);
                self.report_other_mode(known != is_clockwise, name, at, first);
            }
            StageWord::PointMode => modes.is_point_mode = true,
            StageWord::Invocations(count) => {
                let known = *modes.invocations.get_or_insert(count);
                self.report_other_mode(known != count, name, at, first);
            }
            StageWord::Vertices(count) => {
                let known = modes.vertices.get_or_insert((count, at)).0;
                self.report_other_mode(known != count, name, at, first);
            }
            StageWord::Primitives(count) => {
                let known = *modes.primitives.get_or_insert(count);
                self.report_other_mode(known != count, name, at, first);
            }
            StageWord::LocalSize(axis, size) => self.set_local_size(axis, size, name, at, first),
            StageWord::LocalSizeId(axis, id) => {
                let known = modes.local_size_id.get_mut(axis).map_or(id, |known| *known.get_or_insert(id));
                self.report_other_mode(known != id, name, at, first);
            }
            StageWord::EarlyFragmentTests => modes.early_fragment_tests = true,
            StageWord::PostDepthCoverage => {
                self.declared.post_depth_coverage = Some(at);
                self.add_mode(mode::POST_DEPTH_COVERAGE);
            }
            StageWord::Mode(number) => self.add_mode(number),
            StageWord::Interlock(number) => {
                let known = *self.declared.interlock.get_or_insert(number);
                self.report_other_mode(known != number, name, at, first);
                self.add_mode(known);
            }
            StageWord::DerivativeGroup(is_quads) => {
                let known = *self.declared.derivative_group.get_or_insert(is_quads);
                self.report_other_mode(known != is_quads, name, at, first);
                let number = if known { mode::DERIVATIVE_GROUP_QUADS } else { mode::DERIVATIVE_GROUP_LINEAR };
                self.add_mode(number);
            }
            StageWord::BlendEquation(equation) => modes.blend_equations.push(equation),
            StageWord::ShadingRate(axis, rate) => self.set_shading_rate(axis, rate),
            StageWord::Views(count) => modes.views = Some(count),
        }
    }

    /// Sets a component of the rate of tile shading.
    fn set_shading_rate(&mut self, axis: usize, rate: u32) {
        let modes = &mut self.program.modes.spirv_modes;
        let known = modes.iter_mut().find(|(number, _)| *number == mode::TILE_SHADING_RATE);
        match known {
            Some((_, rates)) => {
                if let Some(slot) = rates.get_mut(axis) {
                    *slot = rate;
                }
            }
            None => {
                let mut rates = vec![1; 3];
                rates[axis.min(2)] = rate;
                modes.push((mode::TILE_SHADING_RATE, rates));
            }
        }
    }

    fn report_other_mode(&mut self, differs: bool, name: &str, at: At, first: At) {
        if differs {
            let message = format!("found `{name}` with another value than before, expected the same");
            let finding = self.finding_with(&STAGE_LAYOUT, at, message, (first, "it is stated here"));
            self.add(finding.help("state it once"));
        }
    }

    /// Sets a component of the size of a workgroup.
    fn set_local_size(&mut self, axis: usize, size: u32, name: &str, at: At, first: At) {
        let is_ext = self.program.environment.has("GL_EXT_mesh_shader");
        let most = match (self.program.stage(), axis) {
            (Stage::Compute, 2) => 64,
            (Stage::Compute, _) => 1024,
            (_, 0) if !is_ext => 32,
            (_, _) if is_ext => 128,
            _ => 1,
        };
        let stated = self.declared.local_size.get(axis).copied().flatten();
        if let Some(known) = stated {
            self.report_other_mode(known != size, name, at, first);
            return;
        }
        if let Some(slot) = self.declared.local_size.get_mut(axis) {
            *slot = Some(size);
        }
        let (sizes, _) = self.program.modes.local_size.get_or_insert(([1; 3], at));
        if let Some(slot) = sizes.get_mut(axis) {
            *slot = size;
        }
        if size > most {
            let finding =
                self.finding(&LAYOUT, at, format!("found {size} as `{name}`, expected {most} or less"));
            self.add(finding.help("use smaller workgroups"));
        }
    }

    /// Sets the primitive that the stage reads or writes.
    fn set_primitive(&mut self, primitive: Primitive, storage: Storage, name: &str, at: At) {
        let stage = self.program.stage();
        let is_strip = matches!(primitive, Primitive::LineStrip | Primitive::TriangleStrip);
        let is_allowed = match storage {
            Storage::In => stage != Stage::Mesh && !is_strip,
            Storage::Out => match primitive {
                Primitive::Points => stage != Stage::TessellationEvaluation,
                Primitive::Lines | Primitive::Triangles => stage == Stage::Mesh,
                _ => is_strip,
            },
            _ => false,
        };
        if !is_allowed {
            let message = format!("found `{name}` on a storage that it does not go with");
            let finding = self.finding(&LAYOUT, at, message);
            self.add(
                finding.help("primitives that are read stand with `in`, those that are written with `out`"),
            );
            return;
        }
        let modes = &mut self.program.modes;
        let slot =
            if storage == Storage::In { &mut modes.input_primitive } else { &mut modes.output_primitive };
        let (known, first) = *slot.get_or_insert((primitive, at));
        if known != primitive {
            let message = format!("found `{name}` behind another primitive, expected one");
            let finding = self.finding_with(&STAGE_LAYOUT, at, message, (first, "the other one"));
            self.add(finding.help("state one primitive"));
        }
    }

    /// Qualifies names that are declared already: `invariant gl_Position, color;`.
    pub(crate) fn requalify(&mut self, specifiers: &Specifiers) {
        self.check_stage_words(specifiers);
        loop {
            let Some(name) =
                self.peek(0).filter(|token| token.kind == Kind::Word).map(|token| token.text.clone())
            else {
                self.unexpected("a name", "name the variable that is qualified");
                break;
            };
            let at = self.advance();
            self.requalify_name(specifiers, &name, at);
            if self.take(",").is_none() {
                break;
            }
        }
        self.end_of_statement();
    }

    fn requalify_name(&mut self, specifiers: &Specifiers, name: &Word, at: At) {
        let found = self.scopes.find(name).map(|(entity, _)| entity.clone());
        let has_id = specifiers.qualifiers.layout().constant_id.is_some();
        let entity = found
            .or_else(|| self.find_built_in(name))
            .or_else(|| if has_id { self.constant_to_specialize(name) } else { None });
        if specifiers.words.buffer_reference.is_some() && matches!(entity, None | Some(Entity::Type(_))) {
            self.declare_forward(name, at);
            return;
        }
        let Some(entity) = entity else {
            let finding =
                self.finding(&UNDECLARED, at, format!("found `{}`, which is not declared", shown(name)));
            self.add(finding.help("declare the variable before, or write its type"));
            return;
        };
        self.use_of_name(at);
        let has_more = specifiers.is_auxiliary()
            || specifiers.is_memory()
            || specifiers.qualifiers.interpolation.is_some()
            || specifiers.has_layout()
            || specifiers.storage != StorageWord::None
            || specifiers.precision_at != At::NONE;
        let is_of_language = matches!(&entity, Entity::Global(id) if {
            let global = self.program.global(*id);
            global.storage == Storage::Const && global.at == At::NONE
        });
        let is_constant = is_of_language || &**name == "gl_WorkGroupSize";
        if has_more && !is_constant {
            let message = format!("found more than `invariant` or `precise` on `{}`", shown(name));
            let finding = self.finding(&QUALIFIER_USE, specifiers.at, message);
            self.add(finding.help("qualify the variable where it is declared"));
            return;
        }
        if let (Entity::Global(id), Some(number)) = (&entity, specifiers.qualifiers.layout().constant_id) {
            self.program.globals[id.0 as usize].qualifiers.layout_mut().constant_id = Some(number);
        }
        self.add_flags(specifiers, &entity, name, at);
    }

    fn add_flags(&mut self, specifiers: &Specifiers, entity: &Entity, name: &str, at: At) {
        let flags = specifiers.qualifiers.flags & (flag::INVARIANT | flag::PRECISE);
        let (storage, met) = match entity {
            Entity::Global(id) | Entity::Member(id, _) => {
                let global = self.program.global(*id);
                // Other texts may have used it.
                let is_met = (global.is_used || global.is_written) && self.first_access(*id, None).is_some();
                (global.storage, is_met && !global.is_anonymous_block)
            }
            Entity::Local(_) => (Storage::Private, false),
            _ => {
                let message = format!("found `{}`, which is no variable", shown(name));
                let finding = self.finding(&QUALIFIER_USE, at, message);
                self.add(finding.help("name a variable"));
                return;
            }
        };
        if met {
            let message = format!("found `{}` qualified behind its first use", shown(name));
            let finding = self.finding(&QUALIFIER_USE, at, message);
            self.add(finding.help("move the declaration before all uses"));
        }
        self.check_invariant(specifiers, storage);
        match entity {
            Entity::Global(id) => self.program.globals[id.0 as usize].qualifiers.flags |= flags,
            Entity::Member(id, index) => {
                let ty = self.program.types.innermost(self.program.global(*id).ty);
                if let crate::types::Type::Struct(structure) = ty
                    && let Some(structure) = self.program.types.structures.get_mut(structure.0 as usize)
                    && let Some(member) = structure.members.get_mut(*index as usize)
                {
                    member.qualifiers.flags |= flags;
                }
            }
            Entity::Local(id) => {
                if let Some(local) = self.locals.get_mut(id.0 as usize) {
                    local.qualifiers.flags |= flags;
                }
            }
            _ => {}
        }
    }
}
