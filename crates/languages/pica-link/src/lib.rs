//! Links PICA200 objects (DVOJ) to SHBIN files, and takes such files apart.
