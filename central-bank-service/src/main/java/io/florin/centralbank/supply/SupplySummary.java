package io.florin.centralbank.supply;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.florin.centralbank.incidents.Incidents;
import io.florin.centralbank.reserves.ReserveLedger;
import io.florin.centralbank.reserves.ReserveLedger.Account;
import io.florin.centralbank.supply.SupplyFollower.Position;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Adds the supply up, in one snapshot of the database.
public final class SupplySummary {
    private final SupplyFollower follower;
    private final RequestRepository requests;
    private final ReserveLedger reserves;
    private final Incidents incidents;
    private final JdbcClient jdbc;
    private final TransactionOperations snapshot;

    SupplySummary(
            SupplyFollower follower,
            RequestRepository requests,
            ReserveLedger reserves,
            Incidents incidents,
            JdbcClient jdbc,
            TransactionOperations snapshot) {
        this.follower = follower;
        this.requests = requests;
        this.reserves = reserves;
        this.incidents = incidents;
        this.jdbc = jdbc;
        this.snapshot = snapshot;
    }

    public SupplyFigures view() {
        return Objects.requireNonNull(snapshot.execute(_ -> add()));
    }

    /// The last block that was followed.
    long followed() {
        return follower.position().block();
    }

    private SupplyFigures add() {
        Position position = follower.position();
        long free = 0;
        long held = 0;
        for (Account account : reserves.accounts()) {
            free = Math.addExact(free, account.balance());
            held = Math.addExact(held, account.held());
        }
        long opened = reserves.opened();
        long outstanding = position.outstanding();
        boolean constant = free + held + outstanding == opened && reserves.circulation() == outstanding;
        return new SupplyFigures(
                position.block(),
                position.issued(),
                position.redeemed(),
                outstanding,
                free,
                held,
                opened,
                constant,
                incidents.open());
    }

    /// The supply as the ledger's records had it after a block, which was followed.
    Position at(long block) {
        return jdbc.sql("select block, issued, redeemed from supply_at where block <= ? order by block desc limit 1")
                .param(block)
                .query((row, _) -> new Position(row.getLong("block"), row.getLong("issued"), row.getLong("redeemed")))
                .single();
    }

    /// The supply over all of the ledger's life: after each block that changed it, or after every n-th of these and the
    /// newest one where there are more.
    ///
    /// @param pointsMax how many are given at most
    /// @return oldest first
    public List<SupplyPoint> overview(int pointsMax) {
        return jdbc.sql("select block, issued, redeemed, reserves from (select *, row_number() over (order by block"
                        + " desc) - 1 as age, count(*) over () as rows_all from supply_at) numbered where age %"
                        + " ((rows_all + ? - 1) / ?) = 0 order by block")
                .params(pointsMax, pointsMax)
                .query((row, _) ->
                        new SupplyPoint(row.getLong(1), row.getLong(2), row.getLong(3), row.getObject(4, Long.class)))
                .list();
    }

    /// The supply after each block that changed it, oldest first, at most the newest `limit` of them.
    public List<SupplyPoint> history(int limit) {
        List<SupplyPoint> newestFirst = jdbc.sql(
                        "select block, issued, redeemed, reserves from supply_at order by block desc limit ?")
                .param(limit)
                .query((row, _) ->
                        new SupplyPoint(row.getLong(1), row.getLong(2), row.getLong(3), row.getObject(4, Long.class)))
                .list();
        return newestFirst.reversed();
    }

    /// Settled withdrawals and redemptions of each bank.
    public List<BankSupply> byBank() {
        Map<Integer, BankSupply> banks = new TreeMap<>();
        for (Object[] row : requests.settledByBank()) {
            BankSupply before = banks.getOrDefault((Integer) row[0], new BankSupply((Integer) row[0], 0, 0));
            long sum = ((Number) row[2]).longValue();
            banks.put(
                    before.participant(),
                    row[1] == Direction.WITHDRAWAL
                            ? new BankSupply(before.participant(), sum, before.redeemed())
                            : new BankSupply(before.participant(), before.issued(), sum));
        }
        return new ArrayList<>(banks.values());
    }

    /// The supply after a block that changed it, minor units.
    ///
    /// @param reserves of all banks, free and held, as the books had them then; absent where that was not kept
    @Schema(description = "The supply after a block that changed it, minor units")
    public record SupplyPoint(
            @Schema(description = "Number of the block") long block,
            @Schema(description = "Issued so far") long issued,
            @Schema(description = "Redeemed so far") long redeemed,

            @Schema(description = "Reserves of all banks, free and held; null where that was not kept", nullable = true)
            @Nullable
            Long reserves) {

        @JsonProperty
        @Schema(description = "Issued less redeemed")
        public long outstanding() {
            return issued - redeemed;
        }

        /// Reserves and currency together: what banks brought, whatever the supply does.
        @JsonProperty
        @Schema(description = "Reserves and currency together; null where reserves were not kept", nullable = true)
        public @Nullable Long total() {
            return reserves == null ? null : Math.addExact(reserves, outstanding());
        }
    }

    /// Minor units.
    @Schema(description = "What a bank withdrew and redeemed, minor units")
    public record BankSupply(
            @Schema(description = "Id of the bank") int participant,
            @Schema(description = "Issued to it") long issued,
            @Schema(description = "Redeemed by it") long redeemed) {}
}
