// equal: rows renamed
// launch: --local-size * --num-groups *
// expect: verified
// about: Loops of unknown length with equal bodies: the product of a matrix and a vector, and its rewriting.
// mutant: `row + k] * v[k]` to `row + k] * v[0]`: defect
// mutant: `uint k = 0; k < m; ++k` to `uint k = 1; k < m; ++k`: defect
// mutant: `v[j] * a[j + row]` to `v[j] * a[j + m]`: defect
__kernel void rows(__global const uint *a, __global const uint *v, __global uint *out, uint m) {
  size_t row = get_global_id(0) * m;
  uint sum = 0;
  for (uint k = 0; k < m; ++k) sum += a[row + k] * v[k];
  out[get_global_id(0)] = sum;
}

__kernel void renamed(__global const uint *a, __global const uint *v, __global uint *out, uint m) {
  size_t row = m * (get_group_id(0) * get_local_size(0) + get_local_id(0));
  uint sum = 0;
  for (uint j = 0; j < m; j += 1) sum = v[j] * a[j + row] + sum;
  out[get_global_id(0)] = sum;
}
