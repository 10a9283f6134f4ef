"""Random CUDA kernels of warps: threads exchange values by shuffles, votes and shared memory, add up on two levels, and
count atomically.

The faults that are put in: a barrier that is missing or the warp's alone, a partner in another warp, a mask or a branch that divides
the warp, a scope that is the block's, a place that is the next one's."""

from draws import Draws

ALL = "0xffffffffu"


class Warps(Draws):
    def __init__(self, seed, slip=0.06):
        super().__init__(f"warps {seed}", slip)
        self.seed = seed
        self.shape = self.pick((64,), (64,), (32,), (48,), (16, 4), (8, 8), (32, 2), (4, 4, 4))
        self.items = 1
        for size in self.shape:
            self.items *= size
        self.count = self.pick(1, 2)

    def launch(self):
        block = ",".join(map(str, self.shape))
        return (f"--blockDim {block} --gridDim {self.count} --buffer out=2048 --buffer in={4 * self.items * self.count} "
                f"--buffer sums=64 --arg n={self.random.randint(0, 5)}")

    def value(self):
        return self.pick("own", "own * 3 + 1", "own + n", "r + own", "in[first + own]")

    def mask(self):
        return self.pick("0xffffu", "0x55555555u") if self.slip(0.5) else ALL

    def warp_barrier(self):
        if self.slip():
            return
        self.emit("__syncwarp();" if self.chance(0.8) else f"__syncwarp({self.mask()});")

    def block_barrier(self):
        if self.slip():
            if self.chance(0.5):
                self.emit("__syncwarp();")
            return
        self.emit(self.pick("__syncthreads();", "__syncthreads();", "__syncthreads();",
                            "r += __syncthreads_count(own > n);", "r += __syncthreads_or(r > n);"))

    def neighbour(self):
        """Returns another thread of the warp, unless something slips."""
        if self.slip(2):
            return self.pick(f"(own + 1) % {self.items}", f"{self.items - 1} - own", "(own ^ 32) % all")
        if self.items % 32:
            return self.pick("own ^ 1", "own ^ 2", "own ^ 8", "base")
        return self.pick("own ^ 1", "own ^ 16", "base + (lane + 1) % 32", "base + 31 - lane", "base")

    def exchange_in_warp(self):
        self.emit(f"s[{'own' if not self.slip() else self.pick('own / 2', 'lane', '(own + 1) % all')}] = {self.value()};")
        self.warp_barrier()
        self.emit(f"r += s[{self.neighbour()}];")
        if not self.slip():
            self.emit("__syncwarp();")

    def exchange_in_block(self):
        self.emit(f"s[own] = {self.value()};")
        self.block_barrier()
        self.emit(f"r += s[{self.pick(f'(own + 1) % {self.items}', f'{self.items - 1} - own', 'own', '0')}];")
        self.block_barrier()

    def shuffle(self):
        mask = self.mask()
        width = self.pick("", "", ", 16", ", 8")
        call = self.pick(f"__shfl_sync({mask}, r, {self.pick('0', 'n', 'lane / 2', '31')}{width})",
                         f"__shfl_up_sync({mask}, r, {self.pick('1', 'n', '4')}{width})",
                         f"__shfl_down_sync({mask}, r, {self.pick('1', '2', '16')}{width})",
                         f"__shfl_xor_sync({mask}, r, {self.pick('1', '5', '16')}{width})")
        self.emit(f"r += {call};")

    def butterfly(self):
        way = self.pick("xor", "down")
        self.emit(f"for (int d = 16; d > 0; d /= 2) r += __shfl_{way}_sync({self.mask()}, r, d);")

    def vote(self):
        mask, condition = self.mask(), self.pick("own > n", "r > 3", "lane == 0", "n > 2", "in[first + own] > 0")
        self.emit(self.pick(f"r += __any_sync({mask}, {condition});", f"r += __all_sync({mask}, {condition});",
                            f"r += __popc(__ballot_sync({mask}, {condition}));",
                            f"r += __reduce_add_sync({mask}, lane);", f"r += __reduce_max_sync({mask}, r);"))

    def divided(self):
        """Makes a branch that whole warps take, unless something slips."""
        if self.slip(2):
            condition = self.pick("lane < 16", "lane == 0", "own % 2 == 0", "lane > n")
        else:
            condition = self.pick("base == 0", "own / 32 == 0", "n > 2", "blockIdx.x == 0", f"__any_sync({ALL}, lane == n)")
        self.braced(f"if ({condition})", self.shuffle, self.vote, self.exchange_in_warp)

    def two_levels(self):
        self.emit(f"for (int d = 16; d > 0; d /= 2) r += __shfl_down_sync({ALL}, r, d);")
        leader = "lane == 0" if not self.slip(2) else self.pick("lane < 2", "lane == n", "own < 2")
        self.emit(f"if ({leader}) part[own / 32] = r + own;")
        self.block_barrier()
        self.emit(self.pick("r += part[0];", "if (own < 2) r += part[own];", f"r += part[{(self.items - 1) // 32}];",
                            "if (own < 32) r += __shfl_sync(0xffffffffu, lane < 2 ? part[lane] : 0, 0);"))
        self.block_barrier()

    def atomics(self):
        shared = self.chance(0.5)
        scope = self.pick("", "", "_block" if shared else "_system")
        if not shared and self.slip(3):
            scope = "_block"
        name = self.pick("Add", "Max", "Or", "Exch")
        target = "&total" if shared else f"&sums[{self.pick('own % 4', '0', 'own / 32', 'n')}]"
        if self.slip():
            self.emit(f"{target[1:]} = own;")
        self.emit(f"atomic{name}{scope}({target}, {self.pick('own', '1', 'r')});")

    def aggregated(self):
        """One thread of each warp counts for the whole warp."""
        leader = "lane == 0" if not self.slip(2) else "lane < 2"
        self.emit(f"if ({leader}) {self.pick('atomicAdd(&sums[8], 32)', 'sums[9 + own / 32 + blockIdx.x * 2] = own + r')};")

    def compacted(self):
        """Threads whose vote is true write consecutive elements, unless something slips."""
        condition = self.pick("own > n", "in[first + own] > 0", "lane % 3 == 0", "n > 2")
        votes, rank = self.name("votes"), self.name("rank")
        before = "(1u << lane) - 1" if not self.slip(2) else self.pick("(2u << lane) - 1", "(1u << lane) / 2 - 1", "lane")
        self.emit(f"const unsigned {votes} = __ballot_sync({self.mask()}, {condition});")
        self.emit(f"const int {rank} = __popc({votes} & ({before}));")
        self.block_barrier()
        self.emit(f"if ({condition if not self.slip(2) else 'own >= n'}) s[{self.pick('base', 'base', '0')} + {rank}] = own;")
        self.block_barrier()

    def placed(self):
        """Threads of a warp write from a start that one of them provides, unless something slips."""
        place = self.name("place")
        lane = self.pick("0", "n", "5", "lane & 1", "lane", "31", "lane ^ 1") if not self.slip() else "own"
        self.emit(f"const int {place} = __shfl_sync({self.mask()}, {self.pick('own', 'in[first + own]', 'r', 'lane')}, {lane});")
        self.block_barrier()
        self.emit(f"s[{self.pick('base', 'base', '0')} + (({place} + lane) & 15)] = own;" if self.chance(0.3) else
                  f"s[(base + (({place} + lane) & 31)) % all] = own;")
        self.block_barrier()

    def part_of_warp(self):
        """Half of each warp, or the threads that hold one key, exchange values; these are their places, if nothing slips."""
        self.block_barrier()
        mask = "0xffffu" if not self.slip() else "0xffu"
        made = self.name("made")
        kind = self.pick("votes", "place", "keys")
        if kind == "votes":
            condition = self.pick("own > n", "in[first + own] > 0", "lane % 3 == 0")
            before = "(1u << lane) - 1" if not self.slip(2) else "(2u << lane) - 1"
            self.emit(f"if (lane < 16) {{ const unsigned {made} = __ballot_sync({mask}, {condition}); "
                      f"if ({condition if not self.slip(2) else 'own >= n'}) s[base + __popc({made} & ({before}))] = own; }}")
        elif kind == "place":
            lane = self.pick("0", "n", "5", "lane") if not self.slip(2) else self.pick("lane / 2", "lane ^ 1")
            self.emit(f"if (lane < 16) {{ const int {made} = __shfl_sync({mask}, {self.pick('own', 'in[first + own]', 'r')}, {lane}); "
                      f"s[base + (({made} + {'lane' if lane != 'lane' else '0'}) & 15)] = own; }}")
        else:
            key = self.pick("own & 7", "in[first + own] & 7", "lane / 4")
            place = key if not self.slip(2) else f"(({key}) / 2)"
            self.emit(f"{{ const unsigned {made} = __match_any_sync({ALL}, {key}); "
                      f"if (__ffs({made}) - 1 == lane) s[base + ({place})] = own; }}")
        self.block_barrier()

    def ragged(self):
        if self.slip(2):
            bound = self.pick("lane & 1", "own & 1", "lane")
        else:
            bound = self.pick("n", "own / 32 + 1", "2", "(int)blockIdx.x + 1", f"__reduce_max_sync({ALL}, lane & 3)")
        i = self.name("i")
        self.emit(f"const int most{i} = {bound};")
        self.braced(f"for (int {i} = 0; {i} < most{i}; ++{i})", self.shuffle, self.vote, self.exchange_in_warp)

    def make(self):
        self.emit(f"__shared__ int s[{self.items}], part[2], total;")
        own = "threadIdx.x"
        if len(self.shape) > 1:
            own = "threadIdx.y * blockDim.x + threadIdx.x"
        if len(self.shape) > 2:
            own = "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x"
        self.emit(f"const int own = {own}, all = {self.items}, first = blockIdx.x * {self.items};")
        self.emit("const int lane = own % 32, base = own - lane;")
        self.emit("int r = n;")
        if self.chance(0.15):
            self.emit(f"if (own >= {self.items // 2} + n) return;")
            for _ in range(self.random.randint(1, 2)):
                self.pick(self.exchange_with_returned, self.atomics)()
        else:
            for _ in range(self.random.randint(1, 4)):
                self.pick(self.exchange_in_warp, self.exchange_in_warp, self.exchange_in_block, self.shuffle, self.butterfly,
                          self.vote, self.divided, self.two_levels, self.atomics, self.aggregated, self.ragged, self.compacted,
                          self.placed, self.part_of_warp)()
        place = "first + own" if not self.slip() else self.pick("own", "first + lane", "(first + own) / 2")
        self.emit(f"out[{place}] = r + own;")
        header = [f"// launch: {self.launch()}", f"// about: generated from seed {self.seed}", ""]
        return ("\n".join(header) + "\n__global__ void k(int *out, const int *in, int *sums, int n) {\n" +
                "\n".join(self.lines) + "\n}\n")

    def exchange_with_returned(self):
        """Threads that have returned miss a barrier of the block."""
        self.emit(f"s[own] = {self.value()};")
        if not self.slip():
            self.emit("__syncthreads();")
        self.emit(f"r += s[{self.items // 2 - 1} - own % {self.items // 2}];")
        if not self.slip():
            self.emit("__syncthreads();")
