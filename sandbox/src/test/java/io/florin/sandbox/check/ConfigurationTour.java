package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.BankClient;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.pages.ConsoleBrowser;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.testkit.Patience;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;

/// Officers change the ledger's configuration while banks pay: the audit policy becomes `always` and what it was again,
/// and nobody is restarted. What was under way at a change is settled, by another transaction where the change
/// overtook the first.
final class ConfigurationTour {
    private static final Duration SOON = Patience.LIMIT;
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final String BANK = "bank-1";
    private static final Peer CENTRAL_BANK = new Peer(NodeRole.CENTRAL_BANK, 1);
    private static final Peer AUDITOR = new Peer(NodeRole.AUDITOR, 1);

    private final SandboxPlan plan;
    private final DemoClients clients;
    private final List<Account> accounts;
    private final ConsoleBrowser browser;
    private final Supplier<CheckContext> scenes;
    private int payments;

    /// @param scenes a new look at everything
    ConfigurationTour(
            SandboxPlan plan,
            DemoClients clients,
            SeededEconomy seeded,
            ConsoleBrowser browser,
            Supplier<CheckContext> scenes) {
        this.plan = plan;
        this.clients = clients;
        this.browser = browser;
        this.scenes = scenes;
        this.accounts = seeded.accounts().values().stream()
                .filter(account -> account.bank().equals(BANK))
                .sorted(Comparator.comparingLong(Account::wallet))
                .toList();
    }

    void auditsEveryPaymentForAWhile() {
        JsonNode before = configuration();
        String former = policy(before);
        assertThat(former).isNotEqualTo("ALWAYS");

        Payer under = new Payer();
        changeOnPages("ALWAYS");
        under.endsWithEverythingSettled();
        assertThat(policy(configuration())).isEqualTo("ALWAYS");
        String audited = pay();
        OrderedTransaction settled = ordered(audited);
        assertThat(settled.audit()).as("the auditor's signature in the bundle").isPresent();
        assertThat(settled.transaction().orElseThrow().auditRequired()).isTrue();
        auditorShows(audited);

        under = new Payer();
        changeByProgram(former);
        under.endsWithEverythingSettled();
        assertThat(ordered(pay()).audit())
                .as("no signature is asked for any more")
                .isEmpty();
        assertThat(policy(configuration())).isEqualTo(former);
        assertThat(configuration().get("version").asLong())
                .isEqualTo(before.get("version").asLong() + 2);
        System.out.println("overtaken by a change: " + stale() + " transactions, each paid by another one");
    }

    private JsonNode configuration() {
        return clients.officer(1).get("/v1/configuration");
    }

    private static String policy(JsonNode configuration) {
        return configuration.at("/namespaces/1/auditPolicy").asString();
    }

    /// An officer proposes on the page and signs, another signs, and the page shows it in force.
    private void changeOnPages(String policy) {
        URI console = plan.http(CENTRAL_BANK);
        Page first = browser.signIn(console, "officer1");
        first.navigate(console + "/console/configuration");
        first.selectOption("select[name=auditPolicy]", policy);
        first.fill("form.fields input[name=reason]", "every payment is looked at for a while");
        first.getByText("Propose", new Page.GetByTextOptions().setExact(true)).click();
        PlaywrightAssertions.assertThat(first.getByText("Officers who signed: 0 of 2"))
                .isVisible();
        PlaywrightAssertions.assertThat(first.locator("tbody tr").first()).containsText("audit policy");
        String change = first.url();
        sign(first, 1);
        Page second = browser.signIn(console, "officer2");
        second.navigate(change);
        sign(second, 2);
        long version = configuration().get("version").asLong();
        Await.until(
                "the change in force",
                SOON,
                () -> state(change.replaceFirst(".*/", "")).equals("IN_FORCE"));
        second.reload();
        PlaywrightAssertions.assertThat(second.getByText("IN_FORCE")).isVisible();
        assertThat(configuration().get("version").asLong()).isGreaterThanOrEqualTo(version);
    }

    private void sign(Page page, int officer) {
        page.fill("input[name=passphrase]", plan.officerPassphrase(officer));
        page.getByText("Sign and approve").click();
        PlaywrightAssertions.assertThat(page.getByText("You have signed this change."))
                .isVisible();
    }

