//! The numbers of the specification that this crate itself acts on.

pub(crate) use crate::build::op;
pub(crate) use crate::build::value::{decoration, dim, execution_mode as mode, storage_class as storage};
