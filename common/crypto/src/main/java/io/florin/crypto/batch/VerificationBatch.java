package io.florin.crypto.batch;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.ScalarVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
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
/// [io.florin.crypto.group.G1], or a member of the buffer.
///
/// **Flat.** Points are decoded into the batch's [PointBuffer] and named by handles, coefficients stand in arrays: a
/// term costs 40 bytes of them, a point 100, and no object. A point that exists as an object anyway (a key, a
/// commitment of a message that is kept) is copied there when it is met first.
///
/// Owned by one thread, for one verification.
public final class VerificationBatch {
    private final PointBuffer points = new PointBuffer();
    private final List<Item> items = new ArrayList<>();
    private final TermLog sums = new TermLog();
    private final TermLog pairings = new TermLog();
    private final List<FixedTerms> fixed = new ArrayList<>();
    private final List<FixedBases> bases = new ArrayList<>();
    private final List<PreparedG2> constants = new ArrayList<>();
    private final BitSet withTerms = new BitSet();

    /// The constant of each term of the pairings' log.
    private int[] pairingConstants = new int[4];

    /// The item of each equation.
    private int[] owners = new int[16];

    private int equations;
    private boolean complete;

    /// Begins the next item, whose index is the number of items before.
    ///
    /// @throws IllegalStateException after [#verify]
    public Item item() {
        requireOpen();
        Item item = new Item(items.size());
        items.add(item);
        return item;
    }

