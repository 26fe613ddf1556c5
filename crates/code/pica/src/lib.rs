//! PICA200 shader code.

pub mod assembly;
pub mod descriptor;
pub mod float24;
pub mod format;
pub mod instruction;
pub mod opcode;
pub mod register;

pub use instruction::Instruction;
pub use opcode::Opcode;
