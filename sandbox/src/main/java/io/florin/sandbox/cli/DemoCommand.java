package io.florin.sandbox.cli;

import io.florin.crypto.threshold.SignatureScheme;
import io.florin.identity.NetworkPlan.Endorsement;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.check.AuditChecks;
import io.florin.sandbox.check.Check;
import io.florin.sandbox.check.CheckContext;
import io.florin.sandbox.check.CheckResult;
import io.florin.sandbox.check.Checks;
import io.florin.sandbox.check.FaultInjections;
import io.florin.sandbox.check.PrivacyClaims;
import io.florin.sandbox.check.SabotageMatrix;
import io.florin.sandbox.check.SabotageMatrix.Economy;
import io.florin.sandbox.check.StoredPayment;
import io.florin.sandbox.check.TriedFaultInjections;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.EconomyFile;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoEconomyGenerator;
import io.florin.sandbox.economy.ShippedPayroll;
import io.florin.sandbox.economy.SmallerEconomy;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.plan.Topology;
import io.florin.sandbox.rail.FinalPayments;
import io.florin.sandbox.rail.RailRun;
import io.florin.sandbox.run.OneJvm;
import io.florin.sandbox.view.SeenPage;
import io.florin.sandbox.view.SeenPayment;
import io.florin.sandbox.view.WhoSeesWhat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "demo",
        description = "Starts everything in one JVM, seeds an economy, pays a payroll, checks all of it, and stays up.")
