package io.florin.crypto.ecdsa;

import io.florin.crypto.Bytes;
import io.florin.crypto.ecdsa.PresigningDeal.PresigningShares;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.PrimeField;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.threshold.SeedStream;
import io.florin.crypto.threshold.Slots;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// Computation of everybody from the broadcast messages of a presigning session, with the same result: the checks of
/// the opening and checking rounds, and who is to blame once the seeds are known.
final class PresigningEvidence {
    static final int OPEN = 2;
    static final int CHECK = 3;
    static final int ROUNDS = 4;

    private static final byte OPENED = 0;
    private static final byte COMPLAINT = 1;
    private static final int OPENING_SIZE = 1 + P256Point.SIZE + PrimeField.SIZE;

    private PresigningEvidence() {}

    /// R_i and w_i, or the dealers complained of.
    static Bytes opening(PresigningShares shares, SortedSet<Integer> badDealers) {
        var payload = new ByteArrayOutputStream();
        if (badDealers.isEmpty()) {
            payload.write(OPENED);
            payload.writeBytes(P256.GROUP.generator().times(shares.nonce()).encode());
            payload.writeBytes(shares.product().toBytes());
        } else {
            payload.write(COMPLAINT);
            badDealers.forEach(payload::write);
        }
        return Bytes.of(payload.toByteArray());
    }

    static Bytes checking(PresigningShares shares, P256Point noncePoint) {
        return Bytes.of(noncePoint.times(shares.blind()).encode());
    }

    /// R, if nobody complained, all is well-formed, the R_i lie on degree t and a·k is not zero.
    static Optional<P256Point> noncePoint(PresigningSetup setup, SortedMap<Integer, Bytes> openings) {
        List<P256Point> points = new ArrayList<>();
        for (Bytes opening : openings.values()) {
            if (opening.size() != OPENING_SIZE || opening.toArray()[0] != OPENED) {
                return Optional.empty();
            }
            Optional<P256Point> point = point(Arrays.copyOfRange(opening.toArray(), 1, 1 + P256Point.SIZE));
            if (point.isEmpty()) {
                return Optional.empty();
            }
            points.add(point.get());
        }
        Optional<FieldElement> product = openedProduct(setup, openings);
        if (product.isEmpty() || product.get().isZero()) {
            return Optional.empty();
        }
        return onDegree(setup, points).filter(point -> !point.abscissa().isZero());
    }

    /// w = a·k, if the W_i lie on degree t and their value at zero is w·G.
    static Optional<FieldElement> product(
            PresigningSetup setup, SortedMap<Integer, Bytes> openings, SortedMap<Integer, Bytes> checks) {
        List<P256Point> points = new ArrayList<>();
        for (Bytes check : checks.values()) {
            Optional<P256Point> point = point(check.toArray());
            if (point.isEmpty()) {
                return Optional.empty();
            }
            points.add(point.get());
        }
        Optional<P256Point> product = onDegree(setup, points);
        return openedProduct(setup, openings)
                .filter(opened -> product.isPresent()
                        && product.get().equals(P256.GROUP.generator().times(opened)));
    }

    private static Optional<FieldElement> openedProduct(PresigningSetup setup, SortedMap<Integer, Bytes> openings) {
        List<FieldElement> parts = new ArrayList<>();
        try {
            for (Bytes opening : openings.values()) {
                parts.add(
                        P256.SCALARS.ofBytes(Arrays.copyOfRange(opening.toArray(), 1 + P256Point.SIZE, OPENING_SIZE)));
            }
        } catch (IllegalArgumentException notCanonical) {
            return Optional.empty();
        }
        return Optional.of(Shares.interpolate(setup.indexes(), parts, 0));
    }

    private static Optional<P256Point> onDegree(PresigningSetup setup, List<P256Point> points) {
        List<Integer> indexes = setup.indexes();
        if (!Shares.isOfDegree(setup.corruptMax(), indexes, points)) {
            return Optional.empty();
        }
        int determining = setup.corruptMax() + 1;
        var value = (P256Point)
                Shares.interpolatePoints(indexes.subList(0, determining), points.subList(0, determining), 0);
        return value.isIdentity() ? Optional.empty() : Optional.of(value);
    }

    private static Optional<P256Point> point(byte[] encoded) {
        try {
            return encoded.length == P256Point.SIZE ? Optional.of(P256Point.decode(encoded)) : Optional.empty();
        } catch (IllegalArgumentException notAPoint) {
            return Optional.empty();
        }
    }

    /// Recomputes everything from the seeds. Dealers whose message is not the one of their seed are blamed; if there
    /// are none, all shares are known, and whoever opened or checked with other bytes than they give is.
    static SortedSet<Integer> blamed(PresigningSetup setup, Slots slots) {
        SortedSet<Integer> blamed = new TreeSet<>();
        Map<Integer, PresigningShares> sums = new HashMap<>();
        for (int dealer : setup.indexes()) {
            byte[] seed = bytes(slots, ROUNDS, dealer);
            if (seed.length != SeedStream.SEED_SIZE) {
                blamed.add(dealer);
                continue;
            }
            try (PresigningDeal deal = PresigningDeal.of(setup, dealer, seed)) {
                if (!Arrays.equals(deal.message().toArray(), bytes(slots, 1, dealer))) {
                    blamed.add(dealer);
                }
                for (int member : setup.indexes()) {
                    sums.merge(member, deal.shares(member), PresigningShares::add);
                }
            }
        }
        if (!blamed.isEmpty()) {
            return blamed;
        }
        boolean checked = slots.isComplete(CHECK);
        Optional<P256Point> noncePoint = noncePoint(setup, slots.of(OPEN));
        sums.forEach((member, shares) -> {
            byte[] opening = opening(shares, new TreeSet<>()).toArray();
            boolean openedOthers = !Arrays.equals(opening, bytes(slots, OPEN, member));
            boolean checkedOthers = checked
                    && noncePoint.isPresent()
                    && !Arrays.equals(checking(shares, noncePoint.get()).toArray(), bytes(slots, CHECK, member));
            if (openedOthers || checkedOthers) {
                blamed.add(member);
            }
        });
        return blamed;
    }

    private static byte[] bytes(Slots slots, int round, int sender) {
        Bytes payload = slots.of(round).get(sender);
        return payload == null ? new byte[0] : payload.toArray();
    }
}
