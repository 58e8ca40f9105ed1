package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.threshold.KeyShare;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.economy.DemoPerson;
import io.florin.wallet.keys.WalletSeed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Two of three endorsers and a holder together make money: a transfer whose output is worth one unit more than its
/// input, signed and recorded as it should be. No committer can know; auditor and checks replay the values.
final class CollusionInjection {
    private static final int RULES_VERSION = 1;

    private CollusionInjection() {}

    /// @return the bundle that the colluders signed, for all ordering parties
    static Bundle bundle(CheckContext context) {
        String holder = context.economy().people().stream()
                .filter(person -> person.custody() == DemoPerson.Custody.SELF)
                .map(DemoPerson::id)
                .toList()
                .getLast();
        Transfer transfer = transfer(context, holder);
        SettlementTransaction settlement = SettlementTranslator.translate(transfer, false);
        Bundle bundle =
                endorsed(context, transfer.header().namespace(), RULES_VERSION, List.of(Bytes.of(settlement.encode())));
        record(context, Submission.of(transfer));
        return bundle;
    }

    private static Transfer transfer(CheckContext context, String holder) {
        NetworkId network = context.genesis().networkId();
        try (WalletSeed seed = EconomySeeder.selfHeldSeed(context.economy().seed(), holder)) {
            var owner = seed.ownerKey(network, 0);
            TokenReference spent = unspent(context, owner.publicKey());
            Token more = new Token(
                    spent.token().owner(),
                    spent.token().type(),
                    Amount.of(spent.token().value().minorUnits() + 1));
            SettlementTransaction last = context.lastCommitted();
            var header = new TransactionHeader(
                    network,
                    last.namespace(),
                    RULES_VERSION,
                    last.configurationVersion(),
                    context.genesis()
                            .configuration()
                            .limits()
                            .expiryHeight(context.ledger().replay().checkpoint().number()),
                    Bytes.of(new byte[TransactionHeader.NONCE_SIZE]));
            Transfer unsigned = new Transfer(header, List.of(spent), List.of(more), List.of(Bytes.EMPTY), List.of());
            return unsigned.withSignatures(List.of(owner.sign(ClientTransaction.ownerMessage(header, unsigned.id()))));
        }
    }

    /// The holder's last token that nothing has spent.
    private static TokenReference unspent(CheckContext context, Bytes32 owner) {
        List<TokenReference> tokens = new ArrayList<>();
        for (var block : context.ledger().applied()) {
            for (SettlementTransaction transaction : block.committed()) {
                int index = 0;
                for (Write.Output output : transaction.outputs()) {
                    TokenReference token = new TokenReference(transaction.id(), index++, output.token());
                    if (output.token().owner().value().equals(owner)) {
                        tokens.add(token);
                    }
                }
            }
        }
        return tokens.reversed().stream()
                .filter(token -> context.ledger().replay().read(token.key()).isPresent())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the holder has no money"));
    }

    /// Raw transactions, whatever they say, under the signature of as many endorsers as must sign, where they sign by
    /// BLS.
    static Bundle endorsed(CheckContext context, NamespaceId namespace, int rulesVersion, List<Bytes> raw) {
        var group = context.genesis().configuration().endorserGroups().stream()
                .filter(each -> each.namespace().equals(namespace))
                .findFirst()
                .orElseThrow();
        byte[] message = Bundle.message(
                context.genesis().networkId(), namespace, rulesVersion, group.epoch(), raw.size(), Bundle.rootOf(raw));
        List<SignatureShare> shares = new ArrayList<>();
        for (int endorser = 1; endorser <= group.threshold(); endorser++) {
            try (NodeIdentity node =
                    NodeIdentity.load(context.plan().networkDirectory(), new Peer(NodeRole.ENDORSER, endorser))) {
                KeyShare share = node.share(namespace).orElseThrow();
                shares.add(ThresholdBls.signShare(share, message));
            }
        }
        Bytes signature =
                Bytes.of(ThresholdBls.combine(group.threshold(), shares).toArray());
        return new Bundle(namespace, rulesVersion, group.epoch(), raw, List.of(), signature);
    }

    /// Keeps what was signed at as many endorsers as must sign, in front of all that each keeps, as if it had come.
    static void record(CheckContext context, Submission submission) {
        ClientTransaction transaction = submission.transaction();
        int threshold =
                context.genesis().configuration().endorserGroups().getFirst().threshold();
        for (int endorser = 1; endorser <= threshold; endorser++) {
            try (Connection database = Databases.connect(context.plan(), new Peer(NodeRole.ENDORSER, endorser));
                    PreparedStatement insert = database.prepareStatement(
                            "insert into client_transaction (place, id, kind, namespace, configuration_version,"
                                    + " expiry_height, submission, own, received_millis, stored_millis) select"
                                    + " (select least(min(place), 0) - 1 from client_transaction), ?, kind, namespace,"
                                    + " configuration_version, ?, ?, false, received_millis, stored_millis"
                                    + " from client_transaction where kind = ? limit 1")) {
                insert.setBytes(1, transaction.id().value().toArray());
                insert.setLong(2, transaction.header().expiryHeight());
                insert.setBytes(3, submission.encode());
                insert.setInt(4, transaction.kind().code());
                insert.executeUpdate();
            } catch (SQLException e) {
                throw new IllegalStateException("the endorser's record cannot be written", e);
            }
        }
    }
}
