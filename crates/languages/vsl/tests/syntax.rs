//! Checks the trees of valid sources: precedence, grouping, and upgrades from the older dialect.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Severity};
use glassbox_vsl::dialect::Dialect;
use glassbox_vsl::syntax::tree::{
    Block, Bound, Declaration, ExpressionId, ExpressionKind, ItemKind, Literal, Source, StatementKind,
};
use glassbox_vsl::syntax::{MAX_NESTING, parse};

fn read(text: &str, dialect: Dialect) -> (Source<'_>, Vec<Diagnostic>) {
    let mut findings = Diagnostics::default();
    let source = parse(text, dialect, &mut findings);
    (source, findings.into_sorted())
}

fn right(text: &str) -> Source<'_> {
    let (source, findings) = read(text, Dialect::Released);
    assert!(findings.is_empty(), "{text}: {findings:?}");
    source
}

fn literal(literal: &Literal<'_>) -> String {
    format!("{}{}", if literal.negative { "-" } else { "" }, literal.text)
}

fn bound(bound: &Bound<'_>) -> String {
    match bound {
        Bound::Literal(value) => literal(value),
        Bound::Name(name) => name.text.to_owned(),
    }
}

fn declaration(declared: &Declaration<'_>) -> String {
    let parameter = declared.parameter.map(|name| format!("<{}>", name.text));
    let size = declared.size.as_ref().map(|size| format!("[{}]", bound(size)));
    format!(
        "{}{} {}{}",
        declared.ty.text,
        parameter.unwrap_or_default(),
        declared.name.text,
        size.unwrap_or_default()
    )
}

/// An expression with every operation parenthesized.
fn expression(source: &Source<'_>, id: ExpressionId) -> String {
    let show = |id: &ExpressionId| expression(source, *id);
    match &source.expression(id).kind {
        ExpressionKind::Wrong => "WRONG".to_owned(),
        ExpressionKind::Literal(value) => literal(value),
        ExpressionKind::Name(name) => (*name).to_owned(),
        ExpressionKind::Call { function, arguments } => {
            let arguments: Vec<String> = arguments.iter().map(show).collect();
            format!("{}({})", function.text, arguments.join(", "))
        }
        ExpressionKind::Index { base, index, second } => {
            let second = second.as_ref().map(|second| format!(", {}", show(second)));
            format!("{}[{}{}]", show(base), show(index), second.unwrap_or_default())
        }
        ExpressionKind::Member { base, name } => format!("{}.{}", show(base), name.text),
        ExpressionKind::Unary { operator, operand, .. } => {
            format!("({}{})", operator.symbol(), show(operand))
        }
        ExpressionKind::Binary { operator, left, right, .. } => {
            format!("({} {} {})", show(left), operator.symbol(), show(right))
        }
        ExpressionKind::Conditional { condition, yes, no } => {
            format!("({} ? {} : {})", show(condition), show(yes), show(no))
        }
    }
}

fn block(source: &Source<'_>, body: &Block<'_>) -> String {
    let statements: Vec<String> =
        body.statements.iter().map(|statement| self::statement(source, &statement.kind)).collect();
    format!("{{{}}}", statements.join(" "))
}

fn statement(source: &Source<'_>, kind: &StatementKind<'_>) -> String {
    match kind {
        StatementKind::Declare { declaration: declared, value } => {
            let value = value.map(|value| format!(" = {}", expression(source, value)));
            format!("{}{};", declaration(declared), value.unwrap_or_default())
        }
        StatementKind::Assign { place, operator, value, .. } => format!(
            "{} {}= {};",
            expression(source, *place),
            operator.map_or("", |operator| operator.symbol()),
            expression(source, *value)
        ),
        StatementKind::If { branches, otherwise } => {
            let mut parts: Vec<String> = branches
                .iter()
                .map(|branch| {
                    format!("({}) {}", expression(source, branch.condition), block(source, &branch.body))
                })
                .collect();
            if let Some(otherwise) = otherwise {
                parts.push(block(source, otherwise));
            }
            format!("if {}", parts.join(" else "))
        }
        StatementKind::For { counter, from, to, step, body } => {
            let step = step.as_ref().map(|step| format!(" : {}", bound(step)));
            format!(
                "for ({}; {} : {}{}) {}",
                counter.text,
                bound(from),
                bound(to),
                step.unwrap_or_default(),
                block(source, body)
            )
        }
        StatementKind::Break => "break;".to_owned(),
        StatementKind::Continue => "continue;".to_owned(),
        StatementKind::Return => "return;".to_owned(),
        StatementKind::Discard => "discard;".to_owned(),
    }
}

