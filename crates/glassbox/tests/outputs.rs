//! Compares all that the library writes of the corpus and of changed files with recorded digests.
//!
//! Each line of `outputs/FORMAT.txt` has a file and one digest for each kind of output, over the file and its changes. The digests
//! hold behaviour as it is; that it is right rests on other tests.

use std::fmt::{Debug, Write as _};
use std::path::Path;

use glassbox::core::diagnostic::Diagnostic;
use glassbox::core::format::WriteLayout;
use glassbox::core::limits::Limits;
use glassbox::core::places::NoPlaces;
use glassbox::core::walk::leaf_fields;
use glassbox::{Disassembly, File};
use glassbox_testing::corpus;
use glassbox_testing::digest::Digest;
use glassbox_testing::golden::golden;
use glassbox_testing::random::Random;

/// Changes of each file.
const CHANGES: u64 = 40;
/// Changes of each file that are diffed too.
const COMPARED: u64 = 8;
/// Size of the largest file that is changed, bytes.
const MOST_BYTES: usize = 64 << 10;
/// Size of the longest field that is changed, bytes.
const LONGEST_FIELD: usize = 8;

/// One digest for each kind of output.
#[derive(Default)]
struct Outputs {
    findings: Digest,
    fields: Digest,
    contents: Digest,
    code: Digest,
    diff: Digest,
}

fn add(digest: &mut Digest, value: impl Debug) {
    digest.add(format!("{value:?}").as_bytes());
}

fn add_findings(digest: &mut Digest, findings: &[Diagnostic]) {
    findings.iter().for_each(|finding| digest.add_finding(finding));
}

impl Outputs {
    fn add_file(&mut self, file: &File<'_>) {
        add_findings(&mut self.findings, &file.check().into_sorted());
        let mut fields = Vec::new();
        file.dump(&mut fields).expect("memory can be written");
        self.fields.add(&fields);
        self.fields.add(file.text().as_bytes());
        let contents = &mut self.contents;
        add(contents, file.summary());
        add(contents, file.interface());
        add(contents, file.symbols());
        add(contents, file.strings_in_code());
        add(contents, file.parts());
        add(contents, file.write(WriteLayout::Canonical));
        for repair in file.repairs() {
            add(contents, (&repair, file.repair(repair.name)));
        }
        for piece in file.artifacts() {
            add(contents, (piece.name, piece.path, piece.kind, piece.stage, piece.extension, piece.bytes));
        }
        let mut code = Vec::new();
        for style in file.listings() {
            let result = file.listing(style, &mut code);
            add(&mut self.code, result.map_err(|error| error.to_string()));
        }
        for (piece, language) in file.code(None) {
            glassbox::disassemble(
                language,
                &piece.bytes,
                &piece.side_table,
                Disassembly::default(),
                &mut code,
                &mut NoPlaces,
            )
            .expect("memory can be written");
        }
        self.code.add(&code);
    }
}

/// A file with one field set to another value.
fn changed(file: &File<'_>, fields: &[(usize, usize)], random: &mut Random) -> Vec<u8> {
    let mut bytes = file.bytes().to_vec();
    let (start, end) = fields[random.index(fields.len())];
    let (other, _) = fields[random.index(fields.len())];
    let value = &mut bytes[start..end];
    match random.below(6) {
        0 => value.fill(0),
        1 => value.fill(0xff),
        2 => value[0] = value[0].wrapping_add(1),
        3 => value[0] = value[0].wrapping_sub(1),
        4 => value[random.index(end - start)] ^= 1 << random.below(8),
        // The beginning of another field.
        _ => {
            let end = (other + value.len()).min(file.bytes().len());
            value[..end - other].copy_from_slice(&file.bytes()[other..end]);
        }
    }
    bytes
}

/// Places of the fields of a file.
fn fields(file: &File<'_>) -> Vec<(usize, usize)> {
    let (tree, bytes) = (file.tree(), file.bytes());
    let leaves = tree.nodes().flat_map(|(id, _)| leaf_fields(&tree, id, bytes));
    let fields = leaves.map(|leaf| (leaf.start as usize, leaf.end as usize));
    fields.filter(|(start, end)| end > start && end - start <= LONGEST_FIELD && *end <= bytes.len()).collect()
}

fn open<'a>(bytes: &'a [u8], format: &str) -> File<'a> {
    glassbox::open_as(bytes, glassbox::format(format), &Limits::default())
}

fn outputs(bytes: &[u8], format: &str) -> Outputs {
    let mut outputs = Outputs::default();
    let file = open(bytes, format);
    outputs.add_file(&file);
    let fields = fields(&file);
    if fields.is_empty() || bytes.len() > MOST_BYTES {
        return outputs;
    }
    for seed in 0..CHANGES {
        let changed = changed(&file, &fields, &mut Random::new(seed));
        let changed = open(&changed, format);
        outputs.add_file(&changed);
        if seed < COMPARED {
            add(&mut outputs.diff, file.diff(&changed));
        }
    }
    outputs
}

fn check(format: &str) {
    let mut text = String::new();
    for row in corpus::all_expected() {
        if row.format == format && row.path.starts_with(corpus::folder()) {
            let Outputs { findings, fields, contents, code, diff } = outputs(&row.bytes(), row.format_id());
            write!(text, "{}:", row.name).expect("memory can be written");
            for digest in [findings, fields, contents, code, diff] {
                write!(text, " {:08x}", digest.value() as u32).expect("memory can be written");
            }
            text.push('\n');
        }
    }
    golden(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/outputs/{format}.txt")), text);
}

#[test]
fn shbin() {
    check("shbin");
}

#[test]
fn vbc() {
    check("vbc");
}

#[test]
fn sksl() {
    check("sksl");
}

#[test]
fn bpxs() {
    check("bpxs");
}

#[test]
fn dxcontainer() {
    check("dxcontainer");
}
