;== fires
define i32 @f(i32 %x, { i32, i32 } %s) {
  %1 = fadd i32 %x, %x
  %2 = extractvalue { i32, i32 } %s, 2
  ret i32 %x
}
;== near
define i32 @f(i32 %x, { i32, i32 } %s) {
  %1 = add i32 %x, %x
  %2 = extractvalue { i32, i32 } %s, 1
  ret i32 %2
}
