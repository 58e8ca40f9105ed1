package io.florin.bank.accounts;

import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletInfo;
import io.florin.bank.protocol.WalletInfo.State;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.http.ProblemException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.transaction.annotation.Transactional;

/// Closings in the database. An order and an acceptance of a payment hold the wallet's row, so no payment is promised
/// from a wallet that closes. How a closing goes on is [ClosingLoop]'s.
public class Closings {

    private static final int SHOWN = 20;
    private static final String CODE = "wallet-not-empty";

    private static final String LEFT = """
        select w.number,
            (select coalesce(sum(t.value), 0)::bigint from token t
             where t.wallet = w.number and t.spent_block is null) as money,
            (select count(*) from payment p where p.wallet = w.number and p.phase = 'OPEN') +
            (select count(*) from payment p where p.wallet = w.number and p.phase = 'SCHEDULED') as leaving,
            (select count(*) from payment p
             where p.payee_account = w.iban and p.phase = 'OPEN') +
            (select count(*) from payment p
             where p.payee_owner in (w.owner_key, a.eid, h.eid) and p.payee_account <> w.iban
                 and p.phase = 'OPEN') as coming,
            (select count(*) from payment_draft d
             where (d.wallet = w.number or d.payee_account = w.iban) and d.state = 'WAITING') as held,
            (select count(*) from hidden_note n where n.endorser is not null and n.told_at <= asked.noted) as notes
        from unnest(?::bigint[], ?::timestamptz[]) as asked (wallet, noted)
            join wallet w on w.number = asked.wallet
            left join hidden_account a on a.wallet = w.number
            left join hidden_holder h on h.wallet = w.number
        """;

    /// Closings that go on beside wallets that are being closed: each should have the other.
    private static final String UNDER_WAY = """
        select c.id, c.wallet, c.begun_at, c.quiet_block, c.reason, w.number
        from (select * from wallet_closing where state = 'CLOSING') c
            full join (select number from wallet where state = 'CLOSING') w on w.number = c.wallet
        order by c.ordered_at, c.id, w.number
        """;

    private static final String END = """
        update wallet set reason = '',
            state = case when :state = 'CLOSED' or standing is null then :state
                when standing = 'ACTIVE' then 'ENROLLED' else standing end,
            unexplained = :state <> 'CLOSED'
        where number = :wallet and state = 'CLOSING'
        """;

    private final JdbcClient jdbc;
    private final Accounts accounts;
    private final Holdings holdings;
    private final LedgerAccess ledger;
    private final Amounts amounts;
    private final InstantSource clock;
    private final IdSource ids;

    Closings(
            JdbcClient jdbc,
            Accounts accounts,
            Holdings holdings,
            LedgerAccess ledger,
            Amounts amounts,
            InstantSource clock,
            IdSource ids) {
        this.jdbc = jdbc;
        this.accounts = accounts;
        this.holdings = holdings;
        this.ledger = ledger;
        this.amounts = amounts;
        this.clock = clock;
        this.ids = ids;
    }

    /// One that goes on.
    ///
    /// @param begunAt since when registration's record is there, null before
    /// @param quietBlock the last block in which what was endorsed before may commit, null until it is known
    /// @param reason why it is being stopped, empty otherwise
    record Open(
            UUID id,
            long wallet,
            @Nullable Instant begunAt,
            @Nullable Long quietBlock,
            String reason) {}

