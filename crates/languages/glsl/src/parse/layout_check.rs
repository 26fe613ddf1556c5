//! Which words of `layout(…)` a declaration may have, by its storage and type.

use glassbox_core::stage::Stage;

use super::layout::LayoutWords;
use super::qualifier::Specifiers;
use super::require::{LOCATIONS, Since};
use crate::language::Api;
use crate::model::{At, Layout, Qualifiers, Storage, flag};
use crate::parse::Parser;
use crate::rules::{INTERFACE, LAYOUT};
use crate::types::{Length, Scalar, Type};

/// A variable, block or member whose layout is checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'p> {
    pub(crate) storage: Storage,
    pub(crate) ty: Type,
    pub(crate) qualifiers: &'p Qualifiers,
    pub(crate) words: &'p LayoutWords,
    pub(crate) at: At,
    pub(crate) is_block: bool,
    pub(crate) is_member: bool,
}

impl Parser<'_> {
    /// Reports a word of `layout(…)`.
    pub(crate) fn report_layout(&mut self, at: At, message: String, help: &str) {
        let finding = self.finding(&LAYOUT, at, message);
        self.add(finding.help(help));
    }

    /// Words that only a declaration without a name can have.
    pub(crate) fn check_stage_words(&mut self, specifiers: &Specifiers) {
        if let Some((_, at)) = specifiers.words.stage.first().copied() {
            let name = self.word(at).map(|word| word.to_string()).unwrap_or_default();
            let message =
                format!("found `{name}` on a declaration with a name, expected it on `in;` or `out;`");
            self.report_layout(at, message, "write a declaration of its own, such as `layout(…) in;`");
        }
    }

    /// What the words say together, whatever the type.
    pub(crate) fn check_layout_words(
        &mut self,
        storage: Storage,
        qualifiers: &Qualifiers,
        words: &LayoutWords,
        at: At,
    ) {
        let layout = qualifiers.layout().clone();
        if storage == Storage::Shared && qualifiers.layout.is_some() {
            self.needs_extension(at, "`layout(…)` on `shared`", &["GL_EXT_shared_memory_block"]);
        }
        if layout.component.is_some() && layout.location.is_none() {
            self.report_layout(
                at,
                "found `component` without `location`".to_owned(),
                "write `location = N` too",
            );
        }
        self.check_location_version(storage, &layout, at);
        if layout.index.is_some() && !qualifiers.has(flag::SUBROUTINE) {
            if storage != Storage::Out {
                self.report_layout(at, "found `index` on what is no output".to_owned(), "remove it");
            } else if layout.index.is_some_and(|index| index > 1) {
                self.report_layout(at, "found an `index` above 1 on an output".to_owned(), "write 0 or 1");
            } else if layout.location.is_none() {
                self.report_layout(
                    at,
                    "found `index` without `location`".to_owned(),
                    "write `location = N` too",
                );
            }
        }
        let is_resource = matches!(
            storage,
            Storage::Uniform
                | Storage::Buffer
                | Storage::PushConstant
                | Storage::ShaderRecord
                | Storage::Reference
                | Storage::TileImage
        );
        if layout.binding.is_some() && !is_resource && !qualifiers.has(flag::PER_TASK) {
            let message = "found `binding` on what is no uniform and no buffer".to_owned();
            self.report_layout(at, message, "remove it");
        }
        if layout.stream.is_some() && storage != Storage::Out {
            self.report_layout(at, "found `stream` on what is no output".to_owned(), "remove it");
        }
        let is_captured =
            layout.xfb_buffer.is_some() || layout.xfb_offset.is_some() || layout.xfb_stride.is_some();
        if is_captured && storage != Storage::Out {
            self.report_layout(at, "found `xfb_…` on what is no output".to_owned(), "remove it");
        }
        self.check_block_words(storage, qualifiers, &layout, at);
        self.check_kinds(storage, &layout, words, at);
    }

    fn check_block_words(&mut self, storage: Storage, qualifiers: &Qualifiers, layout: &Layout, at: At) {
        let is_laid_out = matches!(
            storage,
            Storage::Uniform
                | Storage::Buffer
                | Storage::Shared
                | Storage::PushConstant
                | Storage::ShaderRecord
                | Storage::Reference
        );
        if is_laid_out || qualifiers.has(flag::PER_TASK) {
            return;
        }
        if storage.is_heap() {
            if layout.packing.is_some() {
                let message = "found a packing on a heap, which is laid out as `scalar`".to_owned();
                self.report_layout(at, message, "remove it, or put it on a block with `buffer_type`");
            }
            return;
        }
        if layout.matrix.is_some() || layout.packing.is_some() {
            let message = "found a layout of members on what is no uniform and no buffer".to_owned();
            self.report_layout(at, message, "remove it");
        }
        if layout.offset.is_some() || layout.align.is_some() {
            let message = "found `offset` or `align` on what is no uniform and no buffer".to_owned();
            self.report_layout(at, message, "remove it");
        }
    }

    /// Push constants, buffer references, shader records, tile images, hit attributes.
    fn check_kinds(&mut self, storage: Storage, layout: &Layout, words: &LayoutWords, at: At) {
        let has_place = layout.set.is_some() || layout.binding.is_some();
        if let Some(word) = words.push_constant {
            if storage != Storage::PushConstant {
                self.report_layout(
                    word,
                    "found `push_constant` without `uniform`".to_owned(),
                    "write `uniform`",
                );
            }
            if has_place {
                let message = "found a set or binding beside `push_constant`, expected none".to_owned();
                self.report_layout(word, message, "remove it");
            }
        }
        if let Some(word) = words.bank
            && storage != Storage::PushConstant
        {
            let message = "found `bank` or `member_offset` without `push_constant`".to_owned();
            self.report_layout(word, message, "write `push_constant` too");
        }
        if let Some(word) = words.buffer_reference
            && storage != Storage::Reference
        {
            self.report_layout(
                word,
                "found `buffer_reference` without `buffer`".to_owned(),
                "write `buffer`",
            );
        }
        if let Some(word) = words.buffer_type
            && !matches!(storage, Storage::Uniform | Storage::Buffer)
        {
            let message = "found `buffer_type` without `uniform` or `buffer`".to_owned();
            self.report_layout(word, message, "write `uniform` or `buffer`");
        }
        if let Some(word) = words.heap_offset
            && !storage.is_heap()
        {
            let message = "found `heap_offset` without `resourceheap` or `samplerheap`".to_owned();
            self.report_layout(word, message, "put it on a block with `resourceheap` or `samplerheap`");
        }
        if let Some(word) = words.shader_record {
            if storage != Storage::ShaderRecord {
                self.report_layout(
                    word,
                    "found a shader record without `buffer`".to_owned(),
                    "write `buffer`",
                );
            }
            if has_place {
                let message = "found a set or binding on a shader record, expected none".to_owned();
                self.report_layout(word, message, "remove it");
            }
        }
        if storage == Storage::TileImage {
            if layout.set.is_some() {
                self.report_layout(at, "found `set` on a tile image".to_owned(), "write `location = N`");
            }
            if layout.location.is_none() {
                let message = "found a tile image without `location`, expected one".to_owned();
                self.report_layout(at, message, "write `location = N`");
            }
        }
        if storage == Storage::HitAttribute && *layout != Layout::default() {
            let message = "found `layout(…)` on a hit attribute, expected none".to_owned();
            self.report_layout(at, message, "remove it");
        }
    }

    /// Which versions and stages have locations, by storage.
    fn check_location_version(&mut self, storage: Storage, layout: &Layout, at: At) {
        if layout.location.is_none() && layout.component.is_none() && layout.index.is_none() {
            return;
        }
        let stage = self.program.stage();
        let is_old_embedded = {
            let version = self.program.environment.version;
            version.is_embedded && version.number < 310
        };
        let (what, own_stage) = match storage {
            Storage::In => ("a location of an input", Stage::Vertex),
            Storage::Out => ("a location of an output", Stage::Fragment),
            Storage::Uniform | Storage::Buffer => {
                let extensions = ["GL_ARB_explicit_uniform_location", "GL_ARB_explicit_attrib_location"];
                self.needs(at, "a location of a uniform", Since(430, 310), &extensions);
                return;
            }
            _ => return,
        };
        if is_old_embedded {
            self.needs_stage(at, what, &[own_stage]);
        } else if stage == Stage::Compute {
            let message = format!("found {what} in a compute shader, which has none");
            self.report_layout(at, message, "remove it");
        } else if stage == own_stage {
            self.needs(at, what, Since(330, 300), &LOCATIONS);
        } else {
            self.needs(at, what, Since(410, 310), &["GL_ARB_separate_shader_objects"]);
        }
    }

    /// What a variable, block or member may have by its type. Takes its location.
    pub(crate) fn check_layout(&mut self, placed: Placed<'_>) {
        self.check_layout_words(placed.storage, placed.qualifiers, placed.words, placed.at);
        let layout = placed.qualifiers.layout().clone();
        if layout.location.is_some() {
            self.check_location(placed, &layout);
            self.use_location(placed.storage, placed.qualifiers, placed.ty, placed.at);
        }
        self.check_capture(placed, &layout);
        self.check_binding(placed, &layout);
        if layout.offset.is_some() && placed.is_block {
            let message = "found `offset` on a block, expected it on members".to_owned();
            self.report_layout(placed.at, message, "put it on the members");
        }
        self.check_format(placed, &layout);
        self.check_type_words(placed, &layout);
        self.check_descriptor_size(placed, &layout);
        if !placed.is_member {
            self.check_object(placed, &layout);
        }
    }

    fn check_location(&mut self, placed: Placed<'_>, layout: &Layout) {
        let at = placed.at;
        let innermost = self.program.types.innermost(placed.ty);
        let is_fragment_output = placed.storage == Storage::Out && self.program.stage() == Stage::Fragment;
        if is_fragment_output && layout.location.is_some_and(|location| location >= 32) {
            let message = "found a location of a fragment output that is not below 32".to_owned();
            self.report_layout(at, message, "use a smaller location");
        }
        if let Some(component) = layout.component {
            let is_double = innermost.scalar() == Some(Scalar::Double);
            let width = if is_double { 2 } else { 1 };
            if placed.is_block || !(innermost.is_scalar() || innermost.is_vector()) {
                let message =
                    "found `component` on a matrix, structure or block, expected a scalar or vector";
                self.report_layout(at, message.to_owned(), "remove it");
            } else if component + innermost.components() * width > 4 {
                let message =
                    format!("found `component = {component}` of a type that needs more than are left");
                self.report_layout(at, message, "begin at a lower component");
            } else if is_double && component % 2 == 1 {
                let message = format!("found a `double` at component {component}, expected 0 or 2");
                self.report_layout(at, message, "begin at an even component");
            }
        }
        match placed.storage {
            Storage::In | Storage::Out if placed.is_block => {
                self.needs_desktop(at, "a location of a block", 440, &["GL_ARB_enhanced_layouts"]);
            }
            Storage::Uniform | Storage::Buffer | Storage::PushConstant | Storage::Reference
                if placed.is_block =>
            {
                let message = "found `location` on a uniform block or buffer, expected `binding`".to_owned();
                self.report_layout(at, message, "write `binding = N`");
            }
            Storage::TaskPayload => {
                self.report_layout(at, "found `location` on a task payload".to_owned(), "remove it");
            }
            Storage::Private | Storage::Const | Storage::Shared
                if !placed.is_member && layout.storage_class.is_none() =>
            {
                let message = "found `location` on what is no input, output or uniform".to_owned();
                self.report_layout(at, message, "remove it");
            }
            _ => {}
        }
    }

    /// Transform feedback.
    fn check_capture(&mut self, placed: Placed<'_>, layout: &Layout) {
        let Some(buffer) = layout.xfb_buffer else {
            return;
        };
        if let Some(stride) = layout.xfb_stride {
            self.set_stride(buffer, stride, placed.at);
        }
        if let Some(offset) = layout.xfb_offset
            && !placed.is_block
        {
            self.use_capture(buffer, offset, placed.ty, placed.at);
        }
    }

    fn check_binding(&mut self, placed: Placed<'_>, layout: &Layout) {
        let Some(binding) = layout.binding else {
            return;
        };
        let innermost = self.program.types.innermost(placed.ty);
        let is_error = innermost == Type::Error;
        let is_tensor = matches!(innermost, Type::Parametric(_));
        if !innermost.is_opaque() && !placed.is_block && !is_tensor && !is_error {
            let message = format!(
                "found `binding` on `{}`, expected a block, sampler, image or counter",
                self.type_name(placed.ty)
            );
            self.report_layout(placed.at, message, "remove it, or put the variable into a block");
            return;
        }
        let is_opengl = self.program.environment.api == Api::OpenGl;
        let is_image = matches!(innermost, Type::Sampled(_) | Type::Image(_));
        let last = binding.saturating_add(self.element_count(placed.ty) - 1);
        if is_opengl && is_image && last >= 80 {
            let message = format!("found binding {last} of a sampler, expected less than 80");
            self.report_layout(placed.at, message, "use a smaller binding");
        }
        let most_counters = if self.program.environment.api == Api::Any { 8 } else { 1 };
        if innermost == Type::AtomicUint && binding >= most_counters {
            let message = format!("found binding {binding} of a counter, expected less than {most_counters}");
            self.report_layout(placed.at, message, "use a smaller binding");
        }
    }

    /// What is checked of whole declarations alone.
    fn check_object(&mut self, placed: Placed<'_>, layout: &Layout) {
        let at = placed.at;
        let innermost = self.program.types.innermost(placed.ty);
        let is_uniform = matches!(placed.storage, Storage::Uniform | Storage::Buffer);
        if is_uniform && !placed.is_block {
            if layout.matrix.is_some() || layout.packing.is_some() {
                let message = "found a layout of members on a variable, expected a block".to_owned();
                self.report_layout(at, message, "remove it, or write a block");
            }
            if layout.offset.is_some() && innermost != Type::AtomicUint && innermost != Type::Error {
                let message = "found `offset` on a variable, expected a member of a block".to_owned();
                self.report_layout(at, message, "remove it");
            }
            if layout.align.is_some() {
                let message = "found `align` on a variable, expected a block or member".to_owned();
                self.report_layout(at, message, "remove it");
            }
            if layout.location.is_some() && innermost == Type::AtomicUint {
                let message = "found `location` on a counter, expected `binding`".to_owned();
                self.report_layout(at, message, "write `binding = N`");
            }
        }
        let is_interface = matches!(placed.storage, Storage::In | Storage::Out);
        let has_bool = self.program.types.contains(placed.ty, &|ty| ty.scalar() == Some(Scalar::Bool));
        if is_interface && has_bool && !placed.qualifiers.has(flag::PER_TASK) {
            let message =
                format!("found a `bool` in `{}` between stages, expected numbers", self.type_name(placed.ty));
            let finding = self.finding(&INTERFACE, at, message);
            self.add(finding.help("pass it as `int` or `uint`"));
        }
    }

    /// Whether an array is sized in its outermost dimension.
    pub(crate) fn is_unsized(&self, ty: Type) -> bool {
        self.program.types.as_array(ty).is_some_and(|array| array.length == Length::Unsized)
    }

    /// Where a variable with some words is kept.
    pub(crate) fn storage_with_words(specifiers: &Specifiers) -> Storage {
        match specifiers.global_storage() {
            Storage::Uniform if specifiers.words.push_constant.is_some() => Storage::PushConstant,
            Storage::Buffer if specifiers.words.buffer_reference.is_some() => Storage::Reference,
            Storage::Buffer if specifiers.words.shader_record.is_some() => Storage::ShaderRecord,
            other => other,
        }
    }
}
