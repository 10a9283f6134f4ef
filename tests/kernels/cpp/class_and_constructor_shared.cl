// expect: defect
// property: data-race
// lines: 17
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CLC++"
// about: An object of a class with a constructor keeps half of the index.

class Index {
  uint value;

 public:
  Index(uint at) : value(at) {}
  uint get() const { return value; }
};

kernel void k(global int* out) {
  Index index(get_global_id(0) / 2);
  out[index.get()] = get_global_id(0);
}
