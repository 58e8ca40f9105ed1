package io.florin.registration.records;

import io.florin.ledger.enrollment.RegistrationRecord;
import java.util.Arrays;

/// A record as it is stored and sent.
public final class StoredRecord {
    private final long sequence;
    private final byte[] encoded;

    StoredRecord(long sequence, byte[] encoded) {
        this.sequence = sequence;
        this.encoded = encoded;
    }

    public long sequence() {
        return sequence;
    }

    public byte[] encoded() {
        return Arrays.copyOf(encoded, encoded.length);
    }

    public RegistrationRecord decoded() {
        return RegistrationRecord.decode(encoded);
    }
}
