package io.florin.crypto.dkg;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.seal.SealedBox;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.PrimeField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// One participant's shares of a key, one for each component. Closing erases them; it prints only the index.
public final class SecretShares implements AutoCloseable {
    private static final byte[] DOMAIN = "florin/secret-shares/1".getBytes(StandardCharsets.US_ASCII);

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

    /// Opens what [#seal] wrote; empty if it was altered, is of another key or participant, or for another seal key.
    public static Optional<SecretShares> open(int index, SharedKey key, Bytes sealed, X25519KeyPair sealKey) {
        PrimeField field = key.components().getFirst().component().scalars();
        return SealedBox.open(sealKey, sealed.toArray(), associated(index, key)).flatMap(plaintext -> {
            try {
                if (plaintext.length != key.components().size() * PrimeField.SIZE) {
                    return Optional.empty();
                }
                List<FieldElement> shares = new ArrayList<>();
                for (int i = 0; i < key.components().size(); i++) {
                    byte[] scalar = Arrays.copyOfRange(plaintext, i * PrimeField.SIZE, (i + 1) * PrimeField.SIZE);
                    shares.add(field.ofBytes(scalar));
                    Arrays.fill(scalar, (byte) 0);
                }
                return Optional.of(new SecretShares(index, shares)).filter(each -> each.belongTo(key));
            } catch (IllegalArgumentException notCanonical) {
                return Optional.empty();
            } finally {
                Arrays.fill(plaintext, (byte) 0);
            }
        });
    }

    /// The shares at rest: sealed to a key that is kept elsewhere (in a token, behind the key interface), bound to the
    /// shared key and the index. 32 bytes for each component and 48.
    ///
    /// @param random a `SecureRandom` outside tests
    public Bytes seal(SharedKey key, Bytes32 sealKey, RandomGenerator random) {
        byte[] plaintext = new byte[shares.size() * PrimeField.SIZE];
        try {
            for (int i = 0; i < shares.size(); i++) {
                byte[] scalar = share(i).toBytes();
                System.arraycopy(scalar, 0, plaintext, i * PrimeField.SIZE, PrimeField.SIZE);
                Arrays.fill(scalar, (byte) 0);
            }
            return SealedBox.seal(sealKey, plaintext, associated(index, key), random);
        } finally {
            Arrays.fill(plaintext, (byte) 0);
        }
    }

    private static byte[] associated(int index, SharedKey key) {
        byte[] number = {(byte) index};
        return Sha256.digest(DOMAIN, number, key.encode());
    }

    /// The participant's index, from 1: where the polynomials were evaluated.
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
