//! Writes reflection as lines, so that a test can state it as a table.

use glassbox_core::interface::{Block, Interface, Member, Resource, Type, Variable};

/// A line for each item, with every field that is set. Parameters of root signatures, specialization
/// constants and patches, which only one format has, are left out.
///
/// ```text
/// entry vertex main code modes(entry=0) uses(albedo)
/// in aPos location 0 v0 float4
/// block Camera binding 1 size 64 vertex
/// member view at 0 matrix-stride 16 float4x4
/// ```
pub fn lines(interface: &Interface) -> Vec<String> {
    let mut out = Vec::new();
    for entry in &interface.entry_points {
        let modes: Vec<String> = entry.modes.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let mut line = Line::new("entry");
        line.word(&entry.stage).word(&entry.name).word(&entry.path);
        line.list("modes", &modes).list("uses", &entry.resources);
        out.push(line.0);
        out.extend(entry.inputs.iter().map(|one| variable("in", one)));
        out.extend(entry.outputs.iter().map(|one| variable("out", one)));
    }
    out.extend(interface.resources.iter().map(resource));
    for (kind, blocks) in [("block", &interface.blocks), ("push", &interface.push_constants)] {
        for one in blocks {
            out.push(block(kind, one));
            out.extend(one.members.iter().map(|one| format!("member {}", member(one))));
        }
    }
    for constant in &interface.constants {
        out.push(format!("constant {} {} = {}", constant.path, constant.register, constant.value));
    }
    let lists = [("export", &interface.exports), ("import", &interface.imports), ("note", &interface.notes)];
    for (kind, list) in lists {
        out.extend(list.iter().map(|one| format!("{kind} {one}")));
    }
    out
}

struct Line(String);

impl Line {
    fn new(kind: &str) -> Line {
        Line(kind.to_owned())
    }

    fn word(&mut self, word: &str) -> &mut Line {
        if !word.is_empty() {
            self.0.push(' ');
            self.0.push_str(word);
        }
        self
    }

    fn text(&mut self, word: Option<&String>) -> &mut Line {
        self.word(word.map_or("", String::as_str))
    }

    fn number(&mut self, label: &str, number: Option<u32>) -> &mut Line {
        self.word(&number.map_or_else(String::new, |number| format!("{label} {number}")))
    }

    fn list(&mut self, label: &str, list: &[String]) -> &mut Line {
        if list.is_empty() {
            return self;
        }
        self.word(&format!("{label}({})", list.join(", ")))
    }

    fn ty(&mut self, ty: Option<&Type>) -> String {
        self.word(&ty.map_or_else(String::new, type_name));
        std::mem::take(&mut self.0)
    }
}

fn variable(kind: &str, one: &Variable) -> String {
    let mut line = Line::new(kind);
    line.word(&one.name).number("location", one.location);
    line.text(one.register.as_ref()).text(one.semantic.as_ref());
    line.ty(one.ty.as_ref())
}

fn resource(one: &Resource) -> String {
    let mut line = Line::new(&one.kind);
    line.word(&one.name).number("set", one.set).number("binding", one.binding).number("slot", one.slot);
    line.text(one.register.as_ref()).list("stages", &one.stages).text(one.dimension.as_ref());
    line.text(one.format.as_ref()).text(one.access.as_ref()).number("element-size", one.element_size);
    one.array.iter().for_each(|size| line.0.push_str(&size.to_string()));
    line.0
}

fn block(kind: &str, one: &Block) -> String {
    let mut line = Line::new(kind);
    line.word(&one.name).number("set", one.set).number("binding", one.binding).number("size", one.size);
    line.text(one.kind.as_ref()).text(one.register.as_ref()).list("stages", &one.stages);
    line.0
}

fn member(one: &Member) -> String {
    let mut line = Line::new(&one.name);
    line.number("at", one.offset).text(one.register.as_ref());
    line.number("array-stride", one.array_stride).number("matrix-stride", one.matrix_stride);
    line.word(if one.row_major { "row-major" } else { "" });
    line.ty(one.ty.as_ref())
}

fn type_name(ty: &Type) -> String {
    let mut out = ty.scalar.clone();
    match (ty.rows, ty.columns) {
        (1, 1) => {}
        (rows, 1) => out.push_str(&rows.to_string()),
        (rows, columns) => out.push_str(&format!("{rows}x{columns}")),
    }
    ty.array.iter().for_each(|size| out.push_str(&size.to_string()));
    if !ty.members.is_empty() {
        let members: Vec<String> = ty.members.iter().map(member).collect();
        out.push_str(&format!(" {{ {} }}", members.join("; ")));
    }
    out
}
