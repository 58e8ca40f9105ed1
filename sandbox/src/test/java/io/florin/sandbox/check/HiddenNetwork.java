package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.threshold.SignatureScheme;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.internal.NodeRole;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoEconomyGenerator;
import io.florin.sandbox.economy.Payroll;
import io.florin.sandbox.economy.PayrollLine;
import io.florin.sandbox.economy.ShippedPayroll;
import io.florin.sandbox.economy.SmallerEconomy;
import io.florin.sandbox.openapi.Schemathesis;
import io.florin.sandbox.pages.ConsoleBrowser;
import io.florin.sandbox.pages.ConsoleTour;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.plan.Topology;
import io.florin.sandbox.run.OneJvm;
import io.florin.sandbox.view.SeenPayment;
import io.florin.sandbox.view.WhoSeesWhat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.opentest4j.TestAbortedException;

/// One network with the demo's economy, from its start to its end.
final class HiddenNetwork implements AutoCloseable {
    private static final int PORT_OFFSET = 5_000;
    private static final long SEED = 42;
    private static final int PEOPLE = 20;
    private static final int SHOPS = 5;

    /// The economy after its payroll.
    private record Played(DemoEconomy economy, SeededEconomy seeded, PayrollRun.Result payroll, byte[] file) {}

    private final SandboxPlan plan;
    private final OneJvm sandbox;
    private final ServiceLog log;
    private final DemoClients clients;
    private Optional<Played> played = Optional.empty();
    private long since = System.nanoTime();

    HiddenNetwork(Path directory, PrivacyModel model, SignatureScheme scheme, boolean passive) throws Exception {
        Path data = Files.createDirectory(directory.resolve(model.name().toLowerCase(Locale.ROOT)));
        plan = SandboxPlan.of(new SandboxOptions(
                data, PORT_OFFSET, Optional.of(model), passive, Optional.of(Topology.endorsement(scheme))));
        sandbox = OneJvm.start(plan, line -> {});
        log = ServiceLog.into(data.resolve("logs/sandbox.log"));
        took("start");
        clients = new DemoClients(plan);
    }

    /// @param wages of each person, of five
    void plays(int wages) {
        plays(wages, 0);
    }

    /// @param more minor units that are paid with each wage
    void plays(int wages, long more) {
        DemoEconomy whole = DemoEconomyGenerator.generate(SEED, ShippedPayroll.PAYDAY);
        DemoEconomy economy = wages(SmallerEconomy.of(whole, PEOPLE, SHOPS), wages, more);
        SeededEconomy seeded = new EconomySeeder(plan, clients, economy, this::took).seed();
        PayrollRun run = new PayrollRun(clients, economy, seeded);
        byte[] file = run.file();
        played = Optional.of(new Played(economy, seeded, run.run(file, line -> {}), file));
        took("payroll");
    }

    /// Everybody who signs gets a new key.
    void rotatesKeys() throws Exception {
        new KeyRotation(plan, sandbox, clients, this::context).rotates();
        took("keys");
    }

    private Played played() {
        return played.orElseThrow();
    }

    /// All checks are green, and nobody stores what the model hides from it.
    SeenPayment isSound() {
        assertThat(clients.officer(1).get("/v1/incidents")).isEmpty();
        assertThat(red()).isEmpty();
        took("checks");
        WhoSeesWhat stored = StoredPayment.of(context());
        SeenPayment found = (plan.passiveAudit() ? AuditChecks.withOpening(context(), stored) : stored).seen();
        assertThat(PrivacyClaims.broken(found)).isEmpty();
        found.keep(plan.dataDirectory());
        took("page");
        return SeenPayment.kept(plan.dataDirectory());
    }

    /// Registration says under the case whose the opened payment is.
    void namesThePayer() {
        new NamedPayer(context()).isToldUnderACaseByTwoOfficers();
        took("name");
    }

    /// One leak in each kind of store.
    void findsEachLeak() {
        Set<String> leaks = Checks.all(plan.privacy(), played().file()).stream()
                .filter(check -> check.name().equals("hidden"))
                .findFirst()
                .orElseThrow()
                .sabotages();
        CheckContext context = context();
        FaultInjections.apply("curious-bank", context, sandbox);
        assertThat(LeakCheck.leaks(context).evidence())
                .isEqualTo("bank-3, table seen_elsewhere shows an enrollment id");
        FaultInjections.apply("whispering-topic", context, sandbox);
        assertThat(LeakCheck.leaks(context).evidence()).isEqualTo("topic bank.notifications shows an enrollment id");
        leaks.stream()
                .filter(leak -> !Set.of("curious-bank", "whispering-topic").contains(leak))
                .forEach(leak -> FaultInjections.apply(leak, context, sandbox));
        FaultInjections.apply("leaked-document", context, sandbox);
        FaultInjections.apply("gossiping-bank", context, sandbox);
        assertThat(LeakCheck.leaks(context).evidence())
                .contains(
                        "endorser-1, table note_of_a_developer shows an enrollment id",
                        "log access.log shows an enrollment id",
                        "log sandbox.log shows an enrollment id",
                        "topic audit.events shows an enrollment id",
                        "endorser-1, table amount_of_payment shows amounts",
                        "log sandbox.log shows amounts");
        assertThat(NameCheck.names(context).evidence())
                .isEqualTo("central-bank-1, table scan_of_a_clerk shows a person;"
                        + " bank-3, table heard_elsewhere shows a stranger");
        took("leaks");
    }

