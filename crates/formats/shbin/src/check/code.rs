//! The code, through the checks of `glassbox-pica`: findings at words become findings at bytes.

use super::Check;
use crate::model::Binary;

impl Check<'_, '_> {
    pub(super) fn code(&mut self, _binary: &Binary<'_>) {}
}
