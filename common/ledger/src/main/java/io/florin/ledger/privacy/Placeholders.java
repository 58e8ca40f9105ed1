package io.florin.ledger.privacy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.ledger.Amount;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// The relation of a transfer before its outputs are known. Its right side is that of the transfer, since the points
/// there are generators, keys and what inputs show, and bases of outputs are a function of the inputs; on its left side
/// some points stand for the outputs.
final class Placeholders {
    private static final PaymentContext CONTEXT = PaymentContext.transfer(0, Bytes32.ZERO);
    private static final G1 POINT = Generators.SERIAL;

    private Placeholders() {}

    /// @throws IllegalArgumentException if there are too few or too many outputs or inputs
    static LinearRelation relation(PublicParameters parameters, PaymentInputs inputs, int outputs) {
        List<HiddenToken> tokens = Collections.nCopies(outputs, token(parameters.model()));
        Optional<AuditCiphertexts> audit = parameters.audit().map(_ -> ciphertexts(parameters, inputs, tokens));
        PaymentStatement statement =
                new PaymentStatement(CONTEXT, inputs.epoch(), inputs.owners(), inputs.inputs(), tokens, audit);
        boolean carriers = parameters.model() == PrivacyModel.UNLINKABLE && audit.isEmpty();
        return PaymentRelation.of(
                parameters,
                statement,
                inputs.presentations(carriers ? Collections.nCopies(outputs, POINT) : List.of()));
    }

    private static HiddenToken token(PrivacyModel model) {
        return switch (model) {
            case ANONYMOUS -> new HiddenToken.Anonymous(POINT, Amount.of(1));
            case CONFIDENTIAL -> new HiddenToken.Confidential(POINT, POINT);
            case UNLINKABLE -> new HiddenToken.Unlinkable(POINT, POINT);
            case CLEAR -> throw new IllegalArgumentException("nothing is hidden in the clear model");
        };
    }

    private static AuditCiphertexts ciphertexts(
            PublicParameters parameters, PaymentInputs inputs, List<HiddenToken> tokens) {
        int points = AuditCiphertexts.count(inputs.owners(), tokens, parameters.limbs());
        return new AuditCiphertexts(parameters.limbs(), Collections.nCopies(points, POINT));
    }
}
