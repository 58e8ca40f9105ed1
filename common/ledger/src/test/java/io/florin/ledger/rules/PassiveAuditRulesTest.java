package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Payments under passive audit on the ledger: what is taken, what is refused, and what the auditors read in it.
final class PassiveAuditRulesTest {
    private static final String CLEAR = "CLEAR";

    private static final class Story {
        final TestHiddenEconomy economy;
        final TestNetwork network;
        final OwnerKey treasury;
        final Registry registry;
        final LedgerRules rules;
        final Holder alice;
        final Holder bob;
        final Paid issue;
        final Paid payment;

        Story(TestHiddenEconomy economy) {
            this.economy = economy;
            network = economy.network();
            Ed25519KeyPair key = network.newKey();
            treasury = new OwnerKey(key.publicKey());
            rules = LedgerRules.of(network.networkId(), network.random());
            registry = new Registry(network)
                    .enroll(key, 1, Tier.TREASURY)
                    .credentialEpochs(Set.of(TestHiddenEconomy.EPOCH));
            alice = economy.newHolder();
            bob = economy.newHolder();
            issue = economy.issue(network.header(100), treasury, new Payee(alice, 700), new Payee(alice, 55));
            payment = economy.pay(network.header(100), issue.coins(), new Payee(bob, 300), new Payee(alice, 455));
        }

        RulesVerdict decide(ClientTransaction transaction) {
            return rules.check(Submission.of(transaction), registry);
        }
    }

    private static HiddenPayment with(HiddenPayment payment, Optional<AuditCiphertexts> audit) {
        PaymentStatement said = payment.statement();
        return new HiddenPayment(
                payment.header(),
                payment.request(),
                payment.certifierEpoch(),
                new PaymentStatement(
                        said.context(), said.credentialEpoch(), said.owners(), said.inputs(), said.outputs(), audit),
                payment.notes(),
                payment.proof(),
                payment.approvals());
    }

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void settlesAndOpens(PrivacyModel model) {
        Story story = new Story(TestHiddenEconomy.audited(5, model));
        Paid redeem = story.economy.redeem(
                story.network.header(100),
                story.treasury,
                200,
                story.payment.coins().subList(1, 2),
                new Payee(story.alice, 255));
        List<HiddenPayment> all = List.of(story.issue.payment(), story.payment.payment(), redeem.payment());
        for (HiddenPayment each : all) {
            assertThat(story.decide(each)).isInstanceOf(RulesVerdict.Accepted.class);
            byte[] bytes = each.encode();
            assertThat(ClientTransaction.decode(bytes)).isEqualTo(each);
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            assertThatThrownBy(() -> ClientTransaction.decode(longer)).isInstanceOf(DecodeException.class);
        }
        assertThat(new SerialReplay(story.network.genesis())
                        .apply(new TestChain(story.network).append(all.toArray(HiddenPayment[]::new)))
                        .outcomes())
                .extracting(TransactionOutcome::status)
                .containsOnly(TransactionStatus.COMMITTED);

        List<G1> read = AuditCiphertexts.sealed(story.payment.payment().statement()).stream()
                .map(story.economy.auditors()::open)
                .toList();
        G1 payer = Generators.ENROLLMENT.multiply(story.alice.enrollment());
        G1 payee = Generators.ENROLLMENT.multiply(story.bob.enrollment());
        Stream<G1> values = model.hidesValue() ? Stream.of(300L, 0L, 455L, 0L).map(this::value) : Stream.empty();
        assertThat(read)
                .isEqualTo(Stream.concat(Stream.of(payer, payee, payer), values).toList());
    }

    private G1 value(long limb) {
        return Generators.VALUE.multiply(Scalar.ofLong(limb));
    }

    /// The ciphertexts are part of the id: nobody takes them out or puts others in.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void refusesAPaymentThatIsNotSealedAsItsCurrencyAsks(PrivacyModel model) {
        Story audited = new Story(TestHiddenEconomy.audited(5, model));
        RulesVerdict refused = new RulesVerdict.Refused(RefusalReason.NOT_SEALED_FOR_AUDIT);
        for (HiddenPayment payment : List.of(audited.issue.payment(), audited.payment.payment())) {
            HiddenPayment bare = with(payment, Optional.empty());
            assertThat(bare.id()).isNotEqualTo(payment.id());
            assertThat(audited.decide(bare)).isEqualTo(refused);
        }
        Story unaudited = new Story(new TestHiddenEconomy(5, model));
        assertThat(unaudited.decide(unaudited.payment.payment())).isInstanceOf(RulesVerdict.Accepted.class);
        HiddenPayment sealed = with(
                unaudited.payment.payment(),
                audited.payment.payment().statement().audit());
        assertThat(unaudited.decide(sealed)).isEqualTo(refused);
    }
}
