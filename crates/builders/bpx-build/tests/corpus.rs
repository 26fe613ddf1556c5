//! Tests that sources extracted from payloads of the vendor's compiler give its symbols.

use std::collections::BTreeMap;

use crate::support;
use glassbox_bpx::extended::ExtendedData;
use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx::raw::{Stage, SymbolFlags, SymbolType};
use glassbox_bpx::read::open;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::corpus;

/// Reads a corpus file.
fn read(name: &str) -> Vec<u8> {
    corpus::bytes(&format!("bpxs/{name}"))
}

/// Source of a payload: the compiler prepends declarations and comments out everything that is not
/// code.
fn source(payload: &str) -> String {
    let start = payload.find("//#").expect("the source begins with a directive");
    let mut is_sal = false;
    let mut text = String::new();
    for line in payload[start..].lines() {
        let line = match line.strip_prefix("//") {
            Some(inner) if is_sal || inner.starts_with('#') => inner,
            _ => line,
        };
        is_sal ^= line.trim() == "#sal";
        text.push_str(line);
        text.push('\n');
    }
    text
}

fn with_file<T>(bytes: &[u8], look: impl FnOnce(&File<'_>) -> T) -> T {
    let file = open(Window::whole(bytes), &Limits::default(), Numbering::Released);
    look(&file.unwrap_or_else(|finding| panic!("{}", finding.message)))
}

/// Name, type, flags except stages and data, register, and data of each symbol.
type Symbols = BTreeMap<String, (SymbolType, u16, Option<u8>, Option<ExtendedData<'static>>)>;

fn symbols(file: &File<'_>) -> Symbols {
    let objects = file.objects(1 << 16);
    let mut all = BTreeMap::new();
    for symbol in file.symbols().iter() {
        let name = String::from_utf8(file.string(symbol.name).unwrap().to_vec()).unwrap();
        let linkage = symbol.flags.0 & (SymbolFlags::EXTERNAL.0 | SymbolFlags::INTERNAL.0);
        let register = symbol.flags.has(SymbolFlags::REGISTER).then_some(symbol.register);
        let data = objects
            .at(symbol.extended_data)
            .and_then(|at| objects.documents.get(at))
            .map(|document| support::owned(ExtendedData::decode(symbol.symbol_type, document.root())));
        all.insert(name, (symbol.symbol_type, linkage, register, data));
    }
    all
}

fn built_like(name: &str) -> (Symbols, Symbols) {
    let theirs = read(name);
    let mut files = vec![("p.toml".to_owned(), "target = 'GL42'\n[stages]\n".to_owned())];
    with_file(&theirs, |file| {
        for (_, stage, code) in file.shaders() {
            let (key, end) = match stage {
                Stage::VERTEX => ("vertex", "vert"),
                Stage::PIXEL => ("pixel", "frag"),
                other => panic!("{other}"),
            };
            files[0].1 += &format!("{key} = 'a.{end}'\n");
            files.push((format!("a.{end}"), source(std::str::from_utf8(code).unwrap())));
        }
    });
    let build = support::build(&files);
    assert!(!build.has_errors(), "{name}: {:#?}", build.findings);
    let ours = &build.programs.first().unwrap().bytes;
    (with_file(&theirs, symbols), with_file(ours, symbols))
}

#[test]
fn the_symbols_of_a_mesh_are_those_of_the_vendors_compiler() {
    for name in ["sdk-mesh-gl42.bpx", "sdk-mesh-gl40.bpx", "sdk-two-structrefs.bpx"] {
        let (theirs, ours) = built_like(name);
        for (symbol, (ty, linkage, register, data)) in &theirs {
            let Some(own) = ours.get(symbol) else { panic!("{name}: {symbol} is missing") };
            assert_eq!((own.0, own.1), (*ty, *linkage), "{name}: {symbol}");
            assert_eq!(own.2, *register, "{name}: {symbol}");
            match (data, &own.3) {
                // The vendor's compiler loses blend functions.
                (Some(ExtendedData::Output(a)), Some(ExtendedData::Output(b))) => assert_eq!(a.ty, b.ty),
                // It flags data for samplers without providing any.
                _ if *ty == SymbolType::SAMPLER => assert_eq!(own.3, None),
                // Structure numbers follow table order.
                (Some(ExtendedData::Structure(a)), Some(ExtendedData::Structure(b))) => {
                    assert_eq!(support::normal(a), support::normal(b), "{name}: {symbol}");
                }
                (a, b) => assert_eq!(a, b, "{name}: {symbol}"),
            }
        }
        // Our additional symbols are samplers for textures without their own.
        let more: Vec<&String> = ours.keys().filter(|name| !theirs.contains_key(*name)).collect();
        assert!(more.iter().all(|name| name.ends_with("_sampler")), "{more:?}");
    }
}

/// { float; vec4; float; mat3; vec3[4]; float }, calculated by hand: the vendor's offsets overlap.
#[test]
fn offsets_are_those_of_std140_where_the_vendors_compiler_is_wrong() {
    let ours = built_like_without_double("sdk-layout-overlap.bpx");
    let Some((_, _, _, Some(ExtendedData::Structure(block)))) = ours.get("T") else { panic!("{ours:?}") };
    let offsets: Vec<u32> = block.props.iter().map(|member| member.offset).collect();
    assert_eq!((offsets.as_slice(), block.size), (&[0, 16, 32, 48, 96, 160][..], 176));
}

/// Removes the source's vertex input of doubles, which only desktop OpenGL supports and none of our
/// readers accepts.
fn built_like_without_double(name: &str) -> Symbols {
    let theirs = read(name);
    let text = with_file(&theirs, |file| {
        let (_, _, code) = file.shaders().next().unwrap();
        source(std::str::from_utf8(code).unwrap())
    });
    let project = "target = 'GL42'\nstages.vertex = 'a.vert'\n".to_owned();
    let files = [("p.toml".to_owned(), project), ("a.vert".to_owned(), text.replace("double W;", ""))];
    let build = support::build(&files);
    assert!(!build.has_errors(), "{name}: {:#?}", build.findings);
    let ours = &build.programs.first().unwrap().bytes;
    with_file(ours, symbols)
}
