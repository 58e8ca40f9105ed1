package io.florin.crypto.batch;

import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.ScalarVector;
import java.util.Arrays;

/// Terms in the order in which they were added, in flat arrays: a coefficient, the handle of its point, the
/// equation. 40 bytes a term. Owned by the batch's thread.
final class TermLog {
    private static final int CAPACITY = 64;

    private ScalarVector coefficients = new ScalarVector(CAPACITY);
    private int[] handles = new int[CAPACITY];
    private int[] equations = new int[CAPACITY];
    private int size;

    void add(Scalar coefficient, int handle, int equation) {
        reserve();
        coefficients.set(size, coefficient);
        append(handle, equation);
    }

    /// The same with an element of a vector.
    void add(ScalarVector vector, int index, int handle, int equation) {
        reserve();
        coefficients.copy(size, vector, index);
        append(handle, equation);
    }

    private void reserve() {
        if (size == handles.length) {
            coefficients = coefficients.resized(2 * size);
            handles = Arrays.copyOf(handles, 2 * size);
            equations = Arrays.copyOf(equations, 2 * size);
        }
    }

    private void append(int handle, int equation) {
        handles[size] = handle;
        equations[size] = equation;
        size++;
    }

    int size() {
        return size;
    }

    /// The coefficients, of which as many count as there are terms.
    ScalarVector coefficients() {
        return coefficients;
    }

    /// The handle of the term's point.
    int handle(int term) {
        return handles[term];
    }

    int equation(int term) {
        return equations[term];
    }
}
