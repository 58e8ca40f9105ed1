package io.florin.crypto.group;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.List;

/// The engine that calls blst, on the platforms where it is shipped; all of them are little-endian, as points and
/// scalars are here. Each operation is one arena confined to the call; what a secret touched is zeroed before it is
/// freed.
final class BlstEngine implements Engine {
    private static final long FP12_SIZE = 576;
    private static final long LINES_SIZE = 68 * 288;

    private final BlstCurve g1;
    private final BlstCurve g2;
    private final PairingFunctions pairing;

    BlstEngine(SymbolLookup library) {
        var functions = new NativeFunctions(library);
        g1 = new BlstCurve(functions, BlstCurve.Shape.G1);
        g2 = new BlstCurve(functions, BlstCurve.Shape.G2);
        pairing = new PairingFunctions(
                functions.procedure("blst_precompute_lines", ADDRESS, ADDRESS),
                functions.procedure("blst_miller_loop_lines", ADDRESS, ADDRESS, ADDRESS),
                functions.procedure("blst_fp12_mul", ADDRESS, ADDRESS, ADDRESS),
                functions.procedure("blst_final_exp", ADDRESS, ADDRESS),
                functions.function("blst_fp12_is_one", JAVA_BYTE, ADDRESS));
    }

    @Override
    public String name() {
        return "blst 0.3.17";
    }

    @Override
    public CurveEngine g1() {
        return g1;
    }

    @Override
    public CurveEngine g2() {
        return g2;
    }

    @Override
    public Lines prepare(long[] point) {
        if (Words.isZero(point)) {
            return IDENTITY;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment lines = Arena.ofAuto().allocate(LINES_SIZE, Long.BYTES);
            NativeFunctions.call(pairing.precompute, lines, NativeFunctions.copyOf(arena, point));
            return new BlstLines(lines.asReadOnly());
        }
    }

    @Override
    public boolean pairingProductIsOne(List<long[]> points, List<Lines> lines) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment product = arena.allocate(FP12_SIZE, Long.BYTES);
            MemorySegment factor = arena.allocate(FP12_SIZE, Long.BYTES);
            int factors = 0;
            for (int i = 0; i < points.size(); i++) {
                if (!(lines.get(i) instanceof BlstLines prepared) || Words.isZero(points.get(i))) {
                    continue; // a factor of one
                }
                MemorySegment point = NativeFunctions.copyOf(arena, points.get(i));
                NativeFunctions.call(pairing.miller, factors == 0 ? product : factor, prepared.memory(), point);
                if (factors > 0) {
                    NativeFunctions.call(pairing.multiply, product, product, factor);
                }
                factors++;
            }
            if (factors == 0) {
                return true;
            }
            NativeFunctions.call(pairing.finalExponentiation, product, product);
            return NativeFunctions.test(pairing.isOne, product);
        }
    }

    private static final Lines IDENTITY = new Lines() {};

    private record BlstLines(MemorySegment memory) implements Lines {}

    private record PairingFunctions(
            MethodHandle precompute,
            MethodHandle miller,
            MethodHandle multiply,
            MethodHandle finalExponentiation,
            MethodHandle isOne) {}
}
