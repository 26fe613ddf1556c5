//! Maps types of a library to types of the output. Structures with the same name must have the same
//! layout.

use std::collections::HashMap;

use glassbox_dxil::ir::{Type, TypeId, Types};

use super::finding::{Findings, ReportedError};
use crate::rules;

/// Mapping of a library's types to the output, filled on demand.
#[derive(Default)]
pub(super) struct TypeMap {
    known: HashMap<TypeId, TypeId>,
}

/// Structures of the output by name; unnamed ones belong to one library.
#[derive(Default)]
pub(super) struct Structures {
    by_name: HashMap<Vec<u8>, TypeId>,
}

/// Types that a type is composed of.
fn parts(types: &Types, id: TypeId) -> Vec<TypeId> {
    match types.get(id) {
        Some(Type::Pointer { pointee: part, .. }) => vec![part],
        Some(Type::Array { element: part, .. } | Type::Vector { element: part, .. }) => vec![part],
        Some(Type::Function { result, parameters, .. }) => {
            let mut out = types.list(parameters).to_vec();
            out.push(result);
            out
        }
        Some(Type::Struct { fields, .. } | Type::Named { fields: Some(fields), .. }) => {
            types.list(fields).to_vec()
        }
        _ => Vec::new(),
    }
}

impl TypeMap {
    /// True if a type has been mapped.
    pub(super) fn has(&self, id: TypeId) -> bool {
        self.known.contains_key(&id)
    }

    /// Maps a type, adding it and its components to the output.
    pub(super) fn get(
        &mut self,
        from: &Types,
        id: TypeId,
        to: &mut Types,
        structures: &mut Structures,
        input: usize,
        findings: &mut Findings<'_>,
    ) -> Result<TypeId, ReportedError> {
        if let Some(known) = self.known.get(&id) {
            return Ok(*known);
        }
        // Collect the components still unmapped, in table order: types other than named structures
        // follow their components there.
        let mut wanted = std::collections::BTreeSet::from([id]);
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            for part in parts(from, id) {
                if !self.known.contains_key(&part) && wanted.insert(part) {
                    open.push(part);
                }
            }
        }
        let mut fresh = Vec::new();
        let mut found = Vec::new();
        for id in &wanted {
            let Some(Type::Named { name, fields, packed }) = from.get(*id) else {
                continue;
            };
            let name = from.text(name);
            let known = structures.by_name.get(name).filter(|_| !name.is_empty());
            let number = match known {
                Some(number) => {
                    found.push((*id, *number));
                    *number
                }
                None => {
                    let number = to.add_named(name, None, packed);
                    structures.by_name.insert(name.to_vec(), number);
                    fresh.push((*id, number, fields));
                    number
                }
            };
            self.known.insert(*id, number);
        }
        for id in &wanted {
            if !self.known.contains_key(id) {
                let number = self.plain(from, *id, to, input, findings)?;
                self.known.insert(*id, number);
            }
        }
        for (id, number, fields) in fresh {
            let fields = fields.map(|fields| self.list(from.list(fields)));
            let list = fields.map(|fields| to.add_list(fields));
            if let (Some(Type::Named { name, packed, .. }), Some(_)) = (to.get(number), from.get(id)) {
                to.replace(number, Type::Named { name, fields: list, packed });
            }
        }
        for (id, number) in found {
            self.compare(from, id, to, number, input, findings)?;
        }
        let missing = || self.unknown(id, input, findings);
        self.known.get(&id).copied().ok_or_else(missing)
    }

    fn unknown(&self, id: TypeId, input: usize, findings: &mut Findings<'_>) -> ReportedError {
        let message = format!("type {} is not in the table of {}", id.0, findings.name(input));
        let help = "recompile the library";
        findings.add(&rules::UNREADABLE, input, "types", message, help)
    }

    fn list(&self, ids: &[TypeId]) -> Vec<TypeId> {
        let known = |id: &TypeId| self.known.get(id).copied();
        ids.iter().filter_map(known).collect()
    }

    /// Maps a type whose components have been mapped.
    fn plain(
        &self,
        from: &Types,
        id: TypeId,
        to: &mut Types,
        input: usize,
        findings: &mut Findings<'_>,
    ) -> Result<TypeId, ReportedError> {
        let mut get = |id: TypeId| {
            let known = self.known.get(&id).copied();
            known.ok_or_else(|| self.unknown(id, input, findings))
        };
        Ok(match from.get(id) {
            None => return Err(self.unknown(id, input, findings)),
            Some(Type::Pointer { pointee, address_space }) => to.pointer(get(pointee)?, address_space),
            Some(Type::Array { element, count }) => {
                let element = get(element)?;
                to.intern(Type::Array { element, count })
            }
            Some(Type::Vector { element, count }) => {
                let element = get(element)?;
                to.intern(Type::Vector { element, count })
            }
            Some(Type::Function { result, parameters, variadic }) => {
                let result = get(result)?;
                to.intern_function(result, &self.list(from.list(parameters)), variadic)
            }
            Some(Type::Struct { fields, packed }) => to.intern_struct(&self.list(from.list(fields)), packed),
            Some(plain) => to.intern(plain),
        })
    }

    /// True if a structure has the layout of its namesake in the output.
    fn compare(
        &self,
        from: &Types,
        id: TypeId,
        to: &Types,
        number: TypeId,
        input: usize,
        findings: &mut Findings<'_>,
    ) -> Result<(), ReportedError> {
        let (Some(Type::Named { name, packed, .. }), Some(Type::Named { packed: other, .. })) =
            (from.get(id), to.get(number))
        else {
            return Ok(());
        };
        let here = from.fields(id).map(|fields| self.list(fields));
        if packed == other && here.as_deref() == to.fields(number) {
            return Ok(());
        }
        let name = from.text(name).escape_ascii().to_string();
        let message = format!(
            "structure {name} of {} has other fields than in an earlier library",
            findings.name(input)
        );
        let help = "compile all libraries with the same definition of the structure";
        Err(findings.add(&rules::OTHER_LAYOUT, input, name, message, help))
    }
}
