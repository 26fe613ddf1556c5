//! Compares graphs with expectations derived by hand from section 6.

use super::*;

const NOP: u32 = 0x8400_0000;
const END: u32 = 0x8800_0000;
const BREAK: u32 = 0x8000_0000;

fn call(target: u32, count: u32) -> u32 {
    0x9000_0000 | target << 10 | count
}

fn if_uniform(register: u32, target: u32, count: u32) -> u32 {
    0x9C00_0000 | register << 22 | target << 10 | count
}

fn looped(register: u32, last: u32) -> u32 {
    0xA400_0000 | register << 22 | last << 10
}

fn jump(register: u32, target: u32, inverted: u32) -> u32 {
    0xB400_0000 | register << 22 | target << 10 | inverted
}

fn graph(code: &[u32]) -> ControlGraph {
    ControlGraph::new(code, 0, ControlGraph::LIMIT).expect("small code has a small graph")
}

/// Words executed with the given loop counters and booleans, and the reason for stopping.
fn walk(code: &[u32], counts: [u8; 4], booleans: u16) -> (Vec<u16>, Option<Halt>) {
    let graph = graph(code);
    let mut words = Vec::new();
    let mut counters = [0u8; 4];
    let mut at = graph.entry();
    for _ in 0..1000 {
        let id = match at {
            Target::Halt(halt) => return (words, Some(halt)),
            Target::Node(id) => id,
        };
        let node = graph.node(id);
        words.push(node.word);
        let transition = match node.exits {
            Exits::Always(transition) => transition,
            Exits::Branch { test: Test::Boolean { register, value }, holds, fails } => {
                if (booleans >> register & 1 != 0) == value { holds } else { fails }
            }
            Exits::Branch { .. } => unreachable!("the tests branch on booleans alone"),
        };
        if let Some(slot) = transition.push {
            let register = code[usize::from(node.word)] >> 22 & 3;
            counters[usize::from(slot)] = counts[register as usize];
        }
        at = match transition.next {
            Next::Go(target) => target,
            Next::LoopBreak { done, .. } => done,
            Next::LoopEnd { slot, again, done, .. } => match counters[usize::from(slot)].checked_sub(1) {
                Some(left) => {
                    counters[usize::from(slot)] = left;
                    again
                }
                None => done,
            },
        };
    }
    (words, None)
}

#[test]
fn a_call_runs_its_words_and_returns() {
    let code = [call(3, 2), NOP, END, NOP, NOP, NOP];
    assert_eq!(walk(&code, [0; 4], 0), (vec![0, 3, 4, 1, 2], Some(Halt::End)));
}

#[test]
fn a_loop_runs_once_more_than_its_count() {
    let code = [looped(1, 2), NOP, NOP, END];
    let words = walk(&code, [9, 2, 9, 9], 0);
    assert_eq!(words, (vec![0, 1, 2, 1, 2, 1, 2, 3], Some(Halt::End)));
}

#[test]
fn either_part_of_an_if_runs() {
    let code = [if_uniform(3, 2, 2), NOP, NOP, NOP, END];
    assert_eq!(walk(&code, [0; 4], 8).0, [0, 1, 4]);
    assert_eq!(walk(&code, [0; 4], 0).0, [0, 2, 3, 4]);
}

#[test]
fn a_jump_may_be_inverted_and_is_lost_at_the_end_of_a_block() {
    assert_eq!(walk(&[jump(0, 2, 0), NOP, END], [0; 4], 1).0, [0, 2]);
    assert_eq!(walk(&[jump(0, 2, 1), NOP, END], [0; 4], 1).0, [0, 1, 2]);
    // Word 1 is the last of the called range: the return overrides the jump.
    let code = [call(2, 1), END, jump(0, 3, 0), END];
    assert_eq!(walk(&code, [0; 4], 1).0, [0, 2, 1]);
}

#[test]
fn two_loops_that_end_at_one_word_run_the_outer_one_once() {
    let code = [looped(0, 3), looped(1, 3), NOP, NOP, END];
    let (words, halt) = walk(&code, [3, 1, 0, 0], 0);
    assert_eq!(words, [0, 1, 2, 3, 2, 3, 4]);
    assert_eq!(halt, Some(Halt::End));
}

#[test]
fn the_fourth_return_in_a_row_is_lost() {
    // Each body ends with the next call, so the four returns after word 8 are consecutive: to 8, 6, 4, and
    // not to 1.
    let code = [call(2, 2), END, NOP, call(4, 2), NOP, call(6, 2), NOP, call(8, 1), NOP];
    let (words, halt) = walk(&code, [0; 4], 0);
    assert_eq!(words, [0, 2, 3, 4, 5, 6, 7, 8, 4, 5, 6, 7, 8, 6, 7, 8, 8]);
    assert_eq!(halt, Some(Halt::PastEnd { target: 9 }));
}

#[test]
fn a_fifth_call_drops_the_oldest_return() {
    let code =
        [call(2, 2), END, call(4, 2), NOP, call(6, 2), NOP, call(8, 2), NOP, call(10, 2), NOP, NOP, NOP];
    let (words, halt) = walk(&code, [0; 4], 0);
    assert_eq!(words[..9], [0, 2, 4, 6, 8, 10, 11, 9, 7]);
    // The return to word 1 is lost, so word 4 follows word 3, and in the end there is no return address left.
    assert_eq!(words[9..13], [5, 3, 4, 6]);
    assert_eq!(halt, Some(Halt::PastEnd { target: 12 }));
}

#[test]
fn a_break_leaves_the_inner_loop_and_hangs_without_one() {
    let code = [looped(0, 2), BREAK, NOP, END];
    assert_eq!(walk(&code, [5, 0, 0, 0], 0).0, [0, 1, 3]);
    assert_eq!(walk(&[BREAK, END], [0; 4], 0).1, Some(Halt::BreakOutsideLoop));
}

#[test]
fn saved_al_comes_back_only_inside_another_loop() {
    let code = [looped(0, 4), looped(1, 2), NOP, NOP, NOP, END];
    let graph = graph(&code);
    let restores: Vec<bool> = graph
        .nodes()
        .iter()
        .filter_map(|node| match node.exits {
            Exits::Always(Transition { next: Next::LoopEnd { restore, .. }, .. }) => Some(restore),
            _ => None,
        })
        .collect();
    assert_eq!(restores, [true, false]);
}

#[test]
fn leaving_the_code_reports_the_target() {
    assert_eq!(walk(&[NOP], [0; 4], 0).1, Some(Halt::PastEnd { target: 1 }));
    assert_eq!(walk(&[], [0; 4], 0).1, Some(Halt::PastEnd { target: 0 }));
    assert_eq!(walk(&[jump(0, 4095, 0)], [0; 4], 1).1, Some(Halt::PastEnd { target: 4095 }));
}

#[test]
fn blocks_cover_every_node_once() {
    let code = [looped(0, 4), if_uniform(1, 3, 0), NOP, NOP, NOP, END];
    let graph = graph(&code);
    let mut nodes: Vec<NodeId> = graph.blocks().concat();
    nodes.sort_unstable();
    let all: Vec<NodeId> = (0..graph.nodes().len() as u32).map(NodeId).collect();
    assert_eq!(nodes, all);
}

#[test]
fn a_limit_stops_the_graph() {
    assert_eq!(ControlGraph::new(&[NOP, NOP, END], 0, 2), Err(ControlGraphError { limit: 2 }));
}