fn item(source: &Source<'_>, kind: &ItemKind<'_>) -> String {
    match kind {
        ItemKind::Struct { name, fields } => {
            let fields: Vec<String> = fields.iter().map(declaration).collect();
            format!("struct {} {{{}}}", name.text, fields.join("; "))
        }
        ItemKind::Input(it) => format!("in({}) {}", literal(&it.index), declaration(&it.declaration)),
        ItemKind::Output(it) => format!("out({}) {}", literal(&it.index), declaration(&it.declaration)),
        ItemKind::Uniform(it) => format!("uniform {}", declaration(it)),
        ItemKind::Binding(it) => format!("bind({}) {}", literal(&it.index), declaration(&it.declaration)),
        ItemKind::Local { producer, flat, declaration: declared } => {
            let flat = if flat.is_some() { " flat" } else { "" };
            format!("local({}){flat} {}", producer.text, declaration(declared))
        }
        ItemKind::SubpassInput { index, format, name } => {
            format!("passinput({}) {} {}", literal(index), format.text, name.text)
        }
        ItemKind::Constant { ty, name, value } => {
            format!("const {} {} = {}", ty.text, name.text, literal(value))
        }
        ItemKind::Stage { name, body } => format!("@{} {}", name.text, block(source, body)),
    }
}

/// The expression after `x = `, with every operation parenthesized.
fn grouped(text: &str) -> String {
    let text = format!("@shader graphics; @vert {{ x = {text}; }}");
    let source = right(&text);
    let all = items(&source);
    all.strip_prefix("@vert {x = ").and_then(|all| all.strip_suffix(";}")).expect("one assignment").to_owned()
}

fn items(source: &Source<'_>) -> String {
    let items: Vec<String> = source.items.iter().map(|one| item(source, &one.kind)).collect();
    items.join("\n")
}

/// All pairs of adjacent levels of the brief's effective precedence, and the associativity of each.
#[test]
fn operators_bind_as_the_brief_says() {
    let rows = [
        ("a * b + c", "((a * b) + c)"),
        ("a + b * c", "(a + (b * c))"),
        ("a / b % c * d", "(((a / b) % c) * d)"),
        ("a - b + c", "((a - b) + c)"),
        ("a - 1", "(a - 1)"),
        ("a -1", "(a - 1)"),
        ("a-1", "(a - 1)"),
        ("-1", "(-1)"),
        ("- -a", "(-(-a))"),
        ("+-!~a", "(+(-(!(~a))))"),
        ("-a.x", "(-a.x)"),
        ("-a[1]", "(-a[1])"),
        ("!f(a)", "(!f(a))"),
        ("-a * b", "((-a) * b)"),
        ("a * -b", "(a * (-b))"),
        ("a << b + c", "(a << (b + c))"),
        ("a << b >> c", "((a << b) >> c)"),
        ("a < b << c", "(a < (b << c))"),
        ("a >= b <= c > d < e", "((((a >= b) <= c) > d) < e)"),
        ("a == b < c", "(a == (b < c))"),
        ("a == b != c", "((a == b) != c)"),
        ("a & b == c", "(a & (b == c))"),
        ("a ^ b & c", "(a ^ (b & c))"),
        ("a & b ^ c", "((a & b) ^ c)"),
        ("a | b ^ c", "(a | (b ^ c))"),
        ("a | b & c ^ d", "(a | ((b & c) ^ d))"),
        ("a && b | c", "(a && (b | c))"),
        ("a || b && c", "(a || (b && c))"),
        ("a && b || c && d", "((a && b) || (c && d))"),
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("a ? b ? c : d : e", "(a ? (b ? c : d) : e)"),
        ("a || b ? c + d : e || f", "((a || b) ? (c + d) : (e || f))"),
        ("(a + b) * c", "((a + b) * c)"),
        ("((a))", "a"),
        ("f(a, b + c, g(d))", "f(a, (b + c), g(d))"),
        ("s[uv]", "s[uv]"),
        ("m[c, r + 1]", "m[c, (r + 1)]"),
        ("b[i].f[k].xy", "b[i].f[k].xy"),
        ("f(a)[0].x", "f(a)[0].x"),
        ("(a + b).xy", "(a + b).xy"),
        ("f(c ? a : b, d)", "f((c ? a : b), d)"),
        ("$Position.x + 0x1F + 2u + 1. + 1e-3 + 1.5E+2", {
            "((((($Position.x + 0x1F) + 2u) + 1.) + 1e-3) + 1.5E+2)"
        }),
        ("true && false", "(true && false)"),
    ];
    for (text, expected) in rows {
        assert_eq!(grouped(text), expected, "{text}");
    }
}

