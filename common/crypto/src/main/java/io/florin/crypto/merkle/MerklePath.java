package io.florin.crypto.merkle;

import io.florin.crypto.Bytes32;
import java.util.List;

/// The inclusion path of one leaf in a tree of a given size (RFC 9162 section 2.1.3): the siblings on the way up,
/// nearest first; ⌈log₂ size⌉ of them at most.
///
/// Index and size are claims of whoever sends the path; a verifier takes the size from what is signed beside the
/// root.
public record MerklePath(int index, int size, List<Bytes32> siblings) {
    /// @throws IllegalArgumentException if the index is not one of a leaf in a tree of this size
    public MerklePath {
        if (index < 0 || index >= size) {
            throw new IllegalArgumentException("no leaf " + index + " in a tree of " + size);
        }
        siblings = List.copyOf(siblings);
    }

    /// Number of siblings in the path of a leaf: where an odd last node is carried up, the path is shorter.
    ///
    /// @throws IllegalArgumentException if the index is not one of a leaf in a tree of this size
    public static int length(int index, int size) {
        if (index < 0 || index >= size) {
            throw new IllegalArgumentException("no leaf " + index + " in a tree of " + size);
        }
        int length = 0;
        int position = index;
        for (int count = size; count > 1; count -= count / 2) {
            length += (position ^ 1) < count ? 1 : 0;
            position /= 2;
        }
        return length;
    }

    /// Whether the leaf hash at this index, with these siblings, gives the root of a tree of this size. False for a
    /// path that is too short or too long.
    public boolean proves(Bytes32 leafHash, Bytes32 root) {
        return siblings.size() == length(index, size) && root(leafHash).equals(root);
    }

    /// The root of a tree of this size that has the leaf hash at this index and these siblings beside its way up. What
    /// it proves is for whoever compares it with a root that he believes.
    ///
    /// @throws IllegalStateException if the path is too short or too long for its place
    public Bytes32 root(Bytes32 leafHash) {
        if (siblings.size() != length(index, size)) {
            throw new IllegalStateException("a path of " + siblings.size() + " hashes");
        }
        Bytes32 node = leafHash;
        int position = index;
        int used = 0;
        for (int count = size; count > 1; count -= count / 2) {
            int sibling = position ^ 1;
            if (sibling < count) {
                Bytes32 other = siblings.get(used++);
                node = sibling < position ? MerkleTree.nodeHash(other, node) : MerkleTree.nodeHash(node, other);
            }
            position /= 2;
        }
        return node;
    }
}
