package io.florin.sandbox.check;

import io.florin.committer.reconciliation.EndorsedTransaction;
import io.florin.committer.reconciliation.TransactionReview;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.BankClient;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.demo.SelfHeldWallet;
import io.florin.sandbox.economy.DemoPerson;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Checks of money where the ledger shows neither whose a token is nor, in two models, what it is worth.
final class HiddenChecks {
    private static final long TREASURY_WALLET = 0;

    private HiddenChecks() {}

    static final Check SUPPLY = new Check(
            "supply",
            "every proof holds again, and the auditor proves issued and redeemed to be what the ledger" + " records",
            Set.of("forged-proof", "colluding-endorsers"),
            HiddenChecks::supply);

    /// The supply is what the ledger records as issued and redeemed, if no payment in between made money: every proof
    /// is verified again here, from what an endorser keeps.
    static CheckResult supply(CheckContext context) {
        Set<TransactionId> committed = new HashSet<>();
        context.ledger()
                .applied()
                .forEach(block -> block.committed().forEach(transaction -> committed.add(transaction.id())));
        TransactionReview review = new TransactionReview(context.genesis().networkId(), new SecureRandom());
        Map<TransactionId, Submission> kept = submissions(context);
        Map<Long, NetworkConfiguration> configurations = configurations(context);
        int proofs = 0;
        for (Block block : context.ledger().blocks()) {
            for (OrderedTransaction ordered : OrderedTransaction.of(block.entries())) {
                Optional<TransactionId> id = ordered.transaction().map(transaction -> transaction.id());
                if (id.isEmpty() || !committed.contains(id.get())) {
                    continue;
                }
                Submission submission = kept.get(id.get());
                if (submission == null) {
                    return CheckResult.broken("nobody keeps " + id.get().toHex());
                }
                Optional<String> flaw = review.flaw(
                        new EndorsedTransaction(
                                block.header().number(), block.header().hash(), ordered),
                        submission.transaction(),
                        Optional.ofNullable(configurations.get(
                                ordered.transaction().orElseThrow().configurationVersion())));
                if (flaw.isPresent()) {
                    return CheckResult.broken(id.get().toHex() + ": " + flaw.get());
                }
                proofs += submission.transaction() instanceof HiddenPayment ? 1 : 0;
            }
        }
        MoneyChecks.Supply supply = MoneyChecks.Supply.of(context);
        CheckResult proved = MoneyChecks.auditorsProof(context, supply);
        return proved.holds()
                ? CheckResult.of(
                        proofs > 0,
                        proofs + " proofs hold, issued " + EconomySeeder.money(supply.issued()) + ", redeemed "
                                + EconomySeeder.money(supply.redeemed()) + ", " + proved.evidence())
                : proved;
    }

    /// Each that was ever in force, by its version.
    private static Map<Long, NetworkConfiguration> configurations(CheckContext context) {
        Map<Long, NetworkConfiguration> known = new HashMap<>();
        known.put(context.genesis().configuration().version(), context.genesis().configuration());
        context.ledger()
                .applied()
                .forEach(block -> block.committed()
                        .forEach(transaction -> transaction
                                .newConfiguration()
                                .ifPresent(configuration -> known.put(configuration.version(), configuration))));
        return known;
    }

