package io.florin.crypto.dkg;

import io.florin.crypto.shamir.GroupElement;
import java.util.ArrayList;
import java.util.List;

/// The public side of a key: for each component and base the group's point and each participant's verification point.
///
/// @param indexes of the participants, rising; the order of each verification list
public record SharedKey(int threshold, List<Integer> indexes, List<KeyComponent> components) {
    public SharedKey {
        indexes = List.copyOf(indexes);
        components = List.copyOf(components);
    }

    /// One component's points. `publicPoints.get(b)` is the secret times base b, `verificationPoints.get(b).get(p)` the
    /// share of the participant at position p times base b.
    public record KeyComponent(
            Component component, List<GroupElement> publicPoints, List<List<GroupElement>> verificationPoints) {
        public KeyComponent {
            publicPoints = List.copyOf(publicPoints);
            verificationPoints = verificationPoints.stream().map(List::copyOf).toList();
        }
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
