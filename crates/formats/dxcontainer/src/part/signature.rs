//! a signature: bytes to model.

use std::marker::PhantomData;

use glassbox_core::reader::{Reader, Recorder};

use super::PartData;

/// a signature.
#[derive(Clone, Debug)]
pub struct Model<'a>(PhantomData<&'a ()>);

/// Reads the part. `None` when nothing can be made of it.
pub fn read<'a, R: Recorder>(_: &mut Reader<'a, R>, _: &PartData) -> Option<Model<'a>> {
    None
}
