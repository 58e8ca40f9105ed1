package io.florin.instant;

import static io.florin.instant.ledger.LedgerOfRail.owner;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.doubles.node.FakeNode;
import io.florin.doubles.node.NetworkDirectory;
import io.florin.identity.NodeIdentity;
import io.florin.instant.ledger.LedgerOfRail;
import io.florin.ledger.Amount;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.AccountInformation;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import io.florin.runtime.api.InstantApi;
import io.florin.runtime.api.InstantInternalApi;
import io.florin.runtime.api.InstantInternalApi.ShardView;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.rail.RailLink;
import io.florin.runtime.service.FlorinService;
import io.florin.testkit.MissingTool;
import io.florin.testkit.Patience;
import io.florin.wallet.instant.PaymentForm;
import io.florin.wallet.instant.RailPaymentOutcome;
import io.florin.wallet.instant.adapter.RailClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClientException;

/// Authorities of a rail as services and processes, beside a committer and a registration that answer what a test says,
/// and a bank that pays.
final class RailNetwork implements AutoCloseable {

    private static final int SIZE = 4;
    private static final int SHARDS = 2;
    private static final int OPEN_MAX = 64;
    private static final int PORTS_FROM = 18_000;
    private static final int PORTS = 14_000;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String LOCAL = "127.0.0.1";
    private static final Duration FINAL_WITHIN = Duration.ofSeconds(10);
    private static final String NO_DATABASE = "--spring.autoconfigure.exclude="
            + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
            + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
            + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration,"
            + "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration";

    /// Of one authority.
    private record Ports(int api, int internal, int rail) {}

    private final Path directory;
    private final LedgerOfRail ledger = new LedgerOfRail(31);
    private final InstantRail rail;
    private final RailScope scope;
    private final Map<Integer, Ports> ports = new TreeMap<>();
    private final Map<Integer, ConfigurableApplicationContext> services = new TreeMap<>();
    private final Map<Integer, Process> processes = new TreeMap<>();
    private final int committerPort = freePort();
    private final int registrationPort = freePort();
    private final ConfigurableApplicationContext committer;
    private final ConfigurableApplicationContext registration;
    private final PublicClients clients = new PublicClients(StrictJson.mapper(), Patience.LIMIT, Patience.LIMIT);
    private final HttpClient http = HttpClient.newHttpClient();
    private final InternalClients auditor;
    private final RailClient bank;
    private long records;
    private int launched;

    RailNetwork(Path directory) throws IOException {
        this.directory = directory;
        TestNetwork network = ledger.testNetwork();
        this.rail = NetworkDirectory.withRail(network, directory.resolve("network"));
        this.scope = rail.committee().scope(network.networkId());
        for (int authority = 1; authority <= SIZE; authority++) {
            ports.put(authority, new Ports(freePort(), freePort(), freePort()));
        }
        this.committer = node("committer", 0, committerPort);
        this.registration = node("registration", registrationPort, 0);
        this.auditor = new InternalClients(
                identity(NodeRole.AUDITOR).tls(), StrictJson.mapper(), Patience.LIMIT, Patience.LIMIT);
        this.bank = connect();
        record(new ParticipantChanged(1, "Bank", "FLRNXX00", Standing.ACTIVE));
    }

    private NodeIdentity identity(NodeRole role) {
        return NodeIdentity.load(directory.resolve("network"), new Peer(role, 1));
    }

