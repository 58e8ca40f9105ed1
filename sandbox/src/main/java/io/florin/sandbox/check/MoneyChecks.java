package io.florin.sandbox.check;

import io.florin.iso20022.MessageModels;
import io.florin.iso20022.StatementReader;
import io.florin.iso20022.SupportedCurrency;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.runtime.api.AuditorApi.SupplyView;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.BankClient;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.SeededEconomy.Account;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;

/// Checks of supply, reserves, balances, statements and payments.
final class MoneyChecks {
    private static final int CROSS_SHARD_PERCENT_MIN = 30;

    /// A payroll with fewer lines is not what most transfers of its network come from.
    private static final int PAYROLL_OF_A_DEMO = 100;
    private static final Pattern BROUGHT = Pattern.compile("florin\\.supply\\.reserves\\[\\d+]\\.balance");

    private MoneyChecks() {}

    /// The supply by the checks' own replay, in minor units; outstanding is what is unspent and what is on rails. Where
    /// tokens are hidden, what is outstanding is what is left of the issued.
    record Supply(long issued, long redeemed, long outstanding) {
        static Supply of(CheckContext context) {
            long issued = 0;
            long redeemed = 0;
            for (SerialReplay.Applied block : context.ledger().applied()) {
                for (SettlementTransaction transaction : block.committed()) {
                    long amount = recorded(transaction);
                    issued += transaction.kind() == TransactionKind.ISSUE ? amount : 0;
                    redeemed += transaction.kind() == TransactionKind.REDEEM ? amount : 0;
                }
            }
            long outstanding = context.ledger().balances().values().stream().reduce(0L, Math::addExact);
            for (InstantRail rail : context.ledger().replay().configuration().rails()) {
                outstanding = Math.addExact(
                        outstanding,
                        context.ledger().replay().counter(StateKeys.railFloat(rail.currency(), rail.id())));
            }
            boolean clear = context.plan().privacy() == PrivacyModel.CLEAR;
            return new Supply(issued, redeemed, clear ? outstanding : issued - redeemed);
        }

        private static long recorded(SettlementTransaction transaction) {
            return transaction.writes().stream()
                    .filter(io.florin.ledger.settlement.Write.Put.class::isInstance)
                    .map(io.florin.ledger.settlement.Write.Put.class::cast)
                    .filter(_ -> transaction.supplyRecord().isPresent())
                    .mapToLong(put -> io.florin.ledger.settlement.SupplyRecord.decode(put.value())
                            .amount()
                            .minorUnits())
                    .sum();
        }
    }

    static final Check SUPPLY = new Check(
            "supply",
            "no transfer makes money, issued = outstanding + redeemed, and the auditor proves the same",
            Set.of("forged-proof", "colluding-endorsers"),
            MoneyChecks::supply);

    /// Transfers are balanced and issued = outstanding + redeemed in the checks' own replay, and the auditor's proof
    /// says the same at the same block.
    static CheckResult supply(CheckContext context) {
        CheckResult balanced = LedgerChecks.balanced(context);
        if (!balanced.holds()) {
            return balanced;
        }
        Supply supply = Supply.of(context);
        boolean holds = supply.issued() == supply.outstanding() + supply.redeemed();
        String figures = "issued " + EconomySeeder.money(supply.issued()) + " = outstanding "
                + EconomySeeder.money(supply.outstanding()) + " + redeemed "
                + EconomySeeder.money(supply.redeemed());
        if (!holds) {
            return CheckResult.broken(figures);
        }
        CheckResult proved = auditorsProof(context, supply);
        return proved.holds() ? CheckResult.of(true, figures + ", " + proved.evidence()) : proved;
    }

    static CheckResult auditorsProof(CheckContext context, Supply supply) {
        long height = context.ledger().replay().checkpoint().number();
        Await.until(
                "the auditor to reach block " + height,
                Await.PATIENCE,
                () -> context.clients().auditor().supply().block() >= height);
        SupplyView view = context.clients().auditor().history(1000).stream()
                .filter(one -> one.block() == height)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no proof of block " + height));
        boolean same = view.holds()
                && view.committerAgrees()
                && view.issued() == supply.issued()
                && view.redeemed() == supply.redeemed()
                && view.outstanding() == supply.outstanding()
                && view.stateHash()
                        .equals(context.ledger()
                                .replay()
                                .checkpoint()
                                .stateHash()
                                .toHex());
        return CheckResult.of(
                same,
                same
                        ? "proved by the auditor at block " + height
                        : "the auditor's proof of block " + height + " says issued "
                                + EconomySeeder.money(view.issued()) + ", outstanding "
                                + EconomySeeder.money(view.outstanding()));
    }

