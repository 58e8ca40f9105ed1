package io.florin.centralbank.reserves;

import io.florin.centralbank.protocol.MoneyText;
import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.centralbank.protocol.Treasuries;
import io.florin.centralbank.reserves.ReserveLedger.Account;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.decisions.SecondPerson;
import io.florin.ledger.Amount;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Reserves that come from or go to the settlement system outside: proposed by one person, booked by another.
public class Adjustments {
    private static final int NEWEST = 100;
    private static final PagedList<Adjustment> ORDER = new PagedList<>(
            "adjustments",
            true,
            List.of(
                    new Key<>("proposed_at", Kind.TIME, Adjustment::proposedAt),
                    new Key<>("id", Kind.ID, Adjustment::id)));

    private final JdbcClient jdbc;
    private final ReserveLedger ledger;
    private final DecisionLog log;
    private final InstantSource clock;
    private final MoneyText money;
    private final Treasuries banks;
    private final Supplier<UUID> ids;

    public Adjustments(
            JdbcClient jdbc,
            ReserveLedger ledger,
            DecisionLog log,
            InstantSource clock,
            MoneyText money,
            Treasuries banks,
            Supplier<UUID> ids) {
        this.money = money;
        this.banks = banks;
        this.jdbc = jdbc;
        this.ledger = ledger;
        this.log = log;
        this.clock = clock;
        this.ids = ids;
    }

    /// @param amount minor units; above zero credits the bank, below zero debits it
    /// @param state `PROPOSED`, `BOOKED` or `REFUSED`
    @Schema(description = "A change of a bank's reserves from outside, proposed by one person and booked by another")
    public record Adjustment(
            @Schema(description = "Id of the adjustment") UUID id,
            @Schema(description = "Id of the bank") int participant,

            @Schema(description = "Minor units; above zero credits the bank, below zero debits it")
            long amount,

            @Schema(description = "Why") String reason,

            @Schema(
                    description = "Where it is",
                    allowableValues = {"PROPOSED", "BOOKED", "REFUSED"})
            String state,

            @Schema(description = "Who proposed it") String proposedBy,
            @Schema(description = "When") Instant proposedAt,

            @Schema(description = "Who decided, empty before")
            String decidedBy,

            @Schema(description = "When, null before", nullable = true) @Nullable
            Instant decidedAt) {}

    @Transactional
    public Adjustment propose(int participant, long amount, String reason, String person) {
        if (amount == 0 || amount == Long.MIN_VALUE || participant < 1 || participant > 0xFFFF) {
            throw SupplyProblem.BAD_AMOUNT.refusal();
        }
        UUID id = ids.get();
        jdbc.sql("""
            insert into reserve_adjustment (id, participant, amount, reason, state, proposed_by, proposed_at)
            values (?, ?, ?, ?, 'PROPOSED', ?, ?)
            """)
                .params(id, participant, amount, reason, person, Timestamp.from(clock.instant()))
                .update();
        Adjustment proposed = find(id, "").orElseThrow();
        log(person, "adjustment-proposed", proposed, ": " + reason);
        return proposed;
    }

    @Transactional
    public Adjustment book(UUID id, String person) {
        Adjustment adjustment = held(id, person);
        ledger.open(adjustment.participant(), Amount.ZERO);
        Optional<Account> account = ledger.account(adjustment.participant());
        if (account.map(Account::balance).orElse(0L) + Math.min(0, adjustment.amount()) < 0) {
            throw SupplyProblem.RESERVES_TOO_LOW.refusal();
        }
        ledger.book(Booking.adjusted(adjustment.participant(), adjustment.amount(), id.toString()));
        return decided(id, "BOOKED", person, "adjustment-booked");
    }

    @Transactional
    public Adjustment refuse(UUID id, String person) {
        held(id, person);
        return decided(id, "REFUSED", person, "adjustment-refused");
    }

    @Transactional(readOnly = true)
    public List<Adjustment> newest() {
        return newest(null).rows();
    }

    /// @param cursor null for the first page
    @Transactional(readOnly = true)
    public ListPage<Adjustment> newest(@Nullable String cursor) {
        return ORDER.read(
                jdbc, PagedList.Rows.all("select * from reserve_adjustment"), cursor, NEWEST, Adjustments::row);
    }

    private Adjustment held(UUID id, String person) {
        Adjustment adjustment = find(id, " for update").orElseThrow(SupplyProblem.NO_SUCH_ADJUSTMENT::refusal);
        if (!adjustment.state().equals("PROPOSED")) {
            throw SupplyProblem.ALREADY_DECIDED.refusal();
        }
        SecondPerson.require(adjustment.proposedBy(), person, SupplyProblem.SAME_PERSON::refusal);
        return adjustment;
    }

    private Adjustment decided(UUID id, String state, String person, String action) {
        jdbc.sql("update reserve_adjustment set state = ?, decided_by = ?, decided_at = ? where id = ?")
                .params(state, person, Timestamp.from(clock.instant()), id)
                .update();
        Adjustment adjustment = find(id, "").orElseThrow();
        log(person, action, adjustment, "");
        return adjustment;
    }

    private void log(String person, String action, Adjustment adjustment, String reason) {
        String what =
                money.text(adjustment.amount()) + " FLN to the reserves of " + banks.bank(adjustment.participant());
        log.append(new Decision(person, action, "reserve-adjustment/" + adjustment.id(), what + reason));
    }

    private Optional<Adjustment> find(UUID id, String lock) {
        return jdbc.sql("select * from reserve_adjustment where id = ?" + lock)
                .param(id)
                .query(Adjustments::row)
                .optional();
    }

    private static Adjustment row(ResultSet row, int number) throws SQLException {
        Timestamp decidedAt = row.getTimestamp("decided_at");
        return new Adjustment(
                row.getObject("id", UUID.class),
                row.getInt("participant"),
                row.getLong("amount"),
                row.getString("reason"),
                row.getString("state"),
                row.getString("proposed_by"),
                row.getTimestamp("proposed_at").toInstant(),
                row.getString("decided_by"),
                decidedAt == null ? null : decidedAt.toInstant());
    }
}
