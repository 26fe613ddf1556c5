//! Which versions, stages and places have a qualifier, and the order of qualifiers.

use glassbox_core::stage::Stage;

use super::qualifier::{MEMORY, Specifiers, StorageWord};
use super::qualifier_word::{QualifierWord, stages_of};
use super::require::{ALWAYS, Since};
use crate::model::{At, Interpolation, Sampling, Storage, flag};
use crate::parse::Parser;
use crate::rules::DEPRECATED;

impl Parser<'_> {
    /// What versions and stages have of a word itself.
    pub(super) fn check_qualifier(&mut self, word: QualifierWord, name: &str, at: At) {
        let what = format_args!("`{name}`");
        let is_global = self.scopes.depth() == 0;
        let is_for_globals = match word {
            QualifierWord::Const | QualifierWord::Precision(_) | QualifierWord::Layout => false,
            QualifierWord::Flag(bit) => bit & (MEMORY | flag::PRECISE | flag::NON_UNIFORM) == 0,
            QualifierWord::SpirvByReference
            | QualifierWord::SpirvLiteral
            | QualifierWord::SpirvDecorate
            | QualifierWord::SpirvDecorateId
            | QualifierWord::SpirvDecorateString => false,
            _ => true,
        };
        if is_for_globals && !is_global {
            let message = format!("found {what} in a function, expected it outside of functions alone");
            self.report_qualifier(at, message, At::NONE, "move the declaration out of the function");
        }
        match word {
            QualifierWord::Attribute => {
                self.needs_stage(at, what, &[Stage::Vertex]);
                self.check_legacy(at, name, "in");
            }
            QualifierWord::Varying => {
                let is_vertex = self.program.stage() == Stage::Vertex;
                self.check_legacy(at, name, if is_vertex { "out" } else { "in" });
            }
            QualifierWord::Storage(storage) => {
                if let Some(stages) = stages_of(storage) {
                    self.needs_stage(at, what, stages);
                }
                if storage == Storage::Shared {
                    self.needs(at, what, Since(430, 310), &["GL_ARB_compute_shader"]);
                }
            }
            QualifierWord::Interpolation(Interpolation::NoPerspective) => {
                let extensions = ["GL_NV_shader_noperspective_interpolation"];
                self.needs(at, what, Since(130, 0), &extensions);
            }
            QualifierWord::Interpolation(Interpolation::Explicit) => {
                self.needs(at, what, Since(450, ALWAYS), &["GL_AMD_shader_explicit_vertex_parameter"]);
            }
            QualifierWord::Sampling(Sampling::Centroid) => {
                self.needs(at, what, Since(120, 300), &[]);
            }
            QualifierWord::Sampling(Sampling::Sample) => {
                let extensions = [
                    "GL_OES_shader_multisample_interpolation",
                    "GL_ARB_gpu_shader5",
                    "GL_NV_gpu_shader5",
                    "GL_ANDROID_extension_pack_es31a",
                ];
                self.needs(at, what, Since(400, 320), &extensions);
            }
            QualifierWord::Subroutine => {
                self.needs(at, what, Since(400, 0), &["GL_ARB_shader_subroutine"]);
            }
            QualifierWord::Flag(bit) => self.check_flag(bit, name, at),
            _ => {}
        }
    }

    /// The same for those that are flags.
    pub(super) fn check_flag(&mut self, bit: u32, name: &str, at: At) {
        let what = format_args!("`{name}`");
        match bit {
            flag::PATCH => {
                let extensions = [
                    "GL_ARB_tessellation_shader",
                    "GL_EXT_tessellation_shader",
                    "GL_OES_tessellation_shader",
                    "GL_ANDROID_extension_pack_es31a",
                ];
                self.needs(at, what, Since(400, 320), &extensions);
                self.needs_stage(at, what, &[Stage::TessellationControl, Stage::TessellationEvaluation]);
            }
            flag::PRECISE => {
                let extensions = [
                    "GL_ARB_gpu_shader5",
                    "GL_NV_gpu_shader5",
                    "GL_EXT_gpu_shader5",
                    "GL_OES_gpu_shader5",
                    "GL_ANDROID_extension_pack_es31a",
                ];
                self.needs(at, what, Since(400, 320), &extensions);
            }
            flag::PER_VERTEX => {
                let is_ext = name.ends_with("EXT");
                let extension = if is_ext {
                    "GL_EXT_fragment_shader_barycentric"
                } else {
                    "GL_NV_fragment_shader_barycentric"
                };
                self.needs_extension(at, what, &[extension]);
            }
            flag::PER_PRIMITIVE => {
                self.needs_stage(at, what, &[Stage::Fragment, Stage::Mesh]);
            }
            flag::PER_VIEW => {
                self.needs_stage(at, what, &[Stage::Mesh]);
            }
            flag::PER_TASK => {
                self.needs_stage(at, what, &[Stage::Task, Stage::Mesh]);
            }
            flag::DEVICE_COHERENT
            | flag::QUEUE_FAMILY_COHERENT
            | flag::WORKGROUP_COHERENT
            | flag::SUBGROUP_COHERENT
            | flag::NON_PRIVATE => {
                self.needs_extension(at, what, &["GL_KHR_memory_scope_semantics"]);
            }
            flag::SHADER_CALL_COHERENT => {
                self.needs_extension(at, what, &["GL_EXT_ray_tracing"]);
            }
            flag::COHERENT | flag::VOLATILE | flag::RESTRICT | flag::READ_ONLY | flag::WRITE_ONLY
                if self.program.environment.is_embedded() =>
            {
                self.needs(at, what, Since(0, 310), &[]);
            }
            _ => {}
        }
    }

    /// `attribute` and `varying`: deprecated since 130, gone from the core profile since 420 and from GLSL ES since 300.
    pub(super) fn check_legacy(&mut self, at: At, name: &str, instead: &str) {
        let version = self.program.environment.version;
        let is_gone = if version.is_embedded {
            version.number >= 300
        } else {
            version.number >= 420 && !version.is_compatible
        };
        if is_gone {
            let message = format!("found `{name}`, which this version does not have");
            let finding = self.finding(&crate::rules::UNAVAILABLE, at, message);
            self.add(finding.help(format!("write `{instead}`")));
        } else if !version.is_embedded && version.number >= 130 && !version.is_compatible {
            let finding = self.finding(&DEPRECATED, at, format!("found `{name}`, which is deprecated"));
            self.add(finding.help(format!("write `{instead}`")));
        }
    }

    /// The order of qualifiers, which versions before 420 and GLSL ES before 310 prescribe.
    pub(super) fn check_order(&mut self, before: &Specifiers, word: QualifierWord, name: &str, at: At) {
        let environment = &self.program.environment;
        if environment.is_since(420, 310) || environment.has("GL_ARB_shading_language_420pack") {
            return;
        }
        let has_storage = before.storage != StorageWord::None;
        let has_precision = before.precision_at != At::NONE;
        let has_interpolation = before.qualifiers.interpolation.is_some();
        let is_late = has_storage || has_precision;
        let problem = match word {
            QualifierWord::Flag(flag::PRECISE) => {
                before.has(flag::INVARIANT) || has_interpolation || before.is_auxiliary() || is_late
            }
            QualifierWord::Flag(flag::INVARIANT) => has_interpolation || before.is_auxiliary() || is_late,
            QualifierWord::Interpolation(_) => before.is_auxiliary() || is_late,
            QualifierWord::Sampling(_) | QualifierWord::Flag(flag::PATCH) => is_late,
            QualifierWord::Const if matches!(before.storage, StorageWord::In | StorageWord::Out) => true,
            QualifierWord::Const
            | QualifierWord::In
            | QualifierWord::Out
            | QualifierWord::InOut
            | QualifierWord::Attribute
            | QualifierWord::Varying
            | QualifierWord::Storage(_) => has_precision,
            _ => false,
        };
        if problem {
            let message = format!("found `{name}` behind a qualifier that it has to precede");
            self.report_qualifier(
                at,
                message,
                At::NONE,
                "the order is: `precise`, `invariant`, interpolation, `centroid`, storage, precision",
            );
        }
    }
}
