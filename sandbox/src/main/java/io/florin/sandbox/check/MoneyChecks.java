package io.florin.sandbox.check;

import io.florin.bank.iso20022.MessageModels;
import io.florin.bank.iso20022.StatementReader;
import io.florin.bank.iso20022.SupportedCurrency;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.runtime.api.AuditorApi.SupplyView;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.BankClient;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.SeededEconomy.Account;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Checks of supply, reserves, balances, statements and payments.
final class MoneyChecks {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int CROSS_SHARD_PERCENT_MIN = 30;

    private MoneyChecks() {}

    /// What the checks' own replay says of the supply, in minor units. Where tokens are hidden, what is outstanding is
    /// what is left of the issued.
    record Supply(long issued, long redeemed, long outstanding) {
        static Supply of(Scene scene) {
            long issued = 0;
            long redeemed = 0;
            for (SerialReplay.Applied block : scene.ledger().applied()) {
                for (SettlementTransaction transaction : block.committed()) {
                    long amount = recorded(transaction);
                    issued += transaction.kind() == TransactionKind.ISSUE ? amount : 0;
                    redeemed += transaction.kind() == TransactionKind.REDEEM ? amount : 0;
                }
            }
            long outstanding = scene.ledger().balances().values().stream().reduce(0L, Math::addExact);
            boolean clear = scene.plan().privacy() == PrivacyModel.CLEAR;
            return new Supply(issued, redeemed, clear ? outstanding : issued - redeemed);
        }

        private static long recorded(SettlementTransaction transaction) {
            return transaction.writes().stream()
                    .filter(io.florin.ledger.settlement.Write.Put.class::isInstance)
                    .map(io.florin.ledger.settlement.Write.Put.class::cast)
                    .filter(_ -> transaction.kind() != TransactionKind.CONFIGURATION)
                    .mapToLong(put -> io.florin.ledger.settlement.SupplyRecord.decode(put.value())
                            .amount()
                            .minorUnits())
                    .sum();
        }
    }

    /// Transfers are balanced and issued = outstanding + redeemed in the checks' own replay, and the auditor's proof
    /// says the same at the same block.
    static Verdict supply(Scene scene) {
        Verdict balanced = LedgerChecks.balanced(scene);
        if (!balanced.holds()) {
            return balanced;
        }
        Supply supply = Supply.of(scene);
        boolean holds = supply.issued() == supply.outstanding() + supply.redeemed();
        String figures = "issued " + EconomySeeder.money(supply.issued()) + " = outstanding "
                + EconomySeeder.money(supply.outstanding()) + " + redeemed "
                + EconomySeeder.money(supply.redeemed());
        if (!holds) {
            return Verdict.broken(figures);
        }
        Verdict proved = auditorsProof(scene, supply);
        return proved.holds() ? Verdict.of(true, figures + ", " + proved.evidence()) : proved;
    }

    static Verdict auditorsProof(Scene scene, Supply supply) {
        long height = scene.ledger().replay().checkpoint().number();
        Await.until(
                "the auditor to reach block " + height,
                PATIENCE,
                () -> scene.clients().auditor().supply().block() >= height);
        SupplyView view = scene.clients().auditor().history(1000).stream()
                .filter(one -> one.block() == height)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no proof of block " + height));
        boolean same = view.holds()
                && view.committerAgrees()
                && view.issued() == supply.issued()
                && view.redeemed() == supply.redeemed()
                && view.outstanding() == supply.outstanding()
                && view.stateHash()
                        .equals(scene.ledger().replay().checkpoint().stateHash().toHex());
        return Verdict.of(
                same,
                same
                        ? "proved by the auditor at block " + height
                        : "the auditor's proof of block " + height + " says issued "
                                + EconomySeeder.money(view.issued()) + ", outstanding "
                                + EconomySeeder.money(view.outstanding()));
    }

    /// Reserves and digital currency together are what banks brought.
    static Verdict reserves(Scene scene) {
        JsonNode view = scene.clients().officer(1).get("/v1/supply");
        Supply supply = Supply.of(scene);
        boolean holds = view.path("constant").asBoolean() && view.path("issued").asLong() == supply.issued();
        return Verdict.of(
                holds,
                "reserves " + EconomySeeder.money(view.path("reserves").asLong()) + " + held "
                        + EconomySeeder.money(view.path("held").asLong()) + " + outstanding "
                        + EconomySeeder.money(view.path("outstanding").asLong()) + " = "
                        + EconomySeeder.money(view.path("opened").asLong()));
    }

