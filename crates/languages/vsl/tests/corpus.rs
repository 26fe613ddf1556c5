//! Compares reflection data with the older compiler's files, byte for byte.
//!
//! For every corpus source with a file of the released compiler, or of the corrected one if that is corrupt,
//! the header without module lengths, the inputs, outputs, bindings, uniform and subpass inputs are compared.

use std::fs;
use std::path::{Path, PathBuf};

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::corpus;
use glassbox_vbc::legacy::Generation;
use glassbox_vbc::program::{Layout, Member, Program};
use glassbox_vbc::raw::{BaseType, Binding, InterfaceRecord, Rank, StageMask, TexelType};
use glassbox_vbc::read::{File, open};
use glassbox_vbc::upgrade::upgrade;
use glassbox_vbc::write::write;
use glassbox_vsl::dialect::Dialect;
use glassbox_vsl::{Options, compile};

/// Header bytes with the module lengths.
const LENGTHS: std::ops::Range<usize> = 5..15;

fn compiled(path: &Path, options: &Options) -> Program<'static> {
    let text = fs::read_to_string(path).expect("the source is readable");
    let compilation = compile(&text, options);
    let Some(program) = compilation.program else {
        panic!("{}: {:?}", path.display(), compilation.findings);
    };
    program
}

/// A file without its modules, their lengths set to 0.
fn bare(file: &[u8]) -> Vec<u8> {
    let words = |at: usize| usize::from(u16::from_le_bytes([file[at], file[at + 1]]));
    let code: usize = LENGTHS.step_by(2).map(|at| 4 * words(at)).sum();
    let mut bytes = file[..file.len() - code].to_vec();
    bytes[LENGTHS].fill(0);
    bytes
}

fn bytes(program: &Program<'_>) -> Vec<u8> {
    write(program, &Layout::default()).expect("the program can be written")
}

/// Compares a source with a file; describes the first difference.
fn difference(source: &Path, file: &Path, options: &Options) -> Option<String> {
    let ours = bare(&bytes(&compiled(source, options)));
    let theirs = bare(&fs::read(file).expect("the file is readable"));
    if ours == theirs {
        return None;
    }
    let at = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
    Some(format!(
        "{}: differs from {} at byte {at:#x}\n  ours   {:02x?}\n  theirs {:02x?}",
        source.display(),
        file.display(),
        &ours[at.min(ours.len())..ours.len().min(at + 16)],
        &theirs[at.min(theirs.len())..theirs.len().min(at + 16)]
    ))
}

/// The file to compare with: the released compiler's subpass sections are corrupt.
fn counterpart(folder: &Path, stem: &str) -> Option<PathBuf> {
    let released = folder.join(format!("released/{stem}.vbc"));
    let corrected = folder.join(format!("corrected/{stem}.vbc"));
    let wanted = if stem.starts_with("passinput") { [corrected, released] } else { [released, corrected] };
    wanted.into_iter().find(|path| path.is_file())
}

