//! Compiles the examples in `docs/vsl/*.md` and checks their documented results.
//!
//! A block ```` ```vsl ```` is a program that compiles; `global` puts it before two stages, `vert` and `frag`
//! into a stage of a program with the names in `BEFORE`, `older` reads it in the older dialect. A comment
//! `VSL-Ennn` is an error or warning on its line; there are no other errors, and in whole programs no other
//! warnings.

use std::collections::BTreeMap;

use glassbox_core::diagnostic::Severity;
use glassbox_testing::page::{self, Block};
use glassbox_vsl::dialect::Dialect;
use glassbox_vsl::syntax::token::Keyword;
use glassbox_vsl::vocabulary::{formats, functions, resources, variables};
use glassbox_vsl::{Options, compile};

const BEFORE: &str = "@shader graphics;
@struct Light { float4 color; float3 place; bool on; float k[4]; };
@struct Camera { float4x4 mvp; float4 tint; float weights[4]; };
in(0) float3 pos; in(1) int count; in(2) float2 tex; in(3) float3x3 basis;
out(0) float4 color;
uniform Camera cam;
bind(0) Sampler2D albedo; bind(1) Image2D<float4> image; bind(2) RWBuffer<Light> lights; bind(3) ROTexels table;
bind(4) RWTexels<int> counts; bind(5) SamplerCube sky; bind(6) ROBuffer<Light> fixed;
passinput(0) float4 before;
local(vert) float2 uv; local(vert) flat int id;
";

fn check(block: &Block) -> Result<(), String> {
    let tagged = |tag: &str| block.is_tagged(tag);
    let text = match () {
        () if tagged("vert") => format!("{BEFORE}@vert {{\n{}}}\n@frag {{ }}\n", block.text),
        () if tagged("frag") => format!("{BEFORE}@vert {{ }}\n@frag {{\n{}}}\n", block.text),
        () if tagged("global") => format!("@shader graphics;\n{}@vert {{ }}\n@frag {{ }}\n", block.text),
        () => block.text.clone(),
    };
    let is_whole = !tagged("vert") && !tagged("frag") && !tagged("global");
    let options = Options {
        dialect: if tagged("older") { Dialect::Older } else { Dialect::Released },
        ..Options::default()
    };
    let compilation = compile(&text, &options);
    let expected = page::rules_in_comments(&text, "//", "VSL-");
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut errors = 0;
    for finding in &compilation.findings {
        errors += usize::from(finding.severity == Severity::Error);
        let line = finding.location.line_column.map_or(0, |(line, _)| line as usize);
        let id = finding.rule.id.to_owned();
        let is_listed = expected.get(&line).is_some_and(|ids| ids.contains(&id));
        if finding.severity == Severity::Error || is_whole && !tagged("older") || is_listed {
            found.entry(line).or_default().push(id);
        }
    }
    if found != expected {
        let all: Vec<&str> = compilation.findings.iter().map(|one| one.message.as_str()).collect();
        return Err(format!("found {found:?}, the page says {expected:?}: {all:?}"));
    }
    if (errors == 0) != compilation.program.is_some() {
        return Err(format!("{errors} errors, and a program: {}", compilation.program.is_some()));
    }
    Ok(())
}

#[test]
fn every_example_does_what_the_page_says() {
    page::assert_examples(&["vsl/language.md", "vsl/from-vslc.md"], "vsl", 15, check);
}

/// Every keyword, function, variable, resource type and format is on the page.
#[test]
fn every_word_of_the_language_is_described() {
    let page = page::read("vsl/language.md");
    let words = Keyword::ALL
        .into_iter()
        .map(Keyword::name)
        .chain(functions::FUNCTIONS.iter().map(|row| row.name))
        .chain(variables::VARIABLES.iter().map(|row| row.name))
        .chain(resources::RESOURCES.iter().map(|row| row.name))
        .chain(formats::FORMATS.iter().map(|row| row.name));
    let code: Vec<&str> = page
        .split('`')
        .skip(1)
        .step_by(2)
        .flat_map(|code| code.split(|character: char| !character.is_ascii_alphanumeric() && character != '$'))
        .collect();
    let missing: Vec<&str> = words.filter(|word| !code.contains(word)).collect();
    assert!(missing.is_empty(), "not on the page: {missing:?}");
}
