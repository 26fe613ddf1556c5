The fixed pipeline: its state is uniforms, its attributes are inputs, and its varyings join.
//== program vert
#version 120
varying vec3 normal;
void main() {
    gl_Position = ftransform();
    normal = gl_NormalMatrix * gl_Normal;
    gl_FrontColor = gl_Color * gl_LightSource[0].diffuse;
    gl_TexCoord[0] = gl_TextureMatrix[0] * gl_MultiTexCoord0;
    gl_TexCoord[1] = gl_MultiTexCoord1;
    gl_ClipVertex = gl_ModelViewMatrix * gl_Vertex;
}
//== program frag
#version 120
uniform sampler2D map;
varying vec3 normal;
void main() {
    gl_FragColor = gl_Color * texture2D(map, gl_TexCoord[0].st) + vec4(normal, gl_Fog.density);
}
//== data frag
#version 110
void main() { gl_FragData[0] = vec4(0.0); gl_FragData[2] = gl_FragData[0]; }
//== chosen frag
#version 110
uniform int which;
void main() { gl_FragData[which] = vec4(0.0); }
//== numbers vert
#version 330
out float number;
void main() { number = float(gl_VertexID + gl_InstanceID); gl_Position = vec4(0.0); }
//== both frag
#version 330 compatibility
out vec4 own;
void main() { own = vec4(0.0); gl_FragColor = vec4(1.0); }
