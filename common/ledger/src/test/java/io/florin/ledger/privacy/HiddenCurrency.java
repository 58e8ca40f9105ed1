package io.florin.ledger.privacy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.bbs.CredentialIssuer;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.PsSignature;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.transcript.PointFormat;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.fixture.TestAuditors;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// A currency with all its secrets in one hand: authority, certifiers, holders 0, 1, 2.
public final class HiddenCurrency {
    static final long EPOCH = 480_000;

    final RandomGenerator random;
    public final PublicParameters parameters;
    public final PaymentVerifier verifier;
    final PaymentProver prover;
    private final BbsSecretKey authority;
    private final List<Scalar> certifierSecret;
    private final List<Scalar> secretKeys;
    private final List<Scalar> serialKeys;
    final Optional<TestAuditors> auditors;
    private int issued;

    /// A currency whose proofs hold compressed points.
    public HiddenCurrency(PrivacyModel model, RandomGenerator random) {
        this(model, PointFormat.COMPRESSED, random);
    }

    public HiddenCurrency(PrivacyModel model, PointFormat format, RandomGenerator random) {
        this(model, PublicParameters.RangeParameters.DEFAULT, format, random, false);
    }

    /// A currency with the smallest range proofs: one value of 32 bits each.
    static HiddenCurrency small(PrivacyModel model, RandomGenerator random) {
        return new HiddenCurrency(
                model, new PublicParameters.RangeParameters(32, 1), PointFormat.COMPRESSED, random, false);
    }

    /// A currency under passive audit.
    public static HiddenCurrency audited(
            PrivacyModel model, PublicParameters.RangeParameters ranges, PointFormat format, RandomGenerator random) {
        return new HiddenCurrency(model, ranges, format, random, true);
    }

    private HiddenCurrency(
            PrivacyModel model,
            PublicParameters.RangeParameters ranges,
            PointFormat format,
            RandomGenerator random,
            boolean audited) {
        this.random = random;
        authority = BbsSecretKey.generate(random);
        certifierSecret = scalars(4);
        secretKeys = scalars(3);
        serialKeys = scalars(3);
        auditors = audited ? Optional.of(new TestAuditors(1, random)) : Optional.empty();
        parameters = parameters(model, network(7), 1, 1, ranges, format, auditParameters());
        verifier = new PaymentVerifier(parameters);
        prover = new PaymentProver(parameters, random);
    }

