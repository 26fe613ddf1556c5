//! Writes a planned link as JSON: `docs/schema/link-plan.json`.

use serde::Serialize;

use super::DiagnosticJson;
use crate::plan::LinkPlan;

/// The document of `link --plan`.
#[derive(Serialize, Debug)]
pub struct PlanDocument<'a> {
    schema: u32,
    entry: Option<&'a str>,
    exports: &'a [String],
    profile: &'a str,
    can_link: bool,
    needed: Vec<LibraryJson<'a>>,
    missing: &'a [String],
    unresolved: Vec<UnresolvedJson<'a>>,
    duplicates: Vec<DuplicateJson<'a>>,
    unused: &'a [String],
    unused_in_folders: u64,
    features: &'a [String],
    indexes: Vec<IndexJson<'a>>,
    diagnostics: Vec<FindingJson<'a>>,
}

#[derive(Serialize, Debug)]
struct LibraryJson<'a> {
    file: &'a str,
    functions: Vec<FunctionJson<'a>>,
}

#[derive(Serialize, Debug)]
struct FunctionJson<'a> {
    name: &'a str,
    unmangled: &'a str,
    reason: &'a str,
    by: Option<&'a str>,
}

#[derive(Serialize, Debug)]
struct UnresolvedJson<'a> {
    name: &'a str,
    chains: &'a [Vec<String>],
}

#[derive(Serialize, Debug)]
struct DuplicateJson<'a> {
    name: &'a str,
    files: &'a [String],
    chosen: Option<&'a str>,
}

#[derive(Serialize, Debug)]
struct IndexJson<'a> {
    file: &'a str,
    files: u32,
    read: u32,
    gone: u32,
    damage: Option<&'a str>,
    unwritten: Option<&'a str>,
}

#[derive(Serialize, Debug)]
struct FindingJson<'a> {
    file: Option<&'a str>,
    #[serde(flatten)]
    finding: DiagnosticJson<'a>,
}

impl<'a> PlanDocument<'a> {
    /// The document of a plan.
    pub fn new(plan: &'a LinkPlan) -> PlanDocument<'a> {
        PlanDocument {
            schema: super::SCHEMA,
            entry: plan.entry.as_deref(),
            exports: &plan.exports,
            profile: &plan.profile,
            can_link: plan.can_link,
            needed: plan
                .needed
                .iter()
                .map(|library| LibraryJson {
                    file: &library.name,
                    functions: library
                        .functions
                        .iter()
                        .map(|function| FunctionJson {
                            name: &function.name,
                            unmangled: &function.short,
                            reason: function.reason,
                            by: function.by.as_deref(),
                        })
                        .collect(),
                })
                .collect(),
            missing: &plan.missing,
            unresolved: plan
                .unresolved
                .iter()
                .map(|one| UnresolvedJson { name: &one.name, chains: &one.chains })
                .collect(),
            duplicates: plan
                .duplicates
                .iter()
                .map(|one| DuplicateJson {
                    name: &one.name,
                    files: &one.libraries,
                    chosen: one.chosen.as_deref(),
                })
                .collect(),
            unused: &plan.unused,
            unused_in_folders: plan.unused_in_folders,
            features: &plan.features,
            indexes: plan
                .indexes
                .iter()
                .map(|index| IndexJson {
                    file: &index.file,
                    files: index.files,
                    read: index.read,
                    gone: index.gone,
                    damage: index.damage.as_deref(),
                    unwritten: index.unwritten.as_deref(),
                })
                .collect(),
            diagnostics: plan
                .findings
                .iter()
                .map(|(file, finding)| FindingJson {
                    file: file.as_deref(),
                    finding: DiagnosticJson::new(finding),
                })
                .collect(),
        }
    }
}
