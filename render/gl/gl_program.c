/* Programs: shaders put together with what all share, compiled for a quality, and bound to the units and the
 * block that gl_internal.h fixes. */
#include "gl_internal.h"

#include <stdio.h>
#include <string.h>

static const char *const samplers[GL_UNITS] = {
#define X(unit, sampler) sampler,
    GL_UNIT_LIST(X)
#undef X
};

/* Compile a stage; 0: g->error. */
static GLuint compile(gl *g, GLenum stage, const char *name, const char *defines)
{
    const char *text = gl_shader_source(name);
    if (text == NULL) {
        (void)snprintf(g->error, sizeof g->error, "this build does not contain the shader %s", name);
        return 0;
    }
    char head[64];
    (void)snprintf(head, sizeof head, "#version 330 core\n#define QUALITY %d\n", (int)g->quality);
    const char *const parts[] = {head, defines, gl_shader_source("common"), "#line 1\n", text};
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 5, parts, NULL);
    glCompileShader(shader);
    GLint fine = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
    if (fine == GL_TRUE) return shader;
    const int length = snprintf(g->error, sizeof g->error, "shader %s: ", name);
    glGetShaderInfoLog(shader, (GLsizei)sizeof g->error - length, NULL, g->error + length);
    glDeleteShader(shader);
    return 0;
}

/* Look at what is fixed for all programs. */
static void bind_shared(GLuint id)
{
    const GLuint block = glGetUniformBlockIndex(id, "Frame");
    if (block != GL_INVALID_INDEX) glUniformBlockBinding(id, block, GL_FRAME_BLOCK);
    glUseProgram(id);
    for (int unit = 0; unit < GL_UNITS; ++unit) glUniform1i(glGetUniformLocation(id, samplers[unit]), unit);
}

bool gl_program_make(gl *g, gl_program *program, const char *vertex, const char *fragment,
                     const char *defines)
{
    gl_program_free(program);
    const GLuint first = compile(g, GL_VERTEX_SHADER, vertex, defines);
    if (first == 0) return false;
    const GLuint second = compile(g, GL_FRAGMENT_SHADER, fragment, defines);
    if (second == 0) {
        glDeleteShader(first);
        return false;
    }
    const GLuint id = glCreateProgram();
    glAttachShader(id, first);
    glAttachShader(id, second);
    glLinkProgram(id);
    glDetachShader(id, first);
    glDetachShader(id, second);
    glDeleteShader(first);
    glDeleteShader(second);
    GLint fine = GL_FALSE;
    glGetProgramiv(id, GL_LINK_STATUS, &fine);
    if (fine != GL_TRUE) {
        const int length = snprintf(g->error, sizeof g->error, "program %s, %s: ", vertex, fragment);
        glGetProgramInfoLog(id, (GLsizei)sizeof g->error - length, NULL, g->error + length);
        glDeleteProgram(id);
        return false;
    }
    bind_shared(id);
    program->id = id;
    return true;
}

void gl_program_free(gl_program *program)
{
    glDeleteProgram(program->id);
    program->id = 0;
}

GLint gl_uniform(const gl_program *program, const char *name)
{
    return glGetUniformLocation(program->id, name);
}

void gl_draw_whole(const gl *g)
{
    glBindVertexArray(g->empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}
