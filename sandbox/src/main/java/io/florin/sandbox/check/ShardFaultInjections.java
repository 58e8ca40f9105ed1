package io.florin.sandbox.check;

import io.florin.committer.protocol.ShardMap;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.run.OneJvm;
import io.florin.sandbox.run.SandboxException;
import java.nio.file.Path;
import java.util.List;

/// Damage inside the committer's state shards, done while the committer is down.
final class ShardFaultInjections {
    private static final String COMMITTER = "committer-1";

    private ShardFaultInjections() {}

    /// Somebody with access to the disk writes a token that no transaction made, for an owner whom nobody knows, or a
    /// hidden one, which is a copy of the last one made.
    static void mintedToken(CheckContext context, OneJvm sandbox) {
        SettlementTransaction last = context.lastCommitted();
        byte[] unheardOf = Sha256.digest(last.id().value().toArray());
        Path committer = context.plan().nodeDirectory(new Peer(NodeRole.COMMITTER, 1));
        if (context.plan().privacy() == PrivacyModel.CLEAR) {
            Token token = last.outputs().getFirst().token();
            TokenReference minted = new TokenReference(
                    TransactionId.of(unheardOf),
                    0,
                    new Token(new OwnerKey(Bytes32.of(unheardOf)), token.type(), token.value()));
            whileDown(context, sandbox, () -> ShardFiles.put(committer, shardOf(minted.key()), minted));
        } else {
            StateKey key = StateKey.of(unheardOf);
            Bytes copied = last.writes().stream()
                    .filter(Write.HiddenOutput.class::isInstance)
                    .map(last::keyOf)
                    .flatMap(output -> context.ledger().replay().read(output).stream())
                    .map(SerialReplay.Versioned::value)
                    .findFirst()
                    .orElseThrow(() -> new SandboxException("the last transaction made no hidden token"));
            whileDown(context, sandbox, () -> ShardFiles.put(committer, shardOf(key), key, copied));
        }
    }

    /// The record of who claimed an id is gone.
    static void lostStatus(CheckContext context, OneJvm sandbox) {
        TransactionId id = context.lastCommitted().id();
        whileDown(
                context,
                sandbox,
                () -> ShardFiles.forget(
                        context.plan().nodeDirectory(new Peer(NodeRole.COMMITTER, 1)), new ShardMap(2).of(id), id));
    }

    /// The committer gives another transaction's receipt. That its signatures are forged is for more to see: a wallet
    /// believes no block of it then.
    static void wrongReceipt(CheckContext context, OneJvm sandbox) {
        ShardMap shards = new ShardMap(2);
        List<TransactionId> committed = context.ledger().applied().stream()
                .flatMap(applied -> applied.committed().stream())
                .map(SettlementTransaction::id)
                .toList();
        TransactionId id = committed.getFirst();
        TransactionId other = committed.stream()
                .skip(1)
                .filter(each -> shards.of(each) == shards.of(id))
                .findFirst()
                .orElseThrow();
        whileDown(
                context,
                sandbox,
                () -> ShardFiles.exchange(
                        context.plan().nodeDirectory(new Peer(NodeRole.COMMITTER, 1)), shards.of(id), id, other));
    }

    private static int shardOf(StateKey key) {
        return new ShardMap(2).of(key);
    }

    private static void whileDown(CheckContext context, OneJvm sandbox, Runnable damage) {
        sandbox.stop(COMMITTER);
        damage.run();
        sandbox.start(COMMITTER);
        RecordChecks.awaitHealth(context); // who follows the committer alone is not ready until it has answered again
    }
}
