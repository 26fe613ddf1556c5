//! Random functions: any graph of blocks, and graphs that are structured by construction.

use std::fmt::Write;

use glassbox_testing::random::Random;

/// What comes before the blocks of a function.
pub const HEAD: &str = "
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main \"main\" %in %out
    OpExecutionMode %main LocalSize 1 1 1
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %pointer = OpTypePointer Private %uint
    %in = OpVariable %pointer Private
    %out = OpVariable %pointer Private
    %c0 = OpConstant %uint 0
    %c1 = OpConstant %uint 1
    %c2 = OpConstant %uint 2
    %c3 = OpConstant %uint 3
    %c32768 = OpConstant %uint 32768
    %true = OpConstantTrue %bool
";

/// A module with one function of these blocks. Blocks that store `%kN` get their constants.
pub fn module_text(blocks: &str, constants: usize) -> String {
    let mut text = String::from(HEAD);
    for number in 0..constants {
        let _ = writeln!(text, "%k{number} = OpConstant %uint {}", 100_000 + number);
    }
    format!("{text}%main = OpFunction %void None %fn\n{blocks}OpFunctionEnd\n")
}

/// Dominators by the definition: `table[b][a]` is true if every path to `b` passes `a`.
pub fn naive_dominators(successors: &[Vec<usize>], root: usize) -> Vec<Vec<bool>> {
    let count = successors.len();
    let reach = |without: Option<usize>| {
        let mut seen = vec![false; count];
        let mut work = if without == Some(root) { vec![] } else { vec![root] };
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut seen[block], true) {
                work.extend(successors[block].iter().copied().filter(|next| Some(*next) != without));
            }
        }
        seen
    };
    let all = reach(None);
    let without: Vec<Vec<bool>> = (0..count).map(|block| reach(Some(block))).collect();
    (0..count).map(|b| (0..count).map(|a| all[b] && !without[a][b]).collect()).collect()
}

/// A graph of 2 to `most` blocks: each with up to four successors; none leads to the entry.
pub fn random_graph(random: &mut Random, most: usize) -> Vec<Vec<usize>> {
    let count = 2 + random.index(most - 1);
    // Graphs whose edges lead near are more like programs.
    let near = random.below(2) == 0;
    let far = random.below(4);
    let mut graph = vec![Vec::new(); count];
    for (block, next) in graph.iter_mut().enumerate() {
        let edges = [0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 4][random.index(11)];
        let edges = if block == 0 { edges.max(1) } else { edges };
        for _ in 0..edges {
            let any = 1 + random.index(count - 1);
            let close = (block + random.index(4)).max(1).min(count - 1);
            next.push(if near && random.below(8) >= far { close } else { any });
        }
    }
    graph
}

