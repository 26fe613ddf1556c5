//! One program for all tests.

mod children;
mod corpus;
mod interface;
mod programs;
mod rules;
mod support;
