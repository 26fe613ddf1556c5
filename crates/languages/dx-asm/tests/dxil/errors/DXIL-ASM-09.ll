;== fires
define i32 @f(i32) {
  %1 = add i32 %0, 1
  ret i32 %1
}
;== near
define i32 @f(i32) {
  %2 = add i32 %0, 1
  ret i32 %2
}
