package io.florin.endorser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.observability.TraceContext;
import io.florin.testkit.Patience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/// Three endorsers with real databases, a real broker and real certificates.
abstract class EndorsementScenes {

    static final Duration PATIENCE = Patience.LIMIT;

    static EndorserCluster cluster;
    static TestPayments payments;
    static TestPayments treasury;
    static ScheduledExecutorService heart;
    static volatile boolean beating = true;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        cluster = new EndorserCluster(directory)
                .with("florin.endorser.gather.direct.after=1s")
                .with("florin.endorser.gather.recovery.every=500ms")
                .with("florin.endorser.gather.recovery.own-after=3s")
                .with("florin.endorser.status.poll=300ms")
                .with("florin.endorser.gather.suspect-for=500ms");
        payments = new TestPayments(cluster.genesis(), 21);
        for (RegistrationEvent event : payments.enrollments()) {
            cluster.register(event, false);
        }
        treasury = new TestPayments(cluster.genesis(), 22);
        cluster.register(treasury.enrollment(treasury.payer(), Standing.ACTIVE, Tier.TREASURY), false);
        cluster.register(new CredentialEpoch(1, System.currentTimeMillis()), false);
        heart = Executors.newSingleThreadScheduledExecutor();
        heart.scheduleWithFixedDelay(EndorsementIT::beat, 1, 1, TimeUnit.SECONDS);
        cluster.start(1, 2, 3);
        for (int id = 1; id <= 3; id++) {
            awaitReady(id);
        }
    }

    static synchronized void beat() {
        try {
            if (beating) {
                cluster.register(new Heartbeat(), false);
            }
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @AfterAll
    static void stop() {
        heart.shutdownNow();
        cluster.close();
    }

    static Checkpoint checkpoint(NetworkId network, TransactionOutcome outcome) {
        return new Checkpoint(network, 900, Bytes32.ZERO, StateHash.statusRoot(List.of(outcome)), Bytes32.ZERO);
    }

    /// Each answer has a number of its own.
    static String withoutTrace(String problem) {
        return problem.replaceAll("\"(traceId|instance)\":\"[^\"]*\"", "");
    }

    static HttpResponse<String> asking(String handle) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(cluster.api(1) + "/v1/client-transactions/progress"))
                .header(EndorserApi.PROGRESS, handle)
                .GET()
                .build());
    }

    static String trace(Headers headers) {
        return TraceContext.parse(
                        new String(headers.lastHeader(TraceContext.HEADER).value(), StandardCharsets.US_ASCII))
                .orElseThrow()
                .traceId();
    }

    static double metric(String name) throws Exception {
        return metrics()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    static void awaitReady(int id) {
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> send(HttpRequest.newBuilder(cluster.api(id).resolve("/actuator/health/ready"))
                                        .GET()
                                        .build())
                                .statusCode()
                        == 200);
    }

    static byte[] encoded(Transfer transfer) {
        return Submission.of(transfer).encode();
    }

    static Bundle awaitBundleWith(int party, TransactionId id) {
        return await().atMost(PATIENCE)
                .until(
                        () -> cluster.topic(party).stream()
                                .map(Bundle::decode)
                                .filter(bundle -> ids(bundle).contains(id))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    static List<TransactionId> ids(Bundle bundle) {
        List<TransactionId> ids = new ArrayList<>();
        for (int i = 0; i < bundle.transactions().size(); i++) {
            ids.add(bundle.transaction(i).id());
        }
        return ids;
    }

    static HttpResponse<String> post(String path, byte[] body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(cluster.api(1) + path))
                .header("Content-Type", "application/octet-stream")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build());
    }

    static String metrics() throws Exception {
        return send(HttpRequest.newBuilder(URI.create(cluster.api(1) + "/actuator/prometheus"))
                        .header("Authorization", "Bearer metrics-of-a-test")
                        .build())
                .body();
    }

    static HttpResponse<String> get(String path) throws Exception {
        return send(
                HttpRequest.newBuilder(URI.create(cluster.api(1) + path)).GET().build());
    }

    static HttpResponse<String> send(HttpRequest request) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }

    static void assertProblem(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
    }
}
