//! Runs PICA200 shaders.
