package io.florin.wallet.hidden;

import io.florin.crypto.bbs.Credential;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.PaymentContext;
import io.florin.ledger.privacy.PaymentProver;
import io.florin.ledger.privacy.ProvenPayment;
import io.florin.ledger.privacy.PublicParameters;
import io.florin.ledger.privacy.SpentToken;
import java.util.List;
import java.util.random.RandomGenerator;

/// Maker of the statement and the proof of a payment whose openings are chosen: [PaymentProver] wherever money is. A
/// simulation of all that surrounds proofs has another one, whose proofs nobody's verifier takes.
public interface PaymentProofs {
    PaymentProofs REAL = (parameters, context, owners, spent, outputs, random) ->
            new PaymentProver(parameters, random).prove(context, owners, spent, outputs);

    /// @param owners credentials of one epoch, of everybody whose tokens are spent
    /// @param outputs openings of the new tokens
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if the parts do not fit the model or each other
    ProvenPayment prove(
            PublicParameters parameters,
            PaymentContext context,
            List<Credential> owners,
            List<SpentToken> spent,
            List<HiddenOpening> outputs,
            RandomGenerator random);
}
