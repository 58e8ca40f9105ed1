package io.florin.crypto.batch;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// The weighted sum of the equations of some items. Coefficients of one point, fixed or met before, are added up modulo
/// q first; what is left is one sum over the curve and one product of pairings.
final class WeightedSum {
    private final Map<FixedBases, Scalar[]> fixed = new IdentityHashMap<>();
    private final Map<CurvePoint, Integer> indexes = new IdentityHashMap<>();
    private final List<CurvePoint> points = new ArrayList<>();
    private final List<Scalar> scalars = new ArrayList<>();
    private final PairingProduct product = new PairingProduct();

    void add(VerificationBatch.Item item) {
        for (VerificationBatch.Equation equation : item.sums()) {
            for (int i = 0; i < equation.scalars().size(); i++) {
                add(
                        equation.weight().multiply(equation.scalars().get(i)),
                        equation.points().get(i));
            }
            for (VerificationBatch.FixedTerms terms : equation.fixed()) {
                add(equation.weight(), terms);
            }
        }
        for (VerificationBatch.PairingEquation equation : item.pairings()) {
            for (VerificationBatch.PairingTerm term : equation.terms()) {
                product.add(equation.weight().multiply(term.scalar()), term.point(), term.constant());
            }
        }
    }

    private void add(Scalar scalar, CurvePoint point) {
        Integer known = indexes.putIfAbsent(point, points.size());
        if (known == null) {
            points.add(point);
            scalars.add(scalar);
        } else {
            scalars.set(known, scalars.get(known).add(scalar));
        }
    }

    private void add(Scalar weight, VerificationBatch.FixedTerms terms) {
        Scalar[] sums = fixed.computeIfAbsent(terms.bases(), bases -> zeros(bases.size()));
        for (int i = 0; i < terms.scalars().size(); i++) {
            int base = terms.from() + i;
            sums[base] = sums[base].add(weight.multiply(terms.scalars().get(i)));
        }
    }

    boolean holds() {
        Terms terms = new Terms(points.size() + fixed.size());
        fixed.forEach((bases, sums) -> terms.add(Scalar.ONE, bases.table().sum(List.of(sums))));
        for (int i = 0; i < points.size(); i++) {
            terms.add(scalars.get(i), points.get(i));
        }
        return terms.vanishes() && product.isOne();
    }

    private static Scalar[] zeros(int count) {
        Scalar[] zeros = new Scalar[count];
        Arrays.fill(zeros, Scalar.ZERO);
        return zeros;
    }
}
