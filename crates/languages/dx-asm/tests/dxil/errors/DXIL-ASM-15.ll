;== fires
define i32 @f(i32 %x) {
  %1 = add i32 %x, 1
}
;== near
define i32 @f(i32 %x) {
  %1 = add i32 %x, 1
  ret i32 %1
}
