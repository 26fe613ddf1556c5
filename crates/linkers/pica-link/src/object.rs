//! Objects from what an assembler knows.

use glassbox_core::record::{Records, Values};
use glassbox_shbin::model::{Geometry, Object, References, Shbin, Symbols, Tables};
use glassbox_shbin::raw::{Descriptor, Export, Import, NO_EXECUTABLE, NONE, SourceLine, Stage};

/// What an assembler hands over for an object. Words count from the start of the object's code; calls of procedures in other
/// objects have NUM and DST zero.
#[derive(Clone, Debug, Default)]
pub struct ObjectParts<'p> {
    /// Version word, as an executable would state it.
    pub version: u16,
    /// The unit that runs the code.
    pub stage: Stage,
    /// Merge flag, as in an executable.
    pub merge: u8,
    /// Input registers in use; zero when unknown.
    pub input_mask: u16,
    /// Output registers in use; zero when unknown.
    pub output_mask: u16,
    /// How a geometry shader takes its vertices.
    pub geometry: Geometry,
    /// The code words.
    pub code: &'p [u32],
    /// The operand descriptors.
    pub descriptors: &'p [u32],
    /// Source file and line of each word; empty when they are not known.
    pub lines: &'p [(&'p str, u32)],
    /// Constants, outputs, uniforms and labels, with the names of the last two in the symbols.
    pub tables: Tables<'p>,
    /// The procedures: name, first word, size in words.
    pub procedures: &'p [(&'p str, u32, u32)],
    /// The calls that are open: word and name of the procedure.
    pub calls: &'p [(u32, &'p str)],
    /// Name of the entry procedure; `None` when the source makes no executable.
    pub entry: Option<&'p str>,
}

/// The object for a source that was assembled on its own.
///
/// The entry procedure is looked up among the procedures; when it is not there, another object has to hold it. The table of operand
/// records (block 2) stays empty: what it means is not known.
///
/// ```
/// use glassbox_pica_link::{Input, ObjectParts, Options, link, object_from_assembly};
///
/// // `call shade` and `end` in one object, `nop` as the procedure `shade` in another.
/// let main = object_from_assembly(ObjectParts {
///     code: &[0x9000_0000, 0x8800_0000],
///     procedures: &[("main", 0, 2)],
///     calls: &[(0, "shade")],
///     entry: Some("main"),
///     ..ObjectParts::default()
/// });
/// let library = object_from_assembly(ObjectParts {
///     code: &[0x8400_0000],
///     procedures: &[("shade", 0, 1)],
///     ..ObjectParts::default()
/// });
/// let inputs = [Input::model("main.dvoj", &main), Input::model("shade.dvoj", &library)];
/// let linked = link(&inputs, &Options::default()).unwrap();
/// let code: Vec<u32> = linked.binary.program.code.iter().collect();
/// assert_eq!(code, [0x9000_0801, 0x8800_0000, 0x8400_0000]);
/// ```
pub fn object_from_assembly(parts: ObjectParts<'_>) -> Shbin<'static> {
    let mut tables = own(parts.tables);
    let symbols = &mut tables.symbols;
    let exports: Vec<Export> = parts
        .procedures
        .iter()
        .map(|&(name, start, size)| Export {
            name: symbols.add(name),
            start,
            size,
        })
        .collect();
    let imports: Vec<Import> = parts
        .calls
        .iter()
        .map(|&(word, name)| Import {
            word,
            name: symbols.add(name),
        })
        .collect();
    // Consecutive words come from one file nearly always.
    let mut last: Option<(&str, u32)> = None;
    let mut lines = Vec::with_capacity(parts.lines.len());
    for &(file, line) in parts.lines {
        let offset = match last {
            Some((name, offset)) if name == file => offset,
            _ => symbols.add(file),
        };
        last = Some((file, offset));
        lines.push(SourceLine { file: offset, line });
    }
    let mut references = References {
        exports: Records::from_iter(exports),
        imports: Records::from_iter(imports),
        ..References::default()
    };
    if let Some(entry) = parts.entry {
        references.flags &= !NO_EXECUTABLE;
        references.entry_name = symbols.add(entry);
        if let Some(&(_, start, size)) = parts.procedures.iter().find(|(name, ..)| *name == entry) {
            (references.entry_start, references.entry_size) = (start, size);
        }
    }
    Shbin::Object(Object {
        version: parts.version,
        stage: parts.stage,
        merge: parts.merge,
        input_mask: parts.input_mask,
        output_mask: parts.output_mask,
        geometry: geometry_word(parts.stage, parts.geometry),
        code: Values::from_iter(parts.code.iter().copied()),
        descriptors: parts.descriptors.iter().copied().map(Descriptor::new).collect(),
        lines: Records::from_iter(lines),
        operands: Records::default(),
        tables,
        references: Some(Box::new(references)),
        missing: Vec::new(),
    })
}

/// The word at +0C of an object: the four geometry bytes of an executable, which is an inference; all ones, as published, when
/// there are none.
pub(crate) fn geometry_word(stage: Stage, geometry: Geometry) -> u32 {
    if stage != Stage::GEOMETRY {
        return NONE;
    }
    let Geometry {
        mode,
        fixed_start,
        full_vertices,
        fixed_vertices,
    } = geometry;
    u32::from_le_bytes([mode.0, fixed_start, full_vertices, fixed_vertices])
}

/// The tables without a borrow.
pub(crate) fn own(tables: Tables<'_>) -> Tables<'static> {
    Tables {
        constants: tables.constants.into_owned(),
        labels: tables.labels.into_owned(),
        outputs: tables.outputs.into_owned(),
        uniforms: tables.uniforms.into_owned(),
        symbols: Symbols {
            bytes: tables.symbols.bytes.into_owned().into(),
            start: 0,
        },
    }
}
