package io.florin.crypto.dkg;

import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.Polynomial;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// Feldman's commitments to the polynomials of a dealing: for each component and base, each coefficient times the
/// base. Indexed as `points.get(component).get(base).get(coefficient)`, the constant's included even where it is the
/// identity.
record Commitments(List<List<List<GroupElement>>> points) {
    static Commitments to(KeySetup setup, List<Polynomial> polynomials) {
        List<List<List<GroupElement>>> points = new ArrayList<>();
        for (int i = 0; i < polynomials.size(); i++) {
            Polynomial polynomial = polynomials.get(i);
            List<List<GroupElement>> ofComponent = new ArrayList<>();
            for (GroupElement base : setup.components().get(i).bases()) {
                List<GroupElement> ofBase = new ArrayList<>();
                for (int j = 0; j <= polynomial.degree(); j++) {
                    ofBase.add(base.times(polynomial.coefficient(j)));
                }
                ofComponent.add(ofBase);
            }
            points.add(ofComponent);
        }
        return new Commitments(points);
    }

    /// Number of bytes that [#encode] writes.
    static int size(KeySetup setup) {
        int size = 0;
        for (Component component : setup.components()) {
            for (GroupElement base : component.bases()) {
                size += (setup.threshold() - setup.firstCommitted())
                        * base.group().encodedSize();
            }
        }
        return size;
    }

    byte[] encode(KeySetup setup) {
        var bytes = new ByteArrayOutputStream();
        for (List<List<GroupElement>> ofComponent : points) {
            for (List<GroupElement> ofBase : ofComponent) {
                for (GroupElement point : ofBase.subList(setup.firstCommitted(), setup.threshold())) {
                    bytes.writeBytes(point.encode());
                }
            }
        }
        return bytes.toByteArray();
    }

    /// @throws IllegalArgumentException if a point is malformed, outside its group, or the identity
    static Commitments read(KeySetup setup, ByteBuffer buffer) {
        List<List<List<GroupElement>>> points = new ArrayList<>();
        for (Component component : setup.components()) {
            List<List<GroupElement>> ofComponent = new ArrayList<>();
            for (GroupElement base : component.bases()) {
                List<GroupElement> ofBase = new ArrayList<>();
                if (setup.firstCommitted() == 1) {
                    ofBase.add(base.group().identity());
                }
                for (int i = setup.firstCommitted(); i < setup.threshold(); i++) {
                    byte[] encoded = new byte[base.group().encodedSize()];
                    buffer.get(encoded);
                    ofBase.add(base.group().decode(encoded));
                }
                ofComponent.add(ofBase);
            }
            points.add(ofComponent);
        }
        return new Commitments(points);
    }

    /// Whether the shares of a party, one for each component, are the values at its index under every base.
    boolean matches(KeySetup setup, int index, List<FieldElement> shares) {
        for (int i = 0; i < shares.size(); i++) {
            List<GroupElement> bases = setup.components().get(i).bases();
            for (int j = 0; j < bases.size(); j++) {
                if (!bases.get(j)
                        .times(shares.get(i))
                        .equals(valueAt(points.get(i).get(j), index))) {
                    return false;
                }
            }
        }
        return true;
    }

    /// The polynomial's value in the exponent, by Horner's rule.
    static GroupElement valueAt(List<GroupElement> coefficients, int index) {
        GroupElement value = coefficients.getLast();
        for (int i = coefficients.size() - 2; i >= 0; i--) {
            value = value.timesPublic(index).plus(coefficients.get(i));
        }
        return value;
    }

    Commitments plus(Commitments other) {
        List<List<List<GroupElement>>> sums = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            List<List<GroupElement>> ofComponent = new ArrayList<>();
            for (int j = 0; j < points.get(i).size(); j++) {
                List<GroupElement> ofBase = new ArrayList<>();
                for (int k = 0; k < points.get(i).get(j).size(); k++) {
                    ofBase.add(points.get(i)
                            .get(j)
                            .get(k)
                            .plus(other.points.get(i).get(j).get(k)));
                }
                ofComponent.add(ofBase);
            }
            sums.add(ofComponent);
        }
        return new Commitments(sums);
    }
}
