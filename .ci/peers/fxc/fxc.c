/* Compiles HLSL with the Direct3D compiler in its folder, for checks: fxc.exe PROFILE ENTRY FILE, three words per file.
   What it makes of FILE is written to FILE.dxbc. Built for Windows by mingw and run by Wine; d3dcompiler_47.dll is what ANGLE is handed out with. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

/* ID3DBlob, in the order of its functions. */
struct blob;
struct functions {
    HRESULT(WINAPI *query)(struct blob *, const void *, void **);
    ULONG(WINAPI *add)(struct blob *);
    ULONG(WINAPI *release)(struct blob *);
    void *(WINAPI *bytes)(struct blob *);
    SIZE_T(WINAPI *size)(struct blob *);
};
struct blob {
    const struct functions *functions;
};

typedef HRESULT(WINAPI *compile_function)(const void *, SIZE_T, const char *, const void *, void *, const char *, const char *,
                                          UINT, UINT, struct blob **, struct blob **);

static char *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    char *text = NULL;
    if (file == NULL)
        return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    text = malloc(*size + 1);
    *size = fread(text, 1, *size, file);
    fclose(file);
    return text;
}

int main(int count, char **words)
{
    HMODULE library = LoadLibraryA("d3dcompiler_47.dll");
    compile_function compile = library ? (compile_function)(void *)GetProcAddress(library, "D3DCompile") : NULL;
    int refused = 0;
    if (compile == NULL) {
        printf("d3dcompiler_47.dll cannot be loaded\n");
        return 2;
    }
    for (int at = 1; at + 2 < count; at += 3) {
        struct blob *code = NULL, *messages = NULL;
        size_t size = 0;
        char *text = read_file(words[at + 2], &size);
        HRESULT status = E_FAIL;
        if (text != NULL)
            status = compile(text, size, words[at + 2], NULL, NULL, words[at + 1], words[at], 0, 0, &code, &messages);
        free(text);
        if (status < 0) {
            refused = 1;
            printf("refused\t%s\t%08lx\n", words[at + 2], (unsigned long)status);
            if (messages != NULL)
                printf("%s\n", (const char *)messages->functions->bytes(messages));
        } else {
            char name[1024];
            FILE *output;
            snprintf(name, sizeof name, "%s.dxbc", words[at + 2]);
            output = fopen(name, "wb");
            if (output != NULL) {
                fwrite(code->functions->bytes(code), 1, code->functions->size(code), output);
                fclose(output);
            }
            printf("compiled\t%s\n", words[at + 2]);
        }
        fflush(stdout);
    }
    return refused;
}
