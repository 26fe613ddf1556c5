//== fires
ps_5_0
add r0.x r1.x, r2.x
mov r0.x, |r1.x
dcl_thread_group 1, 1
dcl_temps 4 registers
dcl_immediateConstantBuffer { { 1, 2, 3 } }
//== near
ps_5_0
add r0.x, r1.x, r2.x // a comment may follow
mov r0.x, |r1.x|
dcl_thread_group 1, 1, 1
dcl_temps 4 ; or such a one
dcl_immediateConstantBuffer { { 1, 2, 3, 4 } }
