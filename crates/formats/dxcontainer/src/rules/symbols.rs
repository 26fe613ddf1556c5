//! Rules: symbols.

glassbox_core::rules! {}
