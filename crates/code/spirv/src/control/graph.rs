//! Lists the successors and predecessors of the blocks of a function.

use crate::grammar::op;
use crate::module::{Block, Function, Id, Module};

/// Index of a block in [`Function::blocks`].
pub type BlockIndex = u32;

/// No block.
pub const NO_BLOCK: BlockIndex = BlockIndex::MAX;

/// Lists of block indices in one vector.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    /// End of each row; it begins where the one before ends.
    ends: Vec<u32>,
    values: Vec<BlockIndex>,
}

impl Rows {
    /// Rows of the second parts of pairs by their first part, in the order of the pairs.
    pub(super) fn group(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Rows {
        let mut ends = vec![0u32; count];
        pairs.clone().for_each(|(row, _)| ends[row as usize] += 1);
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut values = vec![0; total as usize];
        for (row, value) in pairs {
            let next = &mut ends[row as usize];
            values[*next as usize] = value;
            *next += 1;
        }
        Rows { ends, values }
    }

    fn with_capacity(rows: usize, values: usize) -> Rows {
        Rows { ends: Vec::with_capacity(rows), values: Vec::with_capacity(values) }
    }

    pub(super) fn push_row(&mut self, row: impl IntoIterator<Item = BlockIndex>) {
        self.values.extend(row);
        self.ends.push(self.values.len() as u32);
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, row: u32) -> &[BlockIndex] {
        let row = row as usize;
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        let end = self.ends.get(row).copied().unwrap_or(start);
        &self.values[start as usize..end as usize]
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + Clone + '_ {
        (0..self.len() as u32).flat_map(|row| self.get(row).iter().map(move |value| (row, *value)))
    }
}

/// Blocks of a function by label.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// The lowest label, which `dense` begins with.
    first: Id,
    /// Blocks by label, or [`NO_BLOCK`], where the labels of a function are near each other.
    dense: Vec<BlockIndex>,
    /// Else sorted by label.
    sorted: Vec<(Id, BlockIndex)>,
}

impl Labels {
    /// Collects the labels of a function.
    pub fn of(function: &Function) -> Labels {
        const MOST_PER_BLOCK: usize = 64;
        let labels = || function.blocks.iter().map(|block| block.label).zip(0..);
        let first = labels().map(|(label, _)| label).min().unwrap_or(0);
        let last = labels().map(|(label, _)| label).max().unwrap_or(0);
        let length = (last - first) as usize + 1;
        if length > function.blocks.len() * MOST_PER_BLOCK {
            let mut sorted: Vec<_> = labels().collect();
            sorted.sort_unstable();
            return Labels { sorted, ..Labels::default() };
        }
        let mut dense = vec![NO_BLOCK; length];
        labels().for_each(|(label, block)| dense[(label - first) as usize] = block);
        Labels { first, dense, sorted: Vec::new() }
    }

    /// The block with this label.
    pub fn find(&self, label: Id) -> Option<BlockIndex> {
        if let Some(block) = self.dense.get(label.wrapping_sub(self.first) as usize) {
            return Some(*block).filter(|block| *block != NO_BLOCK);
        }
        let found = self.sorted.binary_search_by_key(&label, |entry| entry.0).ok()?;
        Some(self.sorted[found].1)
    }
}

/// The control-flow graph of a function. Two edges from a block to the same block count once; branches to labels that
/// the function does not have are left out.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    successors: Rows,
    predecessors: Rows,
    reverse_postorder: Vec<BlockIndex>,
    /// By block, its index in `reverse_postorder`, or [`NO_BLOCK`].
    order: Vec<u32>,
}

impl Graph {
    /// The graph of a function.
    pub fn of(module: &Module, function: &Function) -> Graph {
        Graph::with_labels(module, function, &Labels::of(function))
    }

    pub(crate) fn with_labels(module: &Module, function: &Function, labels: &Labels) -> Graph {
        let count = function.blocks.len();
        // Most blocks branch to one or two.
        let mut rows = Rows::with_capacity(count, 2 * count);
        let mut seen = vec![NO_BLOCK; count];
        for (block, index) in function.blocks.iter().zip(0..) {
            let targets = targets(module, block).filter_map(|label| labels.find(label));
            rows.push_row(targets.filter(|to| std::mem::replace(&mut seen[*to as usize], index) != index));
        }
        Graph::new(rows)
    }

