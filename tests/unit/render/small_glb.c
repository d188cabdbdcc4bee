#include "small_glb.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BIN = 36 + 36 + 48 + 8 /* positions, normals, colours, indices with padding */, MOST_JSON = 2048 };

static const char json_format[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
    "{\"name\":\"frame\",\"children\":[1],\"rotation\":[0,0.70710678,0,0.70710678],\"translation\":[10,0,0]},"
    "{\"name\":\"bucket:lip\",\"mesh\":0,\"translation\":[0,2,0]}],"
    "\"materials\":[{\"name\":\"%s\",\"emissiveFactor\":[0,0,0.5],\"pbrMetallicRoughness\":"
    "{\"baseColorFactor\":[0.2,0.4,0.6,0.3],\"metallicFactor\":0.25,\"roughnessFactor\":0.75}}],"
    "\"meshes\":[{\"name\":\"lip\",\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"COLOR_0\":"
    "2},"
    "\"indices\":3,\"material\":0}]}],"
    "\"buffers\":[{\"byteLength\":128}],\"bufferViews\":["
    "{\"buffer\":0,\"byteOffset\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":36},"
    "{\"buffer\":0,\"byteOffset\":72,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":120,\"byteLength\":6}],"
    "\"accessors\":["
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,1]},"
    "{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"bufferView\":2,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"},"
    "{\"bufferView\":3,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}]}";

static void fill_bin(uint8_t bin[BIN])
{
    static const float n = 0.57735027F;
    static const float positions[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const float colours[12] = {0, 0, 0, 1, 0.5F, 0.5F, 0.5F, 1, 1, 1, 1, 1};
    static const uint16_t indices[3] = {0, 1, 2};
    float normals[9];
    for (int i = 0; i < 9; i++) normals[i] = n;
    memset(bin, 0, BIN);
    memcpy(bin, positions, sizeof positions);
    memcpy(bin + 36, normals, sizeof normals);
    memcpy(bin + 72, colours, sizeof colours);
    memcpy(bin + 120, indices, sizeof indices);
}

static uint8_t *put32(uint8_t *to, uint32_t value)
{
    memcpy(to, &value, sizeof value); /* little-endian, as the machines that this runs on */
    return to + sizeof value;
}

bool small_glb_write(const char *path, const char *material, size_t cut)
{
    static uint8_t file[MOST_JSON + BIN + 28];
    char json[MOST_JSON];
    const int written = snprintf(json, sizeof json, json_format, material);
    if (written < 0 || written + 4 > MOST_JSON) return false;
    uint32_t length = (uint32_t)written;
    while (length % 4 != 0) json[length++] = ' ';
    uint8_t *at = put32(file, 0x46546C67U); /* "glTF" */
    at = put32(at, 2U);
    at = put32(at, 12U + 8U + length + 8U + (uint32_t)BIN);
    at = put32(at, length);
    at = put32(at, 0x4E4F534AU); /* "JSON" */
    memcpy(at, json, length);
    at = put32(at + length, (uint32_t)BIN);
    at = put32(at, 0x004E4942U); /* "BIN" */
    fill_bin(at);
    const size_t size = (size_t)(at + BIN - file) - cut;
    FILE *out = fopen(path, "wb");
    if (out == NULL) return false;
    const bool good = fwrite(file, 1, size, out) == size;
    return fclose(out) == 0 && good;
}
