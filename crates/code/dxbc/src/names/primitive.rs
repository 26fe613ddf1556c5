//! Defines primitives and modes of geometry shaders and tessellation.

glassbox_core::named! {
    /// Input primitive of a geometry shader; 8 to 39 are patches of 1 to 32 control points.
    pub enum InputPrimitive: u32 {
        /// None.
        UNDEFINED = 0 "undefined",
        /// Point.
        POINT = 1 "point",
        /// Line.
        LINE = 2 "line",
        /// Triangle.
        TRIANGLE = 3 "triangle",
        /// Line with adjacency.
        LINE_ADJACENCY = 6 "lineadj",
        /// Triangle with adjacency.
        TRIANGLE_ADJACENCY = 7 "triangleadj",
    }
}

glassbox_core::named! {
    /// Output topology of a geometry shader.
    pub enum OutputTopology: u32 {
        /// None.
        UNDEFINED = 0 "undefined",
        /// Point list.
        POINT_LIST = 1 "pointlist",
        /// Line list.
        LINE_LIST = 2 "linelist",
        /// Line strip.
        LINE_STRIP = 3 "linestrip",
        /// Triangle list.
        TRIANGLE_LIST = 4 "trianglelist",
        /// Triangle strip.
        TRIANGLE_STRIP = 5 "trianglestrip",
    }
}

glassbox_core::named! {
    /// Tessellator domain.
    pub enum TessellatorDomain: u32 {
        /// Unspecified.
        UNDEFINED = 0 "undefined",
        /// Lines.
        ISOLINE = 1 "domain_isoline",
        /// Triangles.
        TRIANGLE = 2 "domain_tri",
        /// Quads.
        QUAD = 3 "domain_quad",
    }
}

glassbox_core::named! {
    /// Tessellation factor rounding.
    pub enum TessellatorPartitioning: u32 {
        /// Unspecified.
        UNDEFINED = 0 "undefined",
        /// Integer.
        INTEGER = 1 "partitioning_integer",
        /// Power of two.
        POW2 = 2 "partitioning_pow2",
        /// Fractional, odd.
        FRACTIONAL_ODD = 3 "partitioning_fractional_odd",
        /// Fractional, even.
        FRACTIONAL_EVEN = 4 "partitioning_fractional_even",
    }
}

glassbox_core::named! {
    /// Tessellator output primitive.
    pub enum TessellatorOutput: u32 {
        /// Unspecified.
        UNDEFINED = 0 "undefined",
        /// Points.
        POINT = 1 "output_point",
        /// Lines.
        LINE = 2 "output_line",
        /// Triangles, clockwise.
        TRIANGLE_CW = 3 "output_triangle_cw",
        /// Triangles, counter-clockwise.
        TRIANGLE_CCW = 4 "output_triangle_ccw",
    }
}
