//! Numbers from the specification that this crate interprets.

pub(crate) use crate::build::op;
pub(crate) use crate::build::value::{decoration, dim, execution_mode as mode, storage_class as storage};
