package io.florin.ledger.vectors;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.SupplyRecord;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.Receipt;
import io.florin.ledger.status.Receipt.CommitterSignature;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// One value of each wire format, all of them from one seed: a small story of a network, in which a bank withdraws
/// money, pays with it, redeems the rest, and the officers change the configuration.
final class Specimens {

    static final long SEED = 20_261_120;

    private static final long EXPIRY = 500;

    private final TestNetwork network = new TestNetwork(SEED);
    private final Ed25519KeyPair bank = network.newKey();
    private final Ed25519KeyPair shop = network.newKey();
    private final List<Specimen> all = new ArrayList<>();

    private Specimens() {}

    static List<Specimen> all() {
        return new Specimens().tell();
    }

    private List<Specimen> tell() {
        Issue issue = network.issue(
                network.header(EXPIRY), network.newId(), new OwnerKey(bank.publicKey()), 5_000_000, 700, 300);
        List<TokenReference> coins = TestNetwork.outputsOf(issue);
        Transfer payment = withNotes(network.transfer(
                network.header(EXPIRY),
                List.of(bank),
                coins.subList(1, 3),
                List.of(TestNetwork.token(shop, 999), TestNetwork.token(bank, 1))));
        Transfer audited = network.transfer(
                network.header(EXPIRY),
                List.of(bank),
                coins.subList(0, 1),
                List.of(TestNetwork.token(shop, 2_000_000), TestNetwork.token(bank, 3_000_000)));
        Transfer largest = largest();
        Redeem redeem = redeem(TestNetwork.outputsOf(audited).get(1));
        ConfigurationChange change = configurationChange();
        List<ClientTransaction> transactions = List.of(issue, payment, audited, largest, redeem, change);
        List<String> names = List.of("issue", "payment-2-2", "payment-audited", "payment-16-16", "redeem", "change");
        for (int i = 0; i < names.size(); i++) {
            client(names.get(i), transactions.get(i));
            settlement(names.get(i), transactions.get(i));
        }
        submissions(audited, payment);
        blocks(List.of(issue, payment, audited, redeem));
        small(coins.get(0), issue.request());
        records();
        add(
                "configuration",
                network.configuration(),
                NetworkConfiguration::encode,
                NetworkConfiguration::decode,
                _ -> Map.of());
        add(
                "genesis",
                network.genesis(),
                Genesis::encode,
                Genesis::decode,
                genesis -> Map.of("network-id", genesis.networkId().toHex()));
        for (PrivacyModel model : List.of(PrivacyModel.ANONYMOUS, PrivacyModel.CONFIDENTIAL, PrivacyModel.UNLINKABLE)) {
            hidden(model);
        }
        for (PrivacyModel model : List.of(PrivacyModel.ANONYMOUS, PrivacyModel.CONFIDENTIAL, PrivacyModel.UNLINKABLE)) {
            audited(model);
        }
        all.addAll(SigningSpecimens.all(SEED));
        all.addAll(RailSpecimens.all());
        all.addAll(OutputSpecimens.all(SEED));
        all.addAll(RailMoneySpecimens.all(SEED));
        return List.copyOf(all);
    }

    /// An issue and a payment of a hidden currency. Proofs are a few bytes in place of real ones: what they hold is for
    /// the tests of statements.
    private void hidden(PrivacyModel model) {
        TestHiddenEconomy economy = new TestHiddenEconomy(SEED, model);
        TestNetwork hidden = economy.network();
        OwnerKey treasury = new OwnerKey(hidden.newKey().publicKey());
        TestHiddenEconomy.Holder alice = economy.newHolder();
        var issue = economy.issue(hidden.header(EXPIRY), treasury, new Payee(alice, 700), new Payee(alice, 300));
        var payment = economy.pay(
                hidden.header(EXPIRY), issue.coins(), new Payee(economy.newHolder(), 999), new Payee(alice, 1));
        String name = model.name().toLowerCase(Locale.ROOT);
        client(name + "-issue", withoutProof(issue.payment()));
        client(name + "-payment", withoutProof(payment.payment()));
        settlement(name + "-issue", issue.payment());
        settlement(name + "-payment", payment.payment());
        add(
                "configuration." + name,
                hidden.configuration(),
                NetworkConfiguration::encode,
                NetworkConfiguration::decode,
                _ -> Map.of());
    }

    /// A payment under passive audit.
    private void audited(PrivacyModel model) {
        TestHiddenEconomy economy = TestHiddenEconomy.audited(SEED, model);
        TestNetwork hidden = economy.network();
        OwnerKey treasury = new OwnerKey(hidden.newKey().publicKey());
        var issue = economy.issue(hidden.header(EXPIRY), treasury, new Payee(economy.newHolder(), 700));
        var payment = economy.pay(hidden.header(EXPIRY), issue.coins(), new Payee(economy.newHolder(), 700));
        String name = "audited-" + model.name().toLowerCase(Locale.ROOT);
        client(name + "-payment", withoutProof(payment.payment()));
        if (model == PrivacyModel.ANONYMOUS) {
            add(
                    "configuration." + name,
                    hidden.configuration(),
                    NetworkConfiguration::encode,
                    NetworkConfiguration::decode,
                    _ -> Map.of());
        }
    }

