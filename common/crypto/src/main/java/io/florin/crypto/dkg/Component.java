package io.florin.crypto.dkg;

import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.PrimeField;
import java.util.List;

/// One secret of a key and where it shows: its multiples of these bases are published. The first is the one whose
/// discrete logarithm dealers prove to know. A plain key has one component with one base; a Pointcheval–Sanders key
/// has four, three of them with a base in G2 and one in G1.
public record Component(String name, List<GroupElement> bases) {
    /// @throws IllegalArgumentException if there is no base, one is the identity, or their groups differ in scalars
    public Component {
        bases = List.copyOf(bases);
        if (bases.isEmpty()) {
            throw new IllegalArgumentException("a secret that shows nowhere");
        }
        for (GroupElement base : bases) {
            boolean sameScalars =
                    base.group().scalars() == bases.getFirst().group().scalars();
            if (base.isIdentity() || !sameScalars) {
                throw new IllegalArgumentException("not a base for " + name);
            }
        }
    }

    /// The field of the secret: integers modulo the order that the groups of all bases have.
    public PrimeField scalars() {
        return bases.getFirst().group().scalars();
    }
}
