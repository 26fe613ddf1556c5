//! What the tests share.

#![allow(dead_code)]

use std::path::PathBuf;

use glassbox_core::language::Registry;

/// What the text form of containers needs.
pub(crate) const REGISTRY: Registry = Registry {
    languages: &[],
    digests: &[&glassbox_bpx::checksum::DIGESTS],
    codecs: glassbox_compress::codec::ALL,
};

/// A folder beside the tests.
pub(crate) fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}