#[test]
fn every_construct_has_its_place_in_the_tree() {
    let text = "\u{FEFF}@shader graphics; // first\r\n\
        @struct S { float4x4 m; bool b[3]; };\n\
        in(0) float3 pos; in(0x1) float2 uv[2u];\n\
        out(-1) float4 color;\n\
        uniform S u;\n\
        bind(31) RWBuffer<S> rw; bind(2) Sampler2D s;\n\
        local(vert) flat int id; local(vert) float f;\n\
        passinput(0) int4 prev;\n\
        @vert { float a; float b = a; a = b; b += a; /* inside */ v[0].x <<= 1; return; }\n\
        @ frag {\n\
            if (a) x = 1;\n\
            if (a) { } else y = 2;\n\
            if (a) { b = 1; } elif (c) d = 1; else if (e) { f = 1; } else { g = 1; }\n\
            if (a) if (b) c = 1; else d = 1;\n\
            for (i; 0 : 4) { for (j; -3 : 0x3 : -1) { break; continue; } }\n\
            discard;\n\
        }";
    let expected = "struct S {float4x4 m; bool b[3]}\n\
        in(0) float3 pos\nin(0x1) float2 uv[2u]\n\
        out(-1) float4 color\n\
        uniform S u\n\
        bind(31) RWBuffer<S> rw\nbind(2) Sampler2D s\n\
        local(vert) flat int id\nlocal(vert) float f\n\
        passinput(0) int4 prev\n\
        @vert {float a; float b = a; a = b; b += a; v[0].x <<= 1; return;}\n\
        @frag {if (a) {x = 1;} if (a) {} else {y = 2;} \
        if (a) {b = 1;} else (c) {d = 1;} else (e) {f = 1;} else {g = 1;} \
        if (a) {if (b) {c = 1;} else {d = 1;}} \
        for (i; 0 : 4) {for (j; -3 : 0x3 : -1) {break; continue;}} discard;}";
    let source = right(text);
    assert_eq!(items(&source), expected);
    assert_eq!(source.shader_type.map(|name| name.text), Some("graphics"));
    assert!(!source.is_incomplete && source.wrong_names.is_empty());
}

/// Operands precede their operators, and the list has no gaps: expressions of successive statements are
/// contiguous.
#[test]
fn expressions_stand_operands_first_and_without_gaps() {
    let text =
        "@shader graphics; @vert { a[i + 1].x = f(b, c ? d : -e)[g, h]; if (a + b) { c = d; } int k = 3; }";
    let source = right(text);
    let mut is_operand = vec![false; source.expressions.len()];
    for (at, node) in source.expressions.iter().enumerate() {
        let operands: Vec<ExpressionId> = match &node.kind {
            ExpressionKind::Call { arguments, .. } => arguments.clone(),
            ExpressionKind::Index { base, index, second } => {
                [*base, *index].into_iter().chain(*second).collect()
            }
            ExpressionKind::Member { base, .. } => vec![*base],
            ExpressionKind::Unary { operand, .. } => vec![*operand],
            ExpressionKind::Binary { left, right, .. } => vec![*left, *right],
            ExpressionKind::Conditional { condition, yes, no } => vec![*condition, *yes, *no],
            _ => Vec::new(),
        };
        for operand in operands {
            assert!((operand.0 as usize) < at);
            is_operand[operand.0 as usize] = true;
        }
    }
    let roots = is_operand.iter().filter(|is_operand| !**is_operand).count();
    assert_eq!(roots, 6, "two of each assignment, one of the condition, one of the declaration");
}

#[test]
fn spans_are_what_is_written() {
    let text = "@shader graphics;\n@vert { x = (a + b) * f(c); }";
    let source = right(text);
    let spans: Vec<&str> = source.expressions.iter().map(|node| node.span.of(text)).collect();
    assert_eq!(spans, ["x", "a", "b", "a + b", "c", "f(c)", "(a + b) * f(c)"]);
    assert_eq!(source.items[0].span.of(text), "@vert { x = (a + b) * f(c); }");
    let ItemKind::Stage { body, .. } = &source.items[0].kind else {
        panic!("a stage");
    };
    assert_eq!(body.span.of(text), "{ x = (a + b) * f(c); }");
    assert_eq!(body.statements[0].span.of(text), "x = (a + b) * f(c);");
}

