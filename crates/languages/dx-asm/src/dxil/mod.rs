//! DXIL programs as LLVM assembly, in the words of `dxc -dumpbin`.

mod attributes;
mod dwarf;
mod header;
mod out;
mod spelling;
