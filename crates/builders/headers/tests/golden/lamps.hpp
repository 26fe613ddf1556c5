// Interface of lamps, written by glassbox. Changes made here are lost.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lamps {

// A value and the bytes up to the next one.
template <typename T, std::size_t N> struct Padded {
    T value;
    std::uint8_t padding[N];
};

struct Camera {
    float view[4][4]; // columns of a matrix of 4 columns and 4 rows
    Padded<float[3], 4> turn[3]; // columns of a matrix of 3 columns and 3 rows
    Padded<float[2], 8> shear[3]; // rows of a matrix of 2 columns and 3 rows
    float eye[3];
    float zoom;
    Padded<float, 12> weights[4];
};
static_assert(sizeof(Camera) == 240, "");
static_assert(offsetof(Camera, view) == 0, "");
static_assert(sizeof(Camera::view) == 64, "");
static_assert(offsetof(Camera, turn) == 64, "");
static_assert(sizeof(Camera::turn) == 48, "");
static_assert(offsetof(Camera, shear) == 112, "");
static_assert(sizeof(Camera::shear) == 48, "");
static_assert(offsetof(Camera, eye) == 160, "");
static_assert(sizeof(Camera::eye) == 12, "");
static_assert(offsetof(Camera, zoom) == 172, "");
static_assert(offsetof(Camera, weights) == 176, "");
static_assert(sizeof(Camera::weights) == 64, "");

struct Draw {
    std::uint32_t object;
    std::uint8_t padding0[12];
    float shift[2];
};
static_assert(sizeof(Draw) == 24, "");
static_assert(offsetof(Draw, object) == 0, "");
static_assert(offsetof(Draw, shift) == 16, "");
static_assert(sizeof(Draw::shift) == 8, "");

struct Lamps {
    std::uint32_t count;
    std::uint32_t isOn[3];
};
static_assert(sizeof(Lamps) == 16, "");
static_assert(offsetof(Lamps, count) == 0, "");
static_assert(offsetof(Lamps, isOn) == 4, "");
static_assert(sizeof(Lamps::isOn) == 12, "");

struct Lamp {
    float place[3];
    float reach;
    float color[3];
    std::uint8_t padding0[4];
};
static_assert(sizeof(Lamp) == 32, "");
static_assert(offsetof(Lamp, place) == 0, "");
static_assert(sizeof(Lamp::place) == 12, "");
static_assert(offsetof(Lamp, reach) == 12, "");
static_assert(offsetof(Lamp, color) == 16, "");
static_assert(sizeof(Lamp::color) == 12, "");

// Camera: uniform buffer.
constexpr std::size_t Camera_size = 240;

// Draw: push constants.
constexpr std::size_t Draw_size = 24;

// Lamps: storage buffer.
constexpr std::size_t Lamps_size = 16;
using Lamps_lamps = Lamp;
constexpr std::size_t Lamps_lamps_offset = 16;
constexpr std::size_t Lamps_lamps_stride = 32;

// A descriptor; a count of 0 is one that the program does not state.
struct Binding {
    std::uint32_t set;
    std::uint32_t binding;
    std::uint32_t count;
};

namespace bindings {
constexpr Binding Lamps = {0, 1, 1}; // storage buffer
constexpr Binding maps = {0, 2, 2}; // combined image sampler
constexpr Binding camera = {1, 0, 1}; // uniform buffer
} // namespace bindings

// An input of the vertex stage.
struct Input {
    std::uint32_t location;
    std::uint32_t components;
};

namespace inputs {
constexpr Input position = {0, 3}; // float32
} // namespace inputs

// Specialization constants: their ids, and the values that they have otherwise.
namespace constants {
constexpr std::uint32_t SAMPLES_id = 3;
constexpr std::int64_t SAMPLES = 4;
constexpr std::uint32_t SOFT_id = 4;
constexpr bool SOFT = true;
constexpr std::uint32_t BIAS_id = 5;
constexpr double BIAS = 0.125;
} // namespace constants

} // namespace lamps
