package io.florin.bank.holdings;

import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.wallet.notes.NoteContent;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;

/// Fetches notes from an endorser and keeps what the bank's note key opens. Notes tell what a payment was for; money
/// does not depend on them. Each endorser has its own order of notes: when one is down the follower starts over with
/// the next.
public final class NoteFollower {

    private static final int PAGE = 500;

    private final List<EndorserApi> endorsers;
    private final LedgerAccess ledger;
    private final X25519KeyPair key;
    private final JdbcClient jdbc;
    private final NoteTexts texts;
    private final TransactionTemplate transactions;

    NoteFollower(
            List<EndorserApi> endorsers,
            LedgerAccess ledger,
            X25519KeyPair key,
            JdbcClient jdbc,
            TransactionTemplate transactions) {
        this.endorsers = endorsers;
        this.ledger = ledger;
        this.key = key;
        this.jdbc = jdbc;
        this.texts = new NoteTexts(jdbc);
        this.transactions = transactions;
    }

    /// @return notes seen
    public int follow() {
        Position position = jdbc.sql("select endorser, position from note_position where id = 1")
                .query((row, _) -> new Position(row.getInt("endorser"), row.getLong("position")))
                .single();
        try {
            NotePage page = endorsers.get(position.endorser()).notes(position.position(), PAGE);
            transactions.executeWithoutResult(_ -> store(position, page));
            return page.notes().size();
        } catch (RestClientException e) {
            int next = (position.endorser() + 1) % endorsers.size();
            move(new Position(next, 0));
            return 0;
        }
    }

    private void store(Position position, NotePage page) {
        for (NoteEntry entry : page.notes()) {
            open(entry).ifPresent(note -> store(entry, note));
        }
        if (page.next() > position.position()) {
            move(new Position(position.endorser(), page.next()));
        }
    }

    private Optional<NoteContent> open(NoteEntry entry) {
        try {
            return NoteContent.open(
                    ledger.network(), key, Bytes.of(Base64.getDecoder().decode(entry.note())));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not even base64: nobody's note
        }
    }

    private void store(NoteEntry entry, NoteContent note) {
        texts.keep(
                Bytes.fromHex(entry.transactionId()).toArray(),
                entry.output(),
                new NoteTexts.Texts(note.endToEndId(), note.uetr(), note.remittance(), note.payer()));
    }

    private void move(Position position) {
        jdbc.sql("update note_position set endorser = ?, position = ? where id = 1")
                .params(position.endorser(), position.position())
                .update();
    }

    private record Position(int endorser, long position) {}
}