    static final Check RESERVES = new Check(
            "reserves",
            "reserves and digital currency are together what banks brought",
            Set.of("missing-cent", "cooked-books"),
            MoneyChecks::reserves);

    /// Reserves, what is held, and what was issued and not redeemed are together what banks brought: by the accounts in
    /// the central bank's database, the checks' own replay and the sums that the network was started with. What the
    /// central bank says of itself must be the same.
    static CheckResult reserves(CheckContext context) {
        Peer central = new Peer(NodeRole.CENTRAL_BANK, 1);
        long brought = context.plan().service(central.directoryName()).properties().entrySet().stream()
                .filter(property -> BROUGHT.matcher(property.getKey()).matches())
                .mapToLong(property -> Long.parseLong(property.getValue()))
                .sum();
        long accounts = Stores.column(
                        context,
                        central,
                        "select coalesce(sum(balance), 0)::text from account where participant is not null")
                .stream()
                .mapToLong(Long::parseLong)
                .sum();
        Supply supply = Supply.of(context);
        long circulating = supply.issued() - supply.redeemed();
        JsonNode view = context.clients().officer(1).get("/v1/supply");
        boolean says = view.path("constant").asBoolean()
                && view.path("issued").asLong() == supply.issued()
                && view.path("outstanding").asLong() == circulating
                && view.path("reserves").asLong() + view.path("held").asLong() == accounts
                && view.path("opened").asLong() == brought;
        return CheckResult.of(
                brought > 0 && accounts + circulating == brought && says,
                "reserves and held " + EconomySeeder.money(accounts) + " + issued and not redeemed "
                        + EconomySeeder.money(circulating) + ", banks brought "
                        + EconomySeeder.money(brought) + (says ? "" : "; the central bank says " + view));
    }

    static final Check BALANCES = new Check(
            "balances",
            "banks show what the ledger has, wallet by wallet",
            Set.of("phantom-money"),
            MoneyChecks::balances);

    /// Every wallet's balance at its bank is the sum of its tokens in the replay; the employer's is in its statement.
    static CheckResult balances(CheckContext context) {
        int agreeing = 0;
        Map<OwnerKey, Long> ledger = context.ledger().balances();
        Account employer = context.seeded().account(context.economy().payroll().employerShopId());
        for (Account account : context.seeded().accounts().values()) {
            if (account.equals(employer)) {
                continue;
            }
            long expected = tokensOf(context, ledger, account);
            BankClient bank = context.clients().bank(account.bank());
            long shown = bank.get("/v1/wallets/" + account.wallet() + "/balance")
                    .path("total")
                    .asLong();
            if (shown != expected) {
                return CheckResult.broken(account.iban() + " shows " + EconomySeeder.money(shown) + ", the ledger "
                        + EconomySeeder.money(expected));
            }
            agreeing++;
        }
        return CheckResult.of(agreeing > 0, agreeing + " wallets, each with the balance that the ledger has");
    }

    /// Minor units of an account's unspent tokens in the checks' own replay.
    private static long tokensOf(CheckContext context, Map<OwnerKey, Long> ledger, Account account) {
        return ledger.getOrDefault(context.ownerOf(account), 0L);
    }

    static final Check STATEMENT = new Check(
            "statement",
            "camt.053 closes at the ledger's balance at its block",
            Set.of("wrong-closing"),
            MoneyChecks::statement);

    /// The employer's camt.053 closes at the ledger's balance at the block it names.
    static CheckResult statement(CheckContext context) {
        Account employer = context.seeded().account(context.economy().payroll().employerShopId());
        String xml = context.clients().bank(employer.bank()).getText("/v1/wallets/" + employer.wallet() + "/statement");
        return closing(
                xml.getBytes(StandardCharsets.UTF_8),
                tokensOf(context, context.ledger().balances(), employer),
                "the ledger has");
    }

    /// Whether a statement closes at so many minor units, at a block.
    ///
    /// @param source who says so, in words
    static CheckResult closing(byte[] xml, long expected, String source) {
        var result = new StatementReader(new MessageModels(), new SupportedCurrency("FLN", 2)).read(xml);
        if (!(result instanceof StatementReader.Result.Read(StatementReader.Figures figures))) {
            return CheckResult.broken("the statement is refused: " + result);
        }
        return CheckResult.of(
                figures.closingMinorUnits() == expected
                        && figures.closingBlock().isPresent(),
                "closing balance " + EconomySeeder.money(figures.closingMinorUnits()) + " at block "
                        + figures.closingBlock().map(block -> block.number()).orElse(-1L) + ", " + source + " "
                        + EconomySeeder.money(expected));
    }

