package io.florin.bank.limits;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentOrder.Purpose;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.PaymentService.Acceptance;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.Amount;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.observability.TraceContext;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Moves what a custodial wallet holds above its share of its tier's limit to its customer's deposit, as soon as the
/// ledger shows it.
///
/// The limit counts everything that is on the ledger, also what payments under way have promised, but not what is held
/// for screening: that is the customer's once it is released. A sweep is an
/// ordinary payment to the treasury; what is being swept is not swept again, also not after a restart, because it is
/// counted from the payments. A wallet whose sweeps fail rests for a time that doubles up to a bound, and keeps no
/// other waiting. One thread drives it.
public final class ExcessSweep {

    private static final Logger LOG = LoggerFactory.getLogger(ExcessSweep.class);

    /// A payment has its limit too: a large excess goes in parts.
    private static final int PARTS_MAX = 16;

    private static final Duration REST_MIN = Duration.ofSeconds(10);
    private static final int DOUBLINGS_MAX = 6;

    private static final String CREDITED = "select distinct wallet from entry where id > ? and amount > 0";
    private static final String TOTALS = """
        select w.number, w.tier, w.holding_share, w.customer_id is not null as held, sum(t.value)::bigint as total
        from wallet w join token t on t.wallet = w.number and t.spent_block is null
        where w.custodial and w.number <> :treasury %s
        group by w.number, w.tier, w.holding_share, w.customer_id
        """;

    /// In one statement: a sweep that settles between two would be made twice.
    private static final String HELD = """
        select f.wallet, w.tier, w.holding_share, f.total - f.held as total, f.total - f.locked as available,
            (select coalesce(sum(p.amount), 0)::bigint from payment p
             where p.wallet = f.wallet and p.purpose = 'DEFUND' and p.phase = 'OPEN') as leaving
        from wallet_funds f join wallet w on w.number = f.wallet where f.wallet = any(?) order by f.wallet
        """;

    /// Sweeps that ended without moving money since the last that did. The parts of one share its trace.
    private static final String REJECTED = """
        select count(distinct p.trace_id)::int as sweeps, max(p.final_at) as last from payment p
        where p.wallet = ? and p.purpose = 'DEFUND' and p.state = 'REJECTED'
            and p.seq > (select coalesce(max(s.seq), 0) from payment s
                         where s.wallet = p.wallet and s.purpose = 'DEFUND' and s.state = 'SETTLED')
        """;

    private final JdbcClient jdbc;
    private final WalletBook wallets;
    private final Holdings holdings;
    private final LedgerAccess ledger;
    private final PaymentService payments;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final Map<Long, Rest> rests = new HashMap<>();
    /// Wallets above their limits, and whether it is known whose they are.
    private SortedMap<Long, Boolean> over = new TreeMap<>();
    private long lastEntry;
    private long seenConfiguration;

    ExcessSweep(
            JdbcClient jdbc,
            WalletBook wallets,
            Holdings holdings,
            LedgerAccess ledger,
            PaymentService payments,
            TransactionTemplate transactions,
            InstantSource clock) {
        this.jdbc = jdbc;
        this.wallets = wallets;
        this.holdings = holdings;
        this.ledger = ledger;
        this.payments = payments;
        this.transactions = transactions;
        this.clock = clock;
    }

    private record Total(long wallet, int tier, HoldingShare share, boolean held, long total) {}

    /// @param failures one after the other
    private record Rest(int failures, Instant until) {
        static Rest after(int failures, Instant last) {
            int doublings = Math.min(failures - 1, DOUBLINGS_MAX);
            return new Rest(failures, last.plus(REST_MIN.multipliedBy(1L << doublings)));
        }
    }

    /// Looks at wallets that received something since the last step, at those that were above their limit then, and at
    /// all after a start or a change of the configuration. A rebuilt wallet stays among them until its holder is known,
    /// who has the deposit.
    ///
    /// @return 0: there is nothing to do before the next block
    public int step() {
        long configuration = ledger.configuration().version();
        boolean all = configuration != seenConfiguration;
        long newest = jdbc.sql("select coalesce(max(id), 0) from entry")
                .query(Long.class)
                .single();
        Set<Long> candidates = new TreeSet<>(over.keySet());
        if (!all && newest > lastEntry) {
            candidates.addAll(
                    jdbc.sql(CREDITED).param(lastEntry).query(Long.class).list());
        }
        if (all || !candidates.isEmpty()) {
            over = above(all, candidates);
            rests.keySet().retainAll(over.keySet());
            sweepUnlessResting();
        }
        lastEntry = newest;
        seenConfiguration = configuration;
        return 0;
    }

    private SortedMap<Long, Boolean> above(boolean all, Set<Long> candidates) {
        SortedMap<Long, Boolean> found = new TreeMap<>();
        jdbc
                .sql(TOTALS.formatted(all ? "" : "and w.number = any(:wallets)"))
                .param("treasury", WalletInfo.TREASURY)
                .param("wallets", candidates.toArray(Long[]::new))
                .query((row, _) -> new Total(
                        row.getLong("number"),
                        row.getInt("tier"),
                        new HoldingShare(row.getInt("holding_share")),
                        row.getBoolean("held"),
                        row.getLong("total")))
                .list()
                .stream()
                .filter(wallet -> tier(wallet.tier())
                        .map(tier -> wallet.total()
                                > wallet.share().of(tier.holdingMax()).minorUnits())
                        .orElse(false))
                .forEach(wallet -> found.put(wallet.wallet(), wallet.held()));
        return found;
    }

