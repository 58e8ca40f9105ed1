package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Coin;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Hidden payments on the ledger: what the rules take and refuse, what is committed, and that nothing is spent twice.
final class HiddenTokenRulesTest {
    private static final Map<PrivacyModel, Story> STORIES = new EnumMap<>(PrivacyModel.class);

    /// An issue of 700 and 55 and a payment of 300 with 455 back.
    private static final class Story {
        final TestHiddenEconomy economy;
        final TestNetwork network;
        final Ed25519KeyPair treasury;
        final LedgerRules rules;
        final Registry registry;
        final Holder alice;
        final Holder bob;
        final Paid issue;
        final Paid payment;

        Story(PrivacyModel model) {
            economy = new TestHiddenEconomy(5, model);
            network = economy.network();
            treasury = network.newKey();
            rules = LedgerRules.of(network.networkId(), network.random());
            registry = new Registry(network)
                    .enroll(treasury, 1, Tier.TREASURY)
                    .credentialEpochs(Set.of(TestHiddenEconomy.EPOCH));
            alice = economy.newHolder();
            bob = economy.newHolder();
            issue = economy.issue(
                    network.header(100),
                    new OwnerKey(treasury.publicKey()),
                    new Payee(alice, 700),
                    new Payee(alice, 55));
            payment = economy.pay(network.header(100), issue.coins(), new Payee(bob, 300), new Payee(alice, 455));
        }

        RulesVerdict decide(ClientTransaction transaction) {
            return rules.check(Submission.of(transaction), registry);
        }

        void refuses(ClientTransaction transaction, RefusalReason reason) {
            assertThat(decide(transaction)).isEqualTo(new RulesVerdict.Refused(reason));
        }

        SettlementTransaction accepts(ClientTransaction transaction) {
            RulesVerdict decision = decide(transaction);
            assertThat(decision).isInstanceOf(RulesVerdict.Accepted.class);
            return ((RulesVerdict.Accepted) decision).transaction();
        }
    }

    private static Story story(PrivacyModel model) {
        synchronized (STORIES) {
            return STORIES.computeIfAbsent(model, Story::new);
        }
    }

    private static final String CLEAR = "CLEAR";

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void settlesIssuePaymentAndRedemption(PrivacyModel model) {
        Story story = story(model);
        Paid redeem = story.economy.redeem(
                story.network.header(100),
                new OwnerKey(story.treasury.publicKey()),
                200,
                story.payment.coins().subList(1, 2),
                new Payee(story.alice, 255));
        List<HiddenPayment> all = List.of(story.issue.payment(), story.payment.payment(), redeem.payment());
        all.forEach(story::accepts);

        SerialReplay replay = new SerialReplay(story.network.genesis());
        TestChain chain = new TestChain(story.network);
        Block block = chain.append(all.toArray(HiddenPayment[]::new));
        assertThat(replay.apply(block).outcomes())
                .extracting(TransactionOutcome::status)
                .containsOnly(TransactionStatus.COMMITTED);
    }

