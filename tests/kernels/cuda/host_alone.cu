// expect: error
// message: holds no kernel function
// launch: --blockDim 8 --gridDim 1
// about: Host code alone has no kernel.

int main() {
  return 0;
}
