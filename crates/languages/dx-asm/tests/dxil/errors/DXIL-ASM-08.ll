;== fires
@v = global i32 0
@v = global i32 1
;== near
@v = global i32 0
@w = global i32 1
