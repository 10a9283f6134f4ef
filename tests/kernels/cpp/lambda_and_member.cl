// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CLC++"
// sibling: lambda_of_other_member.cl
// about: A lambda writes the place that a member function of a derived class computes.

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
  auto write = [&](int value) { out[d.own()] = value; };
  write(get_global_id(0));
}