    /// Number of items.
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
        requireEquations();
        BitSet invalid = new BitSet();
        List<Integer> undecided = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).refused) {
                invalid.set(i);
            } else {
                undecided.add(i);
            }
        }
        ScalarVector weights = Weights.draw(this, random);
        find(undecided, weights, false, invalid);
        return new BatchOutcome(items.size(), invalid);
    }

    private void requireEquations() {
        BitSet without = new BitSet();
        without.set(0, items.size());
        for (int equation = 0; equation < equations; equation++) {
            boolean counts = !items.get(owners[equation]).refused;
            if (counts && !withTerms.get(equation)) {
                throw new IllegalStateException("an equation without a term");
            }
            without.clear(owners[equation]);
        }
        if (items.stream().anyMatch(item -> !item.refused && without.get(item.index))) {
            throw new IllegalStateException("an item without an equation");
        }
    }

    /// Marks the invalid ones among these items.
    private void find(List<Integer> candidates, ScalarVector weights, boolean oneIsInvalid, BitSet invalid) {
        if (candidates.isEmpty() || !oneIsInvalid && holds(candidates, weights)) {
            return;
        }
        if (candidates.size() == 1) {
            invalid.set(candidates.getFirst());
            return;
        }
        int half = candidates.size() / 2;
        List<Integer> left = candidates.subList(0, half);
        int before = invalid.cardinality();
        find(left, weights, false, invalid);
        boolean leftHolds = invalid.cardinality() == before;
        find(candidates.subList(half, candidates.size()), weights, leftHolds, invalid);
    }

    private boolean holds(List<Integer> candidates, ScalarVector weights) {
        BitSet chosen = new BitSet(items.size());
        candidates.forEach(chosen::set);
        return new WeightedSum(this, weights, chosen).holds();
    }

    private void requireOpen() {
        if (complete) {
            throw new IllegalStateException("the batch has been verified");
        }
    }

    PointBuffer points() {
        return points;
    }

    int equations() {
        return equations;
    }

    /// The item of an equation.
    int owner(int equation) {
        return owners[equation];
    }

    /// Terms of sums but those of fixed bases.
    TermLog sums() {
        return sums;
    }

    /// Terms of pairings, with the handles of their points in G1.
    TermLog pairings() {
        return pairings;
    }

    /// The point of G2 of a pairing term.
    PreparedG2 constant(int term) {
        return constants.get(pairingConstants[term]);
    }

    List<FixedTerms> fixed() {
        return fixed;
    }

    /// All bases in use, each instance once.
    List<FixedBases> bases() {
        return bases;
    }

    /// Index of these bases. A batch meets a handful.
    int indexOf(FixedBases sought) {
        for (int i = 0; i < bases.size(); i++) {
            if (bases.get(i) == sought) {
                return i;
            }
        }
        bases.add(sought);
        return bases.size() - 1;
    }

    private int indexOf(PreparedG2 sought) {
        for (int i = 0; i < constants.size(); i++) {
            if (constants.get(i) == sought) {
                return i;
            }
        }
        constants.add(sought);
        return constants.size() - 1;
    }

    private int begin(Item item) {
        requireOpen();
        if (equations == owners.length) {
            owners = Arrays.copyOf(owners, 2 * equations);
        }
        owners[equations] = item.index;
        return equations++;
    }

    /// One proof or transaction of the batch. Owned by the batch's thread.
    public final class Item {
        private final int index;
        private boolean refused;

        private Item(int index) {
            this.index = index;
        }

        /// The batch's points: whoever reads a proof decodes its points there.
        public PointBuffer points() {
            return points;
        }

        /// Begins an equation Σ scalarᵢ · Pᵢ = O over the curve of G1.
        public Equation equation() {
            return new Equation(this);
        }

        /// Begins an equation Π e(scalarᵢ · Pᵢ, Qᵢ) = 1.
        public PairingEquation pairingEquation() {
            return new PairingEquation(this);
        }

        /// Makes the item invalid, whatever its equations say: its bytes were malformed, a point was the identity.
        public void refuse() {
            requireOpen();
            refused = true;
        }
    }

    /// Terms that must sum to zero.
    public final class Equation {
        private final Item item;
        private int number;

        private Equation(Item item) {
            this.item = item;
            number = begin(item);
        }

        /// Begins the item's next equation, which this object stands for from now on.
        public Equation next() {
            number = begin(item);
            return this;
        }

        /// Adds scalar · point.
        public Equation add(Scalar scalar, CurvePoint point) {
            requireOpen();
            return add(scalar, points.handle(point));
        }

        /// Adds scalar · the point of a handle.
        ///
        /// @throws IndexOutOfBoundsException if there is no such point
        public Equation add(Scalar scalar, int handle) {
            requireOpen();
            Objects.checkIndex(handle, points.size());
            sums.add(scalar, handle, number);
            withTerms.set(number);
            return this;
        }

        /// Adds an element of a vector · the point of a handle.
        ///
        /// @throws IndexOutOfBoundsException if there is no such element or point
        public Equation add(ScalarVector vector, int index, int handle) {
            requireOpen();
            Objects.checkIndex(handle, points.size());
            sums.add(vector, index, handle, number);
            withTerms.set(number);
            return this;
        }

        /// Adds scalar · base.
        ///
        /// @throws IndexOutOfBoundsException if there is no such base
        public Equation add(Scalar scalar, FixedBases bases, int index) {
            return add(new ScalarVector(1).set(0, scalar), bases, index);
        }

        /// The same as [#add(ScalarVector, FixedBases, int)] of scalars one by one.
        ///
        /// @throws IndexOutOfBoundsException if there are not so many bases
        public Equation add(List<Scalar> coefficients, FixedBases bases, int from) {
            return add(ScalarVector.of(coefficients), bases, from);
        }

        /// Adds Σ scalarᵢ · baseᵢ over as many bases as there are scalars, from an index on.
        ///
        /// @param coefficients kept, so not to be changed any more
        /// @throws IndexOutOfBoundsException if there are not so many bases
        public Equation add(ScalarVector coefficients, FixedBases bases, int from) {
            requireOpen();
            if (from < 0 || coefficients.size() > bases.size() - from) {
                throw new IndexOutOfBoundsException(
                        coefficients.size() + " from " + from + " on, of " + bases.size() + " bases");
            }
            if (coefficients.size() > 0) {
                fixed.add(new FixedTerms(number, coefficients, indexOf(bases), from));
                withTerms.set(number);
            }
            return this;
        }

        int number() {
            return number;
        }
    }

    /// Terms whose pairings must multiply to one.
    public final class PairingEquation {
        private final int number;

        private PairingEquation(Item item) {
            number = begin(item);
        }

        /// Multiplies by e(point, constant).
        public PairingEquation add(CurvePoint point, PreparedG2 constant) {
            return add(Scalar.ONE, point, constant);
        }

        /// Multiplies by e(scalar · point, constant). The identity is a factor of one, and so is a point without a part
        /// in the group: whoever needs a point to be another takes a [io.florin.crypto.group.G1] and refuses the
        /// identity first.
        public PairingEquation add(Scalar scalar, CurvePoint point, PreparedG2 constant) {
            requireOpen();
            return add(scalar, points.handle(point), constant);
        }

        /// The same of the point of a handle.
        ///
        /// @throws IndexOutOfBoundsException if there is no such point
        public PairingEquation add(Scalar scalar, int handle, PreparedG2 constant) {
            requireOpen();
            Objects.checkIndex(handle, points.size());
            if (pairings.size() == pairingConstants.length) {
                pairingConstants = Arrays.copyOf(pairingConstants, 2 * pairingConstants.length);
            }
            pairingConstants[pairings.size()] = indexOf(constant);
            pairings.add(scalar, handle, number);
            withTerms.set(number);
            return this;
        }
    }

    /// Terms over consecutive fixed bases.
    ///
    /// @param bases their number in [VerificationBatch#bases]
    record FixedTerms(int equation, ScalarVector scalars, int bases, int from) {}
}
