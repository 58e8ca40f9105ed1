package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.OutputCertificate;

/// Effects that leave a shard of outputs. There is one way to get effects, [OutputShard#synced]: each is given out only
/// when all records before it are on the disk.
public sealed interface OutputEffect {

    record Answer(long request, OutputAnswer answer) implements OutputEffect {}

    /// To another shard of this authority.
    record SendNotice(int toShard, NumberedNotice<OutputNotice> notice) implements OutputEffect {}

    /// To another shard: all its notices up to this one are on the disk here.
    record AcknowledgeNotices(int toShard, long upTo) implements OutputEffect {}

    /// To the shard of this authority that coordinates the transaction, which may not know the certificate.
    record HandOn(OutputCertificate certificate) implements OutputEffect {}

    /// To all other authorities.
    record Publish(ExecutedWindow window) implements OutputEffect {}

    /// Ask an authority for the certificate of a transaction that it says it executed; what comes is an
    /// [OutputEvent.CertificateArrived].
    record FetchTransaction(int authority, Bytes32 id) implements OutputEffect {}

    /// Ask an authority for a window that is missing here.
    record FetchWindow(int authority, int shard, long number) implements OutputEffect {}

    /// Something that no honest authority, and no honest shard of this one, brings about.
    record Evidence(String what) implements OutputEffect {
        static final Evidence TWO_CERTIFICATES =
                new Evidence("two certificates that spend one output: more than F authorities lie");
    }
}
