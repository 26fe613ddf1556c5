//! Builds small files by hand, command by command, as bases of rule cases and for other tests.
#![allow(dead_code, reason = "each test file uses a part")]

use glassbox_core::language::Registry;

/// Writes a file front to back.
#[derive(Default)]
pub(crate) struct Build {
    strings: Vec<u8>,
    out: Vec<u8>,
}

impl Build {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.out.extend_from_slice(bytes);
        self
    }

    pub(crate) fn word(&mut self, value: u16) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Offset of a string, added if new.
    pub(crate) fn name(&mut self, text: &str) -> &mut Self {
        let mut at = 0;
        while at < self.strings.len() {
            let length = usize::from(self.strings[at]);
            if &self.strings[at + 1..at + 1 + length] == text.as_bytes() {
                return self.word(at as u16 + 2);
            }
            at += 1 + length;
        }
        self.strings.push(text.len() as u8);
        self.strings.extend_from_slice(text.as_bytes());
        self.word(at as u16 + 2)
    }

    /// kSymbolRef to a built-in type.
    pub(crate) fn ty(&mut self, name: &str) -> &mut Self {
        self.bytes(&[51, 255, 255]).name(name)
    }

    /// kSymbolRef by id.
    pub(crate) fn symbol(&mut self, id: u16) -> &mut Self {
        self.bytes(&[51]).word(id)
    }

    /// kModifiers8Bit without a layout, or kDefaultModifiers.
    pub(crate) fn flags(&mut self, flags: u8) -> &mut Self {
        match flags {
            0 => self.bytes(&[17]),
            flags => self.bytes(&[38, 16, flags]),
        }
    }

    /// Beginning of a kVariable of a builtin type; to be completed by its storage.
    pub(crate) fn variable(&mut self, id: u16, flags: u8, name: &str, ty: &str, storage: u8) -> &mut Self {
        self.bytes(&[55]).word(id).flags(flags).name(name).ty(ty).bytes(&[storage])
    }

    /// kVariableReference
    pub(crate) fn read(&mut self, id: u16, kind: u8) -> &mut Self {
        self.bytes(&[57]).word(id).bytes(&[kind])
    }

    /// kIntLiteral
    pub(crate) fn int(&mut self, ty: &str, value: i32) -> &mut Self {
        self.bytes(&[36]).ty(ty).bytes(&value.to_le_bytes())
    }

    /// kFloatLiteral
    pub(crate) fn float(&mut self, ty: &str, value: f32) -> &mut Self {
        self.bytes(&[25]).ty(ty).bytes(&value.to_le_bytes())
    }

    /// kVarDeclaration without an initial value.
    pub(crate) fn declare(&mut self, id: u16, ty: &str, count: u8) -> &mut Self {
        self.bytes(&[56]).word(id).ty(ty).bytes(&[count, 58])
    }

    /// A kSymbolTable without symbols or entries.
    pub(crate) fn empty_table(&mut self) -> &mut Self {
        self.bytes(&[52, 0, 0, 0, 0, 0])
    }

    /// Symbol indices listed in a table.
    pub(crate) fn entries(&mut self, entries: &[u16]) -> &mut Self {
        self.word(entries.len() as u16);
        for &entry in entries {
            self.word(entry);
        }
        self
    }

    /// The whole file.
    pub(crate) fn finish(&self) -> Vec<u8> {
        let mut file = vec![8, 0];
        file.extend_from_slice(&(self.strings.len() as u16).to_le_bytes());
        file.extend_from_slice(&self.strings);
        file.extend_from_slice(&self.out);
        file
    }
}

