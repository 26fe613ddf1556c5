//! Visits nodes in file order and reports each child's role and each string reference.

use crate::command::{Category, Command};
use crate::model::{Model, ModelNode, Name};
use crate::raw::BUILTIN_SYMBOL;
use crate::schema::{PayloadItem, Step};

/// A child of a command and its role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Role {
    /// The child.
    pub(crate) at: ModelNode,
    /// Its parent; [`At::NONE`] at the top.
    pub(crate) parent: ModelNode,
    /// Expected category; `None` for parts other than commands.
    pub(crate) category: Option<Category>,
    /// True if kVoid is allowed.
    pub(crate) is_optional: bool,
    /// Its name in the payload table, or that of its list.
    pub(crate) name: &'static str,
    /// Its index in that list.
    pub(crate) item: Option<u32>,
}

/// A use of a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Use {
    /// Node that uses it.
    pub(crate) at: ModelNode,
    /// The field, or its list.
    pub(crate) field: &'static str,
    /// Its index in that list.
    pub(crate) item: Option<u32>,
    /// The string.
    pub(crate) name: Name,
}

#[derive(Clone, Copy)]
struct Frame {
    node: u32,
    child: u32,
    steps: &'static [Step],
    /// Index of the next item in the open list and its length; `None` until counted.
    list: Option<(u32, u32)>,
}

/// Children and string uses of a model, each in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Met {
    /// The children.
    pub(crate) roles: Vec<Role>,
    /// The string uses.
    pub(crate) uses: Vec<Use>,
}

/// Walks a model. Skips parts missing from a damaged file.
pub(crate) fn walk(model: &Model<'_>) -> Met {
    let count = model.nodes().len() as u32;
    let mut met = Met::default();
    met.roles.reserve(count as usize);
    let mut stack: Vec<Frame> = Vec::new();
    let mut top = 0;
    while top < count {
        let due = if top == 0 { Category::Top } else { Category::Elements };
        met.roles.push(Role {
            at: ModelNode(top),
            parent: ModelNode::NONE,
            category: Some(due),
            is_optional: false,
            name: "",
            item: None,
        });
        open(model, &mut stack, top);
        while let Some(frame) = stack.last_mut() {
            match step(model, frame, &mut met) {
                Next::Child(child) => open(model, &mut stack, child),
                Next::Step => {}
                Next::End => {
                    stack.pop();
                }
            }
        }
        top = model.node(ModelNode(top)).next.max(top + 1);
    }
    met
}

enum Next {
    Child(u32),
    Step,
    End,
}

fn open(model: &Model<'_>, stack: &mut Vec<Frame>, node: u32) {
    let steps = model.dialect.tables().payload(model.command(ModelNode(node)));
    if !steps.is_empty() {
        stack.push(Frame { node, child: node + 1, steps, list: None });
    }
}

fn step(model: &Model<'_>, frame: &mut Frame, met: &mut Met) -> Next {
    let Some((step, rest)) = frame.steps.split_first() else {
        return Next::End;
    };
    let node = model.node(ModelNode(frame.node));
    let mut use_of = |name: Name, field, item| {
        met.uses.push(Use { at: ModelNode(frame.node), field, item, name });
    };
    let (category, is_optional) = match step.what {
        PayloadItem::Child(category) => (Some(category), false),
        PayloadItem::Optional(category) => (Some(category), true),
        PayloadItem::CaseExpression if node.a == 0 => (Some(Category::Expression), false),
        PayloadItem::BareReference => (None, false),
        PayloadItem::List(_)
        | PayloadItem::CountedList(_)
        | PayloadItem::LongList
        | PayloadItem::Parts(_)
        | PayloadItem::Elements
        | PayloadItem::Ids => {
            let (item, count) = frame.list.unwrap_or_else(|| (0, items(model, frame, rest)));
            if item >= count {
                frame.steps = rest;
                frame.list = None;
                return Next::Step;
            }
            frame.list = Some((item + 1, count));
            let category = match step.what {
                PayloadItem::List(category) | PayloadItem::CountedList(category) => Some(category),
                PayloadItem::LongList => Some(Category::Symbol),
                PayloadItem::Elements => Some(Category::ProgramElement),
                _ => None,
            };
            // The elements are direct children of their command.
            let name = if matches!(step.what, PayloadItem::Elements) { "" } else { step.name };
            return child(model, frame, category, false, name, Some(item), met);
        }
        PayloadItem::String => {
            use_of(Name(node.c), step.name, None);
            frame.steps = rest;
            return Next::Step;
        }
        PayloadItem::SecondString => {
            use_of(Name(node.b), step.name, None);
            frame.steps = rest;
            return Next::Step;
        }
        PayloadItem::IdOrName => {
            if node.b == BUILTIN_SYMBOL {
                use_of(Name(node.c), "name", None);
            }
            frame.steps = rest;
            return Next::Step;
        }
        PayloadItem::Entries => {
            for (index, entry) in model.entries(ModelNode(frame.node)).iter().enumerate() {
                if entry.index == BUILTIN_SYMBOL && !model.dialect.is_document {
                    use_of(entry.name, step.name, Some(index as u32));
                }
            }
            frame.steps = rest;
            return Next::Step;
        }
        _ => {
            frame.steps = rest;
            return Next::Step;
        }
    };
    frame.steps = rest;
    child(model, frame, category, is_optional, step.name, None, met)
}

fn child(
    model: &Model<'_>,
    frame: &mut Frame,
    category: Option<Category>,
    is_optional: bool,
    name: &'static str,
    item: Option<u32>,
    met: &mut Met,
) -> Next {
    let at = frame.child;
    if at >= model.node(ModelNode(frame.node)).next {
        return Next::Step;
    }
    frame.child = model.node(ModelNode(at)).next.max(at + 1);
    met.roles.push(Role {
        at: ModelNode(at),
        parent: ModelNode(frame.node),
        category,
        is_optional,
        name,
        item,
    });
    Next::Child(at)
}

/// Number of remaining children that are list items rather than belonging to later steps.
fn items(model: &Model<'_>, frame: &Frame, rest: &[Step]) -> u32 {
    let end = model.node(ModelNode(frame.node)).next;
    let mut count: u32 = 0;
    let mut at = frame.child;
    while at < end {
        count += 1;
        at = model.node(ModelNode(at)).next.max(at + 1);
    }
    let behind = rest
        .iter()
        .filter(|step| {
            matches!(step.what, PayloadItem::Child(_) | PayloadItem::Optional(_) | PayloadItem::BareReference)
        })
        .count();
    count.saturating_sub(behind as u32)
}

/// True if a command may be incomplete because reading stopped inside it.
pub(crate) fn is_cut(model: &Model<'_>, at: ModelNode) -> bool {
    !model.is_whole && model.node(at).next as usize == model.nodes().len()
}

/// True if a command opens its own scope: a block, a `for` or a `switch`.
pub(crate) const fn is_scope(command: Command) -> bool {
    matches!(command, Command::Block | Command::For | Command::Switch)
}