    private RailClient connect() {
        NodeIdentity node = identity(NodeRole.BANK);
        Map<Integer, RailLink> links = new TreeMap<>();
        ports.forEach((authority, its) -> links.put(
                authority,
                new RailLink(
                                node.tls(),
                                new Peer(NodeRole.INSTANT, authority),
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), its.rail()),
                                OPEN_MAX,
                                RailLink.Watcher.none())
                        .start()));
        return new RailClient(scope, rail.committee().verifier(scope.network(), new SecureRandom()), links);
    }

    /// Below the range that the system takes for outgoing connections: a port must still be free when its authority
    /// comes back.
    private static int freePort() {
        for (int tries = 0; tries < 100; tries++) {
            try (var socket = new ServerSocket(PORTS_FROM + RANDOM.nextInt(PORTS))) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // the next one
            }
        }
        throw new AssertionError("no port");
    }

    private ConfigurableApplicationContext node(String role, int internal, int api) {
        return FlorinService.runEmbedded(
                FakeNode.class,
                "fake-node",
                "--server.port=" + api,
                "--server.address=" + LOCAL,
                "--florin.network.directory=" + directory.resolve("network"),
                "--florin.node.role=" + role,
                "--florin.node.id=1",
                "--florin.internal.port=" + internal,
                NO_DATABASE);
    }

    // ---- the ledger and registration

    LedgerOfRail ledger() {
        return ledger;
    }

    InstantRail rail() {
        return rail;
    }

    /// The committer has all blocks.
    void publish() {
        FakeNode.Memory memory = committer.getBean(FakeNode.Memory.class);
        ledger.blocks(1, ledger.height()).forEach(block -> memory.reach(ledger.head(), block));
    }

    void enroll(Ed25519KeyPair owner, Standing standing) {
        record(new EnrollmentChanged(
                Bytes32.ZERO, owner(owner), Bytes32.ZERO, 1, TestNetwork.TIER_FULL, true, standing));
    }

    private void record(RegistrationEvent event) {
        byte[] encoded =
                ledger.testNetwork().record(++records, 1_000 + records, event).encode();
        registration
                .getBean(FakeNode.Memory.class)
                .addRecord(Base64.getEncoder().encodeToString(encoded));
    }

    // ---- authorities

    private List<String> arguments(int authority) {
        Ports own = Objects.requireNonNull(ports.get(authority));
        List<String> all = new ArrayList<>(List.of(
                "--server.port=" + own.api(),
                "--server.address=" + LOCAL,
                "--florin.metrics.token=metrics-of-a-test",
                "--florin.network.directory=" + directory.resolve("network"),
                "--florin.node.id=" + authority,
                "--florin.internal.port=" + own.internal(),
                "--florin.instant.directory=" + journals(authority),
                "--florin.instant.shards=" + SHARDS,
                "--florin.instant.address=" + LOCAL,
                "--florin.instant.port=" + own.rail(),
                "--florin.instant.window-every=50ms",
                "--florin.instant.poll=20ms",
                "--florin.instant.await-block=1s",
                "--florin.endpoints.committers[0].id=1",
                "--florin.endpoints.committers[0].api=http://" + LOCAL + ":" + committerPort,
                "--florin.endpoints.registrations[0].id=1",
                "--florin.endpoints.registrations[0].internal=https://" + LOCAL + ":" + registrationPort));
        int place = 0;
        for (Map.Entry<Integer, Ports> other : ports.entrySet()) {
            if (other.getKey() != authority) {
                String prefix = "--florin.instant.authorities[" + place++ + "].";
                all.add(prefix + "id=" + other.getKey());
                all.add(prefix + "host=" + LOCAL);
                all.add(prefix + "port=" + other.getValue().rail());
            }
        }
        return all;
    }

    /// The file with an authority's key of the rail's first epoch.
    Path key(int authority) {
        return directory.resolve("network/instant-" + authority + "/rail-1-1.key");
    }

    private Path journals(int authority) {
        return directory.resolve("authority-" + authority);
    }

    /// In this process.
    void start(int authority) {
        services.put(
                authority,
                FlorinService.runEmbedded(
                        InstantServiceApplication.class,
                        "instant-service",
                        arguments(authority).toArray(String[]::new)));
    }

    void stop(int authority) {
        Objects.requireNonNull(services.remove(authority)).close();
    }

    /// In a process of its own.
    void startProcess(int authority) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                InstantServiceApplication.class.getName()));
        command.addAll(arguments(authority));
        processes.put(
                authority,
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(directory
                                .resolve("process-" + ++launched + ".log")
                                .toFile())
                        .start());
    }

    void kill(int authority) throws InterruptedException {
        Process process = Objects.requireNonNull(processes.remove(authority));
        process.destroyForcibly();
        if (!process.waitFor(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("it lives on");
        }
    }

    /// From now on no file of its process may grow beyond so many kilobytes: a disk that is full.
    void limitFiles(int authority, long kilobytes) throws IOException, InterruptedException {
        long pid = Objects.requireNonNull(processes.get(authority)).pid();
        Process limiting;
        try {
            limiting = new ProcessBuilder("prlimit", "--pid", Long.toString(pid), "--fsize=" + kilobytes * 1024)
                    .inheritIO()
                    .start();
        } catch (IOException absent) {
            throw MissingTool.of("the test of a full disk", "prlimit is not on the PATH", "install util-linux");
        }
        if (limiting.waitFor() != 0) {
            throw new AssertionError("the limit cannot be set");
        }
    }

    /// Size of the largest file among an authority's journals, rounded up.
    long largestJournalKilobytes(int authority) throws IOException {
        try (Stream<Path> files = Files.walk(journals(authority))) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length() / 1024 + 1)
                    .max()
                    .orElseThrow();
        }
    }

    void awaitSigning(int authority) {
        await("authority " + authority + " signs")
                .atMost(Patience.LIMIT)
                .ignoreExceptionsInstanceOf(RestClientException.class)
                .until(() -> api(authority).rail().standing().equals("SIGNING"));
    }

    /// Waits until its shards have told each other everything, know all they heard of to be final, and have followed
    /// the ledger to its end; and until nothing changes any more.
    List<ShardView> awaitRest(int authority) {
        await("authority " + authority + " comes to rest")
                .atMost(Patience.LIMIT)
                .until(() -> {
                    List<ShardView> now = shards(authority);
                    return now.stream().allMatch(this::rests)
                            && now.equals(shards(authority))
                            && sameExecuted(authority, now);
                });
        return shards(authority);
    }

    private boolean rests(ShardView shard) {
        return shard.height() == ledger.height()
                && shard.unacknowledged() == 0
                && shard.pending() == 0
                && shard.ahead() == 0;
    }

    /// As many as another one that was there all the time.
    private boolean sameExecuted(int authority, List<ShardView> now) {
        int other = authority == 1 ? 2 : 1;
        return now.stream().mapToInt(ShardView::executed).sum()
                == shards(other).stream().mapToInt(ShardView::executed).sum();
    }

    List<ShardView> shards(int authority) {
        Ports own = Objects.requireNonNull(ports.get(authority));
        return auditor.proxy(
                        InstantInternalApi.class,
                        new Peer(NodeRole.INSTANT, authority),
                        URI.create("https://" + LOCAL + ":" + own.internal()))
                .shards();
    }

    InstantApi api(int authority) {
        return clients.proxy(InstantApi.class, base(authority));
    }

    private URI base(int authority) {
        return URI.create("http://" + LOCAL + ":"
                + Objects.requireNonNull(ports.get(authority)).api());
    }

    HttpResponse<String> http(int authority, String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(base(authority).resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    String metrics(int authority) throws IOException, InterruptedException {
        return http.send(
                        HttpRequest.newBuilder(base(authority).resolve("/actuator/prometheus"))
                                .header("Authorization", "Bearer metrics-of-a-test")
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    // ---- the bank

    static RailRecipient onRail(Ed25519KeyPair payee) {
        return new RailRecipient.OnRail(TestRail.accountOf(payee));
    }

    RailPaymentOutcome<TransferCertificate, FinalPayment> pay(
            Ed25519KeyPair payer, RailRecipient recipient, long amount, long sequence) throws InterruptedException {
        SignedOrder order = SignedOrder.sign(
                new TransferOrder(
                        scope,
                        owner(payer),
                        recipient,
                        Amount.of(amount),
                        sequence,
                        ledger.height() + 50,
                        Bytes32.ZERO),
                payer);
        return bank.pay(new PaymentForm.OfAccount(order, CarriedPayments.NONE), FINAL_WITHIN);
    }

    /// As all authorities have it.
    boolean isSuspended(Ed25519KeyPair owner) throws InterruptedException {
        for (int authority = 1; authority <= SIZE; authority++) {
            boolean suspended = bank.account(authority, TestRail.accountOf(owner), 0, 0, FINAL_WITHIN)
                    .map(AccountInformation::isSuspended)
                    .orElse(false);
            if (!suspended) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        bank.close();
        services.values().forEach(ConfigurableApplicationContext::close);
        processes.values().forEach(Process::destroyForcibly);
        committer.close();
        registration.close();
        auditor.close();
        clients.close();
        http.close();
    }
}
