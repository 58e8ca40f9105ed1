package io.florin.bank.limits;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentDesk;
import io.florin.bank.protocol.PaymentDesk.Acceptance;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentOrder.Purpose;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.Amount;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.runtime.observability.TraceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Moves what a custodial wallet holds above its tier's limit to its customer's deposit, as soon as the ledger shows
/// it.
///
/// The limit counts everything that is on the ledger, also what payments under way have promised. A sweep is an
/// ordinary payment to the treasury; what is being swept is not swept again, also not after a restart, because it is
/// counted from the payments. One thread drives it.
final class ExcessSweep {

    private static final Logger LOG = LoggerFactory.getLogger(ExcessSweep.class);

    /// A payment has its limit too: a large excess goes in parts.
    private static final int PARTS_MAX = 16;

    private static final String CREDITED = "select distinct wallet from entry where id > ? and amount > 0";
    private static final String TOTALS = """
        select w.number, w.tier, sum(t.value)::bigint as total
        from wallet w join token t on t.wallet = w.number and t.spent_block is null
        where w.custodial and w.customer_id is not null and (? or w.number = any(?))
        group by w.number, w.tier
        """;

    private static final String HELD = """
        select f.total, f.total - f.pending - f.locked as available,
            (select coalesce(sum(p.amount), 0)::bigint from payment p
             where p.wallet = f.wallet and p.purpose = 'DEFUND' and p.state in ('ACCEPTED', 'SUBMITTED')) as leaving
        from wallet_funds f where f.wallet = ?
        """;

    private final JdbcClient jdbc;
    private final Bank bank;
    private final TransactionTemplate transactions;
    private Set<Long> over = Set.of();
    private long lastEntry;
    private long seenConfiguration;

    ExcessSweep(JdbcClient jdbc, Bank bank, TransactionTemplate transactions) {
        this.jdbc = jdbc;
        this.bank = bank;
        this.transactions = transactions;
    }

    record Bank(WalletBook wallets, Holdings holdings, LedgerAccess ledger, PaymentDesk desk) {}

    private record Total(long wallet, int tier, long total) {}

    /// Looks at wallets that received something since the last step, at those that were above their limit then, and at
    /// all after a start or a change of the configuration.
    ///
    /// @return 0: there is nothing to do before the next block
    int step() {
        long configuration = bank.ledger().configuration().version();
        boolean all = configuration != seenConfiguration;
        long newest = jdbc.sql("select coalesce(max(id), 0) from entry")
                .query(Long.class)
                .single();
        Set<Long> candidates = new TreeSet<>(over);
        if (!all && newest > lastEntry) {
            candidates.addAll(
                    jdbc.sql(CREDITED).param(lastEntry).query(Long.class).list());
        }
        if (all || !candidates.isEmpty()) {
            over = above(all, candidates);
            over.forEach(this::sweep);
        }
        lastEntry = newest;
        seenConfiguration = configuration;
        return 0;
    }

    private Set<Long> above(boolean all, Set<Long> candidates) {
        Set<Long> found = new TreeSet<>();
        jdbc
                .sql(TOTALS)
                .params(all, candidates.toArray(Long[]::new))
                .query((row, _) -> new Total(row.getLong("number"), row.getInt("tier"), row.getLong("total")))
                .list()
                .stream()
                .filter(wallet -> tier(wallet.tier())
                        .map(tier -> wallet.total() > tier.holdingMax().minorUnits())
                        .orElse(false))
                .forEach(wallet -> found.add(wallet.wallet()));
        return found;
    }

    private Optional<Tier> tier(int id) {
        return bank.ledger().configuration().tier(id);
    }

    private void sweep(long number) {
        transactions.executeWithoutResult(_ -> {
            bank.holdings().lock(number);
            WalletInfo wallet = bank.wallets().wallet(number).orElseThrow();
            Tier tier = tier(wallet.tier()).orElseThrow();
            Held held = held(number);
            long excess = held.total() - tier.holdingMax().minorUnits() - held.leaving();
            long amount = Math.min(excess, held.available());
            if (amount > 0) {
                bank.desk()
                        .acceptAll(
                                orders(wallet, amount, tier.paymentMax().minorUnits()),
                                TraceContext.create().traceId())
                        .forEach(answer -> tell(number, answer));
            }
        });
    }

    /// @param leaving on its way to the deposit
    private record Held(long total, long available, long leaving) {}

    /// In one statement: a sweep that settles between two would be made twice.
    private Held held(long wallet) {
        return jdbc.sql(HELD)
                .param(wallet)
                .query((row, _) -> new Held(row.getLong("total"), row.getLong("available"), row.getLong("leaving")))
                .single();
    }

    private List<PaymentOrder> orders(WalletInfo wallet, long amount, long partMax) {
        WalletInfo treasury = bank.wallets().wallet(WalletInfo.TREASURY).orElseThrow();
        List<PaymentOrder> orders = new ArrayList<>();
        for (long left = amount; left > 0 && orders.size() < PARTS_MAX; left -= partMax) {
            orders.add(new PaymentOrder(
                    wallet.number(),
                    treasury.address(),
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
