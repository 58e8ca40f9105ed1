package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.doubles.login.Browser;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.FakeNetwork;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.audit.AuditEvent;
import io.florin.ledger.audit.AuditEvent.IncidentFound;
import io.florin.ledger.audit.AuditEvent.SupplyProved;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.audit.SignedEvent;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.testkit.KafkaUnderTest;
import io.florin.testkit.Patience;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first page with a real broker, or with none.
class AuditNewsIT {

    private static AuditEvent supply(long block, long outstanding) {
        Bytes signature = Bytes.of(new byte[64]);
        return new SupplyProved(block, 1, outstanding, 0, outstanding, true, Bytes32.ZERO, Bytes32.ZERO, signature);
    }

    @Test
    void staffReadWhatTheAuditorAnnouncedAndAreToldWhenNothingCame(@TempDir Path directory) {
        try (FakeNetwork network = new FakeNetwork(directory.resolve("network"));
                BankUnderTest bank = new BankUnderTest(network, 1, directory.resolve("bank-1"));
                KafkaUnderTest kafka = KafkaUnderTest.start()) {
            assertThat(bank.get("/actuator/health/ready").status()).isEqualTo(200);
            try (Browser clerk = clerk(network, bank)) {
                assertThat(clerk.get("/console").body())
                        .contains("No supply has come from the auditor since 20")
                        .doesNotContain("announced an incident");
            }
            bank.stop();
            kafka.createTopic(Topics.AUDIT_EVENTS, 1);
            bank.start("--florin.kafka.bootstrap-servers=" + kafka.bootstrapServers());
            publish(network, kafka);

            try (Browser clerk = clerk(network, bank)) {
                await().atMost(Patience.LIMIT)
                        .until(() -> clerk.get("/console").body().contains("announced an incident"));
                assertThat(clerk.get("/console").body())
                        .contains("number <b>7</b>", "A proof does not hold")
                        .contains("The auditor signed last at block 1, ", "777.77 FLN")
                        .doesNotContain("666.66", "Nothing has come");
            }
            assertThat(bank.metrics())
                    .containsPattern("florin_bank_audit_events_total[^ ]* 2.0")
                    .containsPattern("florin_bank_audit_refused_total[^ ]* 1.0");

            bank.stop();
            bank.start();
            try (Browser clerk = clerk(network, bank)) {
                assertThat(clerk.get("/console").body()).contains("number <b>7</b>", "777.77 FLN");
            }
        }
    }

    private static Browser clerk(FakeNetwork network, BankUnderTest bank) {
        return bank.browser("carla", bank.participant(), "bank-clerk");
    }

    /// A supply, one that the committer forged, and an incident.
    private static void publish(FakeNetwork network, KafkaUnderTest kafka) {
        try (TopicWriter writer = new TopicWriter(KafkaProperties.of(kafka.bootstrapServers()), "test-auditor");
                NodeIdentity auditor = NodeIdentity.load(network.directory(), new Peer(NodeRole.AUDITOR, 1));
                NodeIdentity committer = NodeIdentity.load(network.directory(), new Peer(NodeRole.COMMITTER, 1))) {
            write(writer, auditor, auditor.key(), supply(1, 777_77));
            write(writer, auditor, committer.key(), supply(2, 666_66));
            write(writer, auditor, auditor.key(), new IncidentFound(7, IncidentKind.PROOF_WRONG, 1, Optional.of(0L)));
        }
    }

    private static void write(TopicWriter writer, NodeIdentity node, Ed25519KeyPair key, AuditEvent event) {
        byte[] payload = SignedEvent.of(node.networkId(), Instant.now().toEpochMilli(), event, 0, key)
                .encode();
        writer.write(
                        Topics.AUDIT_EVENTS,
                        Topics.ONLY_PARTITION,
                        Topics.caseKey("any"),
                        payload,
                        new CloudEvent("1", "io.florin.audit.event.v1", URI.create("florin://test")))
                .join();
    }
}
