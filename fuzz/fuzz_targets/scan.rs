//! Searches arbitrary bytes; each match opens as the same file on its own.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let options = glassbox::ScanOptions {
        threads: 1,
        nested: true,
    };
    for find in glassbox::scan(bytes, &options, &|_| {}).finds {
        let size = find.range.len();
        let alone = glassbox::scan(&bytes[find.range], &options, &|_| {}).finds;
        let same = |one: &glassbox::ScanMatch| one.format.id() == find.format.id() && one.range == (0..size);
        assert!(alone.iter().any(same));
    }
});
