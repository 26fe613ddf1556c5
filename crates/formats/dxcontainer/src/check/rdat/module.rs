//! Whether the function table lists the functions of the module.

use glassbox_core::diagnostic::Diagnostics;

use crate::check::Context;
use crate::part::PartData;
use crate::part::rdat::Model;

pub(super) fn check(_: &Model<'_>, _: &PartData, _: &Context<'_, '_>, _: &mut Diagnostics) {}
