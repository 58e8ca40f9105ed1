package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.SerialNumber;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.OutputBases;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Pitfall 18: nothing of a payment that surrounds its tokens can be replaced, notes and requests included. The tokens'
/// own bytes are flipped in `HiddenPaymentTest`.
final class HiddenPaymentBytesTest {
    private static final String CLEAR = "CLEAR";
    private static final int NOTE_SIZE = 9;
    /// Rules are asked about a third of the bytes for each model, together about all of them. That each one of each
    /// model is bound by the proof is `TranscriptBindingTest`'s.
    private static final int STEP = 3;

    /// An issue, a payment and a redemption whose notes are not empty.
    private record Story(TestHiddenEconomy economy, LedgerRules rules, Registry registry, List<Paid> payments) {
        private static final Map<PrivacyModel, Story> MADE = new ConcurrentHashMap<>();

        static Story of(PrivacyModel model) {
            return MADE.computeIfAbsent(model, Story::make);
        }

        private static Story make(PrivacyModel model) {
            TestHiddenEconomy economy = new TestHiddenEconomy(18, model).withNotes(NOTE_SIZE);
            TestNetwork network = economy.network();
            Ed25519KeyPair treasury = network.newKey();
            OwnerKey owner = new OwnerKey(treasury.publicKey());
            Registry registry = new Registry(network)
                    .enroll(treasury, 1, Tier.TREASURY)
                    .credentialEpochs(Set.of(TestHiddenEconomy.EPOCH));
            Holder alice = economy.newHolder();
            Paid issue = economy.issue(network.header(100), owner, new Payee(alice, 700), new Payee(alice, 55));
            Paid payment = economy.pay(
                    network.header(100), issue.coins(), new Payee(economy.newHolder(), 300), new Payee(alice, 455));
            Paid redemption = economy.redeem(
                    network.header(100), owner, 200, payment.coins().subList(1, 2), new Payee(alice, 255));
            return new Story(
                    economy,
                    LedgerRules.of(network.networkId(), network.random()),
                    registry,
                    List.of(issue, payment, redemption));
        }

        RulesVerdict decide(ClientTransaction transaction) {
            return rules.check(Submission.of(transaction), registry);
        }
    }

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void everyByteAroundTheTokensIsOfTheIdAndFlippedOnesAreRefused(PrivacyModel model) {
        Story story = Story.of(model);
        for (Paid paid : story.payments()) {
            HiddenPayment payment = paid.payment();
            assertThat(story.decide(payment)).isInstanceOf(RulesVerdict.Accepted.class);
            byte[] bytes = payment.encode();
            int notes = indexOf(bytes, payment.notes().getFirst());
            int proof = indexOf(bytes, payment.proof());
            int tokens = notes - tokensSize(payment);
            int decided = 0;
            for (int at = 0; at < proof; at++) {
                if (at < tokens || at >= notes) {
                    Optional<ClientTransaction> other = flipped(bytes, at);
                    if (other.isPresent()) {
                        assertThat(other.get().id())
                                .as("%s, byte %d", payment.kind(), at)
                                .isNotEqualTo(payment.id());
                        int place = at < tokens ? at : at - notes; // the same in each model
                        if (place % STEP == model.ordinal() % STEP) {
                            decided++;
                            assertThat(story.decide(other.get()))
                                    .as("%s, byte %d of %d", payment.kind(), at, bytes.length)
                                    .isInstanceOf(RulesVerdict.Refused.class);
                        }
                    }
                }
            }
            assertThat(decided).as("flipped payments that can be read").isPositive();
        }
    }

    /// @return empty where it is malformed
    private static Optional<ClientTransaction> flipped(byte[] bytes, int at) {
        byte[] flipped = bytes.clone();
        flipped[at] ^= 1;
        try {
            return Optional.of(ClientTransaction.decode(flipped));
        } catch (DecodeException malformed) {
            return Optional.empty();
        }
    }

