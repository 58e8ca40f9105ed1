package io.florin.wallet.cli;

import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SettledTransaction;
import io.florin.runtime.api.EndorserApi;
import io.florin.wallet.hidden.CommittedOutputs;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenHoldings;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.hidden.TransactionOutput;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Brings the state of a wallet up to the ledger: tries every note of every endorser, takes what the blocks commit,
/// drops what they spend, has new tokens certified. Goes on where it stopped; from an empty state it finds everything.
///
/// The committer is asked for blocks, from where the wallet stopped to the head, and for nothing else: neither for ids
/// nor for a block because of a note. So it learns when a wallet was there, and nothing of what it received. An
/// endorser may hold a note late; the wallet remembers what the latest blocks created and finds it there. What comes
/// later still is found when all is read again: from the seed, or when there were more notes than there was room for.
/// Other committers are asked for ranges of blocks that are the same for everybody, and only before certifiers are
/// asked for a token by name.
final class HiddenSync {

    private static final int NOTES_PER_PAGE = 1000;
    private static final int NOTE_PAGES_MAX = 10_000;
    private static final int NOTES_WAITING_MAX = 5_000;
    private static final int ROUNDS_MAX = 200;

    /// Transactions whose outputs are remembered, some 300 bytes each.
    private static final int READ_MAX = 10_000;

    /// No committer that a wallet asks is behind for longer; until then its height says nothing about a note.
    private static final Duration BEHIND = Duration.ofDays(7);

    private final WalletConnection connection;
    private final Printers printers;
    private final HiddenState state;
    private final Receiver receiver;
    private final HiddenHoldings holdings;
    private final CertificationShares.Asked certifiers;
    private final int notesWaitingMax;
    private final InstantSource clock;

    HiddenSync(
            WalletConnection connection,
            Printers printers,
            HiddenState state,
            HiddenKeys keys,
            HiddenAccount account,
            CertificationShares.Asked certifiers) {
        this(connection, printers, state, keys, account, certifiers, NOTES_WAITING_MAX, InstantSource.system());
    }

    /// @param notesWaitingMax of one endorser, by a page
    HiddenSync(
            WalletConnection connection,
            Printers printers,
            HiddenState state,
            HiddenKeys keys,
            HiddenAccount account,
            CertificationShares.Asked certifiers,
            int notesWaitingMax,
            InstantSource clock) {
        this.connection = connection;
        this.printers = printers;
        this.state = state;
        this.receiver = new Receiver(connection.network(), keys.noteKey(), account.eid()::equals);
        this.holdings = new HiddenHoldings(account, connection.currency());
        state.tokens.values().forEach(holdings::add);
        this.certifiers = certifiers;
        this.notesWaitingMax = notesWaitingMax;
        this.clock = clock;
    }

    /// @return the block up to which the state is complete
    long run() {
        long head = head();
        long expiry = connection.configuration().limits().expiryBlocksMax();
        ResultTip first = state.tip.orElseGet(connection::start);
        ResultTip tip = first;
        boolean more = true;
        for (int rounds = 0; more && rounds < ROUNDS_MAX; rounds++) {
            more = readNotes();
            state.markOpened(clock.instant(), BEHIND, Math.addExact(head(), expiry));
            tip = connection.follow(first, head, this::apply);
        }
        state.tip = Optional.of(tip);
        state.forgetOpened(head);
        state.pending.removeIf(each -> each.expiryHeight() < head);
        certify();
        state.tokens.clear();
        holdings.unspent().forEach(token -> state.tokens.put(token.id(), token));
        return head;
    }

    private long head() {
        return connection.committer().head().number();
    }

