/* Compiles each file of a list, one path a line, N times in one process with glslang, as crates/languages/glsl/examples/repeat_glsl.rs does
   with Glassbox: `measured` is what benches/glsl.sh counts the instructions of. Prints the path of each file and whether it compiles. */
#include <SPIRV/GlslangToSpv.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace {

EShLanguage stage_of(const std::string &path)
{
    static const std::map<std::string, EShLanguage> stages = {
        {"vert", EShLangVertex},        {"tesc", EShLangTessControl}, {"tese", EShLangTessEvaluation}, {"geom", EShLangGeometry},
        {"frag", EShLangFragment},      {"comp", EShLangCompute},     {"task", EShLangTask},           {"mesh", EShLangMesh},
        {"rgen", EShLangRayGen},        {"rint", EShLangIntersect},   {"rahit", EShLangAnyHit},        {"rchit", EShLangClosestHit},
        {"rmiss", EShLangMiss},         {"rcall", EShLangCallable},
    };
    auto found = stages.find(path.substr(path.rfind('.') + 1));
    return found == stages.end() ? EShLangFragment : found->second;
}

std::string text_of(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/* Included texts in the folder of the text that includes them. */
struct Beside : glslang::TShader::Includer {
    IncludeResult *find(const char *name, const char *from)
    {
        std::string path(from);
        path.resize(path.rfind('/') + 1);
        path += name;
        auto *text = new std::string(text_of(path));
        return new IncludeResult(path, text->data(), text->size(), text);
    }
    IncludeResult *includeSystem(const char *name, const char *from, size_t) override { return find(name, from); }
    IncludeResult *includeLocal(const char *name, const char *from, size_t) override { return find(name, from); }
    void releaseInclude(IncludeResult *result) override
    {
        if (result != nullptr)
            delete static_cast<std::string *>(result->userData);
        delete result;
    }
};

} // namespace

extern "C" __attribute__((noinline)) bool measured(const char *text, const char *path, EShLanguage stage)
{
    const auto messages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
    glslang::TShader shader(stage);
    shader.setStringsWithLengthsAndNames(&text, nullptr, &path, 1);
    shader.setEnvInput(glslang::EShSourceGlsl, stage, glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_2);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_5);
    Beside includes;
    if (!shader.parse(GetDefaultResources(), 100, false, messages, includes))
        return false;
    glslang::TProgram program;
    program.addShader(&shader);
    if (!program.link(messages))
        return false;
    std::vector<unsigned> words;
    glslang::SpvOptions options;
    options.disableOptimizer = true;
    glslang::GlslangToSpv(*program.getIntermediate(stage), words, nullptr, &options);
    return !words.empty();
}

int main(int count, char **arguments)
{
    if (count != 3) {
        std::fprintf(stderr, "glslang COUNT LIST\n");
        return 2;
    }
    glslang::InitializeProcess();
    std::ifstream list(arguments[2]);
    for (std::string path; std::getline(list, path);) {
        const std::string text = text_of(path);
        bool is_right = false;
        for (int repetition = std::atoi(arguments[1]); repetition > 0; repetition--)
            is_right = measured(text.c_str(), path.c_str(), stage_of(path));
        std::printf("%s %d\n", path.c_str(), is_right ? 1 : 0);
    }
    glslang::FinalizeProcess();
    return 0;
}
