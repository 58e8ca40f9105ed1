package io.florin.wallet.cli;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.hidden.CommittedOutputs;
import io.florin.wallet.hidden.HiddenNote;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.TransactionOutput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/// State of a wallet of a hidden currency besides its seed. All of it can be made again: credential and id by asking
/// registration again, the rest from notes and ledger. Owned by one thread.
final class HiddenState {

    private static final int VERSION = 6;
    private static final int ENTRIES_MAX = 1 << 24;
    private static final int KEYS_MAX = 64;
    private static final int TOKEN_SIZE_MAX = 1024;
    private static final int TEXT_MAX = 1024;

    /// Registration's part of the account; never changes.
    record Enrolled(Scalar eid, Scalar serialPart) {}

    /// The newest signature of the credential, 80 bytes.
    record Signed(long epoch, Bytes signature) {}

    /// A payment that is handed in after it stands here.
    ///
    /// @param expiryHeight last block that may commit it
    /// @param inputs that no other payment takes meanwhile
    record Pending(TransactionId id, long expiryHeight, List<TransactionOutput> inputs) {}

    /// A payment to this wallet.
    record Entry(TransactionOutput id, long block, Amount amount, String remittance) {}

    /// A note whose transaction is not seen in a block yet.
    ///
    /// @param readAt second of the clock; 0 until it is said
    /// @param hopelessAfter last block that may commit it; 0 as long as the committer may be behind
    record Opened(HiddenNote note, long readAt, long hopelessAfter) {}

    Optional<Enrolled> enrolled = Optional.empty();
    Optional<Signed> signed = Optional.empty();
    /// Tip up to which blocks are read; empty before the first, and of a state from before version 6, which kept no
    /// state hash: it is read anew from the first block, like a restored wallet's.
    Optional<ResultTip> tip = Optional.empty();
    /// Position in each endorser's notes, by its address.
    final SortedMap<String, Long> notePositions = new TreeMap<>();
    /// Notes that this wallet can open, whose transactions are not seen in a block yet, by the address of the endorser
    /// that gave them. A transaction's id covers its notes, so an honest endorser has one for an output; one that lies
    /// takes nobody's place but its own.
    final SortedMap<TransactionOutput, SortedMap<String, Opened>> opened = new TreeMap<>();
    final SortedMap<TransactionOutput, OwnedToken> tokens = new TreeMap<>();
    final List<Pending> pending = new ArrayList<>();
    final SortedMap<TransactionOutput, Entry> received = new TreeMap<>();

    /// Outputs of the latest blocks, whoever was paid: a note that comes late is tried against these, so that nothing
    /// is asked for because of a note.
    final SequencedMap<TransactionId, CommittedOutputs> read = new LinkedHashMap<>();

    /// Remembers what a block created, and forgets what it read longest ago.
    void remember(CommittedOutputs created, int max) {
        read.putLast(created.id(), created);
        while (read.size() > max) {
            read.pollFirstEntry();
        }
    }

    /// Keeps a note until its transaction is seen; of one endorser the first for an output.
    void addOpened(String endorser, TransactionOutput id, HiddenNote note) {
        addOpened(endorser, id, new Opened(note, 0, 0));
    }

    private void addOpened(String endorser, TransactionOutput id, Opened note) {
        opened.computeIfAbsent(id, _ -> new TreeMap<>()).putIfAbsent(endorser, note);
    }

    /// Number of an endorser's notes that wait for their transactions.
    long countOpened(String endorser) {
        return opened.values().stream()
                .filter(notes -> notes.containsKey(endorser))
                .count();
    }

    /// Says of notes when they were read, and of those that have waited for so long that no committer can be that far
    /// behind, which block is the last that may commit them.
    void markOpened(Instant now, Duration behind, long lastBlock) {
        long second = now.getEpochSecond();
        opened.values()
                .forEach(notes -> notes.replaceAll((_, each) -> {
                    if (each.readAt() == 0) {
                        return new Opened(each.note(), second, 0);
                    }
                    boolean waited = second - each.readAt() >= behind.toSeconds();
                    return waited && each.hopelessAfter() == 0
                            ? new Opened(each.note(), each.readAt(), lastBlock)
                            : each;
                }));
    }

