//! How a program is run: capabilities and limits.

use glassbox_sksl_lang::options::Capabilities;

/// How a program is compiled for running.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What `sk_Caps` says.
    pub capabilities: Capabilities,
    /// How many passes the loops of the program may take for one group of pixels.
    pub step_limit: u64,
    /// How many operations the program may have, with every call in place.
    pub operation_limit: usize,
    /// How many scalars all its variables may take.
    pub slot_limit: usize,
    /// How many registers a group of pixels may need; each holds 4 bytes a pixel of the group.
    pub register_limit: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            capabilities: Capabilities::default(),
            step_limit: 1 << 20,
            operation_limit: 1 << 18,
            slot_limit: 1 << 17,
            register_limit: 1 << 13,
        }
    }
}
