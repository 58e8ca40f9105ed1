package io.florin.wallet.cli;

import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.EndorserApi;
import io.florin.wallet.hidden.HiddenNote;
import io.florin.wallet.hidden.OutputId;
import io.florin.wallet.hidden.Receiver;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Takes the notes that endorsers give and keeps those that this wallet can open. All endorsers give the same notes, so
/// each is opened once; whether one is true shows when its transaction is committed. For one round, owned by one
/// thread.
final class NoteInbox {

    private final Receiver receiver;
    private final HiddenState state;
    private final Map<Bytes, Optional<HiddenNote>> tried = new HashMap<>();

    NoteInbox(Receiver receiver, HiddenState state) {
        this.receiver = receiver;
        this.state = state;
    }

    void take(String endorser, EndorserApi.NoteEntry entry) {
        try {
            OutputId id = new OutputId(TransactionId.fromHex(entry.transactionId()), entry.output());
            Bytes sealed = Bytes.of(Base64.getDecoder().decode(entry.note()));
            if (!state.received.containsKey(id)) {
                tried.computeIfAbsent(sealed, receiver::open).ifPresent(note -> state.addOpened(endorser, id, note));
            }
        } catch (IllegalArgumentException garbage) {
            // no note of this wallet's
        }
    }
}
