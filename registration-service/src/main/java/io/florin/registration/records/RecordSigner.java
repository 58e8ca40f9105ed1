package io.florin.registration.records;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationRecord;

/// Signs records with the registration authority's key, which genesis names.
public record RecordSigner(NetworkId network, Ed25519KeyPair key) {

    RegistrationRecord sign(long sequence, long timeMillis, RegistrationEvent event) {
        byte[] message = RegistrationRecord.signedMessage(network, sequence, timeMillis, event);
        return new RegistrationRecord(sequence, timeMillis, event, key.sign(message));
    }
}
