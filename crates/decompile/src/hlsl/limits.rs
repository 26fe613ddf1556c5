//! Refuses workgroups that are larger than shader models have them.

use glassbox_spirv::module::{Id, Type};

use super::Hlsl;
use crate::interface::Role;
use crate::refusal::Reason;
use crate::text::{Scalar, Writer};

/// Most invocations of a workgroup.
const MAX_INVOCATIONS: u64 = 1024;
/// Most bytes that a workgroup shares.
const MAX_SHARED: u64 = 32768;

impl Writer<'_, '_, Hlsl> {
    /// Refuses a workgroup of this size that has too many invocations or shares too many bytes.
    pub(super) fn check_workgroup(&mut self, size: &[String; 3]) {
        let counts = size.each_ref().map(|text| text.parse::<u64>().unwrap_or(1));
        if counts.iter().fold(1, |all: u64, count| all.saturating_mul(*count)) > MAX_INVOCATIONS {
            self.refuse(Reason::EntryPoint, "a workgroup has more than 1024 invocations; make it smaller");
        }
        let shared = self.roles.iter().filter(|(_, role)| **role == Role::Shared);
        let bytes = shared.map(|(var, _)| self.bytes_of(self.tree.variable(*var).ty));
        if bytes.fold(0, u64::saturating_add) > MAX_SHARED {
            self.refuse(Reason::EntryPoint, "a workgroup shares more than 32768 bytes; share less");
        }
    }

    /// Bytes of a value that has no layout of its own.
    fn bytes_of(&self, ty: Id) -> u64 {
        match self.module.ty(ty) {
            Some(Type::Struct { members }) => {
                members.iter().fold(0, |sum, member| self.bytes_of(*member).saturating_add(sum))
            }
            Some(Type::Array { element, length }) => {
                let count = self.module.constant_u32(length).unwrap_or(0);
                self.bytes_of(element).saturating_mul(count.into())
            }
            Some(Type::Matrix { column, count }) => self.bytes_of(column) * u64::from(count),
            Some(Type::Vector { component, count }) => self.bytes_of(component) * u64::from(count),
            _ => match self.scalar(ty) {
                Some(Scalar::Int(bits) | Scalar::Uint(bits) | Scalar::Float(bits)) => u64::from(bits / 8),
                _ => 4,
            },
        }
    }
}
