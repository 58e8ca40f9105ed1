package io.florin.crypto.group;

import io.florin.crypto.Vectors;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/// Ethereum's precompiled contracts for BLS12-381 (EIP-2537) over an engine: big-endian field elements of 64 bytes, the
/// real part first in G2, infinity as zeros, scalars of 32 bytes of any value. Throws where the contract fails.
record Eip2537(Engine engine) {
    static final int G1_SIZE = 128;
    static final int G2_SIZE = 256;

    private static final int ELEMENT_SIZE = 64;
    private static final int PADDING = 16;
    private static final int SCALAR_SIZE = 32;

    static JsonNode vectors(String name) {
        return Vectors.json("eip2537/" + name + ".json");
    }

    /// The contract's answer, in hexadecimal.
    String call(String contract, byte[] input) {
        byte[] output = switch (contract) {
            case "blsG1Add" -> add(input, engine.g1(), G1_SIZE);
            case "blsG2Add" -> add(input, engine.g2(), G2_SIZE);
            case "blsG1Mul", "blsG1MultiExp" -> sum(input, contract, engine.g1(), G1_SIZE);
            case "blsG2Mul", "blsG2MultiExp" -> sum(input, contract, engine.g2(), G2_SIZE);
            case "blsMapG1" -> map(input, engine.g1(), G1_SIZE);
            case "blsMapG2" -> map(input, engine.g2(), G2_SIZE);
            case "blsPairing" -> pairing(input);
            default -> throw new AssertionError(contract);
        };
        return HexFormat.of().formatHex(output);
    }

    private static byte[] add(byte[] input, CurveEngine curve, int size) {
        requireSize(input.length == 2 * size);
        return write(curve.add(read(input, 0, curve, size), read(input, size, curve, size)), curve, size);
    }

    private static byte[] sum(byte[] input, String contract, CurveEngine curve, int size) {
        int stride = size + SCALAR_SIZE;
        int count = input.length / stride;
        requireSize(count > 0 && input.length == count * stride && (count == 1 || contract.endsWith("Exp")));
        int words = size / 128 * CurvePoint.WORDS;
        long[] points = new long[count * words];
        long[] scalars = new long[count * Scalar.LONGS];
        for (int i = 0; i < count; i++) {
            long[] point = readChecked(input, i * stride, curve, size);
            System.arraycopy(point, 0, points, i * words, words);
            BigInteger scalar = new BigInteger(1, input, i * stride + size, SCALAR_SIZE).mod(ScalarTest.Q);
            ScalarTest.of(scalar).copyWordsInto(scalars, i * Scalar.LONGS);
        }
        long[] result = count == 1 ? curve.multiply(points, scalars) : curve.sum(points, scalars, count);
        return write(result, curve, size);
    }

    private static byte[] map(byte[] input, CurveEngine curve, int size) {
        requireSize(input.length == size / 2);
        byte[] elements = unpad(input, 0, size / 2);
        for (int i = 0; i < elements.length; i += BaseField.SIZE) {
            if (BaseField.read(elements, i, 0).isEmpty()) {
                throw new IllegalArgumentException("invalid field element");
            }
        }
        return write(curve.map(elements), curve, size);
    }

    private byte[] pairing(byte[] input) {
        int stride = G1_SIZE + G2_SIZE;
        int count = input.length / stride;
        requireSize(count > 0 && input.length == count * stride);
        var points = new ArrayList<long[]>();
        var lines = new ArrayList<Engine.Lines>();
        for (int i = 0; i < count; i++) {
            points.add(readChecked(input, i * stride, engine.g1(), G1_SIZE));
            lines.add(engine.prepare(readChecked(input, i * stride + G1_SIZE, engine.g2(), G2_SIZE)));
        }
        byte[] output = new byte[SCALAR_SIZE];
        output[SCALAR_SIZE - 1] = (byte) (engine.pairingProductIsOne(points, lines) ? 1 : 0);
        return output;
    }

    private static long[] readChecked(byte[] input, int offset, CurveEngine curve, int size) {
        long[] point = read(input, offset, curve, size);
        if (!Words.isZero(point) && !curve.inGroup(point)) {
            throw new IllegalArgumentException("not in the group");
        }
        return point;
    }

    private static long[] read(byte[] input, int offset, CurveEngine curve, int size) {
        byte[] encoded = swap(unpad(input, offset, size));
        if (Arrays.equals(encoded, new byte[encoded.length])) {
            return new long[size / 128 * CurvePoint.WORDS];
        }
        long[] point = new long[size / 128 * CurvePoint.WORDS];
        if ((encoded[0] & 0xe0) != 0 || !curve.decode(encoded, point)) {
            throw new IllegalArgumentException("not a point of the curve");
        }
        return point;
    }

    private static byte[] write(long[] point, CurveEngine curve, int size) {
        byte[] output = new byte[size];
        if (!Words.isZero(point)) {
            byte[] encoded = swap(curve.encode(point, false));
            for (int i = 0, j = PADDING; i < encoded.length; i += BaseField.SIZE, j += ELEMENT_SIZE) {
                System.arraycopy(encoded, i, output, j, BaseField.SIZE);
            }
        }
        return output;
    }

    private static byte[] unpad(byte[] input, int offset, int size) {
        byte[] result = new byte[size / ELEMENT_SIZE * BaseField.SIZE];
        for (int i = offset, j = 0; i < offset + size; i += ELEMENT_SIZE, j += BaseField.SIZE) {
            for (int k = 0; k < PADDING; k++) {
                if (input[i + k] != 0) {
                    throw new IllegalArgumentException("invalid field element top bytes");
                }
            }
            System.arraycopy(input, i + PADDING, result, j, BaseField.SIZE);
        }
        return result;
    }

    /// Exchanges the parts of each coordinate of a point of G2, which our encoding has the other way round.
    private static byte[] swap(byte[] encoded) {
        if (encoded.length == G1_SIZE / ELEMENT_SIZE * BaseField.SIZE) {
            return encoded;
        }
        byte[] swapped = new byte[encoded.length];
        for (int i = 0; i < encoded.length; i += 2 * BaseField.SIZE) {
            System.arraycopy(encoded, i, swapped, i + BaseField.SIZE, BaseField.SIZE);
            System.arraycopy(encoded, i + BaseField.SIZE, swapped, i, BaseField.SIZE);
        }
        return swapped;
    }

    private static void requireSize(boolean right) {
        if (!right) {
            throw new IllegalArgumentException("invalid input length");
        }
    }
}