    private static Map<TransactionId, Submission> submissions(CheckContext context) {
        Map<TransactionId, Submission> found = new HashMap<>();
        for (Peer endorser : context.plan().topology().nodes(NodeRole.ENDORSER)) {
            try (Connection database = Databases.connect(context.plan(), endorser);
                    PreparedStatement query =
                            database.prepareStatement("select id, submission from client_transaction");
                    ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    TransactionId id = TransactionId.of(rows.getBytes("id"));
                    if (!found.containsKey(id)) {
                        found.put(id, Submission.decode(rows.getBytes("submission")));
                    }
                }
            } catch (SQLException e) {
                throw new IllegalStateException("the database of " + endorser + " cannot be read", e);
            }
        }
        return found;
    }

    static final Check BALANCES = new Check(
            "balances",
            "all wallets together have what is outstanding",
            Set.of("phantom-money"),
            HiddenChecks::balances);

    /// Balances of all wallets and treasuries add up to what is outstanding; of the employer, whose statement is a
    /// check of its own, by what payments come to. Whoever tries the platform may have opened
    /// wallets besides: those of banks are asked too, and what self-held ones have, nobody else can tell.
    static CheckResult balances(CheckContext context) {
        long sum = 0;
        int wallets = 0;
        Map<String, Set<Long>> known = new HashMap<>();
        Account employer = context.seeded().account(context.economy().payroll().employerShopId());
        for (Map.Entry<String, Account> each : context.seeded().accounts().entrySet()) {
            Account account = each.getValue();
            known.computeIfAbsent(account.bank(), _ -> new HashSet<>()).add(account.wallet());
            if (account.equals(employer)) {
                sum += RememberedPayments.balance(context, account);
                wallets++;
                continue;
            }
            sum += SelfHeldWallet.of(context.plan(), each.getKey())
                    .map(SelfHeldWallet::balance)
                    .orElseGet(() -> balance(context.clients().bank(account.bank()), account.wallet()));
            wallets++;
        }
        int strangers = 0;
        for (Peer peer : context.plan().topology().nodes(NodeRole.BANK)) {
            BankClient bank = context.clients().bank(peer.directoryName());
            Set<Long> own = known.computeIfAbsent(peer.directoryName(), _ -> new HashSet<>());
            own.add(TREASURY_WALLET);
            sum += balance(bank, TREASURY_WALLET);
            wallets++;
            for (Map.Entry<Long, Boolean> wallet : wallets(context, peer).entrySet()) {
                if (own.contains(wallet.getKey())) {
                    continue;
                }
                if (wallet.getValue()) {
                    sum += balance(bank, wallet.getKey());
                    wallets++;
                } else {
                    strangers++;
                }
            }
        }
        MoneyChecks.Supply supply = MoneyChecks.Supply.of(context);
        return CheckResult.of(
                strangers == 0 ? sum == supply.outstanding() : sum <= supply.outstanding(),
                wallets + " wallets have " + EconomySeeder.money(sum) + ", outstanding are "
                        + EconomySeeder.money(supply.outstanding())
                        + (strangers == 0 ? "" : ", the rest is in self-held wallets of others: " + strangers));
    }

    /// Whether the bank keeps the keys, by number of the wallet.
    private static Map<Long, Boolean> wallets(CheckContext context, Peer bank) {
        Map<Long, Boolean> custodial = new TreeMap<>();
        try (Connection database = Databases.connect(context.plan(), bank);
                PreparedStatement query = database.prepareStatement("select number, custodial from wallet");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                custodial.put(rows.getLong("number"), rows.getBoolean("custodial"));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database of " + bank + " cannot be read", e);
        }
        return custodial;
    }

    private static long balance(BankClient bank, long wallet) {
        return bank.get("/v1/wallets/" + wallet + "/balance").path("total").asLong();
    }

    static final Check RESTORED_WALLET = new Check(
            "restored wallet",
            "a self-held wallet comes back from its seed and its bank's credential, with what it was paid",
            Set.of("lost-notes"),
            HiddenChecks::restoredWallet);

    /// A self-held wallet is made again from its seed, elsewhere, and gets its credential from its bank: it has what
    /// it had, and knows what it was paid.
    static CheckResult restoredWallet(CheckContext context) {
        String person = context.economy().people().stream()
                .map(DemoPerson::id)
                .filter(id -> SelfHeldWallet.of(context.plan(), id).isPresent())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nobody holds a wallet of his own"));
        SelfHeldWallet own = SelfHeldWallet.of(context.plan(), person).orElseThrow();
        Account account = context.seeded().account(person);
        Peer bank = new Peer(NodeRole.BANK, Integer.parseInt(account.bank().substring("bank-".length())));
        Path elsewhere = newDirectory();
        try (WalletSeed seed = EconomySeeder.selfHeldSeed(context.economy().seed(), person)) {
            SelfHeldWallet restored = SelfHeldWallet.restore(context.plan(), elsewhere.resolve("wallet.seed"), seed);
            restored.credential(
                    context.plan().http(bank),
                    account.wallet(),
                    context.clients().holderToken(account.bank(), account.wallet()));
            long had = own.balance();
            long has = restored.balance();
            List<String> paid = own.history();
            return CheckResult.of(
                    has == had
                            && has > 0
                            && !paid.isEmpty()
                            && restored.history().equals(paid),
                    "balance " + EconomySeeder.money(has) + " of " + EconomySeeder.money(had) + " and "
                            + restored.history().size() + " of " + paid.size() + " receipts from the seed alone");
        } finally {
            delete(elsewhere);
        }
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("florin-restored-");
        } catch (IOException e) {
            throw new UncheckedIOException("no place for a restored wallet", e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a restored wallet stays in " + directory, e);
        }
    }

    static final Check STATEMENT = new Check(
            "statement", "camt.053 closes at the wallet's balance", Set.of("wrong-closing"), HiddenChecks::statement);

    /// The employer's camt.053 closes at what its payments come to, of which the ledger has the transactions and other
    /// banks a part.
    static CheckResult statement(CheckContext context) {
        Account employer = context.seeded().account(context.economy().payroll().employerShopId());
        String xml = context.clients().bank(employer.bank()).getText("/v1/wallets/" + employer.wallet() + "/statement");
        return MoneyChecks.closing(
                xml.getBytes(StandardCharsets.UTF_8),
                RememberedPayments.balance(context, employer),
                "payments come to");
    }
}
