package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.centralbank.fixture.SharedCentralBank;
import io.florin.centralbank.protocol.MoneyText;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.doubles.login.Browser;
import io.florin.ledger.audit.AuditEvent;
import io.florin.ledger.audit.AuditEvent.IncidentFound;
import io.florin.ledger.audit.AuditEvent.SupplyProved;
import io.florin.ledger.audit.IncidentKind;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// The auditor's announcements beside the central bank's own figures, over a real broker.
@ExtendWith(SharedCentralBank.class)
class AuditNewsIT {
    private static final long LATE = 3;

    private static AuditEvent supply(long block, long outstanding) {
        Bytes signature = Bytes.of(new byte[64]);
        return new SupplyProved(block, 1, outstanding, 0, outstanding, true, Bytes32.ZERO, Bytes32.ZERO, signature);
    }

    @Test
    void showsTheSignedSupplyBesideItsOwnAndTheIncidents(CentralBankUnderTest bank) {
        JsonNode own = bank.json(bank.get("/v1/supply", bank.officer(1)));
        long block = own.get("block").asLong();
        long outstanding = own.get("outstanding").asLong();
        String text = new MoneyText().text(outstanding) + " FLN";
        Instant then = Instant.now().minus(Duration.ofMinutes(LATE));
        assertThat(overview(bank)).contains("No supply has come from the auditor since 20");

        bank.announce(NodeRole.AUDITOR, supply(block, outstanding), then);
        await().atMost(Patience.LIMIT)
                .until(() -> overview(bank).contains("signed last at block " + block + ", 3 min ago"));
        assertThat(overview(bank))
                .contains("FLN: auditor and central bank agree at block " + block + ".", text)
                .doesNotContain("Nothing has come");

        // a forged one, an older one and a repeat change nothing
        bank.announce(NodeRole.COMMITTER, supply(block + 1, outstanding + 1), then);
        bank.announce(NodeRole.AUDITOR, supply(Math.max(0, block - 1), outstanding + 1), then.minusSeconds(1));
        bank.announce(NodeRole.AUDITOR, supply(block, outstanding), then);
        bank.announce(NodeRole.AUDITOR, new IncidentFound(4, IncidentKind.FORGED_BLOCK, 7, Optional.empty()), then);
        await().atMost(Patience.LIMIT).until(() -> overview(bank).contains("announced an incident"));
        assertThat(overview(bank))
                .contains("number <b>4</b>", "Forged block refused", ", block 7")
                .contains("FLN: auditor and central bank agree at block " + block + ".");
        assertThat(bank.get("/actuator/prometheus", "metrics-of-a-test").body())
                .containsPattern("florin_centralbank_audit_refused_total[^ ]* 1.0");

        bank.stop();
        bank.start();
        assertThat(overview(bank)).contains("number <b>4</b>", "agree at block " + block + ".");

        bank.announce(NodeRole.AUDITOR, supply(block, outstanding + 1), then.plusSeconds(1));
        await().atMost(Patience.LIMIT)
                .until(() -> overview(bank).contains("FLN: auditor and central bank differ at block " + block + "."));
        bank.announce(NodeRole.AUDITOR, supply(Long.MAX_VALUE, 0), then);
        await().atMost(Patience.LIMIT).until(() -> overview(bank).contains("FLN: not compared"));
        assertThat(overview(bank)).contains("not known here");
    }

    private static String overview(CentralBankUnderTest bank) {
        try (Browser officer = new Browser(bank.base())) {
            return officer.signIn(bank.issuer(), "viewer", "central-bank-viewer")
                    .get("/console")
                    .body();
        }
    }
}
