package io.florin.simulation.rail;

import static io.florin.simulation.world.InvariantViolation.require;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.AccountView;
import io.florin.instant.account.ShardRecord;
import io.florin.instant.account.ShardTotals;
import io.florin.instant.inbox.Notice;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import io.florin.simulation.world.InvariantViolation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Sees all authorities at once, and what everybody signs. An order is *final* when 2F + 1 authorities executed it on
/// their disks, each liar taken for one of them; only such money may be spent.
final class RailJudge {
    private static final int ONE_IN_HASHED = 8;

    private final RailLedger ledger;
    private final int quorum;
    private final int liars;

    private final Map<Bytes32, TransferOrder> orders = new HashMap<>();
    private final Map<Bytes32, Set<Integer>> executedAt = new HashMap<>();
    private final Map<Number, Bytes32> executed = new TreeMap<>();
    private final Map<Number, Bytes32> certified = new TreeMap<>();
    private final Map<Number, Bytes32> finished = new TreeMap<>();
    private final Map<Integer, Map<Number, Bytes32>> votes = new HashMap<>();
    private final Map<Integer, Set<Bytes32>> credited = new HashMap<>();
    private final Map<Place, Map<Integer, Bytes32>> hashes = new HashMap<>();
    private final RescueJudge rescues;
    private long syncs;

    /// A sequence of an account.
    record Number(RailAccount sender, long sequence) implements Comparable<Number> {
        static Number of(TransferOrder order) {
            return new Number(order.sender(), order.sequence());
        }

        @Override
        public int compareTo(Number other) {
            int first = sender.compareTo(other.sender);
            return first != 0 ? first : Long.compare(sequence, other.sequence);
        }
    }

    private record Place(int authority, int shard) {}

    /// @param quorum 2F + 1
    /// @param liars at most F
    RailJudge(RailLedger ledger, int quorum, int liars) {
        this.ledger = ledger;
        this.quorum = quorum;
        this.liars = liars;
        this.rescues = new RescueJudge(quorum, liars);
    }

    RescueJudge rescues() {
        return rescues;
    }

    void learn(TransferOrder order) {
        orders.putIfAbsent(order.id(), order);
    }

    private TransferOrder ordered(Bytes32 id) {
        return Optional.ofNullable(orders.get(id)).orElseThrow(() -> new InvariantViolation("nobody ordered " + id));
    }

    // ---- what clients put together

    void certified(TransferCertificate certificate) {
        learn(certificate.order());
        one(certified, certificate.order(), "two certificates of one sequence");
    }

    void finished(FinalPayment payment) {
        one(finished, payment.order(), "two final payments of one sequence");
        require(isFinal(payment.orderId()), "a final payment that too few authorities executed");
    }

    private static void one(Map<Number, Bytes32> known, TransferOrder order, String what) {
        Bytes32 id = order.id();
        Bytes32 before = known.putIfAbsent(Number.of(order), id);
        require(before == null || before.equals(id), what);
    }

    boolean isFinal(Bytes32 id) {
        return executedAt.getOrDefault(id, Set.of()).size() + liars >= quorum;
    }

    boolean isExecutedSomewhere(Bytes32 id) {
        return executedAt.containsKey(id);
    }

    // ---- what honest authorities do

    /// A vote leaves.
    void voted(int authority, Bytes32 id) {
        TransferOrder order = ordered(id);
        one(votes.computeIfAbsent(authority, _ -> new TreeMap<>()), order, "an authority votes twice for one sequence");
        requireCovered(order, "an authority votes for money that is not final");
    }

    private void requireCovered(TransferOrder order, String what) {
        require(order.amount().minorUnits() <= finalMoney(order.sender()) - spentBefore(order), what);
    }

    private long finalMoney(RailAccount account) {
        return ledger.total(account)
                + executed.values().stream()
                        .filter(this::isFinal)
                        .map(this::ordered)
                        .filter(order -> order.recipient().equals(new RailRecipient.OnRail(account)))
                        .mapToLong(order -> order.amount().minorUnits())
                        .sum();
    }

    private long spentBefore(TransferOrder order) {
        return executed.entrySet().stream()
                .filter(entry -> entry.getKey().sender().equals(order.sender()))
                .filter(entry -> entry.getKey().sequence() < order.sequence() && !rescues.isVoid(entry.getKey()))
                .mapToLong(entry -> ordered(entry.getValue()).amount().minorUnits())
                .sum();
    }

    /// A record that the authority takes for safe on its disk.
    void written(HonestAuthority authority, int shard, ShardRecord record) {
        switch (record) {
            case ShardRecord.Executed(TransferCertificate certificate) -> {
                TransferOrder order = certificate.order();
                learn(order);
                one(executed, order, "two authorities execute different orders of one sequence");
                executedAt
                        .computeIfAbsent(certificate.orderId(), _ -> new TreeSet<>())
                        .add(authority.number());
                requireCovered(order, "an authority executes an order on money that is not final");
                rescues.executed(authority.number(), Number.of(order), certificate.orderId());
            }
            case ShardRecord.Voted(SignedOrder signed) -> rescues.voted(authority.number(), Number.of(signed.order()));
            case ShardRecord.Frozen frozen -> rescues.frozen(authority.number(), frozen);
            case ShardRecord.Stands(RescueOutcome outcome) -> rescues.stands(authority.number(), outcome);
            case ShardRecord.Voided(RescueOutcome outcome) -> voided(authority.number(), outcome);
            case ShardRecord.NoticeTaken(int _, NumberedNotice<Notice> numbered) -> {
                if (numbered.notice() instanceof Notice.Credit(TransferCertificate certificate)) {
                    boolean first = credited.computeIfAbsent(authority.number(), _ -> new HashSet<>())
                            .add(certificate.orderId());
                    require(first, "an authority takes one credit twice from an outbox");
                }
            }
            default -> {
                // nothing that others see
            }
        }
    }

