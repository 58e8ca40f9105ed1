package io.florin.crypto.frost;

import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.Polynomial;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// A trusted dealer, which exists in tests only.
public final class FrostDealer {
    private FrostDealer() {}

    public static List<FrostKeyShare> deal(int threshold, int parties, RandomGenerator random) {
        FieldElement secret = Edwards25519.SCALARS.random(random);
        try (Polynomial polynomial = Polynomial.sharing(secret, threshold - 1, random)) {
            return shares(polynomial, threshold, parties);
        }
    }

    static List<FrostKeyShare> shares(Polynomial polynomial, int threshold, int parties) {
        List<EdwardsPoint> points = new ArrayList<>();
        for (int index = 1; index <= parties; index++) {
            points.add(Edwards25519.GROUP.generator().times(polynomial.share(index)));
        }
        var key = new FrostGroupKey(threshold, Edwards25519.GROUP.generator().times(polynomial.coefficient(0)), points);
        List<FrostKeyShare> shares = new ArrayList<>();
        for (int index = 1; index <= parties; index++) {
            shares.add(new FrostKeyShare(index, polynomial.share(index), key));
        }
        return shares;
    }
}
