//! The DirectX container: compiled HLSL, as DXBC token streams (shader model 4 and 5) and as DXIL (shader model 6).
//!
//! A container is a directory of parts with a digest over all of them. Two compilers and a number of tools write it, in
//! layouts that differ; all are read, and written back to the same bytes.
//!
//! Nothing of a container but its directory is touched until somebody asks: opening costs the header, the offset table and
//! the 8-byte headers of the parts.
//!
//! | module | holds |
//! | --- | --- |
//! | [`raw`], [`code`] | records, constants and the codes of the parts |
//! | [`mod@container`], [`mod@read`] | an opened container: directory first, contents on demand |
//! | [`part`] | what each part means |
//! | [`program`] | names that all program parts share |
//! | [`mod@digest`] | the digest in both variants, and MD5 |
//! | [`symbols`] | the proposed symbol and string tables, and deriving them from a program |
//! | [`mod@write`], [`mod@edit`], [`mod@repair`] | writing, adding and removing parts, stripping, signing, fixing |
//! | [`mod@check`], [`rules`] | what can be wrong |
//! | [`mod@interface`] | reflection |
//! | [`mod@format`] | all of it behind the interface of every format |
//!
//! ```
//! use std::borrow::Cow;
//!
//! use glassbox_core::{format::{Edit, Strip}, limits::Limits, reader::Window};
//! use glassbox_dxcontainer::part::program::{self, DxilVersion, ProgramVersion};
//! use glassbox_dxcontainer::program::{ShaderKind, Version};
//! use glassbox_dxcontainer::symbols::{NameForm, Packing};
//! use glassbox_dxcontainer::write::{Draft, DraftPart, Signing, contiguous};
//! use glassbox_dxcontainer::{check::check, digest::State, edit, part::hash, read::open};
//! use glassbox_dxil::{Linkage, write::Outline};
//!
//! // A library with one exported function, made part by part and signed.
//! let bitcode = Outline::new("lib", 6, 3)
//!     .validator(Some((1, 2)))
//!     .define(b"\x01?Shade@@YAMM@Z", Linkage::EXTERNAL)
//!     .bitcode();
//! let version = ProgramVersion::new(ShaderKind::LIBRARY, Version::new(6, 3));
//! let part = |code: &[u8; 4], data: Vec<u8>| DraftPart { code: *code, data: Cow::Owned(data) };
//! let draft = Draft {
//!     parts: vec![
//!         part(b"HASH", hash::encode(&bitcode)),
//!         part(b"DXIL", program::encode(version, DxilVersion(0x103), &bitcode)?),
//!         part(b"PRIV", b"mine".to_vec()),
//!     ],
//!     ..Draft::default()
//! };
//! let bytes = contiguous(&draft, Signing::Retail)?;
//!
//! // Reading finds nothing wrong with it.
//! let limits = Limits::default();
//! let container = open(Window::whole(&bytes), &limits).map_err(|finding| finding.message)?;
//! assert_eq!(container.program().ok_or("no program")?.profile, "lib_6_3");
//! assert_eq!(container.digest_state(), State::Retail);
//! assert!(check(&container).items().is_empty());
//!
//! // Without private data, and with a symbol table derived from the program; both come out signed.
//! let stripped = edit::edit(&container, &Edit::Strip(&[Strip::Private]), Signing::Same)
//!     .map_err(|refusal| refusal.message)?;
//! let container = open(Window::whole(&stripped), &limits).map_err(|finding| finding.message)?;
//! let linkable = edit::add_symbols(&container, NameForm::Raw, Packing::Suffixes, Signing::Same)
//!     .map_err(|refusal| refusal.message)?;
//! let container = open(Window::whole(&linkable), &limits).map_err(|finding| finding.message)?;
//! let codes: Vec<String> = container.parts().iter().map(|part| part.code.to_string()).collect();
//! assert_eq!(codes, ["HASH", "DXIL", "SYM0", "STR0"]);
//! let findings = check(&container).into_sorted();
//! assert_eq!(findings.len(), 1);
//! assert_eq!(findings[0].rule.id, "DXC-SYM-14");
//! # Ok::<(), String>(())
//! ```

pub mod build;
pub mod check;
pub mod code;
pub mod container;
pub mod digest;
pub mod edit;
mod extent;
pub mod format;
pub mod interface;
mod names;
pub mod part;
mod pieces;
pub mod program;
pub mod raw;
pub mod read;
pub mod repair;
pub mod rules;
mod summary;
pub mod symbols;
pub mod write;

pub use format::FORMAT;
