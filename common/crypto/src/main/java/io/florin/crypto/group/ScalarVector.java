package io.florin.crypto.group;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/// Integers modulo q one after the other in one array of four words each, with arithmetic in place: for vectors of
/// coefficients, where a [Scalar] each would be an object each.
///
/// All arithmetic takes the same instructions whatever the values, as in [Scalar]. An operand may be an element of the
/// same vector, the target too. Owned by one thread, or not changed any more.
public final class ScalarVector {
    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final long[] words;

    /// So many zeros.
    public ScalarVector(int size) {
        this(new long[size * Scalar.LONGS]);
    }

    private ScalarVector(long[] words) {
        this.words = words;
    }

    /// These scalars.
    public static ScalarVector of(List<Scalar> scalars) {
        ScalarVector vector = new ScalarVector(scalars.size());
        for (int i = 0; i < scalars.size(); i++) {
            vector.set(i, scalars.get(i));
        }
        return vector;
    }

    /// All of them, each an object.
    public List<Scalar> toList() {
        return IntStream.range(0, size()).mapToObj(this::get).toList();
    }

    /// A copy of another size, without the last elements or with zeros behind them.
    public ScalarVector resized(int size) {
        return new ScalarVector(Arrays.copyOf(words, size * Scalar.LONGS));
    }

    /// Number of scalars.
    public int size() {
        return words.length / Scalar.LONGS;
    }

    /// An element.
    ///
    /// @throws IndexOutOfBoundsException if there is none
    public Scalar get(int index) {
        return Scalar.ofForm(words, at(index));
    }

    /// Makes an element this one.
    public ScalarVector set(int index, Scalar scalar) {
        scalar.copyForm(words, at(index));
        return this;
    }

    /// Makes an element the weight that [Scalar#weight] reads.
    ///
    /// @throws IndexOutOfBoundsException if the source ends before
    public ScalarVector setWeight(int index, byte[] source, int offset) {
        Scalar.weightInto(source, offset, words, at(index));
        return this;
    }

    /// Makes an element one of a vector.
    public void copy(int target, ScalarVector source, int index) {
        System.arraycopy(source.words, source.at(index), words, at(target), Scalar.LONGS);
    }

    /// Whether an element is zero.
    public boolean isZero(int index) {
        int at = at(index);
        return (words[at] | words[at + 1] | words[at + 2] | words[at + 3]) == 0;
    }

    /// Adds a scalar to an element.
    public void add(int target, Scalar summand) {
        summand.addTo(words, at(target));
    }

    /// Adds an element of a vector to one of this.
    public void add(int target, ScalarVector source, int index) {
        int at = source.at(index);
        long[] b = source.words;
        ScalarWords.add(words, at(target), b[at], b[at + 1], b[at + 2], b[at + 3]);
    }

    /// Multiplies an element by a scalar.
    public void multiply(int target, Scalar factor) {
        factor.multiplyInto(words, at(target), words, at(target));
    }

    /// Multiplies an element by one of a vector.
    public void multiply(int target, ScalarVector source, int index) {
        ScalarWords.multiply(words, at(target), source.words, source.at(index), words, at(target));
    }

    /// Makes an element the product of one of a vector and a scalar.
    public void product(int target, ScalarVector source, int index, Scalar factor) {
        factor.multiplyInto(source.words, source.at(index), words, at(target));
    }

    /// Makes an element the product of two.
    public void product(int target, ScalarVector left, int leftIndex, ScalarVector right, int rightIndex) {
        ScalarWords.multiply(left.words, left.at(leftIndex), right.words, right.at(rightIndex), words, at(target));
    }

    /// Writes 32 bytes that are the same for equal scalars and no others: a form to hash within one program, not to be
    /// stored.
    ///
    /// @throws IndexOutOfBoundsException if they do not fit; the target may be written in part
    public void copyFormInto(int index, byte[] target, int offset) {
        int at = at(index);
        for (int i = 0; i < Scalar.LONGS; i++) {
            BIG_ENDIAN.set(target, offset + i * Long.BYTES, words[at + i]);
        }
    }

    /// Writes the value as four little-endian words.
    void copyWordsInto(int index, long[] target, int offset) {
        Scalar.RAW_ONE.multiplyInto(words, at(index), target, offset);
    }

    private int at(int index) {
        return Objects.checkIndex(index, size()) * Scalar.LONGS;
    }

    @Override
    public String toString() {
        return "ScalarVector[" + size() + "]";
    }
}
