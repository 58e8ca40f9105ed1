package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.check.RefusedTransactions.Refused;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.BankClient;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoEconomyGenerator;
import io.florin.sandbox.economy.Payroll;
import io.florin.sandbox.economy.ShippedPayroll;
import io.florin.sandbox.economy.SmallerEconomy;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.plan.Topology;
import io.florin.sandbox.run.OneJvm;
import io.florin.testkit.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;

/// The smallest economy whose blocks hold each kind of thing: two customers and an employer of one bank, wages, money
/// that the bank gives back, a configuration that officers change, and bundles that somebody brings who means ill.
final class RecordedNetwork implements AutoCloseable {
    private static final int PORT_OFFSET = 7_000;
    private static final long SEED = 42;
    private static final int FIRST_PEOPLE = 3;
    private static final int WAGES = 2;
    private static final Duration SOON = Patience.LIMIT;
    private static final String BANK = "bank-1";
    private static final int SIGNATURE_SIZE = 64;

    private final SandboxPlan plan;
    private final OneJvm sandbox;
    private final DemoClients clients;
    private final DemoEconomy economy;
    private final SeededEconomy seeded;
    private final PayrollRun.Result payroll;
    private int requests;

    RecordedNetwork(Path directory, PrivacyModel model, SignatureScheme scheme, boolean passive) throws Exception {
        Path data = Files.createDirectory(directory.resolve(model.name().toLowerCase(Locale.ROOT)));
        plan = SandboxPlan.of(new SandboxOptions(
                data, PORT_OFFSET, Optional.of(model), passive, Optional.of(Topology.endorsement(scheme))));
        sandbox = OneJvm.start(plan, line -> {});
        try {
            clients = new DemoClients(plan);
            economy = wages(SmallerEconomy.ofBank(
                    DemoEconomyGenerator.generate(SEED, ShippedPayroll.PAYDAY), BANK, FIRST_PEOPLE, 1));
            seeded = new EconomySeeder(plan, clients, economy, System.out::println).seed();
            PayrollRun run = new PayrollRun(clients, economy, seeded);
            payroll = run.run(run.file(), line -> {});
        } catch (RuntimeException failed) {
            sandbox.close();
            throw failed;
        }
    }