/// A runtime shader with a struct, an array, uniforms, a loop, a switch, swizzles and calls.
pub(crate) fn shader() -> Vec<u8> {
    let mut b = Build::default();
    b.bytes(&[43, 3, 52, 0]).word(8);
    // struct S { float a; half4 b; }
    b.bytes(&[48]).word(1).name("S").bytes(&[2]);
    b.flags(0).name("a").ty("float").flags(0).name("b").ty("half4").bytes(&[0]);
    b.variable(2, 8, "scale", "float2", 0);
    // layout(color) uniform half4 tint
    b.bytes(&[55]).word(3).bytes(&[38, 37, 8, 0, 0, 0]);
    b.bytes(&[255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 8]);
    b.name("tint").ty("half4").bytes(&[0]);
    // float[3]
    b.bytes(&[0]).word(4).ty("float").bytes(&[3]);
    // half4 pick(half4 c)
    b.variable(5, 0, "c", "half4", 3);
    function(&mut b, 6, "pick", &[5], "half4");
    // half4 main(float2 p)
    b.bytes(&[55]).word(7).bytes(&[38, 5, 0x19, 0x27, 0]).name("p").ty("float2").bytes(&[3]);
    function(&mut b, 8, "main", &[7], "half4");
    b.entries(&[0, 7, 5, 1, 2]);
    b.bytes(&[20]);
    b.bytes(&[47]).symbol(1);
    b.bytes(&[31]).declare(2, "float2", 0);
    b.bytes(&[31]).declare(3, "half4", 0);
    // pick returns c.xyz1 without the 1: half4(c.xyz, 1)
    b.bytes(&[29]).word(6).bytes(&[2]).empty_table().bytes(&[1, 44, 8]).ty("half4").bytes(&[2, 50]);
    b.read(5, 0).bytes(&[3, 0, 1, 2]).float("half", 1.0).bytes(&[1]);
    main_body(&mut b);
    b.bytes(&[21, 0]);
    b.finish()
}

fn function(b: &mut Build, id: u16, name: &str, parameters: &[u16], result: &str) {
    b.bytes(&[28]).word(id).bytes(&[39, 16, 0, 4, 0, 0]).name(name).bytes(&[parameters.len() as u8]);
    for &parameter in parameters {
        b.word(parameter);
    }
    b.ty(result);
}

fn main_body(b: &mut Build) {
    b.bytes(&[29]).word(8).bytes(&[2, 52, 0]).word(3);
    b.bytes(&[55]).word(9).flags(0).name("s").symbol(1).bytes(&[2]);
    b.bytes(&[55]).word(10).flags(0).name("list").symbol(4).bytes(&[2]);
    b.variable(11, 0, "n", "int", 2);
    b.entries(&[1, 2, 0]);
    b.bytes(&[8]);
    // S s; float list[3]; int n = 1;
    b.bytes(&[56]).word(9).symbol(1).bytes(&[0, 58]);
    b.declare(10, "float", 3);
    b.bytes(&[56]).word(11).ty("int").bytes(&[0]).int("int", 1);
    // for (int i = 0; i < 3; i++) { if (true) continue; list[i] = 1.0; }
    b.bytes(&[26, 52, 0]).word(1).variable(12, 0, "i", "int", 2).entries(&[0]);
    b.bytes(&[56]).word(12).ty("int").bytes(&[0]).int("int", 0);
    b.bytes(&[1]).read(12, 0).bytes(&[70]).int("int", 3);
    b.bytes(&[41, 47]).read(12, 2);
    b.bytes(&[2]).empty_table().bytes(&[2, 32, 0, 3, 1, 15, 58]);
    b.bytes(&[22, 1, 33]).read(10, 1).read(12, 0).bytes(&[66]).float("float", 1.0).bytes(&[1]);
    // switch (n) { case 0: break; case 1: s.a = 1; default: ; }
    b.bytes(&[49, 0, 58]).read(11, 0).bytes(&[3]);
    b.bytes(&[0, 0, 0, 0, 0, 2, 58, 1, 4, 0]);
    b.bytes(&[0, 1, 0, 0, 0, 2, 58, 1, 22, 1, 24])
        .read(9, 1)
        .bytes(&[0, 0, 66])
        .float("float", 1.0)
        .bytes(&[0]);
    b.bytes(&[1, 2, 58, 1, 40, 0]);
    // n = -n; s.b = pick(tint);
    b.bytes(&[22, 1]).read(11, 1).bytes(&[66, 42, 50]).read(11, 0);
    b.bytes(&[22, 1, 24]).read(9, 1).bytes(&[1, 0, 66, 27]).ty("half4").word(6).bytes(&[1]).read(3, 0);
    // return half4(half(length(p * scale))) * s.b;
    b.bytes(&[44, 1, 13]).ty("half4").bytes(&[1, 12]).ty("half").bytes(&[1, 27]).ty("float");
    b.word(65535).name("length").bytes(&[1, 1]).read(7, 0).bytes(&[51]).read(2, 0);
    b.bytes(&[51, 24]).read(9, 0).bytes(&[1, 0, 1]);
}

