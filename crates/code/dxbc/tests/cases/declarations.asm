// Declarations before shader model 5.1.
hs_5_0
hs_decls
dcl_input_control_point_count 32
dcl_output_control_point_count 4
dcl_tessellator_domain domain_quad
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_triangle_ccw
dcl_hs_max_tessfactor l(64.0)
dcl_globalFlags refactoringAllowed | skipOptimization
dcl_immediateConstantBuffer { { 1.0, 0, 0, 0x7fc00000},
                              { 0, 1, 2, -3} }
dcl_constantbuffer cb3[16], dynamicIndexed
dcl_sampler s1, mode_comparison
dcl_sampler s2, mode_mono
dcl_resource_texture2dms(8) (float,float,float,float) t0
dcl_resource_buffer (uint,uint,uint,uint) t1
dcl_resource_structured t2, 12
dcl_resource_raw t3
dcl_uav_typed_texture2d_glc_rov (float,float,float,float) u0
dcl_uav_raw_glc u1
dcl_uav_structured_opc u2, 8
dcl_input v[4][0].xyzw
dcl_input_siv v[4][1].xyzw, position
dcl_input_ps linear noperspective sample v0.xy
dcl_input_ps_sgv v1.x, is_front_face
dcl_input_ps_sgv linear v1.x, sample_index
dcl_input_ps_siv linear centroid v2.xy, position
dcl_input vPrim
dcl_output o0.xy {min16f}
dcl_output oDepth
dcl_output oMask
dcl_output_sgv o1.x, instance_id
dcl_indexrange o0.x 4
dcl_temps 5
dcl_indexableTemp x1[10], 4
dcl_tgsm_raw g0, 64
dcl_tgsm_structured g1, 8, 16
dcl_thread_group 8, 4, 1
dcl_inputprimitive patch32
dcl_outputtopology linestrip
dcl_maxout 6
dcl_gsinstances 2
dcl_stream m3
dcl_function_body fb7
dcl_function_table ft1 = {fb7, fb8}
dcl_interface fp2[3][1] = {ft1}
dcl_interface_dynamicindexed fp3[1][2] = {ft1, ft2}
hs_control_point_phase
hs_fork_phase
dcl_hs_fork_phase_instance_count 3
hs_join_phase
dcl_hs_join_phase_instance_count 2
.customdata comment, 0x41424344
//== words
01000071 // hs_decls
01010093 // input control points
01002094 // output control points
01001895 // domain
01000896 // partitioning
01002097 // output primitive
02000098 42800000 // largest factor
0100886a // flags
00001835 0000000a 3f800000 00000000 00000000 7fc00000 00000000 00000001 00000002 fffffffd // immediate constant buffer
04000859 00208e46 00000003 00000010 // constant buffer
0300085a 00106000 00000001 // sampler
0300105a 00106000 00000002 // sampler
04082058 00107000 00000000 00005555 // texture with 8 samples
04000858 00107000 00000001 00004444 // buffer
040000a2 00107000 00000002 0000000c // structures
030000a1 00107000 00000003 // bytes
0403189c 0011e000 00000000 00005555 // typed view
0301009d 0011e000 00000001 // raw view
0480009e 0011e000 00000002 00000008 // structured view with a counter
0400005f 002010f2 00000004 00000000 // input of vertices
05000061 002010f2 00000004 00000001 00000001 // position of vertices
03003862 00101032 00000000 // interpolated input
04000863 00101012 00000001 00000009 // constant is the usual interpolation
04001063 00101012 00000001 0000000a // another interpolation
04001864 00101032 00000002 00000001 // position
0200005f 0000b000 // primitive id
04000065 80102032 00004001 00000000 // output
02000065 0000c001 // depth
02000065 0000f000 // coverage
04000066 00102012 00000001 00000008 // instance id
0400005b 00102012 00000000 00000004 // range
02000068 00000005 // temps
04000069 00000001 0000000a 00000004 // array
0400009f 0011f000 00000000 00000040 // shared bytes
050000a0 0011f000 00000001 00000008 00000010 // shared structures
0400009b 00000008 00000004 00000001 // thread group
0101385d // patch of 32 points
0100185c // line strip
0200005e 00000006 // most vertices
020000ce 00000002 // instances
0300008f 00110000 00000003 // stream
02000090 00000007 // function
05000091 00000001 00000002 00000007 00000008 // table
05000092 00000002 00000001 00030001 00000001 // interface
06000892 00000003 00000002 00010002 00000001 00000002 // interface, chosen at run time
01000072 // phase
01000073 // phase
02000099 00000003 // fork instances
01000074 // phase
0200009a 00000002 // join instances
00000035 00000003 41424344 // comment
//== fxc
hs_5_0
hs_decls 
dcl_input_control_point_count 32
dcl_output_control_point_count 4
dcl_tessellator_domain domain_quad
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_triangle_ccw
dcl_hs_max_tessfactor l(64.000000)
dcl_globalFlags refactoringAllowed | skipOptimization
dcl_immediateConstantBuffer { { 1.000000, 0, 0, 0x7fc00000},
                              { 0, 1, 2, -3} }
dcl_constantbuffer CB3[16], dynamicIndexed
dcl_sampler s1, mode_comparison
dcl_sampler s2, mode_mono
dcl_resource_texture2dms(8) (float,float,float,float) t0
dcl_resource_buffer (uint,uint,uint,uint) t1
dcl_resource_structured t2, 12
dcl_resource_raw t3
dcl_uav_typed_texture2d_glc_rov (float,float,float,float) u0
dcl_uav_raw_glc u1
dcl_uav_structured_opc u2, 8
dcl_input v[4][0].xyzw
dcl_input_siv v[4][1].xyzw, position
dcl_input_ps linear noperspective sample v0.xy
dcl_input_ps_sgv constant v1.x, is_front_face
dcl_input_ps_sgv linear v1.x, sampleIndex
dcl_input_ps_siv linear centroid v2.xy, position
dcl_input vPrim
dcl_output o0.xy {min16f}
dcl_output oDepth
dcl_output oMask
dcl_output_sgv o1.x, instance_id
dcl_indexrange o0.x 4
dcl_temps 5
dcl_indexableTemp x1[10], 4
dcl_tgsm_raw g0, 64
dcl_tgsm_structured g1, 8, 16
dcl_thread_group 8, 4, 1
dcl_inputprimitive patch32 
dcl_outputtopology linestrip 
dcl_maxout 6
dcl_gsinstances 2
dcl_stream m3
dcl_function_body fb7
dcl_function_table ft1 = {fb7, fb8}
dcl_interface fp2[3][1] = {ft1}
dcl_interface_dynamicindexed fp3[1][2] = {ft1, ft2}
hs_control_point_phase 
hs_fork_phase 
dcl_hs_fork_phase_instance_count 3
hs_join_phase 
dcl_hs_join_phase_instance_count 2
.customdata comment, 0x41424344
