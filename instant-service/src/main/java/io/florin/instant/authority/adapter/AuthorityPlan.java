package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.ShardPlace;
import io.florin.instant.output.OutputPlace;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.nio.file.Path;

/// One authority in one epoch.
///
/// @param number 1 to n
/// @param shards from 1; fixed for the epoch, because each shard's journal is named after it
/// @param signer with the key of this epoch
/// @param directory for the journals, on a disk of its own
public record AuthorityPlan(
        RailScope scope,
        RailCommittee committee,
        CommitteeVerifier verifier,
        AuthoritySigner signer,
        int number,
        int shards,
        Path directory) {

    ShardPlace place(int shard) {
        return new ShardPlace(scope, number, shard, shards);
    }

    OutputPlace outputPlace(int shard) {
        return new OutputPlace(scope, number, shard, shards);
    }

    /// Directory of a rail's journals in one epoch: each epoch has journals, and keys, of its own.
    ///
    /// @param all of the authority
    public static Path directory(Path all, RailScope scope) {
        return all.resolve("rail-" + scope.rail().value() + "-epoch-" + scope.epoch());
    }

    Path journal(int shard) {
        return journal(directory, shard);
    }

    /// Directory of one shard's journal.
    ///
    /// @param directory of the rail's journals
    public static Path journal(Path directory, int shard) {
        return directory.resolve("shard-" + shard);
    }

    Bytes32 journalName(int shard) {
        return journalName(scope, number, shard, shards);
    }

    /// Name by which a journal is that of one shard and of no other: a hash over network, rail, epoch, authority, shard
    /// and number of shards.
    public static Bytes32 journalName(RailScope scope, int number, int shard, int shards) {
        CanonicalWriter writer = new CanonicalWriter(64);
        scope.writeTo(writer);
        return Domain.RAIL_JOURNAL.hash(writer.u8(number).u16(shard).u32(shards).toByteArray());
    }
}