    private static DemoEconomy wages(DemoEconomy economy) {
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
                        all.lines().subList(0, WAGES)));
    }

    Path data() {
        return plan.dataDirectory();
    }

    // ---- what banks and officers do

    /// The bank withdraws once more than its customers need and gives it back, first a part and then the rest.
    void redeems() {
        supply("WITHDRAWAL", 50_00);
        supply("REDEMPTION", 20_00);
        supply("REDEMPTION", 30_00);
        assertThat(clients.auditor().supply().redeemed()).isEqualTo(50_00);
    }

    private void supply(String direction, long amount) {
        BankClient bank = clients.bank(BANK);
        String id = bank.once("/v1/supply-orders", key(), Map.of("direction", direction, "amount", amount))
                .get("id")
                .asString();
        for (int officer = 1; officer <= 2; officer++) {
            BankClient approver = clients.officer(officer);
            String request = "/v1/supply-requests/" + id;
            Await.until(
                    "the request",
                    SOON,
                    () -> approver.get(request).path("state").asString("").equals("REQUESTED"));
            approver.post(
                    request + "/approvals",
                    Map.of(
                            "digest",
                            approver.get(request).get("digest").asString(),
                            "passphrase",
                            plan.officerPassphrase(officer)));
        }
        Await.until(
                "the " + direction + " of " + amount,
                SOON,
                () -> bank.get("/v1/supply-orders/" + id)
                        .path("state")
                        .asString("")
                        .equals("SETTLED"));
        awaitAuditor();
    }

    /// @param setting of the form of changes, and its new value
    void changesTheConfiguration(String setting, Map<String, ?> value) {
        BankClient officer = clients.officer(1);
        JsonNode proposal = officer.once(
                "/v1/configuration-changes",
                key(),
                Map.of(
                        "baseVersion",
                        officer.get("/v1/configuration").get("version").asLong(),
                        "reason",
                        "to be recorded",
                        setting,
                        value));
        String change = "/v1/configuration-changes/" + proposal.get("id").asString();
        for (int signer : new int[] {1, 3}) {
            clients.officer(signer)
                    .post(
                            change + "/approvals",
                            Map.of(
                                    "digest",
                                    proposal.get("digest").asString(),
                                    "passphrase",
                                    plan.officerPassphrase(signer)));
        }
        Await.until(
                "the change in force",
                SOON,
                () -> officer.get(change).path("state").asString("").equals("IN_FORCE"));
    }

    /// A cent from one customer to the other, under the configuration in force.
    void pays() {
        List<Account> accounts = seeded.accounts().values().stream()
                .sorted(Comparator.comparingLong(Account::wallet))
                .toList();
        BankClient bank = clients.bank(BANK);
        Map<String, ?> order = Map.of(
                "wallet",
                accounts.get(1).wallet(),
                "payee",
                Map.of(
                        "name",
                        accounts.get(2).holder(),
                        "account",
                        accounts.get(2).iban()),
                "amount",
                1,
                "currency",
                "FLN",
                "endToEndId",
                "RECORDED",
                "remittance",
                "to be recorded");
        String id = bank.once("/v1/payments", key(), order).get("id").asString();
        Await.until(
                "the payment",
                SOON,
                () -> bank.get("/v1/payments/" + id).path("state").asString("").equals("SETTLED"));
    }

    private String key() {
        return "recorded-" + requests++;
    }

    // ---- what somebody does who means ill

    /// The last payment once more: byte by byte, which no party orders again; with another approval of the auditor,
    /// which makes other bytes and a duplicate; and under a signature that does not verify.
    void repeatsTheLastPayment() {
        CheckContext context = context();
        Bundle last = bundles(context).reversed().stream()
                .filter(bundle -> bundle.namespace().value() == 1)
                .findFirst()
                .orElseThrow();
        long before = times(context, last);
        FaultInjections.offer(context, last);
        List<Bundle.IndexedAudit> audits = last.audits().isEmpty()
                ? List.of(new Bundle.IndexedAudit(0, new AuditorApproval(0, Bytes.of(new byte[SIGNATURE_SIZE]))))
                : List.of();
        orders(context, with(last, audits, last.signature()));
        assertThat(statusesOfTheLastBlock()).containsOnly(TransactionStatus.REJECTED_DUPLICATE_TX_ID);
        byte[] forged = last.signature().toArray();
        forged[forged.length - 1] ^= 1;
        orders(context, with(last, last.audits(), Bytes.of(forged)));
        assertThat(statusesOfTheLastBlock()).containsOnly(TransactionStatus.MALFORMED_ENDORSEMENT);
        assertThat(times(context(), last)).as("ordered byte by byte").isEqualTo(before);
    }

    /// Waits for its block longer than a sabotage does: nothing else is brought meanwhile.
    private static void orders(CheckContext context, Bundle bundle) {
        long height = context.clients().committer().head().number();
        FaultInjections.offer(context, bundle);
        Await.until(
                "the bundle in a block",
                SOON,
                () -> context.clients().committer().head().number() > height);
    }

    private static Bundle with(Bundle bundle, List<Bundle.IndexedAudit> audits, Bytes signature) {
        return new Bundle(
                bundle.namespace(), bundle.rulesVersion(), bundle.keyEpoch(), bundle.transactions(), audits, signature);
    }

    private static long times(CheckContext context, Bundle bundle) {
        return bundles(context).stream().filter(bundle::equals).count();
    }

    private static List<Bundle> bundles(CheckContext context) {
        return context.ledger().blocks().stream()
                .flatMap(block -> block.entries().stream())
                .map(entry -> Bundle.decode(entry.toArray()))
                .toList();
    }

    /// Colluding endorsers sign a payment that asks for an auditor who has not signed.
    void refusesWhatIsNotAudited() {
        refuses(new NamespaceId(1), RefusedTransactions::ofTheAuditor);
    }

    /// Colluding endorsers sign what must not commit, one rule broken by each; the auditor signs what only the state
    /// refuses.
    void refusesWhateverIsSigned() {
        refuses(new NamespaceId(1), RefusedTransactions::ofTheCurrency);
        refuses(NamespaceId.CONFIGURATION, RefusedTransactions::ofTheConfiguration);
    }

    private void refuses(
            NamespaceId namespace,
            BiFunction<SettlementTransaction, NetworkConfiguration, Map<String, Refused>> transactions) {
        CheckContext context = context();
        NetworkConfiguration inForce = context.ledger().replay().configuration();
        SettlementTransaction spent = context.ledger().applied().stream()
                .flatMap(block -> block.committed().stream())
                .filter(transaction -> transaction.kind() == TransactionKind.TRANSFER)
                .findFirst()
                .orElseThrow();
        Map<String, Refused> refused = transactions.apply(spent, inForce);
        int rules = inForce.namespace(namespace).orElseThrow().rulesVersion();
        Bundle endorsed = CollusionInjection.endorsed(context, namespace, rules, RefusedTransactions.raw(refused));
        orders(context, with(endorsed, audits(endorsed, refused), endorsed.signature()));
        List<TransactionStatus> statuses = statusesOfTheLastBlock();
        int place = 0;
        for (Map.Entry<String, Refused> each : refused.entrySet()) {
            assertThat(statuses.get(place++))
                    .as(each.getKey())
                    .isEqualTo(each.getValue().verdict());
        }
        assertThat(statuses).hasSize(place);
    }

    /// The auditor's approvals of those that nothing but the state refuses.
    private List<Bundle.IndexedAudit> audits(Bundle endorsed, Map<String, Refused> refused) {
        List<Bundle.IndexedAudit> audits = new ArrayList<>();
        try (NodeIdentity auditor = NodeIdentity.load(plan.networkDirectory(), new Peer(NodeRole.AUDITOR, 1))) {
            int place = 0;
            for (Refused each : refused.values()) {
                if (each.verdict() == TransactionStatus.ABORTED_READ_CONFLICT) {
                    SettlementTransaction transaction = endorsed.transaction(place);
                    byte[] message = AuditorApproval.message(
                            auditor.networkId(),
                            endorsed.namespace(),
                            endorsed.rulesVersion(),
                            transaction.id(),
                            transaction.expiryHeight());
                    audits.add(new Bundle.IndexedAudit(
                            place, new AuditorApproval(0, auditor.key().sign(message))));
                }
                place++;
            }
        }
        return audits;
    }

    private List<TransactionStatus> statusesOfTheLastBlock() {
        return context().ledger().applied().getLast().outcomes().stream()
                .map(outcome -> outcome.status())
                .toList();
    }

    private CheckContext context() {
        return new CheckContext(plan, clients, economy, seeded, payroll);
    }

    /// When the auditor has proved the supply after the last block.
    private void awaitAuditor() {
        Await.until(
                "the auditor",
                SOON,
                () -> clients.auditor().supply().block()
                        == clients.committer().head().number());
    }

    /// Ends everything, so that Kafka's files are whole.
    @Override
    public void close() {
        try {
            awaitAuditor();
        } finally {
            sandbox.close();
        }
    }
}