/// A function over a graph, with values and phis that cross its blocks.
pub fn random_function(random: &mut Random, most: usize) -> String {
    let graph = random_graph(random, most);
    let dominators = naive_dominators(&graph, 0);
    let count = graph.len();
    let mut text = String::new();
    for block in 0..count {
        let mut parents: Vec<usize> = (0..count).filter(|from| graph[*from].contains(&block)).collect();
        parents.dedup();
        let _ = writeln!(text, "%b{block} = OpLabel");
        // Values that are defined at the end of a block.
        let at_end = |random: &mut Random, end: usize| {
            let known: Vec<usize> = (0..count).filter(|by| dominators[end][*by] || *by == end).collect();
            let by = known[random.index(known.len())];
            format!("%{}{by}", ["v", "w"][random.index(2)])
        };
        if !parents.is_empty() {
            for name in ["p", "q"] {
                let _ = write!(text, "%{name}{block} = OpPhi %uint");
                for &parent in &parents {
                    let _ = write!(text, " {} %b{parent}", at_end(random, parent));
                }
                text.push('\n');
            }
        }
        let own = |random: &mut Random| {
            let known: Vec<usize> = (0..count).filter(|by| *by != block && dominators[block][*by]).collect();
            match random.below(3) {
                0 if !parents.is_empty() => format!("%p{block}"),
                1 if !parents.is_empty() => format!("%q{block}"),
                _ if known.is_empty() => "%c1".to_string(),
                _ => format!("%v{}", known[random.index(known.len())]),
            }
        };
        let _ = writeln!(text, "OpStore %out %k{block}");
        let _ = writeln!(text, "%l{block} = OpLoad %uint %in");
        let (a, b) = (own(random), own(random));
        let _ = writeln!(text, "%v{block} = OpIAdd %uint %l{block} {a}\n%w{block} = OpISub %uint {b} %c3");
        let _ = writeln!(text, "OpStore %out %w{block}");
        let label = |to: &usize| format!("%b{to}");
        let _ = match &graph[block][..] {
            [] if random.below(6) == 0 => writeln!(text, "OpUnreachable"),
            [] => writeln!(text, "OpReturn"),
            [to] => writeln!(text, "OpBranch {}", label(to)),
            [a, b] => writeln!(
                text,
                "%t{block} = OpULessThan %bool %l{block} %c32768\nOpBranchConditional %t{block} {} {}",
                label(a),
                label(b)
            ),
            targets => {
                let _ = writeln!(text, "%s{block} = OpULessThan %bool %l{block} %c32768");
                let _ = writeln!(
                    text,
                    "%m{block} = OpSelect %uint %s{block} %c1 {}",
                    ["%c0", "%c2"][random.index(2)]
                );
                let _ = write!(text, "OpSwitch %m{block}");
                for (index, to) in targets.iter().enumerate() {
                    let _ = match index {
                        0 => write!(text, " {}", label(to)),
                        _ => write!(text, " {index} {}", label(to)),
                    };
                }
                writeln!(text)
            }
        };
    }
    module_text(&text, count)
}

/// A function that is structured by construction.
pub fn random_structured(random: &mut Random, size: usize) -> String {
    let mut writer = Writer { random, text: String::new(), next: 1, left: size, in_loop: false };
    writer.text.push_str("%b0 = OpLabel\n");
    writer.stores(0);
    if writer.statements(0, &[], 0).is_some() {
        writer.text.push_str("OpReturn\n");
    }
    let count = writer.next;
    module_text(&writer.text, count)
}

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    next: usize,
    /// Statements that may still be written.
    left: usize,
    /// Whether a loop is open: the first two exits are then those of the innermost.
    in_loop: bool,
}