    private static HiddenPayment withoutProof(HiddenPayment payment) {
        return new HiddenPayment(
                payment.header(),
                payment.request(),
                payment.certifierEpoch(),
                payment.statement(),
                payment.notes(),
                Bytes.of(new byte[] {1, 2, 3}),
                payment.approvals());
    }

    private Transfer withNotes(Transfer transfer) {
        Transfer unsigned = new Transfer(
                transfer.header(),
                transfer.inputs(),
                transfer.outputs(),
                List.of(Bytes.of(network.newBytes(92)), Bytes.of(network.newBytes(ClientTransaction.NOTE_SIZE_MAX))),
                List.of());
        return unsigned.withSignatures(
                List.of(bank.sign(ClientTransaction.ownerMessage(unsigned.header(), unsigned.id()))));
    }

    private Transfer largest() {
        List<Ed25519KeyPair> owners =
                IntStream.range(0, 16).mapToObj(_ -> network.newKey()).toList();
        List<TokenReference> inputs = IntStream.range(0, 16)
                .mapToObj(i -> new TokenReference(
                        new io.florin.ledger.TransactionId(network.newId()), i, TestNetwork.token(owners.get(i), 100)))
                .toList();
        List<Token> outputs = IntStream.range(0, 16)
                .mapToObj(i -> TestNetwork.token(owners.get(15 - i), 100))
                .toList();
        return network.transfer(network.header(EXPIRY), owners, inputs, outputs);
    }

    private Redeem redeem(TokenReference coin) {
        SupplyRequest request = new SupplyRequest(
                SupplyRequest.Direction.REDEMPTION,
                network.newId(),
                1,
                new OwnerKey(bank.publicKey()),
                Amount.of(2_500_000));
        Redeem unsigned = new Redeem(
                network.header(EXPIRY),
                request,
                List.of(coin),
                List.of(TestNetwork.token(bank, 500_000)),
                List.of(Bytes.EMPTY),
                List.of(),
                List.of());
        return unsigned.withSignatures(
                List.of(bank.sign(ClientTransaction.ownerMessage(unsigned.header(), unsigned.id()))),
                network.approvals(request, 0, 2));
    }

    private ConfigurationChange configurationChange() {
        NetworkConfiguration now = network.configuration();
        NetworkConfiguration next = EditedConfiguration.of(now)
                .version(2)
                .limits(new NetworkConfiguration.Limits(2_000, 60_000))
                .build();
        TransactionHeader header = new TransactionHeader(
                network.networkId(), NamespaceId.CONFIGURATION, 1, 1, EXPIRY, Bytes.of(network.newBytes(16)));
        byte[] message = new ConfigurationChange(header, next, List.of()).officerMessage();
        return new ConfigurationChange(
                header,
                next,
                List.of(
                        new OfficerApproval(0, network.officer(0).sign(message)),
                        new OfficerApproval(1, network.officer(1).sign(message))));
    }

    private void client(String name, ClientTransaction transaction) {
        add(
                "client." + name,
                transaction,
                ClientTransaction::encode,
                ClientTransaction::decode,
                read -> Map.of("id", read.id().toHex()));
    }

    private void settlement(String name, ClientTransaction transaction) {
        boolean audit = io.florin.ledger.rules.ClearTokenRules.auditRequired(transaction, network.configuration());
        add(
                "settlement." + name,
                SettlementTranslator.translate(transaction, audit),
                SettlementTransaction::encode,
                SettlementTransaction::decode,
                read -> Map.of("id", read.id().toHex(), "keys", keys(read)));
    }

    private static String keys(SettlementTransaction transaction) {
        return String.join(
                " ",
                transaction.writes().stream()
                        .map(write -> transaction.keyOf(write).toHex())
                        .toList());
    }

    private void submissions(Transfer audited, Transfer payment) {
        Submission with = new Submission(audited, Optional.of(network.audit(audited)));
        add("submission", Submission.of(payment), Submission::encode, Submission::decode, _ -> Map.of());
        add("submission-audited", with, Submission::encode, Submission::decode, _ -> Map.of());
        add(
                "submission-list",
                List.of(with, Submission.of(payment)),
                Submission::encodeList,
                Submission::decodeList,
                _ -> Map.of());
    }

