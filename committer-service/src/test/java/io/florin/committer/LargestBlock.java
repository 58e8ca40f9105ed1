package io.florin.committer;

import io.florin.crypto.Bytes;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// The entries of a block with as many outcomes as the limits allow: bundles full of the shortest transactions, and
/// entries of one byte, which count as one transaction each.
public final class LargestBlock {

    private static final int OVERHEAD = bundle(1, 0).size() - Bundle.TRANSACTION_SIZE_MIN - Integer.BYTES;
    private static final int FULL = OVERHEAD + Bundle.TRANSACTIONS_MAX * (Bundle.TRANSACTION_SIZE_MIN + Integer.BYTES);

    private LargestBlock() {}

    public static List<Bytes> entries() {
        List<Bytes> entries = new ArrayList<>();
        int bundles = (Block.ENTRIES_BYTES_MAX - Block.ENTRIES_MAX) / FULL;
        for (int i = 0; i < bundles; i++) {
            entries.add(bundle(Bundle.TRANSACTIONS_MAX, i));
        }
        int room = Block.ENTRIES_BYTES_MAX - bundles * FULL - (Block.ENTRIES_MAX - bundles - 1);
        entries.add(bundle((room - OVERHEAD) / (Bundle.TRANSACTION_SIZE_MIN + Integer.BYTES), bundles));
        Bytes shortest = Bytes.of(new byte[] {7});
        entries.addAll(Collections.nCopies(Block.ENTRIES_MAX - entries.size(), shortest));
        return entries;
    }

    private static Bytes bundle(int transactions, int seed) {
        Random random = new Random(seed);
        List<Bytes> raws = new ArrayList<>();
        for (int i = 0; i < transactions; i++) {
            byte[] raw = new byte[Bundle.TRANSACTION_SIZE_MIN];
            random.nextBytes(raw);
            raws.add(Bytes.of(raw));
        }
        Bytes signature = Bytes.of(new byte[Bundle.SIGNATURE_SIZE]);
        return Bytes.of(new Bundle(new NamespaceId(1), 1, 1, raws, List.of(), signature).encode());
    }
}