    static final Check PAYROLL = new Check(
            "payroll",
            "all payments of the payroll settled, each by an output of the ledger, at least 30 % of transfers across"
                    + " state shards",
            Set.of("lost-payment", "claimed-payment"),
            MoneyChecks::payroll);

    /// All lines of the payroll settled, each by an output of its own of a committed transaction, in the clear one that
    /// pays the payee the amount; and transfers have left something in both state shards, as many as a demo promises
    /// where the payroll is that of one.
    static CheckResult payroll(CheckContext context) {
        Map<TransactionId, SettlementTransaction> committed = new HashMap<>();
        context.ledger()
                .applied()
                .forEach(block ->
                        block.committed().forEach(transaction -> committed.put(transaction.id(), transaction)));
        List<RememberedPayments.Line> lines = RememberedPayments.ofFile(context);
        Set<String> paidBy = new HashSet<>();
        int settled = 0;
        for (RememberedPayments.Line line : lines) {
            SettlementTransaction transaction = committed.get(line.transaction());
            boolean pays = line.state().equals("SETTLED") && transaction != null && pays(context, transaction, line);
            settled += pays && paidBy.add(line.transaction().toHex() + "/" + line.output()) ? 1 : 0;
        }
        int crossing = ShardChecks.crossShardPercent(context);
        int expected = context.economy().payroll().lines().size();
        int least = expected < PAYROLL_OF_A_DEMO ? 1 : CROSS_SHARD_PERCENT_MIN;
        return CheckResult.of(
                lines.size() == expected && settled == expected && crossing >= least,
                settled + " of " + expected + " payments settled, each by an output of its own that the ledger has, "
                        + crossing + " % of transfers stand in both shards");
    }

    private static boolean pays(CheckContext context, SettlementTransaction transaction, RememberedPayments.Line line) {
        return context.plan().privacy() != PrivacyModel.CLEAR
                || transaction.outputs().stream()
                        .anyMatch(output -> output.index() == line.output()
                                && output.token().value().minorUnits() == line.amount()
                                && output.token().owner().toHex().equals(line.payeeOwner()));
    }

    static Check repeatedFile(byte[] payrollFile) {
        return new Check(
                "repeated file",
                "the payroll handed in again makes no payment",
                Set.of("forgotten-file"),
                context -> replayedFile(context, payrollFile));
    }

    /// A file that comes again makes no payment: as many stand at the bank as before, whatever it answers.
    static CheckResult replayedFile(CheckContext context, byte[] file) {
        Account employer = context.seeded().account(context.economy().payroll().employerShopId());
        int before = RememberedPayments.taken(context, employer);
        String answer;
        try {
            JsonNode again = context.clients().bank(employer.bank()).postXml("/v1/payment-files", file);
            boolean same =
                    again.path("id").asString("").equals(context.payroll().fileId());
            answer = same ? "the bank names the file that it has" : "the bank takes it for a new one";
        } catch (HttpClientErrorException refused) {
            answer = "the bank refuses it: " + refused.getStatusCode().value();
        }
        int more = RememberedPayments.taken(context, employer) - before;
        return CheckResult.of(
                more == 0 && before >= context.payroll().lines(),
                "the same file again makes " + more + " payments beside " + before + ": " + answer);
    }

    static final Check RESTORED_WALLET = new Check(
            "restored wallet",
            "a self-held wallet comes back from its seed, notes included",
            Set.of("lost-notes"),
            MoneyChecks::restoredWallet);

    /// A self-held wallet is restored from its seed alone: balance and notes.
    static CheckResult restoredWallet(CheckContext context) {
        List<String> selfHeld = context.economy().people().stream()
                .filter(person -> person.custody() == io.florin.sandbox.economy.DemoPerson.Custody.SELF)
                .map(io.florin.sandbox.economy.DemoPerson::id)
                .toList();
        String person = selfHeld.getFirst();
        long expected =
                tokensOf(context, context.ledger().balances(), context.seeded().account(person));
        RestoredWallet wallet = RestoredWallet.of(context, person);
        boolean whole = wallet.balanceMinor() == expected && wallet.notedMinor() == wallet.receivedMinor();
        return CheckResult.of(
                whole && wallet.notes() > 0,
                "balance " + EconomySeeder.money(wallet.balanceMinor()) + " and " + wallet.notes()
                        + " notes from the seed alone");
    }
}
