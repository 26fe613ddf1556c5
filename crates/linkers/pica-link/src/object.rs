//! Builds objects from assembler output.

use glassbox_core::record::{Records, Values};
use glassbox_shbin::model::{Geometry, Object, References, Shbin, Symbols, Tables};
use glassbox_shbin::raw::{Descriptor, Export, Import, NO_EXECUTABLE, NONE, SourceLine, Stage};

/// Assembler output for one object. Word indices are relative to the object's code; calls to
/// procedures in other objects have zero NUM and DST.
#[derive(Clone, Debug, Default)]
pub struct ObjectParts<'p> {
    /// Version word, as in an executable.
    pub version: u16,
    /// Unit that runs the code.
    pub stage: Stage,
    /// Merge flag, as in an executable.
    pub merge: u8,
    /// Mask of input registers in use; zero if unknown.
    pub input_mask: u16,
    /// Mask of output registers in use; zero if unknown.
    pub output_mask: u16,
    /// Geometry shader input mode.
    pub geometry: Geometry,
    /// The code words.
    pub code: &'p [u32],
    /// The operand descriptors.
    pub descriptors: &'p [u32],
    /// Source file and line of each word; empty if unknown.
    pub lines: &'p [(&'p str, u32)],
    /// Constants, outputs, uniforms and labels; the symbols hold the names of the last two.
    pub tables: Tables<'p>,
    /// Procedures: name, first word, size in words.
    pub procedures: &'p [(&'p str, u32, u32)],
    /// Open calls: word and procedure name.
    pub calls: &'p [(u32, &'p str)],
    /// Name of the entry procedure; `None` if the source has no executable.
    pub entry: Option<&'p str>,
}

/// Builds the object of a separately assembled source.
///
/// The entry procedure is looked up among the procedures; otherwise another object has to define
/// it. The table of operand records (block 2) stays empty because its meaning is unknown.
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
        .map(|&(name, start, size)| Export { name: symbols.add(name), start, size })
        .collect();
    let imports: Vec<Import> =
        parts.calls.iter().map(|&(word, name)| Import { word, name: symbols.add(name) }).collect();
    // Consecutive words are nearly always from the same file.
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

/// Word at +0C of an object: the four geometry bytes of an executable (an inference); all ones, as
/// published, if there are none.
pub(crate) fn geometry_word(stage: Stage, geometry: Geometry) -> u32 {
    if stage != Stage::GEOMETRY {
        return NONE;
    }
    let Geometry { mode, fixed_start, full_vertices, fixed_vertices } = geometry;
    u32::from_le_bytes([mode.0, fixed_start, full_vertices, fixed_vertices])
}

/// Copies the tables to owned data.
pub(crate) fn own(tables: Tables<'_>) -> Tables<'static> {
    Tables {
        constants: tables.constants.into_owned(),
        labels: tables.labels.into_owned(),
        outputs: tables.outputs.into_owned(),
        uniforms: tables.uniforms.into_owned(),
        symbols: Symbols { bytes: tables.symbols.bytes.into_owned().into(), start: 0 },
    }
}