    /// Orders a wallet's closing. One that is being closed, or is closed, answers with that closing.
    ///
    /// @param emptyByHolder whether the holder of a self-held wallet has said that nothing is left in it
    /// @throws ProblemException 404 for an unknown wallet, 422 with a code where it cannot be closed now
    @Transactional
    public ClosingView order(long number, boolean emptyByHolder, String orderedBy) {
        holdings.lock(number);
        WalletInfo wallet = accounts.wallet(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
        if (number == WalletInfo.TREASURY) {
            throw ApiProblems.refused("treasury-wallet", "the treasury is never closed");
        }
        if (wallet.state() == State.CLOSING || wallet.state() == State.CLOSED) {
            return of(number).stream()
                    .findFirst()
                    .orElseThrow(() -> ApiProblems.refused(
                            "wallet-not-enrolled",
                            "the wallet is " + wallet.state().name() + " since before this database"));
        }
        if (wallet.state() != State.ENROLLED) {
            throw ApiProblems.refused(
                    "wallet-not-enrolled", "the wallet is " + wallet.state().name());
        }
        boolean unseen = !wallet.custodial() && ledger.model() != PrivacyModel.CLEAR;
        if (unseen && !emptyByHolder) {
            throw ApiProblems.refused(
                    "balance-not-known",
                    "this bank cannot see what the wallet holds; its holder has to say it is empty");
        }
        Left left = left(number, Instant.EPOCH).orElseThrow();
        if (!left.isNothing()) {
            throw new ProblemException(
                    HttpStatus.UNPROCESSABLE_CONTENT,
                    CODE,
                    "Only an empty wallet is closed",
                    left.words(amounts),
                    left.fields());
        }
        jdbc.sql("update wallet set state = 'CLOSING', reason = '' where number = ?")
                .param(number)
                .update();
        enter(List.of(number), orderedBy);
        return of(number).getFirst();
    }

    private void enter(List<Long> wallets, String orderedBy) {
        jdbc.sql("""
            insert into wallet_closing (id, wallet, state, ordered_by, ordered_at)
            select u.id, u.wallet, 'CLOSING', ?, ? from unnest(?::uuid[], ?::bigint[]) as u (id, wallet)
            """)
                .params(
                        orderedBy,
                        now(),
                        wallets.stream().map(_ -> ids.get()).toArray(UUID[]::new),
                        wallets.toArray(Long[]::new))
                .update();
    }

    /// Money, payments and notes left in a wallet.
    ///
    /// @param noted notes count that were told until then
    /// @return empty for an unknown wallet
    @Transactional(readOnly = true)
    public Optional<Left> left(long wallet, Instant noted) {
        return Optional.ofNullable(left(Map.of(wallet, noted)).get(wallet));
    }

    /// Wallets of these closings of which something may still become money, or did already and is not booked yet. One
    /// statement for all.
    ///
    /// @param begun closings that have begun
    @Transactional(readOnly = true)
    public Set<Long> awaited(List<Open> begun) {
        Map<Long, Instant> noted = new HashMap<>();
        for (Open closing : begun) {
            Instant begunAt = closing.begunAt();
            if (begunAt != null) {
                noted.put(closing.wallet(), begunAt);
            }
        }
        Map<Long, Left> left = noted.isEmpty() ? Map.of() : left(noted);
        return left.keySet().stream()
                .filter(wallet -> Objects.requireNonNull(left.get(wallet)).isUnderWay())
                .collect(Collectors.toSet());
    }

    /// @param noted by wallet
    private Map<Long, Left> left(Map<Long, Instant> noted) {
        List<Long> wallets = List.copyOf(noted.keySet());
        Map<Long, Left> left = new HashMap<>();
        jdbc.sql(LEFT)
                .params(
                        wallets.toArray(Long[]::new),
                        new SqlArrayValue(
                                "timestamptz",
                                wallets.stream()
                                        .map(wallet -> Timestamp.from(Objects.requireNonNull(noted.get(wallet))))
                                        .toArray()))
                .query(row -> {
                    left.put(
                            row.getLong("number"),
                            new Left(
                                    row.getLong("money"),
                                    row.getLong("leaving"),
                                    row.getLong("coming"),
                                    row.getLong("held"),
                                    row.getLong("notes")));
                });
        return left;
    }

    /// Closings of a wallet, newest first.
    @Transactional(readOnly = true)
    public List<ClosingView> of(long wallet) {
        return jdbc.sql("select * from wallet_closing where wallet = ? order by ordered_at desc, id limit ?")
                .params(wallet, SHOWN)
                .query(Closings::view)
                .list();
    }

    /// Those that go on. A wallet that registration says is being closed has one also where this bank has lost its
    /// database since; one whose standing registration's officers changed has none any more.
    ///
    /// One statement where closings and wallets agree.
    @Transactional
    public List<Open> open() {
        List<Pair> pairs = pairs();
        List<Long> without = pairs.stream()
                .filter(pair -> pair.closing() == null)
                .flatMap(pair -> Stream.ofNullable(pair.wallet()))
                .toList();
        boolean changed = pairs.stream().anyMatch(pair -> pair.wallet() == null);
        if (!without.isEmpty()) {
            enter(without, "registration");
        }
        if (changed) {
            jdbc.sql("""
                update wallet_closing c set state = 'STOPPED', reason = 'standing-changed', ended_at = ?
                from wallet w where w.number = c.wallet and c.state = 'CLOSING' and w.state <> 'CLOSING'
                """).param(now()).update();
        }
        return (without.isEmpty() && !changed ? pairs : pairs())
                .stream().flatMap(pair -> Stream.ofNullable(pair.closing())).toList();
    }

    /// @param wallet that is being closed, null where it is not any more
    private record Pair(@Nullable Open closing, @Nullable Long wallet) {}

    private List<Pair> pairs() {
        return jdbc.sql(UNDER_WAY)
                .query((row, _) -> {
                    UUID id = row.getObject("id", UUID.class);
                    Open closing = id == null
                            ? null
                            : new Open(
                                    id,
                                    row.getLong("wallet"),
                                    instant(row, "begun_at"),
                                    row.getObject("quiet_block", Long.class),
                                    row.getString("reason"));
                    return new Pair(closing, row.getObject("number", Long.class));
                })
                .list();
    }

    @Transactional
    public void begun(UUID id) {
        jdbc.sql("update wallet_closing set begun_at = ? where id = ?")
                .params(now(), id)
                .update();
    }

    @Transactional
    public void quietAfter(List<UUID> ids, long block) {
        jdbc.sql("update wallet_closing set quiet_block = ? where id = any(?::uuid[])")
                .params(block, ids.toArray(UUID[]::new))
                .update();
    }

    /// Kept before registration hears of it: whoever finds the wallet active again after a crash knows why.
    @Transactional
    public void stopping(UUID id, String reason) {
        jdbc.sql("update wallet_closing set reason = ? where id = ?")
                .params(reason, id)
                .update();
    }

    /// The wallet is not closed. It stands as registration's records say, if one is here: the answer may be older.
    ///
    /// @param state as registration says
    @Transactional
    public void stopped(Open closing, State state, String reason) {
        end(closing, state, "STOPPED", reason);
    }

    /// The enrollment has ended, and the person has the share back.
    @Transactional
    public void closed(Open closing) {
        end(closing, State.CLOSED, "CLOSED", "");
        jdbc.sql("update wallet set holding_share = 0 where number = ?")
                .param(closing.wallet())
                .update();
    }

    private void end(Open closing, State state, String outcome, String reason) {
        holdings.lock(closing.wallet());
        jdbc.sql(END)
                .param("state", state.name())
                .param("wallet", closing.wallet())
                .update();
        jdbc.sql("update wallet_closing set state = ?, reason = ?, ended_at = ? where id = ?")
                .params(outcome, reason, now(), closing.id())
                .update();
    }

    /// Wallets that are closed and have money all the same.
    @Transactional(readOnly = true)
    public long closedWithMoney() {
        return jdbc.sql("select count(*) from wallet w where w.state = 'CLOSED' and exists"
                        + " (select 1 from token t where t.wallet = w.number and t.spent_block is null)")
                .query(Long.class)
                .single();
    }

    /// Closings that go on.
    @Transactional(readOnly = true)
    public long underWay() {
        return jdbc.sql("select count(*) from wallet_closing where state = 'CLOSING'")
                .query(Long.class)
                .single();
    }

    private Timestamp now() {
        return Timestamp.from(clock.instant());
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp at = row.getTimestamp(column);
        return at == null ? null : at.toInstant();
    }

    private static ClosingView view(ResultSet row, int number) throws SQLException {
        return new ClosingView(
                row.getLong("wallet"),
                row.getString("state"),
                row.getString("reason"),
                row.getString("ordered_by"),
                row.getTimestamp("ordered_at").toInstant(),
                instant(row, "ended_at"));
    }
}
