package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.ledger.block.Block;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.TransactionStatus;
import io.florin.testnodes.AuditorUnderTest;
import io.florin.testnodes.CommitterNode;
import io.florin.testnodes.Surroundings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Where the auditor gets blocks and statuses when topics are silent, and what answers do to it that are none. One
/// auditor and one chain for both tests, one after the other.
@Timeout(180)
@ExtendWith(Surroundings.Shared.class)
@TestMethodOrder(OrderAnnotation.class)
class AuditorSourcesIT {
    private static final Duration SOON = Duration.ofSeconds(30);

    private static CommitterNode committer;
    private static AuditorUnderTest auditor;

    @BeforeAll
    static void prepare(Surroundings surroundings) throws Exception {
        committer = new CommitterNode();
        auditor = surroundings.auditor();
    }

    @AfterAll
    static void stop() {
        auditor.close();
        committer.close();
    }

    @Test
    @Order(1)
    void nobodyStopsItWithAnAnswerThatIsNone() throws Exception {
        auditor.party(1).mute(true);
        auditor.party(2).mute(true);
        auditor.start(
                "--florin.auditor.status.ask-after=300ms",
                "--florin.auditor.status.poll=100ms",
                "--florin.auditor.status.missing-after=4s",
                "--florin.endpoints.committers[0].id=1",
                "--florin.endpoints.committers[0].api=" + committer.api());
        int mutely = auditor.party(1).answeredMutely();
        await().atMost(SOON).until(() -> auditor.party(1).answeredMutely() > mutely + 1);
        auditor.party(1).mute(false);
        Block block = auditor.chain.append(auditor.money.issue(1));
        auditor.party(1).has(block);
        auditor.awaitBlock(1);

        for (String nonsense : List.of("null", "[null]", "[{}]", "[{\"number\":1}]", "{}", "7")) {
            committer.answers(nonsense);
            await().atMost(SOON).until(() -> committer.answered() > 1);
        }
        committer.answers("");
        committer.says(auditor.statuses(block));
        await().atMost(SOON)
                .until(() -> auditor.section("committers").get("agreedThrough").asLong() == 1);
        assertThat(auditor.health("live")).isEqualTo("UP");
    }

    @Test
    @Order(2)
    void asksPartiesAndCommittersThemselvesWhenTopicsAreSilent() throws Exception {
        for (int i = 1; i <= 3; i++) {
            Block block = auditor.chain.append(auditor.money.issue(i));
            auditor.party(1).has(block);
            BlockStatuses statuses = auditor.statuses(block);
            if (i < 3) {
                committer.says(statuses);
            } else {
                committer.says(auditor.lying(statuses, TransactionStatus.ABORTED_EXPIRED));
            }
        }

        auditor.awaitBlock(4);
        await().atMost(SOON)
                .until(() ->
                        auditor.section("committers").get("firstDifference").asLong() == 4);
        assertThat(auditor.section("blocks").get("fromPartiesSinceStart").asLong())
                .isEqualTo(4);
        assertThat(auditor.section("committers").get("agreedThrough").asLong()).isEqualTo(3);
        JsonNode found = auditor.incident("COMMITTER_DIFFERS");
        assertThat(found.get("index").asLong()).isZero();
        assertThat(found.get("detail").asString()).contains("ABORTED_EXPIRED");
    }
}