    private void voided(int authority, RescueOutcome outcome) {
        Number number = new Number(outcome.rescue().account(), outcome.rescue().sequence());
        Optional<Bytes32> order = Optional.ofNullable(executed.get(number));
        boolean isFinal = order.filter(this::isFinal).isPresent() || finished.containsKey(number);
        boolean isHere = order.filter(
                        id -> executedAt.getOrDefault(id, Set.of()).contains(authority))
                .isPresent();
        rescues.voided(authority, outcome, isFinal, isHere);
    }

    /// After each event of an authority.
    void after(HonestAuthority authority) {
        long sum = 0;
        long deposited = 0;
        for (int shard = 0; shard < authority.shards(); shard++) {
            ShardTotals totals = authority.core(shard).totals();
            sum += totals.balances().minorUnits()
                    + totals.pending().minorUnits()
                    + totals.left().minorUnits()
                    - totals.ahead().minorUnits();
            deposited += totals.deposited().minorUnits();
            sum += onTheirWay(authority, shard);
        }
        require(sum == deposited, "an authority's money is " + sum + ", its deposits are " + deposited);
        require(deposited <= ledger.total(), "an authority has more deposits than the ledger");
    }

    /// Credits that a shard has given and no other has taken, less those taken back on the same way.
    private long onTheirWay(HonestAuthority authority, int shard) {
        long sum = 0;
        for (int to = 0; to < authority.shards(); to++) {
            long taken = authority.taken(shard, to);
            for (NumberedNotice<Notice> numbered : authority.core(shard).keptNotices(to)) {
                sum += numbered.sequence() > taken ? worth(numbered.notice()) : 0;
            }
        }
        return sum;
    }

    private long worth(Notice notice) {
        return switch (notice) {
            case Notice.Credit(TransferCertificate certificate) ->
                certificate.order().amount().minorUnits();
            case Notice.Final _ -> 0;
            case Notice.TakeBack(RailAccount _, Bytes32 id) ->
                -ordered(id).amount().minorUnits();
        };
    }

    // ---- disks

    /// Now and then what the state is, for when it is made again.
    ///
    /// @param size of the journal, all of which is in the state
    void synced(HonestAuthority authority, int shard, AccountShard core, int size) {
        if (syncs++ % ONE_IN_HASHED == 0) {
            hashes.computeIfAbsent(new Place(authority.number(), shard), _ -> new TreeMap<>())
                    .put(size, core.stateHash());
        }
    }

    void replayed(HonestAuthority authority, int shard, AccountShard core, List<ShardRecord> journal) {
        Map<Integer, Bytes32> known = hashes.getOrDefault(new Place(authority.number(), shard), Map.of());
        Bytes32 before = known.get(journal.size());
        require(before == null || before.equals(core.stateHash()), "a replay gives another state");
        known.keySet().removeIf(size -> size > journal.size());
    }

    /// An execution that an authority told is never undone by its restart.
    void restarted(HonestAuthority authority) {
        executedAt.forEach((id, authorities) -> {
            if (authorities.contains(authority.number())) {
                TransferOrder order = ordered(id);
                AccountView view = authority.coreOf(order.sender()).view(order.sender());
                require(view.nextSequence() > order.sequence(), "an authority forgets what it executed");
            }
        });
    }

    void accused(HonestAuthority authority, String what) {
        require(false, authority.name() + " has evidence against somebody honest: " + what);
    }

    // ---- the end

    /// Empty when every honest authority has executed everything that any of them has and that is not void, knows all
    /// of it that is final, has the balances that follow, and no account is locked.
    Stream<String> missing(List<HonestAuthority> authorities) {
        Stream<String> notExecuted = executedAt.entrySet().stream()
                .filter(entry -> !rescues.isVoid(Number.of(ordered(entry.getKey()))))
                .flatMap(entry -> authorities.stream()
                        .filter(authority -> !entry.getValue().contains(authority.number()))
                        .map(authority -> authority.name() + " has not executed " + entry.getKey()));
        Set<RailAccount> accounts = new TreeSet<>();
        orders.values().forEach(order -> {
            accounts.add(order.sender());
            if (order.recipient() instanceof RailRecipient.OnRail(RailAccount recipient)) {
                accounts.add(recipient);
            }
        });
        Stream<String> locked = accounts.stream()
                .flatMap(account -> authorities.stream()
                        .filter(authority -> authority.isUp()
                                && isLocked(authority.coreOf(account).view(account)))
                        .map(authority -> authority.name() + " keeps " + account + " locked"));
        Stream<String> otherBalance = accounts.stream()
                .flatMap(account -> authorities.stream().flatMap(authority -> {
                    long found = authority.isUp()
                            ? authority.coreOf(account).view(account).balance().minorUnits()
                            : -1;
                    long expected = finalMoney(account) - spent(account);
                    return found == expected
                            ? Stream.empty()
                            : Stream.of(
                                    authority.name() + " has " + found + " and not " + expected + " for " + account);
                }));
        return Stream.concat(notExecuted, Stream.concat(locked, otherBalance));
    }

    private static boolean isLocked(AccountView view) {
        return view.votedFor().isPresent() || !view.frozen().isEmpty();
    }

    private long spent(RailAccount account) {
        return executed.entrySet().stream()
                .filter(entry -> entry.getKey().sender().equals(account) && !rescues.isVoid(entry.getKey()))
                .mapToLong(entry -> ordered(entry.getValue()).amount().minorUnits())
                .sum();
    }

    long finalPayments() {
        return executedAt.keySet().stream().filter(this::isFinal).count();
    }
}
