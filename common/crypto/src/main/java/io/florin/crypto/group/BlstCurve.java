package io.florin.crypto.group;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/// One of blst's two curves: the same functions under two prefixes, on coordinates of one or two field elements.
///
/// blst's sum of products builds a table of the multiples 1 to 8 of each point with one common inversion, when there
/// are few; a point whose order is 3 or that is the identity would make the whole table, and with it the sum, the
/// identity. So no decoder lets a point of order 3 in (the other orders are 11 and more), and identities are left out
/// here.
final class BlstCurve implements CurveEngine {
    private static final int COMPRESSED = 0x80;
    private static final int SCALAR_BITS = 255;
    private static final int SHORT_BITS = 128;
    private static final int SCALAR_SIZE = 32;

    /// Up to so many points blst multiplies by tables, where a second call for short scalars saves additions; above,
    /// buckets are skipped for the missing windows anyway.
    private static final int TABLE_POINTS_MAX = 85;

    /// Bits of a digit where the points are prepared: half of 2⁸ multiples of each are kept.
    private static final long TABLE_WINDOW = 8;

    private static final int SUCCESS = 0;

    /// Differences between the curves.
    enum Shape {
        G1("blst_p1", "g1", Words.FIELD),
        G2("blst_p2", "g2", 2 * Words.FIELD);

        private final String prefix;
        private final String group;
        private final int coordinate;

        Shape(String prefix, String group, int coordinate) {
            this.prefix = prefix;
            this.group = group;
            this.coordinate = coordinate;
        }
    }

    private final int pointWords;
    private final int compressedSize;
    private final long affineSize;
    private final long jacobianSize;
    private final Functions functions;

    BlstCurve(NativeFunctions library, Shape shape) {
        pointWords = 2 * shape.coordinate;
        compressedSize = Long.BYTES * shape.coordinate;
        affineSize = 2L * compressedSize;
        jacobianSize = 3L * compressedSize;
        functions = new Functions(library, shape);
    }

    @Override
    public boolean decode(byte[] encoded, long[] point) {
        return decode(encoded, 0, encoded.length, point);
    }

    @Override
    public boolean decode(byte[] source, int offset, int size, long[] point) {
        boolean compressed = size == compressedSize;
        if (!compressed && size != affineSize || compressed == ((source[offset] & COMPRESSED) == 0)) {
            return false;
        }
        if (point.length != pointWords) {
            throw new IllegalArgumentException("no room for a point");
        }
        int code = NativeFunctions.code(
                functions.deserialize,
                MemorySegment.ofArray(point),
                MemorySegment.ofArray(source).asSlice(offset, size));
        return code == SUCCESS;
    }

    @Override
    public boolean inGroup(long[] point) {
        return NativeFunctions.test(functions.inGroup, MemorySegment.ofArray(point));
    }

    @Override
    public byte[] encode(long[] point, boolean compressed) {
        byte[] encoded = new byte[compressed ? compressedSize : 2 * compressedSize];
        NativeFunctions.call(
                compressed ? functions.compress : functions.serialize,
                MemorySegment.ofArray(encoded),
                MemorySegment.ofArray(point));
        return encoded;
    }

    @Override
    public void encode(long[] point, byte[] target, int offset) {
        NativeFunctions.call(
                functions.compress,
                MemorySegment.ofArray(target).asSlice(offset, compressedSize),
                MemorySegment.ofArray(point));
    }

    @Override
    public Slot slot() {
        return new BlstSlot();
    }

    /// Arrays whose segments are made once. What is written to native code is copied here first, since a segment of a
    /// part of an array is an object.
    private final class BlstSlot implements Slot {
        private final long[] words = new long[pointWords];
        private final byte[] bytes = new byte[(int) affineSize];
        private final MemorySegment point = MemorySegment.ofArray(words);
        private final MemorySegment encoding = MemorySegment.ofArray(bytes);

        @Override
        public long[] words() {
            return words;
        }

        @Override
        public boolean decode(byte[] source, int offset, int size) {
            boolean compressed = size == compressedSize;
            if (compressed == ((source[offset] & COMPRESSED) == 0)) {
                return false;
            }
            System.arraycopy(source, offset, bytes, 0, size);
            return NativeFunctions.code(functions.deserialize, point, encoding) == SUCCESS;
        }

