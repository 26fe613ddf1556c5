//! Which words qualify a declaration, by version and extension.

use glassbox_core::stage::Stage;
use glassbox_syntax::token::Word;

use crate::language::Environment;
use crate::model::{Interpolation, Precision, Sampling, Storage, flag};
use crate::vocabulary::words::{self, Standing};

/// A word that qualifies a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QualifierWord {
    Const,
    In,
    Out,
    InOut,
    /// `attribute`
    Attribute,
    /// `varying`
    Varying,
    Storage(Storage),
    Interpolation(Interpolation),
    Sampling(Sampling),
    /// One of [`flag`].
    Flag(u32),
    Precision(Precision),
    Layout,
    Subroutine,
    SpirvStorageClass,
    SpirvDecorate,
    SpirvDecorateId,
    SpirvDecorateString,
    SpirvByReference,
    SpirvLiteral,
}

/// What a word qualifies where an environment holds; `None` where it is a name like others, or something else. Words that the
/// version reserves are found too.
pub(crate) fn find(name: &Word, environment: &Environment) -> Option<QualifierWord> {
    let row = words::row_of(name)?;
    row.qualifies.filter(|_| row.standing(environment) != Standing::Free)
}

/// What a word qualifies in some version.
pub(crate) fn named(name: &str) -> Option<QualifierWord> {
    plain(name).or_else(|| of_extension(name))
}

/// Words of the core language.
fn plain(name: &str) -> Option<QualifierWord> {
    Some(match name {
        "const" => QualifierWord::Const,
        "in" => QualifierWord::In,
        "out" => QualifierWord::Out,
        "inout" => QualifierWord::InOut,
        "attribute" => QualifierWord::Attribute,
        "varying" => QualifierWord::Varying,
        "uniform" => QualifierWord::Storage(Storage::Uniform),
        "buffer" => QualifierWord::Storage(Storage::Buffer),
        "shared" => QualifierWord::Storage(Storage::Shared),
        "highp" => QualifierWord::Precision(Precision::High),
        "mediump" => QualifierWord::Precision(Precision::Medium),
        "lowp" => QualifierWord::Precision(Precision::Low),
        "smooth" => QualifierWord::Interpolation(Interpolation::Smooth),
        "flat" => QualifierWord::Interpolation(Interpolation::Flat),
        "noperspective" => QualifierWord::Interpolation(Interpolation::NoPerspective),
        "centroid" => QualifierWord::Sampling(Sampling::Centroid),
        "sample" => QualifierWord::Sampling(Sampling::Sample),
        "patch" => QualifierWord::Flag(flag::PATCH),
        "invariant" => QualifierWord::Flag(flag::INVARIANT),
        "precise" => QualifierWord::Flag(flag::PRECISE),
        "coherent" => QualifierWord::Flag(flag::COHERENT),
        "volatile" => QualifierWord::Flag(flag::VOLATILE),
        "restrict" => QualifierWord::Flag(flag::RESTRICT),
        "readonly" => QualifierWord::Flag(flag::READ_ONLY),
        "writeonly" => QualifierWord::Flag(flag::WRITE_ONLY),
        "layout" => QualifierWord::Layout,
        "subroutine" => QualifierWord::Subroutine,
        _ => return None,
    })
}

/// Words that extensions bring.
fn of_extension(name: &str) -> Option<QualifierWord> {
    Some(match name {
        "devicecoherent" => QualifierWord::Flag(flag::DEVICE_COHERENT),
        "queuefamilycoherent" => QualifierWord::Flag(flag::QUEUE_FAMILY_COHERENT),
        "workgroupcoherent" => QualifierWord::Flag(flag::WORKGROUP_COHERENT),
        "subgroupcoherent" => QualifierWord::Flag(flag::SUBGROUP_COHERENT),
        "shadercallcoherent" => QualifierWord::Flag(flag::SHADER_CALL_COHERENT),
        "nonprivate" => QualifierWord::Flag(flag::NON_PRIVATE),
        "nontemporal" => QualifierWord::Flag(flag::NON_TEMPORAL),
        "nonuniformEXT" => QualifierWord::Flag(flag::NON_UNIFORM),
        "pervertexNV" | "pervertexEXT" => QualifierWord::Flag(flag::PER_VERTEX),
        "perprimitiveNV" | "perprimitiveEXT" => QualifierWord::Flag(flag::PER_PRIMITIVE),
        "perviewNV" => QualifierWord::Flag(flag::PER_VIEW),
        "taskNV" => QualifierWord::Flag(flag::PER_TASK),
        "__explicitInterpAMD" => QualifierWord::Interpolation(Interpolation::Explicit),
        "tileImageEXT" => QualifierWord::Storage(Storage::TileImage),
        "taskPayloadSharedEXT" => QualifierWord::Storage(Storage::TaskPayload),
        "rayPayloadNV" | "rayPayloadEXT" => QualifierWord::Storage(Storage::RayPayload),
        "rayPayloadInNV" | "rayPayloadInEXT" => QualifierWord::Storage(Storage::RayPayloadIn),
        "hitAttributeNV" | "hitAttributeEXT" => QualifierWord::Storage(Storage::HitAttribute),
        "callableDataNV" | "callableDataEXT" => QualifierWord::Storage(Storage::CallableData),
        "callableDataInNV" | "callableDataInEXT" => QualifierWord::Storage(Storage::CallableDataIn),
        "hitObjectAttributeNV" | "hitObjectAttributeEXT" => {
            QualifierWord::Storage(Storage::HitObjectAttribute)
        }
        "resourceheap" => QualifierWord::Storage(Storage::ResourceHeap),
        "samplerheap" => QualifierWord::Storage(Storage::SamplerHeap),
        "spirv_storage_class" => QualifierWord::SpirvStorageClass,
        "spirv_decorate" => QualifierWord::SpirvDecorate,
        "spirv_decorate_id" => QualifierWord::SpirvDecorateId,
        "spirv_decorate_string" => QualifierWord::SpirvDecorateString,
        "spirv_by_reference" => QualifierWord::SpirvByReference,
        "spirv_literal" => QualifierWord::SpirvLiteral,
        _ => return None,
    })
}

/// Stages that have variables of a storage; `None` is all.
pub(crate) fn stages_of(storage: Storage) -> Option<&'static [Stage]> {
    Some(match storage {
        Storage::Shared => &[Stage::Compute, Stage::Mesh, Stage::Task],
        Storage::RayPayload => &[Stage::RayGeneration, Stage::ClosestHit, Stage::AnyHit, Stage::Miss],
        Storage::RayPayloadIn => &[Stage::ClosestHit, Stage::AnyHit, Stage::Miss],
        Storage::HitAttribute => &[Stage::Intersection, Stage::ClosestHit, Stage::AnyHit],
        Storage::HitObjectAttribute => &[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss],
        Storage::CallableData => &[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss, Stage::Callable],
        Storage::CallableDataIn => &[Stage::Callable],
        Storage::TaskPayload => &[Stage::Task, Stage::Mesh],
        Storage::TileImage => &[Stage::Fragment],
        _ => return None,
    })
}
