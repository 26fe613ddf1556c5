//! Digests of long outputs that a golden file names in short.

use glassbox_core::diagnostic::Diagnostic;

/// FNV-1a of 64 bits.
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// Adds a finding, so that no message, place or note changes unseen.
    pub fn add_finding(&mut self, finding: &Diagnostic) {
        let Diagnostic { rule, severity, message, location, labels, notes, help, affects } = finding;
        let text = format!(
            "{} {severity:?} {message} {location:?} {labels:?} {notes:?} {help:?} {affects:?}",
            rule.id
        );
        self.add(text.as_bytes());
    }

    /// The digest of what was added.
    pub fn value(&self) -> u64 {
        self.0
    }
}