#[test]
fn sections_are_those_of_the_older_compiler() {
    let folder = corpus::file("vbc");
    let mut failures = Vec::new();
    let mut count = 0;
    for source in corpus::files("vbc/src", &[".vsl"]) {
        let stem = source.file_stem().expect("a source has a name").to_string_lossy().into_owned();
        let Some(file) = counterpart(&folder, &stem) else {
            failures.push(format!("{stem} has no file to compare with"));
            continue;
        };
        failures.extend(difference(&source, &file, &Options::default()));
        count += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(count, 45);
}

#[test]
fn sizes_of_tables_are_written() {
    let folder = corpus::file("vbc");
    let file = folder.join("options/mixed-tables.vbc");
    let theirs = fs::read(&file).expect("the file is readable");
    let tables = [0, 1, 2, 3, 4].map(|table| {
        let at = 15 + 2 * table;
        u16::from_le_bytes([theirs[at], theirs[at + 1]])
    });
    let options = Options { tables, ..Options::default() };
    assert_ne!(tables, Options::default().tables);
    assert_eq!(difference(&folder.join("src/mixed.vsl"), &file, &options), None);
}

/// Older sources yield the reflection data of the older compilers' files, upgraded.
#[test]
fn older_sources_are_upgraded() {
    let options = Options { dialect: Dialect::Older, ..Options::default() };
    let mut failures = Vec::new();
    let mut compared = 0;
    for source in corpus::files("vbc/src-legacy", &[".vsl"]) {
        let stem = source.file_stem().expect("a source has a name").to_owned();
        let ours = Program { modules: Default::default(), ..compiled(&source, &options) };
        for file in corpus::files("vbc/legacy", &[".vbc"]) {
            if file.file_stem() != Some(&stem) {
                continue;
            }
            let bytes = fs::read(&file).expect("the file is readable");
            let opened = open(Window::whole(&bytes), &Limits::default());
            let (File::Legacy(old), _) = opened.expect("the file is read") else {
                panic!("{} has no older layout", file.display());
            };
            let theirs = upgrade(&old).expect("the file can be upgraded");
            let theirs = Program {
                // Older compilers have other default table sizes.
                tables: ours.tables,
                modules: Default::default(),
                ..theirs
            };
            let mut ours = ours.clone();
            if let (Generation::A | Generation::B, Some(uniform)) = (old.generation, &mut ours.uniform) {
                // These layouts lack member names, so upgrading invents some.
                for (at, member) in uniform.members.iter_mut().enumerate() {
                    member.name = format!("member{at}").into_bytes().into();
                }
            }
            if ours != theirs {
                failures.push(format!("{}\n  ours   {ours:?}\n  theirs {theirs:?}", file.display()));
            }
            compared += 1;
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(compared, 11);
}

/// The same checks against records worked out by hand.
#[test]
fn records_are_as_declared() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources/everything.vsl");
    let program = compiled(&path, &Options::default());
    let float = BaseType::FLOAT;
    let inputs: Vec<_> = program.inputs.iter().collect();
    assert_eq!(
        inputs,
        [
            InterfaceRecord::new(0, float, 3, 1, 1),
            InterfaceRecord::new(4, float, 3, 2, 1),
            InterfaceRecord::new(8, BaseType::UNSIGNED, 2, 1, 3),
            InterfaceRecord::new(2, BaseType::SIGNED, 1, 1, 1),
        ]
    );
    let outputs: Vec<_> = program.outputs.iter().collect();
    assert_eq!(
        outputs,
        [InterfaceRecord::new(0, float, 4, 1, 1), InterfaceRecord::new(1, BaseType::SIGNED, 2, 1, 1),]
    );
    let (vertex, fragment, both) = (StageMask(0x01), StageMask(0x10), StageMask(0x11));
    let whole = |class| (class, 4, 4);
    let bindings: Vec<_> = program.bindings.iter().collect();
    assert_eq!(
        bindings,
        [
            Binding::texel(9, BaseType::SAMPLER, both, Rank::D2, whole(TexelType::FLOAT)),
            Binding::texel(1, BaseType::SAMPLER, fragment, Rank::D2_ARRAY, whole(TexelType::SIGNED)),
            Binding::texel(30, BaseType::IMAGE, fragment, Rank::D3, (TexelType::UNORM, 2, 2)),
            Binding::texel(4, BaseType::RO_TEXELS, vertex, Rank::BUFFER, whole(TexelType::UNSIGNED)),
            Binding::texel(5, BaseType::RW_TEXELS, fragment, Rank::BUFFER, (TexelType::SIGNED, 4, 1)),
            Binding::buffer(6, BaseType::RO_BUFFER, vertex, 4 + 12 + 4 * 4 * 3),
            Binding::buffer(7, BaseType::RW_BUFFER, fragment, 4 + 12 + 4 * 4 * 3),
        ]
    );
    let uniform = program.uniform.expect("there is a uniform");
    assert_eq!((uniform.size, uniform.stages), (64 + 4 + 5 * 8, both));
    let member = |name: &'static str, offset, base_type, rows, columns, array_size| Member {
        name: name.as_bytes().into(),
        offset,
        base_type,
        rows,
        columns,
        array_size,
    };
    assert_eq!(
        uniform.members,
        [
            member("mvp", 0, float, 4, 4, 1),
            member("length", 64, BaseType::SIGNED, 1, 1, 1),
            member("offsets", 68, float, 2, 1, 5),
        ]
    );
    let subpass_inputs: Vec<_> = program.subpass_inputs.iter().map(|input| input.texel_type).collect();
    assert_eq!(subpass_inputs, [TexelType::FLOAT, TexelType::UNSIGNED]);
    assert!(program.modules[0].is_some() && program.modules[4].is_some());
}
