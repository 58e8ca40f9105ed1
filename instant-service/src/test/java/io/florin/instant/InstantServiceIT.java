package io.florin.instant;

import static io.florin.instant.ledger.LedgerOfRail.owner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.runtime.api.InstantInternalApi.ShardView;
import io.florin.testkit.Patience;
import io.florin.wallet.instant.RailPaymentOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// Four authorities as services, one of them in a process of its own that is killed in the middle of payments, over
/// blocks that a committer signed; a client pays over mutual TLS. In this order: money comes, moves and leaves, and in
/// the end all four agree.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InstantServiceIT {

    private static RailNetwork network;
    private static Ed25519KeyPair alice;
    private static Ed25519KeyPair bob;
    private static long alicesSequence;
    private static long bobsSequence;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        network = new RailNetwork(directory);
        alice = network.ledger().testNetwork().newKey();
        bob = network.ledger().testNetwork().newKey();
        network.enroll(alice, Standing.ACTIVE);
        network.enroll(bob, Standing.ACTIVE);
        for (int authority = 1; authority <= 3; authority++) {
            network.start(authority);
        }
        network.startProcess(4);
    }

    @AfterAll
    static void stop() {
        network.close();
    }

    private static void pay(long amount) throws InterruptedException {
        RailPaymentOutcome<TransferCertificate, FinalPayment> outcome =
                network.pay(alice, RailNetwork.onRail(bob), amount, alicesSequence);
        assertThat(outcome).as("payment %s", alicesSequence).isInstanceOf(RailPaymentOutcome.Final.class);
        alicesSequence++;
    }

    private static long sum(List<ShardView> shards, ToLongFunction<ShardView> of) {
        return shards.stream().mapToLong(of).sum();
    }

    @Test
    @Order(1)
    void theLedgerGetsARailAndAllAuthoritiesSign() throws Exception {
        assertThat(network.http(1, "/v1/rail").statusCode())
                .as("there is none yet")
                .isEqualTo(503);
        var waiting = network.http(1, "/actuator/health/ready");
        assertThat(waiting.statusCode()).isEqualTo(503);
        assertThat(waiting.body()).contains("no rail 1 yet");

        network.ledger().rails(network.rail());
        network.publish();

        for (int authority = 1; authority <= 4; authority++) {
            network.awaitSigning(authority);
            assertThat(network.http(authority, "/actuator/health/ready").statusCode())
                    .isEqualTo(200);
        }
        assertThat(network.api(4).rail().authority()).isEqualTo(4);
        assertThat(network.api(1).rail().quorum()).isEqualTo(3);
        await().atMost(Patience.LIMIT).until(() -> network.api(1).rail().connected() == 3);
        assertThat(network.metrics(1)).contains("florin_instant_authority_signing{service=\"instant-service\"} 1.0");
    }

    @Test
    @Order(2)
    void aDepositIsCreditedAtEachAuthority() throws Exception {
        RailDeposit first = network.ledger().deposit(network.rail(), alice, 1_000);
        RailDeposit second = network.ledger().deposit(network.rail(), bob, 500);
        network.publish();

        for (int authority = 1; authority <= 4; authority++) {
            int number = authority;
            for (RailDeposit deposit : List.of(first, second)) {
                await().atMost(Patience.LIMIT)
                        .until(() -> network.api(number)
                                .deposit(deposit.id().toHex())
                                .credited());
            }
            assertThat(network.api(number).deposit(Bytes32.ZERO.toHex()).credited())
                    .isFalse();
        }
        assertThat(network.http(1, "/v1/rail/deposits/xyz").statusCode()).isEqualTo(400);
    }

    @Test
    @Order(3)
    void paymentsAreFinalWhileOneAuthorityIsKilledAndComesBack() throws Exception {
        for (int i = 0; i < 5; i++) {
            pay(10);
        }
        network.kill(4);
        for (int i = 0; i < 10; i++) {
            pay(10);
        }
        network.startProcess(4);
        network.awaitSigning(4);
        for (int i = 0; i < 5; i++) {
            pay(10);
        }
    }

    @Test
    @Order(4)
    void whatLeavesTheRailComesToTheLedger() throws Exception {
        RailPaymentOutcome<TransferCertificate, FinalPayment> outcome = await().atMost(Patience.LIMIT)
                .until(
                        () -> network.pay(bob, new RailRecipient.OnLedger(owner(bob)), 650, bobsSequence),
                        RailPaymentOutcome.Final.class::isInstance);
        bobsSequence++;
        FinalPayment payment = ((RailPaymentOutcome.Final<TransferCertificate, FinalPayment>) outcome).file();

        network.ledger().withdraw(payment);
        network.publish();

        assertThat(network.ledger().sumOf(owner(bob))).isEqualTo(650);
    }

    /// Alice had 1,000 and paid 200, Bob had 500 and took 650 away: 850 are on the rail, at each of the four.
    @Test
    @Order(5)
    void allAuthoritiesComeToTheSame() throws Exception {
        List<List<ShardView>> all = new ArrayList<>();
        for (int authority = 1; authority <= 4; authority++) {
            all.add(network.awaitRest(authority));
        }
        for (List<ShardView> shards : all) {
            assertThat(sum(shards, ShardView::deposited)).isEqualTo(1_500);
            assertThat(sum(shards, ShardView::left)).isEqualTo(650);
            assertThat(sum(shards, ShardView::held)).isEqualTo(850);
            assertThat(sum(shards, ShardView::pending) - sum(shards, ShardView::ahead))
                    .isZero();
            assertThat(sum(shards, ShardView::executed)).isEqualTo(21);
            assertThat(shards)
                    .extracting(ShardView::height)
                    .containsOnly(network.ledger().height());
        }
        assertThat(all.stream()
                        .map(shards ->
                                shards.stream().map(ShardView::executedHash).toList())
                        .distinct())
                .as("roots of what is executed")
                .hasSize(1);
        assertThat(network.ledger().outstanding() + 850).as("one supply").isEqualTo(1_500);
    }

    @Test
    @Order(6)
    void whoIsSuspendedDoesNotPayUntilReinstated() throws Exception {
        network.enroll(alice, Standing.SUSPENDED);
        await().atMost(Patience.LIMIT).until(() -> network.isSuspended(alice));
        RailPaymentOutcome<TransferCertificate, FinalPayment> refused =
                network.pay(alice, RailNetwork.onRail(bob), 1, alicesSequence);
        assertThat(refused instanceof RailPaymentOutcome.Open<?, ?>(var reasons) ? reasons.values() : List.of())
                .contains(RailRefusal.SENDER_SUSPENDED);

        network.enroll(alice, Standing.ACTIVE);
        await().atMost(Patience.LIMIT).until(() -> !network.isSuspended(alice));
        pay(1);
    }

    /// What it knew at rest, it knows after a clean stop, and after a kill.
    @Test
    @Order(7)
    void aRestartGivesTheSameState() throws Exception {
        for (int authority = 1; authority <= 4; authority++) {
            List<String> before = hashes(network.awaitRest(authority));
            if (authority == 4) {
                network.kill(4);
                network.startProcess(4);
            } else {
                network.stop(authority);
                network.start(authority);
            }
            network.awaitSigning(authority);
            assertThat(hashes(network.awaitRest(authority))).isEqualTo(before);
        }
        pay(1);
    }

    private static List<String> hashes(List<ShardView> shards) {
        return shards.stream().map(ShardView::stateHash).toList();
    }

    /// The disk takes no more of its journal: it signs nothing more, says so, and the others go on.
    @Test
    @Order(8)
    void anAuthorityWhoseJournalFailsStopsAndSaysWhy() throws Exception {
        network.limitFiles(4, network.largestJournalKilobytes(4) + 8);
        await().atMost(Patience.LIMIT).until(() -> {
            pay(1);
            return network.http(4, "/actuator/health/live").statusCode() == 503;
        });

        assertThat(network.http(4, "/actuator/health").body())
                .contains("a journal failed, and nothing is signed any more");
        assertThat(network.http(4, "/actuator/health/ready").statusCode()).isEqualTo(503);
        assertThat(network.api(4).rail().standing()).isEqualTo("STOPPED");
        pay(1);

        network.kill(4);
        network.startProcess(4);
        network.awaitSigning(4);
        List<ShardView> healed = network.awaitRest(4);
        assertThat(sum(healed, ShardView::executed)).isEqualTo(sum(network.awaitRest(1), ShardView::executed));
        assertThat(healed)
                .extracting(ShardView::executedHash)
                .isEqualTo(network.awaitRest(1).stream()
                        .map(ShardView::executedHash)
                        .toList());
    }

    @Test
    @Order(9)
    void anAuthorityWithoutItsKeyDoesNotStart() throws Exception {
        network.stop(3);
        Files.delete(network.key(3));
        assertThatThrownBy(() -> network.start(3)).hasStackTraceContaining("no key of rail 1 in epoch 1");
        pay(1);
    }
}
