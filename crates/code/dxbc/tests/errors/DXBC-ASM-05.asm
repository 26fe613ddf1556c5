//== fires
ps_5_0
mov q0.x, r1.x
mov r0.x, 1
mov r0.x, vThreadld.x
dcl_function_body fx1
//== near
ps_5_0
mov o0.x, r1.x
mov r0.x, l(1)
mov r0.x, vThreadID.x
dcl_function_body fb1
