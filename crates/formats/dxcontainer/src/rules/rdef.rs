//! Rules: rdef.

glassbox_core::rules! {}
