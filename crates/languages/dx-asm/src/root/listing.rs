//! Prints root signatures as HLSL: in comments of program listings, and as a listing of their own for
//! containers without a program.

use std::fmt::Write as _;

use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::part::rts::RootSignature;
use glassbox_dxcontainer::part::rts::hlsl::clauses;

/// Text length at which clauses are omitted, bytes: tables may share ranges.
const MAX_TEXT: usize = 1 << 20;

/// True if a container has a root signature that can be listed.
pub fn has_root_signature(container: &Container<'_>) -> bool {
    root_signature(container).is_some()
}

/// The root signature as a macro definition, from which `dxc -T rootsig_1_1` compiles an equal one; `None` if
/// there is none. The comment at its start names the profile, from which [`language`](super::language) knows the version.
pub fn listing(container: &Container<'_>) -> Option<String> {
    root_signature(container).map(text)
}

/// A root signature as a macro definition.
pub(super) fn text(model: &RootSignature<'_>) -> String {
    let version = model.header.version.to_string();
    let mut out = format!("// Root signature of version {version}");
    match version.as_str() {
        "1.0" => out.push_str(": dxc -T rootsig_1_0 -E RootSignature"),
        "1.1" => out.push_str(": dxc -T rootsig_1_1 -E RootSignature"),
        _ => out.push_str(": rootsig_1_2, a profile that older compilers lack"),
    }
    out.push_str("\n#define RootSignature");
    let mut separator = " \\\n    \"";
    for clause in limited(model) {
        let _ = write!(out, "{separator}{clause}");
        separator = ", \" \\\n    \"";
    }
    out.push_str("\"\n");
    out
}

/// The root signature of a container as comments, each line prefixed by `mark`; empty if there is none.
pub(crate) fn comments(container: &Container<'_>, mark: &str) -> String {
    root_signature(container).map_or_else(String::new, |model| comment(model, "Root signature", mark))
}

/// A root signature as comments with a title, each line prefixed by `mark`.
pub(crate) fn comment(model: &RootSignature<'_>, title: &str, mark: &str) -> String {
    let mut out = String::new();
    let version = model.header.version;
    let _ = writeln!(out, "{mark}\n{mark} {title}, version {version}:\n{mark}");
    let mut separator = "";
    for clause in limited(model) {
        let _ = write!(out, "{separator}{mark}   {clause}");
        separator = ",\n";
    }
    let _ = writeln!(out, "\n{mark}");
    out
}

fn root_signature<'c, 'a>(container: &'c Container<'a>) -> Option<&'c RootSignature<'a>> {
    match container.content(b"RTS0")? {
        Content::Rts(model) => Some(model),
        _ => None,
    }
}

/// Clauses up to the size limit.
fn limited<'a>(model: &'a RootSignature<'a>) -> impl Iterator<Item = String> + 'a {
    let mut left = MAX_TEXT;
    let mut cut = false;
    clauses(model).map_while(move |clause| {
        if cut {
            return None;
        }
        match left.checked_sub(clause.len()) {
            Some(rest) => {
                left = rest;
                Some(clause)
            }
            None => {
                cut = true;
                Some("/* more is left out: the text has grown out of proportion to the file */".to_owned())
            }
        }
    })
}
