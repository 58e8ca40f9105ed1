package io.florin.bank.holdings;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.wallet.hidden.TransactionOutput;
import java.nio.ByteBuffer;

/// Digest of a note, whoever told it: SHA-256 of transaction id, output index (four bytes) and note.
final class NoteDigest {

    private NoteDigest() {}

    static Bytes32 of(TransactionOutput place, Bytes note) {
        byte[] output = ByteBuffer.allocate(Integer.BYTES).putInt(place.index()).array();
        return Bytes32.of(Sha256.digest(place.transaction().value().toArray(), output, note.toArray()));
    }
}