/// A module with an overload set, an anonymous interface block, a capability and a discard.
pub(crate) fn module() -> Vec<u8> {
    let mut b = Build::default();
    b.bytes(&[52, 1]).word(9);
    // out block { layout(offset = 0) float4 first; float second; };
    b.bytes(&[48]).word(1).name("block").bytes(&[2]);
    b.bytes(&[38, 37, 32, 0, 0, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255, 255, 0]);
    b.name("first").ty("float4").flags(0).name("second").ty("float").bytes(&[1]);
    b.bytes(&[55]).word(2).flags(32).name("block").symbol(1).bytes(&[0]);
    b.bytes(&[23]).word(2).bytes(&[0]).bytes(&[23]).word(2).bytes(&[1]);
    b.variable(3, 0, "x", "float", 3).variable(4, 0, "x", "half", 3);
    // float twice(float x); half twice(half x);
    b.bytes(&[54]).word(5).bytes(&[2, 28]).word(6).bytes(&[17]).name("twice").bytes(&[1]).word(3).ty("float");
    b.bytes(&[28]).word(7).bytes(&[17]).name("twice").bytes(&[1]).word(4).ty("half");
    b.symbol(6).symbol(7);
    b.entries(&[2, 3, 6]);
    b.bytes(&[20]);
    b.bytes(&[35]).symbol(2).name("block").name("").bytes(&[0]);
    // { if (sk_Caps.integerSupport) discard; second = x; return x + x; }
    b.bytes(&[29]).word(6).bytes(&[2]).empty_table().bytes(&[3]);
    b.bytes(&[32, 0, 45]).name("integerSupport").bytes(&[18, 58]);
    b.bytes(&[22, 1, 24]).read(2, 1).bytes(&[1, 1, 66]).read(3, 0);
    b.bytes(&[44, 1]).read(3, 0).bytes(&[49]).read(3, 0).bytes(&[1]);
    b.bytes(&[21]);
    b.finish()
}

/// A blender that shares a built-in function.
pub(crate) fn shared() -> Vec<u8> {
    let mut b = Build::default();
    b.bytes(&[43, 4, 52, 0]).word(3);
    for (id, builtin, name) in [(1, [0x1a, 0x27], "src"), (2, [0x1b, 0x27], "dst")] {
        b.bytes(&[55])
            .word(id)
            .bytes(&[38, 5])
            .bytes(&builtin)
            .bytes(&[0])
            .name(name)
            .ty("half4")
            .bytes(&[3]);
    }
    function(&mut b, 3, "main", &[1, 2], "half4");
    b.entries(&[2]);
    b.bytes(&[20, 46, 1]).variable(4, 0, "color", "half4", 3);
    b.bytes(&[28]).word(5).bytes(&[17]).name("unpremul").bytes(&[1]).word(4).ty("half4");
    b.bytes(&[29]).word(5).bytes(&[2, 52, 1]).word(0).entries(&[]);
    b.bytes(&[1, 44]).read(4, 0).bytes(&[1]);
    // return true ? unpremul(src) : dst;
    b.bytes(&[29])
        .word(3)
        .bytes(&[2])
        .empty_table()
        .bytes(&[1, 44, 53, 3, 1, 27])
        .ty("half4")
        .word(5)
        .bytes(&[1]);
    b.read(1, 0).read(2, 0).bytes(&[1]);
    b.bytes(&[21, 0]);
    b.finish()
}

/// The base files of the rule cases.
pub(crate) fn bases() -> Vec<(&'static str, Vec<u8>)> {
    vec![("shader", shader()), ("module", module()), ("shared", shared())]
}

/// Ids of the rules that fire on a file.
pub(crate) fn ids(bytes: &[u8]) -> Vec<&'static str> {
    glassbox_testing::tree::rule_ids(&glassbox_sksl::FORMAT, bytes)
}

/// The format carries no code and needs no languages.
pub(crate) fn registry() -> Registry {
    Registry::default()
}
