package io.florin.runtime.kafka;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// The names, partitions and keys of all topics, once.
///
/// Kafka is transport and never authority: what is read here is signed and checked by its reader.
public final class Topics {
    /// Committer → auditor, endorsers, banks; one record for each complete block, key: block number.
    public static final String STATUSES = "settlement.statuses";

    /// Registration → endorsers, auditor; key: hash of the enrollment id; signed and numbered.
    public static final String ENROLLMENTS = "registration.enrollments";

    /// Auditor → consoles of the central bank and of banks; key: case id.
    public static final String AUDIT_EVENTS = "audit.events";

    /// The one partition of topics whose order is that of the ledger.
    public static final int ONLY_PARTITION = 0;

    private static final int RECORD_BYTES_MAX = 2 * 1024 * 1024;

    private Topics() {}

    /// Endorsers → that party's router; key: bundle root.
    public static String transactions(int party) {
        return "settlement.transactions." + requireParty(party);
    }

    /// Topic of a party's assembler → committers, auditor, endorsers; key: block number; one partition.
    public static String blocks(int party) {
        return "settlement.blocks." + requireParty(party);
    }

    /// The key of a bundle: its root.
    public static Bytes bundleKey(Bytes32 root) {
        return Bytes.of(root.toArray());
    }

    /// The key of a block and of the statuses of its transactions: its number, 8 bytes big-endian.
    public static Bytes blockKey(long number) {
        return Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    /// The key of an enrollment: a hash, so that the broker learns no enrollment id.
    public static Bytes enrollmentKey(String enrollmentId) {
        return Bytes.of(Sha256.hash(("florin enrollment key\0" + enrollmentId).getBytes(StandardCharsets.UTF_8))
                .toArray());
    }

    /// The key of an audit event: its case.
    public static Bytes caseKey(String caseId) {
        return Bytes.of(caseId.getBytes(StandardCharsets.UTF_8));
    }

    public static TopicSpec transactionsSpec(int party, int partitions) {
        return new TopicSpec(transactions(party), partitions, settings());
    }

    public static TopicSpec blocksSpec(int party) {
        return new TopicSpec(blocks(party), 1, keptForEver());
    }

    public static TopicSpec statusesSpec(int partitions) {
        return new TopicSpec(STATUSES, partitions, keptForEver());
    }

    /// Numbered records without gaps for a reader that must see every one: kept whole.
    public static TopicSpec enrollmentsSpec() {
        return new TopicSpec(ENROLLMENTS, 1, keptForEver());
    }

    public static TopicSpec auditEventsSpec() {
        return new TopicSpec(AUDIT_EVENTS, 1, keptForEver());
    }

    private static Map<String, String> keptForEver() {
        Map<String, String> settings = settings();
        settings.put("retention.ms", "-1");
        settings.put("retention.bytes", "-1");
        return settings;
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("cleanup.policy", "delete");
        settings.put("max.message.bytes", Integer.toString(RECORD_BYTES_MAX));
        settings.put("compression.type", "producer");
        return settings;
    }

    private static int requireParty(int party) {
        if (party < 1) {
            throw new IllegalArgumentException("parties are numbered from 1");
        }
        return party;
    }
}
