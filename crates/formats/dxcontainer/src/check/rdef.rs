//! Checks `RDEF`: nothing to do, reading reports every error.

use glassbox_core::diagnostic::Diagnostics;

use super::Context;
use crate::part::PartData;
use crate::part::rdef::Model;

/// Checks the part.
pub(crate) fn check(_: &Model<'_>, _: &PartData, _: &Context<'_, '_>, _: &mut Diagnostics) {}
