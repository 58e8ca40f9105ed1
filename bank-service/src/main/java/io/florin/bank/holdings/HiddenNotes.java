package io.florin.bank.holdings;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.wallet.hidden.OutputId;
import io.florin.wallet.hidden.Receiver;
import java.nio.ByteBuffer;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;

/// Fetches notes from all endorsers and keeps those that open for a custodial wallet, until their transactions are
/// final. Money depends on them, and an endorser has only those of payments that it signed; who has not had an answer
/// from one asks it from the same place again. Any thread.
final class HiddenNotes {

    private static final Logger LOG = LoggerFactory.getLogger(HiddenNotes.class);
    private static final int PAGE = 500;
    private static final int PAGES_MAX = 100;
    private static final int REMEMBERED_MAX = 50_000;

    /// One that hangs does not hold up every block.
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);

    /// How long a note waits for its block before the committer is asked.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final List<EndorserApi> endorsers;
    private final Receiver receiver;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final Instant[] avoidedUntil;
    private final Set<Bytes32> tried = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Bytes32, Boolean> eldest) {
            return size() > REMEMBERED_MAX;
        }
    });

    HiddenNotes(
            List<EndorserApi> endorsers,
            Receiver receiver,
            JdbcClient jdbc,
            TransactionTemplate transactions,
            InstantSource clock) {
        this.endorsers = List.copyOf(endorsers);
        this.receiver = receiver;
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.clock = clock;
        this.avoidedUntil = new Instant[endorsers.size()];
        Arrays.fill(avoidedUntil, Instant.EPOCH);
    }

    /// Takes what endorsers have by now.
    ///
    /// @return notes seen
    synchronized int follow() {
        int seen = 0;
        for (int endorser = 0; endorser < endorsers.size(); endorser++) {
            if (!clock.instant().isBefore(avoidedUntil[endorser])) {
                try {
                    seen += follow(endorser);
                } catch (RestClientException e) {
                    LOG.debug("an endorser tells no notes now: {}", e.toString());
                    avoidedUntil[endorser] = clock.instant().plus(AFTER_FAILURE);
                } catch (RuntimeException e) { // nothing that one endorser says may stop the ledger
                    LOG.warn("notes of an endorser cannot be used, asked again: endorser={}", endorser, e);
                    avoidedUntil[endorser] = clock.instant().plus(AFTER_FAILURE);
                }
            }
        }
        return seen;
    }

    private int follow(int endorser) {
        int seen = 0;
        for (int pages = 0; pages < PAGES_MAX; pages++) {
            long position = position(endorser);
            NotePage page = endorsers.get(endorser).notes(position, PAGE);
            if (page.next() <= position) {
                return seen;
            }
            keep(endorser, page);
            seen += page.notes().size();
        }
        return seen;
    }

    private void keep(int endorser, NotePage page) {
        try {
            transactions.executeWithoutResult(_ -> {
                page.notes().forEach(this::keep);
                move(endorser, page.next());
            });
        } catch (RuntimeException notKept) {
            tried.clear();
            throw notKept;
        }
    }

    private long position(int endorser) {
        return jdbc.sql("select position from hidden_note_position where endorser = ?")
                .param(endorser)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    private void move(int endorser, long position) {
        jdbc.sql("""
            insert into hidden_note_position (endorser, position) values (?, ?)
            on conflict (endorser) do update set position = excluded.position
            """).params(endorser, position).update();
    }

    private void keep(NoteEntry entry) {
        Optional<OutputId> id = placeOf(entry);
        Optional<Bytes> note = decoded(entry.note());
        if (id.isEmpty() || note.isEmpty()) {
            return;
        }
        byte[] transaction = id.get().transaction().value().toArray();
        byte[] output =
                ByteBuffer.allocate(Integer.BYTES).putInt(entry.output()).array();
        Bytes32 digest =
                Bytes32.of(Sha256.digest(transaction, output, note.get().toArray()));
        if (tried.add(digest) && receiver.open(note.get()).isPresent()) {
            jdbc.sql("""
                insert into hidden_note (transaction_id, output, digest, note, ask_after) values (?, ?, ?, ?, ?)
                on conflict do nothing
                """)
                    .params(
                            transaction,
                            entry.output(),
                            digest.toArray(),
                            note.get().toArray(),
                            Timestamp.from(clock.instant().plus(PATIENCE)))
                    .update();
        }
    }

    private static Optional<OutputId> placeOf(NoteEntry entry) {
        try {
            return Optional.of(new OutputId(TransactionId.fromHex(entry.transactionId()), entry.output()));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no output has this place
        }
    }

    private static Optional<Bytes> decoded(String base64) {
        try {
            return Optional.of(Bytes.of(Base64.getDecoder().decode(base64)));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not even base64: nobody's note
        }
    }
}
