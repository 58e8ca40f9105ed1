package io.florin.endorser.store.adapter;

import io.florin.crypto.Bytes;
import io.florin.endorser.protocol.StoredNote;
import io.florin.ledger.TransactionId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// An encrypted note, as it is read back; written by [StoreWriter].
@Entity
@Table(name = "note")
public class NoteEntity {

    @Id
    @Column(name = "position")
    private long position;

    @Column(name = "transaction_id", nullable = false)
    private byte[] transactionId;

    @Column(name = "output", nullable = false)
    private short output;

    @Column(name = "note", nullable = false)
    private byte[] note;

    @SuppressWarnings("NullAway.Init")
    protected NoteEntity() {}

    StoredNote toNote() {
        return new StoredNote(position, TransactionId.of(transactionId), output, Bytes.of(note));
    }
}
