//! The integration tests of this crate in one program, which builds faster than one for each file.

mod corpus;
mod hostile;
mod law;
mod listing;
mod oracle;
mod rules;
mod samples;
mod view;
mod words;
