//! The rules of token streams.

use glassbox_core::diagnostic::Diagnostics;

use super::Context;
use crate::part::PartData;
use crate::part::tokens::Model;

/// Checks a token stream.
pub(crate) fn check(_: &Model<'_>, _: &PartData, _: &Context<'_, '_>, _: &mut Diagnostics) {}
