package io.florin.ledger.privacy;

import io.florin.crypto.bbs.Credential;
import io.florin.crypto.bbs.PresentedCredential;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.PsMessage;
import io.florin.crypto.ps.PsPresentation;
import io.florin.crypto.ps.PsSignature;
import io.florin.crypto.ps.SerialNumber;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.transcript.HedgedNonces;
import io.florin.ledger.Amount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The half of a payment that knows neither payees nor amounts: credentials and tokens shown, with what they take in
/// the proof. For one payment. Prints nothing.
final class PaymentInputs {
    private static final int SERIAL_KEY = 4;
    private static final int ENROLLMENT = 5;

    private final PublicParameters parameters;
    private final List<PresentedCredential> owners = new ArrayList<>();
    private final List<PaymentStatement.Input> inputs = new ArrayList<>();
    private final List<Presentations.ToShow> shown = new ArrayList<>();
    private final Optional<AuditSealing> audit;
    private final List<Scalar> witness = new ArrayList<>();
    private final List<HiddenOpening> disclosed = new ArrayList<>();
    private final long epoch;
    private Scalar blindingSum = Scalar.ZERO;

    /// @param binding tells these presentations from others; goes into their randomness
    /// @throws IllegalArgumentException if the parts do not fit the model or each other
    PaymentInputs(
            PublicParameters parameters,
            List<Credential> credentials,
            List<SpentToken> spent,
            byte[] binding,
            RandomGenerator random) {
        this.parameters = parameters;
        this.epoch = credentials.isEmpty() ? 0 : credentials.getFirst().epoch();
        if (credentials.stream().anyMatch(credential -> credential.epoch() != epoch)) {
            throw new IllegalArgumentException("credentials of two epochs");
        }
        for (Credential credential : credentials) {
            PresentedCredential presented = credential.present(binding, random);
            owners.add(presented);
            witness.addAll(presented.secrets());
        }
        this.audit = parameters.audit().map(_ -> new AuditSealing(parameters));
        try (HedgedNonces nonces = new HedgedNonces("PAYMENT-INPUTS", binding, secrets(spent), random)) {
            audit.ifPresent(sealing -> owners.forEach(
                    owner -> witness.add(sealing.payer(owner.secrets().get(ENROLLMENT), nonces::next))));
            spent.forEach(token -> spend(token, nonces));
        }
    }

    /// Those of the credentials and of the tokens.
    private List<Scalar> secrets(List<SpentToken> spent) {
        List<Scalar> secrets = new ArrayList<>(witness);
        for (SpentToken token : spent) {
            switch (token) {
                case SpentToken.Named(var _, var _, HiddenOpening opening) -> secrets.addAll(opening.secrets());
                case SpentToken.Certified(var _, HiddenOpening opening, Scalar seed, var _) -> {
                    secrets.addAll(opening.secrets());
                    secrets.add(seed);
                }
                case SpentToken.Padding _ -> {} // nothing of it is secret
            }
        }
        return secrets;
    }

    private Scalar secret(SpentToken token, int index) {
        return owners.get(token.owner()).secrets().get(index);
    }

    private void spend(SpentToken token, HedgedNonces nonces) {
        switch (token) {
            case SpentToken.Named(int owner, HiddenTokenReference reference, HiddenOpening opening) -> {
                inputs.add(new PaymentStatement.Input.Named(owner, reference));
                disclosed.add(opening);
                witness.add(opening.ownerBlinding());
                blindingSum = blindingSum.add(opening.valueBlinding());
            }
            case SpentToken.Certified(var _, HiddenOpening opening, Scalar seed, PsSignature signature) ->
                disclosed.add(opening.reblinded(show(
                        token,
                        signature,
                        List.of(
                                opening.enrollment(),
                                Scalar.ofLong(opening.amount().minorUnits()),
                                seed),
                        seed,
                        Scalar.ZERO,
                        nonces)));
            case SpentToken.Padding _ -> {
                TokenBase base = parameters.certifiers().paddingBase(parameters.namespace());
                PsSignature signature =
                        new PsSignature(base.point(), parameters.certifiers().padding());
                List<Scalar> message = List.of(Scalar.ZERO, Scalar.ZERO, base.seed());
                HiddenOpening nothing = new HiddenOpening(Scalar.ZERO, Amount.ZERO, Scalar.ZERO, Scalar.ZERO);
                disclosed.add(nothing.reblinded(show(token, signature, message, nonces.next(), Scalar.ONE, nonces)));
            }
        }
    }

    /// Shows a signature of (eid, v, r) with a serial number of the seed; d tells padding from a token.
    ///
    /// @return be, bv, br of the presentation
    private List<Scalar> show(
            SpentToken token, PsSignature signature, List<Scalar> message, Scalar seed, Scalar d, HedgedNonces nonces) {
        PsPresentation.Shown presented = PsPresentation.show(
                parameters.certifiers().key(),
                signature,
                new PsMessage(message.get(0), message.get(1), message.get(2)),
                nonces::next);
        Scalar t = nonces.next();
        G1 selector = G1.sumOfSecretProducts(List.of(d, t), List.of(Generators.VALUE, Generators.BLINDING));
        inputs.add(new PaymentStatement.Input.Unnamed(token.owner(), SerialNumber.of(secret(token, SERIAL_KEY), seed)));
        shown.add(new Presentations.ToShow(presented.presentation(), selector));
        List<Scalar> blindings = presented.blindings();
        Scalar otherOwner = secret(token, ENROLLMENT).subtract(message.get(0));
        Scalar otherSeed = seed.subtract(message.get(2));
        witness.addAll(List.of(message.get(1), message.get(0), message.get(2), seed));
        witness.addAll(blindings);
        witness.add(blindings.get(0).add(otherOwner.multiply(t)));
        witness.add(blindings.get(1).subtract(message.get(1).multiply(t)));
        witness.add(blindings.get(2).add(otherSeed.multiply(t)));
        return blindings;
    }

    int owners() {
        return owners.size();
    }

    long epoch() {
        return epoch;
    }

    List<PaymentStatement.Input> inputs() {
        return inputs;
    }

    /// Ciphertexts to the audit authority, payers done.
    Optional<AuditSealing> audit() {
        return audit;
    }

    /// The secrets of credentials, payers' ciphertexts and inputs, in the order of [PaymentRelation].
    List<Scalar> witness() {
        return witness;
    }

    /// The sum of the blindings of inputs' values, where they have names.
    Scalar blindingSum() {
        return blindingSum;
    }

    /// Openings of the inputs, for an auditor.
    List<HiddenOpening> disclosed() {
        return disclosed;
    }

    Presentations presentations(List<G1> carriers) {
        return Presentations.of(
                owners.stream().map(PresentedCredential::presentation).toList(), shown, carriers);
    }

    @Override
    public String toString() {
        return "PaymentInputs";
    }
}
