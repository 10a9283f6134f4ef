// expect: defect
// property: data-race
// lines: 18
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CLC++"
// about: A lambda writes the place that the base class computes, which neighbours share.

struct Base {
  uint at;
  uint place() const { return at / 2; }
};
struct Derived : Base {
  uint own() const { return at; }
};

kernel void k(global int* out) {
  Derived d{};
  d.at = get_global_id(0);
  auto write = [&](int value) { out[d.place()] = value; };
  write(get_global_id(0));
}
