//! Rules: rdat.

glassbox_core::rules! {}
