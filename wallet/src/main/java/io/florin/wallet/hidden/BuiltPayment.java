package io.florin.wallet.hidden;

import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.privacy.HiddenOpening;
import java.util.List;

/// A proven payment and what its maker knows of it: to be stored before it is submitted, and submitted again byte for
/// byte if the answer is lost. Prints only the payment's id.
///
/// @param inputs openings of the inputs, in their order; secret, as the next
/// @param openings of the outputs, in their order
/// @param outputs for each instruction, in their order, the index of its output
/// @param own the maker's new tokens: those it pays to itself in the order of the instructions, then change. Of block
///     0: theirs is not known yet
public record BuiltPayment(
        HiddenPayment payment,
        List<HiddenOpening> inputs,
        List<HiddenOpening> openings,
        List<Integer> outputs,
        List<OwnedToken> own) {

    public BuiltPayment {
        inputs = List.copyOf(inputs);
        openings = List.copyOf(openings);
        outputs = List.copyOf(outputs);
        own = List.copyOf(own);
    }

    /// Disclosure to the auditor where active audit asks for it, and to nobody else.
    public AuditDisclosure disclosure() {
        return new AuditDisclosure(payment, inputs, openings);
    }

    @Override
    public String toString() {
        return "BuiltPayment[" + payment.id() + "]";
    }
}
