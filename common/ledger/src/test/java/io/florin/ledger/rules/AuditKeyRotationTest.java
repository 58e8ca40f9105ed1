package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The audit key of a currency changes while the network runs: what may follow what, and what payments before and after
/// it are encrypted to.
final class AuditKeyRotationTest {
    private final TestHiddenEconomy first = TestHiddenEconomy.audited(71, PrivacyModel.ANONYMOUS);
    private final TestNetwork network = first.network();
    private final TestAuditors nextAuditors = new TestAuditors(2, network.random());
    private final TestHiddenEconomy second = first.after(nextAuditors);
    private final Ed25519KeyPair treasury = network.newKey();
    private final LedgerRules rules = LedgerRules.of(network.networkId(), network.random());
    private final Registry registry =
            new Registry(network).enroll(treasury, 1, Tier.TREASURY).credentialEpochs(Set.of(TestHiddenEconomy.EPOCH));

    @Test
    void paymentsOfBothKeysReplayAndEachOpensUnderItsOwnOnly() {
        Holder alice = first.newHolder();
        Holder bob = first.newHolder();
        Paid issue = first.issue(
                network.header(100), new OwnerKey(treasury.publicKey()), new Payee(alice, 700), new Payee(alice, 55));
        Paid before =
                first.pay(first.header(100), issue.coins().subList(0, 1), new Payee(bob, 300), new Payee(alice, 400));
        Paid late = first.pay(first.header(100), issue.coins().subList(1, 2), new Payee(bob, 50), new Payee(alice, 5));
        Paid mixed =
                first.pay(second.header(100), issue.coins().subList(1, 2), new Payee(bob, 50), new Payee(alice, 5));
        Paid after =
                second.pay(second.header(100), issue.coins().subList(1, 2), new Payee(bob, 50), new Payee(alice, 5));
        assertAccepted(issue.payment());
        assertAccepted(before.payment());
        assertAccepted(network.change(second.configuration(), 100));
        registry.under(second.configuration());
        assertRefused(late.payment(), RefusalReason.STALE_CONFIGURATION);
        assertRefused(mixed.payment(), RefusalReason.BAD_PROOF);
        assertAccepted(after.payment());

        TestChain chain = new TestChain(network);
        SerialReplay replay = new SerialReplay(network.genesis());
        for (ClientTransaction committed :
                List.of(issue.payment(), before.payment(), network.change(second.configuration(), 100))) {
            assertThat(status(replay, chain, committed)).isEqualTo(TransactionStatus.COMMITTED);
        }
        assertThat(replay.configuration()).isEqualTo(second.configuration());
        assertThat(status(replay, chain, late.payment())).isEqualTo(TransactionStatus.ABORTED_STALE_CONFIG);
        assertThat(status(replay, chain, after.payment())).isEqualTo(TransactionStatus.COMMITTED);

        G1 payer = Generators.ENROLLMENT.multiply(alice.enrollment());
        for (TestAuditors auditors : List.of(first.auditors(), nextAuditors)) {
            assertThat(auditors.open(ofPayer(before.payment())).equals(payer)).isEqualTo(auditors != nextAuditors);
            assertThat(auditors.open(ofPayer(after.payment())).equals(payer)).isEqualTo(auditors == nextAuditors);
        }
        assertThat(first.auditors().refreshed().open(ofPayer(before.payment())))
                .as("new shares of the same key open what was before them")
                .isEqualTo(payer);
    }

