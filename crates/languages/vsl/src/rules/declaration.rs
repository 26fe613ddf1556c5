//! Rules.

glassbox_core::rules! {}
