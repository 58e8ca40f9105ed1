package io.florin.runtime.api;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// Bytes that an applicant signs with the owner key to show that its secret is known (paper 001, 2.1).
public final class ProofOfPossession {

    private ProofOfPossession() {}

    /// Domain, network, then owner key, note key, participant (u16) and the bank's reference.
    public static byte[] message(
            NetworkId network, OwnerKey owner, Bytes32 noteKey, int participant, String reference) {
        byte[] payload = new CanonicalWriter(160)
                .fixed(owner.value())
                .fixed(noteKey)
                .u16(participant)
                .text(reference)
                .toByteArray();
        return Domain.PROOF_OF_POSSESSION.message(network, payload);
    }
}
