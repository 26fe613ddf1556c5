//! `RDAT`.
use super::{Outcome, Source};
use glassbox_dxil::shader::subobject::Subobject;

pub(super) fn encode(_source: &Source<'_, '_>, _given: &[Subobject]) -> Outcome<Vec<u8>> {
    Ok(Vec::new())
}
