package io.florin.fakenet;

import io.florin.bank.BankApplication;
import io.florin.crypto.Bytes32;
import io.florin.doubles.login.Browser;
import io.florin.doubles.login.TokenIssuer;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.runtime.api.ProofOfPossession;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.service.FlorinService;
import io.florin.testkit.Patience;
import io.florin.testkit.PostgresUnderTest;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A real bank on real ports with a database of its own; it can be stopped at any moment and started again.
public final class BankUnderTest implements AutoCloseable {

    private static final Duration PATIENCE = Patience.LIMIT;
    private static final Duration POLL = Duration.ofMillis(50);
    private static final long ISSUED_MIN = 200_000_00;
    private static final Duration TOKEN_LIVES = Duration.ofMinutes(2);

    private final FakeNetwork network;
    private final int id;
    private final Path directory;
    private final List<String> more;
    private PostgresUnderTest database;
    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();
    private String token = "";
    private Instant tokenFrom = Instant.MIN;
    private @Nullable ConfigurableApplicationContext context;

    public BankUnderTest(FakeNetwork network, int id, Path directory, String... more) {
        this.network = network;
        this.id = id;
        this.directory = directory;
        this.more = List.of(more);
        this.database = BankDatabase.copy();
        start();
        Awaitility.await("the treasury is opened")
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> get("/v1/wallets/0").status() == 200);
    }

    /// Its database is gone, and there is no backup: the next is empty and has no tables.
    public void loseDatabase() {
        stop();
        database.close();
        database = PostgresUnderTest.start("bank");
    }

    /// Whether the last turn of a loop failed.
    public boolean fails(String loop) {
        return running().getBean(loop, BackgroundLoop.class).isFailing();
    }

    public void start(String... once) {
        List<String> arguments = new ArrayList<>(network.endpoints());
        arguments.addAll(List.of(
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--florin.metrics.token=metrics-of-a-test",
                "--florin.network.directory=" + network.directory(),
                "--florin.node.id=" + id,
                "--florin.bank.directory=" + directory,
                "--florin.bank.name=Bank " + id,
                "--florin.kafka.bootstrap-servers=127.0.0.1:1", // nobody: no payment needs a broker
                "--logging.level.org.apache.kafka=error",
                "--florin.bank.follow-poll=100ms",
                "--florin.bank.payment-poll=100ms",
                "--florin.bank.enrollment-poll=200ms",
                "--florin.bank.resend-after=1s",
                "--florin.bank.records-poll=200ms",
                "--florin.bank.standing-poll=500ms",
                "--florin.bank.certification.naming-wait=5s",
                "--florin.bank.recovery.unknown-max=50",
                "--florin.bank.payments.retry-pause=100ms",
                "--florin.bank.payments.replan-pause=50ms",
                "--florin.bank.payments.wait-after-start=0s",
                "--florin.oidc.issuer=" + network.issuer().issuer(),
                "--florin.oidc.client-id=" + TokenIssuer.CLIENT,
                "--florin.oidc.client-secret=a-secret-for-tests",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.username(),
                "--spring.datasource.password=" + database.password()));
        arguments.addAll(more);
        arguments.addAll(List.of(once));
        // of a property that is given twice the last value counts
        Map<String, String> byName = new LinkedHashMap<>();
        arguments.forEach(argument -> byName.put(argument.substring(0, argument.indexOf('=')), argument));
        context = FlorinService.runEmbedded(
                BankApplication.class, BankApplication.CONFIG, byName.values().toArray(String[]::new));
    }

    public void stop() {
        if (context != null) {
            context.close();
            context = null;
        }
    }

    /// Its database, whether it runs or not.
    public JdbcClient jdbc() {
        return JdbcClient.create(
                new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password()));
    }

    public <T> T bean(Class<T> type) {
        return running().getBean(type);
    }

    /// One of several of its type.
    public <T> T bean(String name, Class<T> type) {
        return running().getBean(name, type);
    }

    /// Makes a bean of the running bank once more, as the next start of the bank does first of all.
    public Object remake(String bean) {
        var factory = (DefaultListableBeanFactory) running().getBeanFactory();
        var definition = new RootBeanDefinition((RootBeanDefinition) factory.getMergedBeanDefinition(bean));
        definition.setScope(BeanDefinition.SCOPE_PROTOTYPE);
        String once = bean + "-" + UUID.randomUUID();
        factory.registerBeanDefinition(once, definition);
        try {
            return factory.getBean(once);
        } finally {
            factory.removeBeanDefinition(once);
        }
    }

    public String internal() {
        return FakeNetwork.internal(running());
    }

    public String participant() {
        return "bank-" + id;
    }

    private ConfigurableApplicationContext running() {
        return java.util.Objects.requireNonNull(context, "the bank is stopped");
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + running().getEnvironment().getProperty("local.server.port") + path);
    }

    /// A browser in which somebody is signed in.
    public Browser browser(String person, String participant, String role) {
        return new Browser(uri("/")).signInAt(network.issuer(), participant, person, role);
    }

    /// An answer: status, headers, body as text.
    public record Answer(int status, Map<String, List<String>> headers, String body) {

        public boolean replayed() {
            return headers.getOrDefault("idempotent-replayed", List.of()).contains("true");
        }

        public JsonNode json() {
            return new JsonMapper().readTree(body);
        }
    }

    public Answer send(HttpRequest request) {
        try {
            HttpResponse<String> response =
                    http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            return new Answer(response.statusCode(), response.headers().map(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// A request of the bank's own program.
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).timeout(Patience.LIMIT).header("Authorization", "Bearer " + token());
    }

    private synchronized String token() {
        Instant now = Instant.now();
        if (tokenFrom.isBefore(now.minus(TOKEN_LIVES))) {
            token = network.issuer().tokenAt(participant(), "shop", "bank-api");
            tokenFrom = now;
        }
        return token;
    }

    public Answer get(String path) {
        return send(request(path).build());
    }

    /// Metrics, as monitoring reads them.
    public String metrics() {
        return send(HttpRequest.newBuilder(uri("/actuator/prometheus"))
                        .header("Authorization", "Bearer metrics-of-a-test")
                        .build())
                .body();
    }

    public Answer post(String path, @Nullable String key, Object body) {
        HttpRequest.Builder request = request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(body)));
        return send((key == null ? request : request.header("Idempotency-Key", key)).build());
    }

    public Answer post(String path, Object body) {
        return post(path, UUID.randomUUID().toString(), body);
    }

    public Answer put(String path, Object body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(body)))
                .build());
    }

    /// An enrolled wallet of a new customer.
    public JsonNode openWallet(String name, int tier) {
        JsonNode customer = post("/v1/customers", person(name)).json();
        JsonNode wallet = post("/v1/customers/" + customer.path("id").asString() + "/wallets", Map.of("tier", tier))
                .json();
        return awaitState("/v1/wallets/" + wallet.path("number").asLong(), "ENROLLED");
    }

    /// What a person states.
    public static Map<String, Object> person(String name) {
        return Map.of(
                "kind", "PERSON",
                "fullName", name,
                "birthDate", "1980-05-05",
                "country", "LU",
                "documentType", "PASSPORT",
                "documentNumber", "X1234567");
    }

    /// An enrolled wallet of a new customer who holds its keys: those of wallet 0 of the seed.
    public JsonNode openSelfHeldWallet(String name, int tier, WalletSeed seed) {
        String customer = openWallet(name, tier).path("customer").asString();
        JsonNode reference = post("/v1/self-held-references", Map.of()).json();
        Answer answer = post(
                "/v1/customers/" + customer + "/self-held-wallets",
                selfHeld(
                        seed,
                        reference.path("number").asLong(),
                        reference.path("reference").asString(),
                        tier));
        return awaitState("/v1/wallets/" + answer.json().path("number").asLong(), "ENROLLED");
    }

    /// What a holder of keys sends with its proof of possession.
    public Map<String, Object> selfHeld(WalletSeed seed, long number, String reference, int tier) {
        try (var notes = seed.noteKey(network.ledger().network(), 0)) {
            return selfHeld(seed, notes.publicKey(), number, reference, tier);
        }
    }

    public Map<String, Object> selfHeld(WalletSeed seed, Bytes32 noteKey, long number, String reference, int tier) {
        NetworkId genesis = network.ledger().network();
        try (var owner = seed.ownerKey(genesis, 0)) {
            byte[] message =
                    ProofOfPossession.message(genesis, new OwnerKey(owner.publicKey()), noteKey, id, reference);
            return Map.of(
                    "number", number,
                    "ownerKey", owner.publicKey().toHex(),
                    "noteKey", noteKey.toHex(),
                    "proofOfPossession", owner.sign(message).toHex(),
                    "tier", tier);
        }
    }

    /// Polls until the resource has this state.
    public JsonNode awaitState(String path, String state) {
        return Awaitility.await(path + " is " + state)
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(
                        () -> get(path).json(),
                        found -> found.path("state").asString("").equals(state));
    }

    /// Gives a wallet money: the customer pays in, the treasury funds. Where the treasury has too little, the central
    /// bank issues to it first, enough for many times.
    public void fund(JsonNode wallet, long amount) {
        if (balance(0).path("available").asLong() < amount) {
            withdraw(Math.max(amount, ISSUED_MIN));
        }
        String customer = wallet.path("customer").asString();
        post("/v1/customers/" + customer + "/deposit", Map.of("amount", amount));
        JsonNode funding = post("/v1/wallets/" + wallet.path("number").asLong() + "/fundings", Map.of("amount", amount))
                .json();
        awaitState("/v1/payments/" + funding.path("id").asString(), "SETTLED");
    }

    /// Moves reserves into the treasury.
    public void withdraw(long amount) {
        awaitState("/v1/wallets/0", "ENROLLED");
        long before = balance(0).path("total").asLong();
        JsonNode order = post("/v1/supply-orders", Map.of("direction", "WITHDRAWAL", "amount", amount))
                .json();
        awaitState("/v1/supply-orders/" + order.path("id").asString(), "SETTLED");
        Awaitility.await("the treasury has it")
                .atMost(PATIENCE)
                .until(() -> balance(0).path("total").asLong() >= before + amount
                        && balance(0).path("available").asLong() >= amount);
    }

    public JsonNode balance(long wallet) {
        return get("/v1/wallets/" + wallet + "/balance").json();
    }

    public Answer pay(long wallet, String account, long amount, String key) {
        return post("/v1/payments", key, payment(wallet, account, amount));
    }

    public static Map<String, Object> payment(long wallet, String account, long amount) {
        return Map.of(
                "wallet",
                wallet,
                "payee",
                Map.of("name", "Payee", "account", account),
                "amount",
                amount,
                "currency",
                "FLN",
                "endToEndId",
                "E2E-1",
                "remittance",
                "for tests");
    }

    @Override
    public void close() {
        stop();
        database.close();
    }
}
