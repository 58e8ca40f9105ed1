package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.List;

/// A network, three enrolled owners and short words for the tests of the rules.
abstract class RulesUnderTest {

    static final int BANK = 1;

    final TestNetwork network;
    final Ed25519KeyPair alice;
    final Ed25519KeyPair bob;
    final Ed25519KeyPair treasury;
    final Ed25519KeyPair stranger;
    final Registry registry;
    final ClearTokenRules rules = new ClearTokenRules();

    RulesUnderTest() {
        this(new TestNetwork(7));
    }

    RulesUnderTest(TestNetwork network) {
        this.network = network;
        this.alice = network.newKey();
        this.bob = network.newKey();
        this.treasury = network.newKey();
        this.stranger = network.newKey();
        this.registry = new Registry(network)
                .enroll(alice, BANK, TestNetwork.TIER_FULL)
                .enroll(bob, 2, TestNetwork.TIER_BASIC)
                .enroll(treasury, BANK, Tier.TREASURY);
    }

    static OwnerKey key(Ed25519KeyPair owner) {
        return new OwnerKey(owner.publicKey());
    }

    TransactionHeader header() {
        return network.header(Registry.HEIGHT + 100);
    }

    TransactionHeader headerOf(NamespaceId namespace) {
        TransactionHeader header = header();
        return new TransactionHeader(header.network(), namespace, 1, 1, header.expiryHeight(), header.nonce());
    }

    /// A token that some earlier transaction created; the rules do not ask whether it did.
    TokenReference coin(Ed25519KeyPair owner, long value) {
        return coin(TestNetwork.token(owner, value));
    }

    TokenReference coin(Token token) {
        return new TokenReference(new TransactionId(network.newId()), 0, token);
    }

    static Token token(Ed25519KeyPair owner, int type, long value) {
        return new Token(key(owner), type, Amount.of(value));
    }

    Transfer transfer(TransactionHeader header, List<TokenReference> inputs, List<Token> outputs) {
        return network.transfer(header, List.of(alice, bob, treasury, stranger), inputs, outputs);
    }

    Transfer payment(long value) {
        return transfer(header(), List.of(coin(alice, value)), List.of(TestNetwork.token(bob, value)));
    }

    NetworkConfiguration versionTwo() {
        return versionTwo(
                network.configuration().ordering(), network.configuration().namespaces());
    }

    NetworkConfiguration versionTwo(
            NetworkConfiguration.Ordering ordering, List<NetworkConfiguration.Namespace> namespaces) {
        NetworkConfiguration now = network.configuration();
        return EditedConfiguration.of(now)
                .version(2)
                .ordering(ordering)
                .namespaces(namespaces)
                .build();
    }

    static List<Bytes> noNotes(int count) {
        return java.util.Collections.nCopies(count, Bytes.EMPTY);
    }

    RulesVerdict decide(ClientTransaction transaction) {
        return decide(Submission.of(transaction));
    }

    RulesVerdict decide(Submission submission) {
        return rules.check(submission, registry);
    }

    SettlementTransaction accepted(ClientTransaction transaction) {
        return accepted(Submission.of(transaction));
    }

    SettlementTransaction accepted(Submission submission) {
        RulesVerdict decision = decide(submission);
        assertThat(decision).isInstanceOf(RulesVerdict.Accepted.class);
        return ((RulesVerdict.Accepted) decision).transaction();
    }

    void assertRefused(ClientTransaction transaction, RefusalReason reason) {
        assertThat(decide(transaction)).isEqualTo(new RulesVerdict.Refused(reason));
    }

    void assertRefused(Submission submission, RefusalReason reason) {
        assertThat(decide(submission)).isEqualTo(new RulesVerdict.Refused(reason));
    }
}
