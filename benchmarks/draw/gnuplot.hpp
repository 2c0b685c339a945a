#pragma once

#include <string>

namespace ricochet::cli {

/// Refuses a picture that could not be drawn: its name must end in .svg or .png, and gnuplot must
/// be there.
void check_picture(const std::string& path);

/// A text as gnuplot takes it literally, whatever it contains.
[[nodiscard]] std::string quoted(const std::string& text);

/// Draws a gnuplot script into a file of `width` x `height` pixels, which appears at once and
/// complete. The script sets neither terminal nor output. In a .gif every plot is a frame, shown
/// for `interval` seconds. Throws std::runtime_error with gnuplot's words if it fails.
void draw(const std::string& script, const std::string& path, int width, int height,
          double interval = 0.05);

}  // namespace ricochet::cli
