package io.florin.sandbox.check;

import io.florin.committer.protocol.ShardMap;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import io.florin.sandbox.run.OneJvm;

/// Damage inside the committer's state shards, done while the committer is down.
final class ShardSabotages {
    private static final String COMMITTER = "committer-1";

    private ShardSabotages() {}

    /// Somebody with access to the disk writes a token that no transaction made.
    static void mintedToken(Scene scene, OneJvm sandbox) {
        SettlementTransaction last = scene.lastCommitted();
        Write.Output output = last.outputs().getFirst();
        TransactionId invented = new TransactionId(
                io.florin.crypto.hash.Sha256.hash(last.id().value().toArray()));
        TokenReference minted = new TokenReference(invented, 0, output.token());
        whileDown(
                sandbox,
                () -> ShardFiles.put(
                        scene.plan().nodeDirectory(new Peer(NodeRole.COMMITTER, 1)), shardOf(minted.key()), minted));
    }

    /// The record of who claimed an id is gone.
    static void lostStatus(Scene scene, OneJvm sandbox) {
        TransactionId id = scene.lastCommitted().id();
        whileDown(
                sandbox,
                () -> ShardFiles.forget(
                        scene.plan().nodeDirectory(new Peer(NodeRole.COMMITTER, 1)), new ShardMap(2).of(id), id));
    }

    /// The signature under the statuses of a block is not the committer's any more.
    static void forgedReceipt(Scene scene, OneJvm sandbox) {
        long block = scene.ledger().applied().stream()
                .filter(applied -> !applied.committed().isEmpty())
                .findFirst()
                .orElseThrow()
                .checkpoint()
                .number();
        whileDown(
                sandbox,
                () -> ShardFiles.forgeSignature(scene.plan().nodeDirectory(new Peer(NodeRole.COMMITTER, 1)), block));
    }

    private static int shardOf(StateKey key) {
        return new ShardMap(2).of(key);
    }

    private static void whileDown(OneJvm sandbox, Runnable damage) {
        sandbox.stop(COMMITTER);
        damage.run();
        sandbox.start(COMMITTER);
    }
}
