//! What is known of the values of a function that wait for their users.

use smallvec::SmallVec;

use super::{List, NONE, Node, Tree, Var};

/// Variables that are told apart in what a value reads.
const MAX_KEYS: usize = 4;

/// What a value reads that may change.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keys {
    vars: [Var; MAX_KEYS],
    count: u8,
    /// Of the constants below.
    traits: u8,
}

/// Reads more variables than are told apart.
pub(super) const MANY: u8 = 1;
/// Reads variables outside of the function.
pub(super) const GLOBALS: u8 = 2;
/// Reads memory that others write.
pub(super) const MEMORY: u8 = 4;
/// Writes something.
pub(super) const EFFECT: u8 = 8;
/// Depends on which invocations run beside this one.
pub(super) const CONVERGENT: u8 = 16;

impl Keys {
    pub(super) fn vars(&self) -> &[Var] {
        &self.vars[..usize::from(self.count)]
    }

    /// True if the value may read a variable.
    pub(super) fn may_read(&self, var: Var) -> bool {
        self.has(MANY) || self.vars().contains(&var)
    }

    pub(super) fn has(&self, traits: u8) -> bool {
        self.traits & traits != 0
    }

    pub(super) fn set(&mut self, traits: u8, applies: bool) {
        self.traits |= if applies { traits } else { 0 };
    }

    pub(super) fn add(&mut self, var: Var) {
        if self.vars().contains(&var) {
            return;
        }
        match self.vars.get_mut(usize::from(self.count)) {
            Some(slot) => {
                *slot = var;
                self.count += 1;
            }
            None => self.traits |= MANY,
        }
    }

    fn join(&mut self, other: &Keys) {
        other.vars().iter().for_each(|var| self.add(*var));
        self.traits |= other.traits;
    }

    /// True if nothing can change the value.
    pub(super) fn is_fixed(&self) -> bool {
        self.count == 0 && self.traits == 0
    }
}

/// Summary of a node as it would be written now.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Summary {
    pub(super) keys: Keys,
    pub(super) depth: u16,
    pub(super) weight: u16,
    pub(super) cheap: bool,
}

impl Summary {
    pub(super) const LEAF: Summary =
        Summary { keys: Keys { vars: [0; MAX_KEYS], count: 0, traits: 0 }, depth: 0, weight: 1, cheap: true };

    pub(super) fn join(&mut self, other: &Summary) {
        self.keys.join(&other.keys);
        self.depth = self.depth.max(other.depth + 1);
        self.weight = self.weight.saturating_add(other.weight);
    }

    /// True if it can be written anywhere, any number of times.
    pub(super) fn is_free(&self) -> bool {
        self.cheap && self.keys.is_fixed()
    }
}

/// A value that was made and waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub(super) node: Node,
    pub(super) left: u32,
    pub(super) summary: Summary,
    pub(super) slot: (List, u32),
    pub(super) round: List,
}

/// What waits for one thing is seldom more.
pub(super) type Few = SmallVec<[Node; 4]>;

/// Values that wait, by what would change them.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// Values that wait for variables, each with the number of the one before it for the same.
    links: Vec<(Node, Var, u32)>,
    /// By variable, the number of its last link, counted from 1.
    last: Vec<u32>,
    pub(super) many: Few,
    pub(super) globals: Few,
    pub(super) memory: Few,
    pub(super) effects: Few,
}

impl Waiting {
    pub(super) fn add(&mut self, node: Node, var: Var) {
        let index = var as usize;
        if index >= self.last.len() {
            self.last.resize(index + 1, 0);
        }
        self.links.push((node, var, self.last[index]));
        self.last[index] = self.links.len() as u32;
    }

    /// Takes the values that wait for a variable, in order.
    pub(super) fn take(&mut self, var: Var) -> Few {
        let mut found = Few::new();
        let mut next = self.last.get_mut(var as usize).map_or(0, std::mem::take);
        while let Some(&(node, _, before)) = self.links.get((next as usize).wrapping_sub(1)) {
            found.push(node);
            next = before;
        }
        found.reverse();
        found
    }

    fn clear(&mut self) {
        for (_, var, _) in self.links.drain(..) {
            self.last[var as usize] = 0;
        }
        for list in [&mut self.many, &mut self.globals, &mut self.memory, &mut self.effects] {
            list.clear();
        }
    }
}

/// What the walks of functions use one after the other.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) made: Vec<Made>,
    pub(super) waiting: Waiting,
}

impl Scratch {
    /// For functions of at most so many instructions.
    pub(super) fn new(instructions: usize) -> Scratch {
        let waiting = Waiting { links: Vec::with_capacity(64), ..Waiting::default() };
        Scratch { made: Vec::with_capacity(instructions), waiting }
    }

    /// Makes room for the variables of a tree.
    pub(super) fn prepare(&mut self, tree: &Tree<'_>) {
        self.waiting.last.resize(tree.variables.len(), 0);
    }

    /// Forgets what a function made.
    pub(super) fn clear(&mut self, tree: &mut Tree<'_>) {
        for made in self.made.drain(..) {
            tree.nodes[made.node as usize].made = NONE;
        }
        self.waiting.clear();
    }
}
