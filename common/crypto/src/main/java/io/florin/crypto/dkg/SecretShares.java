package io.florin.crypto.dkg;

import io.florin.crypto.shamir.FieldElement;
import java.util.ArrayList;
import java.util.List;

/// One participant's shares of a key, one for each component. Closing erases them; it prints only the index.
public final class SecretShares implements AutoCloseable {
    private final int index;
    private final List<FieldElement> shares;
    private volatile boolean closed;

    SecretShares(int index, List<FieldElement> shares) {
        this.index = index;
        this.shares = List.copyOf(shares);
    }

    /// Shares that were kept elsewhere, checked against the key.
    ///
    /// @param shares of which copies are kept
    /// @throws IllegalArgumentException if they are not this participant's shares of the key
    public static SecretShares of(int index, List<FieldElement> shares, SharedKey key) {
        SecretShares result =
                new SecretShares(index, shares.stream().map(FieldElement::copy).toList());
        if (!result.belongTo(key)) {
            throw new IllegalArgumentException("not the shares of participant " + index);
        }
        return result;
    }

    public int index() {
        return index;
    }

    /// The share of a component; not a copy.
    ///
    /// @throws IllegalStateException after [#close]
    public FieldElement share(int component) {
        if (closed) {
            throw new IllegalStateException("the shares are closed");
        }
        return shares.get(component);
    }

    int size() {
        return shares.size();
    }

    /// Whether each share times each base is the verification point.
    boolean belongTo(SharedKey key) {
        int position = key.indexes().indexOf(index);
        if (position < 0 || shares.size() != key.components().size()) {
            return false;
        }
        for (int i = 0; i < shares.size(); i++) {
            SharedKey.KeyComponent component = key.components().get(i);
            for (int j = 0; j < component.component().bases().size(); j++) {
                var point = component.component().bases().get(j).times(share(i));
                if (!point.equals(component.verificationPoints().get(j).get(position))) {
                    return false;
                }
            }
        }
        return true;
    }

    SecretShares plus(SecretShares differences) {
        List<FieldElement> sums = new ArrayList<>();
        for (int i = 0; i < shares.size(); i++) {
            sums.add(share(i).add(differences.share(i)));
        }
        return new SecretShares(index, sums);
    }

    @Override
    public void close() {
        closed = true;
        shares.forEach(FieldElement::erase);
    }

    @Override
    public String toString() {
        return "SecretShares[" + index + "]";
    }
}
