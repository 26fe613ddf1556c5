//! Hashes names and maps hashes back to well-known names.

/// Hash of a name: 64-bit DJB2 over its UTF-8 bytes.
pub const fn hash(name: &str) -> u64 {
    hash_bytes(name.as_bytes())
}

/// Hash of a name that may not be UTF-8.
pub(crate) const fn hash_bytes(name: &[u8]) -> u64 {
    let mut hash = 5381u64;
    let mut i = 0;
    while i < name.len() {
        hash = hash.wrapping_mul(33).wrapping_add(name[i] as u64);
        i += 1;
    }
    hash
}

/// Property listing the names of its object's other properties.
pub const DEBUG: u64 = hash("__debug__");
/// Property holding the index of an enumeration's variant.
pub(crate) const VARIANT: u64 = hash("__variant__");

macro_rules! names {
    ($($name:literal),* $(,)?) => {
        /// Well-known names with their hashes, sorted by hash.
        static KNOWN: [(u64, &str); [$($name),*].len()] = {
            let mut known = [$((hash($name), $name)),*];
            let mut i = 1;
            while i < known.len() {
                let mut k = i;
                while k > 0 && known[k].0 < known[k - 1].0 {
                    let entry = known[k];
                    known[k] = known[k - 1];
                    known[k - 1] = entry;
                    k -= 1;
                }
                i += 1;
            }
            known
        };
    };
}

names! {
    "ty", "name", "size", "item", "props", "value", "offset", "depth_enable", "depth_write_enable", "scissor_enable",
    "render_mode", "culling_mode", "blendfunc", "src_color", "dst_color", "src_alpha", "dst_alpha", "color_op", "alpha_op",
    "__debug__", "__variant__", "__key__", "__value__", "main",
}

/// The well-known name with this hash.
pub fn known(hash: u64) -> Option<&'static str> {
    let at = KNOWN.binary_search_by_key(&hash, |entry| entry.0).ok()?;
    KNOWN.get(at).map(|entry| entry.1)
}

/// The well-known name with this hash, for the text form and the dump.
pub(crate) fn describe(hash: u64) -> Option<String> {
    known(hash).map(str::to_owned)
}
