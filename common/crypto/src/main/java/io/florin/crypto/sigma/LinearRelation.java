package io.florin.crypto.sigma;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

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
/// Immutable, but it shares the buffer of its points: owned by the thread of that.
public final class LinearRelation {
    private final PointBuffer points;

    /// Handles of the points.
    private final int[] elements;

    private final RelationMatrix matrix;
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
        /// The sides are copied.
        public Equation {
            image = List.copyOf(image);
            terms = List.copyOf(terms);
        }
    }

    /// A relation over the points, the first of which is the generator of G1.
    ///
    /// @throws IllegalArgumentException if a check of the class comment fails
    public LinearRelation(List<? extends CurvePoint> elements, List<Equation> equations) {
        this(new Builder(new PointBuffer(), elements).equations(equations));
    }

    private LinearRelation(Builder builder) {
        points = builder.points;
        elements = Arrays.copyOf(builder.elements, builder.count);
        matrix = builder.matrix;
        matrix.close();
        scalars = checkIndexes();
        checkElements();
        checkImages();
        checkScalars();
    }

    /// Collects points, scalars and equations of a relation.
    public static Builder builder() {
        return builder(new PointBuffer());
    }

    /// The same, with points in a buffer that the relation shares: a verifier gives that of its item.
    public static Builder builder(PointBuffer points) {
        return new Builder(points, List.of(G1.generator()));
    }

    /// All points as objects; the generator of G1 first.
    public List<CurvePoint> elements() {
        return IntStream.of(elements).mapToObj(points::get).toList();
    }

    /// All equations as objects, in the order of their announcements.
    public List<Equation> equations() {
        return IntStream.range(0, matrix.equations()).mapToObj(this::equation).toList();
    }

    private Equation equation(int equation) {
        return new Equation(
                IntStream.range(matrix.imageFrom(equation), matrix.imageFrom(equation + 1))
                        .mapToObj(at -> new ImageTerm(matrix.imageElement(at), matrix.imageCoefficient(at)))
                        .toList(),
                IntStream.range(matrix.termFrom(equation), matrix.termFrom(equation + 1))
                        .mapToObj(at ->
                                new Term(matrix.termScalar(at), matrix.termElement(at), matrix.termCoefficient(at)))
                        .toList());
    }

    /// Number of equations, each with an announcement.
    public int size() {
        return matrix.equations();
    }

    /// The entries.
    RelationMatrix matrix() {
        return matrix;
    }

    /// Buffer of the relation's points.
    PointBuffer points() {
        return points;
    }

    int elementCount() {
        return elements.length;
    }

    /// The handle of a point.
    int handle(int element) {
        return elements[element];
    }

    /// Number of secret scalars.
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
        return IntStream.range(0, size()).mapToObj(this::image).toList();
    }

    /// The right side of each equation for these scalars, which are **public**: not constant time.
    ///
    /// @throws IllegalArgumentException if their number is wrong
    /// @throws IllegalStateException if a point is not known to be in the group
    public List<G1> map(List<Scalar> values) {
        requireScalars(values);
        List<G1> results = new ArrayList<>(size());
        for (int equation = 0; equation < size(); equation++) {
            Terms sum = new Terms();
            for (int at = matrix.termFrom(equation); at < matrix.termFrom(equation + 1); at++) {
                sum.add(matrix.termCoefficient(at).multiply(values.get(matrix.termScalar(at))), factor(at));
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
        List<G1> results = new ArrayList<>(size());
        for (int equation = 0; equation < size(); equation++) {
            List<Scalar> products = new ArrayList<>();
            List<G1> factors = new ArrayList<>();
            for (int at = matrix.termFrom(equation); at < matrix.termFrom(equation + 1); at++) {
                products.add(matrix.termCoefficient(at).multiply(values.get(matrix.termScalar(at))));
                factors.add(factor(at));
            }
            results.add(G1.sumOfSecretProducts(products, factors));
        }
        return results;
    }

    /// The point of a term.
    private G1 factor(int at) {
        return points.member(elements[matrix.termElement(at)]);
    }

    private void requireScalars(List<Scalar> values) {
        if (values.size() != scalars) {
            throw new IllegalArgumentException(scalars + " scalars expected, got " + values.size());
        }
    }

    private G1 image(int equation) {
        Terms sum = new Terms();
        for (int at = matrix.imageFrom(equation); at < matrix.imageFrom(equation + 1); at++) {
            sum.add(matrix.imageCoefficient(at), points.member(elements[matrix.imageElement(at)]));
        }
        return sum.sum();
    }

    /// Checks 1 to 6 of the draft; returns the number of scalars.
    private int checkIndexes() {
        require(size() > 0, "no equation");
        BitSet usedElements = new BitSet();
        BitSet usedScalars = new BitSet();
        for (int equation = 0; equation < size(); equation++) {
            boolean empty = matrix.imageFrom(equation) == matrix.imageFrom(equation + 1)
                    || matrix.termFrom(equation) == matrix.termFrom(equation + 1);
            require(!empty, "an empty equation");
        }
        for (int at = 0; at < matrix.images(); at++) {
            usedElements.set(checkElementIndex(matrix.imageElement(at)));
        }
        for (int at = 0; at < matrix.terms(); at++) {
            usedElements.set(checkElementIndex(matrix.termElement(at)));
            require(matrix.termScalar(at) >= 0, "a scalar of negative index");
            // no relation has more scalars than terms: a greater index leaves a gap, and must not cost memory
            usedScalars.set(Math.min(matrix.termScalar(at), matrix.terms()));
        }
        require(usedElements.nextClearBit(1) >= elements.length, "a point in no equation");
        require(usedScalars.cardinality() == usedScalars.length(), "a scalar in no equation");
        return usedScalars.length();
    }

    private int checkElementIndex(int index) {
        require(index >= 0 && index < elements.length, "a point out of bounds");
        return index;
    }

    /// Checks 7 and 8.
    private void checkElements() {
        require(elements.length > 0 && points.isSame(elements[0], G1.generator()), "point 0 is not the generator");
        for (int handle : elements) {
            require(!points.isIdentity(handle), "a point is the identity");
        }
    }

    /// Check 9.
    private void checkImages() {
        for (int equation = 0; equation < size(); equation++) {
            int from = matrix.imageFrom(equation);
            boolean single = matrix.imageFrom(equation + 1) == from + 1
                    && !matrix.imageCoefficient(from).isZero();
            require(single || !imageVanishes(equation), "an image is the identity");
        }
    }

    private boolean imageVanishes(int equation) {
        Terms sum = new Terms();
        for (int at = matrix.imageFrom(equation); at < matrix.imageFrom(equation + 1); at++) {
            sum.add(matrix.imageCoefficient(at), points, elements[matrix.imageElement(at)]);
        }
        return sum.vanishes();
    }

    /// Check 10: in some equation the terms of the scalar do not cancel.
    private void checkScalars() {
        BitSet active = new BitSet(scalars);
        for (int equation = 0; equation < size(); equation++) {
            for (int at = matrix.termFrom(equation); at < matrix.termFrom(equation + 1); at++) {
                if (!active.get(matrix.termScalar(at)) && acts(matrix.termScalar(at), equation)) {
                    active.set(matrix.termScalar(at));
                }
            }
        }
        require(active.cardinality() == scalars, "a scalar acts on no equation");
    }

    private boolean acts(int scalar, int equation) {
        int from = matrix.termFrom(equation);
        int to = matrix.termFrom(equation + 1);
        int count = 0;
        boolean zero = true;
        for (int at = from; at < to; at++) {
            if (matrix.termScalar(at) == scalar) {
                count++;
                zero &= matrix.termCoefficient(at).isZero();
            }
        }
        if (count == 1 || zero) {
            return !zero;
        }
        Terms sum = new Terms(count);
        for (int at = from; at < to; at++) {
            if (matrix.termScalar(at) == scalar) {
                sum.add(matrix.termCoefficient(at), points, elements[matrix.termElement(at)]);
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
        private static final int CAPACITY = 32;

        private final PointBuffer points;
        private final RelationMatrix matrix = new RelationMatrix();
        private int[] elements = new int[CAPACITY];
        private int count;
        private int scalars;

        private Builder(PointBuffer points, List<? extends CurvePoint> first) {
            this.points = points;
            first.forEach(this::element);
        }

        /// Buffer of the relation's points.
        public PointBuffer points() {
            return points;
        }

        /// Adds a secret scalar.
        public int scalar() {
            return scalars++;
        }

        /// Adds a point.
        public int element(CurvePoint point) {
            return append(points.handle(point));
        }

        /// Adds a point that stands in a buffer, this relation's or another.
        ///
        /// @throws IndexOutOfBoundsException if there is no such point
        public int element(PointBuffer source, int handle) {
            return append(points.handle(source, handle));
        }

        private int append(int handle) {
            if (count == elements.length) {
                elements = Arrays.copyOf(elements, 2 * count);
            }
            elements[count] = handle;
            return count++;
        }

        /// Adds `image = Σ terms`.
        public Builder equation(int image, Term... terms) {
            image(image);
            for (Term term : terms) {
                term(term.coefficient(), term.scalar(), term.element());
            }
            return end();
        }

        /// Adds `Σ image = Σ terms`.
        public Builder equation(List<ImageTerm> image, List<Term> terms) {
            image.forEach(term -> image(term.element(), term.coefficient()));
            terms.forEach(term -> term(term.coefficient(), term.scalar(), term.element()));
            return end();
        }

        private Builder equations(List<Equation> equations) {
            equations.forEach(each -> equation(each.image(), each.terms()));
            return this;
        }

        /// Adds a point to the left side of the equation that [#end] ends.
        public Builder image(int element) {
            return image(element, Scalar.ONE);
        }

        /// The same with a coefficient.
        public Builder image(int element, Scalar coefficient) {
            matrix.image(element, coefficient);
            return this;
        }

        /// Adds scalar · element to the right side.
        public Builder term(int scalar, int element) {
            return term(Scalar.ONE, scalar, element);
        }

        /// Adds coefficient · scalar · element to the right side.
        public Builder term(Scalar coefficient, int scalar, int element) {
            matrix.term(scalar, element, coefficient);
            return this;
        }

        /// Ends an equation; what is added next belongs to another.
        public Builder end() {
            matrix.end();
            return this;
        }

        /// The relation, after which the builder takes no more equations.
        ///
        /// @throws IllegalArgumentException if a check of [LinearRelation] fails
        /// @throws IllegalStateException if an equation has no end, or there is a relation already
        public LinearRelation build() {
            return new LinearRelation(this);
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
