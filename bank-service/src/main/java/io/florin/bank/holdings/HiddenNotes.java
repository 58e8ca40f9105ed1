package io.florin.bank.holdings;

import io.florin.bank.holdings.NoteSource.Turn;
import io.florin.crypto.Bytes32;
import io.florin.wallet.hidden.Receiver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Fetches notes from all endorsers and keeps those that open for a custodial wallet, until their transactions are
/// final. Money depends on them, and an endorser has only those of payments that it signed; who has not had an answer
/// from one asks it from the same place again.
///
/// Each endorser is read by a thread of its own ([NoteReader]). Whoever wants what is new waits for those that were in
/// time the last time, as long as they go on answering and for a limited time: an endorser that hangs holds up the
/// bank's blocks once, by `patience`, and again only when it was in time in between. What it has comes late then
/// ([LateNotes]). Any thread.
///
/// What endorsers tell is bounded: of each so many notes wait at most, then it is not read further until blocks, or
/// [LateNotes], have dealt with some. Nothing is lost by that: who tells so many of nothing holds up itself only. Where
/// positions are put back, because a rebuilt wallet has got its credential later than the others, all is read again.
final class HiddenNotes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HiddenNotes.class);

    /// Waits for an endorser that goes on answering end after so many times the patience.
    private static final int WAITS_MAX = 20;

    /// Blocks wait for so many turns with an endorser that always has more; it is late then, until it has no more.
    private static final int TURNS_MAX = 20;

    /// Guarded by the lock of this.
    private final List<Endorser> endorsers = new ArrayList<>();

    private final TriedNotes tried = new TriedNotes();
    private final InstantSource clock;
    private final Limits limits;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("bank-notes-", 0).factory());

    private record Endorser(NoteReader reader, NoteSource source) {}

    /// @param patience how long is waited for an endorser's answer
    /// @param waitingMax notes of one endorser, after which it is not read further
    record Limits(Duration patience, int waitingMax) {}

    HiddenNotes(
            List<NotingEndorser> endorsers,
            Receiver receiver,
            JdbcClient jdbc,
            TransactionTemplate transactions,
            InstantSource clock,
            Limits limits) {
        NoteReader.Shared shared = new NoteReader.Shared(receiver, jdbc, transactions, clock, limits);
        for (NotingEndorser endorser : endorsers) {
            NoteReader reader = new NoteReader(endorser, tried, shared);
            this.endorsers.add(new Endorser(reader, new NoteSource()));
        }
        this.clock = clock;
        this.limits = limits;
    }

    /// Takes everything that endorsers have by now who are in time: of a bank that has fallen far behind, or follows
    /// from the beginning, that may be more than one turn. What one without end has is a late note's matter.
    void followAll() {
        for (int turns = 0; turns < TURNS_MAX; turns++) {
            follow();
            if (!isBehind()) {
                return;
            }
        }
        leaveBehind();
    }

    private synchronized void leaveBehind() {
        for (Endorser each : endorsers) {
            if (each.source().isBehind()) {
                each.source().missed();
                LOG.warn(
                        "blocks do not wait for an endorser that always has more notes: endorser={}",
                        each.reader().number());
            }
        }
    }

    private synchronized boolean isBehind() {
        return endorsers.stream().anyMatch(each -> each.source().isBehind());
    }

    /// Endorsers that are not read further now, because so many of their notes wait.
    long held() {
        return endorsers.stream().filter(each -> each.reader().isFull()).count();
    }

    /// Takes what endorsers have by now.
    ///
    /// @return notes seen
    synchronized int follow() {
        int seen = 0;
        for (Endorser each : endorsers) {
            seen += each.source().ended(clock.instant());
            if (each.source().mayBegin(clock.instant())) {
                each.source().begun(threads.submit(each.reader()::turn));
            }
        }
        for (Endorser each : endorsers) {
            Optional<Future<Turn>> turn = each.source().awaited();
            if (turn.isPresent()) {
                await(each, turn.get());
                seen += each.source().ended(clock.instant());
            }
        }
        return seen;
    }

    /// Waits for the end of the turn, or until the endorser does not answer in time.
    private void await(Endorser endorser, Future<Turn> turn) {
        for (int waits = 0; waits < WAITS_MAX; waits++) {
            int before = endorser.reader().answers();
            try {
                turn.get(limits.patience().toNanos(), TimeUnit.NANOSECONDS);
                return;
            } catch (TimeoutException e) {
                if (endorser.reader().answers() == before || waits + 1 == WAITS_MAX) {
                    endorser.source().missed();
                    LOG.warn(
                            "blocks do not wait for the notes of an endorser: endorser={}",
                            endorser.reader().number());
                    return;
                }
            } catch (ExecutionException e) {
                return; // told by ended
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("stopped while waiting for notes", e);
            }
        }
    }

    /// So that notes are opened again when an endorser tells them again.
    void forget(Collection<Bytes32> digests) {
        tried.forget(digests);
    }

    /// Ends what is under way.
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
