//! Notices changes of files by their times and sizes.

use std::thread::sleep;
use std::time::Duration;

/// How often the times of files are compared.
const PAUSE: Duration = Duration::from_millis(200);
/// Editors write a file in several steps; a change is reported this long after the first.
const SETTLED: Duration = Duration::from_millis(50);

/// Waits until `look`, which takes the stamps of files, gives something else than what is known.
pub(crate) fn wait_for_change<T: PartialEq>(known: &T, look: impl Fn() -> T) {
    loop {
        sleep(PAUSE);
        if look() != *known {
            sleep(SETTLED);
            return;
        }
    }
}
