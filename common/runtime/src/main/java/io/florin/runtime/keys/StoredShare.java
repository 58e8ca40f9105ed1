package io.florin.runtime.keys;

import io.florin.crypto.bls.BlsSecretKey;
import io.florin.crypto.dkg.SecretShares;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.PrimeField;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.threshold.KeyShare;
import io.florin.runtime.Failure;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One party's share of a key as it is kept: index (2) and one scalar (32, big-endian, of whatever field the key is in)
/// for each component, wrapped. Closing zeroes it; what was made of it before has its own copies. It prints only its
/// index.
public final class StoredShare implements AutoCloseable {
    private final int index;
    private final List<byte[]> scalars;
    private volatile boolean closed;

    private StoredShare(int index, List<byte[]> scalars) {
        Shares.requireIndex(index);
        this.index = index;
        this.scalars = List.copyOf(scalars);
    }

    /// A share as a key generation gives it, a copy.
    public static StoredShare of(SecretShares shares, SharedKey key) {
        List<byte[]> scalars = new ArrayList<>();
        for (int component = 0; component < key.components().size(); component++) {
            scalars.add(shares.share(component).toBytes());
        }
        return new StoredShare(shares.index(), scalars);
    }

    /// A share of one component over BLS12-381.
    public static StoredShare of(int index, Scalar scalar) {
        return new StoredShare(index, List.of(scalar.toBytes()));
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
            List<byte[]> scalars = new ArrayList<>();
            for (int at = Short.BYTES; at < content.length; at += Scalar.SIZE) {
                scalars.add(Arrays.copyOfRange(content, at, at + Scalar.SIZE));
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
        byte[] content = new byte[Short.BYTES + open().size() * Scalar.SIZE];
        ByteBuffer.wrap(content).putShort((short) index);
        for (int i = 0; i < open().size(); i++) {
            System.arraycopy(open().get(i), 0, content, Short.BYTES + i * Scalar.SIZE, Scalar.SIZE);
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
    /// @throws IllegalArgumentException if it has not one component, or it is of another field
    public KeyShare bls() {
        return new KeyShare(index, BlsSecretKey.of(only()));
    }

    /// As a certifier's.
    ///
    /// @throws IllegalArgumentException if it has not four components, or they are of another field
    public PsKeyShare certifier() {
        List<Scalar> all = open().stream().map(Scalar::ofCanonical).toList();
        return new PsKeyShare(index, all.getFirst(), all.subList(1, all.size()));
    }

    /// The one component of a share that has one, over BLS12-381.
    ///
    /// @throws IllegalArgumentException if it has more, or it is of another field
    public Scalar only() {
        if (open().size() != 1) {
            throw new IllegalArgumentException("a share of another kind of key");
        }
        return Scalar.ofCanonical(open().getFirst());
    }

    /// As shares of this key, checked against its verification points; the caller closes them.
    ///
    /// @throws IllegalArgumentException if they are not shares of it
    public SecretShares of(SharedKey key) {
        PrimeField field = key.components()
                .getFirst()
                .component()
                .bases()
                .getFirst()
                .group()
                .scalars();
        return SecretShares.of(index, open().stream().map(field::ofBytes).toList(), key);
    }

    /// As a share of a key of a single component, not checked against anything.
    ///
    /// @throws IllegalArgumentException if it has more, or it is of another field
    public FieldElement only(PrimeField field) {
        if (open().size() != 1) {
            throw new IllegalArgumentException("a share of another kind of key");
        }
        return field.ofBytes(open().getFirst());
    }

    private List<byte[]> open() {
        if (closed) {
            throw new IllegalStateException("the share is closed");
        }
        return scalars;
    }

    @Override
    public void close() {
        closed = true;
        scalars.forEach(scalar -> Arrays.fill(scalar, (byte) 0));
    }

    @Override
    public String toString() {
        return "StoredShare[" + index + "]";
    }
}
