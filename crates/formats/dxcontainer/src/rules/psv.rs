//! Rules: psv.

glassbox_core::rules! {}
