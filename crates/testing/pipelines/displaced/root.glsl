uniform vec2 levels;
