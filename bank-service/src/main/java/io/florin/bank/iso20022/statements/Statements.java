package io.florin.bank.iso20022.statements;

import io.florin.bank.iso20022.AccountId;
import io.florin.bank.iso20022.Bic;
import io.florin.bank.iso20022.Iban;
import io.florin.bank.iso20022.OtherAccountId;
import io.florin.bank.iso20022.Party;
import io.florin.bank.iso20022.PaymentIds;
import io.florin.bank.iso20022.Statement;
import io.florin.bank.iso20022.StatementEntry;
import io.florin.bank.iso20022.StatementWriter;
import io.florin.bank.iso20022.SupportedCurrency;
import io.florin.bank.iso20022.statements.EntryStore.Entry;
import io.florin.bank.iso20022.statements.EntryStore.Position;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.transaction.support.TransactionOperations;

/// Account statements. Entries, balances and the block they are of are read in one snapshot: the closing balance is the
/// sum of the wallet's unspent tokens at the named block, and opening balance and entries must add up to it.
public final class Statements {

    static final int ENTRIES_MAX = 20_000;

    private final EntryStore store;
    private final WalletBook wallets;
    private final StatementWriter writer;
    private final Bank bank;
    private final TransactionOperations snapshots;
    private final InstantSource clock;

    Statements(
            EntryStore store,
            WalletBook wallets,
            StatementWriter writer,
            Bank bank,
            TransactionOperations snapshots,
            InstantSource clock) {
        this.store = store;
        this.wallets = wallets;
        this.writer = writer;
        this.bank = bank;
        this.snapshots = snapshots;
        this.clock = clock;
    }

    record Bank(Bic bic, SupportedCurrency currency) {}

    /// A statement and the block it is of.
    record Written(byte[] xml, long block) {}

    /// @param fromBlock the first block whose entries are shown
    Written camt053(long wallet, long fromBlock) {
        Statement statement = Objects.requireNonNull(snapshots.execute(_ -> statement(wallet, fromBlock)));
        return new Written(
                writer.write(statement.id(), statement),
                statement.period().closingBlock().number());
    }

    private Statement statement(long number, long fromBlock) {
        WalletInfo wallet = wallets.wallet(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
        Position position = store.position();
        if (position.block() == 0) {
            throw ApiProblems.refused("ledger-not-followed", "this bank has not seen a block yet");
        }
        long closing = store.unspent(number);
        List<Entry> entries = store.entriesFrom(number, fromBlock, ENTRIES_MAX + 1);
        if (entries.size() > ENTRIES_MAX) {
            throw ApiProblems.refused(
                    "statement-too-long", "at most " + ENTRIES_MAX + " entries; ask from a later block");
        }
        long booked = entries.stream().mapToLong(Entry::amount).reduce(0, Math::addExact);
        OffsetDateTime now = time(clock.instant());
        OffsetDateTime from = entries.isEmpty() ? now : time(entries.getFirst().bookedAt());
        return new Statement(
                "W" + number + "-B" + position.block() + "-F" + fromBlock,
                now,
                new Statement.Account(
                        new Iban(wallet.iban()), wallet.holder(), Optional.of(bank.bic()), bank.currency()),
                new Statement.Period(
                        from.isAfter(now) ? now : from,
                        now,
                        Math.subtractExact(closing, booked),
                        closing,
                        new Statement.ClosingBlock(position.block(), position.headerHash())),
                entries.stream().map(Statements::entry).toList());
    }

    private static OffsetDateTime time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
    }

    private static StatementEntry entry(Entry entry) {
        return new StatementEntry(
                "E" + entry.id(),
                entry.amount(),
                time(entry.bookedAt()),
                kind(entry),
                PaymentIds.written(entry.endToEndId(), entry.uetr()),
                counterparty(entry),
                Optional.of(entry.remittance()).filter(text -> !text.isEmpty()),
                new StatementEntry.LedgerPosition(entry.transactionId(), entry.block()));
    }

    private static StatementEntry.Kind kind(Entry entry) {
        return switch (entry.purpose()) {
            case "FUND" -> StatementEntry.Kind.FUNDING;
            case "DEFUND" -> StatementEntry.Kind.DEFUNDING;
            default ->
                switch (entry.kind()) {
                    case "ISSUE" -> StatementEntry.Kind.FUNDING;
                    case "REDEEM" -> StatementEntry.Kind.DEFUNDING;
                    default -> StatementEntry.Kind.PAYMENT;
                };
        };
    }

    private static Optional<Party> counterparty(Entry entry) {
        if (entry.counterpartyName().isEmpty() && entry.counterpartyAccount().isEmpty()) {
            return Optional.empty();
        }
        String account = entry.counterpartyAccount();
        Optional<AccountId> id =
                Iban.parse(account).<AccountId>map(iban -> iban).or(() -> OtherAccountId.parse(account));
        return Optional.of(new Party(
                Optional.of(entry.counterpartyName()).filter(name -> !name.isEmpty()),
                id,
                Optional.empty(),
                Optional.empty()));
    }
}
