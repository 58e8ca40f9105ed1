package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.PaymentGate;
import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.doubles.api.UnaskedAuditor;
import io.florin.doubles.api.UnaskedEndorser;
import io.florin.fakenet.UnaskedHoldings;
import io.florin.fakenet.UnaskedLedger;
import io.florin.fakenet.UnaskedLimits;
import io.florin.fakenet.UnaskedVault;
import io.florin.fakenet.UnaskedWallets;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.runtime.api.ProgressTicket;
import io.florin.runtime.loop.WakeSignal;
import io.florin.runtime.submission.EndorserClient;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.payment.Instruction;
import io.florin.wallet.payment.LedgerView;
import io.florin.wallet.payment.PayerKeys;
import io.florin.wallet.payment.PaymentBuilder;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.ResourceAccessException;

/// What is concluded from the endorsers' answers, one of three of which may lie. Two of three sign.
class SenderTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration RESEND_AFTER = Duration.ofSeconds(10);
    private static final String SUSPENDED = "owner-suspended";

    private final TestNetwork network = new TestNetwork(5);
    private final Ed25519KeyPair owner = network.newKey();
    private final WalletAddress own = new WalletAddress(
            new OwnerKey(owner.publicKey()),
            X25519KeyPair.fromSeed(network.newBytes(32)).publicKey());
    private final OutboxTransaction payment = payment();
    private final List<String> ended = new ArrayList<>();
    private final List<String> untouched = new ArrayList<>();
    private final List<String> postponed = new ArrayList<>();
    private final List<Instant> postponedTo = new ArrayList<>();
    private List<OutboxTransaction> lackingAudit = List.of();
    private List<OutboxTransaction> due = List.of(payment);
    private boolean moreAreDue;
    private boolean firstEndingFails;
    /// Shuffles nothing.
    private RandomGenerator random = new Random() {
        @Override
        public int nextInt(int bound) {
            return bound - 1;
        }
    };

    private int asked;

    private OutboxTransaction payment() {
        PayerKeys keys = new PayerKeys() {
            @Override
            public WalletAddress address() {
                return own;
            }

            @Override
            public Bytes sign(byte[] message) {
                return owner.sign(message);
            }
        };
        LedgerView view = new LedgerView(
                network.networkId(),
                TestNetwork.CURRENCY,
                1,
                1,
                7,
                network.configuration().limits());
        TokenReference token = new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(owner, 100));
        Transfer transfer = new PaymentBuilder(keys, view, network.random())
                .pay(List.of(token), new Instruction(own, Amount.of(40), "", "", "", ""));
        return new OutboxTransaction(transfer, new OutboxTransaction.Order(1, false), false, new UUID(1, 1), 0, NOON);
    }

    private EndorserApi endorser(Function<Submission, SubmissionAnswer> answer) {
        return new UnaskedEndorser() {
            @Override
            public List<SubmissionAnswer> submitAll(byte[] submissions, @Nullable String ticket) {
                asked++;
                return Submission.decodeList(submissions).stream().map(answer).toList();
            }
        };
    }

    private EndorserApi taking() {
        return endorser(
                submission -> new SubmissionAnswer(submission.transaction().id().toHex(), true, 0, ""));
    }

    private EndorserApi refusing(String code) {
        return endorser(
                submission -> new SubmissionAnswer(submission.transaction().id().toHex(), false, 12, code));
    }

    private EndorserApi failing(Exception cause) {
        return endorser(_ -> {
            throw new ResourceAccessException(
                    "for this test", cause instanceof java.io.IOException io ? io : new java.io.IOException(cause));
        });
    }

    private static EndorserApi answering(@Nullable List<SubmissionAnswer> answers) {
        return new UnaskedEndorser() {
            @Override
            @SuppressWarnings("NullAway") // as a client does with an empty body
            public List<SubmissionAnswer> submitAll(byte[] submissions, @Nullable String ticket) {
                return answers;
            }
        };
    }

    private EndorserApi absent() {
        return failing(new ConnectException());
    }

    private EndorserApi silent() {
        return failing(new SocketTimeoutException());
    }

    /// An order of the bank's own would let a payment's endorser name the bank.
    @Test
    void theFirstEndorserIsDrawnForEachSubmission() {
        random = new Random(19);
        int[] asked = new int[3];
        List<String> tickets = new ArrayList<>();
        EndorserApi[] endorsers = new EndorserApi[3];
        for (int endorser = 0; endorser < 3; endorser++) {
            int place = endorser;
            endorsers[endorser] = new UnaskedEndorser() {
                @Override
                public List<SubmissionAnswer> submitAll(byte[] submissions, @Nullable String ticket) {
                    asked[place]++;
                    tickets.add(String.valueOf(ticket));
                    return Submission.decodeList(submissions).stream()
                            .map(each ->
                                    new SubmissionAnswer(each.transaction().id().toHex(), true, 0, ""))
                            .toList();
                }
            };
        }
        for (int payments = 0; payments < 300; payments++) {
            send(endorsers);
        }
        // 100 each, with a deviation of 8
        for (int count : asked) {
            assertThat(count).isBetween(70, 130);
        }
        assertThat(tickets).doesNotHaveDuplicates().allMatch(ticket -> ticket.matches("[0-9a-f]{64}"));
        assertThat(payment.progressTickets())
                .as("the first eight, which endorsers know it under")
                .extracting(ProgressTicket::toHex)
                .isEqualTo(tickets.subList(0, 8));
    }

    private void send(EndorserApi... endorsers) {
        SubmissionsUnderWay underWay = new SubmissionsUnderWay(1, Duration.ZERO, () -> {});
        sender(underWay, endorsers).send(NOON);
        underWay.close();
        assertThat(underWay.hasRoom()).isTrue(); // and throws what broke it
    }

    private Sender sender(SubmissionsUnderWay underWay, EndorserApi... endorsers) {
        return new Sender(
                new Outbox(),
                new Told(),
                new Sender.Others(
                        new EndorserClient(Arrays.asList(endorsers), random),
                        new UnaskedAuditor(),
                        new Ledger(),
                        new UnaskedVault(),
                        random),
                underWay,
                new Direct(),
                () -> NOON,
                new Sender.Settings(RESEND_AFTER, Duration.ofSeconds(1), 256, 512));
    }

    /// It may have gathered signatures and say no: if another takes the payment, it is on its way.
    @Test
    void oneLiarsRefusalEndsNothing() {
        send(refusing("stale-configuration"), taking(), refusing(SUSPENDED));
        assertThat(asked).isEqualTo(2);
        assertThat(ended).isEmpty();
    }

    @Test
    void twoOfThreeLeaveTooFewToSign() {
        send(refusing(SUSPENDED), absent(), refusing("owner-revoked"));
        assertThat(ended).containsExactly(SUSPENDED + " false");
    }

    @Test
    void aTransactionThatIsOutOfDateIsMadeAgain() {
        send(refusing("stale-configuration"), refusing("stale-configuration"), taking());
        assertThat(asked).isEqualTo(2);
        assertThat(ended).containsExactly("stale-configuration true");
    }

    @Test
    void whoKnowsOneEndorserBelievesIt() {
        send(refusing(SUSPENDED));
        assertThat(ended).containsExactly(SUSPENDED + " false");
    }

    @Test
    void oneRefusalAmongTheAbsentProvesNothing() {
        send(absent(), refusing(SUSPENDED), absent());
        assertThat(ended).isEmpty();
        assertThat(untouched).isEmpty();
    }

    @Test
    void afterALostAnswerNoRefusalProvesAnything() {
        send(silent(), refusing(SUSPENDED), refusing(SUSPENDED));
        send(refusing(SUSPENDED), silent(), refusing(SUSPENDED));
        assertThat(ended).isEmpty();
    }

    /// One endorser that lies breaks no submission: the others are asked, and what it says is believed as little.
    @Test
    @SuppressWarnings("NullAway") // as a client does with an empty body, and with null in it
    void anAnswerThatSaysNothingCountsAsALostOne() {
        List<Function<String, @Nullable List<SubmissionAnswer>>> forms = List.of(
                _ -> null,
                _ -> Collections.singletonList(null),
                _ -> List.of(new SubmissionAnswer(null, true, 0, "")),
                id -> List.of(new SubmissionAnswer(id, false, 12, null)));
        for (Function<String, @Nullable List<SubmissionAnswer>> form : forms) {
            OutboxTransaction first = payment();
            due = List.of(first);
            asked = 0;
            send(answering(form.apply(first.transactionId().toHex())), refusing(SUSPENDED), refusing(SUSPENDED));
            assertThat(asked).isEqualTo(2);
        }
        assertThat(ended).isEmpty();
        assertThat(untouched).isEmpty();
    }

    @Test
    void atALaterSubmissionNoRefusalProvesAnything() {
        send(taking());
        send(refusing(SUSPENDED), refusing(SUSPENDED), refusing(SUSPENDED));
        assertThat(ended).isEmpty();
    }

    @Test
    void whatNobodyWasReachedWithCountsAsNeverSent() {
        send(absent(), absent(), absent());
        assertThat(untouched).hasSize(1);
        assertThat(ended).isEmpty();
    }

    /// A refusal of the second submission would end it, though the first one may be taken.
    @Test
    void whatWaitsForItsAnswerIsNotSentAgain() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (SubmissionsUnderWay underWay = new SubmissionsUnderWay(2, Duration.ZERO, () -> {})) {
            Sender sender = sender(underWay, slow(begun, answer));
            assertThat(sender.send(NOON).count()).isOne();
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(sender.send(NOON).count()).isZero();
            answer.countDown();
        }
        assertThat(asked).isOne();
        assertThat(postponed).hasSize(1);
        assertThat(payment.attempts()).isOne();
    }

    /// They are looked for at once, not when those in front of them are due again.
    @Test
    void whatIsDueBehindPaymentsThatWaitIsLookedFor() throws InterruptedException {
        moreAreDue = true;
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (SubmissionsUnderWay underWay = new SubmissionsUnderWay(2, Duration.ZERO, () -> {})) {
            Sender sender = sender(underWay, slow(begun, answer));
            sender.send(NOON);
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(sender.send(NOON)).isEqualTo(new Sender.Sent(0, true));
            moreAreDue = false;
            assertThat(sender.send(NOON)).isEqualTo(new Sender.Sent(0, false));
            answer.countDown();
        }
        assertThat(postponedTo).as("as long as after a submission").containsOnly(NOON.plus(RESEND_AFTER));
    }

    @Test
    void whereAllPlacesAreTakenNothingIsSentUntilOneIsFree() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch late = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(2); // told once that it is late, and once that it ended
        Runnable told = () -> {
            late.countDown();
            free.countDown();
        };
        try (SubmissionsUnderWay underWay = new SubmissionsUnderWay(1, Duration.ZERO, told)) {
            Sender sender = sender(underWay, slow(begun, answer));
            assertThat(sender.send(NOON).count()).isOne();
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(sender.send(NOON).count()).isZero();
            assertThat(postponed).isEmpty();
            assertThat(late.await(30, TimeUnit.SECONDS)).isTrue();
            answer.countDown();
            assertThat(free.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(sender.send(NOON).count()).isOne();
        }
        assertThat(payment.attempts()).isEqualTo(2);
    }

    private EndorserApi slow(CountDownLatch begun, CountDownLatch answer) {
        return endorser(submission -> {
            begun.countDown();
            try {
                assertThat(answer.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return new SubmissionAnswer(submission.transaction().id().toHex(), true, 0, "");
        });
    }

    @Test
    void whatBreaksASubmissionIsThrownAtWhoSendsNext() {
        SubmissionsUnderWay underWay = new SubmissionsUnderWay(1, Duration.ZERO, () -> {});
        Sender sender = sender(underWay, endorser(_ -> {
            throw new IllegalStateException("planted");
        }));
        sender.send(NOON);
        underWay.close();
        assertThatThrownBy(() -> sender.send(NOON)).hasMessage("planted");
        assertThat(underWay.hasRoom()).isTrue();
    }

    /// At the next submission a refusal proves nothing.
    @Test
    void oneConclusionThatFailsTakesNoEvidenceFromTheOthers() {
        due = List.of(payment, payment());
        firstEndingFails = true;
        assertThatThrownBy(() -> send(refusing(SUSPENDED), refusing(SUSPENDED))).hasMessage("planted");
        assertThat(ended).containsExactly(SUSPENDED + " false");
    }

    /// The vault of this test opens nothing.
    @Test
    void whatDoesNotOpenWaitsAndHoldsUpNobody() {
        lackingAudit = List.of(payment().disclosing(new byte[1]), payment().disclosing(new byte[1]));
        send(taking());
        assertThat(postponed).hasSize(2);
        assertThat(asked).isEqualTo(1);
    }

    /// What is due, and what becomes of it.
    private final class Outbox extends UnaskedOutbox {
        @Override
        public List<OutboxTransaction> lackingAudit(Instant now, int limit) {
            return lackingAudit;
        }

        @Override
        public Due due(Instant now, int limit) {
            return new Due(due, moreAreDue);
        }

        @Override
        public void claim(Collection<OutboxTransaction> held, Instant next, String trace, ProgressTicket ticket) {
            held.forEach(sent -> sent.claimed(next, trace, ticket));
        }

        @Override
        public int untouched(Collection<byte[]> transactions, Instant next) {
            untouched.add("untouched");
            return transactions.size();
        }

        @Override
        public int postpone(Collection<byte[]> transactions, Instant next) {
            postponed.add("postponed");
            postponedTo.add(next);
            return transactions.size();
        }
    }

    private final class Ledger extends UnaskedLedger {
        @Override
        public NetworkConfiguration configuration() {
            return network.configuration();
        }

        @Override
        public NamespaceId currency() {
            return TestNetwork.CURRENCY;
        }

        @Override
        public boolean isSuperseded(long configurationVersion) {
            return false;
        }
    }

    private final class Told extends Payments {
        Told() {
            super(
                    new UnaskedPayments(),
                    new UnaskedOutbox(),
                    new UnaskedWallets(),
                    new UnaskedHoldings(),
                    new Limits(
                            network::configuration,
                            () -> Amount.of(Long.MAX_VALUE),
                            new UnaskedLimits(),
                            PaymentGate.OPEN,
                            new ExecutionDates(ZoneOffset.UTC, 90)),
                    List.of(),
                    new Sources(
                            () -> NOON,
                            () -> new UUID(2, 2),
                            new MemoryUetrs(),
                            Duration.ZERO,
                            new ChangeMailbox(new WakeSignal())));
        }

        @Override
        void refusedForGood(TransactionId transaction, String code, boolean retry) {
            if (firstEndingFails) {
                firstEndingFails = false;
                throw new IllegalStateException("planted");
            }
            ended.add(code + " " + retry);
        }

        @Override
        Optional<String> commonTrace(Collection<UUID> plans) {
            return Optional.empty();
        }
    }

    private static final class Direct extends TransactionTemplate {
        @Override
        public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
            return action.doInTransaction(new SimpleTransactionStatus());
        }
    }
}