    /// An endorser that gives a payee another note than the payer's would take the money from him.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void aNoteIsNotReplaced(PrivacyModel model) {
        Story story = Story.of(model);
        for (Paid paid : story.payments()) {
            HiddenPayment good = paid.payment();
            List<Bytes> notes = good.notes().stream()
                    .map(_ -> Bytes.of(new byte[NOTE_SIZE]))
                    .toList();
            var context = HiddenPayment.context(good.header(), good.request(), good.certifierEpoch(), notes);
            HiddenPayment replaced = new HiddenPayment(
                    good.header(),
                    good.request(),
                    good.certifierEpoch(),
                    new PaymentStatement(
                            context,
                            good.statement().credentialEpoch(),
                            good.statement().owners(),
                            good.statement().inputs(),
                            good.statement().outputs(),
                            good.statement().audit()),
                    notes,
                    good.proof(),
                    good.approvals());
            assertThat(story.decide(replaced)).isEqualTo(new RulesVerdict.Refused(RefusalReason.BAD_PROOF));
        }
    }

    /// Pitfall 6: one context makes tokens once, so no two tokens have one seed.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void aWithdrawalIsIssuedOnce(PrivacyModel model) {
        Story story = Story.of(model);
        TestNetwork network = story.economy().network();
        HiddenPayment first = story.payments().getFirst().payment();
        HiddenPayment second = story.economy()
                .issueFor(
                        first.request().orElseThrow(),
                        network.header(100),
                        new Payee(story.economy().newHolder(), 755))
                .payment();
        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(new SerialReplay(network.genesis())
                        .apply(new TestChain(network).append(first, second))
                        .outcomes())
                .extracting(TransactionOutcome::status)
                .containsExactly(TransactionStatus.COMMITTED, TransactionStatus.ABORTED_READ_CONFLICT);
    }

    /// A serial number may stand in two currencies, made by the same owner with padding. The keys that it gives have
    /// the namespace in them, and so bases and seeds of what is paid with it differ: a shared base would be signed
    /// twice.
    @Test
    void oneSerialNumberGivesTwoCurrenciesTwoBases() {
        SerialNumber serial = SerialNumber.of(Scalar.ofLong(5), Scalar.ofLong(7));
        OutputBases one = bases(new NamespaceId(1), serial);
        OutputBases other = bases(new NamespaceId(2), serial);
        assertThat(one.ownerBase(0)).isNotEqualTo(other.ownerBase(0));
        assertThat(one.seed(0)).isNotEqualTo(other.seed(0));
        assertThat(one.seed(0))
                .isNotEqualTo(bases(new NamespaceId(1), serial, 2).seed(1));
    }

    private static OutputBases bases(NamespaceId namespace, SerialNumber serial) {
        return bases(namespace, serial, 1);
    }

    private static OutputBases bases(NamespaceId namespace, SerialNumber serial, int outputs) {
        return OutputBases.of(PrivacyModel.UNLINKABLE, List.of(PaymentStatement.serialKey(namespace, serial)), outputs);
    }

    /// Sixteen inputs and outputs, notes as long as they may be, encrypted to auditors, points of proofs uncompressed.
    @Test
    void theLargestPaymentFits() {
        TestHiddenEconomy economy =
                TestHiddenEconomy.audited(19, PrivacyModel.UNLINKABLE).withNotes(512);
        TestNetwork network = economy.network();
        Ed25519KeyPair treasury = network.newKey();
        Registry registry = new Registry(network)
                .enroll(treasury, 1, Tier.TREASURY)
                .credentialEpochs(Set.of(TestHiddenEconomy.EPOCH));
        Holder alice = economy.newHolder();
        Payee[] payees = IntStream.range(0, PaymentStatement.TOKENS_MAX)
                .mapToObj(i -> new Payee(alice, 100 + i))
                .toArray(Payee[]::new);
        Paid issue = economy.issue(network.header(100), new OwnerKey(treasury.publicKey()), payees);
        HiddenPayment largest =
                economy.pay(network.header(100), issue.coins(), payees).payment();
        byte[] bytes = largest.encode();
        assertThat(bytes).hasSizeLessThanOrEqualTo(ClientTransaction.ENCODED_SIZE_MAX);
        LedgerRules rules = LedgerRules.of(network.networkId(), network.random());
        assertThat(rules.check(Submission.of(ClientTransaction.decode(bytes)), registry))
                .isInstanceOf(RulesVerdict.Accepted.class);
        assertThat(largest.proof().size()).isEqualTo(57_440);
        byte[] wrong = bytes.clone();
        wrong[indexOf(bytes, largest.proof()) + largest.proof().size() - 1] ^= 1;
        assertThat(rules.check(Submission.of(ClientTransaction.decode(wrong)), registry))
                .isEqualTo(new RulesVerdict.Refused(RefusalReason.BAD_PROOF));
        Payee[] tooMany = Stream.concat(
                        Stream.of(payees).skip(1), Stream.of(new Payee(alice, 50), new Payee(alice, 50)))
                .toArray(Payee[]::new);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> economy.pay(network.header(100), issue.coins(), tooMany))
                .withMessageContaining("16");
    }

    private static int tokensSize(HiddenPayment payment) {
        var writer = new CanonicalWriter(512);
        payment.statement().writeTo(writer);
        return writer.toByteArray().length;
    }

    private static int indexOf(byte[] bytes, Bytes part) {
        byte[] sought = part.toArray();
        for (int at = 0; at + sought.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + sought.length, sought, 0, sought.length)) {
                return at;
            }
        }
        throw new IllegalArgumentException("not there");
    }
}