const OLDER: &str = "shader graphics;\n@type S { float4 a[N]; };\nconst int N = 4;\nuniform S u;\n\
    bind(0) Input a; bind(1) IInput b; bind(2) UInput c; bind(3) Image2D<unorm4> d; bind(4) RWTexels<unorm> e;\n\
    @vert { for (i; 0 : N) { } }\n@frag { }";

#[test]
fn older_sources_become_released_ones() {
    let (source, findings) = read(OLDER, Dialect::Older);
    let ids: Vec<&str> = findings.iter().map(|one| one.rule.id).collect();
    assert_eq!(ids, ["VSL-N001", "VSL-N002", "VSL-N003", "VSL-N004", "VSL-N005"], "one note a kind");
    assert!(findings.iter().all(|one| one.severity == Severity::Info));
    assert_eq!(
        items(&source),
        "struct S {float4 a[N]}\nconst int N = 4\nuniform S u\n\
         passinput(0) float4 a\npassinput(1) int4 b\npassinput(2) uint4 c\n\
         bind(3) Image2D<u8norm4> d\nbind(4) RWTexels<u8norm> e\n\
         @vert {for (i; 0 : N) {}}\n@frag {}"
    );
}

#[test]
fn the_other_dialect_is_hinted_at_once() {
    let (_, findings) = read(OLDER, Dialect::Released);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].rule.id, "VSL-E001");
    assert!(findings[0].help.as_ref().is_some_and(|help| help.contains("--dialect older")));
    let released = "@shader graphics; @struct S { float4 a; }; passinput(0) float4 p; @vert { } @frag { }";
    let (source, findings) = read(released, Dialect::Older);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].help.as_ref().is_some_and(|help| help.contains("leave `--dialect older` out")));
    assert_eq!(source.items.len(), 4);
}

#[test]
fn depth_is_limited_and_length_is_not() {
    let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
    let grouped =
        |text: &str| read(&format!("@shader graphics; @vert {{ x = {text}; }}"), Dialect::Released).1.len();
    assert_eq!(grouped(&nested(MAX_NESTING)), 0);
    assert_eq!(grouped(&nested(MAX_NESTING + 1)), 1);
    assert_eq!(grouped(&"-".repeat(MAX_NESTING).replace('-', "- ")), 1, "no operand");
    assert_eq!(grouped(&format!("{}a", "-".repeat(MAX_NESTING))), 0);
    assert_eq!(grouped(&format!("{}a", "-".repeat(MAX_NESTING + 1))), 1);
    assert_eq!(grouped(&format!("a{}", " + a".repeat(100_000))), 0);
    assert_eq!(grouped(&format!("a{}", ".x".repeat(100_000))), 0);
    assert_eq!(grouped(&format!("a{}", "[0]".repeat(100_000))), 0);
    let blocks = |depth: usize| {
        let text = format!(
            "@shader graphics; @vert {{ {} {} }} @frag {{ }}",
            "if (a) {".repeat(depth),
            "}".repeat(depth)
        );
        read(&text, Dialect::Released).1
    };
    assert!(blocks(MAX_NESTING - 1).is_empty());
    let found = blocks(MAX_NESTING + 1);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].rule.id, "VSL-E002");
    // Parsing stops at the limit: unclosed blocks and the text after them cost nothing and report nothing.
    for text in [
        format!("@shader graphics; @vert {{ {}", "if (true) ".repeat(100_000)),
        format!("@shader graphics; @vert {{ {}", "if (true) {".repeat(100_000)),
        format!("@shader graphics; @vert {{ {} }} nonsense", "for (i; 0 : 2) { ".repeat(1000)),
    ] {
        let (source, found) = read(&text, Dialect::Released);
        assert_eq!(found.len(), 1, "{:?}", found.last());
        assert_eq!(found[0].rule.id, "VSL-E002");
        assert!(source.expressions.len() <= 2 * MAX_NESTING, "{}", source.expressions.len());
    }
    let chain = format!("@shader graphics; @vert {{ if (a) {{ }} {} }}", "else if (a) { }".repeat(10_000));
    assert!(read(&chain, Dialect::Released).1.is_empty());
}
