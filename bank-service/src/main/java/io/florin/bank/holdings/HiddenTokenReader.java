package io.florin.bank.holdings;

import io.florin.bank.holdings.BlockEffects.Created;
import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.wallet.hidden.CommittedOutputs;
import io.florin.wallet.hidden.HiddenNote;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.hidden.Receiver.Received;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Hidden tokens are found by the notes that open them; what a note says counts only if it opens the output that the
/// ledger shows. Endorsers' threads add notes at any time: only those that were read are forgotten, and one that comes
/// after its block was read is caught up with by [LateNotes].
final class HiddenTokenReader implements TokenReader {

    private final HiddenNotes notes;
    private final Receiver receiver;
    private final HiddenBook book;
    private final Custody custody;
    private final LedgerAccess ledger;
    private final JdbcClient jdbc;
    private final NoteTexts texts;
    private final LateNotes late;

    HiddenTokenReader(
            HiddenNotes notes,
            Receiver receiver,
            HiddenBook book,
            Custody custody,
            LedgerAccess ledger,
            JdbcClient jdbc,
            LateNotes late) {
        this.notes = notes;
        this.receiver = receiver;
        this.book = book;
        this.custody = custody;
        this.ledger = ledger;
        this.jdbc = jdbc;
        this.texts = new NoteTexts(jdbc);
        this.late = late;
    }

    /// Endorsers have the notes before the transactions are ordered.
    @Override
    public void prepare(List<Committed> committed) {
        if (committed.stream()
                .anyMatch(each -> !each.transaction().hiddenOutputs().isEmpty())) {
            notes.followAll();
        }
    }

    /// Its notes carry its openings.
    @Override
    public void change(List<Created> change) {}

    @Override
    public List<Created> created(long block, List<Committed> committed) {
        late.followed(block, committed);
        Opened opened = open(block, committed);
        forget(opened.read());
        return opened.tokens();
    }

    /// @param tokens that the notes open
    /// @param read all notes of the transactions that there were
    record Opened(List<Created> tokens, List<Note> read) {
        /// The notes but for those on outputs that gave another token than these.
        List<Note> readOf(Set<Bytes> keys) {
            Set<TransactionOutput> others = tokens.stream()
                    .filter(token -> !keys.contains(token.key()))
                    .map(token -> new TransactionOutput(
                            TransactionId.of(token.transaction().toArray()), token.output()))
                    .collect(Collectors.toSet());
            return read.stream()
                    .filter(note -> !others.contains(new TransactionOutput(note.transaction(), note.output())))
                    .toList();
        }
    }

    record Note(TransactionId transaction, int output, Bytes digest, Bytes sealed) {}

    /// Reads the notes of committed transactions, and leaves them.
    Opened open(long block, List<Committed> committed) {
        if (committed.isEmpty()) {
            return new Opened(List.of(), List.of());
        }
        List<Note> read = notesOf(committed);
        Map<Bytes, Created> created = new LinkedHashMap<>();
        received(block, committed, read)
                .forEach(each -> created(each).ifPresent(token -> created.put(token.key(), token)));
        return new Opened(new ArrayList<>(created.values()), read);
    }

    /// The keys that spending the tokens writes which the notes of a committed transaction open. Keeps nothing.
    Set<Bytes> keys(long block, Committed committed) {
        List<Committed> one = List.of(committed);
        return received(block, one, notesOf(one)).stream()
                .flatMap(each -> book.walletOf(each.token().eid()).map(wallet -> keyOf(wallet, each.token())).stream())
                .map(key -> Bytes.of(key.value().toArray()))
                .collect(Collectors.toSet());
    }

    private List<Received> received(long block, List<Committed> committed, List<Note> read) {
        Map<TransactionId, CommittedOutputs> outputs = new LinkedHashMap<>();
        for (Committed each : committed) {
            SettlementTransaction transaction = each.transaction();
            if (transaction.namespace().equals(ledger.currency())
                    && !transaction.hiddenOutputs().isEmpty()) {
                outputs.put(transaction.id(), CommittedOutputs.of(transaction, block));
            }
        }
        List<Received> received = new ArrayList<>();
        for (Note note : read) {
            CommittedOutputs found = outputs.get(note.transaction());
            if (found != null) {
                receiver.open(note.sealed())
                        .flatMap(opened -> receiver.accept(found, note.output(), opened))
                        .ifPresent(received::add);
            }
        }
        return received;
    }

    private List<Note> notesOf(List<Committed> committed) {
        byte[][] ids = committed.stream().map(each -> each.id().toArray()).toArray(byte[][]::new);
        return jdbc.sql("""
            select transaction_id, output, digest, note from hidden_note where transaction_id = any(?::bytea[])
            """)
                .param((Object) ids)
                .query((row, _) -> new Note(
                        TransactionId.of(row.getBytes("transaction_id")),
                        row.getInt("output"),
                        Bytes.of(row.getBytes("digest")),
                        Bytes.of(row.getBytes("note"))))
                .list();
    }

    /// No others: what came meanwhile was not read.
    void forget(List<Note> read) {
        if (!read.isEmpty()) {
            jdbc.sql("""
                delete from hidden_note n
                using unnest(?::bytea[], ?::int[], ?::bytea[]) as r (transaction_id, output, digest)
                where n.transaction_id = r.transaction_id and n.output = r.output and n.digest = r.digest
                """)
                    .params(
                            read.stream()
                                    .map(note -> note.transaction().value().toArray())
                                    .toArray(byte[][]::new),
                            read.stream().map(Note::output).toArray(Integer[]::new),
                            read.stream().map(note -> note.digest().toArray()).toArray(byte[][]::new))
                    .update();
        }
    }

    /// Notes whose transaction is in no block: told again, they are looked at again.
    void unknown(List<Bytes32> digests) {
        notes.forget(digests);
    }

    private StateKey keyOf(long wallet, OwnedToken token) {
        return book.account(wallet).orElseThrow().spentKey(ledger.currency(), token);
    }

    private Optional<Created> created(Received received) {
        OwnedToken token = received.token();
        return book.walletOf(token.eid()).map(wallet -> {
            StateKey key = keyOf(wallet, token);
            byte[] transaction = token.id().transaction().value().toArray();
            HiddenNote note = received.note();
            texts.keep(
                    transaction,
                    token.id().index(),
                    new NoteTexts.Texts(
                            note.endToEndId(), note.uetr(), note.remittance(), note.payer(), note.payerName()));
            byte[] place = key.value().toArray();
            return new Created(
                    Bytes.of(place),
                    wallet,
                    token.amount().minorUnits(),
                    Bytes.of(transaction),
                    token.id().index(),
                    Bytes.of(custody.vault().seal(token.encode(), place)),
                    token.isSpendable());
        });
    }

    /// Forgets the notes of transactions that will never commit; those of committed ones were forgotten when they were
    /// read.
    @Override
    public void ended(List<FinalStatus> statuses) {
        late.ended(statuses);
        forgetEnded(statuses);
    }

    void forgetEnded(List<FinalStatus> statuses) {
        byte[][] ids = statuses.stream()
                .filter(status -> !status.status().isCommitted())
                .map(status -> status.transaction().value().toArray())
                .toArray(byte[][]::new);
        if (ids.length > 0) {
            jdbc.sql("delete from hidden_note where transaction_id = any(?::bytea[])")
                    .param((Object) ids)
                    .update();
        }
    }

    @Override
    public void catchUp(long block) {
        late.catchUp(this, block);
    }
}
