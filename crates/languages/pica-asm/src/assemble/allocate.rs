//! Allocates uniform registers: uniforms upwards, constants downwards.

/// Allocator for the registers of one class, in operand encoding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// Next register for a uniform.
    start: i64,
    /// One past the next register for a constant.
    end: i64,
    /// Lowest register used by a constant of any file; uniforms stay below it.
    bound: i64,
    /// One past the last register.
    top: i64,
}

impl Range {
    const fn new(start: i64, top: i64) -> Range {
        Range { start, end: top, bound: top, top }
    }

    /// Allocates registers for a uniform.
    pub(crate) fn uniform(&mut self, size: i32) -> Option<i32> {
        let size = i64::from(size);
        if self.start + size > self.bound {
            return None;
        }
        let first = self.start;
        self.start += size;
        i32::try_from(first).ok()
    }

    /// Allocates registers for a constant of the current file.
    pub(crate) fn constant(&mut self, size: usize) -> Option<i32> {
        let first = self.end - i64::try_from(size).ok()?;
        if first < self.start {
            return None;
        }
        self.bound = self.bound.min(first);
        self.end = first;
        i32::try_from(first).ok()
    }

    /// Number of registers left for uniforms.
    pub(crate) fn left(&self) -> i64 {
        (self.bound - self.start).max(0)
    }
}

/// Register class of a uniform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UniformClass {
    /// `c`, vectors of floats.
    Float,
    /// `i`, vectors of integers.
    Integer,
    /// `b`.
    Bool,
}

impl UniformClass {
    /// Directive that declares uniforms of the class.
    pub(crate) const fn directive(self) -> &'static str {
        match self {
            UniformClass::Float => ".fvec",
            UniformClass::Integer => ".ivec",
            UniformClass::Bool => ".bool",
        }
    }

    /// Description for messages.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            UniformClass::Float => "float",
            UniformClass::Integer => "integer",
            UniformClass::Bool => "bool",
        }
    }

    /// First register in operand encoding.
    pub(crate) const fn base(self) -> i32 {
        match self {
            UniformClass::Float => 0x20,
            UniformClass::Integer => 0x80,
            UniformClass::Bool => 0x88,
        }
    }
}

/// A register space: shared by vertex and legacy geometry files, or private to new-style geometry files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    float: Range,
    integer: Range,
    bool: Range,
}

impl Space {
    /// All registers.
    pub(crate) const fn whole() -> Space {
        Space { float: Range::new(0x20, 0x80), integer: Range::new(0x80, 0x84), bool: Range::new(0x88, 0x98) }
    }

    /// Register space of a geometry file: float uniforms from `first` up, and no b15, which the hardware sets
    /// after the first run.
    pub(crate) fn geometry(first: i32) -> Space {
        Space {
            float: Range::new(i64::from(first), 0x80),
            integer: Range::new(0x80, 0x84),
            bool: Range::new(0x88, 0x97),
        }
    }

    /// The allocator of a class.
    pub(crate) fn class(&mut self, class: UniformClass) -> &mut Range {
        match class {
            UniformClass::Float => &mut self.float,
            UniformClass::Integer => &mut self.integer,
            UniformClass::Bool => &mut self.bool,
        }
    }

    /// Starts the next file: its constants may overlap those of other files.
    pub(crate) fn next_file(&mut self) {
        for range in [&mut self.float, &mut self.integer, &mut self.bool] {
            range.end = range.top;
        }
    }
}