    /// The structural graph of a function, by which constructs are defined: each header leads to its merge block and
    /// continue target too, before the targets of its terminator.
    pub fn structural(module: &Module, function: &Function) -> Graph {
        let labels = Labels::of(function);
        let find = |label: Option<Id>| label.and_then(|label| labels.find(label)).unwrap_or(NO_BLOCK);
        let named = |block| merge_labels(module, &function.blocks[block as usize]).map(find);
        Graph::with_labels(module, function, &labels).with_edges(named)
    }

    /// The same graph with up to two more edges of each block, which come before its own; [`NO_BLOCK`] for none.
    pub(crate) fn with_edges(&self, added: impl Fn(BlockIndex) -> [BlockIndex; 2]) -> Graph {
        let count = self.len();
        let mut rows = Rows::with_capacity(count, self.successors.values.len() + count);
        for block in 0..count as u32 {
            let own = self.successors(block);
            match added(block) {
                [NO_BLOCK, NO_BLOCK] => rows.push_row(own.iter().copied()),
                added => {
                    let [first, second] = added;
                    let more = added.into_iter().enumerate();
                    let more = more.filter(|(place, to)| *to != NO_BLOCK && (*place == 0 || first != second));
                    let rest = own.iter().copied().filter(|to| *to != first && *to != second);
                    rows.push_row(more.map(|(_, to)| to).chain(rest));
                }
            }
        }
        Graph::new(rows)
    }

    pub(super) fn new(successors: Rows) -> Graph {
        let predecessors = Rows::group(successors.len(), successors.pairs().map(|(from, to)| (to, from)));
        let reverse_postorder = reverse_postorder(&successors);
        let mut order = vec![NO_BLOCK; successors.len()];
        for (block, index) in reverse_postorder.iter().zip(0..) {
            order[*block as usize] = index;
        }
        Graph { successors, predecessors, reverse_postorder, order }
    }

    /// Number of blocks, unreachable ones included.
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// True if there are no blocks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Blocks that a block branches to, in the order of its terminator.
    pub fn successors(&self, block: BlockIndex) -> &[BlockIndex] {
        self.successors.get(block)
    }

    /// Blocks that branch to a block, in the order of the function; unreachable ones included.
    pub fn predecessors(&self, block: BlockIndex) -> &[BlockIndex] {
        self.predecessors.get(block)
    }

    /// Reachable blocks, each before its successors except along the edges that close cycles.
    pub fn reverse_postorder(&self) -> &[BlockIndex] {
        &self.reverse_postorder
    }

    /// Index of a block in the reverse postorder; [`NO_BLOCK`] if it is unreachable.
    pub fn order(&self, block: BlockIndex) -> u32 {
        self.order[block as usize]
    }

    /// True if a path leads from the entry to the block.
    pub fn is_reachable(&self, block: BlockIndex) -> bool {
        self.order(block) != NO_BLOCK
    }
}

/// Merge block and, for loops, continue target that a block states.
pub(crate) fn merge_labels(module: &Module, block: &Block) -> [Option<Id>; 2] {
    let Some(at) = module.merge(block) else { return [None; 2] };
    let next = (module.opcode(at) == op::LOOP_MERGE).then(|| module.word(at, 1));
    [Some(module.word(at, 0)), next]
}

/// Labels that a terminator names, in its order; a label named twice is given twice.
pub(crate) fn targets<'m>(module: &'m Module, block: &Block) -> impl Iterator<Item = Id> + use<'m> {
    let (mut labels, mut cases) = (&[][..], None);
    if let Some(&at) = block.body.last() {
        let operands = module.operands(at);
        match module.opcode(at) {
            op::BRANCH => labels = operands.get(..1).unwrap_or_default(),
            op::BRANCH_CONDITIONAL => labels = operands.get(1..3).unwrap_or_default(),
            // Labels and literals follow the selector.
            op::SWITCH => cases = Some(module.used_ids(at).skip(1)),
            _ => {}
        }
    }
    labels.iter().copied().chain(cases.into_iter().flatten())
}

/// Reachable blocks in reverse postorder.
fn reverse_postorder(successors: &Rows) -> Vec<BlockIndex> {
    let mut postorder = Vec::with_capacity(successors.len());
    let mut seen = vec![false; successors.len()];
    let mut stack: Vec<(BlockIndex, usize)> = Vec::with_capacity(successors.len());
    if let Some(first) = seen.first_mut() {
        *first = true;
        stack.push((0, 0));
    }
    while let Some((block, next)) = stack.last_mut() {
        match successors.get(*block).get(*next) {
            Some(&to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to as usize], true) {
                    stack.push((to, 0));
                }
            }
            None => {
                postorder.push(*block);
                stack.pop();
            }
        }
    }
    postorder.reverse();
    postorder
}
