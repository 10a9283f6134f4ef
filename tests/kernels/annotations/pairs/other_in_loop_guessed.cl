// expect: verified
// launch: --local-size 8 --num-groups 4 --buffer out=128 --buffer by=400 --arg n=100
// sibling: other_in_loop_guessed_scaled.cl
// about: values that are read keep apart what begins apart, and a guess about two work-items says so, which the second engine keeps
// oracle: skip it does not know what speaks of two work-items

__kernel void rotate(__global int *out, __global const int *by, int n) {
  __local int place[8];
  int l = get_local_id(0);
  int v = l;
  for (int i = 0; __candidate_invariant(v >= 0), __candidate_invariant(v < 8), __candidate_invariant(v != __other_int(v)), i < n; i++) {
    place[v] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = place[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    v = (v + by[i]) & 7;
  }
}
