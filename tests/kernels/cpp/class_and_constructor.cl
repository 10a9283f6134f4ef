// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CLC++"
// sibling: class_and_constructor_shared.cl
// about: An object of a class with a constructor keeps the own index.

class Index {
  uint value;

 public:
  Index(uint at) : value(at) {}
  uint get() const { return value; }
};

kernel void k(global int* out) {
  Index index(get_global_id(0));
  out[index.get()] = get_global_id(0);
}