    private Optional<Tier> tier(int id) {
        return ledger.configuration().tier(id);
    }

    /// A wallet whose excess is leaving already, or promised to somebody, costs nothing of its own. One whose tier the
    /// configuration lost since it was found above its limit has none to be above, and stops no other's sweep.
    private void sweepUnlessResting() {
        Instant now = clock.instant();
        List<Long> awake = over.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .filter(wallet -> !isResting(wallet, now))
                .toList();
        for (Held held : awake.isEmpty() ? List.<Held>of() : held(awake)) {
            if (tier(held.tier()).filter(tier -> held.excess(tier) > 0).isPresent()) {
                sweepNow(held.wallet(), now);
            } else {
                rests.remove(held.wallet());
            }
        }
    }

    private boolean isResting(long wallet, Instant now) {
        Rest rest = rests.get(wallet);
        return rest != null && now.isBefore(rest.until());
    }

    private void sweepNow(long number, Instant now) {
        Rest rest = rests.get(number);
        int failures = rest == null ? 0 : rest.failures();
        try {
            Optional<Rest> rejected = rejected(number).filter(one -> now.isBefore(one.until()));
            if (rejected.isPresent()) {
                rests.put(number, rejected.get());
            } else if (sweep(number)) {
                rests.remove(number);
            } else {
                rests.put(number, Rest.after(failures + 1, now));
            }
        } catch (RuntimeException broken) {
            if (DatabaseAway.isBehind(broken)) {
                throw broken;
            }
            rests.put(number, Rest.after(failures + 1, now));
            LOG.warn("a wallet above its holding limit cannot be swept: wallet={} cause={}", number, broken.toString());
        }
    }

    private Optional<Rest> rejected(long wallet) {
        return jdbc.sql(REJECTED)
                .param(wallet)
                .query((row, _) -> {
                    Timestamp last = row.getTimestamp("last");
                    return last == null
                            ? Optional.<Rest>empty()
                            : Optional.of(Rest.after(row.getInt("sweeps"), last.toInstant()));
                })
                .single();
    }

    /// @return whether nothing of it was refused
    private boolean sweep(long number) {
        return Boolean.TRUE.equals(transactions.execute(_ -> {
            holdings.lock(number);
            WalletInfo wallet = wallets.wallet(number).orElseThrow();
            Tier tier = tier(wallet.tier()).orElseThrow();
            long amount = held(List.of(number)).getFirst().excess(tier);
            if (amount <= 0) {
                return true;
            }
            long partMax = Math.min(
                    tier.paymentMax().minorUnits(), ledger.tokenValueMax().minorUnits());
            if (partMax == 0) {
                LOG.warn("a wallet above its holding limit cannot be swept, its tier pays nothing: wallet={}", number);
                return false;
            }
            List<Acceptance> answers = payments.acceptAll(
                    orders(wallet, amount, partMax), TraceContext.create().traceId());
            answers.forEach(answer -> tell(number, answer));
            return answers.stream().allMatch(Acceptance.Accepted.class::isInstance);
        }));
    }

    /// @param leaving on its way to the deposit
    private record Held(long wallet, int tier, HoldingShare share, long total, long available, long leaving) {

        /// Money that may leave now, above 0 where some may.
        long excess(Tier limits) {
            return Math.min(total - share.of(limits.holdingMax()).minorUnits() - leaving, available);
        }
    }

    private List<Held> held(List<Long> numbers) {
        return jdbc.sql(HELD)
                .param(numbers.toArray(Long[]::new))
                .query((row, _) -> new Held(
                        row.getLong("wallet"),
                        row.getInt("tier"),
                        new HoldingShare(row.getInt("holding_share")),
                        row.getLong("total"),
                        row.getLong("available"),
                        row.getLong("leaving")))
                .list();
    }

    private List<PaymentOrder> orders(WalletInfo wallet, long amount, long partMax) {
        WalletInfo treasury = wallets.wallet(WalletInfo.TREASURY).orElseThrow();
        List<PaymentOrder> orders = new ArrayList<>();
        for (long left = amount; left > 0 && orders.size() < PARTS_MAX; left -= partMax) {
            orders.add(new PaymentOrder(
                    wallet.number(),
                    treasury.payTo(),
                    wallet.holder(),
                    wallet.iban(),
                    Amount.of(Math.min(left, partMax)),
                    "",
                    "",
                    "To the deposit: above the holding limit",
                    Purpose.DEFUND,
                    null,
                    null));
        }
        return orders;
    }

    private static void tell(long wallet, Acceptance answer) {
        switch (answer) {
            case Acceptance.Accepted _ -> LOG.info("a wallet is above its holding limit and swept: wallet={}", wallet);
            case Acceptance.Refused(String code, var _) ->
                LOG.warn("a wallet above its holding limit cannot be swept: wallet={} code={}", wallet, code);
        }
    }
}
