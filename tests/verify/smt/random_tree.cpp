#include <algorithm>
#include <functional>

#include "tests/verify/smt/reference.h"

namespace launchproof::smt::reference {
namespace {

class Generator {
 public:
  Generator(std::mt19937_64& random, const Options& options) : d_random(random), d_options(options) {}

  TreePtr tree(unsigned width, unsigned depth) {
    if (depth == 0 || chance(8)) return leaf(width);
    return width == 0 ? boolean(depth - 1) : bits(width, depth - 1);
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(d_random() % limit); }
  bool chance(unsigned one_in) { return below(one_in) == 0; }
  unsigned some_width() { return d_options.widths[below(static_cast<unsigned>(d_options.widths.size()))]; }

  static TreePtr node(std::string op, unsigned width, std::vector<TreePtr> x, unsigned low = 0) {
    return std::make_shared<Tree>(Tree{std::move(op), width, std::move(x), {}, {}, low});
  }

  TreePtr leaf(unsigned width) {
    if (chance(width == 0 ? 8 : 3)) return literal(width);
    // The name gives the width. There are few variables of each width, so that terms recur.
    std::string name =
        (width == 0 ? "b" : "x" + std::to_string(width) + "_") + std::to_string(below(d_options.variables));
    return std::make_shared<Tree>(Tree{"var", width, {}, std::move(name), {}, 0});
  }

  TreePtr literal(unsigned width) {
    Digits digits(width == 0 ? 1 : width, false);
    switch (below(6)) {
      case 0:
        break;  // 0
      case 1:
        digits.flip();
        break;  // -1
      case 2:
        digits[below(static_cast<unsigned>(digits.size()))] = true;
        break;  // a power of two
      case 3:   // a run of ones
        std::fill(digits.begin(), digits.begin() + 1 + below(static_cast<unsigned>(digits.size())), true);
        if (chance(2)) digits.flip();
        break;
      case 4:
        digits = to_digits(below(20), static_cast<unsigned>(digits.size()));
        break;
      default:
        for (std::size_t i = 0; i < digits.size(); ++i) digits[i] = chance(2);
        break;
    }
    return std::make_shared<Tree>(Tree{"const", width, {}, {}, std::move(digits), 0});
  }

  TreePtr boolean(unsigned depth) {
    switch (below(8)) {
      case 0:
        return node("not", 0, {tree(0, depth)});
      case 1:
      case 2: {
        std::vector<TreePtr> x(2 + below(2));
        for (TreePtr& child : x) child = tree(0, depth);
        return node(chance(2) ? "and" : "or", 0, std::move(x));
      }
      case 3:
        return node("ite", 0, {tree(0, depth), tree(0, depth), tree(0, depth)});
      case 4:
        if (chance(3)) return node("=", 0, {tree(0, depth), tree(0, depth)});
        [[fallthrough]];
      default: {
        static const char* const kNames[] = {"=", "=", "bvult", "bvule", "bvslt", "bvsle"};
        const unsigned width = some_width();
        return node(kNames[below(6)], 0, {tree(width, depth), tree(width, depth)});
      }
    }
  }

  TreePtr bits(unsigned width, unsigned depth) {
    switch (below(12)) {
      case 0:
      case 1:
      case 2: {  // linear forms
        static const char* const kNames[] = {"bvadd", "bvadd", "bvsub", "bvmul"};
        if (chance(2)) return node("bvmul", width, {literal(width), tree(width, depth)});
        return node(kNames[below(4)], width, {tree(width, depth), tree(width, depth)});
      }
      case 3:
        return node(chance(2) ? "bvneg" : "bvnot", width, {tree(width, depth)});
      case 4:
      case 5: {
        static const char* const kNames[] = {"bvand", "bvor", "bvxor"};
        return node(kNames[below(3)], width, {tree(width, depth), tree(width, chance(2) ? 0 : depth)});
      }
      case 6: {
        static const char* const kNames[] = {"bvshl", "bvlshr", "bvashr"};
        return node(kNames[below(3)], width,
                    {tree(width, depth), chance(3) ? tree(width, depth) : small(width)});
      }
      case 7: {
        if (!d_options.divisions) return node("bvadd", width, {tree(width, depth), tree(width, depth)});
        static const char* const kNames[] = {"bvudiv", "bvurem", "bvsdiv", "bvsrem"};
        return node(kNames[below(4)], width,
                    {tree(width, depth), chance(2) ? small(width) : tree(width, depth)});
      }
      case 8:
        return node("ite", width, {tree(0, depth), tree(width, depth), tree(width, depth)});
      case 9:
        return extraction(width, depth);
      case 10:
        return extension(width, depth);
      default:
        return join(width, depth);
    }
  }

  TreePtr small(unsigned width) {
    return std::make_shared<Tree>(
        Tree{"const",
             width,
             {},
             {},
             to_digits(chance(2) ? below(20) : Bits{1} << below(std::min(width, 20U)), width),
             0});
  }

  TreePtr extraction(unsigned width, unsigned depth) {
    const unsigned from = some_width();
    if (from <= width) return extension(width, depth);
    return node("extract", width, {tree(from, depth)}, chance(2) ? 0 : below(from - width + 1));
  }

  TreePtr extension(unsigned width, unsigned depth) {
    const unsigned from = some_width();
    if (from >= width) return tree(width, depth);
    return node(chance(3) ? "sext" : "zext", width, {tree(from, depth)});
  }

  TreePtr join(unsigned width, unsigned depth) {
    if (d_options.functions && chance(3)) {
      const unsigned from = some_width();
      auto call = node("apply", width, {tree(from, depth)});
      call->name = "f" + std::to_string(from) + "_" + std::to_string(width);
      return call;
    }
    const unsigned low = some_width();
    if (low >= width) return tree(width, depth);
    return node("concat", width, {tree(width - low, depth), tree(low, depth)});
  }

  std::mt19937_64& d_random;
  const Options& d_options;
};

}  // namespace

TreePtr random_tree(std::mt19937_64& random, const Options& options, unsigned width, unsigned depth) {
  return Generator(random, options).tree(width, depth);
}

Assignment random_assignment(std::mt19937_64& random, const Tree& tree) {
  Assignment assignment;
  assignment.function_seed = random();
  const std::function<void(const Tree&)> walk = [&](const Tree& t) {
    for (const auto& child : t.x) walk(*child);
    if (t.op != "var" || assignment.variables.contains(t.name)) return;
    const unsigned width = t.width == 0 ? 1 : t.width;
    Bits value = (static_cast<Bits>(random()) << 64) | random();
    switch (random() % 5) {  // small values and extremes meet more rules' borders
      case 0:
        value = random() % 4;
        break;
      case 1:
        value = -Bits{1} - random() % 4;
        break;
      case 2:
        value = (Bits{1} << (width - 1)) + random() % 3 - 1;
        break;
      default:
        break;
    }
    assignment.variables[t.name] = to_digits(value, width);
  };
  walk(tree);
  return assignment;
}

}  // namespace launchproof::smt::reference
