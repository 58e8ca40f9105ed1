package io.florin.simulation.hidden;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.HiddenTokenReference;
import io.florin.ledger.privacy.OutputBases;
import io.florin.ledger.privacy.PaymentContext;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.privacy.ProvenPayment;
import io.florin.ledger.privacy.PublicParameters;
import io.florin.ledger.privacy.SpentToken;
import io.florin.ledger.rules.VerifiedProofs;
import io.florin.wallet.hidden.BuiltPayment;
import io.florin.wallet.hidden.PaymentProofs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Stand-in for proofs: whoever makes a payment shows its openings, and it counts as proven if they open its statement
/// and add up. Statements, commitments and notes are real; only the proof, which takes a tenth of a second, is not
/// there. Real verifiers refuse whatever was not shown. Judges learn here how much each token is worth and whose it is.
public final class ShownPayments implements PaymentProofs, VerifiedProofs {
    private static final Bytes NO_PROOF = Bytes.of(new byte[Bytes32.SIZE]);

    private final Map<StateKey, HiddenOpening> openings = new HashMap<>();
    private final Set<Bytes32> proven = new HashSet<>();

    /// @throws IllegalArgumentException of tokens without names
    @Override
    public ProvenPayment prove(
            PublicParameters parameters,
            PaymentContext context,
            List<Credential> owners,
            List<SpentToken> spent,
            List<HiddenOpening> outputs,
            RandomGenerator random) {
        List<PaymentStatement.Input> inputs = new ArrayList<>();
        List<HiddenOpening> disclosed = new ArrayList<>();
        for (SpentToken each : spent) {
            if (!(each instanceof SpentToken.Named(int owner, HiddenTokenReference reference, HiddenOpening opening))) {
                throw new IllegalArgumentException("only tokens that have names");
            }
            inputs.add(new PaymentStatement.Input.Named(owner, reference));
            disclosed.add(opening);
        }
        List<HiddenToken> tokens =
                outputs.stream().map(opening -> token(opening, parameters)).toList();
        long epoch = owners.isEmpty() ? 0 : owners.getFirst().epoch();
        return new ProvenPayment(
                new PaymentStatement(context, epoch, owners.size(), inputs, tokens), NO_PROOF, outputs, disclosed);
    }

    private static HiddenToken token(HiddenOpening opening, PublicParameters parameters) {
        return opening.commit(OutputBases.of(parameters.model(), List.of(), 1), 0);
    }

    /// Takes over a payment that was just made.
    public void show(BuiltPayment built, PublicParameters parameters) {
        HiddenPayment payment = built.payment();
        if (!opens(built, parameters) || !addsUp(built)) {
            return;
        }
        List<HiddenToken> tokens = payment.statement().outputs();
        for (int output = 0; output < tokens.size(); output++) {
            var reference = new HiddenTokenReference(payment.id(), output, tokens.get(output));
            openings.put(
                    reference.key(payment.header().namespace()),
                    built.openings().get(output));
        }
        proven.add(Sha256.hash(
                parameters.digest().toArray(),
                payment.id().value().toArray(),
                payment.proof().toArray()));
    }

    private static boolean opens(BuiltPayment built, PublicParameters parameters) {
        PaymentStatement statement = built.payment().statement();
        for (int input = 0; input < statement.inputs().size(); input++) {
            if (!(statement.inputs().get(input)
                            instanceof PaymentStatement.Input.Named(int _, HiddenTokenReference reference))
                    || !token(built.inputs().get(input), parameters).equals(reference.token())) {
                return false;
            }
        }
        return statement
                .outputs()
                .equals(built.openings().stream()
                        .map(opening -> token(opening, parameters))
                        .toList());
    }

    private static boolean addsUp(BuiltPayment built) {
        Amount in = sum(built.inputs());
        Amount out = sum(built.openings());
        Optional<SupplyRequest> request = built.payment().request();
        if (request.isEmpty()) {
            return in.equals(out);
        }
        Amount asked = request.get().amount();
        return request.get().direction() == SupplyRequest.Direction.WITHDRAWAL
                ? in.isZero() && out.equals(asked)
                : in.equals(out.plus(asked));
    }

    private static Amount sum(List<HiddenOpening> openings) {
        return openings.stream().map(HiddenOpening::amount).reduce(Amount.ZERO, Amount::plus);
    }

    /// The opening of a token, committed or not.
    ///
    /// @param token its key on the ledger
    public Optional<HiddenOpening> opening(StateKey token) {
        return Optional.ofNullable(openings.get(token));
    }

    @Override
    public boolean contains(Bytes32 proof) {
        return proven.contains(proof);
    }

    @Override
    public void add(Bytes32 proof) {
        proven.add(proof);
    }
}
