#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, row_major) buffer Turns { mat2x3 turn; mat4 turns[]; };
void main()
{
    turn[1] = turns[0][2].xyz * 2.0;
    uint which = gl_WorkGroupID.x;
    vec4 column = turns[which][1];
    turns[which + 1u][which & 3u] = column;
    turns[2][0].y = column.x;
}
