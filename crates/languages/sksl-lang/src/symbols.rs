//! Lists the symbols of a program with the positions of their declarations and uses.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_core::interface::Symbol as Listed;
use glassbox_core::span::Span;
use glassbox_sksl::raw::{ModifierFlags, Storage};

use crate::ir::Program;
use crate::ir::expression::ExpressionKind;
use crate::ir::symbol::{FunctionSymbol, Symbol, SymbolData, SymbolKind, VariableSymbol};

/// Maximum number of uses listed in total.
const MAX_USES: usize = 100_000;

/// Lists the symbols declared in a source, in order of declaration, followed by the builtin ones in use. Positions
/// are line and column, as in `12:5`.
///
/// ```
/// use glassbox_sksl::raw::ProgramKind;
/// use glassbox_sksl_lang::{Options, compile, symbols};
///
/// let text = "uniform half4 tint;\nhalf4 main(float2 p) { return tint; }\n";
/// let program = compile(text, &Options::new(ProgramKind::SHADER)).program.ok_or("it is right")?;
/// let listed = symbols(&program);
/// assert_eq!((&*listed[0].name, &*listed[0].kind, &*listed[0].path), ("tint", "uniform", "1:15"));
/// assert_eq!(listed[0].used_by, ["2:31"]);
/// # Ok::<(), &str>(())
/// ```
pub fn symbols(program: &Program) -> Vec<Listed> {
    let lines = Lines::of(&program.source);
    let mut uses = uses(program);
    let mut places = |symbol: Symbol| -> Vec<String> {
        let found = uses.remove(&symbol).unwrap_or_default();
        found.into_iter().map(|start| lines.place(start)).collect()
    };
    let mut declared: Vec<(Symbol, &SymbolData)> =
        program.symbols.iter().filter(|(_, data)| data.span != Span::default()).collect();
    declared.sort_by_key(|(_, data)| data.span.start);
    let mut out = Vec::new();
    for (symbol, data) in declared {
        let Some((kind, value)) = described(program, data) else {
            continue;
        };
        out.push(Listed {
            name: program.names.text(data.name).to_owned(),
            kind: kind.to_owned(),
            value,
            path: lines.place(data.span.start),
            used_by: places(symbol),
            ..Listed::default()
        });
    }
    let mut builtin: BTreeMap<(&str, &str), BTreeSet<u32>> = BTreeMap::new();
    for (symbol, places) in uses {
        let data = &program.symbols[symbol];
        let kind = match &data.kind {
            SymbolKind::Function(function) if function.builtin.is_some() => "built-in function",
            SymbolKind::Variable(variable) if variable.builtin.is_some() => "built-in variable",
            _ => continue,
        };
        let name = program.names.text(data.name);
        builtin.entry((name, kind)).or_default().extend(places);
    }
    out.extend(builtin.into_iter().map(|((name, kind), places)| Listed {
        name: name.to_owned(),
        kind: kind.to_owned(),
        value: "by name".to_owned(),
        used_by: places.into_iter().map(|start| lines.place(start)).collect(),
        ..Listed::default()
    }));
    out
}

/// Offsets at which each symbol is used.
fn uses(program: &Program) -> BTreeMap<Symbol, BTreeSet<u32>> {
    let mut uses: BTreeMap<Symbol, BTreeSet<u32>> = BTreeMap::new();
    let mut count = 0;
    for (_, node) in program.expressions.iter() {
        let symbol = match node.kind {
            ExpressionKind::VariableReference { variable, .. } => variable,
            ExpressionKind::FunctionCall { function, .. } => function,
            ExpressionKind::ChildCall { child, .. } => child,
            _ => continue,
        };
        if node.span != Span::default()
            && count < MAX_USES
            && uses.entry(symbol).or_default().insert(node.span.start)
        {
            count += 1;
        }
    }
    uses
}

/// Kind and description of a symbol; `None` if it is not listed separately.
fn described(program: &Program, data: &SymbolData) -> Option<(&'static str, String)> {
    match &data.kind {
        SymbolKind::Struct(structure) if structure.is_interface_block => {
            Some(("interface block", fields(structure.fields.len())))
        }
        SymbolKind::Struct(structure) => Some(("struct", fields(structure.fields.len()))),
        SymbolKind::Function(function) => Some(("function", signature(program, data, function))),
        SymbolKind::Variable(variable) => Some((kind_of(variable), program.type_name(variable.ty))),
        _ => None,
    }
}

fn fields(count: usize) -> String {
    let plural = if count == 1 { "field" } else { "fields" };
    format!("{count} {plural}")
}

fn kind_of(variable: &VariableSymbol) -> &'static str {
    match variable.storage {
        Storage::PARAMETER => "parameter",
        Storage::LOCAL => "local",
        _ if variable.ty.meaning.is_opaque() => "child",
        _ if variable.modifiers.has(ModifierFlags::UNIFORM) => "uniform",
        _ if variable.modifiers.has(ModifierFlags::IN) => "input",
        _ if variable.modifiers.has(ModifierFlags::OUT) => "output",
        _ if variable.modifiers.has(ModifierFlags::CONST) => "constant",
        _ => "global",
    }
}

fn signature(program: &Program, data: &SymbolData, function: &FunctionSymbol) -> String {
    let parameters: Vec<String> = function
        .parameters
        .iter()
        .filter_map(|&parameter| {
            let data = &program.symbols[parameter];
            let SymbolKind::Variable(variable) = &data.kind else {
                return None;
            };
            let way =
                match (variable.modifiers.has(ModifierFlags::IN), variable.modifiers.has(ModifierFlags::OUT))
                {
                    (true, true) => "inout ",
                    (false, true) => "out ",
                    _ => "",
                };
            let (ty, name) = (program.type_name(variable.ty), program.names.text(data.name));
            Some(format!("{way}{ty} {name}").trim_end().to_owned())
        })
        .collect();
    let (result, name) = (program.type_name(function.result), program.names.text(data.name));
    format!("{result} {name}({})", parameters.join(", "))
}

/// Line starts of a text, computed once for all positions.
struct Lines<'s> {
    text: &'s str,
    starts: Vec<u32>,
}

impl<'s> Lines<'s> {
    fn of(text: &'s str) -> Lines<'s> {
        let ends = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        Lines { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    fn place(&self, at: u32) -> String {
        let line = self.starts.partition_point(|&start| start <= at);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line));
        let before = self.text.get(start.copied().unwrap_or(0) as usize..at as usize);
        let column = before.map_or(0, |before| before.chars().count()) + 1;
        format!("{line}:{column}")
    }
}
