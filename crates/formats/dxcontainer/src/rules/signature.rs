//! Rules: signature.

glassbox_core::rules! {}
