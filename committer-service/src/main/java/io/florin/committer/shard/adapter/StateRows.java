package io.florin.committer.shard.adapter;

import io.florin.ledger.OwnerKey;
import io.florin.ledger.token.TokenReference;
import java.util.Arrays;

/// Bounds and parts of rows.
final class StateRows {

    private static final int KEY_SIZE = 32;

    private StateRows() {}

    static OwnerKey owner(TokenReference reference) {
        return reference.token().owner();
    }

    /// A row just behind all rows of an owner: its last possible row and one byte more.
    static byte[] after(OwnerKey owner) {
        byte[] end = new byte[2 * KEY_SIZE + 1];
        owner.value().copyInto(end, 0);
        Arrays.fill(end, KEY_SIZE, end.length, (byte) 0xFF);
        return end;
    }
}