impl Writer<'_> {
    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn stores(&mut self, block: usize) {
        self.line(&format!("OpStore %out %k{block}\n%l{block} = OpLoad %uint %in"));
    }

    fn start(&mut self, block: usize) {
        self.line(&format!("%b{block} = OpLabel"));
        self.stores(block);
    }

    fn condition(&mut self, block: usize) {
        self.line(&format!("%t{block} = OpULessThan %bool %l{block} %c32768"));
    }

    /// Writes statements from an open block on; the block that is open after them, if control gets there. `exits`
    /// may be branched to from conditions.
    fn statements(&mut self, block: usize, exits: &[usize], depth: usize) -> Option<usize> {
        let mut open = block;
        for _ in 0..1 + self.random.index(3) {
            if self.left == 0 || depth > 6 {
                break;
            }
            self.left -= 1;
            open = match self.random.below(8) {
                0 | 1 => self.selection(open, exits, depth)?,
                2 | 3 => self.repetition(depth),
                4 => self.switch(open, exits, depth),
                5 if !exits.is_empty() => self.leave(open, exits),
                6 if self.random.below(4) == 0 => {
                    self.line("OpReturn");
                    return None;
                }
                _ => {
                    let next = self.fresh();
                    self.line(&format!("OpBranch %b{next}"));
                    self.start(next);
                    next
                }
            };
        }
        Some(open)
    }

    /// Writes an arm that ends in a branch to `after`; true if it gets there.
    fn arm(&mut self, block: usize, after: usize, exits: &[usize], depth: usize) -> bool {
        self.start(block);
        match self.statements(block, exits, depth + 1) {
            Some(_) if !exits.is_empty() && self.random.below(5) == 0 => {
                let to = exits[self.random.index(exits.len())];
                self.line(&format!("OpBranch %b{to}"));
                false
            }
            Some(_) => {
                self.line(&format!("OpBranch %b{after}"));
                true
            }
            None => false,
        }
    }

    fn selection(&mut self, open: usize, exits: &[usize], depth: usize) -> Option<usize> {
        let (then, other, merge) = (self.fresh(), self.fresh(), self.fresh());
        self.condition(open);
        self.line(&format!("OpSelectionMerge %b{merge} None"));
        let has_else = self.random.below(2) == 0;
        let other = if has_else { other } else { merge };
        self.line(&format!("OpBranchConditional %t{open} %b{then} %b{other}"));
        let mut reaches = self.arm(then, merge, exits, depth) || !has_else;
        if has_else {
            reaches |= self.arm(other, merge, exits, depth);
        }
        if !reaches {
            self.line(&format!("%b{merge} = OpLabel\nOpUnreachable"));
            return None;
        }
        self.start(merge);
        Some(merge)
    }

    /// A branch to an exit without a merge.
    fn leave(&mut self, open: usize, exits: &[usize]) -> usize {
        let on = self.fresh();
        self.condition(open);
        let to = exits[self.random.index(exits.len())];
        let line = match self.random.below(2) {
            0 => format!("OpBranchConditional %t{open} %b{on} %b{to}"),
            _ => format!("OpBranchConditional %t{open} %b{to} %b{on}"),
        };
        self.line(&line);
        self.start(on);
        on
    }

    fn repetition(&mut self, depth: usize) -> usize {
        let (header, body, merge, target) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        self.line(&format!("OpBranch %b{header}"));
        self.start(header);
        self.condition(header);
        self.line(&format!("OpLoopMerge %b{merge} %b{target} None"));
        let line = match self.random.below(3) {
            0 => format!("OpBranchConditional %t{header} %b{body} %b{merge}"),
            1 => format!("OpBranchConditional %t{header} %b{merge} %b{body}"),
            _ => format!("OpBranch %b{body}"),
        };
        self.line(&line);
        let was_in_loop = std::mem::replace(&mut self.in_loop, true);
        self.arm(body, target, &[merge, target], depth);
        self.in_loop = was_in_loop;
        self.start(target);
        let last = match self.random.below(3) {
            0 => {
                self.selection(target, &[], 7).expect("its arms are empty");
                let last = self.fresh();
                self.line(&format!("OpBranch %b{last}"));
                self.start(last);
                last
            }
            _ => target,
        };
        self.condition(last);
        self.line(&format!("OpBranchConditional %t{last} %b{header} %b{merge}"));
        self.start(merge);
        merge
    }

    fn switch(&mut self, open: usize, exits: &[usize], depth: usize) -> usize {
        let merge = self.fresh();
        // spirv-val of 2023 does not let a switch in a switch leave the loop around both.
        let exits = if self.in_loop && exits.len() == 2 { exits } else { &[] };
        let cases: Vec<usize> = (0..1 + self.random.index(3)).map(|_| self.fresh()).collect();
        self.condition(open);
        self.line(&format!("%m{open} = OpSelect %uint %t{open} %c1 %c2\nOpSelectionMerge %b{merge} None"));
        let mut targets = String::new();
        for (case, value) in cases.iter().zip(1..) {
            let _ = write!(targets, " {value} %b{case}");
        }
        let default = if self.random.below(2) == 0 { merge } else { cases[0] };
        self.line(&format!("OpSwitch %m{open} %b{default}{targets}"));
        // The first two are those of the loop; an outer switch cannot be left from here.
        let inner: Vec<usize> = exits.iter().copied().take(2).chain([merge]).collect();
        for (index, case) in cases.iter().enumerate() {
            let after = match cases.get(index + 1) {
                Some(next) if self.random.below(3) == 0 => *next,
                _ => merge,
            };
            self.arm(*case, after, &inner, depth);
        }
        self.start(merge);
        merge
    }
}
