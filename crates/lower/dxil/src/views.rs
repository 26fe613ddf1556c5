//! Resources as the program declares or annotates them, and what each handle stands for.

use std::rc::Rc;

use foldhash::{HashMap, HashMapExt as _};
use glassbox_core::interface::Interface;
use glassbox_dxil::analysis::handles::symbol;
use glassbox_dxil::ir::{Body, Constant, Op, Value, ValueId};
use glassbox_dxil::operation::opcode;
use glassbox_dxil::shader::resource::{Class, Resource};
use glassbox_lower_directx::bindings::{Range, RegisterClass};
use glassbox_lower_directx::members::Layout;
use glassbox_lower_directx::resource::Kind;

use crate::Options;
use crate::source::Source;

/// Type of a component of a typed view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Texel {
    Float,
    Int,
    Uint,
    /// 64 bits, for atomics.
    Uint64,
    Int64,
}

impl Texel {
    /// In the numbers of DXIL.
    fn from_number(number: u32) -> Texel {
        match number {
            2 | 4 => Texel::Int,
            1 | 3 | 5 => Texel::Uint,
            6 => Texel::Int64,
            7 => Texel::Uint64,
            _ => Texel::Float,
        }
    }
}

/// A resource, or an array of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct View {
    pub(crate) range: Range,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) texel: Texel,
    /// Bytes of a structure.
    pub(crate) stride: u32,
    /// Bytes of a constant buffer.
    pub(crate) size: u32,
    pub(crate) is_coherent: bool,
    pub(crate) is_ordered: bool,
    /// True for those that are indexed in a heap.
    pub(crate) in_heap: bool,
    /// Members of a constant buffer, or of the elements of a buffer of structures, if they are known.
    pub(crate) layout: Option<Rc<Layout>>,
}

/// Number of a view.
pub(crate) type ViewId = usize;

/// A handle: a view, and which of its registers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Handle {
    pub(crate) view: ViewId,
    pub(crate) index: Index,
    pub(crate) non_uniform: bool,
}

/// A register among those of a view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Index {
    /// The first.
    First,
    /// A number that counts from the first.
    Relative(ValueId),
    /// A register number.
    Register(ValueId),
}

/// Most steps from a handle to its creation.
const MAX_STEPS: u32 = 64;

/// The views of a program.
pub(crate) struct Views<'p> {
    source: &'p Source<'p>,
    pub(crate) all: Vec<View>,
    numbered: HashMap<(Class, u32), ViewId>,
    symbols: HashMap<ValueId, ViewId>,
}