    /// Every wallet's balance at its bank is the sum of its tokens in the replay; the employer's is in its statement.
    static Verdict balances(Scene scene) {
        int agreeing = 0;
        Map<OwnerKey, Long> ledger = scene.ledger().balances();
        Account employer = scene.seeded().account(scene.economy().payroll().employerShopId());
        for (Account account : scene.seeded().accounts().values()) {
            if (account.equals(employer)) {
                continue;
            }
            long expected = tokensOf(scene, ledger, account);
            BankClient bank = scene.clients().bank(account.bank());
            long shown = bank.get("/v1/wallets/" + account.wallet() + "/balance")
                    .path("total")
                    .asLong();
            if (shown != expected) {
                return Verdict.broken(account.iban() + " shows " + EconomySeeder.money(shown) + ", the ledger "
                        + EconomySeeder.money(expected));
            }
            agreeing++;
        }
        return Verdict.of(agreeing > 0, agreeing + " wallets, each with the balance that the ledger has");
    }

    /// Minor units of an account's unspent tokens in the checks' own replay.
    private static long tokensOf(Scene scene, Map<OwnerKey, Long> ledger, Account account) {
        return ledger.getOrDefault(scene.ownerOf(account), 0L);
    }

    /// The employer's camt.053 closes at the ledger's balance at the block it names.
    static Verdict statement(Scene scene) {
        Account employer = scene.seeded().account(scene.economy().payroll().employerShopId());
        String xml = scene.clients().bank(employer.bank()).getText("/v1/wallets/" + employer.wallet() + "/statement");
        return closing(
                xml.getBytes(StandardCharsets.UTF_8),
                tokensOf(scene, scene.ledger().balances(), employer));
    }

    /// Whether a statement closes at so many minor units, at a block.
    static Verdict closing(byte[] xml, long expected) {
        var result = new StatementReader(new MessageModels(), new SupportedCurrency("FLN", 2)).read(xml);
        if (!(result instanceof StatementReader.Result.Read(StatementReader.Figures figures))) {
            return Verdict.broken("the statement is refused: " + result);
        }
        return Verdict.of(
                figures.closingMinorUnits() == expected
                        && figures.closingBlock().isPresent(),
                "closing balance " + EconomySeeder.money(figures.closingMinorUnits()) + " at block "
                        + figures.closingBlock().map(block -> block.number()).orElse(-1L) + ", the ledger has "
                        + EconomySeeder.money(expected));
    }

    /// All lines of the payroll settled, each once, and transfers really cross the state shards.
    static Verdict payroll(Scene scene) {
        JsonNode file = scene.clients()
                .bank(scene.payroll().bank())
                .get("/v1/payment-files/" + scene.payroll().fileId());
        int lines = file.path("file").path("lines").asInt();
        int settled = file.path("states").path("SETTLED").asInt();
        int crossing = LedgerChecks.crossShardPercent(scene);
        return Verdict.of(
                lines == scene.economy().payroll().lines().size()
                        && settled == lines
                        && crossing >= CROSS_SHARD_PERCENT_MIN,
                settled + " of " + lines + " payments settled, " + crossing + " % of transfers touch both shards");
    }

    /// A file that comes again pays nothing.
    static Verdict replayedFile(Scene scene, byte[] file) {
        BankClient bank = scene.clients().bank(scene.payroll().bank());
        long before = bank.get("/v1/payment-files/" + scene.payroll().fileId())
                .path("states")
                .path("SETTLED")
                .asLong();
        JsonNode again = bank.postXml("/v1/payment-files", file);
        boolean same = again.path("id").asString("").equals(scene.payroll().fileId());
        return Verdict.of(same && before > 0, "the same file again is the same payments");
    }

    /// A self-held wallet is restored from its seed alone: balance and notes.
    static Verdict restoredWallet(Scene scene) {
        List<String> selfHeld = scene.economy().people().stream()
                .filter(person -> person.custody() == io.florin.sandbox.economy.DemoPerson.Custody.SELF)
                .map(io.florin.sandbox.economy.DemoPerson::id)
                .toList();
        String person = selfHeld.getFirst();
        long expected =
                tokensOf(scene, scene.ledger().balances(), scene.seeded().account(person));
        RestoredWallet wallet = RestoredWallet.of(scene, person);
        boolean whole = wallet.balanceMinor() == expected && wallet.notedMinor() == wallet.receivedMinor();
        return Verdict.of(
                whole && wallet.notes() > 0,
                "balance " + EconomySeeder.money(wallet.balanceMinor()) + " and " + wallet.notes()
                        + " notes from the seed alone");
    }
}
