//! What geometry shaders and tessellation take and give.

glassbox_core::named! {
    /// Primitive that a geometry shader takes; 8 to 39 are patches of 1 to 32 control points.
    pub enum InputPrimitive: u32 {
        /// None.
        UNDEFINED = 0 "undefined",
        /// Point.
        POINT = 1 "point",
        /// Line.
        LINE = 2 "line",
        /// Triangle.
        TRIANGLE = 3 "triangle",
        /// Line with its neighbours.
        LINE_ADJACENCY = 6 "lineadj",
        /// Triangle with its neighbours.
        TRIANGLE_ADJACENCY = 7 "triangleadj",
    }
}

glassbox_core::named! {
    /// Primitives that a geometry shader gives.
    pub enum OutputTopology: u32 {
        /// None.
        UNDEFINED = 0 "undefined",
        /// Points.
        POINT_LIST = 1 "pointlist",
        /// Lines.
        LINE_LIST = 2 "linelist",
        /// Joined lines.
        LINE_STRIP = 3 "linestrip",
        /// Triangles.
        TRIANGLE_LIST = 4 "trianglelist",
        /// Joined triangles.
        TRIANGLE_STRIP = 5 "trianglestrip",
    }
}

glassbox_core::named! {
    /// What is tessellated.
    pub enum TessellatorDomain: u32 {
        /// Nothing.
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
    /// How factors are rounded.
    pub enum TessellatorPartitioning: u32 {
        /// Not said.
        UNDEFINED = 0 "undefined",
        /// To integers.
        INTEGER = 1 "partitioning_integer",
        /// To powers of two.
        POW2 = 2 "partitioning_pow2",
        /// To odd numbers, with fractions.
        FRACTIONAL_ODD = 3 "partitioning_fractional_odd",
        /// To even numbers, with fractions.
        FRACTIONAL_EVEN = 4 "partitioning_fractional_even",
    }
}

glassbox_core::named! {
    /// What a tessellator gives.
    pub enum TessellatorOutput: u32 {
        /// Not said.
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
