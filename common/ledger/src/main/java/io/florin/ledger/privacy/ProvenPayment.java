package io.florin.ledger.privacy;

import io.florin.crypto.Bytes;
import java.util.List;

/// A payment and its proof.
///
/// @param proof presentations, range proofs, announcements and responses
/// @param openings of the outputs in their order: secret, for the notes to the payees
/// @param inputs openings of the inputs in their order, as [DisclosureCheck] reads them: secret, for an auditor
public record ProvenPayment(
        PaymentStatement statement, Bytes proof, List<HiddenOpening> openings, List<HiddenOpening> inputs) {
    public ProvenPayment {
        openings = List.copyOf(openings);
        inputs = List.copyOf(inputs);
    }
}
