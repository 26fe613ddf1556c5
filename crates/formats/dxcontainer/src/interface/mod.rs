//! Reflection: what a container offers to and expects from the outside.

use glassbox_core::interface::Interface;

use crate::check::Context;

/// The reflection of a container.
pub fn interface(_: &Context<'_, '_>) -> Interface {
    Interface::default()
}
