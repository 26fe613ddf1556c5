//! Identifies the producer of a file, as far as possible.

use std::fmt;

use crate::file::File;
use crate::model::Shbin;
use crate::raw::PICASSO_VERSION;

/// A tool that writes DVLB files (brief, section 2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Producer {
    /// picasso 2.5 or later.
    Picasso,
    /// picasso up to 2.4, whose files have no version.
    OldPicasso,
    /// nihstro's assembler.
    Nihstro,
    /// aemstro's assembler.
    Aemstro,
    /// The "dump shader" function of an emulator.
    EmulatorDump,
    /// The console maker's tools, or an imitation of them.
    Sdk,
    /// Glassbox's linker: as picasso, with names of source files.
    Glassbox,
}

impl fmt::Display for Producer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Producer::Picasso => "picasso 2.5 or later",
            Producer::OldPicasso => "picasso 2.4 or earlier",
            Producer::Nihstro => "nihstro",
            Producer::Aemstro => "aemstro",
            Producer::EmulatorDump => "an emulator's shader dump",
            Producer::Sdk => "the console maker's tools or an imitation of them",
            Producer::Glassbox => "Glassbox",
        })
    }
}

/// Identifies the producer of a file; `None` without evidence.
pub fn producer(file: &File<'_>) -> Option<Producer> {
    let Shbin::Binary(binary) = &file.model else {
        return None;
    };
    let head = file.heads.program.as_ref()?.head;
    let executable = binary.executables.first()?;
    let has_symbols = binary.executables.iter().any(|other| !other.tables.symbols.bytes.is_empty());
    if file.heads.short {
        return Some(if has_symbols { Producer::Nihstro } else { Producer::EmulatorDump });
    }
    if head.file_names_size != 0 {
        // The console maker's tools write the same version to program and executables.
        let is_ours = head.version.0 == 0 && executable.version == PICASSO_VERSION;
        return Some(if is_ours { Producer::Glassbox } else { Producer::Sdk });
    }
    let end = u64::from(head.descriptor_offset) + 8 * u64::from(head.descriptor_count);
    let ends_program = u64::from(head.lines_offset) == end;
    if ends_program && executable.version == PICASSO_VERSION {
        return Some(Producer::Picasso);
    }
    if binary.program.descriptors.get(0).is_some_and(|descriptor| descriptor.second.0 == 0xF) {
        return Some(if head.version.0 == 0 { Producer::Aemstro } else { Producer::Sdk });
    }
    (ends_program && executable.version == 0 && head.version.0 == 0).then_some(Producer::OldPicasso)
}
