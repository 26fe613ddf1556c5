//! Uniform registers: uniforms from below, constants from above.

/// Registers of one class that are handed out, in the encoding of operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// Next register for a uniform.
    start: i64,
    /// One past the next register for a constant.
    end: i64,
    /// The lowest register that a constant of any file has; uniforms stay below it.
    bound: i64,
    /// One past the last register.
    top: i64,
}

impl Range {
    const fn new(start: i64, top: i64) -> Range {
        Range {
            start,
            end: top,
            bound: top,
            top,
        }
    }

    /// Registers for a uniform.
    pub(crate) fn uniform(&mut self, size: i32) -> Option<i32> {
        let size = i64::from(size);
        if self.start + size > self.bound {
            return None;
        }
        let first = self.start;
        self.start += size;
        i32::try_from(first).ok()
    }

    /// Registers for a constant of the file.
    pub(crate) fn constant(&mut self, size: usize) -> Option<i32> {
        let first = self.end - i64::try_from(size).ok()?;
        if first < self.start {
            return None;
        }
        self.bound = self.bound.min(first);
        self.end = first;
        i32::try_from(first).ok()
    }

    /// How many registers are left for uniforms.
    pub(crate) fn left(&self) -> i64 {
        (self.bound - self.start).max(0)
    }
}

/// Classes of uniforms.
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
    /// The directive that declares uniforms of the class.
    pub(crate) const fn directive(self) -> &'static str {
        match self {
            UniformClass::Float => ".fvec",
            UniformClass::Integer => ".ivec",
            UniformClass::Bool => ".bool",
        }
    }

    /// The class in words.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            UniformClass::Float => "float",
            UniformClass::Integer => "integer",
            UniformClass::Bool => "bool",
        }
    }

    /// Its first register in the encoding of operands.
    pub(crate) const fn base(self) -> i32 {
        match self {
            UniformClass::Float => 0x20,
            UniformClass::Integer => 0x80,
            UniformClass::Bool => 0x88,
        }
    }
}

/// A register space: that of vertex and legacy geometry files, or that of new-style geometry files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    float: Range,
    integer: Range,
    bool: Range,
}

impl Space {
    /// Every register.
    pub(crate) const fn whole() -> Space {
        Space {
            float: Range::new(0x20, 0x80),
            integer: Range::new(0x80, 0x84),
            bool: Range::new(0x88, 0x98),
        }
    }

    /// A geometry file's: float uniforms from `first` up, and without b15, which the hardware sets after the first run.
    pub(crate) fn geometry(first: i32) -> Space {
        Space {
            float: Range::new(i64::from(first), 0x80),
            integer: Range::new(0x80, 0x84),
            bool: Range::new(0x88, 0x97),
        }
    }

    /// The registers of a class.
    pub(crate) fn class(&mut self, class: UniformClass) -> &mut Range {
        match class {
            UniformClass::Float => &mut self.float,
            UniformClass::Integer => &mut self.integer,
            UniformClass::Bool => &mut self.bool,
        }
    }

    /// Starts a file: its constants may lie where those of other files do.
    pub(crate) fn next_file(&mut self) {
        for range in [&mut self.float, &mut self.integer, &mut self.bool] {
            range.end = range.top;
        }
    }
}
