package io.florin.runtime.keys;

import io.florin.crypto.bls.BlsSecretKey;
import io.florin.crypto.dkg.Bls12381;
import io.florin.crypto.dkg.SecretShares;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.threshold.KeyShare;
import io.florin.runtime.Failure;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One party's share of a key as it is kept: index (2) and one scalar (32) for each component, wrapped. It prints only
/// its index.
public final class StoredShare {
    private final int index;
    private final List<Scalar> scalars;

    private StoredShare(int index, List<Scalar> scalars) {
        Shares.requireIndex(index);
        this.index = index;
        this.scalars = List.copyOf(scalars);
    }

    /// A share as a key generation gives it, a copy.
    public static StoredShare of(SecretShares shares, SharedKey key) {
        List<Scalar> scalars = new ArrayList<>();
        for (int component = 0; component < key.components().size(); component++) {
            scalars.add(Bls12381.scalar(shares.share(component)));
        }
        return new StoredShare(shares.index(), scalars);
    }

    /// A share of one component.
    public static StoredShare of(int index, Scalar scalar) {
        return new StoredShare(index, List.of(scalar));
    }

    /// Reads what [#write] wrote.
    ///
    /// @throws Failure if it does not open or is no share
    public static StoredShare read(Path file, KeyWrapping wrapping, String label) {
        byte[] content = SecretFiles.readWrapped(file, wrapping, label);
        try {
            if (content.length < Short.BYTES + Scalar.SIZE || (content.length - Short.BYTES) % Scalar.SIZE != 0) {
                throw new Failure("not a share: " + file);
            }
            List<Scalar> scalars = new ArrayList<>();
            for (int at = Short.BYTES; at < content.length; at += Scalar.SIZE) {
                scalars.add(Scalar.read(content, at));
            }
            return new StoredShare(Short.toUnsignedInt(ByteBuffer.wrap(content).getShort()), scalars);
        } catch (IllegalArgumentException malformed) {
            throw new Failure("not a share: " + file, malformed);
        } finally {
            Arrays.fill(content, (byte) 0);
        }
    }

    /// Writes it, wrapped.
    public void write(Path file, KeyWrapping wrapping, String label) {
        byte[] content = new byte[Short.BYTES + scalars.size() * Scalar.SIZE];
        ByteBuffer.wrap(content).putShort((short) index);
        for (int i = 0; i < scalars.size(); i++) {
            scalars.get(i).copyInto(content, Short.BYTES + i * Scalar.SIZE);
        }
        try {
            SecretFiles.writeWrapped(file, wrapping, label, content);
        } finally {
            Arrays.fill(content, (byte) 0);
        }
    }

    public int index() {
        return index;
    }

    /// As a share of a key that signs by BLS.
    ///
    /// @throws IllegalArgumentException if it has not one component
    public KeyShare bls() {
        return new KeyShare(index, BlsSecretKey.of(only()));
    }

    /// As a certifier's.
    ///
    /// @throws IllegalArgumentException if it has not four components
    public PsKeyShare certifier() {
        return new PsKeyShare(index, scalars.getFirst(), scalars.subList(1, scalars.size()));
    }

    /// The one component of a share that has one.
    ///
    /// @throws IllegalArgumentException if it has more
    public Scalar only() {
        if (scalars.size() != 1) {
            throw new IllegalArgumentException("a share of another kind of key");
        }
        return scalars.getFirst();
    }

    /// As shares of this key, to be refreshed.
    ///
    /// @throws IllegalArgumentException if they are not shares of it
    public SecretShares of(SharedKey key) {
        List<FieldElement> elements = scalars.stream()
                .map(scalar -> Bls12381.G1_GROUP.scalars().ofBytes(scalar.toBytes()))
                .toList();
        return SecretShares.of(index, elements, key);
    }

    @Override
    public String toString() {
        return "StoredShare[" + index + "]";
    }
}
