//! Runs SkSL programs: what a runtime shader, a colour filter or a blender makes of pixels.