    @Test
    void theNextKeyComesBesideTheOneInForceWhichMayEndOnceItIsOlder() {
        AuditKey one = first.auditors().configured();
        AuditKey two = nextAuditors.configured();
        AuditKey three = new TestAuditors(3, network.random()).configured();

        assertThat(flaw(List.of(one), List.of(one, two))).isEmpty();
        assertThat(flaw(List.of(one, two), List.of(two))).isEmpty();
        assertThat(flaw(List.of(one, two), List.of(two, three))).isEmpty();
        assertThat(flaw(List.of(one), List.of(first.auditors().refreshed().configured())))
                .isEmpty();
        assertThat(flaw(List.of(one, two), List.of(first.auditors().refreshed().configured(), two)))
                .as("payments of years ago are worth their key's refresh")
                .isEmpty();

        assertThat(flaw(List.of(one), List.of())).isEqualTo("the newest audit key stays");
        assertThat(flaw(List.of(one), List.of(two))).isEqualTo("the newest audit key stays");
        assertThat(flaw(List.of(one, two), List.of(one))).isEqualTo("the newest audit key stays");
        assertThat(flaw(List.of(one), List.of(one, three))).isEqualTo("the next audit key has epoch 2");
        assertThat(flaw(List.of(one), List.of(one, two, three))).isEqualTo("the next audit key has epoch 2");
        assertThat(flaw(List.of(two), List.of(one, two)))
                .as("one that ended comes again")
                .isEqualTo("the next audit key has epoch 3");
        assertThat(flaw(List.of(), List.of(one))).contains("without passive audit");
    }

