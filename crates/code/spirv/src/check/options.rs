//! States what a module is checked against: an environment, relaxed rules and limits.

/// Version of Vulkan, with the highest version of SPIR-V that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vulkan {
    /// 1.0, SPIR-V 1.0.
    V1_0,
    /// 1.1, SPIR-V 1.3.
    V1_1,
    /// 1.1 with `VK_KHR_spirv_1_4`, SPIR-V 1.4.
    V1_1Spirv1_4,
    /// 1.2, SPIR-V 1.5.
    V1_2,
    /// 1.3, SPIR-V 1.6.
    V1_3,
    /// 1.4, SPIR-V 1.6.
    V1_4,
}

/// Version of OpenCL, with the highest version of SPIR-V that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OpenCl {
    /// 1.2, SPIR-V 1.0.
    V1_2,
    /// 2.0, SPIR-V 1.0.
    V2_0,
    /// 2.1, SPIR-V 1.0.
    V2_1,
    /// 2.2, SPIR-V 1.2.
    V2_2,
}

/// Profile of OpenCL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// The full profile.
    Full,
    /// The embedded profile.
    Embedded,
}

/// What executes the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// The specification of SPIR-V alone, up to this minor version of SPIR-V 1.
    Universal(u8),
    /// Vulkan.
    Vulkan(Vulkan),
    /// OpenGL with `GL_ARB_gl_spirv`: major and minor version.
    OpenGl(u8, u8),
    /// OpenCL.
    OpenCl(OpenCl, Profile),
}

impl Environment {
    /// Every environment with its name on the command line.
    pub const NAMED: &[(&str, Environment)] = &[
        ("spv1.0", Environment::Universal(0)),
        ("spv1.1", Environment::Universal(1)),
        ("spv1.2", Environment::Universal(2)),
        ("spv1.3", Environment::Universal(3)),
        ("spv1.4", Environment::Universal(4)),
        ("spv1.5", Environment::Universal(5)),
        ("spv1.6", Environment::Universal(6)),
        ("vulkan1.0", Environment::Vulkan(Vulkan::V1_0)),
        ("vulkan1.1", Environment::Vulkan(Vulkan::V1_1)),
        ("vulkan1.1spv1.4", Environment::Vulkan(Vulkan::V1_1Spirv1_4)),
        ("vulkan1.2", Environment::Vulkan(Vulkan::V1_2)),
        ("vulkan1.3", Environment::Vulkan(Vulkan::V1_3)),
        ("vulkan1.4", Environment::Vulkan(Vulkan::V1_4)),
        ("opengl4.0", Environment::OpenGl(4, 0)),
        ("opengl4.1", Environment::OpenGl(4, 1)),
        ("opengl4.2", Environment::OpenGl(4, 2)),
        ("opengl4.3", Environment::OpenGl(4, 3)),
        ("opengl4.5", Environment::OpenGl(4, 5)),
        ("opencl1.2", Environment::OpenCl(OpenCl::V1_2, Profile::Full)),
        ("opencl2.0", Environment::OpenCl(OpenCl::V2_0, Profile::Full)),
        ("opencl2.1", Environment::OpenCl(OpenCl::V2_1, Profile::Full)),
        ("opencl2.2", Environment::OpenCl(OpenCl::V2_2, Profile::Full)),
        ("opencl1.2embedded", Environment::OpenCl(OpenCl::V1_2, Profile::Embedded)),
        ("opencl2.0embedded", Environment::OpenCl(OpenCl::V2_0, Profile::Embedded)),
        ("opencl2.1embedded", Environment::OpenCl(OpenCl::V2_1, Profile::Embedded)),
        ("opencl2.2embedded", Environment::OpenCl(OpenCl::V2_2, Profile::Embedded)),
    ];

    /// The specification alone, in its latest version.
    pub const LATEST: Environment = Environment::Universal(6);

    /// The environment with this name. `universal1.3` is another name of `spv1.3`.
    pub fn named(name: &str) -> Option<Environment> {
        let short = name.strip_prefix("universal").map(|version| format!("spv{version}"));
        let name = short.as_deref().unwrap_or(name);
        Environment::NAMED.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        Environment::NAMED.iter().find(|known| known.1 == self).map_or("another environment", |known| known.0)
    }

