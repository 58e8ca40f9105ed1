package io.florin.crypto.shamir;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// A secret polynomial: Shamir's sharing of its value at zero. Closing erases the coefficients.
public final class Polynomial implements AutoCloseable {
    private final List<FieldElement> coefficients;

    private Polynomial(List<FieldElement> coefficients) {
        this.coefficients = List.copyOf(coefficients);
    }

    /// The polynomial with these coefficients, the constant first, which it owns from now on.
    ///
    /// @throws IllegalArgumentException if there is none
    public static Polynomial of(List<FieldElement> coefficients) {
        if (coefficients.isEmpty()) {
            throw new IllegalArgumentException("no coefficient");
        }
        return new Polynomial(coefficients);
    }

    /// A polynomial with this constant, of which it keeps a copy, and `degree` random coefficients above it.
    public static Polynomial sharing(FieldElement constant, int degree, RandomGenerator random) {
        if (degree < 0 || degree >= Shares.INDEX_MAX) {
            throw new IllegalArgumentException("degree " + degree);
        }
        List<FieldElement> coefficients = new ArrayList<>(degree + 1);
        coefficients.add(constant.copy());
        for (int i = 0; i < degree; i++) {
            coefficients.add(constant.field().random(random));
        }
        return new Polynomial(coefficients);
    }

    /// One less than the number of coefficients.
    public int degree() {
        return coefficients.size() - 1;
    }

    /// The coefficient of xⁱ; the polynomial's own, not a copy.
    public FieldElement coefficient(int i) {
        return coefficients.get(i);
    }

    /// The share of a party: the value at its index.
    ///
    /// @throws IllegalArgumentException if the index is below 1 or too large: the value at zero is the secret
    public FieldElement share(int index) {
        FieldElement at = Shares.point(coefficients.getFirst().field(), index);
        FieldElement value = coefficients.getLast();
        for (int i = coefficients.size() - 2; i >= 0; i--) {
            value = value.multiply(at).add(coefficients.get(i));
        }
        return value.copy();
    }

    @Override
    public void close() {
        coefficients.forEach(FieldElement::erase);
    }

    @Override
    public String toString() {
        return "Polynomial of degree " + degree();
    }
}