    /// Pages of what the model hides and of the audit authority, as they fit a desktop and a phone. `AcceptanceIT` says
    /// it where there is no browser.
    void showsPagesThatFit() {
        try (ConsoleBrowser browser = new ConsoleBrowser(plan)) {
            ConsoleTour tour = new ConsoleTour(plan, clients, played().seeded(), browser, Optional.empty());
            tour.everybodyLooks();
            assertThat(tour.flawsOfAllPages()).isEmpty();
            assertThat(browser.complaints()).isEmpty();
            assertThat(tour.flawsOfErrorPages()).isEmpty();
            took("pages");
        } catch (TestAbortedException noBrowser) {
            took("no pages");
        }
    }

    /// Services that the clear network does not have, and the auditor's that it has no caller for. `AcceptanceIT` says
    /// it where the tool is missing.
    void answersAsDescribed() throws Exception {
        Set<NodeRole> roles = Set.of(NodeRole.CERTIFIER, NodeRole.AUDITOR, NodeRole.AUDIT_MEMBER);
        new UnknownParameters(plan, clients).areRefused(roles);
        Optional<Schemathesis> tool = Schemathesis.found();
        if (tool.isPresent()) {
            new DescribedInterfaces(plan, clients, tool.get(), plan.dataDirectory()).hold(roles);
            took("described interfaces");
        }
    }

    void findsALeak(String sabotage, String evidence) {
        CheckContext context = context();
        FaultInjections.apply(sabotage, context, sandbox);
        assertThat(LeakCheck.leaks(context).evidence()).isEqualTo(evidence);
        took("leak");
    }

    /// Who lost everything but the seed gets back what endorsers keep for him, and sees where they keep nothing.
    void missesLostNotes() {
        CheckContext context = context();
        Check restored = Checks.all(plan.privacy(), played().file()).stream()
                .filter(check -> check.sabotages().contains("lost-notes"))
                .findFirst()
                .orElseThrow();
        assertThat(restored.run(context).holds()).isTrue();
        FaultInjections.apply("lost-notes", context, sandbox);
        assertThat(restored.run(context).holds()).isFalse();
        took("lost notes");
    }

    /// Damage to money in the form of a model that hides it: the check that must see it does, and its neighbour has
    /// nothing to see.
    void seesMoneyThatIsWrong() {
        CheckContext context = context();
        FaultInjections.apply("wrong-closing", context, sandbox);
        assertThat(check("statement").run(context).holds()).isFalse();
        assertThat(check("balances").run(context))
                .satisfies(verdict ->
                        assertThat(verdict.holds()).as(verdict.evidence()).isTrue());
        FaultInjections.apply("minted-token", context, sandbox);
        assertThat(check("state").run(context).evidence()).endsWith("which no transaction made");
        FaultInjections.apply("claimed-payment", context, sandbox);
        assertThat(check("payroll").run(context).holds()).isFalse();
        took("wrong money");
    }

    private Check check(String name) {
        return Checks.all(plan.privacy(), played().file()).stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// A new look at everything.
    private CheckContext context() {
        Played all = played();
        return new CheckContext(plan, clients, all.economy(), all.seeded(), all.payroll());
    }

    private List<String> red() {
        List<String> red = new ArrayList<>();
        List<Check> checks = new ArrayList<>(Checks.all(plan.privacy(), played().file()));
        if (plan.passiveAudit()) {
            checks.add(AuditChecks.OPENINGS);
        }
        CheckContext context = context();
        for (Check check : checks) {
            CheckResult verdict = check.run(context);
            if (!verdict.holds()) {
                red.add(check.name());
                System.out.println("red: " + check.name() + ": " + verdict.evidence());
            }
            took("check " + check.name());
        }
        return red;
    }

    private void took(String what) {
        System.out.printf(
                Locale.ROOT,
                "%s %s: %.1f s%n",
                plan.privacy().name().toLowerCase(Locale.ROOT),
                what,
                (System.nanoTime() - since) / 1e9);
        since = System.nanoTime();
    }

    @Override
    public void close() {
        log.close();
        sandbox.close();
        took("end");
    }

    /// The first wages of everybody.
    private static DemoEconomy wages(DemoEconomy economy, int each, long more) {
        Payroll all = economy.payroll();
        return new DemoEconomy(
                economy.seed(),
                economy.banks(),
                economy.people(),
                economy.shops(),
                new Payroll(
                        all.messageId(),
                        all.employerShopId(),
                        all.executionDate(),
                        all.lines().subList(0, each * economy.people().size()).stream()
                                .map(line -> new PayrollLine(
                                        line.endToEndId(),
                                        line.uetr(),
                                        line.personId(),
                                        line.amountMinor() + more,
                                        line.purpose()))
                                .toList()));
    }
}
