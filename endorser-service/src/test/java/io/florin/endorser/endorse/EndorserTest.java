package io.florin.endorser.endorse;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.endorser.TestPayments;
import io.florin.endorser.directory.RegistrationFollower;
import io.florin.endorser.endorse.Endorser.Consent;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.Arrival;
import io.florin.endorser.protocol.Enrollments;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.Moment;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.Verdict;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.rules.LedgerRules;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.rules.VerifiedProofs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EndorserTest {

    private static final long NOW = 1_000_000;
    private static final long HEIGHT = 20;

    private final TestNetwork network = new TestNetwork(5);
    private final TestPayments payments = new TestPayments(network.genesis(), 5);
    private final RegistrationFollower registration =
            new RegistrationFollower(network.networkId(), network.registration().publicKey(), 10_000, 500);
    private final Endorser endorser = new Endorser(new RulesRegistry(List.of(new ClearTokenRules())));
    private final EndorsingContext context = new EndorsingContext(
            network.networkId(), new LedgerPosition(network.configuration(), HEIGHT), registration);

    @BeforeEach
    void enroll() {
        long sequence = 1;
        for (RegistrationEvent event : payments.enrollments()) {
            byte[] record = network.record(sequence++, NOW, event).encode();
            registration.on(new RegistrationFollower.Event.FromTopic(Bytes.of(record)), Moment.of(NOW));
        }
    }

    @Test
    void acceptsWhatTheRulesAccept() {
        Transfer transfer = payments.transfer(100);

        assertThat(check(Submission.of(transfer), true)).isInstanceOfSatisfying(Verdict.Accepted.class, accepted -> {
            assertThat(accepted.id()).isEqualTo(transfer.id());
            assertThat(accepted.transaction().receivedMillis()).isEqualTo(NOW);
        });
    }

    @Test
    void refusesEverythingWithoutCurrentRegistrationRecords() {
        Transfer transfer = payments.transfer(100);

        assertThat(check(Submission.of(transfer), false))
                .isEqualTo(new Verdict.Refused(transfer.id(), RefusalReason.REGISTRATION_NOT_CURRENT));
    }

    @Test
    void refusesAnOwnerThatIsNotEnrolled() {
        Transfer transfer = payments.transferTo(new TestPayments(network.genesis(), 6).payer(), 100);

        assertThat(check(Submission.of(transfer), true))
                .isEqualTo(new Verdict.Refused(transfer.id(), RefusalReason.OWNER_NOT_ENROLLED));
    }

    @Test
    void doesNotJudgeATransactionOfTheNextConfiguration() {
        TransactionHeader header = payments.header(TestPayments.EXPIRY);
        Transfer next = payments.transfer(of(header, 2), 100, payments.payee());
        Transfer far = payments.transfer(of(header, 3), 100, payments.payee());

        assertThat(check(Submission.of(next), true)).isEqualTo(new Verdict.Ahead(next.id()));
        assertThat(check(Submission.of(far), true))
                .isEqualTo(new Verdict.Refused(far.id(), RefusalReason.STALE_CONFIGURATION));
    }

    /// An expiry that only one kind of payer would choose names the payer's kind to everybody who reads blocks.
    @Test
    void refusesAnExpiryBesideTheGrid() {
        long common = network.configuration().limits().expiryHeight(HEIGHT);
        Transfer onGrid = payments.transfer(payments.header(common), 100, payments.payee());
        assertThat(check(Submission.of(onGrid), true)).isInstanceOf(Verdict.Accepted.class);
        for (long expiry : new long[] {common - 1, common + 1, HEIGHT + 200, HEIGHT + 500}) {
            Transfer own = payments.transfer(payments.header(expiry), 100, payments.payee());
            assertThat(check(Submission.of(own), true))
                    .isEqualTo(new Verdict.Refused(own.id(), RefusalReason.EXPIRY_OUT_OF_RANGE));
        }
    }

    private static TransactionHeader of(TransactionHeader header, long configurationVersion) {
        return new TransactionHeader(
                header.network(),
                header.namespace(),
                header.rulesVersion(),
                configurationVersion,
                header.expiryHeight(),
                header.nonce());
    }

    @Test
    void refusesWhatAnUnknownVersionOfTheRulesWouldHaveToCheck() {
        var none = new Endorser(new RulesRegistry(List.of()));

        assertThat(none.check(Submission.of(payments.transfer(100)), context, true, NOW))
                .isInstanceOfSatisfying(
                        Verdict.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(RefusalReason.WRONG_RULES_VERSION));
    }

    @Test
    void consentsToExactlyWhatItAccepted() {
        List<AcceptedTransaction> two = payments.accepted(2);
        ShareOrder order = order(two);

        assertThat(endorser.consent(order, two, context)).isInstanceOfSatisfying(Consent.Given.class, given -> {
            assertThat(given.group())
                    .isEqualTo(network.configuration()
                            .endorserGroup(TestPayments.CURRENCY)
                            .orElseThrow());
            assertThat(given.message()).isEqualTo(order.message(network.networkId()));
        });
    }

    @Test
    void declinesAnotherRootOrOrder() {
        List<AcceptedTransaction> two = payments.accepted(2);

        assertWithheld(endorser.consent(order(two), two.reversed(), context));
        assertWithheld(endorser.consent(order(two), payments.accepted(2), context));
        ShareOrder otherRoot = new ShareOrder(group(), 1, ids(two), Bytes32.of(payments.bytes(32)));
        assertWithheld(endorser.consent(otherRoot, two, context));
    }

    @Test
    void declinesAPolicyThatIsNotInForce() {
        List<AcceptedTransaction> two = payments.accepted(2);
        assertWithheld(endorser.consent(order(two, TestPayments.CURRENCY, 1, 2), two, context));
        assertWithheld(endorser.consent(order(two, TestPayments.CURRENCY, 2, 1), two, context));
        assertWithheld(endorser.consent(order(two, new NamespaceId(7), 1, 1), two, context));
        assertWithheld(endorser.consent(order(two, NamespaceId.CONFIGURATION, 1, 1), two, context));
    }

    /// Key and message are the same on both sides; the sharing tells them apart.
    @Test
    void usesNothingForSharesOfTheOtherSideOfARefresh() {
        List<AcceptedTransaction> two = payments.accepted(2);
        EndorserGroup before = group();
        EndorserGroup after = new EndorserGroup(
                before.scheme(),
                before.namespace(),
                before.epoch(),
                before.threshold(),
                before.groupKey(),
                before.verificationKeys().reversed());
        var refreshed = new Endorser(new RulesRegistry(List.of(new ClearTokenRules())), _ -> after);
        ShareOrder old = order(two);
        ShareOrder fresh = new ShareOrder(after, 1, old.ids(), old.root());

        assertThat(refreshed.consent(fresh, two, context)).isInstanceOfSatisfying(Consent.Given.class, given -> {
            assertThat(given.group()).isEqualTo(after);
            assertThat(given.message()).isEqualTo(old.message(network.networkId()));
        });
        assertThat(refreshed.consent(old, two, context)).isEqualTo(new Consent.OtherShares());
        assertThat(endorser.consent(fresh, two, context)).isEqualTo(new Consent.OtherShares());
    }

    @Test
    void consentsToOrdersUnderEitherKeyWhileOneIsReplaced() {
        List<AcceptedTransaction> two = payments.accepted(2);
        Bytes32 root = order(two).root();
        NetworkConfiguration now = network.configuration();
        EndorserGroup other = new TestNetwork(6)
                .configuration()
                .endorserGroup(TestPayments.CURRENCY)
                .orElseThrow();
        List<EndorserGroup> groups = new ArrayList<>(now.endorserGroups());
        groups.add(new EndorserGroup(TestPayments.CURRENCY, 2, 2, other.groupKey(), other.verificationKeys()));
        var replacing = EditedConfiguration.of(now).endorserGroups(groups).build();
        var both = new EndorsingContext(network.networkId(), new LedgerPosition(replacing, HEIGHT), registration);

        for (long epoch = 1; epoch <= 2; epoch++) {
            long asked = epoch;
            EndorserGroup group =
                    replacing.endorserGroup(TestPayments.CURRENCY, epoch).orElseThrow();
            assertThat(endorser.consent(new ShareOrder(group, 1, ids(two), root), two, both))
                    .isInstanceOfSatisfying(
                            Endorser.Consent.Given.class,
                            given -> assertThat(given.group().epoch()).isEqualTo(asked));
        }
        assertWithheld(endorser.consent(order(two, TestPayments.CURRENCY, 1, 3), two, both));
    }

    @Test
    void refusesAProofThatIsNotOneAndTakesTheOthersOfItsBatch() {
        var economy = new TestHiddenEconomy(7, PrivacyModel.ANONYMOUS);
        TestNetwork hidden = economy.network();
        Holder alice = economy.newHolder();
        var issue =
                economy.issue(hidden.header(100), new OwnerKey(hidden.newKey().publicKey()), new Payee(alice, 700));
        HiddenPayment good = economy.pay(hidden.header(100), issue.coins(), new Payee(alice, 700))
                .payment();
        HiddenPayment other = economy.pay(hidden.header(100), issue.coins(), new Payee(alice, 700))
                .payment();
        HiddenPayment bad = new HiddenPayment(
                good.header(),
                good.request(),
                good.certifierEpoch(),
                good.statement(),
                good.notes(),
                other.proof(),
                List.of());
        Set<Bytes32> known = new HashSet<>();
        AtomicInteger hits = new AtomicInteger();
        VerifiedProofs proofs = new VerifiedProofs() {
            @Override
            public boolean contains(Bytes32 proof) {
                boolean found = known.contains(proof);
                hits.addAndGet(found ? 1 : 0);
                return found;
            }

            @Override
            public void add(Bytes32 proof) {
                known.add(proof);
            }
        };
        var batching = new Endorser(
                new RulesRegistry(LedgerRules.all(new HiddenCurrencies(hidden.networkId()), hidden.random(), proofs)));
        var position = new LedgerPosition(hidden.configuration(), HEIGHT);
        CredentialEpoch epoch = new CredentialEpoch(TestHiddenEconomy.EPOCH, NOW);
        Enrollments epochs = new NobodyEnrolled(epoch);
        var now = EndorsingContext.at(hidden.networkId(), position, epochs, NOW, 60_000);
        List<Arrival> arrivals = Stream.of(good, bad, other)
                .map(each -> new Arrival(Submission.of(each), NOW))
                .toList();

        List<Verdict> verdicts = batching.check(arrivals, now, true);

        assertThat(verdicts.get(0)).isInstanceOf(Verdict.Accepted.class);
        assertThat(verdicts.get(1)).isEqualTo(new Verdict.Refused(bad.id(), RefusalReason.BAD_PROOF));
        assertThat(verdicts.get(2)).isInstanceOf(Verdict.Accepted.class);
        assertThat(batching.check(arrivals, now, true)).isEqualTo(verdicts);
        assertThat(hits).as("proofs that held are not verified again").hasValue(2);

        var nextEpoch = new NobodyEnrolled(new CredentialEpoch(TestHiddenEconomy.EPOCH + 1, NOW));
        var grace = EndorsingContext.at(hidden.networkId(), position, nextEpoch, NOW + 59_999, 60_000);
        var after = EndorsingContext.at(hidden.networkId(), position, nextEpoch, NOW + 60_000, 60_000);
        assertThat(batching.check(Submission.of(good), grace, true, NOW)).isInstanceOf(Verdict.Accepted.class);
        assertThat(batching.check(Submission.of(good), after, true, NOW))
                .as("what is known of a proof does not prolong its epoch")
                .isEqualTo(new Verdict.Refused(good.id(), RefusalReason.CREDENTIAL_EPOCH_PASSED));
    }

    private record NobodyEnrolled(CredentialEpoch epoch) implements Enrollments {
        @Override
        public boolean isCurrent(long nowMillis) {
            return true;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return Optional.empty();
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.empty();
        }

        @Override
        public Optional<CredentialEpoch> credentialEpoch() {
            return Optional.of(epoch);
        }
    }

    private Verdict check(Submission submission, boolean current) {
        return endorser.check(submission, context, current, NOW);
    }

    private static List<TransactionId> ids(List<AcceptedTransaction> transactions) {
        return transactions.stream().map(AcceptedTransaction::id).toList();
    }

    private EndorserGroup group() {
        return network.configuration().endorserGroup(TestPayments.CURRENCY).orElseThrow();
    }

    private ShareOrder order(List<AcceptedTransaction> transactions) {
        return order(transactions, TestPayments.CURRENCY, 1, 1);
    }

    private ShareOrder order(
            List<AcceptedTransaction> transactions, NamespaceId namespace, int rulesVersion, long keyEpoch) {
        Bytes32 root = Bundle.rootOf(
                transactions.stream().map(AcceptedTransaction::encoded).toList());
        return new ShareOrder(
                namespace,
                rulesVersion,
                keyEpoch,
                ShareOrder.sharingOf(group()),
                ids(transactions),
                root,
                Collections.emptySortedMap());
    }

    private static void assertWithheld(Consent consent) {
        assertThat(consent).isInstanceOf(Consent.Withheld.class);
    }
}
