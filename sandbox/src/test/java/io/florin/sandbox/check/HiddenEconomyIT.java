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
import io.florin.sandbox.run.OneJvm;
import io.florin.sandbox.view.WhoSeesWhat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The demo's economy, of 20 people, in a currency that hides owners, values and which tokens are spent: every service
/// and three certifiers. `-Dflorin.privacy=anonymous` or `confidential` for the other models.
class HiddenEconomyIT {
    private static final int PORT_OFFSET = 5_000;
    private static final long SEED = 42;
    private static final int PEOPLE = 20;
    private static final int SHOPS = 5;
    private static final PrivacyModel MODEL = PrivacyModel.valueOf(
            System.getProperty("florin.privacy", "unlinkable").toUpperCase(Locale.ROOT));

    @Test
    void settlesAndShowsNobodyWhatItHides(@TempDir Path data) {
        SandboxPlan plan = SandboxPlan.of(new SandboxOptions(data, PORT_OFFSET, Optional.of(MODEL)));
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
            assertOnlyBanksSee(StoredPayment.of(scene));

            Sabotages.apply("leaked-enrollment", scene, sandbox);
            assertThat(red(plan, new Scene(plan, clients, economy, seeded, payroll), file))
                    .containsExactly("hidden");
        }
    }

    private static List<String> red(SandboxPlan plan, Scene scene, byte[] file) {
        List<String> red = new ArrayList<>();
        for (Check check : Checks.all(plan.privacy(), file)) {
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
