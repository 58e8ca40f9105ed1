package io.florin.crypto.dkg;

import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.Shares;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The public side of a key: for each component and base the group's point and each participant's verification point.
///
/// @param indexes of the participants, rising; the order of each verification list
public record SharedKey(int threshold, List<Integer> indexes, List<KeyComponent> components) {
    /// The lists are copied. That the points are a sharing is what [#decode] checks; a key generation makes no others.
    public SharedKey {
        indexes = List.copyOf(indexes);
        components = List.copyOf(components);
    }

    /// One component's points. `publicPoints.get(b)` is the secret times base b, `verificationPoints.get(b).get(p)` the
    /// share of the participant at position p times base b.
    public record KeyComponent(
            Component component, List<GroupElement> publicPoints, List<List<GroupElement>> verificationPoints) {
        /// The lists are copied.
        public KeyComponent {
            publicPoints = List.copyOf(publicPoints);
            verificationPoints = verificationPoints.stream().map(List::copyOf).toList();
        }
    }

    /// Reads what [#encode] writes.
    ///
    /// @param components what the key consists of: the caller knows, the bytes do not say
    /// @throws IllegalArgumentException if it is anything else, a point is malformed, or the verification points of a
    /// component are not of exactly this threshold or do not interpolate to its public point
    public static SharedKey decode(List<Component> components, byte[] encoded) {
        ByteBuffer buffer = ByteBuffer.wrap(encoded);
        try {
            int threshold = Short.toUnsignedInt(buffer.getShort());
            int parties = Short.toUnsignedInt(buffer.getShort());
            List<Integer> indexes = new ArrayList<>();
            for (int i = 0; i < parties; i++) {
                indexes.add(Short.toUnsignedInt(buffer.getShort()));
            }
            Shares.requireDistinct(indexes);
            List<KeyComponent> read = new ArrayList<>();
            for (Component component : components) {
                List<GroupElement> publicPoints = new ArrayList<>();
                List<List<GroupElement>> verificationPoints = new ArrayList<>();
                for (GroupElement base : component.bases()) {
                    publicPoints.add(point(base, buffer));
                    List<GroupElement> points = new ArrayList<>();
                    for (int i = 0; i < parties; i++) {
                        points.add(point(base, buffer));
                    }
                    verificationPoints.add(points);
                    Shares.requireSharing(threshold, indexes, points, publicPoints.getLast());
                }
                read.add(new KeyComponent(component, publicPoints, verificationPoints));
            }
            if (buffer.hasRemaining()) {
                throw new IllegalArgumentException("trailing bytes");
            }
            return new SharedKey(threshold, indexes, read);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("too short for a key", e);
        }
    }

    private static GroupElement point(GroupElement base, ByteBuffer buffer) {
        byte[] encoded = new byte[base.group().encodedSize()];
        buffer.get(encoded);
        return base.group().decode(encoded);
    }

    /// Threshold (2), number of participants (2), indexes (2 each); then for each component and base the public point
    /// and the verification points. Not for a sharing of zero, whose public point is the identity.
    public byte[] encode() {
        var encoded = new ByteArrayOutputStream();
        encoded.writeBytes(number(threshold));
        encoded.writeBytes(number(indexes.size()));
        indexes.forEach(index -> encoded.writeBytes(number(index)));
        for (KeyComponent component : components) {
            for (int base = 0; base < component.publicPoints().size(); base++) {
                encoded.writeBytes(component.publicPoints().get(base).encode());
                component.verificationPoints().get(base).forEach(point -> encoded.writeBytes(point.encode()));
            }
        }
        return encoded.toByteArray();
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(Short.BYTES).putShort((short) value).array();
    }

    static SharedKey of(KeySetup setup, Commitments sum) {
        List<KeyComponent> components = new ArrayList<>();
        for (int i = 0; i < setup.components().size(); i++) {
            List<GroupElement> publicPoints = new ArrayList<>();
            List<List<GroupElement>> verificationPoints = new ArrayList<>();
            for (List<GroupElement> coefficients : sum.points().get(i)) {
                publicPoints.add(coefficients.getFirst());
                verificationPoints.add(setup.indexes().stream()
                        .map(index -> Commitments.valueAt(coefficients, index))
                        .toList());
            }
            components.add(new KeyComponent(setup.components().get(i), publicPoints, verificationPoints));
        }
        return new SharedKey(setup.threshold(), setup.indexes(), components);
    }

    /// The same key after a refresh: the differences' verification points added, the public points as they were.
    SharedKey refreshed(SharedKey differences) {
        List<KeyComponent> sums = new ArrayList<>();
        for (int i = 0; i < components.size(); i++) {
            List<List<GroupElement>> verificationPoints = new ArrayList<>();
            for (int j = 0; j < components.get(i).verificationPoints().size(); j++) {
                verificationPoints.add(sum(
                        components.get(i).verificationPoints().get(j),
                        differences.components.get(i).verificationPoints().get(j)));
            }
            KeyComponent old = components.get(i);
            sums.add(new KeyComponent(old.component(), old.publicPoints(), verificationPoints));
        }
        return new SharedKey(threshold, indexes, sums);
    }

    private static List<GroupElement> sum(List<GroupElement> left, List<GroupElement> right) {
        List<GroupElement> sums = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            sums.add(left.get(i).plus(right.get(i)));
        }
        return sums;
    }

    /// Whether this setup refreshes this key: the same threshold, participants and components.
    boolean fits(KeySetup setup) {
        return setup.kind() == KeySetup.Kind.REFRESH
                && setup.threshold() == threshold
                && setup.indexes().equals(indexes)
                && setup.components()
                        .equals(components.stream().map(KeyComponent::component).toList());
    }
}
