package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoEconomyGenerator;
import io.florin.sandbox.economy.ShippedPayroll;
import io.florin.sandbox.openapi.GeneratedClient;
import io.florin.sandbox.openapi.OpenApiFiles;
import io.florin.sandbox.openapi.Schemathesis;
import io.florin.sandbox.pages.ConsoleBrowser;
import io.florin.sandbox.pages.ConsoleTour;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.OneJvm;
import io.florin.sandbox.view.SeenPayment;
import io.florin.testkit.Patience;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The whole platform in this JVM: the demo's economy and payroll, all checks green; people at their consoles in a real
/// browser; the public interfaces as they are described; then sabotages, each on a copy of all that, which turn exactly
/// their check red. In this order, because people and clients work in the economy whose checks were green, and a copy
/// for sabotages is taken of it when they are done.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(1)
class AcceptanceIT {
    private static final int PORT_OFFSET = 3_000;
    private static final long SEED = 42;

    /// Requests between services and connections taken from pools, all services together: a minute after a demo 33, of
    /// which 24 beats of the ordering group, and 23; before loops rested 61 and 111.
    private static final double AT_REST_PER_SECOND = 75;

    private static final Set<NodeRole> ASKED = Set.of(
            NodeRole.BANK,
            NodeRole.CENTRAL_BANK,
            NodeRole.REGISTRATION,
            NodeRole.AUDITOR,
            NodeRole.COMMITTER,
            NodeRole.ENDORSER);

    private static final Duration REST_SEEN = Duration.ofSeconds(10);
    private static final Duration REST_PATIENCE = Duration.ofMinutes(2);

    private SandboxPlan plan;
    private OneJvm sandbox;
    private DemoClients clients;
    private DemoEconomy economy;
    private SeededEconomy seeded;
    private PayrollRun.Result payroll;
    private byte[] file;
    private ServiceLog log;
    private Optional<CheckContext> context = Optional.empty();
    private final TimeLine time = new TimeLine("clear");

    @BeforeAll
    void playTheDemo(@TempDir Path data) throws Exception {
        SeenInClear.isComing();
        plan = SandboxPlan.of(new SandboxOptions(data, PORT_OFFSET));
        sandbox = OneJvm.start(plan, line -> {});
        log = ServiceLog.into(data.resolve("logs/sandbox.log"));
        time.took("start");
        clients = new DemoClients(plan);
        economy = DemoEconomyGenerator.generate(SEED, ShippedPayroll.PAYDAY);
        seeded = new EconomySeeder(plan, clients, economy, time::took).seed();
        PayrollRun run = new PayrollRun(clients, economy, seeded);
        file = run.file();
        payroll = run.run(file, line -> {});
        time.took("payroll");
    }

    @AfterAll
    void stop() {
        SeenInClear.isOver();
        log.close();
        sandbox.close();
        time.took("end");
    }

    /// `-Dflorin.write=true` writes it anew.
    @Test
    @Order(1)
    void theShippedPayrollIsThatOfItsSeed() throws Exception {
        Path shipped = Path.of("src/main/resources/economy").resolve(ShippedPayroll.FILE);
        if (Boolean.getBoolean("florin.write")) {
            Files.write(shipped, file);
        }
        assertThat(Files.readString(shipped)).isEqualTo(new String(file, java.nio.charset.StandardCharsets.UTF_8));
    }

    /// Nobody pays: what then goes on costs a machine its rest, and grows unseen.
    @Test
    @Order(2)
    void servicesAreQuietWhenNobodyWantsAnything() {
        RestingServices services = new RestingServices(sandbox, REST_SEEN);
        try {
            Await.until("services to rest", REST_PATIENCE, () -> services.wereAtMost(AT_REST_PER_SECOND));
        } finally {
            System.out.println("at rest: " + services.quietest());
        }
        assertThat(services.quietest().orElseThrow().perSecond()).isLessThanOrEqualTo(AT_REST_PER_SECOND);
        time.took("rest");
    }

    @Test
    @Order(3)
    void allChecksAreGreenAndNobodyReportsAnIncident() {
        assertThat(red(context())).isEmpty();
        assertThat(clients.auditor().supply().issued()).isEqualTo(economy.supplyMinor());
        JsonNode incidents = clients.officer(1).get("/v1/incidents");
        assertThat(incidents).as(incidents.toString()).isEmpty();
        SeenPayment seen = StoredPayment.of(context()).seen();
        assertThat(PrivacyClaims.broken(seen)).isEmpty();
        SeenInClear.is(seen);
        time.took("page");
    }

    @Test
    @Order(4)
    void publicInterfacesAreAsDescribed() {
        SoftAssertions softly = new SoftAssertions();
        for (Peer node : plan.topology().nodes()) {
            if (node.id() == 1 && OpenApiFiles.describes(node.role())) {
                softly.assertThat(OpenApiFiles.served(plan.http(node)))
                        .as(OpenApiFiles.fileOf(node.role()) + " (written anew with -Dflorin.write=true)")
                        .isEqualTo(OpenApiFiles.described(node.role(), plan.http(node)));
            }
        }
        softly.assertAll();
        time.took("interfaces");
    }

