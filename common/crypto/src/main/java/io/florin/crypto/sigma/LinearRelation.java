package io.florin.crypto.sigma;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.Terms;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// A statement "I know scalars w such that every equation Σ c·Y = Σ c·w·P holds", where points Y, P and
/// coefficients c are public: a sparse matrix over G1.
///
/// An instance has passed the ten checks of draft-irtf-cfrg-sigma-protocols, "Instance Validation": at least one
/// equation, none without image or terms; indexes within bounds; every point and every scalar is used; point 0 is
/// the generator of G1; no point is the identity; the image of no equation is the identity, and every scalar acts
/// on at least one equation. Without them a proof can say nothing although it verifies: a scalar that no equation
/// holds is free, an image that is the identity has the witness zero.
///
/// Points are checked to be in the group, or not: what is proven of the latter holds for their parts in the group, as
/// batches clear the cofactor. Such a relation is verified in a batch only, and never proven: a secret meets no
/// unchecked point.
///
/// Immutable; any thread.
public final class LinearRelation {
    private static final Scalar MINUS_ONE = Scalar.ONE.negate();

    private final List<CurvePoint> elements;
    private final List<Equation> equations;
    private final int scalars;

    /// A point of the image with its public coefficient.
    ///
    /// @param element index of the point
    /// @param coefficient what it is multiplied by
    public record ImageTerm(int element, Scalar coefficient) {}

    /// One entry of the matrix.
    ///
    /// @param scalar index of the secret scalar
    /// @param element index of the point that it is multiplied with
    /// @param coefficient what both are multiplied by
    public record Term(int scalar, int element, Scalar coefficient) {}

    /// Σ image = Σ terms.
    ///
    /// @param image the left side, of public values
    /// @param terms the right side, with the secrets
    public record Equation(List<ImageTerm> image, List<Term> terms) {
        public Equation {
            image = List.copyOf(image);
            terms = List.copyOf(terms);
        }
    }

    /// A relation over the points, the first of which is the generator of G1.
    ///
    /// @throws IllegalArgumentException if a check of the class comment fails
    public LinearRelation(List<? extends CurvePoint> elements, List<Equation> equations) {
        this.elements = List.copyOf(elements);
        this.equations = List.copyOf(equations);
        this.scalars = checkIndexes();
        checkElements();
        checkImages();
        checkScalars();
    }

    /// Collects points, scalars and equations of a relation.
    public static Builder builder() {
        return new Builder();
    }

    /// All points; the generator of G1 first.
    public List<CurvePoint> elements() {
        return elements;
    }

    /// All equations, in the order of their announcements.
    public List<Equation> equations() {
        return equations;
    }

    /// How many secret scalars there are.
    public int scalars() {
        return scalars;
    }

