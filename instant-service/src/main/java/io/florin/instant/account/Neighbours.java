package io.florin.instant.account;

import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.Notice;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.instant.roots.Executions;
import io.florin.instant.roots.Windows;
import io.florin.ledger.Invariant;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;

/// Traffic of a shard with the other shards of its authority and with the other authorities. Messages that are lost on
/// the way are asked for, or sent, again in each round, a bounded number of each kind.
final class Neighbours {

    private static final int TRIES_MAX = 256;

    private final ShardPlace place;
    private final CommitteeVerifier verifier;
    private final ShardState state;
    private final ShardJournal journal;
    private final CertifiedOrders certified;
    private final SignedAnswers answers;

    /// Windows with nothing new that were taken of each authority since the last round: there may be as many as it has
    /// shards, for orders of other shards here. A liar signs any number of them, and each is a record.
    private final Map<Integer, Integer> nothingNew = new HashMap<>();

    private Bytes32 lastWanted = Bytes32.ZERO;
    private RailAccount lastWaiting = new RailAccount(Bytes32.ZERO);

    Neighbours(
            OrderRules rules,
            ShardState state,
            ShardJournal journal,
            CertifiedOrders certified,
            SignedAnswers answers) {
        this.place = rules.place();
        this.verifier = rules.verifier();
        this.state = state;
        this.journal = journal;
        this.certified = certified;
        this.answers = answers;
    }

    // ---- shards of this authority

    void takeNotice(int fromShard, NumberedNotice<Notice> numbered) {
        switch (state.inbox(fromShard).arrival(numbered.sequence())) {
            case TOO_EARLY -> {
                // those before it are sent again, and so is this one
            }
            case REPEATED ->
                journal.hold(new ShardEffect.AcknowledgeNotices(
                        fromShard, state.inbox(fromShard).taken()));
            case NEXT -> {
                if (!isCredible(fromShard, numbered.notice())) {
                    // never taken, it would stand before all that follows it, and nobody would see
                    throw new Invariant.Broken("a notice of shard " + fromShard + " that proves nothing");
                }
                journal.record(new ShardRecord.NoticeTaken(fromShard, numbered));
                journal.hold(new ShardEffect.AcknowledgeNotices(fromShard, numbered.sequence()));
            }
        }
    }

    private boolean isCredible(int fromShard, Notice notice) {
        return switch (notice) {
            case Notice.Credit(TransferCertificate certificate) ->
                certificate.order().recipient() instanceof RailRecipient.OnRail(RailAccount recipient)
                        && place.has(recipient)
                        && place.shardOf(certificate.order().sender()) == fromShard
                        && certificate.refusal(place.scope(), verifier).isEmpty();
            case Notice.Final(RailAccount recipient, Bytes32 _) -> place.has(recipient);
            case Notice.TakeBack(RailAccount recipient, Bytes32 orderId) ->
                place.has(recipient) && state.account(recipient).credits().isPending(orderId);
        };
    }

    void acknowledged(int byShard, long upTo) {
        if (upTo <= state.outbox(byShard).last()) {
            journal.record(new ShardRecord.NoticesAcknowledged(byShard, upTo));
        }
    }

    // ---- other authorities

    void takeWindow(ExecutedWindow window) {
        int authority = window.authority();
        if (!verifier.size().has(authority)
                || authority == place.authority()
                || window.shard() >= Windows.SHARDS_MAX
                || place.scope().refusalOf(window.scope()).isPresent()) {
            return;
        }
        long expected = state.windows().expected(authority, window.shard());
        if (window.number() > expected) {
            journal.hold(new ShardEffect.FetchWindow(authority, window.shard(), expected));
        }
        if (window.number() != expected) {
            return;
        }
        // orders that it named before it names again in vain: the journal does not repeat them
        List<ExecutedOrder> news = window.executed().stream()
                .filter(order ->
                        place.hasBucket(order.bucket()) && state.executions().isNews(authority, order.orderId()))
                .toList();
        if (hasRoom(authority, news.size()) && window.isAuthentic(verifier)) {
            journal.record(new ShardRecord.WindowTaken(authority, window.shard(), window.number(), news));
            nothingNew.merge(authority, news.isEmpty() ? 1 : 0, Integer::sum);
        }
    }

    private boolean hasRoom(int authority, int news) {
        return news > 0
                ? state.executions().hasRoom(authority, news)
                : nothingNew.getOrDefault(authority, 0) < Windows.SHARDS_MAX;
    }

    // ---- each round

    void round() {
        nothingNew.clear();
        int size = state.windows().nextSize();
        if (size > 0) {
            journal.record(new ShardRecord.WindowClosed(state.windows().nextNumber(), size));
        }
        // the last one again where nothing is new: whoever missed it hears of it from nobody else
        answers.publishWindow(state.windows().nextNumber() - 1);
        state.outboxes()
                .forEach((shard, outbox) -> outbox.kept(TRIES_MAX)
                        .forEach(notice -> journal.hold(new ShardEffect.SendNotice(shard, notice))));
        long tries = state.nextTry();
        for (Executions.Wanted wanted : state.executions().wanted(lastWanted, tries, TRIES_MAX)) {
            journal.hold(new ShardEffect.FetchOrder(wanted.authority(), wanted.orderId()));
            lastWanted = wanted.orderId();
        }
        for (RailAccount account : someWaiting()) {
            certified.executeIfReady(account);
            fetchWhatIsBefore(account, tries);
            lastWaiting = account;
        }
    }

    private List<RailAccount> someWaiting() {
        NavigableSet<RailAccount> waiting = state.waiting();
        List<RailAccount> some = new ArrayList<>(waiting.tailSet(lastWaiting, false));
        some.addAll(waiting.headSet(lastWaiting, true));
        return some.subList(0, Math.min(some.size(), TRIES_MAX));
    }

    private void fetchWhatIsBefore(RailAccount account, long tries) {
        AccountState sender = state.account(account);
        if (sender.lacksOrders()) {
            journal.hold(new ShardEffect.FetchSequence(otherAuthority(tries), account, sender.nextSequence()));
        }
    }

    /// Another one at each try: F + 1 honest ones executed what comes before a certified order.
    private int otherAuthority(long tries) {
        int all = verifier.size().authorities();
        int step = 1 + (int) (tries % (all - 1));
        return (place.authority() - 1 + step) % all + 1;
    }
}
