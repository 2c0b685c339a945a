#include "draw/html.hpp"

#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

TEST(Html, shows_text_as_it_is) {
  EXPECT_EQ(escaped("a < b && \"c\" > 'd'"), "a &lt; b &amp;&amp; &quot;c&quot; &gt; 'd'");
  EXPECT_EQ(escaped("&amp;"), "&amp;amp;") << "what is escaped already is text, too";
}

}  // namespace
}  // namespace ricochet::cli
