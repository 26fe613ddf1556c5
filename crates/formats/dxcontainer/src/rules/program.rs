//! Rules: program.

glassbox_core::rules! {}