    /// Another payment of the same tokens reads the same keys, whatever model hides them.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void spendsOnce(PrivacyModel model) {
        Story story = story(model);
        Paid again = story.economy.pay(
                story.network.header(100), story.issue.coins().subList(0, 1), new Payee(story.bob, 700));
        story.accepts(again.payment());
        SerialReplay replay = new SerialReplay(story.network.genesis());
        TestChain chain = new TestChain(story.network);
        Block block = chain.append(story.issue.payment(), story.payment.payment(), again.payment());
        assertThat(replay.apply(block).outcomes())
                .extracting(TransactionOutcome::status)
                .containsExactly(
                        TransactionStatus.COMMITTED,
                        TransactionStatus.COMMITTED,
                        TransactionStatus.ABORTED_READ_CONFLICT);
    }

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void hasOneEncodingAndSmallSets(PrivacyModel model) {
        Story story = story(model);
        for (HiddenPayment payment : List.of(story.issue.payment(), story.payment.payment())) {
            byte[] bytes = payment.encode();
            ClientTransaction read = ClientTransaction.decode(bytes);
            assertThat(read).isEqualTo(payment);
            assertThat(read.encode()).isEqualTo(bytes);
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            assertThatThrownBy(() -> ClientTransaction.decode(longer)).isInstanceOf(DecodeException.class);
            byte[] sets = story.accepts(payment).encode();
            assertThat(SettlementTransaction.decode(sets)).isEqualTo(story.accepts(payment));
        }
        int size = switch (model) {
            case CLEAR -> 0;
            case ANONYMOUS -> 241;
            case CONFIDENTIAL -> 321;
            case UNLINKABLE -> 319;
        };
        assertThat(story.accepts(story.payment.payment()).encode()).hasSize(size);
    }

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void decidesOnManyAsOnEach(PrivacyModel model) {
        Story story = story(model);
        HiddenPayment good = story.payment.payment();
        HiddenPayment bad = new HiddenPayment(
                good.header(),
                good.request(),
                good.certifierEpoch(),
                good.statement(),
                good.notes(),
                story.issue.payment().proof(),
                List.of());
        List<Submission> many = new ArrayList<>();
        for (HiddenPayment each : List.of(good, bad, story.issue.payment(), bad, good)) {
            many.add(Submission.of(each));
        }
        TokenRules rules = LedgerRules.all(
                        new io.florin.ledger.privacy.HiddenCurrencies(story.network.networkId()),
                        story.network.random())
                .get(model.rulesVersion() - 1);
        assertThat(rules.check(many, story.registry))
                .isEqualTo(many.stream()
                        .map(each -> rules.check(each, story.registry))
                        .toList());
        story.refuses(bad, RefusalReason.BAD_PROOF);
    }

    /// A proof that held is known with all that it was verified for; one that did not is not known.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void knowsAProofForItsOwnPaymentOnly(PrivacyModel model) {
        Story story = story(model);
        Set<Bytes32> memory = new HashSet<>();
        TokenRules rules = LedgerRules.all(
                        new io.florin.ledger.privacy.HiddenCurrencies(story.network.networkId()),
                        story.network.random(),
                        new Remembered(memory))
                .get(model.rulesVersion() - 1);
        HiddenPayment good = story.payment.payment();
        HiddenPayment otherProof =
                with(good, good.statement(), story.issue.payment().proof());
        HiddenPayment otherPayment = with(
                good,
                new PaymentStatement(
                        good.statement().context(),
                        good.statement().credentialEpoch(),
                        1,
                        good.statement().inputs(),
                        good.statement().outputs().reversed()),
                good.proof());
        for (int round = 0; round < 2; round++) {
            for (HiddenPayment bad : List.of(otherProof, otherPayment)) {
                assertThat(rules.check(Submission.of(bad), story.registry))
                        .as("round %d", round)
                        .isEqualTo(new RulesVerdict.Refused(RefusalReason.BAD_PROOF));
            }
            assertThat(memory).hasSize(round);
            assertThat(rules.check(Submission.of(good), story.registry)).isInstanceOf(RulesVerdict.Accepted.class);
        }
        assertThat(memory).hasSize(1);
    }

    private record Remembered(Set<Bytes32> memory) implements VerifiedProofs {
        @Override
        public boolean contains(Bytes32 proof) {
            return memory.contains(proof);
        }

        @Override
        public void add(Bytes32 proof) {
            memory.add(proof);
        }
    }

    private static HiddenPayment with(HiddenPayment payment, PaymentStatement statement, Bytes proof) {
        return new HiddenPayment(
                payment.header(),
                payment.request(),
                payment.certifierEpoch(),
                statement,
                payment.notes(),
                proof,
                payment.approvals());
    }

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void refusesAnInputTwiceAndOfficersOfATransfer(PrivacyModel model) {
        Story story = story(model);
        HiddenPayment good = story.payment.payment();
        PaymentStatement said = good.statement();
        var first = said.inputs().getFirst();
        PaymentStatement twice =
                new PaymentStatement(said.context(), said.credentialEpoch(), 1, List.of(first, first), said.outputs());
        story.refuses(with(good, twice, good.proof()), RefusalReason.DUPLICATE_INPUT);
        story.refuses(good.withApprovals(story.issue.payment().approvals()), RefusalReason.BAD_OFFICER_APPROVAL);
    }

    @Test
    void refusesAnEpochThatIsNotTaken() {
        Story story = story(PrivacyModel.ANONYMOUS);
        Registry later = new Registry(story.network).credentialEpochs(Set.of(TestHiddenEconomy.EPOCH + 1));
        assertThat(story.rules.check(Submission.of(story.payment.payment()), later))
                .isEqualTo(new RulesVerdict.Refused(RefusalReason.CREDENTIAL_EPOCH_PASSED));
        Registry nothingKnown = new Registry(story.network);
        assertThat(story.rules.check(Submission.of(story.payment.payment()), nothingKnown))
                .isEqualTo(new RulesVerdict.Refused(RefusalReason.CREDENTIAL_EPOCH_PASSED));
    }

    @Test
    void refusesAnUnknownCertifierEpoch() {
        Story story = story(PrivacyModel.UNLINKABLE);
        HiddenPayment good = story.payment.payment();
        var context = HiddenPayment.context(good.header(), good.request(), 2, good.notes());
        var said = good.statement();
        var statement = new io.florin.ledger.privacy.PaymentStatement(
                context, said.credentialEpoch(), said.owners(), said.inputs(), said.outputs());
        story.refuses(
                new HiddenPayment(good.header(), good.request(), 2, statement, good.notes(), good.proof(), List.of()),
                RefusalReason.CERTIFIER_EPOCH_UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void anIssueNeedsItsOfficersAndItsTreasury(PrivacyModel model) {
        Story story = story(model);
        HiddenPayment issue = story.issue.payment();
        story.refuses(issue.withApprovals(story.network.approvals(issue, 1)), RefusalReason.TOO_FEW_APPROVALS);
        story.refuses(issue.withApprovals(story.network.approvals(issue, 1, 1)), RefusalReason.BAD_OFFICER_APPROVAL);
        Paid stranger = story.economy.issue(
                story.network.header(100), new OwnerKey(story.network.newKey().publicKey()), new Payee(story.alice, 1));
        story.refuses(stranger.payment(), RefusalReason.REQUEST_MISMATCH);
    }

    /// Pitfall 18: whoever sees an issue's request and approvals makes no issue of his own with them.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void anIssueToSomebodyElseIsNotTheOneApproved(PrivacyModel model) {
        Story story = story(model);
        HiddenPayment genuine = story.issue.payment();
        HiddenPayment stolen = story.economy
                .issueFor(genuine.request().orElseThrow(), story.network.header(100), new Payee(story.bob, 755))
                .payment();
        story.refuses(stolen.withApprovals(genuine.approvals()), RefusalReason.BAD_OFFICER_APPROVAL);
        story.refuses(
                stolen.withApprovals(story.network.approvals(genuine.request().orElseThrow(), 0, 1)),
                RefusalReason.BAD_OFFICER_APPROVAL);
    }

    /// The auditor signs hidden payments as it signs others, over id and expiry.
    @Test
    void asksForTheAuditorUnderThePolicyAlways() {
        TestHiddenEconomy economy = new TestHiddenEconomy(6, PrivacyModel.CONFIDENTIAL, AuditPolicy.ALWAYS);
        TestNetwork network = economy.network();
        Ed25519KeyPair treasury = network.newKey();
        Registry registry = new Registry(network).enroll(treasury, 1, Tier.TREASURY);
        HiddenPayment issue = economy.issue(
                        network.header(100), new OwnerKey(treasury.publicKey()), new Payee(economy.newHolder(), 9))
                .payment();
        LedgerRules rules = LedgerRules.of(network.networkId(), network.random());
        assertThat(rules.check(Submission.of(issue), registry))
                .isEqualTo(new RulesVerdict.Refused(RefusalReason.AUDIT_REQUIRED));
        assertThat(rules.check(new Submission(issue, java.util.Optional.of(network.audit(issue))), registry))
                .isInstanceOf(RulesVerdict.Accepted.class);
    }

    @Test
    void aThresholdForHiddenValuesIsNoConfiguration() {
        assertThatThrownBy(() -> new TestHiddenEconomy(6, PrivacyModel.CONFIDENTIAL, AuditPolicy.ABOVE_THRESHOLD))
                .isInstanceOf(IllegalArgumentException.class);
        TestHiddenEconomy anonymous = new TestHiddenEconomy(6, PrivacyModel.ANONYMOUS, AuditPolicy.ABOVE_THRESHOLD);
        TestNetwork network = anonymous.network();
        Ed25519KeyPair treasury = network.newKey();
        Paid large = anonymous.issue(
                network.header(100),
                new OwnerKey(treasury.publicKey()),
                new Payee(
                        anonymous.newHolder(),
                        TestNetwork.AUDIT_THRESHOLD.plus(Amount.of(1)).minorUnits()));
        assertThat(ClearTokenRules.auditRequired(large.payment(), network.configuration()))
                .isTrue();
    }

    /// Officers who mistype a key must not stop a currency.
    @Test
    void aConfigurationOfUnusableKeysIsRefused() {
        Story story = story(PrivacyModel.ANONYMOUS);
        NetworkConfiguration now = story.network.configuration();
        var currency = now.namespace(TestNetwork.CURRENCY).orElseThrow();
        story.refuses(change(story, currency.hidden().orElseThrow().credentialKey()), RefusalReason.TOO_FEW_APPROVALS);
        story.refuses(change(story, Bytes.of(new byte[96])), RefusalReason.FIXED_SETTING);
    }

    private static ConfigurationChange change(Story story, Bytes credentialKey) {
        NetworkConfiguration now = story.network.configuration();
        List<NetworkConfiguration.Namespace> namespaces = now.namespaces().stream()
                .map(each -> each.hidden().isEmpty() ? each : hiding(each, credentialKey))
                .toList();
        NetworkConfiguration next =
                EditedConfiguration.of(now).version(2).namespaces(namespaces).build();
        TransactionHeader currency = story.network.header(100);
        TransactionHeader header = new TransactionHeader(
                currency.network(), NamespaceId.CONFIGURATION, 1, 1, currency.expiryHeight(), currency.nonce());
        return new ConfigurationChange(header, next, List.of());
    }

    private static NetworkConfiguration.Namespace hiding(NetworkConfiguration.Namespace each, Bytes credentialKey) {
        return new NetworkConfiguration.Namespace(
                each.id(),
                each.name(),
                each.currency(),
                each.minorDigits(),
                each.rulesVersion(),
                each.auditPolicy(),
                each.auditThreshold(),
                Optional.of(new HiddenCurrency(credentialKey, 64, 2, true, List.of())));
    }

    /// The namespace says which rules hold, not the transaction: under those of clear tokens anybody could spend what
    /// nobody has.
    @Test
    void nobodyChoosesTheRules() {
        Story story = story(PrivacyModel.CONFIDENTIAL);
        TransactionHeader own = story.network.header(100);
        TransactionHeader clear = new TransactionHeader(
                own.network(),
                own.namespace(),
                PrivacyModel.CLEAR.rulesVersion(),
                own.configurationVersion(),
                own.expiryHeight(),
                own.nonce());
        TokenReference nobodys = new TokenReference(
                new TransactionId(story.network.newId()), 0, TestNetwork.token(story.treasury, 1_000_000));
        story.refuses(
                story.network.transfer(
                        clear,
                        List.of(story.treasury),
                        List.of(nobodys),
                        List.of(TestNetwork.token(story.treasury, 1_000_000))),
                RefusalReason.WRONG_RULES_VERSION);
        List<TokenRules> all = LedgerRules.all(
                new io.florin.ledger.privacy.HiddenCurrencies(story.network.networkId()), story.network.random());
        for (TokenRules rules : all) {
            if (rules.version() != PrivacyModel.CONFIDENTIAL.rulesVersion()) {
                assertThat(rules.check(Submission.of(story.payment.payment()), story.registry))
                        .as("version %d", rules.version())
                        .isEqualTo(new RulesVerdict.Refused(RefusalReason.WRONG_RULES_VERSION));
            }
        }
    }

    @Test
    void aClearPaymentIsNoHiddenOne() {
        Story story = story(PrivacyModel.ANONYMOUS);
        Ed25519KeyPair owner = story.network.newKey();
        story.refuses(
                story.network.issue(
                        story.network.header(100), story.network.newId(), new OwnerKey(owner.publicKey()), 5),
                RefusalReason.WRONG_RULES_VERSION);
        Coin coin = story.issue.coins().getFirst();
        assertThat(coin.reference().token().model()).isEqualTo(PrivacyModel.ANONYMOUS);
        assertThat(Bytes.of(coin.reference().token().encode()).size()).isEqualTo(56);
    }
}