    @Test
    void aKeyWhosePointsAreNoSharingOfItIsRefusedWhetherNewOrRefreshed() {
        AuditKey one = first.auditors().configured();
        AuditKey two = nextAuditors.configured();
        List<AuditKey> damaged = new ArrayList<>();
        for (AuditKey key : List.of(first.auditors().refreshed().configured(), two)) {
            List<Bytes> moved = new ArrayList<>(key.verificationPoints());
            moved.set(1, Bytes.of(G1.generator().encode()));
            damaged.add(new AuditKey(key.epoch(), 2, key.point(), moved));
            damaged.add(new AuditKey(key.epoch(), 3, key.point(), key.verificationPoints()));
            damaged.add(new AuditKey(
                    key.epoch(), 2, key.point(), key.verificationPoints().reversed()));
        }
        for (AuditKey key : damaged) {
            assertThat(flaw(List.of(one), key.epoch() == 1 ? List.of(key) : List.of(one, key)))
                    .isEqualTo(
                            key.epoch() == 1 && key.threshold() == 3
                                    ? "the newest audit key stays"
                                    : "an audit key whose points do not belong together");
        }
        assertThat(flaw(List.of(one), List.of(one, new AuditKey(2, 1, two.point(), two.verificationPoints()))))
                .contains("at least two members");
        assertThat(flaw(List.of(one), List.of(new AuditKey(1, 2, two.point(), two.verificationPoints()))))
                .as("another key under the epoch in force")
                .isEqualTo("the newest audit key stays");
        AuditKey twice = new AuditKey(
                2,
                2,
                two.point(),
                List.of(
                        two.verificationPoints().get(0),
                        two.verificationPoints().get(0),
                        two.verificationPoints().get(1)));
        assertThat(flaw(List.of(one), List.of(one, twice))).contains("a share of its own");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hidden(List.of(one, new AuditKey(2, 2, one.point(), one.verificationPoints()))))
                .withMessageContaining("another audit key");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hidden(List.of(two, one)))
                .withMessageContaining("ascend");
    }

    @Test
    void noEndorserSignsAChangeThatLeavesACurrencyWithoutItsKey() {
        AuditKey one = first.auditors().configured();
        AuditKey two = nextAuditors.configured();
        for (List<AuditKey> keys : List.of(
                List.<AuditKey>of(),
                List.of(two),
                List.of(
                        one,
                        new AuditKey(2, 2, two.point(), two.verificationPoints().reversed())))) {
            assertRefused(
                    network.change(TestNetwork.next(first.configuration(), hidden(keys)), 100),
                    RefusalReason.BAD_CONFIGURATION);
        }
        NetworkConfiguration clear = TestNetwork.next(first.configuration(), hidden(List.of(one)));
        List<Namespace> namespaces = clear.namespaces().stream()
                .map(each -> each.hidden().isEmpty()
                        ? each
                        : new Namespace(
                                each.id(),
                                each.name(),
                                each.currency(),
                                each.minorDigits(),
                                1,
                                each.auditPolicy(),
                                each.auditThreshold()))
                .toList();
        assertRefused(
                network.change(
                        EditedConfiguration.of(clear)
                                .version(2)
                                .namespaces(namespaces)
                                .build(),
                        100),
                RefusalReason.FIXED_SETTING);
    }

    /// Neither out nor in again, without a key or with one: no node would apply it.
    @Test
    void noEndorserSignsAChangeThatLeavesAnAuditedCurrencyOut() {
        NetworkConfiguration without = withCurrency(first.configuration(), List.of());
        assertRefused(network.change(without, 100), RefusalReason.FIXED_SETTING);

        registry.under(without);
        Namespace currency =
                first.configuration().namespace(TestNetwork.CURRENCY).orElseThrow();
        assertRefused(network.change(withCurrency(without, List.of(currency)), 100), RefusalReason.FIXED_SETTING);
    }

    /// Nobody endorses the first configuration, so whoever starts from it looks.
    @Test
    void theKeyOfTheFirstConfigurationIsHeldToTheSameRules() {
        AuditKeyRules.requireSound(first.configuration());
        AuditKeyRules.requireSound(second.configuration());
        AuditKeyRules.requireSound(withCurrency(first.configuration(), List.of()));
        AuditKey one = first.auditors().configured();
        Map<AuditKey, String> unsound = Map.of(
                new AuditKey(1, 1, one.point(), one.verificationPoints()), "at least two members",
                new AuditKey(1, 3, one.point(), one.verificationPoints()), "do not belong together",
                new AuditKey(1, 2, one.point(), one.verificationPoints().reversed()), "do not belong together");
        unsound.forEach((key, flaw) -> assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> AuditKeyRules.requireSound(TestNetwork.next(first.configuration(), hidden(List.of(key)))))
                .withMessageContaining("namespace 1")
                .withMessageContaining(flaw));
    }

    @Test
    void aConfigurationWithSeveralKeysReadsBackAndItsLastOneEncrypts() {
        NetworkConfiguration configuration = second.configuration();

        assertThat(NetworkConfiguration.decode(configuration.encode())).isEqualTo(configuration);
        assertThat(hidden(List.of(first.auditors().configured(), nextAuditors.configured()))
                        .auditKey())
                .contains(nextAuditors.configured());
        assertThat(second.parameters().audit().orElseThrow().key()).isEqualTo(nextAuditors.key());
        assertThat(second.parameters().digest()).isNotEqualTo(first.parameters().digest());
    }

    /// The next version, with these namespaces beside that of the configuration.
    private static NetworkConfiguration withCurrency(NetworkConfiguration before, List<Namespace> currency) {
        List<Namespace> namespaces = new ArrayList<>(before.namespaces().stream()
                .filter(each -> !each.id().equals(TestNetwork.CURRENCY))
                .toList());
        namespaces.addAll(currency);
        return EditedConfiguration.after(before).namespaces(namespaces).build();
    }

    private HiddenCurrency hidden(List<AuditKey> keys) {
        return network.configuration()
                .namespace(TestNetwork.CURRENCY)
                .flatMap(Namespace::hidden)
                .orElseThrow()
                .withAuditKeys(keys);
    }

    private String flaw(List<AuditKey> inForce, List<AuditKey> next) {
        return AuditKeyRules.flaw(hidden(inForce), hidden(next)).orElse("");
    }

    private static AuditCiphertexts.Sealed ofPayer(HiddenPayment payment) {
        return AuditCiphertexts.sealed(payment.statement()).stream()
                .filter(each -> each.part() instanceof AuditCiphertexts.Part.Payer)
                .findFirst()
                .orElseThrow();
    }

    private static TransactionStatus status(SerialReplay replay, TestChain chain, ClientTransaction transaction) {
        List<TransactionOutcome> outcomes =
                replay.apply(chain.append(transaction)).outcomes();
        return outcomes.getFirst().status();
    }

    private void assertAccepted(ClientTransaction transaction) {
        assertThat(rules.check(Submission.of(transaction), registry)).isInstanceOf(RulesVerdict.Accepted.class);
    }

    private void assertRefused(ClientTransaction transaction, RefusalReason reason) {
        assertThat(rules.check(Submission.of(transaction), registry)).isEqualTo(new RulesVerdict.Refused(reason));
    }
}
