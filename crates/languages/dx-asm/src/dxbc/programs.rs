//! Prints each program of a container by itself.

use std::fmt::Write as _;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxbc::graph::dot;
use glassbox_dxbc::print::{Options, print};
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::read::open;

use super::names::clean;

/// A program and its name.
struct Named<'a> {
    name: String,
    code: &'a [u8],
}

fn own<'a>(container: &Container<'a>) -> Option<&'a [u8]> {
    container.data(b"SHEX").or_else(|| container.data(b"SHDR"))
}

/// The container's program, or those of its functions.
fn programs<'a>(bytes: &'a [u8], limits: &Limits) -> Vec<Named<'a>> {
    let Ok(container) = open(Window::whole(bytes), limits) else {
        return Vec::new();
    };
    if let Some(code) = own(&container) {
        let name = "main".to_owned();
        return vec![Named { name, code }];
    }
    let names = match container.content(b"LIBH") {
        Some(Content::LibraryHeader(head)) => head.names.clone(),
        _ => Vec::new(),
    };
    let functions = container.parts().iter().filter(|part| &part.code.0 == b"LIBF");
    functions
        .enumerate()
        .filter_map(|(index, part)| {
            let function = open(Window::whole(part.data(container.window)), limits).ok()?;
            let name = match names.get(index) {
                Some(name) => clean(&String::from_utf8_lossy(name)),
                None => format!("function {index}"),
            };
            let code = own(&function)?;
            Some(Named { name, code })
        })
        .collect()
}

/// Exact assembly of all programs; `None` if there are none. A single one has no heading, so that it can be
/// assembled.
pub fn exact(bytes: &[u8], limits: &Limits) -> Option<String> {
    let programs = programs(bytes, limits);
    let mut out = String::new();
    for program in &programs {
        if programs.len() > 1 {
            let _ = writeln!(out, "// {}", program.name);
        }
        out.push_str(&print(program.code, &Options::EXACT));
    }
    (!programs.is_empty()).then_some(out)
}

/// Control-flow graphs of all programs, one each; `None` if there are none.
pub fn graphs(bytes: &[u8], limits: &Limits) -> Option<String> {
    let programs = programs(bytes, limits);
    let graphs = programs.iter().map(|program| dot(program.code, &program.name));
    (!programs.is_empty()).then(|| graphs.collect())
}
