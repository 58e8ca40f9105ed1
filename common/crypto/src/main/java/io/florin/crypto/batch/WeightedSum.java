package io.florin.crypto.batch;

import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.ScalarVector;
import io.florin.crypto.group.Terms;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// The weighted sum of the equations of some items. Coefficients of one point, fixed or met before, are added up modulo
/// q first; what is left is one sum over the curve and one product of pairings.
final class WeightedSum {
    private final VerificationBatch batch;
    private final ScalarVector weights;
    private final BitSet chosen;
    private final ScalarVector product = new ScalarVector(1);

    /// @param weights one for each equation of the batch
    /// @param chosen the items
    WeightedSum(VerificationBatch batch, ScalarVector weights, BitSet chosen) {
        this.batch = batch;
        this.weights = weights;
        this.chosen = chosen;
    }

    boolean holds() {
        return sum().vanishes() && product().isOne();
    }

    private boolean counts(int equation) {
        return chosen.get(batch.owner(equation));
    }

    /// Sum that must vanish: one term for each point in use and one for each row of fixed bases, however many equations
    /// have them.
    Terms sum() {
        PointBuffer points = batch.points();
        ScalarVector coefficients = new ScalarVector(points.size());
        TermLog sums = batch.sums();
        for (int term = 0; term < sums.size(); term++) {
            if (counts(sums.equation(term))) {
                product.product(0, sums.coefficients(), term, weights, sums.equation(term));
                coefficients.add(sums.handle(term), product, 0);
            }
        }
        List<FixedBases> bases = batch.bases();
        List<ScalarVector> fixed = fixedSums(bases);
        Terms terms = new Terms(used(coefficients) + bases.size());
        for (int i = 0; i < bases.size(); i++) {
            terms.add(Scalar.ONE, bases.get(i).table().sum(fixed.get(i)));
        }
        for (int handle = 0; handle < points.size(); handle++) {
            if (!coefficients.isZero(handle)) {
                terms.add(coefficients, handle, points, handle);
            }
        }
        return terms;
    }

    /// The coefficients of all fixed bases.
    private List<ScalarVector> fixedSums(List<FixedBases> bases) {
        List<ScalarVector> sums = new ArrayList<>();
        bases.forEach(each -> sums.add(new ScalarVector(each.size())));
        for (VerificationBatch.FixedTerms terms : batch.fixed()) {
            if (!counts(terms.equation())) {
                continue;
            }
            ScalarVector sum = sums.get(terms.bases());
            for (int i = 0; i < terms.scalars().size(); i++) {
                product.product(0, terms.scalars(), i, weights, terms.equation());
                sum.add(terms.from() + i, product, 0);
            }
        }
        return sums;
    }

    private static int used(ScalarVector coefficients) {
        int used = 0;
        for (int i = 0; i < coefficients.size(); i++) {
            used += coefficients.isZero(i) ? 0 : 1;
        }
        return used;
    }

    /// Product that must be one.
    PairingProduct product() {
        PairingProduct pairings = new PairingProduct();
        TermLog log = batch.pairings();
        for (int term = 0; term < log.size(); term++) {
            if (counts(log.equation(term))) {
                product.product(0, log.coefficients(), term, weights, log.equation(term));
                pairings.add(product, 0, batch.points(), log.handle(term), batch.constant(term));
            }
        }
        return pairings;
    }
}
