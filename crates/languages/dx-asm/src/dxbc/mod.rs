//! Token streams of shader model 4 and 5: listings with everything that the container says of the program.
