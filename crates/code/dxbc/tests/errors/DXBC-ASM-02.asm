//== fires
ps_5_0
mvo r0.x, r1.x
dcl_globalflags refactoringAllowed
.wods 0x1
//== near
ps_5_0
mov r0.x, r1.x
dcl_globalFlags refactoringAllowed
.words 0x1
