package io.florin.wallet.cli;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.EndorserApi;
import io.florin.wallet.hidden.CommittedOutputs;
import io.florin.wallet.hidden.HiddenNote;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.Consumer;

/// Takes the notes that endorsers give and keeps those that this wallet can open. All endorsers give the same notes, so
/// each of somebody else is tried once while its digest is remembered, which is as long as the latest ones are: a note
/// of a large network that is given again later is tried again. Whether one is true shows when its transaction is
/// committed. One of value zero, which fills a payment's shape or which anybody can write, is nobody's. For one round,
/// owned by one thread.
final class NoteInbox {

    /// About 10 MB.
    private static final int FOREIGN_MAX = 100_000;

    private final Receiver receiver;
    private final HiddenState state;
    private final Consumer<Receiver.Received> late;
    private final int foreignMax;
    private final SequencedSet<Bytes32> foreign = new LinkedHashSet<>();

    /// @param late takes what comes after its block was read
    NoteInbox(Receiver receiver, HiddenState state, Consumer<Receiver.Received> late) {
        this(receiver, state, late, FOREIGN_MAX);
    }

    /// @param foreignMax notes of others to remember
    NoteInbox(Receiver receiver, HiddenState state, Consumer<Receiver.Received> late, int foreignMax) {
        this.receiver = receiver;
        this.state = state;
        this.late = late;
        this.foreignMax = foreignMax;
    }

    void take(String endorser, EndorserApi.NoteEntry entry) {
        try {
            TransactionOutput id = new TransactionOutput(TransactionId.fromHex(entry.transactionId()), entry.output());
            byte[] sealed = Base64.getDecoder().decode(entry.note());
            if (!state.received.containsKey(id)) {
                take(endorser, id, sealed);
            }
        } catch (IllegalArgumentException garbage) {
            // no note of this wallet's
        }
    }

    private void take(String endorser, TransactionOutput id, byte[] sealed) {
        Bytes32 digest = Sha256.hash(sealed);
        if (foreign.contains(digest)) {
            return;
        }
        receiver.open(Bytes.of(sealed))
                .filter(note -> !note.opening().amount().isZero())
                .ifPresentOrElse(note -> arrived(endorser, id, note), () -> remember(digest));
    }

    /// Of a transaction that was read in a block already it shows at once whether it is true.
    private void arrived(String endorser, TransactionOutput id, HiddenNote note) {
        CommittedOutputs created = state.read.get(id.transaction());
        if (created == null) {
            state.addOpened(endorser, id, note);
        } else {
            receiver.accept(created, id.index(), note).ifPresent(late);
        }
    }

    private void remember(Bytes32 digest) {
        if (foreign.size() == foreignMax) {
            foreign.removeFirst();
        }
        foreign.addLast(digest);
    }

    /// Notes of others that are remembered.
    int remembered() {
        return foreign.size();
    }
}
