package io.florin.endorser.status.adapter;

import io.florin.crypto.Bytes;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Submission;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.chain.FirstThatAnswers;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.http.OutboundCalls;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.springframework.web.client.RestClientException;

/// Asks committers for what the topic did not bring: the height, statuses of transactions that stay open, and changes
/// of the configuration. An answer counts only as far as a committer's signature proves it.
public final class CommitterInquiry implements AutoCloseable {

    private static final int IDS_MAX = 1_000;

    private final NetworkId network;
    private final FirstThatAnswers<CommitterApi> committers;
    private final Collection<ConfigurationChangesApi> peers;
    private final ConfigurationCheck changes;
    private final FollowerDriver driver;
    private final FollowedPosition view;
    private final TransactionStore store;
    private final StatusProperties properties;
    private final FaultHandler faults;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean behind;
    private volatile String lastSilence = "none is configured";
    private boolean silent;
    private long headNumber = -1;

    /// Committers and peers to ask.
    public record Sources(List<CommitterApi> committers, Collection<ConfigurationChangesApi> peers) {}

    /// Checks a configuration change's officers and content under the configuration in force.
    @FunctionalInterface
    public interface ConfigurationCheck {
        boolean isApproved(ConfigurationChange change);
    }

    public CommitterInquiry(
            String name,
            NetworkId network,
            Sources sources,
            ConfigurationCheck changes,
            Receiver receiver,
            StatusProperties properties,
            FaultHandler faults) {
        this.network = network;
        this.committers = new FirstThatAnswers<>(sources.committers, reason -> lastSilence = reason);
        this.peers = List.copyOf(sources.peers);
        this.changes = changes;
        this.driver = receiver.driver;
        this.view = receiver.view;
        this.store = receiver.store;
        this.properties = properties;
        this.faults = faults;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    /// Receiver of answers.
    public record Receiver(FollowerDriver driver, FollowedPosition view, TransactionStore store) {}

    public void start() {
        thread.start();
    }

    /// Whether the ledger has a configuration that this endorser does not know.
    public boolean isBehind() {
        return behind;
    }

    private void run() {
        Duration pause = Duration.ZERO;
        try {
            while (!closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                pause = properties.poll();
                poll();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error bug) {
            faults.stopped(thread.getName(), bug);
        }
    }

    private void poll() {
        try {
            if (!behind && headNumber == view.now().height() && isNextMissing()) {
                silent = false;
                return;
            }
            LedgerHead head = ask(CommitterApi::head);
            if (!head.networkId().equals(network.toHex())) {
                return;
            }
            if (head.number() > view.now().height()) {
                moveTo(head.number(), 0);
            }
            if (head.configurationVersion() > view.now().configuration().version()) {
                catchUp(head.configurationVersion());
            } else {
                behind = false;
            }
            silent = false;
            headNumber = head.number();
        } catch (RuntimeException failed) {
            if (!(failed instanceof Failure) && !DatabaseAway.isBehind(failed)) {
                throw failed;
            }
            if (!silent) {
                EndorserLog.committerSilent(String.valueOf(failed.getMessage()));
            }
            silent = true;
        }
    }

    /// Nothing has come since the last question: the next block is asked for, and a committer answers when it has it,
    /// or that it does not, after half of the time that it may take.
    private boolean isNextMissing() {
        return !moveTo(headNumber + 1, properties.answerWithin().dividedBy(2).toMillis());
    }

    /// @return whether a committer has the block
    private boolean moveTo(long number, long waitMillis) {
        byte[] answer = ask(committer -> committer.results(number, 1, waitMillis));
        try {
            List<BlockResult> results = BlockResult.decodeList(answer);
            results.forEach(driver::onResult);
            return !results.isEmpty();
        } catch (DecodeException | IllegalArgumentException unreadable) {
            throw new Failure("a committer's answer cannot be read", unreadable);
        }
    }

    private void catchUp(long version) {
        while (view.now().configuration().version() < version) {
            long replaced = view.now().configuration().version();
            if (!adoptOwn(replaced) && !adoptOfPeers(replaced)) {
                if (!behind) {
                    EndorserLog.configurationBehind(replaced, version);
                }
                behind = true;
                return;
            }
        }
        behind = false;
    }

    /// The store knows that it committed.
    private boolean adoptOwn(long replaced) {
        Optional<Submission> own = store.configurationChange(replaced);
        return own.isPresent()
                && own.get().transaction() instanceof ConfigurationChange change
                && driver.onCommitted(change);
    }

    /// A peer holds it, the officers signed it, and a committer proves that it committed.
    private boolean adoptOfPeers(long replaced) {
        for (ConfigurationChangesApi peer : peers) {
            try {
                byte[] encoded = peer.configurationChange(replaced);
                if (encoded == null) {
                    continue;
                }
                ClientTransaction transaction = ClientTransaction.decode(encoded);
                if (transaction instanceof ConfigurationChange change
                        && change.header().configurationVersion() == replaced
                        && changes.isApproved(change)
                        && isCommitted(change.id())
                        && driver.onCommitted(change)) {
                    return true;
                }
            } catch (RestClientException | DecodeException failed) {
                EndorserLog.committerSilent(OutboundCalls.reason(failed));
            }
        }
        return false;
    }

    private boolean isCommitted(TransactionId id) {
        Bytes receipt = Bytes.of(ask(committer -> committer.receipt(id.toHex())));
        return driver.proves(id, receipt, TransactionStatus.COMMITTED);
    }

    /// Keeps the final statuses that a committer proves.
    ///
    /// @return those of the ids without one; a committer that does not answer shows as [io.florin.runtime.Failure]
    public Set<TransactionId> settle(List<TransactionId> ids) {
        Set<TransactionId> without = new HashSet<>(ids);
        int receipts = 0;
        for (int from = 0; from < ids.size(); from += IDS_MAX) {
            List<String> some = ids.subList(from, Math.min(ids.size(), from + IDS_MAX)).stream()
                    .map(TransactionId::toHex)
                    .toList();
            for (TransactionView found : ask(committer -> committer.transactions(some))) {
                if (receipts++ >= properties.receiptsMax()) {
                    throw new Failure("more receipts than one round takes");
                }
                TransactionId id;
                try {
                    id = TransactionId.fromHex(found.id());
                } catch (IllegalArgumentException unreadable) {
                    throw new Failure("a committer's answer cannot be read", unreadable);
                }
                if (driver.onReceipt(id, Bytes.of(ask(committer -> committer.receipt(id.toHex()))))) {
                    without.remove(id);
                }
            }
        }
        return without;
    }

    /// The first committer that answers.
    private <T> T ask(Function<CommitterApi, T> question) {
        return committers
                .ask(committer -> Optional.ofNullable(question.apply(committer)), System.nanoTime())
                .orElseThrow(() -> new Failure("no committer answers: " + lastSilence));
    }

    @Override
    public void close() {
        closing.countDown();
        thread.interrupt();
    }
}
