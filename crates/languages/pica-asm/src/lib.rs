//! PICA200 assembly: the picasso language, from source to SHBIN and DVOJ and back.

pub mod disassemble;