    private void blocks(List<ClientTransaction> transactions) {
        TestChain chain = new TestChain(network);
        Bundle bundle = network.endorse(transactions);
        add(
                "bundle",
                bundle,
                Bundle::encode,
                Bundle::decode,
                read -> Map.of(
                        "root", read.root().toHex(),
                        "digest", Bundle.digestOf(read.encode()).toHex(),
                        "message", Bytes.of(read.message(network.networkId())).toHex()));
        Block block = chain.appendEntries(List.of(Bytes.of(bundle.encode()), Bytes.of(new byte[] {1, 2, 3})));
        add("block", block, Block::encode, Block::decode, read -> header(read.header()));
        add("block-header", block.header(), BlockHeader::encode, BlockHeader::decode, Specimens::header);
        SerialReplay replay = new SerialReplay(network.genesis());
        SerialReplay.Applied applied = replay.apply(block);
        BlockStatuses statuses = network.statuses(applied.checkpoint(), applied.outcomes());
        add(
                "block-statuses",
                statuses,
                BlockStatuses::encode,
                BlockStatuses::decode,
                read -> Map.of(
                        "message", Bytes.of(read.checkpoint().signedMessage()).toHex()));
        BlockResult result = new BlockResult(
                statuses,
                applied.committed().stream()
                        .map(transaction -> Bytes.of(transaction.encode()))
                        .toList());
        add("block-result", result, BlockResult::encode, BlockResult::decode, _ -> Map.of());
        add("checkpoint", applied.checkpoint(), Checkpoint::encode, decoder(Checkpoint::readFrom), _ -> Map.of());
        List<Bytes32> leaves = applied.outcomes().stream()
                .map(outcome -> MerkleTree.leafHash(outcome.encode()))
                .toList();
        Receipt receipt = new Receipt(
                applied.outcomes().get(3),
                MerkleTree.path(leaves, 3),
                applied.checkpoint(),
                List.of(new CommitterSignature(0, statuses.signature())));
        add("receipt", receipt, Receipt::encode, Receipt::decode, _ -> Map.of());
    }

    private static Map<String, String> header(BlockHeader header) {
        return Map.of(
                "hash", header.hash().toHex(),
                "message", Bytes.of(header.signedMessage()).toHex());
    }

    private void small(TokenReference coin, SupplyRequest request) {
        add("token", coin.token(), Token::encode, Token::decode, _ -> Map.of());
        add(
                "token-reference",
                coin,
                read -> {
                    var writer = new io.florin.ledger.codec.CanonicalWriter();
                    read.writeTo(writer);
                    return writer.toByteArray();
                },
                decoder(TokenReference::readFrom),
                read -> Map.of("key", read.key().toHex()));
        add(
                "supply-request",
                request,
                SupplyRequest::encode,
                SupplyRequest::decode,
                read -> Map.of(
                        "message",
                        Bytes.of(read.officerMessage(network.networkId(), TestNetwork.CURRENCY, 1))
                                .toHex()));
        add(
                "supply-record",
                SupplyRecord.of(request),
                record -> record.encode().toArray(),
                bytes -> SupplyRecord.decode(Bytes.of(bytes)),
                _ -> Map.of());
    }

    private void records() {
        record(
                "registration.participant",
                1,
                new RegistrationEvent.ParticipantChanged(
                        1, "Bank Zürich", "FLNBXAAA", RegistrationEvent.Standing.ACTIVE));
        record(
                "registration.enrollment",
                2,
                new RegistrationEvent.EnrollmentChanged(
                        network.newId(),
                        new OwnerKey(shop.publicKey()),
                        network.newId(),
                        1,
                        TestNetwork.TIER_FULL,
                        true,
                        RegistrationEvent.Standing.SUSPENDED));
        record("registration.heartbeat", 3, new RegistrationEvent.Heartbeat());
        record("registration.credential-epoch", 4, new RegistrationEvent.CredentialEpoch(1, 1_700_000_100_004L));
    }

    private void record(String name, long sequence, RegistrationEvent event) {
        add(
                name,
                network.record(sequence, 1_700_000_100_000L + sequence, event),
                RegistrationRecord::encode,
                RegistrationRecord::decode,
                read -> Map.of(
                        "message",
                        Bytes.of(RegistrationRecord.signedMessage(
                                        network.networkId(), read.sequence(), read.timeMillis(), read.event()))
                                .toHex()));
    }

    private <T> void add(
            String name,
            T value,
            java.util.function.Function<T, byte[]> encoder,
            java.util.function.Function<byte[], T> decoder,
            java.util.function.Function<T, Map<String, String>> derived) {
        all.add(Specimen.of(name, value, encoder, decoder, derived));
    }

    private static <T> java.util.function.Function<byte[], T> decoder(
            java.util.function.Function<CanonicalReader, T> readFrom) {
        return bytes -> CanonicalReader.decode(bytes, readFrom);
    }
}
