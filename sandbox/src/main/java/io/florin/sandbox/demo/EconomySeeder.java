package io.florin.sandbox.demo;

import io.florin.crypto.hash.Sha256;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.economy.DemoBank;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoPerson;
import io.florin.sandbox.economy.DemoShop;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.SandboxException;
import io.florin.wallet.keys.WalletSeed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// Brings the economy to life: banks withdraw, two officers approve each, customers open wallets and fund them. All of
/// it goes through the services' own interfaces, with the rights of whoever does it.
public final class EconomySeeder {
    private static final int PERSON_TIER = 2;
    private static final int BUSINESS_TIER = 3;
    private static final int AT_ONCE = 6;

    private final SandboxPlan plan;
    private final DemoClients clients;
    private final DemoEconomy economy;
    private final Consumer<String> progress;

    public EconomySeeder(SandboxPlan plan, DemoClients clients, DemoEconomy economy, Consumer<String> progress) {
        this.plan = plan;
        this.clients = clients;
        this.economy = economy;
        this.progress = progress;
    }

    public SeededEconomy seed() {
        economy.banks().forEach(this::awaitTreasury);
        progress.accept("banks are admitted and their treasuries enrolled");
        together(economy.banks().stream()
                .<Runnable>map(bank -> () -> withdraw(bank))
                .toList());
        progress.accept("central bank issued " + money(economy.supplyMinor()) + " FLN, two officers approving");
        Map<String, Account> accounts = openWallets();
        progress.accept(accounts.size() + " wallets are enrolled");
        fund(accounts);
        progress.accept("wallets are funded");
        return new SeededEconomy(Map.copyOf(accounts), economy.supplyMinor());
    }

    private void awaitTreasury(DemoBank bank) {
        Await.until(
                "the treasury of " + bank.name(),
                Await.PATIENCE,
                () -> state(bank.id(), 0).equals("ENROLLED"));
    }

    private String state(String bank, long wallet) {
        return clients.bank(bank).get("/v1/wallets/" + wallet).path("state").asString("");
    }

    private void withdraw(DemoBank bank) {
        BankClient client = clients.bank(bank.id());
        JsonNode order = client.once(
                "/v1/supply-orders",
                "demo-withdrawal-" + economy.seed(),
                Map.of("direction", "WITHDRAWAL", "amount", bank.withdrawalMinor()));
        String id = order.path("id").asString("");
        for (int officer = 1; officer <= 2; officer++) {
            BankClient approver = clients.officer(officer);
            Await.until(
                    "the central bank to have the request",
                    Await.PATIENCE,
                    () -> !approver.get("/v1/supply-requests/" + id)
                            .path("state")
                            .asString("")
                            .isEmpty());
            JsonNode shown = approver.get("/v1/supply-requests/" + id);
            if (shown.path("state").asString("").equals("REQUESTED")) {
                approver.post(
                        "/v1/supply-requests/" + id + "/approvals",
                        Map.of(
                                "digest",
                                shown.path("digest").asString(""),
                                "passphrase",
                                plan.officerPassphrase(officer)));
            }
        }
        Await.until(
                "the withdrawal of " + bank.name(),
                Await.PATIENCE,
                () -> client.get("/v1/supply-orders/" + id)
                        .path("state")
                        .asString("")
                        .equals("SETTLED"));
        Await.until(
                "the tokens of " + bank.name(),
                Await.PATIENCE,
                () -> client.get("/v1/wallets/0/balance").path("total").asLong() >= bank.withdrawalMinor());
    }

    private Map<String, Account> openWallets() {
        Map<String, Account> accounts = new ConcurrentHashMap<>();
        List<Runnable> openings = new ArrayList<>();
        for (DemoBank bank : economy.banks()) {
            // one after the other at each bank, so that the same seed gives the same account numbers
            openings.add(() -> {
                economy.shopsOf(bank.id()).forEach(shop -> accounts.put(shop.id(), open(shop)));
                economy.peopleOf(bank.id()).forEach(person -> accounts.put(person.id(), open(person)));
            });
        }
        together(openings);
        for (Account account : accounts.values()) {
            Await.until(
                    "the enrollment of " + account.iban(),
                    Await.PATIENCE,
                    () -> state(account.bank(), account.wallet()).equals("ENROLLED"));
        }
        credentials(accounts);
        return accounts;
    }

    private Account open(DemoShop shop) {
        return open(
                shop.bankId(),
                Map.of(
                        "kind",
                        "BUSINESS",
                        "fullName",
                        shop.name(),
                        "birthDate",
                        "2001-05-04",
                        "country",
                        "XF",
                        "documentType",
                        "COMPANY_REGISTER",
                        "documentNumber",
                        "CR-" + shop.id().toUpperCase(Locale.ROOT)),
                shop.openingMinor(),
                BUSINESS_TIER,
                false,
                shop.id());
    }

