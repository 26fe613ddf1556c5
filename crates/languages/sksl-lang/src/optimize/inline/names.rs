//! Names of variables created by the inliner: `_3_x`.

use super::Inliner;
use crate::ir::names::Name;
use crate::ir::symbol::{Symbol, Table};

impl Inliner<'_, '_> {
    /// Generates a name from a number and a symbol's name, unique among the names visible from a table. Numeric
    /// prefixes generated earlier, and a lone underscore, are removed first.
    pub(super) fn unique_name(&mut self, after: Symbol, table: Table) -> Name {
        let is_made = after >= self.first_made;
        let base = base_name(self.builder.program.symbol_name(after), is_made).to_owned();
        loop {
            let name = format!("_{}_{base}", self.names);
            self.names += 1;
            if !self.is_taken(&name, table) {
                return self.builder.program.names.add(&name);
            }
        }
    }

    fn is_taken(&self, name: &str, table: Table) -> bool {
        let program = &self.builder.program;
        if let Some(name) = program.names.find(name) {
            let mut table = Some(table);
            while let Some(at) = table {
                if program.tables[at].names.get(name).is_some() {
                    return true;
                }
                table = program.tables[at].parent;
            }
        }
        self.builder.scope.lookup(name).is_some()
    }
}

/// Name without a generated prefix. `_7_` alone is a prefix with an empty name only if written in a source; as a
/// generated name it is a name, as in Skia.
fn base_name(name: &str, is_made: bool) -> &str {
    let Some(rest) = name.strip_prefix('_') else {
        return name;
    };
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    match behind.strip_prefix('_') {
        Some(base) if behind.len() < rest.len() && !(base.is_empty() && is_made) => base,
        _ => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::base_name;

    #[test]
    fn numbers_are_left_out() {
        for (name, base) in [
            ("x", "x"),
            ("_x", "x"),
            ("__x", "_x"),
            ("_12_x", "x"),
            ("_12x", "12x"),
            ("_1_2_x", "2_x"),
            ("_12", "12"),
            ("_", ""),
            ("$x", "$x"),
        ] {
            assert_eq!(base_name(name, false), base);
            assert_eq!(base_name(name, true), base);
        }
        assert_eq!(base_name("_7_", false), "");
        assert_eq!(base_name("_7_", true), "7_");
    }
}