    /// The relation's bytes, `SerializeLinearRelation` of the draft: unique, and hashed into every challenge.
    public byte[] encode() {
        return RelationCodec.encode(this);
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws IllegalArgumentException if it is anything else, or a check of the class comment fails
    public static LinearRelation decode(byte[] bytes) {
        return RelationCodec.decode(bytes);
    }

    /// The left side of each equation.
    ///
    /// @throws IllegalStateException if it has a point that is not known to be in the group
    public List<G1> images() {
        return equations.stream().map(this::image).toList();
    }

    /// The right side of each equation for these scalars, which are **public**: not constant time.
    ///
    /// @throws IllegalArgumentException if their number is wrong
    /// @throws IllegalStateException if a point is not known to be in the group
    public List<G1> map(List<Scalar> values) {
        requireScalars(values);
        List<G1> results = new ArrayList<>(equations.size());
        for (Equation equation : equations) {
            Terms sum = new Terms();
            for (Term term : equation.terms()) {
                sum.add(term.coefficient().multiply(values.get(term.scalar())), elements.get(term.element()));
            }
            results.add(sum.sum());
        }
        return results;
    }

    /// The right side of each equation for these scalars, in constant time.
    ///
    /// @throws IllegalArgumentException if their number is wrong
    /// @throws IllegalStateException if a point is not known to be in the group
    public List<G1> mapSecret(List<Scalar> values) {
        requireScalars(values);
        List<G1> results = new ArrayList<>(equations.size());
        for (Equation equation : equations) {
            List<Scalar> products = new ArrayList<>(equation.terms().size());
            List<G1> points = new ArrayList<>(equation.terms().size());
            for (Term term : equation.terms()) {
                products.add(term.coefficient().multiply(values.get(term.scalar())));
                points.add(checked(term.element()));
            }
            results.add(G1.sumOfSecretProducts(products, points));
        }
        return results;
    }

    private G1 checked(int element) {
        if (elements.get(element) instanceof G1 point) {
            return point;
        }
        throw new IllegalStateException("a point that nobody has checked");
    }

    private void requireScalars(List<Scalar> values) {
        if (values.size() != scalars) {
            throw new IllegalArgumentException(scalars + " scalars expected, got " + values.size());
        }
    }

    /// A sum and difference of points, as most images are, costs an addition each; anything else a sum of products.
    private G1 image(Equation equation) {
        G1 sum = G1.identity();
        for (ImageTerm term : equation.image()) {
            G1 element = checked(term.element());
            if (term.coefficient().equals(Scalar.ONE)) {
                sum = sum.isIdentity() ? element : sum.add(element);
            } else if (term.coefficient().equals(MINUS_ONE)) {
                sum = sum.subtract(element);
            } else {
                return sumOfImage(equation);
            }
        }
        return sum;
    }

    private G1 sumOfImage(Equation equation) {
        Terms sum = new Terms();
        for (ImageTerm term : equation.image()) {
            sum.add(term.coefficient(), elements.get(term.element()));
        }
        return sum.sum();
    }

    /// Checks 1 to 6 of the draft; returns the number of scalars.
    private int checkIndexes() {
        require(!equations.isEmpty(), "no equation");
        BitSet usedElements = new BitSet();
        BitSet usedScalars = new BitSet();
        int scalarsMax = scalarsMax();
        for (Equation equation : equations) {
            require(!equation.image().isEmpty() && !equation.terms().isEmpty(), "an empty equation");
            for (ImageTerm term : equation.image()) {
                usedElements.set(checkElementIndex(term.element()));
            }
            for (Term term : equation.terms()) {
                usedElements.set(checkElementIndex(term.element()));
                require(term.scalar() >= 0, "a scalar of negative index");
                usedScalars.set(Math.min(term.scalar(), scalarsMax));
            }
        }
        require(usedElements.nextClearBit(1) >= elements.size(), "a point in no equation");
        require(usedScalars.cardinality() == usedScalars.length(), "a scalar in no equation");
        return usedScalars.length();
    }

    /// No relation has more scalars than terms: a greater index leaves a gap, and must not cost memory.
    private int scalarsMax() {
        return equations.stream().mapToInt(equation -> equation.terms().size()).sum();
    }

    private int checkElementIndex(int index) {
        require(index >= 0 && index < elements.size(), "a point out of bounds");
        return index;
    }

    /// Checks 7 and 8.
    private void checkElements() {
        require(!elements.isEmpty() && elements.getFirst().equals(G1.generator()), "point 0 is not the generator");
        for (CurvePoint element : elements) {
            require(!element.isIdentity(), "a point is the identity");
        }
    }

    /// Check 9.
    private void checkImages() {
        for (Equation equation : equations) {
            boolean single = equation.image().size() == 1
                    && !equation.image().getFirst().coefficient().isZero();
            require(single || !imageVanishes(equation), "an image is the identity");
        }
    }

    private boolean imageVanishes(Equation equation) {
        if (equation.image().stream().allMatch(term -> elements.get(term.element()) instanceof G1)) {
            return image(equation).isIdentity();
        }
        Terms sum = new Terms();
        for (ImageTerm term : equation.image()) {
            sum.add(term.coefficient(), elements.get(term.element()));
        }
        return sum.vanishes();
    }

    /// Check 10: in some equation the terms of the scalar do not cancel.
    private void checkScalars() {
        BitSet active = new BitSet(scalars);
        for (Equation equation : equations) {
            for (Term term : equation.terms()) {
                if (!active.get(term.scalar()) && acts(term.scalar(), equation)) {
                    active.set(term.scalar());
                }
            }
        }
        require(active.cardinality() == scalars, "a scalar acts on no equation");
    }

    private boolean acts(int scalar, Equation equation) {
        int count = 0;
        boolean zero = true;
        for (Term term : equation.terms()) {
            if (term.scalar() == scalar) {
                count++;
                zero &= term.coefficient().isZero();
            }
        }
        if (count == 1 || zero) {
            return !zero;
        }
        Terms sum = new Terms(count);
        for (Term term : equation.terms()) {
            if (term.scalar() == scalar) {
                sum.add(term.coefficient(), elements.get(term.element()));
            }
        }
        return !sum.vanishes();
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalArgumentException("not a linear relation: " + what);
        }
    }

    /// Collects a relation. A point added twice is two points, which is allowed and costs a few bytes.
    public static final class Builder {
        private final List<CurvePoint> elements = new ArrayList<>(List.of(G1.generator()));
        private final List<Equation> equations = new ArrayList<>();
        private int scalars;

        private Builder() {}

        /// Adds a secret scalar.
        public int scalar() {
            return scalars++;
        }

        /// Adds a point.
        public int element(CurvePoint point) {
            elements.add(point);
            return elements.size() - 1;
        }

        /// Adds `image = Σ terms`.
        public Builder equation(int image, Term... terms) {
            equations.add(new Equation(List.of(new ImageTerm(image, Scalar.ONE)), List.of(terms)));
            return this;
        }

        /// Adds `Σ image = Σ terms`.
        public Builder equation(List<ImageTerm> image, List<Term> terms) {
            equations.add(new Equation(image, terms));
            return this;
        }

        /// The relation.
        ///
        /// @throws IllegalArgumentException if a check of [LinearRelation] fails
        public LinearRelation build() {
            return new LinearRelation(elements, equations);
        }
    }

    /// The entry `scalar · element`.
    public static Term term(int scalar, int element) {
        return new Term(scalar, element, Scalar.ONE);
    }

    /// The entry `coefficient · scalar · element`.
    public static Term term(Scalar coefficient, int scalar, int element) {
        return new Term(scalar, element, coefficient);
    }
}
