//! PICA200 shader code: the instruction set of the Nintendo 3DS's graphics processor.

pub mod descriptor;
pub mod instruction;
pub mod opcode;
