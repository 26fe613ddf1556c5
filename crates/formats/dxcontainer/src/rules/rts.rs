//! Rules: rts.

glassbox_core::rules! {}
