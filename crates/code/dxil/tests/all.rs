//! The integration tests of this crate in one program, which builds faster than one for each file.

mod analysis;
mod corpus;
mod faults;
mod hostile;
mod identity;
mod ir_built;
mod ir_faults;
mod ir_hostile;
mod listings;
mod oracle;
mod statistics;
mod view;
