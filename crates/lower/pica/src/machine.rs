//! The module of a program while it is written.

use std::collections::HashMap;

use glassbox_spirv::build::Id;
use glassbox_spirv::build::value::storage_class;

use crate::code::Code;
use crate::float24::Float24;
use crate::layout::Layout;
use crate::program::{Program, Usage};
use crate::registers::Registers;
use crate::uniforms::{Slot, Stored, block};

/// SPIR-V 1.0, for programs without buffers.
const VERSION_1_0: u32 = 0x0001_0000;

/// SPIR-V 1.3, the first with a storage class of its own for buffers.
const VERSION_1_3: u32 = 0x0001_0300;

/// A module with the registers of a program.
pub(crate) struct Machine<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) layout: &'a Layout,
    pub(crate) usage: Usage,
    pub(crate) code: Code,
    /// Exact arithmetic: registers then hold the bits of numbers.
    pub(crate) float24: Option<Float24>,
    pub(crate) registers: Registers,
    /// The uniform block.
    pub(crate) block: Option<Id>,
    /// The function that reads a c register by its address.
    pub(crate) indexed: Option<Id>,
    /// Variables for constants on which nothing else is computed.
    pub(crate) varied: HashMap<Id, Id>,
    /// The c registers that vertices are stored in.
    pub(crate) stored: Option<Stored>,
    /// Whether the geometry program ran before, a variable.
    pub(crate) ran: Option<Id>,
    /// Functions for EMIT and SETEMIT.
    pub(crate) emit: Option<[Id; 2]>,
    /// Variables of the interface.
    pub(crate) ports: Vec<Id>,
}

/// How the registers of a program are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keeping {
    /// One function has them.
    Local,
    /// Several functions share them.
    Shared,
}

impl<'a> Machine<'a> {
    /// A module with a block of uniforms, and no function yet but those of exact arithmetic. `taken` are names of the interface.
    pub(crate) fn new(
        program: &'a Program<'a>,
        layout: &'a Layout,
        options: &crate::Options,
        keeping: Keeping,
        taken: Vec<String>,
    ) -> Machine<'a> {
        let has_buffers = options.batch || program.is_geometry();
        let mut code = Code::new(if has_buffers { VERSION_1_3 } else { VERSION_1_0 });
        let slot = Slot { group: options.group, binding: options.binding };
        let block = block(&mut code, layout, slot);
        let float24 = options.precise.then(|| Float24::write(&mut code));
        let vector = if options.precise { code.types.uint4 } else { code.types.float4 };
        let class = match keeping {
            Keeping::Local => storage_class::FUNCTION,
            Keeping::Shared => storage_class::PRIVATE,
        };
        Machine {
            program,
            layout,
            usage: program.usage(),
            code,
            float24,
            registers: Registers::new(class, vector, taken),
            block,
            indexed: None,
            varied: HashMap::new(),
            stored: None,
            ran: None,
            emit: None,
            ports: Vec::new(),
        }
    }

    /// The type of a register.
    pub(crate) fn vector(&self) -> Id {
        if self.float24.is_some() { self.code.types.uint4 } else { self.code.types.float4 }
    }

    /// True if all registers are in one function.
    pub(crate) fn is_local(&self) -> bool {
        self.registers.class == storage_class::FUNCTION
    }

    /// States the word that the instructions that follow are made from.
    pub(crate) fn at(&mut self, word: u16) {
        let place = self.program.place(usize::from(word));
        self.code.b.at(place.start as usize..place.end as usize);
    }
}
