//! The symbols of a folder of libraries, kept in one file.
