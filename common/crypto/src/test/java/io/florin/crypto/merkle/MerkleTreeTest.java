package io.florin.crypto.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class MerkleTreeTest {
    /// The reference tree of Certificate Transparency: its leaves and its roots of size 0 to 8.
    private static final List<byte[]> LEAVES = List.of(
            hex(""),
            hex("00"),
            hex("10"),
            hex("2021"),
            hex("3031"),
            hex("40414243"),
            hex("5051525354555657"),
            hex("606162636465666768696a6b6c6d6e6f"));
    private static final List<String> ROOTS = List.of(
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");

    @Test
    void rootsOfTheReferenceTree() {
        for (int size = 0; size <= 8; size++) {
            List<byte[]> leaves = LEAVES.subList(0, size);
            assertThat(MerkleTree.root(leaves).toHex()).isEqualTo(ROOTS.get(size));
            assertThat(MerkleTree.rootOfLeafHashes(hashes(leaves)).toHex()).isEqualTo(ROOTS.get(size));
        }
    }

    @Test
    void treesByHand() {
        byte[] a = Sha256.digest(new byte[] {0}, LEAVES.get(0));
        byte[] b = Sha256.digest(new byte[] {0}, LEAVES.get(1));
        byte[] c = Sha256.digest(new byte[] {0}, LEAVES.get(2));
        byte[] ab = Sha256.digest(new byte[] {1}, a, b);
        assertThat(MerkleTree.root(LEAVES.subList(0, 1))).isEqualTo(Bytes32.of(a));
        assertThat(MerkleTree.root(LEAVES.subList(0, 2))).isEqualTo(Bytes32.of(ab));
        assertThat(MerkleTree.root(LEAVES.subList(0, 3))).isEqualTo(Sha256.hash(new byte[] {1}, ab, c));
        assertThat(MerkleTree.path(hashes(LEAVES.subList(0, 3)), 1).siblings())
                .containsExactly(Bytes32.of(a), Bytes32.of(c));
        assertThat(MerkleTree.path(hashes(LEAVES.subList(0, 3)), 2).siblings()).containsExactly(Bytes32.of(ab));
    }

    /// The RFC's own recursive definition is the oracle.
    @Test
    void everyLeafOfEveryTreeUpToFortyHasAPathAndTheRootIsTheRecursiveOne() {
        List<Bytes32> leaves = new ArrayList<>();
        for (int size = 1; size <= 40; size++) {
            leaves.add(MerkleTree.leafHash(new byte[] {(byte) size}));
            Bytes32 root = MerkleTree.rootOfLeafHashes(leaves);
            assertThat(root).isEqualTo(recursiveRoot(leaves));
            List<MerklePath> paths = MerkleTree.paths(leaves);
            assertThat(paths).hasSize(size);
            for (int index = 0; index < size; index++) {
                MerklePath path = MerkleTree.path(leaves, index);
                assertThat(paths.get(index)).isEqualTo(path);
                assertThat(path.siblings()).hasSize(MerklePath.length(index, size));
                assertThat(path.root(leaves.get(index))).isEqualTo(root);
                assertThat(path.proves(leaves.get(index), root)).isTrue();
                assertThat(path.proves(leaves.get(index), leaves.get(index))).isEqualTo(size == 1);
                assertThat(path.proves(Bytes32.ZERO, root)).isFalse();
            }
        }
    }

    @Test
    void pathsThatClaimSomethingElseProveNothing() {
        List<Bytes32> leaves = hashes(LEAVES);
        Bytes32 root = MerkleTree.rootOfLeafHashes(leaves);
        MerklePath path = MerkleTree.path(leaves, 5);
        Bytes32 leaf = leaves.get(5);
        List<Bytes32> longer = new ArrayList<>(path.siblings());
        longer.add(Bytes32.ZERO);
        assertThat(new MerklePath(5, 8, longer).proves(leaf, root)).isFalse();
        assertThat(new MerklePath(5, 8, path.siblings().subList(0, 2)).proves(leaf, root))
                .isFalse();
        assertThat(new MerklePath(4, 8, path.siblings()).proves(leaf, root)).isFalse();
        assertThat(new MerklePath(5, 16, path.siblings()).proves(leaf, root)).isFalse();
        assertThat(new MerklePath(0, Integer.MAX_VALUE, List.of()).proves(leaf, root))
                .isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new MerklePath(8, 8, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new MerklePath(-1, 8, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new MerklePath(0, 0, List.of()));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> MerkleTree.path(leaves, 8));
        assertThatIllegalArgumentException().isThrownBy(() -> MerklePath.length(8, 8));
        assertThatIllegalArgumentException().isThrownBy(() -> MerklePath.length(-1, 8));
        assertThatIllegalStateException().isThrownBy(() -> new MerklePath(5, 8, longer).root(leaf));
    }

    @Test
    void aNodeCannotPassForALeaf() {
        List<Bytes32> leaves = hashes(LEAVES.subList(0, 2));
        byte[] node = new byte[64];
        leaves.get(0).copyInto(node, 0);
        leaves.get(1).copyInto(node, 32);
        assertThat(MerkleTree.leafHash(node)).isNotEqualTo(MerkleTree.rootOfLeafHashes(leaves));
    }

    private static Bytes32 recursiveRoot(List<Bytes32> leaves) {
        if (leaves.size() == 1) {
            return leaves.getFirst();
        }
        int split = Integer.highestOneBit(leaves.size() - 1);
        return MerkleTree.nodeHash(
                recursiveRoot(leaves.subList(0, split)), recursiveRoot(leaves.subList(split, leaves.size())));
    }

    private static List<Bytes32> hashes(List<byte[]> leaves) {
        return leaves.stream().map(MerkleTree::leafHash).toList();
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
