#include "draw/html.hpp"

namespace ricochet::cli {

std::string escaped(const std::string& text) {
  std::string html;
  for (const char c : text) switch (c) {
      case '&': html += "&amp;"; break;
      case '<': html += "&lt;"; break;
      case '>': html += "&gt;"; break;
      case '"': html += "&quot;"; break;
      default: html += c;
    }
  return html;
}

}  // namespace ricochet::cli
