//! Builds and edits shader packages: symbols with names and objects, and shaders.
//!
//! ```
//! use glassbox_bpx::extended::{Constant, ExtendedData, Plain};
//! use glassbox_bpx::kinds::BaseType;
//! use glassbox_bpx::pack::{Pack, PackSymbol, Shader};
//! use glassbox_bpx::raw::{Stage, SymbolFlags, SymbolType, Target};
//! use glassbox_core::limits::Limits;
//!
//! let float = Plain::Scalar(BaseType::FLOAT);
//! let constant = Constant { ty: float, offset: 0, size: 4 };
//! let pack = Pack {
//!     target: Target::GL33,
//!     symbols: vec![PackSymbol {
//!         name: b"c".as_slice().into(),
//!         symbol_type: SymbolType::CONSTANT,
//!         flags: SymbolFlags::INTERNAL.with(SymbolFlags::PIXEL),
//!         register: None,
//!         data: Some(ExtendedData::Constant(constant).to_object()),
//!     }],
//!     shaders: vec![
//!         Shader { stage: Stage::VERTEX, code: b"void".as_slice().into() },
//!         Shader { stage: Stage::PIXEL, code: b"void".as_slice().into() },
//!     ],
//!     ..Pack::default()
//! };
//! let bytes = pack.write()?;
//! let findings = glassbox_bpx::check::check_bytes(&bytes, &Limits::default());
//! assert!(findings.items().is_empty());
//! # Ok::<(), String>(())
//! ```

use glassbox_core::format::WriteError;
use std::borrow::Cow;
use std::collections::HashMap;

use glassbox_core::record::Record;

use crate::file::{File, Role, has_object};
use crate::package::{Layout, Package, PackageSection};
use crate::raw::{
    COMPRESSION_THRESHOLD, ContainerType, NO_EXTENDED_DATA, NO_REGISTER, NameHash, PackType, SectionFlags,
    SectionType, ShaderExt, Stage, Symbol, SymbolFlags, SymbolType, Target, VERSION,
};
use crate::sd::Object;
use crate::write::write;

/// A shader package.
#[derive(Clone, PartialEq, Debug)]
pub struct Pack<'a> {
    /// In a program, the hash of the linked assembly, 0 before linking; in an assembly, the hash of its own
    /// name.
    pub assembly: u64,
    /// Rendering platform.
    pub target: Target,
    /// Assembly or program.
    pub pack_type: PackType,
    /// Symbols in order; objects refer to them by index.
    pub symbols: Vec<PackSymbol<'a>>,
    /// Shaders.
    pub shaders: Vec<Shader<'a>>,
    /// Hash of the parent assembly's name, in assemblies written by the vendor's assembler.
    pub parent: Option<u64>,
    /// Sections not defined by the format.
    pub others: Vec<PackageSection<'a>>,
}

impl Default for Pack<'_> {
    fn default() -> Self {
        Pack {
            assembly: 0,
            target: Target::ANY,
            pack_type: PackType::PROGRAM,
            symbols: Vec::new(),
            shaders: Vec::new(),
            parent: None,
            others: Vec::new(),
        }
    }
}

/// A symbol.
#[derive(Clone, PartialEq, Debug)]
pub struct PackSymbol<'a> {
    /// Name, without a terminator.
    pub name: Cow<'a, [u8]>,
    /// Kind of symbol.
    pub symbol_type: SymbolType,
    /// Stages, Assembly, External and Internal; the other two flags follow from the fields below.
    pub flags: SymbolFlags,
    /// Register, slot or render target.
    pub register: Option<u8>,
    /// Extended data, properties in order.
    pub data: Option<Object<'a>>,
}

/// A shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shader<'a> {
    /// Stage.
    pub stage: Stage,
    /// Code in the target's form.
    pub code: Cow<'a, [u8]>,
}

const DERIVED: u16 = SymbolFlags::EXTENDED_DATA.0 | SymbolFlags::REGISTER.0;

