package io.florin.endorser;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.bbs.CredentialIssuer;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.TestCertifiers;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.HiddenTokenReference;
import io.florin.ledger.privacy.PaymentProver;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.ProvenPayment;
import io.florin.ledger.privacy.PublicParameters;
import io.florin.ledger.privacy.SpentToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Issues and payments of one holder in a hidden currency of any network: its namespace is made first, then the genesis
/// that has it, then payments.
final class HiddenPayments {

    private static final int OFFICERS = 2;

    private final PrivacyModel model;
    private final NamespaceId namespace;
    private final Random random;
    private final BbsSecretKey authority;
    private final Optional<TestCertifiers> certifiers;
    private final Scalar secretKey;
    private final Scalar serialKey;
    private final Scalar enrollment;

    HiddenPayments(PrivacyModel model, long seed) {
        this.model = model;
        this.namespace = new NamespaceId(10 + model.code());
        this.random = new Random(seed);
        this.authority = BbsSecretKey.generate(random);
        this.certifiers = model == PrivacyModel.UNLINKABLE
                ? Optional.of(new TestCertifiers(namespace, 1, random))
                : Optional.empty();
        this.secretKey = Scalar.random(random);
        this.serialKey = Scalar.random(random);
        this.enrollment = Scalar.random(random);
    }

    Namespace namespace() {
        var hidden = new HiddenCurrency(
                Bytes.of(authority.publicKey().encode()),
                64,
                2,
                true,
                certifiers.map(TestCertifiers::group).stream().toList());
        return new Namespace(
                namespace,
                "hidden-" + model.code(),
                "FLN",
                2,
                model.rulesVersion(),
                AuditPolicy.ALWAYS,
                Amount.ZERO,
                Optional.of(hidden));
    }

    /// An issue and the payment that spends it.
    record Story(HiddenPayment issue, HiddenPayment payment) {}

    /// @param treasury enrolled at bank 1
    /// @param officer keys by number, from 1
    Story story(Genesis genesis, OwnerKey treasury, List<Ed25519KeyPair> officer, long credentialEpoch) {
        long certifierEpoch = certifiers.isPresent() ? 1 : 0;
        PublicParameters parameters = new HiddenCurrencies(genesis.networkId())
                .find(genesis.configuration(), namespace, certifierEpoch)
                .orElseThrow();
        TransactionHeader header = header(genesis);
        var request = new SupplyRequest(
                SupplyRequest.Direction.WITHDRAWAL, Bytes32.of(bytes(32)), 1, treasury, Amount.of(700));
        ProvenPayment issued = prove(
                parameters, header, Optional.of(request), certifierEpoch, List.of(), List.of(), List.of(opening(700)));
        HiddenPayment bare = payment(header, Optional.of(request), certifierEpoch, issued);
        byte[] message = bare.officerMessage();
        List<OfficerApproval> approvals = new ArrayList<>();
        for (int i = 0; i < OFFICERS; i++) {
            approvals.add(new OfficerApproval(i, officer.get(i).sign(message)));
        }
        HiddenPayment issue = bare.withApprovals(approvals);
        TransactionHeader next = header(genesis);
        ProvenPayment paid = prove(
                parameters,
                next,
                Optional.empty(),
                certifierEpoch,
                List.of(credential(parameters, credentialEpoch)),
                spent(issue, issued.openings().getFirst()),
                List.of(opening(300), opening(400)));
        return new Story(issue, payment(next, Optional.empty(), certifierEpoch, paid));
    }

    private HiddenOpening opening(long minorUnits) {
        return HiddenOpening.fresh(enrollment, Amount.of(minorUnits), random);
    }

    private ProvenPayment prove(
            PublicParameters parameters,
            TransactionHeader header,
            Optional<SupplyRequest> request,
            long certifierEpoch,
            List<Credential> owners,
            List<SpentToken> spent,
            List<HiddenOpening> openings) {
        var context = HiddenPayment.context(header, request, certifierEpoch, notes(openings.size()));
        return new PaymentProver(parameters, random).prove(context, owners, spent, openings);
    }

    private static HiddenPayment payment(
            TransactionHeader header, Optional<SupplyRequest> request, long certifierEpoch, ProvenPayment proven) {
        List<Bytes> notes = notes(proven.statement().outputs().size());
        return new HiddenPayment(header, request, certifierEpoch, proven.statement(), notes, proven.proof(), List.of());
    }

    private static List<Bytes> notes(int outputs) {
        List<Bytes> notes = new ArrayList<>();
        for (int i = 0; i < outputs; i++) {
            notes.add(Bytes.of(new byte[] {(byte) i, 42}));
        }
        return notes;
    }

    private List<SpentToken> spent(HiddenPayment issue, HiddenOpening opening) {
        HiddenToken token = issue.statement().outputs().getFirst();
        if (!(token instanceof HiddenToken.Unlinkable(var owner, var value))) {
            return List.of(new SpentToken.Named(0, new HiddenTokenReference(issue.id(), 0, token), opening));
        }
        List<Bytes32> context = issue.statement().readKeys(namespace).stream()
                .map(StateKey::value)
                .toList();
        return List.of(
                new SpentToken.Certified(
                        0,
                        opening,
                        TokenBase.of(context, 0).seed(),
                        certifiers
                                .orElseThrow()
                                .sign(context, 0, opening.forCertification(), new BlindedToken(owner, value))),
                new SpentToken.Padding(0));
    }

    private Credential credential(PublicParameters parameters, long epoch) {
        CredentialScheme scheme = parameters.credentials();
        return new Credential(
                scheme,
                new CredentialIssuer(scheme, authority)
                        .sign(scheme.commitment(secretKey, serialKey), enrollment, epoch),
                secretKey,
                serialKey,
                enrollment,
                epoch);
    }

    private TransactionHeader header(Genesis genesis) {
        return new TransactionHeader(
                genesis.networkId(),
                namespace,
                model.rulesVersion(),
                1,
                TestPayments.EXPIRY,
                Bytes.of(bytes(TransactionHeader.NONCE_SIZE)));
    }

    private byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }
}
