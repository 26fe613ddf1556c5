//! What a variable of a type may be: storage, interpolation and memory qualifiers by stage and version.

use glassbox_core::stage::Stage;

use super::qualifier::{MEMORY, Specifiers, StorageWord};
use super::require::{ALWAYS, Since};
use super::type_specifier::Specified;
use crate::language::Api;
use crate::model::{At, Storage, flag};
use crate::parse::Parser;
use crate::rules::{DECLARATION, INTERFACE, QUALIFIER_USE};
use crate::types::{Scalar, Type};

/// Extensions for computing with small numbers.
const FLOAT_16: [&str; 4] = [
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_AMD_gpu_shader_half_float",
    "GL_NV_gpu_shader5",
];
const INT_16: [&str; 4] = [
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_AMD_gpu_shader_int16",
    "GL_NV_gpu_shader5",
];
const INT_8: [&str; 3] = [
    "GL_EXT_shader_explicit_arithmetic_types_int8",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_NV_gpu_shader5",
];

impl Parser<'_> {
    /// Checks qualifiers of a declaration outside of functions, before its type is known to fit; `None` for blocks and defaults.
    pub(crate) fn check_global_qualifiers(&mut self, specifiers: &mut Specifiers) {
        match specifiers.storage {
            StorageWord::In | StorageWord::Out => {
                let name = if specifiers.storage == StorageWord::In { "`in`" } else { "`out`" };
                let what = format_args!("{name} outside of functions");
                self.needs(specifiers.storage_at, what, Since(130, 300), &[]);
            }
            StorageWord::InOut => {
                let message = "found `inout` outside of functions, expected `in` or `out`".to_owned();
                self.report_qualifier(specifiers.storage_at, message, At::NONE, "write one of them");
            }
            _ => {}
        }
        if self.declared.is_invariant_all && specifiers.global_storage() == Storage::Out {
            specifiers.qualifiers.flags |= flag::INVARIANT;
        }
        let storage = specifiers.global_storage();
        if specifiers.has(flag::NON_UNIFORM) && !matches!(storage, Storage::In | Storage::Private) {
            let message = "found `nonuniformEXT` on this storage, expected it on `in`".to_owned();
            self.report_qualifier(specifiers.flags_at, message, At::NONE, "remove it");
        }
        if specifiers.is_by_reference || specifiers.is_literal {
            let message = "found a qualifier of parameters, expected it on a parameter".to_owned();
            self.report_qualifier(specifiers.at, message, At::NONE, "remove it");
        }
        self.check_invariant(specifiers, storage);
        for (mode, at) in specifiers.words.quads.clone() {
            if storage == Storage::In {
                self.add_mode(mode);
            } else {
                let message = "found a word for inputs, expected `in`".to_owned();
                self.report_layout(at, message, "write `layout(…) in;`");
            }
        }
    }

    /// `invariant` stands on outputs, and in older versions on inputs of all but vertex shaders.
    pub(crate) fn check_invariant(&mut self, specifiers: &Specifiers, storage: Storage) {
        if !specifiers.has(flag::INVARIANT) || self.declared.is_invariant_all {
            return;
        }
        let is_new = self.program.environment.is_since(420, 300);
        let is_vertex = self.program.stage() == Stage::Vertex;
        let is_allowed = storage == Storage::Out || !is_new && storage == Storage::In && !is_vertex;
        if !is_allowed {
            let message = "found `invariant` on what is no output, expected an output".to_owned();
            self.report_qualifier(specifiers.flags_at, message, At::NONE, "remove `invariant`");
        }
    }

    /// Checks type and qualifiers of a declaration outside of functions.
    pub(crate) fn check_global_type(&mut self, specifiers: &Specifiers, specified: &Specified) {
        let ty = specified.base;
        let storage = specifiers.global_storage();
        let memory = specifiers.qualifiers.flags & MEMORY;
        let is_image = matches!(ty, Type::Image(_));
        let takes_memory = match ty {
            Type::Reference(_) | Type::Parametric(_) | Type::Error => true,
            _ if memory & (flag::READ_ONLY | flag::WRITE_ONLY | flag::RESTRICT) != 0 => {
                is_image || storage == Storage::Buffer
            }
            Type::Sampled(_) | Type::Texture(_) | Type::Image(_) | Type::Subpass(_) | Type::Sampler(_) => {
                true
            }
            _ => matches!(storage, Storage::Uniform | Storage::Buffer),
        };
        if memory != 0 && !takes_memory {
            let message =
                format!("found a memory qualifier on `{}`, expected an image or buffer", self.type_name(ty));
            self.report_qualifier(specifiers.flags_at, message, At::NONE, "remove it");
        }
        if storage == Storage::Buffer && specifiers.words.buffer_reference.is_none() {
            let message = "found a variable with `buffer`, expected a block";
            let finding = self.finding(&DECLARATION, specifiers.storage_at, message);
            self.add(finding.help("write `buffer NAME { … };`"));
        }
        if storage.is_heap() {
            let message = "found a variable with the storage of a heap, expected a block";
            let finding = self.finding(&DECLARATION, specifiers.storage_at, message);
            self.add(finding.help("write `resourceheap NAME { … } name;`"));
        }
        if matches!(storage, Storage::In | Storage::Out) {
            self.check_interface(specifiers, specified, storage);
        }
    }

    /// Inputs and outputs.
    fn check_interface(&mut self, specifiers: &Specifiers, specified: &Specified, storage: Storage) {
        let ty = specified.base;
        let scalar = ty.scalar();
        let is_int = scalar.is_some_and(Scalar::is_integer);
        let is_double = scalar == Some(Scalar::Double);
        if is_int || is_double {
            self.needs(specified.at, "an input or output of this type", Since(130, 300), &[]);
        }
        self.check_flat(specifiers, ty, storage);
        if specifiers.has(flag::PATCH) && specifiers.qualifiers.interpolation.is_some() {
            let message = "found an interpolation beside `patch`, expected none".to_owned();
            self.report_qualifier(
                specifiers.interpolation_at,
                message,
                specifiers.flags_at,
                "remove one of them",
            );
        }
        if specifiers.has(flag::PER_TASK) {
            let finding =
                self.finding(&DECLARATION, specifiers.at, "found a variable with `taskNV`, expected a block");
            self.add(finding.help("write `taskNV out NAME { … };`"));
        }
        if storage == Storage::In {
            self.check_input(specifiers, specified);
        } else {
            self.check_output(specifiers, specified);
        }
    }

    /// Integers and doubles are not interpolated.
    fn check_flat(&mut self, specifiers: &Specifiers, ty: Type, storage: Storage) {
        use crate::model::Interpolation;
        let interpolation = specifiers.qualifiers.interpolation;
        if matches!(interpolation, Some(Interpolation::Flat | Interpolation::Explicit))
            || specifiers.has(flag::PER_VERTEX)
        {
            return;
        }
        let is_plain =
            |ty: Type| ty.scalar().is_some_and(|scalar| scalar.is_integer() || scalar == Scalar::Double);
        if !self.program.types.contains(ty, &is_plain) {
            return;
        }
        let stage = self.program.stage();
        let version = self.program.environment.version;
        let is_missing = storage == Storage::In && stage == Stage::Fragment
            || storage == Storage::Out
                && stage == Stage::Vertex
                && version.is_embedded
                && version.number == 300;
        if is_missing {
            let message = format!("found `{}` without `flat`, expected `flat`", self.type_name(ty));
            let finding = self.finding(&INTERFACE, specifiers.at, message);
            self.add(finding.help("write `flat` before the storage: such values are not interpolated"));
        }
    }

    fn check_input(&mut self, specifiers: &Specifiers, specified: &Specified) {
        let ty = specified.base;
        match self.program.stage() {
            Stage::Vertex => {
                if matches!(ty, Type::Struct(_)) {
                    self.report_interface(specified.at, "a structure as input of a vertex shader");
                    return;
                }
                if ty.scalar() == Some(Scalar::Double) {
                    let extensions = ["GL_ARB_vertex_attrib_64bit", "GL_NV_gpu_shader5"];
                    self.needs_desktop(specified.at, "an input of this type", 410, &extensions);
                }
                let is_qualified = specifiers.is_auxiliary()
                    || specifiers.qualifiers.interpolation.is_some()
                    || specifiers.is_memory()
                    || specifiers.has(flag::INVARIANT);
                if is_qualified {
                    let message = "found more qualifiers on an input of a vertex shader, expected none";
                    self.report_qualifier(specifiers.at, message.to_owned(), At::NONE, "write `in` alone");
                }
            }
            Stage::Fragment if matches!(ty, Type::Struct(_)) => {
                self.needs(specified.at, "a structure as input of a fragment shader", Since(150, 300), &[]);
                self.check_embedded_structure(specified, "a fragment shader input");
            }
            Stage::Compute => self.report_interface(specifiers.storage_at, "an input of a compute shader"),
            Stage::TessellationControl if specifiers.has(flag::PATCH) => {
                let message = "found `patch` on an input of this stage, expected an output".to_owned();
                self.report_qualifier(specifiers.flags_at, message, At::NONE, "remove `patch`");
            }
            _ => {}
        }
    }

    fn check_output(&mut self, specifiers: &Specifiers, specified: &Specified) {
        let ty = specified.base;
        match self.program.stage() {
            Stage::Vertex if matches!(ty, Type::Struct(_)) => {
                self.needs(specified.at, "a structure as output of a vertex shader", Since(150, 300), &[]);
                self.check_embedded_structure(specified, "a vertex shader output");
            }
            Stage::Fragment => self.check_fragment_output(specifiers, specified),
            Stage::Compute => self.report_interface(specifiers.storage_at, "an output of a compute shader"),
            Stage::TessellationEvaluation if specifiers.has(flag::PATCH) => {
                let message = "found `patch` on an output of this stage, expected an input".to_owned();
                self.report_qualifier(specifiers.flags_at, message, At::NONE, "remove `patch`");
            }
            _ => {}
        }
    }

    fn check_fragment_output(&mut self, specifiers: &Specifiers, specified: &Specified) {
        let ty = specified.base;
        self.needs(specifiers.storage_at, "an output of a fragment shader", Since(ALWAYS, 300), &[]);
        match ty {
            Type::Struct(_) => {
                self.report_interface(specified.at, "a structure as output of a fragment shader")
            }
            Type::Matrix(..) => {
                self.report_interface(specified.at, "a matrix as output of a fragment shader")
            }
            _ => {}
        }
        if specifiers.is_auxiliary() || specifiers.qualifiers.interpolation.is_some() {
            let message =
                "found an interpolation on an output of a fragment shader, expected none".to_owned();
            self.report_qualifier(specifiers.at, message, At::NONE, "remove it");
        }
        if matches!(ty.scalar(), Some(Scalar::Double | Scalar::Int64 | Scalar::Uint64)) {
            self.report_interface(specified.at, "a 64-bit type as output of a fragment shader");
        }
    }

    /// GLSL ES has no structures in structures, and no arrays in them, between stages.
    fn check_embedded_structure(&mut self, specified: &Specified, what: &str) {
        if !self.program.environment.is_embedded() {
            return;
        }
        let members = self.program.types.as_structure(specified.base).map(|structure| {
            structure.members.iter().any(|member| matches!(member.ty, Type::Struct(_) | Type::Array(_)))
        });
        if members == Some(true) {
            let what = format_args!("an array or structure in the structure of {what}");
            self.needs(specified.at, what, Since(ALWAYS, 0), &[]);
        }
    }

    fn report_interface(&mut self, at: At, what: &str) {
        let finding = self.finding(&INTERFACE, at, format!("found {what}, which the language does not have"));
        self.add(finding.help("use another type, or another kind of variable"));
    }

    /// Checks that a variable may have its type.
    pub(crate) fn check_variable_type(&mut self, storage: Storage, ty: Type, at: At, is_local: bool) -> bool {
        let types = &self.program.types;
        let innermost = types.innermost(ty);
        if innermost == Type::Error {
            return false;
        }
        if innermost == Type::Void {
            let finding =
                self.finding(&DECLARATION, at, "found a variable of type `void`, expected another type");
            self.add(finding.help("write a type with values"));
            return false;
        }
        if !self.check_holds_no_buffer(ty, at, "a variable") {
            return false;
        }
        let types = &self.program.types;
        let is_handle = |ty: Type| matches!(ty, Type::HitObject(_) | Type::RayQuery);
        let is_resource = |ty: Type| ty.is_opaque() && !is_handle(ty);
        let has_resources = types.contains(ty, &is_resource);
        let has_hit_objects = types.contains(ty, &|ty| matches!(ty, Type::HitObject(_)));
        let has_references = types.contains(ty, &|ty| matches!(ty, Type::Reference(_)));
        let is_tensor = self.program.types.is_tensor(innermost);
        let is_bindless = self.program.environment.has("GL_ARB_bindless_texture");
        let is_tile = matches!(innermost, Type::Attachment(_)) && storage == Storage::TileImage;
        if storage != Storage::Uniform && !is_tile && !is_bindless && (has_resources || is_tensor) {
            let name = self.type_name(ty);
            let message = format!("found a variable of type `{name}` that is no uniform, expected `uniform`");
            let finding = self.finding(&DECLARATION, at, message);
            self.add(finding.help("declare it with `uniform`, or as a parameter of a function"));
            return false;
        }
        if has_hit_objects && (storage != Storage::Private || matches!(innermost, Type::Struct(_))) {
            let name = self.type_name(ty);
            let message =
                format!("found `{name}` with a storage or in a structure, expected a variable alone");
            let finding = self.finding(&DECLARATION, at, message);
            self.add(finding.help("declare the hit object without qualifiers"));
        }
        if has_references && matches!(storage, Storage::Const) {
            let name = self.type_name(ty);
            let finding =
                self.finding(&QUALIFIER_USE, at, format!("found `const` on `{name}`, expected no `const`"));
            self.add(finding.help("remove `const`"));
        }
        self.check_small_numbers(storage, ty, at);
        self.check_loose_uniform(storage, ty, at);
        let _ = is_local;
        true
    }

    /// 8- and 16-bit numbers outside of blocks need the extensions for computing with them.
    pub(crate) fn check_small_numbers(&mut self, storage: Storage, ty: Type, at: At) {
        if matches!(storage, Storage::Uniform | Storage::Buffer | Storage::PushConstant) {
            return;
        }
        let sets: [(&[Scalar], &str, &[&'static str]); 3] = [
            (&[Scalar::Float16], "a variable with `float16_t`", &FLOAT_16),
            (&[Scalar::Int16, Scalar::Uint16], "a variable with `int16_t` or `uint16_t`", &INT_16),
            (&[Scalar::Int8, Scalar::Uint8], "a variable with `int8_t` or `uint8_t`", &INT_8),
        ];
        for (scalars, what, extensions) in sets {
            let is_one = |ty: Type| ty.scalar().is_some_and(|scalar| scalars.contains(&scalar));
            if self.program.types.contains(ty, &is_one) {
                self.needs_extension(at, what, extensions);
            }
        }
        let is_tiny = |ty: Type| ty.scalar().is_some_and(Scalar::is_storage_float);
        if matches!(storage, Storage::In | Storage::Out) && self.program.types.contains(ty, &is_tiny) {
            self.report_interface(at, "an input or output of this type");
        }
    }

    /// Vulkan has no uniforms outside of blocks but opaque ones.
    fn check_loose_uniform(&mut self, storage: Storage, ty: Type, at: At) {
        let is_value = |ty: Type| match ty {
            Type::Struct(_) | Type::Array(_) => false,
            other => !other.is_opaque() && !matches!(other, Type::Parametric(_)),
        };
        if storage == Storage::Uniform
            && self.program.environment.api == Api::Vulkan
            && self.program.types.contains(ty, &is_value)
        {
            self.removed_by_vulkan(at, "a uniform outside of blocks", "put it into a uniform block");
        }
    }
}
