package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoEconomyGenerator;
import io.florin.sandbox.economy.ShippedPayroll;
import io.florin.sandbox.economy.SmallerEconomy;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.postgres.SharedBinaries;
import io.florin.sandbox.run.OneJvm;
import io.florin.sandbox.view.WhoSeesWhat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The demo's economy, of 20 people, in a currency that hides owners, values and which tokens are spent: every service
/// and three certifiers. `-Dflorin.privacy=anonymous` or `confidential` for the other models,
/// `-Dflorin.passive-audit=false` for active audit.
class HiddenEconomyIT {
    private static final int PORT_OFFSET = 5_000;
    private static final long SEED = 42;
    private static final int PEOPLE = 20;
    private static final int SHOPS = 5;
    private static final PrivacyModel MODEL = PrivacyModel.valueOf(
            System.getProperty("florin.privacy", "unlinkable").toUpperCase(Locale.ROOT));

    /// With three members of an audit authority who open payments by case; otherwise the auditor signs each payment.
    private static final boolean PASSIVE = Boolean.parseBoolean(System.getProperty("florin.passive-audit", "true"));

    @Test
    void settlesAndShowsNobodyWhatItHides(@TempDir Path data) throws Exception {
        SandboxPlan plan =
                SandboxPlan.of(new SandboxOptions(SharedBinaries.in(data), PORT_OFFSET, Optional.of(MODEL), PASSIVE));
        try (OneJvm sandbox = OneJvm.start(plan, line -> {})) {
            ServiceLog.into(data.resolve("logs/sandbox.log"));
            DemoClients clients = new DemoClients(plan);
            DemoEconomy economy =
                    SmallerEconomy.of(DemoEconomyGenerator.generate(SEED, ShippedPayroll.PAYDAY), PEOPLE, SHOPS);
            SeededEconomy seeded = new EconomySeeder(plan, clients, economy, System.out::println).seed();
            PayrollRun run = new PayrollRun(clients, economy, seeded);
            byte[] file = run.file();
            PayrollRun.Result payroll = run.run(file, line -> {});
            Scene scene = new Scene(plan, clients, economy, seeded, payroll);

            assertThat(red(plan, scene, file)).isEmpty();
            WhoSeesWhat stored = StoredPayment.of(scene);
            assertOnlyBanksSee(stored);
            if (PASSIVE) {
                assertACaseShowsWhoPaidWhomHowMuch(AuditChecks.withOpening(scene, stored));
            }

            assertPlantedLeaksAreFound(new Scene(plan, clients, economy, seeded, payroll), sandbox, file);
        }
    }

    private static void assertACaseShowsWhoPaidWhomHowMuch(WhoSeesWhat opened) {
        List<String> shown = opened.table().entrySet().stream()
                .filter(place -> place.getKey().contains("under case"))
                .flatMap(place -> place.getValue().stream())
                .toList();
        assertThat(shown).containsExactly("payer's identity on the ledger", "payee's identity on the ledger", "amount");
    }

    /// One leak in each kind of store.
    private static void assertPlantedLeaksAreFound(Scene scene, OneJvm sandbox, byte[] file) {
        Set<String> leaks = Checks.all(MODEL, file).stream()
                .filter(check -> check.name().equals("hidden"))
                .findFirst()
                .orElseThrow()
                .sabotages();
        leaks.forEach(leak -> Sabotages.apply(leak, scene, sandbox));
        Sabotages.apply("leaked-document", scene, sandbox);

        assertThat(LeakCheck.leaks(scene).evidence())
                .contains("endorser-1, table note_of_a_developer shows an enrollment id")
                .contains("log sandbox.log shows an enrollment id");
        if (MODEL.hidesValue()) {
            assertThat(LeakCheck.leaks(scene).evidence())
                    .contains("endorser-1, table amount_of_payment shows amounts")
                    .contains("log sandbox.log shows amounts");
        }
        assertThat(NameCheck.names(scene).evidence()).isEqualTo("central-bank-1, table scan_of_a_clerk shows a person");
    }

    private static List<String> red(SandboxPlan plan, Scene scene, byte[] file) {
        List<String> red = new ArrayList<>();
        List<Check> checks = new ArrayList<>(Checks.all(plan.privacy(), file));
        if (PASSIVE) {
            checks.add(AuditChecks.OPENINGS);
        }
        for (Check check : checks) {
            Verdict verdict = check.run(scene);
            if (!verdict.holds()) {
                red.add(check.name());
                System.out.println("red: " + check.name() + ": " + verdict.evidence());
            }
        }
        return red;
    }

    /// The payer's bank knows both sides; in no other store than banks' stands anything that the model hides.
    private static void assertOnlyBanksSee(WhoSeesWhat view) {
        view.table().forEach((place, facts) -> {
            if (place.contains("payer's bank")) {
                assertThat(facts).contains("payee's name", "amount");
            } else if (!place.contains("bank, which")) {
                List<String> shown = new ArrayList<>(facts);
                if (!MODEL.hidesValue() || place.equals("auditor")) {
                    shown.remove("amount");
                }
                assertThat(shown).as(place).isEmpty();
            }
        });
        assertThat(view.linkable()).isEqualTo(MODEL != PrivacyModel.UNLINKABLE);
    }
}
