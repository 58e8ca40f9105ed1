package io.florin.simulation.rail;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.account.ShardEffect;
import io.florin.instant.account.ShardEvent;
import io.florin.instant.account.ShardPlace;
import io.florin.instant.account.ShardRecord;
import io.florin.instant.inbox.Notice;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.SimulatedLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/// An authority with its shards on one machine: the adapter of [AccountShard]. Records are synced some time after they
/// are written, all of a shard together; messages between shards are lost, late and in another order.
final class HonestAuthority extends RailAuthority {
    private static final long ROUND_MILLIS = 250;
    private static final long FOLLOW_MILLIS = 100;
    private static final int LAG_MILLIS_MAX = 1_500;
    private static final int ONE_IN_LAGS = 3;
    private static final int SYNC_MICROS_MAX = 3_000;
    private static final int NOTICE_MICROS_MAX = 20_000;
    private static final int NOTICES_LOST_PERCENT = 10;
    private static final int ONE_IN_SILENT = 2;

    private final RailSurroundings around;
    private final int shards;
    private final Random random;
    private final List<SimulatedLog<ShardRecord>> journals = new ArrayList<>();
    private final List<ShardProcess> processes = new ArrayList<>();
    private final int[] told;

    /// From then on until faults are over its shards hear nothing of each other.
    private final long silentFromMillis;

    /// Some are at the ledger's head, some far behind: they freeze a sequence at different times.
    private final long followMillis;
    private final Map<Long, Consumer<ShardAnswer>> requests = new HashMap<>();
    private final Map<NumberedNotice<Notice>, Integer> sent = new HashMap<>();
    private final Map<List<Integer>, LostNotices> lost = new HashMap<>();
    private Optional<Life> life = Optional.empty();
    private long lastRequest;

    HonestAuthority(RailSurroundings around, int number, int shards) {
        super(around.world(), number);
        this.around = around;
        this.shards = shards;
        this.random = around.world().random("authority " + number);
        this.told = new int[shards];
        this.followMillis = FOLLOW_MILLIS + (random.nextInt(ONE_IN_LAGS) == 0 ? random.nextInt(LAG_MILLIS_MAX) : 0);
        this.silentFromMillis = random.nextInt(ONE_IN_SILENT) == 0
                ? random.nextLong(RailFaults.CALM_MILLIS / 2)
                : RailFaults.CALM_MILLIS;
        for (int shard = 0; shard < shards; shard++) {
            journals.add(disk().log());
        }
    }

    // ---- life

    @Override
    protected void boot(Life begun) {
        life = Optional.of(begun);
        for (int shard = 0; shard < shards; shard++) {
            SimulatedLog<ShardRecord> journal = journals.get(shard);
            List<ShardRecord> records = around.habits().journal(journal.records());
            processes.add(new ShardProcess(newCore(shard), journal, records));
            around.judge().replayed(this, shard, core(shard), journal.records());
            told[shard] = Math.min(told[shard], journal.records().size());
            tell(shard); // what was written before a crash, and happened to stay
            int number = shard;
            begun.every(ROUND_MILLIS, () -> on(begun, number, new ShardEvent.WindowDue()));
        }
        around.judge().restarted(this);
        begun.every(followMillis, () -> follow(begun));
    }

    private AccountShard newCore(int shard) {
        return new AccountShard(
                place(shard),
                around.rail().committee(),
                around.verifier(),
                around.rail().signer(number()));
    }

    private ShardPlace place(int shard) {
        return new ShardPlace(around.rail().scope(), number(), shard, shards);
    }

    @Override
    protected void forget() {
        processes.clear();
        requests.clear();
        sent.clear();
    }

    /// Deposits in any order, those known already as well; rescues block by block, from where each shard's journal is.
    private void follow(Life life) {
        List<ShardEvent.DepositSeen> deposits = new ArrayList<>(around.ledger().deposits());
        Collections.shuffle(deposits, random);
        deposits.forEach(
                deposit -> on(life, shardOf(deposit.account()), around.habits().deposit(deposit, restarts())));
        for (int shard = 0; shard < shards; shard++) {
            followBlocks(life, shard);
        }
    }

    private void followBlocks(Life life, int shard) {
        for (long next = core(shard).height() + 1; next <= around.ledger().height(); next++) {
            around.ledger().rescuesOf(next).forEach(event -> tellOfRescue(life, shard, event));
            on(life, shard, new ShardEvent.HeightReached(next));
        }
    }

