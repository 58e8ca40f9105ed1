package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.group.Scalar;
import io.florin.doubles.node.NetworkDirectory;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Coin;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.testkit.Patience;
import io.florin.testnodes.AuditorUnderTest;
import io.florin.testnodes.Surroundings;
import io.florin.testregistration.RegistrationNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Protocol decision 27: a revocation acts at once in an actively audited currency, though it hides who pays.
@Timeout(600)
@ExtendWith(Surroundings.Shared.class)
class RevocationIT {
    private static final Duration SOON = Patience.LIMIT;

    private final TestHiddenEconomy economy = new TestHiddenEconomy(23, PrivacyModel.ANONYMOUS, AuditPolicy.ALWAYS);
    private final TestNetwork network = economy.network();
    private final Holder alice = economy.newHolder();
    private final Holder bob = economy.newHolder();
    private final Coin coin = economy.issue(
                    network.header(100), new OwnerKey(network.newKey().publicKey()), new Payee(alice, 700))
            .coins()
            .getFirst();

    @Test
    void isRefusedAtTheNextApproval(Surroundings surroundings, @TempDir Path directory) throws Exception {
        NetworkDirectory.of(network, directory);
        byte[] first = payment(1);
        try (RegistrationNode registration = RegistrationNode.start(directory, network);
                AuditorUnderTest auditor = surroundings.auditor(network, directory)) {
            auditor.start(
                    "--florin.auditor.approval.barred-poll=200ms",
                    "--florin.endpoints.registrations[0].id=1",
                    "--florin.endpoints.registrations[0].internal=" + registration.internal());
            auditor.register(new CredentialEpoch(1, System.currentTimeMillis()));
            awaitRecords(auditor, 1);
            assertThat(answer(auditor, first, 503))
                    .as("registration's list ends before its records")
                    .isEqualTo("registration-not-current");
            registration.bars(1, Map.of());
            await().atMost(SOON).until(() -> answer(auditor, first, 0).isEmpty());

            registration.bars(2, Map.of(alice.enrollment(), Standing.REVOKED));
            auditor.register(new Heartbeat());
            awaitRecords(auditor, 2);
            assertThat(answer(auditor, payment(2), 422)).as("a payer").isEqualTo("owner-revoked");
            assertThat(answer(auditor, first, 200)).as("a decision is repeated").isEmpty();

            registration.reinstates(alice.enrollment());
            registration.bars(2, Map.of(bob.enrollment(), Standing.SUSPENDED));
            byte[] third = payment(3);
            await("a payee, without a record, by the next poll")
                    .atMost(SOON)
                    .until(() -> answer(auditor, third, 0).equals("owner-suspended"));
            registration.reinstates(bob.enrollment());
            await().atMost(SOON).until(() -> answer(auditor, third, 0).isEmpty());
            holdsNoEnrollmentId(auditor, alice.enrollment());
        }
    }

    private byte[] payment(long toBob) {
        return economy.disclose(
                        network.header(100), 1, List.of(coin), new Payee(bob, toBob), new Payee(alice, 700 - toBob))
                .encode();
    }

    private static void awaitRecords(AuditorUnderTest auditor, long last) {
        await().atMost(SOON)
                .until(() -> auditor.section("registration").get("lastRecord").asLong() == last);
    }

    /// The code of the refusal, empty when it is signed.
    private static String answer(AuditorUnderTest auditor, byte[] disclosed, int status) throws Exception {
        HttpResponse<String> answer = auditor.approve(disclosed);
        if (status != 0) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        }
        JsonNode code = auditor.parse(answer.body()).get("code");
        return code == null ? "" : code.asString();
    }

    /// In no row of no table, in hexadecimal digits as the database writes bytes.
    private static void holdsNoEnrollmentId(AuditorUnderTest auditor, Scalar enrollment) throws Exception {
        String hex = java.util.HexFormat.of().formatHex(enrollment.toBytes());
        int rows = 0;
        try (var database = auditor.database();
                var tables = database.createStatement();
                var all = database.createStatement();
                var names = tables.executeQuery(
                        "select table_name from information_schema.tables where table_schema = 'public'")) {
            while (names.next()) {
                try (var found = all.executeQuery("select t::text from \"" + names.getString(1) + "\" t")) {
                    while (found.next()) {
                        rows++;
                        assertThat(found.getString(1)).doesNotContain(hex);
                    }
                }
            }
        }
        assertThat(rows).as("rows that were looked at").isPositive();
    }
}