        @Override
        public boolean inGroup() {
            return NativeFunctions.test(functions.inGroup, point);
        }

        @Override
        public void encode(byte[] target, int offset) {
            NativeFunctions.call(functions.compress, encoding, point);
            System.arraycopy(bytes, 0, target, offset, compressedSize);
        }
    }

    @Override
    public long[] add(long[] a, long[] b) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment sum = jacobian(arena);
            NativeFunctions.call(functions.fromAffine, sum, NativeFunctions.copyOf(arena, a));
            NativeFunctions.call(functions.addAffine, sum, sum, NativeFunctions.copyOf(arena, b));
            return affine(arena, sum);
        }
    }

    @Override
    public long[] multiply(long[] point, long[] scalar) {
        return secretSum(point, scalar, 1);
    }

    @Override
    public long[] secretSum(long[] points, long[] scalars, int count, int bits) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment secrets = arena.allocate(SCALAR_SIZE + affineSize + 2 * jacobianSize, Long.BYTES);
            MemorySegment scalar = secrets.asSlice(0, SCALAR_SIZE);
            MemorySegment point = secrets.asSlice(SCALAR_SIZE, affineSize);
            MemorySegment product = secrets.asSlice(SCALAR_SIZE + affineSize, jacobianSize);
            MemorySegment sum = secrets.asSlice(SCALAR_SIZE + affineSize + jacobianSize, jacobianSize);
            try {
                for (int i = 0; i < count; i++) {
                    MemorySegment.copy(points, i * pointWords, point, JAVA_LONG, 0, pointWords);
                    MemorySegment.copy(scalars, i * Scalar.LONGS, scalar, JAVA_LONG, 0, Scalar.LONGS);
                    NativeFunctions.call(functions.fromAffine, product, point);
                    functions.multiply(product, scalar, bits);
                    NativeFunctions.call(functions.add, sum, sum, product);
                }
                return affine(arena, sum);
            } finally {
                secrets.fill((byte) 0);
            }
        }
    }

    @Override
    public long[] sum(long[] points, long[] scalars, int count) {
        try (Arena arena = Arena.ofConfined()) {
            return affine(arena, jacobianSum(arena, points, scalars, count));
        }
    }

    @Override
    public Table prepare(long[] points, int count) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment table = Arena.ofAuto().allocate(functions.tableSize(TABLE_WINDOW, count), Long.BYTES);
            functions.fillTable(table, TABLE_WINDOW, pointers(arena, NativeFunctions.copyOf(arena, points)), count);
            return new BlstTable(table.asReadOnly(), count);
        }
    }

    @Override
    public long[] sum(Table table, long[] scalars) {
        if (!(table instanceof BlstTable(MemorySegment memory, int count))) {
            throw new IllegalArgumentException("points prepared by another engine");
        }
        try (Arena arena = Arena.ofConfined()) {
            return tableSum(arena, memory, count, scalars);
        }
    }

    /// The multiples of a point follow each other in one row; the rows of the chosen points are copied together.
    @Override
    public long[] sum(Table table, int[] indexes, long[] scalars) {
        if (!(table instanceof BlstTable(MemorySegment memory, int count))) {
            throw new IllegalArgumentException("points prepared by another engine");
        }
        try (Arena arena = Arena.ofConfined()) {
            long row = memory.byteSize() / count;
            MemorySegment rows = arena.allocate(indexes.length * row, Long.BYTES);
            for (int i = 0; i < indexes.length; i++) {
                MemorySegment.copy(memory, indexes[i] * row, rows, i * row, row);
            }
            return tableSum(arena, rows, indexes.length, scalars);
        }
    }

    private long[] tableSum(Arena arena, MemorySegment table, int count, long[] scalars) {
        MemorySegment sum = jacobian(arena);
        MemorySegment scratch = arena.allocate(functions.tableScratchSize(count), Long.BYTES);
        MemorySegment factors = pointers(arena, NativeFunctions.copyOf(arena, scalars));
        functions.tableSum(sum, table, count, factors, scratch);
        return affine(arena, sum);
    }

    /// The factor is applied by doubling and complete addition, which are right for points of every order.
    @Override
    public boolean vanishes(long factor, long[] points, long[] scalars, int count) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment sum = jacobianSum(arena, points, scalars, count);
            return NativeFunctions.test(functions.isInfinity, multiple(arena, factor, sum));
        }
    }

    @Override
    public long[] project(long factor, long[] points, long[] scalars, int count) {
        try (Arena arena = Arena.ofConfined()) {
            return affine(arena, multiple(arena, factor, jacobianSum(arena, points, scalars, count)));
        }
    }

    private MemorySegment multiple(Arena arena, long factor, MemorySegment point) {
        MemorySegment multiple = jacobian(arena);
        for (int bit = Long.SIZE - Long.numberOfLeadingZeros(factor) - 1; bit >= 0; bit--) {
            NativeFunctions.call(functions.twice, multiple, multiple);
            if ((factor >>> bit & 1) != 0) {
                NativeFunctions.call(functions.add, multiple, multiple, point);
            }
        }
        return multiple;
    }

    @Override
    public long[] hash(byte[] message, byte[] tag) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment point = jacobian(arena);
            functions.hash(point, arena.allocateFrom(JAVA_BYTE, message), arena.allocateFrom(JAVA_BYTE, tag));
            return affine(arena, point);
        }
    }

    /// Without the inversion between the two.
    @Override
    public long[] hashTimes(byte[] message, byte[] tag, long[] scalar) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment secrets = arena.allocate(SCALAR_SIZE + jacobianSize, Long.BYTES);
            MemorySegment factor = secrets.asSlice(0, SCALAR_SIZE);
            MemorySegment product = secrets.asSlice(SCALAR_SIZE, jacobianSize);
            try {
                MemorySegment.copy(scalar, 0, factor, JAVA_LONG, 0, Scalar.LONGS);
                functions.hash(product, arena.allocateFrom(JAVA_BYTE, message), arena.allocateFrom(JAVA_BYTE, tag));
                functions.multiply(product, factor, SCALAR_BITS);
                return affine(arena, product);
            } finally {
                secrets.fill((byte) 0);
            }
        }
    }

    /// The points share one inversion. The identity would spoil that; a hash is one with a probability of 2⁻²⁵⁵.
    @Override
    public long[] hashAll(List<byte[]> messages, byte[] tag) {
        int count = messages.size();
        if (count == 0) {
            return new long[0];
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment tagBytes = arena.allocateFrom(JAVA_BYTE, tag);
            MemorySegment jacobians = arena.allocate(count * jacobianSize, Long.BYTES);
            for (int i = 0; i < count; i++) {
                functions.hash(
                        jacobians.asSlice(i * jacobianSize, jacobianSize),
                        arena.allocateFrom(JAVA_BYTE, messages.get(i)),
                        tagBytes);
            }
            MemorySegment affines = arena.allocate(count * affineSize, Long.BYTES);
            functions.allToAffine(affines, pointers(arena, jacobians), count);
            return affines.toArray(JAVA_LONG);
        }
    }

    @Override
    public long[] map(byte[] element) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocateFrom(JAVA_BYTE, element);
            MemorySegment field = arena.allocate(element.length, Long.BYTES);
            int size = Words.FIELD * Long.BYTES;
            for (int i = 0; i < element.length; i += size) {
                NativeFunctions.call(functions.fieldFromBytes, field.asSlice(i, size), bytes.asSlice(i, size));
            }
            MemorySegment point = jacobian(arena);
            NativeFunctions.call(functions.map, point, field, MemorySegment.NULL);
            return affine(arena, point);
        }
    }

    /// Points whose scalar is one are added as they are.
    private MemorySegment jacobianSum(Arena arena, long[] points, long[] scalars, int count) {
        var full = new Batch(arena, count);
        var shortened = count <= TABLE_POINTS_MAX ? new Batch(arena, count) : full;
        MemorySegment sum = jacobian(arena);
        MemorySegment point = arena.allocate(affineSize, Long.BYTES);
        for (int i = 0; i < count; i++) {
            int at = Scalar.LONGS * i;
            boolean isShort = (scalars[at + 2] | scalars[at + 3]) == 0;
            if (isShort && scalars[at] == 1 && scalars[at + 1] == 0) {
                MemorySegment.copy(points, i * pointWords, point, JAVA_LONG, 0, pointWords);
                NativeFunctions.call(functions.addAffine, sum, sum, point);
            } else {
                (isShort ? shortened : full).append(points, scalars, i);
            }
        }
        add(full, sum, arena, SCALAR_BITS);
        if (shortened != full) {
            add(shortened, sum, arena, SHORT_BITS);
        }
        return sum;
    }

    private void add(Batch batch, MemorySegment sum, Arena arena, int bits) {
        if (batch.size > 0) {
            MemorySegment part = jacobian(arena);
            batch.sumInto(part, arena, bits);
            NativeFunctions.call(functions.add, sum, sum, part);
        }
    }

    private MemorySegment jacobian(Arena arena) {
        return arena.allocate(jacobianSize, Long.BYTES);
    }

    private long[] affine(Arena arena, MemorySegment jacobian) {
        MemorySegment affine = arena.allocate(affineSize, Long.BYTES);
        NativeFunctions.call(functions.toAffine, affine, jacobian);
        return affine.toArray(JAVA_LONG);
    }

    /// An array of two pointers, the second null: all items follow the first.
    private static MemorySegment pointers(Arena arena, MemorySegment first) {
        MemorySegment pointers = arena.allocate(ADDRESS, 2);
        pointers.set(ADDRESS, 0, first);
        return pointers;
    }

    /// Consecutive points and scalars in native memory, for one call.
    private final class Batch {
        private final MemorySegment points;
        private final MemorySegment scalars;
        private int size;

        Batch(Arena arena, int capacity) {
            points = arena.allocate(capacity * affineSize, Long.BYTES);
            scalars = arena.allocate((long) capacity * SCALAR_SIZE, Long.BYTES);
        }

        void append(long[] sourcePoints, long[] sourceScalars, int index) {
            int from = index * pointWords;
            long any = 0;
            for (int i = from; i < from + pointWords; i++) {
                any |= sourcePoints[i];
            }
            if (any == 0) {
                return; // the identity adds nothing, and blst must not see it
            }
            MemorySegment.copy(sourcePoints, from, points, JAVA_LONG, size * affineSize, pointWords);
            MemorySegment.copy(
                    sourceScalars, index * Scalar.LONGS, scalars, JAVA_LONG, (long) size * SCALAR_SIZE, Scalar.LONGS);
            size++;
        }

        void sumInto(MemorySegment sum, Arena arena, int bits) {
            if (bits <= SHORT_BITS) {
                packShort();
            }
            MemorySegment scratch = arena.allocate(functions.scratchSize(size), Long.BYTES);
            functions.sum(sum, pointers(arena, points), size, pointers(arena, scalars), bits, scratch);
        }

        /// blst steps over scalars by as many bytes as the bits need.
        private void packShort() {
            for (int i = 1; i < size; i++) {
                MemorySegment.copy(scalars, (long) i * SCALAR_SIZE, scalars, (long) i * SHORT_BITS / 8, SHORT_BITS / 8);
            }
        }
    }

    private record BlstTable(MemorySegment memory, int count) implements Table {}

    /// The C functions of one curve.
    private static final class Functions {
        final MethodHandle deserialize;
        final MethodHandle serialize;
        final MethodHandle compress;
        final MethodHandle inGroup;
        final MethodHandle isInfinity;
        final MethodHandle toAffine;
        final MethodHandle fromAffine;
        final MethodHandle add;
        final MethodHandle addAffine;
        final MethodHandle twice;
        final MethodHandle map;
        final MethodHandle fieldFromBytes;
        private final MethodHandle multiply;
        private final MethodHandle hash;
        private final MethodHandle allToAffine;
        private final MethodHandle sum;
        private final MethodHandle scratchSize;
        private final MethodHandle tableSize;
        private final MethodHandle fillTable;
        private final MethodHandle tableSum;
        private final MethodHandle tableScratchSize;

        Functions(NativeFunctions library, Shape shape) {
            String p = shape.prefix;
            deserialize = library.quickFunction(p + "_deserialize", JAVA_INT, ADDRESS, ADDRESS);
            serialize = library.quickProcedure(p + "_affine_serialize", ADDRESS, ADDRESS);
            compress = library.quickProcedure(p + "_affine_compress", ADDRESS, ADDRESS);
            inGroup = library.quickFunction(p + "_affine_in_" + shape.group, JAVA_BYTE, ADDRESS);
            isInfinity = library.function(p + "_is_inf", JAVA_BYTE, ADDRESS);
            toAffine = library.procedure(p + "_to_affine", ADDRESS, ADDRESS);
            fromAffine = library.procedure(p + "_from_affine", ADDRESS, ADDRESS);
            add = library.procedure(p + "_add_or_double", ADDRESS, ADDRESS, ADDRESS);
            addAffine = library.procedure(p + "_add_or_double_affine", ADDRESS, ADDRESS, ADDRESS);
            twice = library.procedure(p + "_double", ADDRESS, ADDRESS);
            map = library.procedure("blst_map_to_" + shape.group, ADDRESS, ADDRESS, ADDRESS);
            fieldFromBytes = library.procedure("blst_fp_from_bendian", ADDRESS, ADDRESS);
            multiply = library.procedure(p + "_mult", ADDRESS, ADDRESS, ADDRESS, JAVA_LONG);
            hash = library.procedure(
                    "blst_hash_to_" + shape.group, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);
            allToAffine = library.procedure(p + "s_to_affine", ADDRESS, ADDRESS, JAVA_LONG);
            sum = library.procedure(p + "s_mult_pippenger", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
            scratchSize = library.function(p + "s_mult_pippenger_scratch_sizeof", JAVA_LONG, JAVA_LONG);
            tableSize = library.function(p + "s_mult_wbits_precompute_sizeof", JAVA_LONG, JAVA_LONG, JAVA_LONG);
            fillTable = library.procedure(p + "s_mult_wbits_precompute", ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);
            tableSum = library.procedure(
                    p + "s_mult_wbits", ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
            tableScratchSize = library.function(p + "s_mult_wbits_scratch_sizeof", JAVA_LONG, JAVA_LONG);
        }

        /// Multiplies the point in place, in constant time.
        void multiply(MemorySegment point, MemorySegment scalar, long bits) {
            try {
                multiply.invokeExact(point, point, scalar, bits);
            } catch (Throwable e) {
                throw NativeFunctions.broken(e);
            }
        }

        void hash(MemorySegment point, MemorySegment message, MemorySegment tag) {
            try {
                hash.invokeExact(point, message, message.byteSize(), tag, tag.byteSize(), MemorySegment.NULL, 0L);
            } catch (Throwable e) {
                throw NativeFunctions.broken(e);
            }
        }

        void allToAffine(MemorySegment affines, MemorySegment jacobians, long count) {
            try {
                allToAffine.invokeExact(affines, jacobians, count);
            } catch (Throwable e) {
                throw NativeFunctions.broken(e);
            }
        }

        void sum(
                MemorySegment sum,
                MemorySegment points,
                long count,
                MemorySegment scalars,
                long bits,
                MemorySegment scratch) {
            try {
                this.sum.invokeExact(sum, points, count, scalars, bits, scratch);
            } catch (Throwable e) {
                throw NativeFunctions.broken(e);
            }
        }

        long scratchSize(long count) {
            try {
                return (long) scratchSize.invokeExact(count);
            } catch (Throwable e) {
                throw NativeFunctions.broken(e);
            }
        }

        long tableSize(long window, long count) {
            try {
                return (long) tableSize.invokeExact(window, count);
            } catch (Throwable e) {
                throw NativeFunctions.broken(e);
            }
        }

        void fillTable(MemorySegment table, long window, MemorySegment points, long count) {
            try {
                fillTable.invokeExact(table, window, points, count);
            } catch (Throwable e) {
                throw NativeFunctions.broken(e);
            }
        }

        void tableSum(
                MemorySegment sum, MemorySegment table, long count, MemorySegment scalars, MemorySegment scratch) {
            try {
                tableSum.invokeExact(sum, table, TABLE_WINDOW, count, scalars, (long) SCALAR_BITS, scratch);
            } catch (Throwable e) {
                throw NativeFunctions.broken(e);
            }
        }

        long tableScratchSize(long count) {
            try {
                return (long) tableScratchSize.invokeExact(count);
            } catch (Throwable e) {
                throw NativeFunctions.broken(e);
            }
        }
    }
}