    static NetworkId network(int seed) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) seed;
        return NetworkId.of(bytes);
    }

    private List<Scalar> scalars(int count) {
        return Stream.generate(() -> Scalar.random(random)).limit(count).toList();
    }

    PublicParameters parameters(
            PrivacyModel model, NetworkId network, int namespace, long certifierEpoch, PointFormat format) {
        return parameters(
                model,
                network,
                namespace,
                certifierEpoch,
                PublicParameters.RangeParameters.DEFAULT,
                format,
                auditParameters());
    }

    /// The same currency under other auditors, or none.
    PublicParameters parameters(PrivacyModel model, Optional<AuditParameters> audit) {
        return parameters(
                model, network(7), 1, 1, PublicParameters.RangeParameters.DEFAULT, parameters.format(), audit);
    }

    private Optional<AuditParameters> auditParameters() {
        return auditors.map(each -> AuditParameters.of(each.configured()));
    }

    private PublicParameters parameters(
            PrivacyModel model,
            NetworkId network,
            int namespace,
            long certifierEpoch,
            PublicParameters.RangeParameters ranges,
            PointFormat format,
            Optional<AuditParameters> audit) {
        NamespaceId id = new NamespaceId(namespace);
        return new PublicParameters(
                network,
                id,
                model,
                authority.publicKey(),
                model == PrivacyModel.UNLINKABLE ? Optional.of(certifiers(id, certifierEpoch)) : Optional.empty(),
                ranges,
                format,
                audit);
    }

    CertifierParameters certifiers(NamespaceId namespace, long epoch) {
        List<Scalar> y = certifierSecret.subList(1, 4);
        PsPublicKey key = PsPublicKey.of(
                G2.generator().multiply(certifierSecret.getFirst()),
                y.stream().map(G2.generator()::multiply).toList(),
                y.stream().map(Generators.BLINDING::multiply).toList());
        TokenBase base = TokenBase.of(List.of(CertifierParameters.paddingContext(key, namespace, epoch)), 0);
        return new CertifierParameters(
                epoch, key, sign(base, Scalar.ZERO, Scalar.ZERO).signature());
    }

    private PsSignature sign(TokenBase base, Scalar enrollment, Scalar value) {
        return sign(base.point(), enrollment, value, base.seed());
    }

    /// The certifiers' signature of whatever one likes.
    PsSignature sign(G1 base, Scalar enrollment, Scalar value, Scalar seed) {
        Scalar exponent = certifierSecret
                .getFirst()
                .add(Scalar.sumOfProducts(certifierSecret.subList(1, 4), List.of(enrollment, value, seed)));
        return new PsSignature(base, base.multiply(exponent));
    }

    static Scalar id(int holder) {
        return Scalar.ofLong(4711L + holder);
    }

    Credential credential(int holder) {
        return credential(holder, authority, EPOCH, parameters);
    }

    Credential credential(int holder, BbsSecretKey signer, long epoch, PublicParameters under) {
        CredentialScheme scheme =
                new CredentialScheme(signer.publicKey(), under.network().value().toArray());
        Scalar secret = secretKeys.get(holder);
        Scalar serial = serialKeys.get(holder);
        return new Credential(
                scheme,
                new CredentialIssuer(scheme, signer).sign(scheme.commitment(secret, serial), id(holder), epoch),
                secret,
                serial,
                id(holder),
                epoch);
    }

    BbsSecretKey authority() {
        return authority;
    }

    HiddenOpening payout(int holder, long amount) {
        return HiddenOpening.fresh(id(holder), Amount.of(amount), random);
    }

    static PaymentContext transfer() {
        return PaymentContext.transfer(1_000, Bytes32.fromHex("ab".repeat(32)));
    }

    PaymentContext request(TransactionKind kind, long amount) {
        byte[] id = new byte[32];
        id[0] = (byte) ++issued;
        return new PaymentContext(kind, Amount.of(amount), Optional.of(Bytes32.of(id)), 1_000, Bytes32.ZERO);
    }

    /// Issues a token to each.
    ProvenPayment issue(HiddenOpening... payouts) {
        long sum =
                Stream.of(payouts).mapToLong(each -> each.amount().minorUnits()).sum();
        return prover.prove(request(TransactionKind.ISSUE, sum), List.of(), List.of(), List.of(payouts));
    }

    /// A token of holder 0, ready to be spent, as if a payment that nobody sees had made it.
    SpentToken token(long amount) {
        HiddenOpening opening = payout(0, amount);
        if (parameters.model() != PrivacyModel.UNLINKABLE) {
            HiddenToken token = opening.commit(OutputBases.of(parameters.model(), List.of(), 1), 0);
            return new SpentToken.Named(
                    0,
                    new HiddenTokenReference(new TransactionId(Bytes32.fromHex("cd".repeat(32))), 0, token),
                    opening);
        }
        TokenBase base = TokenBase.of(List.of(Bytes32.fromHex("cd".repeat(32))), 0);
        return new SpentToken.Certified(
                0, opening, base.seed(), sign(base, opening.enrollment(), Scalar.ofLong(amount)));
    }

    /// The outputs of a committed payment, ready to be spent by owner number `owner` of a payment.
    SpentToken spend(ProvenPayment payment, int output, int owner) {
        HiddenOpening opening = payment.openings().get(output);
        if (parameters.model() != PrivacyModel.UNLINKABLE) {
            TransactionId id = new TransactionId(payment.statement().context().content());
            return new SpentToken.Named(
                    owner,
                    new HiddenTokenReference(
                            id, output, payment.statement().outputs().get(output)),
                    opening);
        }
        List<StateKey> keys = payment.statement().readKeys(parameters);
        TokenBase base = TokenBase.of(keys.stream().map(StateKey::value).toList(), output);
        PsSignature signature =
                sign(base, opening.enrollment(), Scalar.ofLong(opening.amount().minorUnits()));
        return new SpentToken.Certified(owner, opening, base.seed(), signature);
    }

    /// Prover of the same payment again and again.
    public Supplier<ProvenPayment> repeatedly(long first, long second) {
        ProvenPayment issue = issue(payout(0, 700), payout(0, 55));
        List<SpentToken> inputs = List.of(spend(issue, 0, 0), spend(issue, 1, 0));
        List<Credential> owners = List.of(credential(0));
        return () -> prover.prove(transfer(), owners, inputs, List.of(payout(1, first), payout(0, second)));
    }

    /// The same in two steps: prepared, then proven.
    public Supplier<Supplier<ProvenPayment>> preparing(long first, long second) {
        ProvenPayment issue = issue(payout(0, 700), payout(0, 55));
        List<SpentToken> inputs = List.of(spend(issue, 0, 0), spend(issue, 1, 0));
        List<Credential> owners = List.of(credential(0));
        return () -> {
            PreparedPayment prepared = prover.prepare(owners, inputs, 2);
            return () -> prover.prove(transfer(), prepared, List.of(payout(1, first), payout(0, second)));
        };
    }

    /// Context and tokens of a transfer, every byte of which the proof binds.
    public static byte[] encode(PaymentStatement statement) {
        CanonicalWriter writer = new CanonicalWriter()
                .fixed(statement.context().content())
                .u63(statement.context().expiryHeight());
        statement.writeTo(writer);
        return writer.toByteArray();
    }

    public PaymentStatement decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            Bytes32 content = reader.fixed32();
            PaymentContext context = PaymentContext.transfer(reader.u63(), content);
            return PaymentStatement.Tokens.readFrom(parameters.model(), reader).statement(context);
        });
    }

    /// A payment by holder 0 of two tokens, 700 and 55, to holders 1 and 0.
    public ProvenPayment pay(long first, long second) {
        return repeatedly(first, second).get();
    }

    public boolean accepts(ProvenPayment payment) {
        return verifier.accepts(payment.statement(), payment.proof().toArray(), random);
    }
}
