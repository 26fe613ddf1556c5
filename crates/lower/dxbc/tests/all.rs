//! All tests, as one program.

mod corpus;
mod programs;
mod support;
