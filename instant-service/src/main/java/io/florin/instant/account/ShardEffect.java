package io.florin.instant.account;

import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.Notice;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.TransferCertificate;

/// Effects that leave an account shard. There is one way to get effects, [AccountShard#synced]: each is given out only
/// when all records before it are on the disk.
public sealed interface ShardEffect {

    record Answer(long request, ShardAnswer answer) implements ShardEffect {}

    /// To another shard of this authority.
    record SendNotice(int toShard, NumberedNotice<Notice> notice) implements ShardEffect {}

    /// To another shard: all its notices up to this one are on the disk here.
    record AcknowledgeNotices(int toShard, long upTo) implements ShardEffect {}

    /// To the sender's shard of this authority, which may not know the certificate.
    record HandOn(TransferCertificate certificate) implements ShardEffect {}

    /// To all other authorities.
    record Publish(ExecutedWindow window) implements ShardEffect {}

    /// Ask an authority for the certificate of an order that it says it executed; what comes is a
    /// [ShardEvent.CertificateArrived].
    record FetchOrder(int authority, Bytes32 orderId) implements ShardEffect {}

    /// The same, by sender and sequence.
    record FetchSequence(int authority, RailAccount sender, long sequence) implements ShardEffect {}

    /// Ask an authority for a window that is missing here.
    record FetchWindow(int authority, int shard, long number) implements ShardEffect {}

    /// The ledger has taken a rescue or an outcome that proves nothing: its endorsers lied, or they believe in another
    /// committee. Nothing comes of it here, at no honest authority.
    ///
    /// @param height of the block
    record LedgerRefused(long height, RailSequence rescue, RailRefusal reason) implements ShardEffect {}

    /// Something that no honest authority, and no honest shard of this one, brings about.
    record Evidence(String what) implements ShardEffect {
        static final Evidence TWO_CERTIFICATES =
                new Evidence("two certificates of one sequence: more than F authorities lie");
    }
}
