package io.florin.simulation.bank;

import io.florin.endorser.protocol.StoredNote;
import io.florin.simulation.endorser.EndorserNode;
import io.florin.simulation.follower.FollowerSurroundings;
import io.florin.simulation.hidden.HiddenWallets;
import io.florin.simulation.world.Life;
import java.util.List;

/// Reads the notes of each endorser from where it stopped, and keeps those that open for a wallet, with the position
/// behind them. That blocks wait for endorsers in time is not here: a note may always come after its block.
final class BankNotes {
    private static final long EVERY_MILLIS = 600;
    private static final int PAGE = 8;

    private final HiddenWallets wallets;
    private final BankSurroundings surroundings;
    private final BankRecords records;
    private final List<EndorserNode> endorsers;

    BankNotes(HiddenWallets wallets, BankSurroundings surroundings, BankRecords records, List<EndorserNode> endorsers) {
        this.wallets = wallets;
        this.surroundings = surroundings;
        this.records = records;
        this.endorsers = endorsers;
    }

    void start(Life life, BankNode bank, FollowerSurroundings ledger) {
        life.every(EVERY_MILLIS, () -> {
            for (int each = 0; each < endorsers.size(); each++) {
                int endorser = each;
                long position = records.positionAt(endorser);
                ledger.network()
                        .<List<StoredNote>>call(
                                bank,
                                life,
                                endorsers.get(endorser),
                                answer -> answer.accept(endorsers.get(endorser).notes(position, PAGE)),
                                notes -> told(endorser, position, notes));
            }
        });
    }

    private void told(int endorser, long position, List<StoredNote> notes) {
        if (notes.isEmpty() || position != records.positionAt(endorser)) {
            return;
        }
        surroundings.commit(new BankEntry.NotesRead(
                endorser,
                notes.getLast().position(),
                notes.stream().filter(note -> wallets.isOwn(note.note())).toList()));
    }

    /// Whether endorsers have no more.
    boolean isRead() {
        for (int endorser = 0; endorser < endorsers.size(); endorser++) {
            EndorserNode asked = endorsers.get(endorser);
            if (!asked.isUp() || !asked.notes(records.positionAt(endorser), 1).isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