impl<'p> Views<'p> {
    pub(crate) fn new(source: &'p Source<'p>, options: &Options) -> Views<'p> {
        let names = names(&options.interface);
        let mut views = Views { source, all: Vec::new(), numbered: HashMap::new(), symbols: HashMap::new() };
        for resource in &source.shader.resources {
            let Some(mut view) = view_of(resource) else { continue };
            let place = (view.range.class.letter(), view.range.space, view.range.lower);
            if let Some(name) = names.get(&place).filter(|_| view.name.is_empty()) {
                view.name = (*name).to_owned();
            }
            if view.kind == Kind::CBUFFER && !options.without_members {
                let layout = Layout::of_registers(&options.interface, &view.range, source.is_native());
                view.layout = layout.map(Rc::new);
            }
            if view.kind == Kind::STRUCTURED_BUFFER && options.structures && !options.without_members {
                let native = source.is_native();
                let layout = Layout::of_elements(&options.interface, &view.name, view.stride, native);
                view.layout = layout.map(Rc::new);
            }
            let id = views.all.len();
            views.all.push(view);
            views.numbered.entry((resource.class, resource.id)).or_insert(id);
            if let Some(symbol) = symbol(&source.program, resource) {
                views.symbols.entry(symbol).or_insert(id);
            }
        }
        views
    }

    /// What a handle stands for. Handles of heaps add the view that their annotation states.
    pub(crate) fn resolve(&mut self, body: &Body, handle: ValueId) -> Option<Handle> {
        self.resolve_within(body, handle, MAX_STEPS)
    }

    fn resolve_within(&mut self, body: &Body, handle: ValueId, steps: u32) -> Option<Handle> {
        let steps = steps.checked_sub(1)?;
        let program = &self.source.program;
        let instruction = body.instruction(program.maker(body, handle)?)?;
        match instruction.op {
            // Paths that meet in one resource need no phi.
            Op::Phi => {
                let first = *body.operands(instruction).first()?;
                let found = self.resolve_within(body, first, steps)?;
                let others = body.operands(instruction).get(1..)?.to_vec();
                for other in others {
                    if other != handle && self.resolve_within(body, other, steps)? != found {
                        return None;
                    }
                }
                return Some(found);
            }
            Op::Select => {
                let [_, yes, no] = *body.operands(instruction) else { return None };
                let found = self.resolve_within(body, yes, steps)?;
                return (self.resolve_within(body, no, steps)? == found).then_some(found);
            }
            _ => {}
        }
        let operation = program.operation(body, instruction)?;
        let flag = |index| {
            let value = operation.argument(index)?;
            program.scope(body).integer(value).map(|value| value != 0)
        };
        match operation.code {
            opcode::CREATE_HANDLE => {
                let class = class_of(program.unsigned(body, operation.argument(1)?)?)?;
                let number = program.unsigned(body, operation.argument(2)?)?;
                let view = *self.numbered.get(&(class, number))?;
                let index = Index::Register(operation.argument(3)?);
                Some(Handle { view, index, non_uniform: flag(4)? })
            }
            opcode::CREATE_HANDLE_FROM_BINDING => {
                let [lower, upper, space, class] = words(self.source, body, operation.argument(1)?)?;
                let class = class_of(class)?;
                let view = self.bound(class, lower, upper, space)?;
                let index = Index::Register(operation.argument(2)?);
                Some(Handle { view, index, non_uniform: flag(3)? })
            }
            opcode::CREATE_HANDLE_FOR_LIB => self.of_variable(body, operation.argument(1)?),
            opcode::ANNOTATE_HANDLE => {
                let inner = operation.argument(1)?;
                let properties = words(self.source, body, operation.argument(2)?)?;
                if let Some(found) = self.resolve_within(body, inner, steps) {
                    return Some(found);
                }
                let made = body.instruction(program.maker(body, inner)?)?;
                let made = program.operation(body, made)?;
                if made.code != opcode::CREATE_HANDLE_FROM_HEAP {
                    return None;
                }
                let index = Index::Relative(made.argument(1)?);
                let non_uniform = program.scope(body).integer(made.argument(3)?)? != 0;
                Some(Handle { view: self.in_heap(properties)?, index, non_uniform })
            }
            _ => None,
        }
    }

    /// The resource of a binding.
    fn bound(&self, class: Class, lower: u32, upper: u32, space: u32) -> Option<ViewId> {
        let wanted = register_class(class);
        self.all.iter().position(|view| {
            let range = &view.range;
            let end = match range.count {
                u32::MAX => u32::MAX,
                count => range.lower.saturating_add(count.saturating_sub(1)),
            };
            (range.class, range.space) == (wanted, space) && range.lower <= lower && upper <= end
        })
    }

    /// A handle that was loaded from a variable of a library, or from an element of one.
    fn of_variable(&self, body: &Body, loaded: ValueId) -> Option<Handle> {
        let load = body.instruction(self.source.program.maker(body, loaded)?)?;
        let Op::Load(_) = load.op else { return None };
        self.of_pointer(body, *body.operands(load).first()?)
    }

    /// True if resources are variables, as in libraries.
    pub(crate) fn has_symbols(&self) -> bool {
        !self.symbols.is_empty()
    }

    /// The handle that a variable of a library holds, or an element of one.
    pub(crate) fn of_pointer(&self, body: &Body, pointer: ValueId) -> Option<Handle> {
        let scope = self.source.program.scope(body);
        if let Some(&view) = self.symbols.get(&pointer) {
            return Some(Handle { view, index: Index::First, non_uniform: false });
        }
        let indices: Vec<ValueId> = match scope.value(pointer)? {
            Value::Instruction(id) => {
                let address = body.instruction(id)?;
                let Op::GetElementPtr { .. } = address.op else { return None };
                body.operands(address).to_vec()
            }
            Value::Constant(_) => match scope.constant(pointer)? {
                (Constant::GetElementPtr { operands, .. }, constants) => {
                    constants.operands(operands).to_vec()
                }
                _ => return None,
            },
            _ => return None,
        };
        let [variable, _, index] = *indices.as_slice() else { return None };
        let view = *self.symbols.get(&variable)?;
        // The attribute that says so is on the address, which few compilers keep.
        let non_uniform = scope.integer(index).is_none();
        Some(Handle { view, index: Index::Relative(index), non_uniform })
    }

    /// The view of a heap that an annotation states.
    pub(crate) fn in_heap(&mut self, [first, second]: [u32; 2]) -> Option<ViewId> {
        let kind = kind_of(first & 0xFF)?;
        let class = match kind {
            Kind::CBUFFER => RegisterClass::Constants,
            Kind::SAMPLER => RegisterClass::Sampler,
            _ if first & 1 << 12 != 0 => RegisterClass::Unordered,
            _ => RegisterClass::Texture,
        };
        let view = View {
            range: Range { class, space: 0, lower: 0, count: u32::MAX },
            kind,
            name: String::new(),
            texel: Texel::from_number(second & 0xFF),
            stride: if kind == Kind::STRUCTURED_BUFFER { second } else { 0 },
            size: if kind == Kind::CBUFFER { second } else { 0 },
            is_coherent: first & 1 << 14 != 0,
            is_ordered: first & 1 << 13 != 0,
            in_heap: true,
            layout: None,
        };
        Some(match self.all.iter().position(|known| *known == view) {
            Some(known) => known,
            None => {
                self.all.push(view);
                self.all.len() - 1
            }
        })
    }
}