final class DemoCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int BROKEN = 1;
    private static final String ALL = "all";
    private static final int PEOPLE_HIDDEN = 20;
    private static final int PEOPLE_ON_RAIL_MIN = 20;
    private static final int SHOPS = 5;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DataOptions options = new DataOptions();

    @Option(names = "--seed", defaultValue = "42", description = "Draws the economy (default: ${DEFAULT-VALUE}).")
    private long seed = 42;

    @Option(
            names = "--privacy",
            paramLabel = "MODEL",
            defaultValue = "",
            description = "What the currency hides: clear, anonymous, confidential or unlinkable (default: what the"
                    + " network in the data directory hides, clear for a new one).")
    private String privacy = "";

    @Option(
            names = "--audit",
            paramLabel = "KIND",
            defaultValue = "",
            description = "passive: payments are encrypted to an audit authority, which opens them by case (a currency"
                    + " that hides something only; default: what the network in the data directory does, for a new one"
                    + " the auditor signs each payment where values are hidden).")
    private String audit = "";

    @Option(
            names = "--endorsement",
            paramLabel = "SCHEME",
            defaultValue = "",
            description =
                    "How endorsers sign: bls (2 of 3), frost (2 of 3), ecdsa (any 3 of 5; one may lie) or ecdsa-5of5"
                            + " (all 5; two may lie, and none may be away); default: what the network in the data"
                            + " directory does, bls for a new one.")
    private String endorsement = "";

    @Option(
            names = "--people",
            paramLabel = "N",
            defaultValue = "0",
            description = "So many people only (default: all; 20 where the currency hides something).")
    private int people;

    @Option(names = "--check", description = "Ends after the checks: 0 when all promises hold, 1 otherwise.")
    private boolean check;

    @Option(
            names = "--sabotage",
            paramLabel = "NAME",
            defaultValue = "",
            description =
                    "Breaks one thing before the checks, to see its check turn red; all, with --check: tries every"
                        + " sabotage on a copy of the finished economy and fails unless each turns exactly its check"
                        + " red.")
    private String sabotage = "";

    @Override
    public Integer call() {
        SandboxPlan plan = options.plan(model(), passiveAudit(), endorsement());
        if (plan.hasRail() && people > 0 && people < PEOPLE_ON_RAIL_MIN) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--rail needs at least " + PEOPLE_ON_RAIL_MIN
                            + " people: every tenth holds the keys of an own wallet, and such wallets pay each other.");
        }
        Set<String> sabotages = FaultInjections.names(plan);
        if (!sabotage.isEmpty() && !sabotage.equals(ALL) && !sabotages.contains(sabotage)) {
            say("No sabotage is called " + sabotage + ". There are: " + String.join(", ", sabotages) + ", all");
            return BROKEN;
        }
        if (sabotage.equals(ALL) && !check) {
            throw new ParameterException(spec.commandLine(), "--sabotage all ends after the checks: it needs --check.");
        }
        long begin = System.nanoTime();
        spec.commandLine().getOut(); // both are of the terminal from now on, wherever System.out and System.err lead to
        spec.commandLine().getErr();
        Path log = LogFile.open(plan.dataDirectory());
        say("Starting Florin; logs in " + log);
        OneJvm sandbox = OneJvm.start(plan, name -> say("  ready  " + name));
        Runtime.getRuntime().addShutdownHook(new Thread(sandbox::close, "sandbox-stop"));
        say("Started in " + seconds(begin) + " s");
        Played played = play(plan, sandbox);
        say("Done in " + seconds(begin) + " s");
        if (check) {
            sandbox.close();
            boolean holds = played.holds() && (!sabotage.equals(ALL) || matrix(plan, played.economy(), sabotages));
            return holds ? OK : BROKEN;
        }
        say(new Welcome(plan).text());
        say("Ctrl-C stops it.");
        awaitInterrupt();
        return OK;
    }

    /// @param holds whether all checks passed
    private record Played(Economy economy, boolean holds) {}

    /// Every sabotage on a copy of what was played, and whether each turned exactly its check red.
    private boolean matrix(SandboxPlan plan, Economy economy, Set<String> sabotages) {
        long begin = System.nanoTime();
        say("\nSabotages");
        TriedFaultInjections tried = new SabotageMatrix(plan, economy, line -> say("  " + line)).run(sabotages);
        say("\n" + tried.table());
        if (!tried.untried().isEmpty()) {
            say("  FAIL  no sabotage is meant for: " + String.join(", ", tried.untried()));
        }
        tried.flaws().forEach(flaw -> say("  FAIL  " + flaw));
        say(String.format(
                Locale.ROOT,
                "%d of %d sabotages turned exactly their check red, in %s s",
                tried.tried().size() - tried.flaws().size(),
                sabotages.size(),
                seconds(begin)));
        return tried.flaws().isEmpty() && tried.untried().isEmpty();
    }

    private Played play(SandboxPlan plan, OneJvm sandbox) {
        DemoClients clients = new DemoClients(plan);
        DemoEconomy whole = DemoEconomyGenerator.generate(seed, ShippedPayroll.PAYDAY);
        int count = people(plan, whole.people().size());
        boolean all = count == whole.people().size();
        DemoEconomy economy = all ? whole : SmallerEconomy.of(whole, count, SHOPS);
        EconomyFile kept = new EconomyFile(plan.dataDirectory(), seed, count);
        Optional<SeededEconomy> earlier = kept.read();
        SeededEconomy seeded = earlier.orElseGet(() -> seed(plan, clients, economy, kept));
        PayrollRun run = new PayrollRun(clients, economy, seeded);
        byte[] file = all ? ShippedPayroll.of(seed).orElseGet(run::file) : run.file();
        keep(plan.dataDirectory().resolve("payroll.xml"), file);
        PayrollRun.Result payroll = run.run(file, new Progress());
        say(
                earlier.isPresent()
                        ? "  payroll: was paid in an earlier run; the same file again pays nothing"
                        : String.format(
                                Locale.ROOT,
                                "  payroll: %d of %d payments settled in %.1f s, %s per second",
                                payroll.settled(),
                                payroll.lines(),
                                payroll.millis() / 1000.0,
                                payroll.paymentsPerSecond()));
        if (plan.hasRail()) {
            payOnTheRail(plan, clients, economy, sandbox);
        }
        CheckContext context = new CheckContext(plan, clients, economy, seeded, payroll);
        if (!sabotage.isEmpty() && !sabotage.equals(ALL)) {
            FaultInjections.apply(sabotage, context, sandbox);
            say("  sabotage done: " + sabotage);
            context = new CheckContext(plan, clients, economy, seeded, payroll);
        }
        List<Check> checks = new ArrayList<>(Checks.all(plan.privacy(), file));
        if (plan.passiveAudit()) {
            checks.add(AuditChecks.OPENINGS);
        }
        if (plan.hasRail()) {
            checks.addAll(Checks.RAIL);
        }
        boolean holds = table(context, checks);
        WhoSeesWhat seen = StoredPayment.of(context);
        boolean promised =
                page(plan.dataDirectory(), plan.passiveAudit() ? AuditChecks.withOpening(context, seen) : seen);
        return new Played(new Economy(economy, seeded, payroll, file), promised && holds);
    }

    private void payOnTheRail(SandboxPlan plan, DemoClients clients, DemoEconomy economy, OneJvm sandbox) {
        if (new FinalPayments(plan.dataDirectory()).isKept()) {
            say("  rail: was paid on in an earlier run");
            return;
        }
        RailRun.Result paid =
                new RailRun(plan, clients, economy, sandbox, line -> say("  rail: " + line)).run(RailRun.PAYMENTS);
        say("  rail: " + paid.summary());
    }

    /// Keeps what was found, for the page of all models, and a page of this one.
    ///
    /// @return whether it is what the model promises
    private boolean page(Path data, WhoSeesWhat found) {
        SeenPayment seen = found.seen();
        seen.keep(data);
        Path page = data.resolve("who-sees-what.html");
        keep(page, SeenPage.of(List.of(seen)).getBytes(StandardCharsets.UTF_8));
        CheckResult kept = PrivacyClaims.kept(seen);
        say("Who sees what: " + page + "\n  " + (kept.holds() ? "pass  " : "FAIL  ") + kept.evidence());
        return kept.holds();
    }

    private Optional<PrivacyModel> model() {
        if (privacy.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(PrivacyModel.valueOf(privacy.toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(
                    spec.commandLine(),
                    "No model is called " + privacy + ". There are: clear, anonymous, confidential, unlinkable");
        }
    }

    private Optional<Endorsement> endorsement() {
        return switch (endorsement.toLowerCase(Locale.ROOT)) {
            case "" -> Optional.empty();
            case "bls" -> Optional.of(Topology.endorsement(SignatureScheme.BLS_G1));
            case "frost" -> Optional.of(Topology.endorsement(SignatureScheme.FROST_ED25519));
            case "ecdsa" -> Optional.of(Topology.endorsement(SignatureScheme.ECDSA_P256));
            case "ecdsa-5of5" -> Optional.of(new Endorsement(SignatureScheme.ECDSA_P256, 5));
            default ->
                throw new ParameterException(
                        spec.commandLine(),
                        "Nobody signs by " + endorsement + ". There are: bls, frost, ecdsa, ecdsa-5of5");
        };
    }

    private boolean passiveAudit() {
        if (audit.isEmpty() || audit.equals("passive")) {
            return !audit.isEmpty();
        }
        throw new ParameterException(spec.commandLine(), "No kind of audit is called " + audit + ". There is: passive");
    }

    private int people(SandboxPlan plan, int all) {
        if (people < 0 || people > all) {
            throw new ParameterException(spec.commandLine(), "There are 1 to " + all + " people, not " + people);
        }
        if (people > 0) {
            return people;
        }
        return plan.privacy() == PrivacyModel.CLEAR ? all : PEOPLE_HIDDEN;
    }

    private SeededEconomy seed(SandboxPlan plan, DemoClients clients, DemoEconomy economy, EconomyFile kept) {
        kept.begin();
        SeededEconomy seeded = new EconomySeeder(plan, clients, economy, line -> say("  " + line)).seed();
        kept.finish(seeded);
        return seeded;
    }

    private boolean table(CheckContext context, List<Check> checks) {
        say("\nChecks");
        int passed = 0;
        for (Check one : checks) {
            CheckResult verdict = one.run(context);
            passed += verdict.holds() ? 1 : 0;
            say(String.format(
                    Locale.ROOT,
                    "  %-4s  %-20s %s",
                    verdict.holds() ? "pass" : "FAIL",
                    one.name(),
                    verdict.evidence()));
        }
        say(String.format(Locale.ROOT, "%d of %d checks passed", passed, checks.size()));
        say(Checks.supplyOf(context));
        return passed == checks.size();
    }

    /// Prints only what has changed.
    private final class Progress implements java.util.function.Consumer<String> {
        private String last = "";

        @Override
        public void accept(String line) {
            if (!line.equals(last)) {
                last = line;
                say("  payroll: " + line);
            }
        }
    }

    private static void keep(Path path, byte[] content) {
        try {
            Files.write(path, content);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + path, e);
        }
    }

    private void say(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    private static String seconds(long begin) {
        return String.format(
                Locale.ROOT, "%.1f", Duration.ofNanos(System.nanoTime() - begin).toMillis() / 1000.0);
    }

    private static void awaitInterrupt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