    private Account open(DemoPerson person) {
        return open(
                person.bankId(),
                Map.of(
                        "kind",
                        "PERSON",
                        "fullName",
                        person.fullName(),
                        "birthDate",
                        person.birthDate().toString(),
                        "country",
                        "XF",
                        "documentType",
                        "PASSPORT",
                        "documentNumber",
                        person.documentNumber()),
                person.openingMinor(),
                PERSON_TIER,
                person.custody() == DemoPerson.Custody.SELF,
                person.id());
    }

    private Account open(
            String bank, Map<String, String> customer, long opening, int tier, boolean selfHeld, String id) {
        BankClient client = clients.bank(bank);
        String customerId = client.once("/v1/customers", "customer-" + id, customer)
                .path("id")
                .asString("");
        client.once("/v1/customers/" + customerId + "/deposit", "opening-" + id, Map.of("amount", opening));
        JsonNode wallet = selfHeld
                ? openSelfHeld(client, bank, customerId, tier, id)
                : client.once("/v1/customers/" + customerId + "/wallets", "wallet-" + id, Map.of("tier", tier));
        return new Account(
                bank,
                wallet.path("number").asLong(),
                wallet.path("iban").asString(""),
                customer.getOrDefault("fullName", ""));
    }

    /// The holder makes the keys from a seed that no bank ever sees, and proves to have them.
    private JsonNode openSelfHeld(BankClient client, String bank, String customerId, int tier, String id) {
        JsonNode reference = client.post("/v1/self-held-references", Map.of());
        try (WalletSeed seed = selfHeldSeed(economy.seed(), id)) {
            JsonNode enrollment = SelfHeldWallet.restore(plan, id, seed)
                    .enrollment(participant(bank), reference.path("reference").asString(""));
            return client.post(
                    "/v1/customers/" + customerId + "/self-held-wallets",
                    Map.of(
                            "number", reference.path("number").asLong(),
                            "ownerKey", enrollment.path("ownerKey").asString(""),
                            "noteKey", enrollment.path("noteKey").asString(""),
                            "proofOfPossession",
                                    enrollment.path("proofOfPossession").asString(""),
                            "tier", tier));
        }
    }

    private static int participant(String bank) {
        return Integer.parseInt(bank.substring("bank-".length()));
    }

    /// In a hidden currency a wallet can be paid once its holder has a credential.
    private void credentials(Map<String, Account> accounts) {
        if (plan.privacy() == PrivacyModel.CLEAR) {
            return;
        }
        for (DemoPerson person : economy.people()) {
            SelfHeldWallet.of(plan, person.id()).ifPresent(wallet -> {
                Account account = Objects.requireNonNull(accounts.get(person.id()));
                wallet.credential(
                        plan.http(new Peer(NodeRole.BANK, participant(account.bank()))),
                        account.wallet(),
                        clients.holderToken(account.bank(), account.wallet()));
            });
        }
    }

    /// The seed of a self-held demo wallet: drawn from the economy's seed, so that the demo can be repeated.
    public static WalletSeed selfHeldSeed(long economySeed, String person) {
        return WalletSeed.of(
                Sha256.digest(("demo wallet " + economySeed + " " + person).getBytes(StandardCharsets.UTF_8)));
    }

    private void fund(Map<String, Account> accounts) {
        List<Runnable> fundings = new ArrayList<>();
        economy.people().forEach(person -> fundings.add(() -> fund(accounts, person.id(), person.openingMinor())));
        economy.shops().forEach(shop -> fundings.add(() -> fund(accounts, shop.id(), shop.openingMinor())));
        together(fundings);
        economy.people().forEach(person -> awaitFunds(accounts, person.id(), person.openingMinor()));
        economy.shops().forEach(shop -> awaitFunds(accounts, shop.id(), shop.openingMinor()));
    }

    private void fund(Map<String, Account> accounts, String id, long amount) {
        Account account = Objects.requireNonNull(accounts.get(id));
        clients.bank(account.bank())
                .once("/v1/wallets/" + account.wallet() + "/fundings", "funding-" + id, Map.of("amount", amount));
    }

    private void awaitFunds(Map<String, Account> accounts, String id, long amount) {
        Account account = Objects.requireNonNull(accounts.get(id));
        // no bank sees in a hidden currency whose wallet it is
        Optional<SelfHeldWallet> own =
                plan.privacy() == PrivacyModel.CLEAR ? Optional.empty() : SelfHeldWallet.of(plan, id);
        Await.until(
                "the funds of " + id,
                Await.PATIENCE,
                () -> own.map(SelfHeldWallet::balance).orElseGet(() -> bankBalance(account)) >= amount);
    }

    private long bankBalance(Account account) {
        return clients.bank(account.bank())
                .get("/v1/wallets/" + account.wallet() + "/balance")
                .path("total")
                .asLong();
    }

    private static void together(List<Runnable> tasks) {
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<?>> running = new ArrayList<>();
            tasks.forEach(task -> running.add(threads.submit(task)));
            for (Future<?> one : running) {
                one.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("interrupted while seeding", e);
        } catch (ExecutionException e) {
            throw new SandboxException("seeding failed: " + e.getMessage(), e);
        }
    }

    /// Minor units as people read them.
    public static String money(long minor) {
        return String.format(Locale.ROOT, "%,d.%02d", minor / 100, minor % 100);
    }
}