/// Names of resources, by the letter of their registers, the space and the first register.
fn names(interface: &Interface) -> HashMap<(char, u32, u32), &str> {
    let named = interface.resources.iter().filter(|resource| !resource.name.is_empty());
    let placed = named.filter_map(|resource| {
        let letter = resource.register.as_ref()?.chars().next()?;
        Some(((letter, resource.set?, resource.binding?), resource.name.as_str()))
    });
    placed.collect()
}

/// A kind of resource by its number.
fn kind_of(number: u32) -> Option<Kind> {
    let kind = Kind(number);
    kind.name().map(|_| kind).filter(|kind| *kind != Kind::INVALID)
}

/// Class by its number in operations.
fn class_of(number: u32) -> Option<Class> {
    Class::ALL.get(number as usize).copied()
}

fn register_class(class: Class) -> RegisterClass {
    match class {
        Class::Srv => RegisterClass::Texture,
        Class::Uav => RegisterClass::Unordered,
        Class::Cbv => RegisterClass::Constants,
        Class::Sampler => RegisterClass::Sampler,
    }
}

fn view_of(resource: &Resource) -> Option<View> {
    Some(View {
        range: Range {
            class: register_class(resource.class),
            space: resource.space,
            lower: resource.lower,
            count: resource.count,
        },
        kind: kind_of(resource.kind)?,
        name: String::from_utf8_lossy(&resource.name).into_owned(),
        texel: Texel::from_number(resource.element_type.unwrap_or(9)),
        stride: resource.stride.unwrap_or(0),
        size: resource.size.unwrap_or(0),
        is_coherent: resource.is_globally_coherent,
        is_ordered: resource.is_rasterizer_ordered,
        in_heap: false,
        layout: None,
    })
}

/// The first words of a constant structure; those after its end are 0.
pub(crate) fn words<const N: usize>(source: &Source<'_>, body: &Body, value: ValueId) -> Option<[u32; N]> {
    let scope = source.program.scope(body);
    let mut out = [0; N];
    let (constant, constants) = scope.constant(value)?;
    match constant {
        Constant::Null => {}
        Constant::Aggregate(parts) => {
            for (slot, &part) in out.iter_mut().zip(constants.operands(parts)) {
                *slot = scope.integer(part)? as u32;
            }
        }
        Constant::Data(numbers) => {
            for (slot, &number) in out.iter_mut().zip(constants.words(numbers)) {
                *slot = number as u32;
            }
        }
        _ => return None,
    }
    Some(out)
}
