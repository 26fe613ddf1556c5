//! Recognizes the structure types that DXIL operations take and return.

use crate::ir::{Type, TypeId, Types};

/// Prefix of the names of such types.
pub(super) const PREFIX: &[u8] = b"dx.types.";

/// A structure type of DXIL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    /// `Handle`.
    Handle,
    /// `NodeHandle`.
    NodeHandle,
    /// `NodeRecordHandle`.
    NodeRecordHandle,
    /// `HitObject`.
    HitObject,
    /// `ResourceProperties`.
    ResourceProperties,
    /// `ResBind`.
    ResourceBinding,
    /// `NodeInfo`.
    NodeInfo,
    /// `NodeRecordInfo`.
    NodeRecordInfo,
    /// `Dimensions`.
    Dimensions,
    /// `SamplePos`.
    SamplePosition,
    /// `splitdouble`.
    SplitDouble,
    /// `i32c`.
    Carry,
    /// `twoi32`.
    Two,
    /// `fouri32` or `fouri16`, with the element.
    Four(TypeId),
    /// `ResRet`, with the component or vector.
    ResourceResult(TypeId),
    /// `CBufRet`, with the component.
    BufferResult(TypeId),
}

impl Builtin {
    /// True for types that `extractvalue` may take apart.
    pub(super) fn is_result(self) -> bool {
        !matches!(
            self,
            Builtin::NodeHandle
                | Builtin::NodeRecordHandle
                | Builtin::HitObject
                | Builtin::ResourceProperties
                | Builtin::ResourceBinding
                | Builtin::NodeInfo
                | Builtin::NodeRecordInfo
        )
    }
}

/// The DXIL structure types of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct Builtins(Vec<Option<Builtin>>);

impl Builtins {
    /// Classifies all types.
    pub(super) fn of(types: &Types) -> Builtins {
        Builtins(types.iter().map(|(id, ty)| classify(types, id, ty)).collect())
    }

    /// The DXIL structure type that a type is.
    pub(super) fn get(&self, ty: TypeId) -> Option<Builtin> {
        self.0.get(ty.index()).copied().flatten()
    }
}

fn classify(types: &Types, id: TypeId, ty: Type) -> Option<Builtin> {
    let Type::Named { name, .. } = ty else { return None };
    let name = types.text(name).strip_prefix(PREFIX)?;
    let element = || types.fields(id)?.first().copied();
    Some(match name {
        b"Handle" => Builtin::Handle,
        b"NodeHandle" => Builtin::NodeHandle,
        b"NodeRecordHandle" => Builtin::NodeRecordHandle,
        b"HitObject" => Builtin::HitObject,
        b"ResourceProperties" => Builtin::ResourceProperties,
        b"ResBind" => Builtin::ResourceBinding,
        b"NodeInfo" => Builtin::NodeInfo,
        b"NodeRecordInfo" => Builtin::NodeRecordInfo,
        b"Dimensions" => Builtin::Dimensions,
        b"SamplePos" => Builtin::SamplePosition,
        b"splitdouble" => Builtin::SplitDouble,
        b"i32c" => Builtin::Carry,
        b"twoi32" => Builtin::Two,
        b"fouri32" | b"fouri16" => Builtin::Four(element()?),
        _ if name.starts_with(b"ResRet.") => Builtin::ResourceResult(element()?),
        _ if name.starts_with(b"CBufRet.") => Builtin::BufferResult(element()?),
        _ => return None,
    })
}
