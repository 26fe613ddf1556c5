;== fires
declare void @f(i32 nounwind)
;== near
declare void @f(i32 zeroext) nounwind