    @Test
    @Order(5)
    void whatIsNotDescribedIsRefused() throws Exception {
        new UnknownParameters(plan, clients).areRefused(Set.of(NodeRole.BANK));
        time.took("unknown parameters");
    }

    @Test
    @Order(6)
    void peopleWorkAtTheirConsoles() throws Exception {
        Path pictures = Files.createDirectories(Path.of("target/pages"));
        try (ConsoleBrowser browser = new ConsoleBrowser(plan)) {
            ConsoleTour tour = new ConsoleTour(plan, clients, seeded, browser, Optional.of(pictures));
            time.took("browser");
            tour.twoOfficersIssue();
            time.took("officers");
            tour.clerkPays();
            time.took("clerk");
            tour.auditorLooks();
            time.took("auditor");
            tour.registrarLooks();
            time.took("registrar");
            assertThat(tour.flawsOfAllPages()).isEmpty();
            time.took("shapes");
            new ConfigurationTour(plan, clients, seeded, browser, this::context).auditsEveryPaymentForAWhile();
            time.took("configuration");
            assertThat(browser.complaints()).isEmpty();
            assertThat(tour.flawsOfErrorPages()).isEmpty();
            time.took("error pages");
        }
        assertThat(red(context())).isEmpty();
    }

    @Test
    @Order(7)
    void aClientMadeFromTheDescriptionPays(@TempDir Path classes) throws Exception {
        SeededEconomy.Account payer = seeded.account(economy.payroll().employerShopId());
        SeededEconomy.Account payee = seeded.account(economy.people().getFirst().id());
        Peer bank = new Peer(NodeRole.BANK, Integer.parseInt(payer.bank().substring("bank-".length())));
        try (GeneratedClient client = GeneratedClient.compiled(classes)) {
            Map<String, String> answered = client.use(Map.of(
                    "base", plan.http(bank).toString(),
                    "token", clients.token(payer.bank() + "-api"),
                    "wallet", Long.toString(payer.wallet()),
                    "name", payee.holder(),
                    "account", payee.iban(),
                    "key", "a-generated-client",
                    "file", new String(file, StandardCharsets.UTF_8)));

            assertThat(answered.get("same")).isEqualTo(answered.get("payment"));
            assertThat(answered).containsEntry("refusal", "invalid-request /amount");
            assertThat(answered).containsEntry("file", payroll.fileId());
            assertThat(answered.get("report")).contains("<FIToFIPmtStsRpt>");
            Await.until(
                    "the payment of the generated client",
                    Patience.LIMIT,
                    () -> clients.bank(payer.bank())
                            .get("/v1/payments/" + answered.get("payment"))
                            .path("state")
                            .asString("")
                            .equals("SETTLED"));
        }
        time.took("generated client");
    }

    /// Behind the tests that count: it leaves customers, orders and applications of all kinds.
    @Test
    @Order(8)
    void interfacesAnswerAsTheyAreDescribed(@TempDir Path folder) throws Exception {
        new DescribedInterfaces(plan, clients, Schemathesis.installed(), folder).hold(ASKED);
        time.took("described interfaces");
    }

    /// On copies of what the tests before have played, which ends here.
    @Test
    @Order(9)
    void eachSabotageTurnsExactlyItsCheckRed() {
        log.close();
        sandbox.close();
        time.took("end");
        TriedFaultInjections tried = new SabotageMatrix(
                        plan, new SabotageMatrix.Economy(economy, seeded, payroll, file), time::took)
                .run(sabotages());
        System.out.println(tried.table());
        assertThat(tried.flaws()).isEmpty();
    }

    /// All with `-Dflorin.sabotages=all`, which is `./florin demo --check --sabotage all`; otherwise one in a topic,
    /// one in a database and one in the shards' files.
    private Collection<String> sabotages() {
        return "all".equals(System.getProperty("florin.sabotages"))
                ? FaultInjections.names(plan)
                : List.of("emptied-topic", "wrong-closing", "minted-token");
    }

    /// A new look at everything.
    private CheckContext context() {
        context = Optional.of(context.map(CheckContext::again)
                .orElseGet(() -> new CheckContext(plan, clients, economy, seeded, payroll)));
        return context.get();
    }

    private Set<String> red(CheckContext context) {
        Set<String> red = new TreeSet<>();
        for (Check check : Checks.all(plan.privacy(), file)) {
            CheckResult verdict = check.run(context);
            time.took("check " + check.name());
            if (!verdict.holds()) {
                red.add(check.name());
                System.out.println("red: " + check.name() + ": " + verdict.evidence());
            }
        }
        return red;
    }
}
