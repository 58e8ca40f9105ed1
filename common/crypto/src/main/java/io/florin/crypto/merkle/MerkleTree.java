package io.florin.crypto.merkle;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The Merkle tree of RFC 9162 section 2.1 over SHA-256.
///
/// A leaf is hashed as `0x00 ‖ leaf`, a node as `0x01 ‖ left ‖ right`, so no leaf can pass for a node. The RFC
/// splits at the largest power of two below the size; pairing each level from the left and carrying an odd last
/// node up unchanged gives the same tree, and that is how it is computed here. The number of leaves is not part of
/// the root: whoever signs a root signs the size beside it.
public final class MerkleTree {
    static final byte LEAF_PREFIX = 0x00;
    static final byte NODE_PREFIX = 0x01;

    private static final byte[] LEAF_PREFIX_BYTES = {LEAF_PREFIX};
    private static final byte[] NODE_PREFIX_BYTES = {NODE_PREFIX};

    private MerkleTree() {}

    /// The root over the leaves' bytes; SHA-256 of nothing for no leaves.
    public static Bytes32 root(List<byte[]> leaves) {
        MessageDigest digest = Sha256.newDigest();
        byte[] level = new byte[Math.multiplyExact(leaves.size(), Bytes32.SIZE)];
        int offset = 0;
        for (byte[] leaf : leaves) {
            digest.update(LEAF_PREFIX);
            digest.update(leaf);
            finish(digest, level, offset);
            offset += Bytes32.SIZE;
        }
        return fold(level, leaves.size());
    }

    /// The hash of one leaf, `SHA-256(0x00 ‖ leaf)`.
    public static Bytes32 leafHash(byte[] leaf) {
        return Sha256.hash(LEAF_PREFIX_BYTES, leaf);
    }

    /// The root over leaves that are already hashed with [#leafHash].
    public static Bytes32 rootOfLeafHashes(List<Bytes32> leafHashes) {
        return fold(flatten(leafHashes), leafHashes.size());
    }

    /// The inclusion path of the leaf at the index, nearest sibling first (RFC 9162 section 2.1.3.1).
    ///
    /// @throws IndexOutOfBoundsException if there is no such leaf
    public static MerklePath path(List<Bytes32> leafHashes, int index) {
        Objects.checkIndex(index, leafHashes.size());
        MessageDigest digest = Sha256.newDigest();
        byte[] level = flatten(leafHashes);
        List<Bytes32> siblings = new ArrayList<>();
        int position = index;
        for (int count = leafHashes.size(); count > 1; count -= count / 2) {
            int sibling = position ^ 1;
            if (sibling < count) {
                siblings.add(Bytes32.read(level, sibling * Bytes32.SIZE));
            }
            foldLevel(digest, level, count);
            position /= 2;
        }
        return new MerklePath(index, leafHashes.size(), siblings);
    }

    /// The inclusion paths of all leaves, in their order: as many hashes as for the root, where [#path] for each leaf
    /// would take as many for every one of them.
    public static List<MerklePath> paths(List<Bytes32> leafHashes) {
        List<List<Bytes32>> levels = new ArrayList<>();
        for (List<Bytes32> level = leafHashes; level.size() > 1; level = levelAbove(level)) {
            levels.add(level);
        }
        List<MerklePath> paths = new ArrayList<>(leafHashes.size());
        for (int index = 0; index < leafHashes.size(); index++) {
            List<Bytes32> siblings = new ArrayList<>(levels.size());
            int position = index;
            for (List<Bytes32> level : levels) {
                int sibling = position ^ 1;
                if (sibling < level.size()) {
                    siblings.add(level.get(sibling));
                }
                position /= 2;
            }
            paths.add(new MerklePath(index, leafHashes.size(), siblings));
        }
        return paths;
    }

    private static List<Bytes32> levelAbove(List<Bytes32> level) {
        List<Bytes32> above = new ArrayList<>(level.size() - level.size() / 2);
        for (int left = 0; left + 1 < level.size(); left += 2) {
            above.add(nodeHash(level.get(left), level.get(left + 1)));
        }
        if (level.size() % 2 == 1) {
            above.add(level.getLast());
        }
        return above;
    }

    static Bytes32 nodeHash(Bytes32 left, Bytes32 right) {
        return Sha256.hash(NODE_PREFIX_BYTES, left.toArray(), right.toArray());
    }

    private static byte[] flatten(List<Bytes32> leafHashes) {
        byte[] level = new byte[Math.multiplyExact(leafHashes.size(), Bytes32.SIZE)];
        int offset = 0;
        for (Bytes32 leafHash : leafHashes) {
            leafHash.copyInto(level, offset);
            offset += Bytes32.SIZE;
        }
        return level;
    }

    private static Bytes32 fold(byte[] level, int size) {
        MessageDigest digest = Sha256.newDigest();
        if (size == 0) {
            return Bytes32.of(digest.digest());
        }
        for (int count = size; count > 1; count -= count / 2) {
            foldLevel(digest, level, count);
        }
        return Bytes32.read(level, 0);
    }

    /// Replaces a level by the one above it, in place: a parent is written left of the children still to be read.
    private static void foldLevel(MessageDigest digest, byte[] level, int count) {
        int parents = count / 2;
        for (int parent = 0; parent < parents; parent++) {
            digest.update(NODE_PREFIX);
            digest.update(level, 2 * parent * Bytes32.SIZE, 2 * Bytes32.SIZE);
            finish(digest, level, parent * Bytes32.SIZE);
        }
        if (count % 2 == 1) {
            System.arraycopy(level, (count - 1) * Bytes32.SIZE, level, parents * Bytes32.SIZE, Bytes32.SIZE);
        }
    }

    private static void finish(MessageDigest digest, byte[] target, int offset) {
        try {
            digest.digest(target, offset, Bytes32.SIZE);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 fills 32 bytes", e);
        }
    }
}
