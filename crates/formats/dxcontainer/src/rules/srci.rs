//! Rules: srci.

glassbox_core::rules! {}
