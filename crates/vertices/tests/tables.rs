//! Tests the tables produced by each reader.

use glassbox_testing::random::Random;
use glassbox_vertices::{Kind, Vertices, read};

fn table(kind: Kind, text: &str) -> Vertices {
    read(text.as_bytes(), kind).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

fn check(kind: Kind, text: &str, columns: &[&str], rows: &[&[f32]]) {
    let table = table(kind, text);
    assert_eq!(table.columns, columns, "{text}");
    let found: Vec<_> = (0..table.rows()).filter_map(|row| table.row(row)).collect();
    assert_eq!(found, rows, "{text}");
}

#[test]
fn csv() {
    check(Kind::Csv, "x,y\r\n1,2\r\n", &["x", "y"], &[&[1.0, 2.0]]);
    check(Kind::Csv, "1\t2\n\n# remark\n3\t4", &["#1", "#2"], &[&[1.0, 2.0], &[3.0, 4.0]]);
    check(
        Kind::Csv,
        "\u{feff}\"a \"\"b\"\"\"; \"two\nlines\"\n1; inf\n",
        &["a \"b\"", "two\nlines"],
        &[&[1.0, f32::INFINITY]],
    );
    check(Kind::Csv, "weight\n1e-3\n", &["weight"], &[&[1e-3]]);
}

#[test]
fn json() {
    let rows: &[&[f32]] = &[&[1.0, 2.0, 9.0], &[3.0, 4.0, 8.0]];
    let columns = ["p.x", "p.y", "k"];
    check(Kind::Json, r#"[{"p":[1,2],"k":9},{"k":8,"p":[3,4]}]"#, &columns, rows);
    check(Kind::Json, r#"{"p":[[1,2],[3,4]],"k":[9,8]}"#, &columns, rows);
    check(Kind::Json, r#"{"vertices":{"p":[[1,2],[3,4]],"k":[9,8]}}"#, &columns, rows);
    check(Kind::Json, "[[1,2,9],[3,4,8]]", &["#1", "#2", "#3"], rows);
    check(Kind::Json, r#"[["0x7f800000", "-inf"]]"#, &["#1", "#2"], &[&[f32::INFINITY, f32::NEG_INFINITY]]);
    check(
        Kind::Json,
        r#"[{"a":[1,2,3,4,5]}]"#,
        &["a.0", "a.1", "a.2", "a.3", "a.4"],
        &[&[1., 2., 3., 4., 5.]],
    );
}

#[test]
fn obj() {
    check(
        Kind::Obj,
        "v 0 1 2\nv 3 4 5 0.5\n",
        &["position.x", "position.y", "position.z", "position.w"],
        &[&[0., 1., 2., 1.], &[3., 4., 5., 0.5]],
    );
    // Equal corners are one vertex; a polygon may have any number of corners.
    check(
        Kind::Obj,
        "mtllib m\no thing\nv 0 0 0 1 0 0\nv 1 0 0 0 1 0\nvt 0.5\nvn 0 0 1\nf 2/1/1 1/1/1 2/1/1 -2/-1/-1\n",
        &[
            "position.x",
            "position.y",
            "position.z",
            "texcoord.x",
            "texcoord.y",
            "normal.x",
            "normal.y",
            "normal.z",
            "color.x",
            "color.y",
            "color.z",
        ],
        &[&[1., 0., 0., 0.5, 0., 0., 0., 1., 0., 1., 0.], &[0., 0., 0., 0.5, 0., 0., 0., 1., 1., 0., 0.]],
    );
}

/// The same vertices as text and in both byte orders.
#[test]
fn ply() {
    let header = |form: &str| {
        format!(
            "ply\r\nformat {form} 1.0\ncomment made by hand\nelement mesh 1\nproperty list uchar short parts\n\
             element vertex 2\nproperty float x\nproperty list uchar int tags\nproperty uchar red\nproperty short s\n\
             property double d\nproperty uint big\nelement face 9\nproperty list uchar int i\nend_header\n"
        )
    };
    let expected: [&[f32]; 2] = [&[1.5, 255.0, -2.0, 0.1, 4294967295.0], &[-0.25, 7.0, 300.0, 2.0, 16.0]];
    let columns = ["x", "red", "s", "d", "big"];
    let text = "2 -1 -1\n1.5 1 9 255 -2 0.1 4294967295\n-0.25 0 7 300 2 16\n";
    check(Kind::Ply, &(header("ascii") + text), &columns, &expected);
    for big in [false, true] {
        let mut bytes = header(if big { "binary_big_endian" } else { "binary_little_endian" }).into_bytes();
        let mut put = |value: &[u8]| {
            if big { bytes.extend_from_slice(value) } else { bytes.extend(value.iter().rev()) }
        };
        put(&[2]);
        put(&(-1i16).to_be_bytes());
        put(&(-1i16).to_be_bytes());
        put(&1.5f32.to_be_bytes());
        put(&[1]);
        put(&9i32.to_be_bytes());
        put(&[255]);
        put(&(-2i16).to_be_bytes());
        put(&0.1f64.to_be_bytes());
        put(&u32::MAX.to_be_bytes());
        put(&(-0.25f32).to_be_bytes());
        put(&[0]);
        put(&[7]);
        put(&300i16.to_be_bytes());
        put(&2f64.to_be_bytes());
        put(&16u32.to_be_bytes());
        let table = read(&bytes, Kind::Ply).unwrap_or_else(|findings| panic!("{findings:#?}"));
        assert_eq!(table.columns, columns);
        assert_eq!([table.row(0), table.row(1), table.row(2)], [Some(expected[0]), Some(expected[1]), None]);
    }
}

#[test]
fn attributes_of_customary_names() {
    let names = |kind, text: &str| -> Vec<String> {
        let table = table(kind, text);
        let attributes = table.attributes();
        attributes.iter().map(|one| format!("{}{:?}", one.name, one.columns)).collect()
    };
    assert_eq!(
        names(Kind::Csv, "X,Y,Z,nx,ny,nz,red,green,blue,u,v\n1,1,1,1,1,1,1,1,1,1,1"),
        ["position[0, 1, 2]", "normal[3, 4, 5]", "color[6, 7, 8]", "texcoord[9, 10]"]
    );
    assert_eq!(
        names(Kind::Csv, "pos[0],pos[1],uv_x,uv_y,bone.1,x.y\n1,1,1,1,1,1"),
        ["pos[0, 1]", "uv[2, 3]", "bone.1[4]", "x.y[5]"]
    );
    assert_eq!(names(Kind::Csv, "1,2"), Vec::<String>::new());
    let table = table(Kind::Csv, "A,b\n1,2\n");
    assert_eq!(
        [table.column("a"), table.column("#2"), table.column("#3"), table.column("#0")],
        [Some(0), Some(1), None, None]
    );
}

#[test]
fn kinds_by_name_and_beginning() {
    let kinds: [(&str, &[u8], Option<Kind>); 8] = [
        ("a.CSV", b"[", Some(Kind::Csv)),
        ("dir.d/mesh.ply", b"", Some(Kind::Ply)),
        ("a.tsv", b"", Some(Kind::Csv)),
        ("-", b" {}", Some(Kind::Json)),
        ("-", b"ply\r\n", Some(Kind::Ply)),
        ("-", b"1,2", Some(Kind::Csv)),
        ("mesh.dat", b"[1]", Some(Kind::Json)),
        ("mesh.fbx", b"Kaydara", None),
    ];
    for (name, bytes, kind) in kinds {
        assert_eq!(Kind::of(name, bytes), kind, "{name}");
    }
}

/// Partly valid texts: no reader panics, findings are within the file, and the table is no larger
/// than the file.
#[test]
fn hostile_files() {
    let pieces: &[&str] = &[
        "ply\n",
        "format ascii 1.0\n",
        "format binary_big_endian 1.0\n",
        "element vertex 3\n",
        "element vertex 99999999999\n",
        "property float x\n",
        "property list uchar int i\n",
        "property list uint double i\n",
        "end_header\n",
        "1 ",
        "-7 ",
        "nan ",
        "\n",
        "\"",
        ",",
        ";",
        "x,y\n",
        "#",
        "[",
        "]",
        "{",
        "}",
        "\"x\":",
        "\"vertices\":",
        "v 1 2 3\n",
        "vt 1\n",
        "vn 1 2 3\n",
        "f 1/1/1 2//1 -1\n",
        "f 4294967297\n",
        "f -9223372036854775808\n",
        "\u{feff}",
        "ä",
        "\u{0}",
        "0x7f800000",
    ];
    let mut random = Random::new(7);
    for _ in 0..40_000 {
        let mut bytes = Vec::new();
        for _ in 0..random.index(16) {
            bytes.extend_from_slice(pieces[random.index(pieces.len())].as_bytes());
        }
        let tail = if random.below(4) == 0 { 8 } else { 0 };
        bytes.extend(random.bytes(tail));
        for kind in Kind::ALL {
            match read(&bytes, kind) {
                Ok(table) => {
                    assert!(table.rows() > 0);
                    // An OBJ line may add more columns than it has numbers, a dozen at most.
                    assert!(table.rows() * table.columns.len() <= 12 * bytes.len());
                    table.attributes();
                }
                Err(findings) => {
                    assert!((1..=glassbox_vertices::MAX_MISTAKES).contains(&findings.len()));
                    for finding in findings {
                        let location = finding.location;
                        assert!(
                            location.start <= location.end && location.end <= bytes.len() as u64,
                            "{location:?}"
                        );
                    }
                }
            }
        }
    }
}

/// Deep nesting does not exhaust the stack, and many columns take no quadratic time.
#[test]
fn deep_and_wide_files() {
    let deep = "[".repeat(200_000);
    assert!(read(deep.as_bytes(), Kind::Json).is_err());
    let deep = format!("[{}1{}]", "[".repeat(100_000), "]".repeat(100_000));
    assert!(read(deep.as_bytes(), Kind::Json).is_err());
    let wide: Vec<String> = (0..100_000).map(|at| format!("c{at}")).collect();
    let table = table(Kind::Csv, &(wide.join(",") + "\n" + &vec!["0"; 100_000].join(",")));
    assert_eq!(table.attributes().len(), 100_000);
}
