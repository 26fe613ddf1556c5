//== vert opengl GLSL-44 2
#version 450
void main() { int i = gl_VertexIndex; }
//== vert vulkan GLSL-44 2
#version 450
void main() { int i = gl_VertexID; }
//== vert any
#version 450
void main() { gl_Position = vec4(gl_VertexID + gl_VertexIndex); }
//== vert vulkan
#version 460
void main() { gl_Position = vec4(gl_BaseVertex, gl_BaseInstance, gl_DrawID, gl_InstanceIndex); gl_ClipDistance[0] = 1.0; gl_CullDistance[0] = 1.0; }
//== vert vulkan GLSL-44 2
#version 450
void main() { gl_Position = vec4(gl_BaseVertex); }
//== vert opengl GLSL-44 2
#version 430
void main() { gl_CullDistance[0] = 1.0; }
//== vert opengl
#version 150 compatibility
void main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex; gl_TexCoord[0] = gl_MultiTexCoord0; gl_FrontColor = gl_LightSource[0].diffuse; }
//== vert opengl GLSL-44 2
#version 150
void main() { gl_Position = gl_Vertex; }
//== frag opengl
#version 410
void main() { gl_FragColor = vec4(gl_MaxDrawBuffers); }
//== frag opengl GLSL-44 2
#version 420
void main() { gl_FragColor = vec4(1.0); }
//== frag opengl GLSL-48 2
#version 450
void main() { gl_FragCoord = vec4(1.0); }
//== frag opengl GLSL-44 2
#version 310 es
void main() { int i = gl_SampleID; }
//== comp vulkan
#version 450
layout(local_size_x = 4, local_size_y = 2) in;
const uint count = gl_WorkGroupSize.x * gl_WorkGroupSize.y;
shared int items[count];
void main() { items[gl_LocalInvocationIndex] = int(gl_NumWorkGroups.x + gl_GlobalInvocationID.y); }
//== geom vulkan
#version 450
layout(triangles) in; layout(points, max_vertices = 3) out;
void main() { for (int i = 0; i < gl_in.length(); ++i) { gl_Position = gl_in[i].gl_Position; gl_Layer = gl_PrimitiveIDIn; EmitVertex(); } }
//== tesc vulkan
#version 450
layout(vertices = 3) out;
void main() { gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; gl_TessLevelOuter[0] = 2.0; gl_TessLevelInner[1] = 1.0; }
