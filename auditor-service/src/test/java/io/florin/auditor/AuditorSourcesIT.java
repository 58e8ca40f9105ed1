package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.ledger.block.Block;
import io.florin.ledger.client.Issue;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.TransactionStatus;
import io.florin.testcertifier.CertifierNode;
import io.florin.testkit.Patience;
import io.florin.testnodes.AuditorUnderTest;
import io.florin.testnodes.CommitterNode;
import io.florin.testnodes.Surroundings;
import java.time.Duration;
import java.util.Arrays;
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

/// Sources of blocks and statuses when topics are silent, the effect of answers that are none, and what a committer
/// told a certifier. One auditor and one chain for all tests, which also run alone. In this order, because the
/// difference that the second test shows is never forgotten.
@Timeout(600)
@ExtendWith(Surroundings.Shared.class)
@TestMethodOrder(OrderAnnotation.class)
class AuditorSourcesIT {
    private static final Duration SOON = Patience.LIMIT;

    private static CommitterNode committer;
    private static CertifierNode certifier;
    private static AuditorUnderTest auditor;

    @BeforeAll
    static void start(Surroundings surroundings) throws Exception {
        committer = new CommitterNode();
        certifier = surroundings.certifier();
        auditor = surroundings.auditor();
        auditor.party(2).mute(true);
        auditor.start(
                "--florin.auditor.status.ask-after=300ms",
                "--florin.auditor.status.poll=100ms",
                "--florin.auditor.status.missing-after=4s",
                "--florin.endpoints.committers[0].id=1",
                "--florin.endpoints.committers[0].api=" + committer.api(),
                "--florin.auditor.status.certifier-poll=100ms",
                "--florin.endpoints.certifiers[0].id=1",
                "--florin.endpoints.certifiers[0].internal=" + certifier.internal());
    }

    @AfterAll
    static void stop() {
        auditor.close();
        certifier.close();
        committer.close();
    }

    @Test
    @Order(1)
    void nobodyStopsItWithAnAnswerThatIsNone() throws Exception {
        auditor.party(1).mute(true);
        int mutely = auditor.party(1).answeredMutely();
        try {
            await().atMost(SOON).until(() -> auditor.party(1).answeredMutely() > mutely + 1);
        } finally {
            auditor.party(1).mute(false);
        }
        BlockStatuses statuses = settled(auditor.chain.append(auditor.money.issue(1)));

        try {
            byte[] answer = ToldBlocks.answer(List.of(auditor.result(statuses)));
            BlockStatuses others =
                    new BlockStatuses(statuses.checkpoint(), List.of(), statuses.committer(), statuses.signature());
            byte[] ofOthers = ToldBlocks.answer(List.of(new BlockResult(others, List.of())));
            for (byte[] nonsense : List.of(
                    new byte[0],
                    new byte[] {0},
                    new byte[] {-1, -1, -1, -1},
                    new byte[] {0, 0, 0, 1},
                    new byte[] {0, 0, 0, 1, 0, 0, 0, 0},
                    Arrays.copyOf(answer, answer.length - 1),
                    ofOthers)) {
                committer.answers(nonsense);
                await().atMost(SOON).until(() -> committer.answered() > 1);
            }
            assertThat(auditor.section("committers").get("agreedThrough").asLong())
                    .isLessThan(statuses.checkpoint().number());
        } finally {
            committer.answersAgain();
            committer.says(auditor.result(statuses));
        }
        long block = auditor.chain.height();
        await().atMost(SOON)
                .until(() -> auditor.section("committers").get("agreedThrough").asLong() == block);
        assertThat(auditor.health("live")).isEqualTo("UP");
    }

    @Test
    @Order(2)
    void asksPartiesAndCommittersThemselvesWhenTopicsAreSilent() throws Exception {
        for (int i = 1; i <= 3; i++) {
            BlockStatuses statuses = settled(auditor.chain.append(auditor.money.issue(i)));
            if (i < 3) {
                committer.says(auditor.result(statuses));
            } else {
                committer.says(auditor.result(auditor.lying(statuses, TransactionStatus.ABORTED_EXPIRED)));
            }
        }

        long last = auditor.chain.height();
        await().atMost(SOON)
                .until(() ->
                        auditor.section("committers").get("firstDifference").asLong() == last);
        assertThat(auditor.section("blocks").get("fromPartiesSinceStart").asLong())
                .isEqualTo(last);
        assertThat(auditor.section("committers").get("agreedThrough").asLong()).isEqualTo(last - 1);
        JsonNode found = auditor.incident("COMMITTER_DIFFERS");
        assertThat(found.get("index").asLong()).isZero();
        assertThat(found.get("detail").asString()).contains("ABORTED_EXPIRED");
    }

    /// The world learns that one of two payments of one token is committed, the certifier that both are.
    @Test
    @Order(3)
    void namesACommitterThatShowedACertifierAnotherCheckpointThanTheWorld() throws Exception {
        long before = auditor.section("incidents").get("committerDiffers").asLong();
        Issue issue = auditor.money.issue(100);
        certifier.isTold(settled(auditor.chain.append(issue)));
        awaitCompared(auditor.chain.height());
        assertThat(auditor.section("incidents").get("committerDiffers").asLong())
                .as("the first is no lie")
                .isEqualTo(before);
        assertThat(auditor.section("committers").get("agreedThrough").asLong())
                .as("what a certifier shows is no committer's word to the world")
                .isLessThan(auditor.chain.height());

        BlockStatuses truth = settled(auditor.chain.append(
                auditor.money.pay(TestMoney.output(issue, 0), 60), auditor.money.pay(TestMoney.output(issue, 0), 50)));
        auditor.publish(truth);
        certifier.isTold(auditor.lying(truth, TransactionStatus.COMMITTED));

        await().atMost(SOON)
                .until(() ->
                        auditor.section("incidents").get("committerDiffers").asLong() == before + 1);
        JsonNode found = auditor.incident("COMMITTER_DIFFERS");
        assertThat(found.get("block").asLong()).isEqualTo(auditor.chain.height());
        assertThat(found.get("index").asLong()).isEqualTo(1);
        assertThat(found.get("subject").asString())
                .isEqualTo(truth.outcomes().get(1).id().orElseThrow().toHex());
        assertThat(found.get("detail").asString())
                .isEqualTo("committer 1 to certifier/1: the committer says COMMITTED, own ABORTED_READ_CONFLICT");
        assertThat(auditor.health("quorum")).isEqualTo("DOWN");
        awaitCompared(auditor.chain.height());
        assertThat(auditor.metrics()).containsPattern("florin_auditor_status_certifiers_behind\\S* 0\\.0");
    }

    private static void awaitCompared(long block) {
        await().atMost(SOON)
                .until(() -> auditor.section("committers")
                                .get("certifier1ComparedThrough")
                                .asLong()
                        == block);
    }

    /// Replayed by the auditor; what an honest committer says of it.
    private BlockStatuses settled(Block block) throws Exception {
        auditor.party(1).has(block);
        auditor.awaitBlock(block.header().number());
        return auditor.statuses(block);
    }
}