    private void tellOfRescue(Life life, int shard, ShardEvent event) {
        boolean heard = !(event instanceof ShardEvent.OutcomeCommitted outcome)
                || around.habits().hears(outcome, core(shard));
        if (heard) {
            on(life, shard, event);
        }
    }

    // ---- one shard

    private void now(int shard, ShardEvent event) {
        on(life.orElseThrow(), shard, event);
    }

    private void on(Life life, int shard, ShardEvent event) {
        if (life.isOver()) {
            return;
        }
        ShardProcess process = processes.get(shard);
        for (ShardRecord record : process.core().on(event)) {
            effect();
            process.journal().append(record);
        }
        around.judge().after(this);
        if (process.plansSync()) {
            life.after(1 + random.nextInt(SYNC_MICROS_MAX), () -> sync(life, shard));
        }
    }

    private void sync(Life life, int shard) {
        ShardProcess process = processes.get(shard);
        process.synced();
        effect();
        List<ShardRecord> all = process.journal().records();
        List<ShardRecord> unsynced = all.subList(process.journal().synced().size(), all.size());
        if (around.habits().syncs(unsynced)) {
            process.journal().sync();
        }
        tell(shard);
        around.judge()
                .synced(this, shard, process.core(), process.journal().records().size());
        for (ShardEffect effect : process.core().synced(process.records())) {
            effect();
            carryOut(life, shard, effect);
        }
    }

    /// The judge takes for done what is on the disk.
    private void tell(int shard) {
        List<ShardRecord> records = journals.get(shard).records();
        while (told[shard] < records.size()) {
            around.judge().written(this, shard, records.get(told[shard]++));
        }
    }

    private void carryOut(Life life, int shard, ShardEffect effect) {
        switch (effect) {
            case ShardEffect.Answer(long request, ShardAnswer answer) -> {
                judge(answer);
                Consumer<ShardAnswer> asker = requests.remove(request);
                if (asker != null) {
                    asker.accept(answer);
                }
            }
            case ShardEffect.SendNotice(int to, NumberedNotice<Notice> notice) -> {
                if (sent.merge(notice, 1, Integer::sum) == 1 || around.habits().sendsNoticesAgain()) {
                    toShard(life, () -> arrive(life, shard, to, copy(notice)));
                }
            }
            case ShardEffect.AcknowledgeNotices(int to, long upTo) ->
                toShard(
                        life,
                        () -> on(
                                life,
                                to,
                                new ShardEvent.NoticesAcknowledged(
                                        shard, lost(to, shard).reached(upTo))));
            case ShardEffect.HandOn(TransferCertificate certificate) ->
                toShard(
                        life,
                        () -> on(
                                life,
                                shardOf(certificate.order().sender()),
                                new ShardEvent.CertificateArrived(certificate)));
            case ShardEffect.Publish(ExecutedWindow window) -> publish(window.encode());
            case ShardEffect.FetchOrder(int authority, Bytes32 id) ->
                fetch(life, shard, authority, (peer, answer) -> peer.certificateOf(id, answer));
            case ShardEffect.FetchSequence(int authority, RailAccount sender, long sequence) ->
                fetch(life, shard, authority, (peer, answer) -> peer.certificateOf(sender, sequence, answer));
            case ShardEffect.FetchWindow(int authority, int peerShard, long window) ->
                fetch(life, shard, authority, (peer, answer) -> peer.windowOf(peerShard, window, answer));
            case ShardEffect.LedgerRefused _ -> {
                // its operators look after the ledger's endorsers
            }
            case ShardEffect.Evidence(String what) -> around.judge().accused(this, what);
        }
    }

    private void judge(ShardAnswer answer) {
        switch (answer) {
            case ShardAnswer.Voted(var vote) -> around.judge().voted(number(), vote.orderId());
            case ShardAnswer.Open(var open) -> around.judge().rescues().saidOpen(open);
            case ShardAnswer.Stated(var statement) -> around.judge().rescues().stated(statement);
            default -> {
                // nothing that binds it
            }
        }
    }

    private void toShard(Life life, Runnable arrival) {
        boolean silent = world().nowMillis() >= silentFromMillis && world().nowMillis() < RailFaults.CALM_MILLIS;
        if (!silent && random.nextInt(100) >= NOTICES_LOST_PERCENT) {
            life.after(1 + random.nextInt(NOTICE_MICROS_MAX), arrival);
        }
    }