    /// From all endorsers side by side, page by page, so that what one gives is still remembered when others give it.
    /// An endorser with too many notes whose transactions no block shows is not read on: its next ones are read when
    /// these are seen or have expired, so that a liar fills nothing but its own places, and no true note is dropped.
    ///
    /// @return whether there is more than there was room for
    private boolean readNotes() {
        NoteInbox inbox = new NoteInbox(receiver, state, this::takeLate);
        Map<URI, EndorserApi> reading = new LinkedHashMap<>(connection.endorserApis());
        int silent = 0;
        boolean some = false;
        boolean full = false;
        for (int pages = 0; pages < NOTE_PAGES_MAX && !reading.isEmpty(); pages++) {
            for (Map.Entry<URI, EndorserApi> endorser : List.copyOf(reading.entrySet())) {
                String name = endorser.getKey().toString();
                if (state.countOpened(name) >= notesWaitingMax) {
                    full = true;
                    reading.remove(endorser.getKey());
                    continue;
                }
                try {
                    if (readPage(name, endorser.getValue(), inbox)) {
                        some = true;
                    } else {
                        reading.remove(endorser.getKey());
                    }
                } catch (RuntimeException away) { // or talks nonsense
                    reading.remove(endorser.getKey());
                    printers.err().println("no notes from " + endorser.getKey() + ": it does not answer");
                    if (++silent == connection.endorserApis().size()) {
                        throw away;
                    }
                }
            }
        }
        if (full && !some) {
            printers.err().println("an endorser gives notes of payments that no block shows: it is read on later");
        }
        return full && some;
    }

    /// @return whether there may be more
    private boolean readPage(String endorser, EndorserApi api, NoteInbox inbox) {
        long after = state.notePositions.getOrDefault(endorser, 0L);
        EndorserApi.NotePage page = api.notes(after, NOTES_PER_PAGE);
        if (page.notes().size() > NOTES_PER_PAGE) {
            throw new IllegalStateException("more notes than asked for");
        }
        page.notes().forEach(entry -> inbox.take(endorser, entry));
        if (page.notes().isEmpty() || page.next() <= after) {
            return false;
        }
        state.notePositions.put(endorser, page.next());
        return true;
    }

    private void apply(SettledBlock block) {
        for (SettledTransaction transaction : block.transactions()) {
            transaction.committed().ifPresent(committed -> apply(committed, block.number()));
            transaction.claimed().ifPresent(id -> {
                state.forgetOpened(id);
                state.pending.removeIf(each -> each.id().equals(id));
            });
        }
    }

    private void apply(SettlementTransaction committed, long block) {
        if (!committed.hiddenOutputs().isEmpty()) {
            receive(CommittedOutputs.of(committed, block));
        }
        holdings.spent(committed.spentKeys());
    }

    private void receive(CommittedOutputs created) {
        state.remember(created, READ_MAX);
        for (int output = 0; output < created.tokens().size(); output++) {
            TransactionOutput id = new TransactionOutput(created.id(), output);
            int index = output;
            state.takeOpened(id).stream()
                    .flatMap(note -> receiver.accept(created, index, note).stream())
                    .findFirst()
                    .ifPresent(this::take);
        }
    }

    /// Of a block that was read before, as was what may have spent it since: what a transaction spends it also reads.
    private void takeLate(Receiver.Received received) {
        take(received);
        state.read.values().forEach(created -> holdings.spent(created.reads()));
    }

    private void take(Receiver.Received received) {
        OwnedToken token = received.token();
        holdings.add(token);
        state.received.put(
                token.id(),
                new HiddenState.Entry(
                        token.id(),
                        token.block(),
                        token.amount(),
                        received.note().remittance()));
    }

    /// Under the newest key that there are enough shares of.
    private void certify() {
        List<CertifierGroup> groups = connection.hidden().orElseThrow().certifiers();
        holdings.uncertify(groups.stream().map(CertifierGroup::epoch).toList());
        List<OwnedToken> waiting = holdings.unspent().stream()
                .filter(token -> !token.isSpendable())
                .toList();
        if (waiting.isEmpty()) {
            return;
        }
        new CertificationShares(certifiers, connection.otherCommitters(), printers)
                .certified(waiting, groups)
                .forEach(holdings::certify);
    }
}
