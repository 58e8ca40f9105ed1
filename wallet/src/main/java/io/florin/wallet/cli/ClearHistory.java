package io.florin.wallet.cli;

import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.EndorserApi;
import io.florin.wallet.notes.NoteContent;
import java.net.URI;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Stream;

/// Payments to a wallet of a clear currency, oldest first: what a restored wallet learns of its past. All endorsers are
/// asked, since one alone can hold notes back. Anybody can put a note beside a transaction, so only those count that
/// the key opens and whose token, the wallet's, is the one that a block created. The text beside it is the payer's
/// word, and an endorser's: where endorsers give several, all are shown.
final class ClearHistory {

    private static final int NOTES_PER_PAGE = 1000;
    private static final int NOTE_PAGES_MAX = 10_000;

    private final WalletConnection connection;
    private final Printers printers;
    private final X25519KeyPair key;
    private final OwnerKey owner;

    ClearHistory(WalletConnection connection, Printers printers, X25519KeyPair key, OwnerKey owner) {
        this.connection = connection;
        this.printers = printers;
        this.key = key;
        this.owner = owner;
    }

    private record Place(String transaction, int output) {}

    void print() {
        Map<Place, SequencedSet<NoteContent>> notes = notes();
        Map<Place, TokenReference> created = notes.isEmpty() ? Map.of() : created(notes.keySet());
        notes.forEach((place, said) -> {
            TokenReference token = created.get(place);
            if (token != null) {
                print(said, token);
            }
        });
    }

    /// Endorsers' notes on this wallet's outputs, in the order of the first that knows each.
    private Map<Place, SequencedSet<NoteContent>> notes() {
        Map<Place, SequencedSet<NoteContent>> notes = new LinkedHashMap<>();
        int silent = 0;
        for (Map.Entry<URI, EndorserApi> endorser : connection.endorserApis().entrySet()) {
            try {
                read(endorser.getValue(), notes);
            } catch (RuntimeException away) { // or talks nonsense
                printers.err().println("no notes from " + endorser.getKey() + ": it does not answer");
                if (++silent == connection.endorserApis().size()) {
                    throw away;
                }
            }
        }
        return notes;
    }

    private void read(EndorserApi endorser, Map<Place, SequencedSet<NoteContent>> notes) {
        long after = 0;
        for (int pages = 0; pages < NOTE_PAGES_MAX; pages++) {
            EndorserApi.NotePage page = endorser.notes(after, NOTES_PER_PAGE);
            for (EndorserApi.NoteEntry entry : page.notes()) {
                opened(entry)
                        .filter(note -> note.token().owner().equals(owner))
                        .ifPresent(note -> notes.computeIfAbsent(
                                        new Place(entry.transactionId(), entry.output()), _ -> new LinkedHashSet<>())
                                .add(note));
            }
            if (page.notes().isEmpty() || page.next() <= after) {
                return;
            }
            after = page.next();
        }
    }

    private Optional<NoteContent> opened(EndorserApi.NoteEntry entry) {
        try {
            Bytes sealed = Bytes.of(Base64.getDecoder().decode(entry.note()));
            return NoteContent.open(connection.network(), key, sealed);
        } catch (IllegalArgumentException garbage) {
            return Optional.empty();
        }
    }

    private void print(SequencedSet<NoteContent> said, TokenReference token) {
        List<String> texts = said.stream()
                .filter(note -> note.token().equals(token.token()))
                .map(NoteContent::remittance)
                .distinct()
                .toList();
        for (String text : texts) {
            printers.out()
                    .printf(
                            "%s FLN  %s  %s%s%n",
                            AmountInput.format(token.token().value()),
                            token.transaction().toHex(),
                            text,
                            texts.size() > 1 ? "  (one payment; endorsers give several texts)" : "");
        }
    }

    /// Of these outputs, those that blocks created for the owner. All blocks are read, as anybody reads them: to ask
    /// for some would say which payments are this wallet's.
    private Map<Place, TokenReference> created(Set<Place> places) {
        Map<Place, TokenReference> created = new HashMap<>();
        long head = connection.committer().head().number();
        connection.follow(
                connection.start(),
                head,
                block -> outputs(block)
                        .filter(token -> token.token().owner().equals(owner))
                        .map(token -> Map.entry(new Place(token.transaction().toHex(), token.index()), token))
                        .filter(entry -> places.contains(entry.getKey()))
                        .forEach(entry -> created.put(entry.getKey(), entry.getValue())));
        return created;
    }

    private static Stream<TokenReference> outputs(SettledBlock block) {
        return block.committed().stream()
                .flatMap(transaction -> transaction.committed().stream())
                .flatMap(committed -> committed.outputs().stream()
                        .map(output -> new TokenReference(committed.id(), output.index(), output.token())));
    }
}
