package io.florin.bank.statements;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.bank.statements.EntryStore.Blocks;
import io.florin.bank.statements.EntryStore.Entry;
import io.florin.bank.statements.EntryStore.Position;
import io.florin.bank.statements.EntryStore.Side;
import io.florin.iso20022.AccountId;
import io.florin.iso20022.Bic;
import io.florin.iso20022.Iban;
import io.florin.iso20022.OtherAccountId;
import io.florin.iso20022.Party;
import io.florin.iso20022.PaymentIds;
import io.florin.iso20022.Statement;
import io.florin.iso20022.StatementEntry;
import io.florin.iso20022.StatementWriter;
import io.florin.iso20022.SupportedCurrency;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

/// Account statements of any period, by day or by block, page by page. Entries, balances and the block they are of are
/// read in one snapshot: the closing balance is the sum of the wallet's unspent tokens at the named block, and opening
/// balance and entries must add up to it. Days are those of UTC in which this bank booked.
public final class Statements {

    /// So many entries fit into a message that customers' programs, and our own reader, take.
    static final int ENTRIES_MAX = 4_000;

    static final int PAGES_MAX = 99_999;

    private final EntryStore store;
    private final WalletBook wallets;
    private final StatementWriter writer;
    private final Bank bank;
    private final TransactionOperations snapshots;
    private final InstantSource clock;
    private final IdSource ids;

    Statements(
            EntryStore store,
            WalletBook wallets,
            StatementWriter writer,
            Bank bank,
            TransactionOperations snapshots,
            Sources sources) {
        this.store = store;
        this.wallets = wallets;
        this.writer = writer;
        this.bank = bank;
        this.snapshots = snapshots;
        this.clock = sources.clock();
        this.ids = sources.ids();
    }

    /// Time and new ids.
    record Sources(InstantSource clock, IdSource ids) {}

    record Bank(Bic bic, SupportedCurrency currency) {}

    /// A page of a message, the block that its statement closes at, and whether it is the last one.
    record Written(byte[] xml, long block, long firstBlock, boolean last) {}

    /// @param page from 1
    /// @param limit entries on a page
    record Asked(long wallet, Range range, int page, int limit) {}

    /// Part of an account that a statement covers: days or blocks, both ends included, each of them open where null.
    sealed interface Range {
        record Days(@Nullable LocalDate from, @Nullable LocalDate to) implements Range {}

        record Numbers(@Nullable Long from, @Nullable Long to) implements Range {}

        static Range days(@Nullable LocalDate from, @Nullable LocalDate to) {
            return new Days(from, to);
        }
    }

    /// The account's statement, page by page. Pages of closed blocks never change.
    ///
    /// @throws io.florin.runtime.http.ProblemException 404 for a wallet or a page that is not, 422 for a period that is
    ///     wrong or lies ahead
    Written camt053(Asked asked) {
        return written(asked, Side.BOTH, writer::write);
    }

    /// The credits of the same period, without balances.
    Written camt054(Asked asked) {
        return written(asked, Side.CREDITS, writer::notification);
    }

    private Written written(Asked asked, Side side, BiFunction<String, Statement, byte[]> form) {
        Told told = Objects.requireNonNull(snapshots.execute(_ -> statement(asked, side)));
        Statement statement = told.statement();
        return new Written(
                form.apply("M" + ids.get().toString().replace("-", ""), statement),
                told.blocks().last(),
                told.blocks().first(),
                statement.page().last());
    }

    private record Told(Statement statement, Blocks blocks) {}

    private Told statement(Asked asked, Side side) {
        long number = asked.wallet();
        WalletInfo wallet = wallets.wallet(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
        Position position = store.position();
        if (position.block() == 0) {
            throw ApiProblems.refused("ledger-not-followed", "this bank has not seen a block yet");
        }
        Blocks blocks = blocks(asked, position.block());
        long skipped = (asked.page() - 1L) * asked.limit();
        EntryStore.Sum all = store.sum(number, blocks, side);
        if (asked.page() > 1 && skipped >= all.entries()) {
            throw ApiProblems.unknown("page of this statement");
        }
        List<Entry> entries = store.entries(number, blocks, side, skipped, asked.limit());
        boolean last = skipped + entries.size() >= all.entries();
        long later = store.sum(number, new Blocks(blocks.last() + 1, position.block()), Side.BOTH)
                .amount();
        long opening = side == Side.BOTH
                ? Math.subtractExact(
                        Math.subtractExact(store.unspent(number), later),
                        Math.subtractExact(all.amount(), store.amountOfFirst(number, blocks, side, skipped)))
                : 0;
        long booked = entries.stream().mapToLong(Entry::amount).reduce(0, Math::addExact);
        boolean now = blocks.last() == position.block();
        Statement.ClosingBlock closingBlock =
                new Statement.ClosingBlock(blocks.last(), now ? position.headerHash() : "");
        return new Told(
                new Statement(
                        (side == Side.BOTH ? "W" : "C") + number + "-F" + blocks.first() + "-T" + blocks.last(),
                        time(clock.instant()),
                        new Statement.Account(
                                new Iban(wallet.iban()), wallet.holder(), Optional.of(bank.bic()), bank.currency()),
                        period(asked, blocks, now, new Balances(opening, Math.addExact(opening, booked)), closingBlock),
                        new Statement.Page(asked.page(), last),
                        entries.stream().map(Statements::entry).toList()),
                blocks);
    }

    private record Balances(long opening, long closing) {}

    private Statement.Period period(
            Asked asked, Blocks blocks, boolean now, Balances balances, Statement.ClosingBlock closingBlock) {
        Instant moment = clock.instant();
        Instant first = store.booked(asked.wallet(), blocks, true).orElse(moment);
        Instant last = store.booked(asked.wallet(), blocks, false).orElse(moment);
        if (asked.range() instanceof Range.Days(LocalDate fromDate, LocalDate toDate)) {
            first = fromDate == null ? first : start(fromDate);
            last = toDate == null ? moment : start(toDate.plusDays(1)).minusMillis(1);
        } else if (now) {
            last = moment;
        }
        Instant to = last.isAfter(moment) ? moment : last;
        return new Statement.Period(
                time(first.isAfter(to) ? to : first), time(to), balances.opening(), balances.closing(), closingBlock);
    }

    private Blocks blocks(Asked asked, long position) {
        Blocks blocks = switch (asked.range()) {
            case Range.Numbers(Long from, Long to) -> new Blocks(from == null ? 1 : from, to == null ? position : to);
            case Range.Days(LocalDate from, LocalDate to) -> {
                if (from != null && to != null && to.isBefore(from)) {
                    throw ApiProblems.refused("bad-period", "the period ends before it begins");
                }
                yield store.blocksBooked(
                        asked.wallet(),
                        from == null ? null : start(from),
                        to == null ? null : start(to.plusDays(1)),
                        position);
            }
        };
        if (asked.range() instanceof Range.Numbers(Long from, Long to)) {
            if (to != null && to > position) {
                throw ApiProblems.refused(
                        "block-not-followed", "this bank has followed the ledger to block " + position);
            }
            if (from != null && to != null && to < from) {
                throw ApiProblems.refused("bad-period", "the period ends before it begins");
            }
        }
        return blocks;
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
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
