package io.florin.crypto.sigma;

import io.florin.crypto.group.Scalar;
import java.util.Arrays;

/// The entries of a relation in flat arrays: an equation is a run of image terms and a run of terms, in the order in
/// which they were added. Coefficients are references, most of them to one constant.
///
/// Grows in the hands of a builder until it is closed.
final class RelationMatrix {
    private static final int CAPACITY = 32;

    private int[] imageElements = new int[CAPACITY];
    private Scalar[] imageCoefficients = new Scalar[CAPACITY];
    private int images;

    private int[] termScalars = new int[CAPACITY];
    private int[] termElements = new int[CAPACITY];
    private Scalar[] termCoefficients = new Scalar[CAPACITY];
    private int terms;

    /// Ends of the runs of each equation; those of the first begin at 0.
    private int[] imageEnds = new int[CAPACITY];

    private int[] termEnds = new int[CAPACITY];
    private int equations;
    private boolean closed;

    /// Adds to the left side of the equation that [#end] will end.
    void image(int element, Scalar coefficient) {
        requireOpen();
        if (images == imageElements.length) {
            imageElements = Arrays.copyOf(imageElements, 2 * images);
            imageCoefficients = Arrays.copyOf(imageCoefficients, 2 * images);
        }
        imageElements[images] = element;
        imageCoefficients[images++] = coefficient;
    }

    /// Adds to the right side.
    void term(int scalar, int element, Scalar coefficient) {
        requireOpen();
        if (terms == termScalars.length) {
            termScalars = Arrays.copyOf(termScalars, 2 * terms);
            termElements = Arrays.copyOf(termElements, 2 * terms);
            termCoefficients = Arrays.copyOf(termCoefficients, 2 * terms);
        }
        termScalars[terms] = scalar;
        termElements[terms] = element;
        termCoefficients[terms++] = coefficient;
    }

    void end() {
        requireOpen();
        if (equations == imageEnds.length) {
            imageEnds = Arrays.copyOf(imageEnds, 2 * equations);
            termEnds = Arrays.copyOf(termEnds, 2 * equations);
        }
        imageEnds[equations] = images;
        termEnds[equations++] = terms;
    }

    /// Takes no more entries.
    ///
    /// @throws IllegalStateException if it took none before, or an equation has been begun and not ended
    void close() {
        requireOpen();
        if (images != images() || terms != terms()) {
            throw new IllegalStateException("an equation without an end");
        }
        closed = true;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the relation has been built");
        }
    }

    int equations() {
        return equations;
    }

    /// All terms of all equations that have ended.
    int terms() {
        return termFrom(equations);
    }

    int images() {
        return imageFrom(equations);
    }

    /// First of the equation's image terms; those of the next are behind its last.
    int imageFrom(int equation) {
        return equation == 0 ? 0 : imageEnds[equation - 1];
    }

    int imageElement(int at) {
        return imageElements[at];
    }

    Scalar imageCoefficient(int at) {
        return imageCoefficients[at];
    }

    /// First of the equation's terms; those of the next are behind its last.
    int termFrom(int equation) {
        return equation == 0 ? 0 : termEnds[equation - 1];
    }

    int termScalar(int at) {
        return termScalars[at];
    }

    int termElement(int at) {
        return termElements[at];
    }

    Scalar termCoefficient(int at) {
        return termCoefficients[at];
    }
}
