//! Rules of single built-in functions beyond the types of their arguments.

use glassbox_core::stage::Stage;

use super::place::Root;
use super::version::Since;
use crate::model::{At, ExpressionId, ExpressionKind, Interpolation, Storage, flag};
use crate::parse::Parser;
use crate::rules::{CONSTANT, QUALIFIER_USE, STATEMENT, TYPE, UNAVAILABLE};
use crate::types::{Scalar, Type};
use crate::vocabulary::functions::Signature;

/// SPIR-V `ImageFormat`s of images with one component of an integer type, and of those that atomic functions take.
const R32F: u32 = 3;
const R32I: u32 = 24;
const R32UI: u32 = 33;
const R64UI: u32 = 40;
const R64I: u32 = 41;

impl Parser<'_> {
    /// Reports arguments that a built-in function does not take though their types fit. Whether there are none.
    pub(crate) fn check_built_in(
        &mut self,
        name: &str,
        signature: &Signature,
        arguments: &[ExpressionId],
        at: At,
    ) -> bool {
        self.check_memory(name, signature, arguments, at)
            && self.check_arithmetic(signature, arguments, at)
            && self.check_subgroup(name, arguments, at)
            && self.check_constants(name, signature, arguments, at)
            && self.check_texture(name, signature, arguments, at)
            && self.check_place_of(name, at)
            && self.check_derivative(name, at)
            && self.check_named(name, signature, arguments, at)
    }

    /// `readonly` and `writeonly` of images and of places in memory.
    fn check_memory(
        &mut self,
        name: &str,
        signature: &Signature,
        arguments: &[ExpressionId],
        at: At,
    ) -> bool {
        for (argument, parameter) in arguments.iter().zip(&signature.parameters) {
            let ty = self.ty(*argument);
            if !ty.is_opaque() && !parameter.is_place && !self.program.types.is_tensor(ty) {
                continue;
            }
            let flags = self.memory_flags(*argument) & !parameter.allowed;
            let kind = if flags & flag::READ_ONLY != 0 {
                "readonly"
            } else if flags & flag::WRITE_ONLY != 0 {
                "writeonly"
            } else {
                continue;
            };
            let shown = self.root_name(*argument);
            let message = format!("found `{shown}`, which is `{kind}`, as an argument of `{name}`");
            let finding = self.finding(&QUALIFIER_USE, at, message);
            self.add(finding.help(format!("remove `{kind}` from its declaration")));
            return false;
        }
        true
    }

    /// Functions of subgroups on types of other widths than 32 bits.
    fn check_subgroup(&mut self, name: &str, arguments: &[ExpressionId], at: At) -> bool {
        let scalar = arguments.first().and_then(|first| self.component(self.ty(*first)));
        let extension: &'static [&'static str] = match scalar {
            _ if !name.starts_with("subgroup") => return true,
            Some(Scalar::Int8 | Scalar::Uint8) => &["GL_EXT_shader_subgroup_extended_types_int8"],
            Some(Scalar::Int16 | Scalar::Uint16) => &["GL_EXT_shader_subgroup_extended_types_int16"],
            Some(Scalar::Int64 | Scalar::Uint64) => &["GL_EXT_shader_subgroup_extended_types_int64"],
            Some(Scalar::Float16) => &["GL_EXT_shader_subgroup_extended_types_float16"],
            _ => return true,
        };
        self.require_extension(extension, at, format_args!("`{name}` of this type"))
    }

    /// Functions on types that may only be stored.
    fn check_arithmetic(&mut self, signature: &Signature, arguments: &[ExpressionId], at: At) -> bool {
        let mut types = arguments.iter().map(|argument| self.ty(*argument)).chain([signature.result]);
        let stored = types.find(|ty| {
            ty.scalar().is_some_and(|scalar| scalar.is_arithmetic_optional() && !self.has_arithmetic(scalar))
        });
        stored.is_none_or(|ty| self.check_storage_only(ty, at, "a built-in function"))
    }

    /// Arguments that have to be constants.
    fn check_constants(
        &mut self,
        name: &str,
        signature: &Signature,
        arguments: &[ExpressionId],
        at: At,
    ) -> bool {
        for (number, (argument, parameter)) in arguments.iter().zip(&signature.parameters).enumerate() {
            if !parameter.is_constant || self.is_constant(*argument) {
                continue;
            }
            let message = format!(
                "found argument {} of `{name}` that is no constant, expected a constant expression",
                number + 1
            );
            let argument_at = self.at_of(*argument);
            let finding =
                self.finding(&CONSTANT, if argument_at == At::NONE { at } else { argument_at }, message);
            self.add(finding.help("use a number, or a variable that is `const`"));
            return false;
        }
        true
    }

    /// Functions that stand in `main` alone, outside of branches.
    fn check_place_of(&mut self, name: &str, at: At) -> bool {
        let is_barrier = name == "barrier" && self.program.stage() == Stage::TessellationControl;
        let is_interlock = matches!(name, "beginInvocationInterlockARB" | "endInvocationInterlockARB");
        if !is_barrier && !is_interlock {
            return true;
        }
        let is_main = self.function.is_some_and(|function| &*self.program.function(function).name == "main");
        let problem = if !is_main {
            "outside of `main`"
        } else if self.declared.flow.nesting + self.state.flow > 0 {
            "inside of a branch or loop"
        } else if self.state.is_behind_return {
            "behind a `return`"
        } else if let Some(problem) = is_interlock.then(|| self.interlock_problem(name)).flatten() {
            problem
        } else {
            return true;
        };
        let finding =
            self.finding(&STATEMENT, at, format!("found `{name}()` {problem}, expected it in `main` itself"));
        self.add(finding.help("move the call to the body of `main`"));
        false
    }

    /// The critical section begins once and ends once, in that order.
    fn interlock_problem(&mut self, name: &str) -> Option<&'static str> {
        let [begun, ended] = self.state.interlocks;
        let is_begin = name.starts_with("begin");
        self.state.interlocks[usize::from(!is_begin)] += 1;
        match (is_begin, begun, ended) {
            (true, 1.., _) | (false, _, 1..) => Some("a second time"),
            (true, _, 1..) => Some("behind its end"),
            (false, 0, _) => Some("before its beginning"),
            _ => None,
        }
    }

    /// Derivatives outside of fragment shaders.
    fn check_derivative(&mut self, name: &str, at: At) -> bool {
        let is_derivative = name.starts_with("dFd") || name.starts_with("fwidth");
        match self.program.stage() {
            Stage::Compute if is_derivative => self.require_extension(
                &["GL_NV_compute_shader_derivatives", "GL_KHR_compute_shader_derivatives"],
                at,
                format_args!("`{name}` in a compute shader"),
            ),
            Stage::Task | Stage::Mesh if is_derivative => self.require_extension(
                &["GL_KHR_compute_shader_derivatives"],
                at,
                format_args!("`{name}` in this stage"),
            ),
            _ => true,
        }
    }

    fn check_named(&mut self, name: &str, signature: &Signature, arguments: &[ExpressionId], at: At) -> bool {
        let Some(first) = arguments.first().copied() else {
            return true;
        };
        if name.starts_with("interpolateAt") {
            return self.check_interpolant(name, first, arguments, at);
        }
        if name.starts_with("imageAtomic") {
            return self.check_image_atomic(name, signature, first, at)
                && self.check_semantics(name, arguments, signature, at);
        }
        if name.starts_with("atomic") && !self.ty(first).is_opaque() {
            return self.check_atomic(name, first, at)
                && self.check_semantics(name, arguments, signature, at);
        }
        let is_broadcast = matches!(name, "subgroupBroadcast" | "subgroupQuadBroadcast");
        if is_broadcast && self.program.environment.api == crate::language::Api::OpenGl {
            return self.check_broadcast(name, arguments, at);
        }
        if name.starts_with("subgroupClustered") && name != "subgroupClusteredRotate" {
            return self.check_cluster(arguments, at);
        }
        match name {
            "controlBarrier" | "memoryBarrier" | "controlBarrierArrive" | "controlBarrierWait" => {
                self.check_semantics(name, arguments, signature, at)
            }
            "coopMatLoadTensorNV" => match arguments.get(1) {
                Some(memory) => self.check_in_memory(name, *memory, at) && self.check_decoding(arguments, at),
                None => true,
            },
            "coopMatLoad"
            | "coopMatStore"
            | "coopMatLoadNV"
            | "coopMatStoreNV"
            | "coopMatStoreTensorNV"
            | "coopVecLoadNV"
            | "coopVecStoreNV" => match arguments.get(1) {
                Some(memory) => self.check_in_memory(name, *memory, at),
                None => true,
            },
            "coopMatReduceNV" => self.check_reduction(arguments, at),
            "coopMatPerElementNV" => self.check_per_element(arguments, at),
            _ if name.starts_with("setTensor") || name == "sliceTensorLayoutNV" => {
                self.check_tensor_numbers(name, arguments, at)
            }
            "tensorReadARM" | "tensorWriteARM" => self.check_tensor(name, arguments, at),
            "mix" => self.check_mix(signature, at),
            "fma" | "frexp" | "ldexp" if self.component(self.ty(first)) == Some(Scalar::Float) => {
                // GLSL ES has them where the table says so.
                let since = Since::new(400, 100).or(&["GL_ARB_gpu_shader5", "GL_NV_gpu_shader5"]);
                self.require(since, at, format_args!("`{name}`"))
            }
            "swizzleInvocationsAMD" => self.check_range(arguments, 0..=3, at),
            "swizzleInvocationsMaskedAMD" => self.check_range(arguments, 0..=31, at),
            _ => true,
        }
    }

    /// `mix` of whole numbers or of doubles by a truth value.
    fn check_mix(&mut self, signature: &Signature, at: At) -> bool {
        let selects =
            signature.parameters.get(2).is_some_and(|third| third.ty.scalar() == Some(Scalar::Bool));
        let is_float = matches!(signature.result.scalar(), Some(Scalar::Float | Scalar::Double));
        let is_new = self.program.environment.is_since(450, 310);
        if !selects || is_float || is_new {
            return true;
        }
        self.require_extension(&["GL_EXT_shader_integer_mix"], at, "`mix` of whole numbers")
    }

    /// Whether the second argument is a constant whose components lie in a range.
    fn check_range(
        &mut self,
        arguments: &[ExpressionId],
        range: std::ops::RangeInclusive<u64>,
        at: At,
    ) -> bool {
        let Some(scalars) = arguments.get(1).and_then(|argument| self.program.constant(*argument)) else {
            let finding = self.finding(&CONSTANT, at, "found a second argument that is no constant");
            self.add(finding.help("use a constant expression"));
            return false;
        };
        if scalars.iter().all(|value| range.contains(value)) {
            return true;
        }
        let message = format!("found a component out of range, expected numbers from 0 to {}", range.end());
        let finding = self.finding(&CONSTANT, at, message);
        self.add(finding.help("use smaller numbers"));
        false
    }

    /// The invocation that a value is taken from is a constant where modules may be older than SPIR-V 1.5.
    fn check_broadcast(&mut self, name: &str, arguments: &[ExpressionId], at: At) -> bool {
        if arguments.get(1).is_none_or(|id| self.is_folded(*id)) {
            return true;
        }
        let message = format!("found an invocation for `{name}` that is no constant, expected a constant");
        let finding = self.finding(&CONSTANT, at, message);
        self.add(finding.help("use a constant, or `subgroupShuffle`"));
        false
    }

    /// The size of a cluster: a constant power of two.
    fn check_cluster(&mut self, arguments: &[ExpressionId], at: At) -> bool {
        let size = arguments.get(1).and_then(|size| self.integer(*size));
        if size.is_some_and(|size| size > 0 && size.count_ones() == 1) {
            return true;
        }
        let found = match size {
            Some(size) => format!("found a cluster of {size}"),
            None => "found a size of a cluster that is no constant".to_owned(),
        };
        let finding = self.finding(&CONSTANT, at, format!("{found}, expected a constant power of two"));
        self.add(finding.help("use 1, 2, 4, 8 and so on"));
        false
    }

    /// The first argument of `interpolateAt…` is an input.
    fn check_interpolant(
        &mut self,
        name: &str,
        first: ExpressionId,
        arguments: &[ExpressionId],
        at: At,
    ) -> bool {
        let environment = &self.program.environment;
        let is_embedded = environment.is_embedded();
        let allows_swizzle = !is_embedded && environment.version.number >= 440;
        let mut current = first;
        let is_input = loop {
            match *self.kind(current) {
                ExpressionKind::Global(global) => break self.program.global(global).storage == Storage::In,
                ExpressionKind::Swizzle(..) if !allows_swizzle => break false,
                ExpressionKind::Index(base, _) if self.ty(base).is_vector() && !allows_swizzle => {
                    break false;
                }
                ExpressionKind::Field(base, _) if is_embedded && !self.is_block(self.ty(base)) => {
                    break false;
                }
                _ => match self.base(current) {
                    Some(base) => current = base,
                    None => break false,
                },
            }
        };
        if !is_input {
            let message =
                format!("found another value for `{name}`, expected an input of the fragment shader");
            let finding = self.finding(&TYPE, at, message);
            self.add(finding.help("pass an input, or an element of one"));
            return false;
        }
        if name != "interpolateAtVertexAMD" {
            return true;
        }
        let is_explicit = match self.root(first) {
            Root::Global(global) => {
                self.program.global(global).qualifiers.interpolation == Some(Interpolation::Explicit)
            }
            _ => false,
        };
        if !is_explicit {
            let finding = self.finding(
                &QUALIFIER_USE,
                at,
                "found an input that is not `__explicitInterpAMD` for `interpolateAtVertexAMD`",
            );
            self.add(finding.help("declare it as `__explicitInterpAMD in`"));
            return false;
        }
        self.check_range(arguments, 0..=2, at)
    }

    /// The place of an atomic function lies in a buffer or in shared memory.
    fn check_atomic(&mut self, name: &str, place: ExpressionId, at: At) -> bool {
        let is_memory = matches!(
            self.storage(place),
            Some(Storage::Buffer | Storage::Shared | Storage::TaskPayload | Storage::ShaderRecord)
        );
        if is_memory {
            return true;
        }
        let message =
            format!("found another place for `{name}`, expected one in a buffer or in `shared` memory");
        let finding = self.finding(&TYPE, at, message);
        self.add(finding.help("move the variable to a `buffer` block, or declare it as `shared`"));
        false
    }

    /// The memory of cooperative loads and stores.
    fn check_in_memory(&mut self, name: &str, place: ExpressionId, at: At) -> bool {
        if matches!(self.storage(place), Some(Storage::Buffer | Storage::Shared)) {
            return true;
        }
        let message =
            format!("found another place for `{name}`, expected one in a buffer or in `shared` memory");
        let finding = self.finding(&TYPE, at, message);
        self.add(finding.help("pass an array of a `buffer` block, or one that is `shared`"));
        false
    }

    /// Formats of images that atomic functions take.
    fn check_image_atomic(&mut self, name: &str, signature: &Signature, image: ExpressionId, at: At) -> bool {
        let Type::Image(kind) = self.ty(image) else {
            return true;
        };
        let format = self.image_format(image);
        let is_embedded = self.program.environment.is_embedded();
        let wanted: &[u32] = match kind.component {
            Scalar::Int | Scalar::Uint => match signature.result.scalar() {
                Some(Scalar::Int64) => &[R64I],
                Some(Scalar::Uint64) => &[R64UI],
                _ => &[R32I, R32UI, R64I, R64UI],
            },
            Scalar::Int64 => &[R64I],
            Scalar::Uint64 => &[R64UI],
            Scalar::Float if is_embedded => &[R32F],
            _ => &[],
        };
        // Operations on vectors are those of an extension of their own, which declares them.
        let is_vector = signature.result.is_vector();
        if kind.component == Scalar::Float && !is_vector && !self.check_float_atomic(name, at) {
            return false;
        }
        if wanted.is_empty() || format.is_some_and(|format| wanted.contains(&format)) {
            return true;
        }
        let words: Vec<&str> = wanted
            .iter()
            .map(|format| match *format {
                R32F => "`r32f`",
                R32I => "`r32i`",
                R32UI => "`r32ui`",
                R64I => "`r64i`",
                _ => "`r64ui`",
            })
            .collect();
        let message =
            format!("found an image of another format for `{name}`, expected {}", words.join(" or "));
        let finding = self.finding(&TYPE, at, message);
        self.add(finding.help("state the format in the `layout(…)` of the image"));
        false
    }

    fn check_float_atomic(&mut self, name: &str, at: At) -> bool {
        let extensions: &'static [&'static str] = match name {
            "imageAtomicExchange" => return true,
            "imageAtomicAdd" | "imageAtomicLoad" | "imageAtomicStore" => &["GL_EXT_shader_atomic_float"],
            "imageAtomicMin" | "imageAtomicMax" => &["GL_EXT_shader_atomic_float2"],
            _ => {
                let message = format!("found an image of floats for `{name}`, expected one of whole numbers");
                let finding = self.finding(&UNAVAILABLE, at, message);
                self.add(finding.help("use an `iimage` or `uimage`"));
                return false;
            }
        };
        self.require_extension(extensions, at, format_args!("`{name}` of an image of floats"))
    }
}
