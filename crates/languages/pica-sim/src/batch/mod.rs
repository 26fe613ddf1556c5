//! Many vertices at once.
use crate::stop::Stop;
use crate::uniforms::Outputs;

/// How the run of a vertex ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Why.
    pub stop: Stop,
    /// Instructions executed.
    pub steps: u64,
}

/// What the runs of many vertices gave, in the order of their inputs.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Results {
    /// o0 to o15 of each vertex at the end; zero where nothing was written.
    pub outputs: Vec<Outputs>,
    /// How each ended.
    pub ended: Vec<Ended>,
}
