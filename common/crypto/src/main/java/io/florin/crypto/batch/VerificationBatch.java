package io.florin.crypto.batch;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;

/// The equations of many proofs, settled together: one sum over G1 and one product of pairings, whatever their number.
///
/// An item is what is valid or not as a whole: a transaction, a proof. It is valid if it was not refused and all its
/// equations hold. Each equation gets a weight of 128 bits after the batch is complete, from fresh randomness and a
/// hash of all terms; the weighted sum of false equations is right with probability 2⁻¹²⁸ (Bellare-Garay-Rabin 1998;
/// for pairings Camenisch-Hohenberger-Pedersen 2007). If the sum is wrong, bisection finds the invalid items.
///
/// **One rule for one and for many.** A sum over the curve counts as zero if (1 − z) times it is the identity: parts of
/// points outside the group of prime order do not count, so an unchecked [CurvePoint] (an announcement, a point of a
/// range proof or of a presentation) may be a term; of pairings too, whose sums are multiplied alike. A batch of one
/// obeys the same rule, so no verifier disagrees with another about a proof because of what else was in the batch. What
/// is stored, identifies something, meets a secret or must not be the identity is checked: a
/// [io.florin.crypto.group.G1].
///
/// Owned by one thread, for one verification.
public final class VerificationBatch {
    private final List<Item> items = new ArrayList<>();
    private boolean complete;

    /// Begins the next item, whose index is the number of items before.
    ///
    /// @throws IllegalStateException after [#verify]
    public Item item() {
        requireOpen();
        Item item = new Item();
        items.add(item);
        return item;
    }

    /// How many items there are.
    public int size() {
        return items.size();
    }

    /// Settles the batch, which then takes no more terms.
    ///
    /// @param random unpredictable to whoever made the proofs: a `SecureRandom`
    /// @throws IllegalStateException if an item is neither refused nor has an equation, or an equation has no term: a
    /// check that was forgotten must not pass
    public BatchOutcome verify(RandomGenerator random) {
        requireOpen();
        complete = true;
        BitSet invalid = new BitSet();
        List<Integer> undecided = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            item.requireEquations();
            if (item.refused) {
                invalid.set(i);
            } else {
                undecided.add(i);
            }
        }
        Weights.draw(items, random);
        find(undecided, false, invalid);
        return new BatchOutcome(items.size(), invalid);
    }

    /// Marks the invalid ones among these items.
    private void find(List<Integer> candidates, boolean oneIsInvalid, BitSet invalid) {
        if (candidates.isEmpty() || !oneIsInvalid && holds(candidates)) {
            return;
        }
        if (candidates.size() == 1) {
            invalid.set(candidates.getFirst());
            return;
        }
        int half = candidates.size() / 2;
        List<Integer> left = candidates.subList(0, half);
        int before = invalid.cardinality();
        find(left, false, invalid);
        boolean leftHolds = invalid.cardinality() == before;
        find(candidates.subList(half, candidates.size()), leftHolds, invalid);
    }

    private boolean holds(List<Integer> candidates) {
        WeightedSum sum = new WeightedSum();
        for (int index : candidates) {
            sum.add(items.get(index));
        }
        return sum.holds();
    }

    private void requireOpen() {
        if (complete) {
            throw new IllegalStateException("the batch has been verified");
        }
    }

    /// One proof or transaction of the batch. Owned by the batch's thread.
    public final class Item {
        private final List<Equation> sums = new ArrayList<>(2);
        private final List<PairingEquation> pairings = new ArrayList<>(2);
        private boolean refused;

        private Item() {}

        /// Begins an equation Σ scalarᵢ · Pᵢ = O over the curve of G1.
        public Equation equation() {
            requireOpen();
            Equation equation = new Equation();
            sums.add(equation);
            return equation;
        }

        /// Begins an equation Π e(scalarᵢ · Pᵢ, Qᵢ) = 1.
        public PairingEquation pairingEquation() {
            requireOpen();
            PairingEquation equation = new PairingEquation();
            pairings.add(equation);
            return equation;
        }

        /// Makes the item invalid, whatever its equations say: its bytes were malformed, a point was the identity.
        public void refuse() {
            requireOpen();
            refused = true;
        }

        List<Equation> sums() {
            return sums;
        }

        List<PairingEquation> pairings() {
            return pairings;
        }

        private void requireEquations() {
            if (refused) {
                return;
            }
            boolean none = sums.isEmpty() && pairings.isEmpty();
            if (none
                    || sums.stream().anyMatch(Equation::isEmpty)
                    || pairings.stream().anyMatch(e -> e.isEmpty())) {
                throw new IllegalStateException("an item without an equation, or an equation without a term");
            }
        }
    }

    /// Terms that must sum to zero.
    public final class Equation {
        private final List<Scalar> scalars = new ArrayList<>();
        private final List<CurvePoint> points = new ArrayList<>();
        private final List<FixedTerms> fixed = new ArrayList<>();
        private Scalar weight = Scalar.ZERO;

        private Equation() {}

        /// Adds scalar · point.
        public Equation add(Scalar scalar, CurvePoint point) {
            requireOpen();
            scalars.add(scalar);
            points.add(point);
            return this;
        }

        /// Adds scalar · base.
        ///
        /// @throws IndexOutOfBoundsException if there is no such base
        public Equation add(Scalar scalar, FixedBases bases, int index) {
            return add(List.of(scalar), bases, index);
        }

        /// Adds Σ scalarᵢ · baseᵢ over as many bases as there are scalars, from an index on.
        ///
        /// @throws IndexOutOfBoundsException if there are not so many bases
        public Equation add(List<Scalar> coefficients, FixedBases bases, int from) {
            requireOpen();
            if (from < 0 || coefficients.size() > bases.size() - from) {
                throw new IndexOutOfBoundsException(
                        coefficients.size() + " from " + from + " on, of " + bases.size() + " bases");
            }
            fixed.add(new FixedTerms(List.copyOf(coefficients), bases, from));
            return this;
        }

        List<Scalar> scalars() {
            return scalars;
        }

        List<CurvePoint> points() {
            return points;
        }

        List<FixedTerms> fixed() {
            return fixed;
        }

        Scalar weight() {
            return weight;
        }

        void setWeight(Scalar drawn) {
            weight = drawn;
        }

        private boolean isEmpty() {
            return scalars.isEmpty() && fixed.isEmpty();
        }
    }

    /// Terms whose pairings must multiply to one.
    public final class PairingEquation {
        private final List<PairingTerm> terms = new ArrayList<>(4);
        private Scalar weight = Scalar.ZERO;

        private PairingEquation() {}

        /// Multiplies by e(point, constant).
        public PairingEquation add(CurvePoint point, PreparedG2 constant) {
            return add(Scalar.ONE, point, constant);
        }

        /// Multiplies by e(scalar · point, constant). The identity is a factor of one, and so is a point without a part
        /// in the group: whoever needs a point to be another takes a [io.florin.crypto.group.G1] and refuses the
        /// identity first.
        public PairingEquation add(Scalar scalar, CurvePoint point, PreparedG2 constant) {
            requireOpen();
            terms.add(new PairingTerm(scalar, point, constant));
            return this;
        }

        List<PairingTerm> terms() {
            return terms;
        }

        Scalar weight() {
            return weight;
        }

        void setWeight(Scalar drawn) {
            weight = drawn;
        }

        private boolean isEmpty() {
            return terms.isEmpty();
        }
    }

    record FixedTerms(List<Scalar> scalars, FixedBases bases, int from) {}

    record PairingTerm(Scalar scalar, CurvePoint point, PreparedG2 constant) {}
}