    /// Highest minor version of SPIR-V 1 that it takes.
    pub fn minor(self) -> u8 {
        match self {
            Environment::Universal(minor) => minor,
            Environment::Vulkan(Vulkan::V1_0) | Environment::OpenGl(..) => 0,
            Environment::Vulkan(Vulkan::V1_1) => 3,
            Environment::Vulkan(Vulkan::V1_1Spirv1_4) => 4,
            Environment::Vulkan(Vulkan::V1_2) => 5,
            Environment::Vulkan(Vulkan::V1_3 | Vulkan::V1_4) => 6,
            Environment::OpenCl(OpenCl::V2_2, _) => 2,
            Environment::OpenCl(..) => 0,
        }
    }

    /// True for any version of Vulkan.
    pub fn is_vulkan(self) -> bool {
        matches!(self, Environment::Vulkan(_))
    }

    /// True for any version of OpenGL.
    pub fn is_open_gl(self) -> bool {
        matches!(self, Environment::OpenGl(..))
    }

    /// True for any version of OpenCL.
    pub fn is_open_cl(self) -> bool {
        matches!(self, Environment::OpenCl(..))
    }
}

/// A rule that may be relaxed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Relaxation {
    /// Vectors may be less aligned than their size.
    RelaxBlockLayout = 1,
    /// Members need only the alignment of their scalars.
    ScalarBlockLayout = 2,
    /// Uniform blocks may be laid out as storage blocks.
    UniformBufferStandardLayout = 4,
    /// Blocks in workgroup memory need only the alignment of their scalars.
    WorkgroupScalarBlockLayout = 8,
    /// Offsets and strides are not checked.
    SkipBlockLayout = 16,
    /// Structures of one shape may be stored where another is expected.
    RelaxStructStore = 32,
    /// Pointers may be selected and stored in logical addressing.
    RelaxLogicalPointer = 64,
    /// The module was not yet legalized after translation from HLSL.
    BeforeHlslLegalization = 128,
    /// `LocalSizeId` is allowed.
    AllowLocalSizeId = 256,
    /// Image operands may have an offset that is not constant.
    AllowOffsetTextureOperand = 512,
    /// Bit operations may have any width.
    AllowVulkan32BitBitwise = 1024,
}

/// A set of [`Relaxation`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Relaxations(u16);

impl Relaxations {
    /// The set with one more.
    #[must_use]
    pub fn with(self, one: Relaxation) -> Relaxations {
        Relaxations(self.0 | one as u16)
    }

    /// True if the set contains it.
    pub fn has(self, one: Relaxation) -> bool {
        self.0 & one as u16 != 0
    }
}

/// Universal limits; SPIR-V specification, section 2.17.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest bound in the header.
    pub id_bound: u32,
    /// Members of a structure.
    pub struct_members: u32,
    /// Structures in structures.
    pub struct_depth: u32,
    /// Variables of a function.
    pub local_variables: u32,
    /// Variables of the module.
    pub global_variables: u32,
    /// Cases of a switch, without the default.
    pub switch_branches: u32,
    /// Parameters of a function.
    pub function_arguments: u32,
    /// Constructs in constructs.
    pub control_flow_depth: u32,
    /// Indices of an access chain.
    pub access_chain_indexes: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            id_bound: 0x3f_ffff,
            struct_members: 16383,
            struct_depth: 255,
            local_variables: 524_287,
            global_variables: 65535,
            switch_branches: 16383,
            function_arguments: 255,
            control_flow_depth: 1023,
            access_chain_indexes: 255,
        }
    }
}

/// Size and alignment in bytes of a descriptor in memory, where the environment states them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DescriptorLayouts {
    /// Of samplers.
    pub sampler: Option<(u32, u32)>,
    /// Of images.
    pub image: Option<(u32, u32)>,
    /// Of buffers.
    pub buffer: Option<(u32, u32)>,
}

/// What a module is checked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// What executes it.
    pub environment: Environment,
    /// Rules that are relaxed.
    pub relaxations: Relaxations,
    /// Limits.
    pub limits: Limits,
    /// Layouts of descriptors.
    pub descriptors: DescriptorLayouts,
}

impl CheckOptions {
    /// The rules of an environment, none of them relaxed.
    pub fn new(environment: Environment) -> CheckOptions {
        let (limits, descriptors) = (Limits::default(), DescriptorLayouts::default());
        CheckOptions { environment, relaxations: Relaxations::default(), limits, descriptors }
    }
}
