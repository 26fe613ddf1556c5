//! Reads what a text in GLSL or GLSL ES declares outside of functions.

use std::collections::BTreeMap;

use glassbox_core::stage::Stage;

/// What a line declares.
#[derive(Clone)]
pub(crate) struct Declared {
    /// Qualifiers of interpolation.
    pub(crate) words: Vec<String>,
    pub(crate) ty: String,
    pub(crate) name: String,
    pub(crate) count: Option<u32>,
}

impl Declared {
    /// Type and name.
    pub(crate) fn plain(&self) -> String {
        let length = self.count.map_or_else(String::new, |count| format!("[{count}]"));
        format!("{} {}{length}", self.ty, self.name)
    }
}

/// A block of inputs or outputs.
pub(crate) struct Block {
    pub(crate) name: String,
    /// Empty where its members are names of their own.
    pub(crate) instance: String,
    pub(crate) members: Vec<Declared>,
}

/// Declarations of a text.
#[derive(Default)]
pub(crate) struct Text {
    pub(crate) structs: BTreeMap<String, Vec<Declared>>,
    /// Blocks of inputs of a fragment stage, or outputs of a vertex stage.
    pub(crate) blocks: Vec<Block>,
    pub(crate) uniforms: Vec<Declared>,
    pub(crate) inputs: Vec<Declared>,
    /// Outputs of a vertex stage.
    pub(crate) outputs: Vec<Declared>,
}

impl Text {
    pub(crate) fn of(text: &str, stage: Stage) -> Text {
        let way = if stage == Stage::Vertex { "out " } else { "in " };
        let mut found = Text::default();
        let (mut open, mut in_block): (Option<(String, Vec<Declared>)>, bool) = (None, false);
        for line in text.lines() {
            let line = line.trim();
            if let Some(name) = line.strip_prefix("struct ").and_then(|rest| rest.strip_suffix(" {")) {
                open = Some((name.to_owned(), Vec::new()));
                continue;
            }
            if let Some(name) = line.strip_prefix(way).and_then(|rest| rest.strip_suffix(" {")) {
                let name = name.to_owned();
                found.blocks.push(Block { name, instance: String::new(), members: Vec::new() });
                in_block = true;
                continue;
            }
            if let Some(instance) = line.strip_prefix('}').and_then(|rest| rest.strip_suffix(';')) {
                match found.blocks.last_mut().filter(|_| in_block) {
                    Some(block) => block.instance = instance.trim().to_owned(),
                    None => found.structs.extend(open.take()),
                }
                in_block = false;
                continue;
            }
            let Some((storage, declared)) = declared(line) else { continue };
            match (storage, &mut open) {
                ("", None) if in_block => {
                    found
                        .blocks
                        .last_mut()
                        .into_iter()
                        .for_each(|block| block.members.push(declared.clone()));
                }
                ("", Some((_, members))) => members.push(declared),
                ("uniform", _) => found.uniforms.push(declared),
                ("varying", _) if stage == Stage::Vertex => found.outputs.push(declared),
                ("in" | "attribute" | "varying", _) => found.inputs.push(declared),
                ("out", _) => found.outputs.push(declared),
                _ => {}
            }
        }
        found
    }

    /// Gives each number, vector or matrix of a uniform its words.
    pub(crate) fn spread(
        &self,
        path: &str,
        of: &Declared,
        words: &mut impl Iterator<Item = u32>,
        found: &mut BTreeMap<String, Vec<u32>>,
    ) -> Result<(), String> {
        if let Some(count) = of.count {
            let one = Declared { count: None, ..of.clone() };
            return (0..count)
                .try_for_each(|index| self.spread(&format!("{path}[{index}]"), &one, words, found));
        }
        if let Some(members) = self.structs.get(&of.ty) {
            let mut members = members.iter();
            return members.try_for_each(|member| {
                self.spread(&format!("{path}.{}", member.name), member, words, found)
            });
        }
        let Some(count) = components(&of.ty) else { return Ok(()) };
        found.insert(path.to_owned(), words.take(count as usize).collect());
        Ok(())
    }
}

/// Storage and declaration of a line such as `flat in ivec2 place[3];`.
fn declared(line: &str) -> Option<(&'static str, Declared)> {
    let line = line.split("//").next()?.trim().strip_suffix(';')?;
    // Locations are those that the map has.
    let line =
        line.strip_prefix("layout(").and_then(|rest| rest.split_once(") ")).map_or(line, |(_, rest)| rest);
    let (mut storage, mut words, mut rest) = ("", Vec::new(), Vec::new());
    for word in line.split_whitespace() {
        match word {
            "uniform" => storage = "uniform",
            "in" => storage = "in",
            "out" => storage = "out",
            "attribute" => storage = "attribute",
            "varying" => storage = "varying",
            "flat" | "smooth" | "noperspective" | "centroid" => words.push(word.to_owned()),
            "lowp" | "mediump" | "highp" | "invariant" => {}
            _ => rest.push(word),
        }
    }
    let &[ty, name] = rest.as_slice() else { return None };
    let (name, count) = match name.split_once('[') {
        Some((name, length)) => (name, Some(length.strip_suffix(']')?.parse().ok()?)),
        None => (name, None),
    };
    Some((storage, Declared { words, ty: ty.to_owned(), name: name.to_owned(), count }))
}

/// Numbers of a scalar, vector or matrix type.
pub(crate) fn components(ty: &str) -> Option<u32> {
    if matches!(ty, "float" | "int" | "uint" | "bool") {
        return Some(1);
    }
    let start = ty.find(|letter: char| letter.is_ascii_digit())?;
    let (kind, size) = ty.split_at(start);
    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
    let (columns, rows): (u32, u32) = (columns.parse().ok()?, rows.parse().ok()?);
    match kind {
        "mat" => Some(columns * rows),
        "vec" | "ivec" | "uvec" | "bvec" => Some(columns),
        _ => None,
    }
}
