//! The rules of runtime data.

use glassbox_core::diagnostic::Diagnostics;

use super::Context;
use crate::part::PartData;
use crate::part::rdat::Model;

/// Checks the part.
pub(crate) fn check(_: &Model<'_>, _: &PartData, _: &Context<'_, '_>, _: &mut Diagnostics) {}
