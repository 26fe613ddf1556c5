//! Which libraries a link needs, in which order, and why.