    /// Forgets notes whose transactions have expired.
    ///
    /// @param head at which none of them was committed
    void forgetOpened(long head) {
        opened.values()
                .forEach(notes ->
                        notes.values().removeIf(each -> each.hopelessAfter() > 0 && each.hopelessAfter() <= head));
        opened.values().removeIf(Map::isEmpty);
    }

    /// Endorsers' notes on an output, which are forgotten.
    Collection<HiddenNote> takeOpened(TransactionOutput id) {
        SortedMap<String, Opened> notes = opened.remove(id);
        return notes == null
                ? List.of()
                : notes.values().stream().map(Opened::note).toList();
    }

    /// Forgets what endorsers said of a transaction that is final.
    void forgetOpened(TransactionId transaction) {
        for (int output = 0; output <= TokenReference.INDEX_MAX; output++) {
            opened.remove(new TransactionOutput(transaction, output));
        }
    }

    byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(4096).u8(VERSION);
        writer.flag(enrolled.isPresent());
        enrolled.ifPresent(known ->
                writer.fixed(known.eid().toBytes()).fixed(known.serialPart().toBytes()));
        writer.flag(signed.isPresent());
        signed.ifPresent(
                known -> writer.u32(known.epoch()).fixed(known.signature().toArray()));
        writeTip(writer);
        writer.u32(notePositions.size());
        notePositions.forEach((endorser, position) -> writer.text(endorser).u63(position));
        writer.u32(opened.values().stream().mapToInt(Map::size).sum());
        opened.forEach((id, notes) -> notes.forEach((endorser, each) -> {
            HiddenNote note = each.note();
            write(writer, id);
            writer.text(endorser)
                    .u63(each.readAt())
                    .u63(each.hopelessAfter())
                    .fixed(note.opening().encode())
                    .text(note.endToEndId())
                    .text(note.uetr())
                    .text(note.remittance())
                    .text(note.payer());
        }));
        writer.u32(tokens.size());
        tokens.values().forEach(token -> writer.bytes(Bytes.of(token.encode())));
        writer.u32(pending.size());
        for (Pending each : pending) {
            writer.fixed(each.id().value())
                    .u63(each.expiryHeight())
                    .u8(each.inputs().size());
            each.inputs().forEach(input -> write(writer, input));
        }
        writer.u32(received.size());
        received.values().forEach(entry -> {
            write(writer, entry.id());
            writer.u63(entry.block()).u63(entry.amount().minorUnits()).text(entry.remittance());
        });
        writer.u32(read.size());
        read.values().forEach(created -> {
            writer.fixed(created.id().value()).u63(created.block());
            writer.u8(created.reads().size());
            created.reads().forEach(key -> writer.fixed(key.value()));
            writer.u8(created.tokens().getFirst().model().code());
            writer.u8(created.tokens().size());
            created.tokens().forEach(token -> token.writeTo(writer));
        });
        return writer.toByteArray();
    }

    private void writeTip(CanonicalWriter writer) {
        Optional<ResultTip> behind = tip.filter(each -> each.number() > 0);
        writer.u63(behind.map(ResultTip::number).orElse(0L));
        behind.ifPresent(each -> writer.fixed(each.network().value())
                .fixed(each.stateHash())
                .bytes(Bytes.of(each.configuration().encode())));
    }

    /// @throws DecodeException if the bytes are not what [#encode] writes
    static HiddenState decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, HiddenState::readFrom);
    }

    private static HiddenState readFrom(CanonicalReader reader) {
        int version = reader.u8();
        if (version < 1 || version > VERSION) {
            throw new DecodeException("unknown version of a wallet's state");
        }
        HiddenState state = new HiddenState();
        if (reader.flag()) {
            state.enrolled = Optional.of(new Enrolled(scalar(reader), scalar(reader)));
        }
        if (reader.flag()) {
            state.signed = Optional.of(new Signed(reader.u32(), Bytes.of(reader.fixed(BbsSignature.SIZE))));
        }
        long number = reader.u63();
        if (version >= 6 && number > 0) {
            state.tip = Optional.of(readTip(reader, number));
        }
        repeat(reader, () -> state.notePositions.put(reader.text(TEXT_MAX), reader.u63()));
        repeat(reader, () -> {
            TransactionOutput id = readId(reader);
            String endorser = version == 1
                    ? "note " + state.opened.getOrDefault(id, new TreeMap<>()).size()
                    : reader.text(TEXT_MAX);
            if (version == 3) {
                reader.u63(); // a height, which a committer that was behind may have said
            }
            long readAt = version < 4 ? 0 : reader.u63();
            long hopelessAfter = version < 4 ? 0 : reader.u63();
            HiddenNote note = new HiddenNote(
                    HiddenOpening.decode(reader.fixed(HiddenOpening.SIZE)),
                    reader.text(TEXT_MAX),
                    reader.text(TEXT_MAX),
                    reader.text(TEXT_MAX),
                    reader.text(TEXT_MAX));
            state.addOpened(endorser, id, new Opened(note, readAt, hopelessAfter));
        });
        repeat(reader, () -> {
            OwnedToken token = OwnedToken.decode(reader.bytes(TOKEN_SIZE_MAX).toArray());
            state.tokens.put(token.id(), token);
        });
        repeat(
                reader,
                () -> state.pending.add(new Pending(
                        new TransactionId(reader.fixed32()),
                        reader.u63(),
                        reader.list(reader.u8(), ClientTransaction.TOKENS_MAX, () -> readId(reader)))));
        repeat(reader, () -> {
            Entry entry = new Entry(readId(reader), reader.u63(), Amount.of(reader.u63()), reader.text(TEXT_MAX));
            state.received.put(entry.id(), entry);
        });
        if (version >= 5) {
            repeat(reader, () -> {
                CommittedOutputs created = readCreated(reader);
                state.read.putLast(created.id(), created);
            });
        }
        return state;
    }

    private static ResultTip readTip(CanonicalReader reader, long number) {
        return new ResultTip(
                new NetworkId(reader.fixed32()),
                number,
                reader.fixed32(),
                NetworkConfiguration.decode(
                        reader.bytes(SettlementTransaction.VALUE_SIZE_MAX).toArray()));
    }

    private static CommittedOutputs readCreated(CanonicalReader reader) {
        TransactionId id = new TransactionId(reader.fixed32());
        long block = reader.u63();
        List<StateKey> reads = reader.list(reader.u8(), KEYS_MAX, () -> new StateKey(reader.fixed32()));
        PrivacyModel model = PrivacyModel.ofCode(reader.u8());
        return new CommittedOutputs(
                id,
                block,
                reads,
                reader.list(reader.u8(), ClientTransaction.TOKENS_MAX, () -> RecordedToken.readFrom(model, reader)));
    }

    private static void repeat(CanonicalReader reader, Runnable element) {
        long count = reader.u32();
        if (count > ENTRIES_MAX) {
            throw new DecodeException("too many entries");
        }
        for (long i = 0; i < count; i++) {
            element.run();
        }
    }

    private static void write(CanonicalWriter writer, TransactionOutput id) {
        writer.fixed(id.transaction().value()).u8(id.index());
    }

    private static TransactionOutput readId(CanonicalReader reader) {
        return new TransactionOutput(new TransactionId(reader.fixed32()), reader.u8());
    }

    private static Scalar scalar(CanonicalReader reader) {
        return Scalar.ofCanonical(reader.fixed(Scalar.SIZE));
    }
}