impl<'f> Pack<'f> {
    /// Extracts the package from a file. `Err` describes what cannot be read.
    pub fn of(file: &'f File<'_>, most: usize) -> Result<Pack<'f>, WriteError> {
        if !file.is_shader_pack() {
            return Err(WriteError::new("the container is not a shader package"));
        }
        let ext = file.shader_ext();
        let objects = file.objects(most);
        let size = file.content_of(Role::ExtendedData).map_or(0, |section| section.content.len());
        let mut symbols = Vec::new();
        for (index, symbol) in file.symbols().iter().enumerate() {
            let name = file
                .string(symbol.name)
                .ok_or_else(|| format!("the name of symbol {index} is outside the strings"))?;
            let mut data = None;
            if has_object(&symbol, size) {
                let document = objects
                    .at(symbol.extended_data)
                    .and_then(|number| objects.documents.get(number))
                    .filter(|document| document.is_whole())
                    .ok_or_else(|| format!("the extended data of symbol {index} cannot be read"))?;
                data = Some(document.root().to_object());
            }
            symbols.push(PackSymbol {
                name: Cow::Borrowed(name),
                symbol_type: symbol.symbol_type,
                flags: SymbolFlags(symbol.flags.0 & !DERIVED),
                register: symbol.flags.has(SymbolFlags::REGISTER).then_some(symbol.register),
                data,
            });
        }
        let mut others = Vec::new();
        for (index, section) in file.sections.iter().enumerate() {
            if matches!(section.role, Role::Other | Role::StructuredData(_)) {
                let flags = section.header.flags;
                if !section.is_read() {
                    return Err(WriteError::new(format!("section {index} cannot be read")));
                }
                let content = Cow::Borrowed(&*section.content);
                others.push(PackageSection::new(section.header.section_type, flags, content));
            }
        }
        let shaders = file.shaders().map(|(_, stage, code)| Shader { stage, code: Cow::Borrowed(code) });
        Ok(Pack {
            assembly: ext.assembly.0,
            target: ext.target,
            pack_type: ext.pack_type,
            symbols,
            shaders: shaders.collect(),
            parent: file.parent(),
            others,
        })
    }

    /// Serialises canonically. `Err` describes what the format cannot express.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        write(&self.package()?, &Layout::canonical())
    }

    /// Converts to a container: symbol table, strings, extended data, shaders by stage, the rest.
    pub fn package(&self) -> Result<Package<'_>, WriteError> {
        let count = u16::try_from(self.symbols.len()).map_err(|_| {
            format!("there are {} symbols, at most {} are allowed", self.symbols.len(), u16::MAX)
        })?;
        let contents = self.contents()?;
        let mut type_ext = Vec::new();
        let ext = ShaderExt {
            assembly: NameHash(self.assembly),
            symbol_count: count,
            target: self.target,
            pack_type: self.pack_type,
            reserved: 0,
        };
        ext.encode(&mut type_ext);
        let (weak, crc) = (SectionFlags::WEAK, SectionFlags::CRC);
        let mut sections = vec![
            PackageSection::new(SectionType::SYMBOL_TABLE, weak, contents.symbols),
            PackageSection::new(SectionType::STRINGS, weak, contents.strings),
        ];
        if !contents.objects.is_empty() {
            sections.push(PackageSection::new(SectionType::EXTENDED_DATA, crc, contents.objects));
        }
        let mut shaders: Vec<&Shader<'_>> = self.shaders.iter().collect();
        shaders.sort_by_key(|shader| shader.stage);
        for shader in shaders {
            let mut content = vec![shader.stage.0];
            content.extend_from_slice(&shader.code);
            let flags = if content.len() > COMPRESSION_THRESHOLD {
                SectionFlags(crc.0 | SectionFlags::XZ.0)
            } else {
                crc
            };
            sections.push(PackageSection::new(SectionType::SHADER, flags, content));
        }
        if let Some(parent) = self.parent {
            let content = parent.to_le_bytes().to_vec();
            sections.push(PackageSection::new(SectionType::PARENT, SectionFlags(0), content));
        }
        for other in &self.others {
            let content = Cow::Borrowed(&*other.content);
            sections.push(PackageSection::new(other.section_type, other.flags, content));
        }
        Ok(Package {
            container_type: ContainerType::SHADER,
            version: VERSION,
            type_ext: type_ext.first_chunk().copied().unwrap_or_default(),
            sections,
        })
    }

    fn contents(&self) -> Result<Contents, WriteError> {
        let mut contents = Contents::default();
        let mut known: HashMap<Vec<u8>, u32> = HashMap::new();
        for symbol in &self.symbols {
            if symbol.name.contains(&0) {
                return Err(WriteError::new(format!(
                    "the name \"{}\" holds a NUL",
                    symbol.name.escape_ascii()
                )));
            }
            let too_long = || "the strings or objects exceed 4 GiB".to_owned();
            let name = u32::try_from(contents.strings.len()).map_err(|_| too_long())?;
            contents.strings.extend_from_slice(&symbol.name);
            contents.strings.push(0);
            let mut extended_data = NO_EXTENDED_DATA;
            let mut flags = symbol.flags.0 & !DERIVED;
            if let Some(data) = &symbol.data {
                let mut object = Vec::new();
                data.encode(&mut object)?;
                let next = u32::try_from(contents.objects.len()).map_err(|_| too_long())?;
                // Symbols with equal objects share one copy.
                extended_data = match known.get(&object) {
                    Some(&offset) => offset,
                    None => {
                        contents.objects.extend_from_slice(&object);
                        known.insert(object, next);
                        next
                    }
                };
                flags |= SymbolFlags::EXTENDED_DATA.0;
            }
            if symbol.register.is_some() {
                flags |= SymbolFlags::REGISTER.0;
            }
            let record = Symbol {
                name,
                extended_data,
                flags: SymbolFlags(flags),
                symbol_type: symbol.symbol_type,
                register: symbol.register.unwrap_or(NO_REGISTER),
            };
            record.encode(&mut contents.symbols);
        }
        Ok(contents)
    }
}

#[derive(Default)]
struct Contents {
    symbols: Vec<u8>,
    strings: Vec<u8>,
    objects: Vec<u8>,
}
