//! One program for all tests.

mod children;
mod corpus;
mod interface;
mod meshes;
mod programs;
mod rules;
mod support;
