//! MSF 7.00 files: program databases (PDB), which shader compilers write around a container with debug information.
//!
//! A file is cut into blocks. Block 0 holds the [superblock](raw::SuperBlock), which leads to a map, which leads to the blocks
//! of a directory, which lists the blocks of every stream. Streams have numbers, not names. Stream 1 says what the file is; the
//! stream that begins like a DirectX container, number 5 in what DXC writes, is a file inside the file. A stream of
//! consecutive blocks is read in place, any other is gathered.
//!
//! Source: Microsoft's published sources of MSF and PDB, LLVM's description of both, section 12 of the project's description of
//! DirectX containers. The format has no rules of its own anywhere, so those in [`rules`] are ours.
//!
//! ```
//! use glassbox_core::{format::{Format, PieceKind}, limits::Limits, reader::Window};
//! use glassbox_core::format::WriteLayout;
//! use glassbox_pdb::{FORMAT, write};
//!
//! let info = write::info_stream([7; 16]);
//! let container = b"DXBC and so on";
//! let file = write::write(&[Some(&[]), Some(&info), Some(&[]), Some(container)], 512)?;
//! assert_eq!(file.len(), 7 * 512);
//!
//! let opened = FORMAT.open(Window::whole(&file), &Limits::default()).map_err(|finding| finding.message)?;
//! assert!(opened.check().items().is_empty());
//! let pieces = opened.pieces();
//! assert_eq!((pieces[1].name.as_str(), pieces[1].kind), ("stream-3", PieceKind::File("dxcontainer")));
//! assert_eq!(&*pieces[1].bytes, container);
//! assert_eq!(opened.write(WriteLayout::Canonical)?, file);
//! # Ok::<(), String>(())
//! ```

pub mod check;
pub mod codeview;
pub mod extent;
pub mod format;
mod info;
pub mod layout;
pub mod model;
pub mod raw;
pub mod read;
pub mod rules;
pub mod write;

pub use format::FORMAT;
pub use model::Pdb;
