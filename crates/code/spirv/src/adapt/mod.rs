//! Adapts a module to what it is used with: an entry point alone, resources and variables at other places, positions of another clip space.
//!
//! Each function is one edit, and none of them depends on another.
//!
//! | file | edits |
//! | --- | --- |
//! | `entry` | entry points: one that is kept, another name |
//! | `storage` | decorations and storage classes of variables |
//! | `blocks` | blocks between stages, taken apart |
//! | `wrapped` | uniform blocks, taken out of a structure around them |
//! | `samplers` | combined image samplers, taken apart |
//! | `position` | positions, from one clip space to another |

mod blocks;
mod entry;
mod position;
mod samplers;
mod storage;
mod wrapped;

pub use blocks::{WholeBlock, split_blocks};
pub use entry::{keep_entry_point, remove_unused_functions, rename_entry_point};
pub use position::{DepthRange, YAxis, convert_positions};
pub use samplers::{Pair, PairError, SAMPLER_SET, split_samplers};
pub use storage::{bind, decorate, move_variables, undecorate};
pub use wrapped::unwrap_blocks;
