//! Rules: tokens.

glassbox_core::rules! {}
