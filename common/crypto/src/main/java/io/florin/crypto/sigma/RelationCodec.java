package io.florin.crypto.sigma;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sigma.LinearRelation.Equation;
import io.florin.crypto.sigma.LinearRelation.ImageTerm;
import io.florin.crypto.sigma.LinearRelation.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The bytes of a relation (`SerializeLinearRelation` of draft-irtf-cfrg-sigma-protocols): counts and indexes in 4
/// bytes little-endian, coefficients in 32 bytes big-endian, points compressed; the generator, point 0, is left out.
final class RelationCodec {
    private static final int COEFFICIENT_SIZE = 32;
    private static final int POINT_SIZE = 48;
    private static final int IMAGE_TERM_SIZE = Integer.BYTES + COEFFICIENT_SIZE;
    private static final int TERM_SIZE = 2 * Integer.BYTES + COEFFICIENT_SIZE;
    private static final int EQUATION_SIZE_MIN = 2 * Integer.BYTES + IMAGE_TERM_SIZE + TERM_SIZE;

    private final byte[] bytes;
    private int position;

    private RelationCodec(byte[] bytes) {
        this.bytes = bytes;
    }

    static byte[] encode(LinearRelation relation) {
        RelationCodec out = new RelationCodec(new byte[size(relation)]);
        RelationMatrix matrix = relation.matrix();
        out.put(matrix.equations());
        for (int equation = 0; equation < matrix.equations(); equation++) {
            out.put(matrix.imageFrom(equation + 1) - matrix.imageFrom(equation));
            for (int at = matrix.imageFrom(equation); at < matrix.imageFrom(equation + 1); at++) {
                out.put(matrix.imageElement(at));
                out.put(matrix.imageCoefficient(at));
            }
            out.put(matrix.termFrom(equation + 1) - matrix.termFrom(equation));
            for (int at = matrix.termFrom(equation); at < matrix.termFrom(equation + 1); at++) {
                out.put(matrix.termScalar(at));
                out.put(matrix.termElement(at));
                out.put(matrix.termCoefficient(at));
            }
        }
        for (int i = 1; i < relation.elementCount(); i++) {
            relation.points().encodeInto(relation.handle(i), out.bytes, out.position);
            out.position += POINT_SIZE;
        }
        return out.bytes;
    }

    private static int size(LinearRelation relation) {
        RelationMatrix matrix = relation.matrix();
        return Integer.BYTES
                + (relation.elementCount() - 1) * POINT_SIZE
                + matrix.equations() * 2 * Integer.BYTES
                + matrix.images() * IMAGE_TERM_SIZE
                + matrix.terms() * TERM_SIZE;
    }

    private void put(int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[position++] = (byte) (value >>> (Byte.SIZE * i));
        }
    }

    private void put(Scalar coefficient) {
        coefficient.copyInto(bytes, position);
        position += COEFFICIENT_SIZE;
    }

    /// Reads what [#encode] writes, and nothing else. What it allocates is bounded by the length of the input.
    ///
    /// @throws IllegalArgumentException if it is anything else, or not a valid relation
    static LinearRelation decode(byte[] bytes) {
        return new RelationCodec(bytes).read();
    }

    private LinearRelation read() {
        int count = count(EQUATION_SIZE_MIN);
        List<Equation> equations = new ArrayList<>(count);
        int last = 0;
        for (int i = 0; i < count; i++) {
            List<ImageTerm> image = new ArrayList<>();
            for (int left = count(IMAGE_TERM_SIZE); left > 0; left--) {
                image.add(new ImageTerm(index(), coefficient()));
                last = Math.max(last, image.getLast().element());
            }
            List<Term> terms = new ArrayList<>();
            for (int left = count(TERM_SIZE); left > 0; left--) {
                terms.add(new Term(index(), index(), coefficient()));
                last = Math.max(last, terms.getLast().element());
            }
            equations.add(new Equation(image, terms));
        }
        if (bytes.length - position != (long) last * POINT_SIZE) {
            throw new IllegalArgumentException("not a linear relation: wrong number of points");
        }
        List<G1> elements = new ArrayList<>(last + 1);
        elements.add(G1.generator());
        while (position < bytes.length) {
            elements.add(G1.decode(take(POINT_SIZE)));
        }
        return new LinearRelation(elements, equations);
    }

    /// A count of things of at least this size, which must still fit into the rest.
    private int count(int size) {
        int count = index();
        if ((long) count * size > bytes.length - position) {
            throw new IllegalArgumentException("not a linear relation: count beyond the end");
        }
        return count;
    }

    private int index() {
        byte[] taken = take(Integer.BYTES);
        int value = 0;
        for (int i = Integer.BYTES - 1; i >= 0; i--) {
            value = value << Byte.SIZE | taken[i] & 0xff;
        }
        if (value < 0) {
            throw new IllegalArgumentException("not a linear relation: number too large");
        }
        return value;
    }

    private Scalar coefficient() {
        return Scalar.ofCanonical(take(COEFFICIENT_SIZE));
    }

    private byte[] take(int size) {
        if (size > bytes.length - position) {
            throw new IllegalArgumentException("not a linear relation: too short");
        }
        position += size;
        return Arrays.copyOfRange(bytes, position - size, position);
    }
}