    private void changeByProgram(String policy) {
        JsonNode proposal = clients.officer(1)
                .once(
                        "/v1/configuration-changes",
                        "tour-back",
                        Map.of(
                                "baseVersion",
                                configuration().get("version").asLong(),
                                "reason",
                                "as it was",
                                "audit",
                                Map.of("policy", policy)));
        String id = proposal.get("id").asString();
        for (int officer : new int[] {1, 3}) {
            clients.officer(officer)
                    .post(
                            "/v1/configuration-changes/" + id + "/approvals",
                            Map.of(
                                    "digest",
                                    proposal.get("digest").asString(),
                                    "passphrase",
                                    plan.officerPassphrase(officer)));
        }
        Await.until("the change back in force", SOON, () -> state(id).equals("IN_FORCE"));
    }

    private String state(String change) {
        return clients.officer(1)
                .get("/v1/configuration-changes/" + change)
                .path("state")
                .asString("");
    }

    /// A cent from one customer to another, settled.
    ///
    /// @return its transaction
    private String pay() {
        String id = order(accounts.get(1), accounts.get(2)).orElseThrow();
        BankClient bank = clients.bank(BANK);
        Await.until(
                "the payment",
                SOON,
                () -> bank.get("/v1/payments/" + id).path("state").asString("").equals("SETTLED"));
        return bank.get("/v1/payments/" + id).get("transactionId").asString();
    }

    /// @return the payment's id at the bank; empty when the bank does not take it
    private Optional<String> order(Account payer, Account payee) {
        String key = "configuration-tour-" + payments++;
        try {
            return Optional.of(clients.bank(BANK)
                    .once(
                            "/v1/payments",
                            key,
                            Map.of(
                                    "wallet",
                                    payer.wallet(),
                                    "payee",
                                    Map.of("name", payee.holder(), "account", payee.iban()),
                                    "amount",
                                    1,
                                    "currency",
                                    "FLN",
                                    "endToEndId",
                                    "C" + payments,
                                    "remittance",
                                    "configuration"))
                    .get("id")
                    .asString());
        } catch (HttpClientErrorException refused) {
            return Optional.empty();
        }
    }

    private OrderedTransaction ordered(String transaction) {
        List<OrderedTransaction> found = new ArrayList<>();
        Await.until("the block of " + transaction, SOON, () -> {
            CheckContext context = scenes.get();
            context.ledger().blocks().stream()
                    .flatMap(block -> OrderedTransaction.of(block.entries()).stream())
                    .filter(ordered -> ordered.transaction()
                            .filter(read -> read.id().toHex().equals(transaction))
                            .isPresent())
                    .forEach(found::add);
            found.forEach(ordered -> assertThat(EndorsementCheck.isAudited(
                            ordered,
                            context.genesis().networkId(),
                            context.ledger().replay().configuration()))
                    .isTrue());
            return !found.isEmpty();
        });
        return found.getFirst();
    }

    private void auditorShows(String transaction) {
        URI console = plan.http(AUDITOR);
        Page page = browser.signIn(console, "auditor");
        page.navigate(console + "/console/approvals");
        PlaywrightAssertions.assertThat(page.getByText(transaction).first()).isVisible();
        page.navigate(console + "/console/approvals/" + transaction);
        PlaywrightAssertions.assertThat(page.locator("#state")).containsText("APPROVED");
    }

    private long stale() {
        return scenes.get().ledger().applied().stream()
                .flatMap(block -> block.outcomes().stream())
                .filter(outcome -> outcome.status() == TransactionStatus.ABORTED_STALE_CONFIG)
                .count();
    }

    /// Customers who pay a cent again and again, until they are told to end.
    private final class Payer {
        private final List<String> accepted = new ArrayList<>();
        private final Thread thread = Thread.ofVirtual().start(this::run);
        private volatile boolean ended;

        private void run() {
            for (int turn = 0; !ended; turn++) {
                Account payer = accounts.get(3 + turn % (accounts.size() - 4));
                order(payer, accounts.get(2)).ifPresent(accepted::add);
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }

        void endsWithEverythingSettled() {
            ended = true;
            try {
                assertThat(thread.join(SOON)).isTrue();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
            assertThat(accepted).isNotEmpty();
            Map<String, Long> states = new TreeMap<>();
            Await.until("payments under way at the change", SOON, () -> {
                states.clear();
                accepted.forEach(id -> states.merge(
                        clients.bank(BANK)
                                .get("/v1/payments/" + id)
                                .path("state")
                                .asString(""),
                        1L,
                        Long::sum));
                return states.keySet().stream().allMatch(state -> state.equals("SETTLED") || state.equals("REJECTED"));
            });
            assertThat(states).containsOnlyKeys("SETTLED");
        }
    }
}
