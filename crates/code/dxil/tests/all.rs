//! The integration tests of this crate in one program, which builds faster than one for each file.

mod analysis;
mod corpus;
mod debug_free;
mod edit;
mod faults;
mod hostile;
mod identity;
mod ir_built;
mod ir_faults;
mod ir_hostile;
mod listings;
mod oracle;
mod order;
mod statistics;
mod validate;
mod view;
