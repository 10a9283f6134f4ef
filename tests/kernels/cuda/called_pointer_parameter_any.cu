// expect: defect
// launch: --blockDim 8 --gridDim 1 --buffer out=64
// property: data-race
// lines: 16
// replay: skip what is made up names no function of the program
// oracle: skip it follows no pointers to functions
// about: a parameter may point to any function of its type that the program takes the address of, and one of them gives two threads one place

typedef int (*Place)(int);
__device__ int twice(int i) { return 2 * i; }
__device__ int next(int i) { return i + 1; }
__device__ int pair(int i) { return i / 2; }
__global__ void k(int* out, Place place) {
  __requires(place == twice | place == next | place == pair);
  __requires(place != nullptr & (place != pair | true));
  out[place(threadIdx.x)] = threadIdx.x;
}
