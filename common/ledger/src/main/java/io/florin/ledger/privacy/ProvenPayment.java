package io.florin.ledger.privacy;

import io.florin.crypto.Bytes;
import java.util.List;

/// A payment and its proof.
///
/// @param proof presentations, range proofs, announcements and responses
/// @param openings of the outputs in their order: secret, for the notes to the payees
public record ProvenPayment(PaymentStatement statement, Bytes proof, List<HiddenOpening> openings) {
    public ProvenPayment {
        openings = List.copyOf(openings);
    }
}
