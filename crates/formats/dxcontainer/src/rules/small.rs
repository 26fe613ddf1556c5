//! Rules: small.

glassbox_core::rules! {}