    private void arrive(Life life, int from, int to, NumberedNotice<Notice> notice) {
        if (life.isOver()) {
            return;
        }
        if (around.habits().acknowledgesAtOnce()) {
            on(life, from, new ShardEvent.NoticesAcknowledged(to, notice.sequence()));
        }
        LostNotices lost = lost(from, to);
        if (around.habits().loses(notice.notice())) {
            lost.lose(notice.sequence());
            return;
        }
        NumberedNotice<Notice> next = new NumberedNotice<>(lost.told(notice.sequence()), notice.notice());
        NumberedNotice<Notice> told = around.habits().arrived(next, core(to).takenNotices(from));
        on(life, to, new ShardEvent.NoticeArrived(from, told));
    }

    private LostNotices lost(int from, int to) {
        return lost.computeIfAbsent(List.of(from, to), _ -> new LostNotices());
    }

    /// The number of the last notice that one shard has from another, 0 before the first.
    long taken(int from, int to) {
        return lost(from, to).reached(core(to).takenNotices(from));
    }

    private static NumberedNotice<Notice> copy(NumberedNotice<Notice> notice) {
        CanonicalWriter writer = new CanonicalWriter();
        notice.writeTo(writer, Notice::writeTo);
        return CanonicalReader.decode(
                writer.toByteArray(), reader -> NumberedNotice.readFrom(reader, Notice::readFrom));
    }

    private void publish(byte[] window) {
        for (RailAuthority other : around.authorities()) {
            if (other != this) {
                around.network().send(this, other, () -> other.window(window));
            }
        }
    }

    private interface Fetch {
        void from(RailAuthority peer, Consumer<ShardAnswer> answer);
    }

    private void fetch(Life life, int shard, int authority, Fetch fetch) {
        RailAuthority peer = around.authority(authority);
        around.network().<ShardAnswer>call(this, life, peer, answer -> fetch.from(peer, answer), answer -> {
            switch (answer) {
                case ShardAnswer.Found(var certificate) ->
                    on(
                            life,
                            shard,
                            new ShardEvent.CertificateArrived(TransferCertificate.decode(certificate.encode())));
                case ShardAnswer.FoundWindow(var window) -> window(window.encode());
                default -> {
                    // it has not what it said it has; others have
                }
            }
        });
    }

    // ---- others ask

    @Override
    void ask(byte[] request, Consumer<ShardAnswer> answer) {
        OrderRequest asked = OrderRequest.decode(request);
        around.judge().learn(asked.signedOrder().order());
        int shard = shardOf(asked.signedOrder().order().sender());
        now(shard, new ShardEvent.OrderAsked(request(answer), asked));
    }

    @Override
    void confirm(byte[] confirmation, Consumer<ShardAnswer> answer) {
        ConfirmationOrder order = ConfirmationOrder.decode(confirmation);
        int shard = shardOf(order.certificate().order().sender());
        now(shard, new ShardEvent.ConfirmationAsked(request(answer), order));
    }

    @Override
    void window(byte[] window) {
        ExecutedWindow read = ExecutedWindow.decode(window);
        for (int shard = 0; shard < shards; shard++) {
            now(shard, new ShardEvent.WindowArrived(read));
        }
    }

    @Override
    void certificateOf(Bytes32 orderId, Consumer<ShardAnswer> answer) {
        for (int shard = 0; shard < shards; shard++) {
            now(shard, new ShardEvent.CertificateAsked(request(answer), orderId));
        }
    }

    @Override
    void certificateOf(RailAccount sender, long sequence, Consumer<ShardAnswer> answer) {
        now(shardOf(sender), new ShardEvent.SequenceAsked(request(answer), sender, sequence));
    }

    @Override
    long lagMillis() {
        return followMillis;
    }

    @Override
    void openSequence(RailAccount account, long sequence, Consumer<ShardAnswer> answer) {
        now(shardOf(account), new ShardEvent.OpenSequenceAsked(request(answer), account, sequence));
    }

    @Override
    void rescueStatement(RailAccount account, long sequence, Consumer<ShardAnswer> answer) {
        now(shardOf(account), new ShardEvent.StatementAsked(request(answer), account, sequence));
    }

    @Override
    void windowOf(int shard, long windowNumber, Consumer<ShardAnswer> answer) {
        if (shard < shards) {
            now(shard, new ShardEvent.WindowAsked(request(answer), windowNumber));
        }
    }

    private long request(Consumer<ShardAnswer> answer) {
        requests.put(++lastRequest, answer);
        return lastRequest;
    }

    // ---- for the judge

    int shards() {
        return shards;
    }

    int shardOf(RailAccount account) {
        return place(0).shardOf(account);
    }

    AccountShard core(int shard) {
        return processes.get(shard).core();
    }

    AccountShard coreOf(RailAccount account) {
        return core(shardOf(account));
    }
}
