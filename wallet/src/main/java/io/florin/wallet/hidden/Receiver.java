package io.florin.wallet.hidden;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.OutputBases;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.RecordedToken;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Finds what was paid to this wallet. A note is tried with the note key, since nothing in it says for whom it is; what
/// it says counts only if it opens the output on the ledger and the output is the wallet's. Everything else is ignored:
/// anybody can write a note. Any thread, if the predicate is for any.
public final class Receiver {

    private final NetworkId network;
    private final X25519KeyPair noteKey;
    private final Predicate<Scalar> own;

    /// @param own whether an enrollment id is one of the accounts behind the note key
    public Receiver(NetworkId network, X25519KeyPair noteKey, Predicate<Scalar> own) {
        this.network = network;
        this.noteKey = noteKey;
        this.own = own;
    }

    /// A token of this wallet and the note that came with it.
    public record Received(OwnedToken token, HiddenNote note) {}

    /// A note that names one of the wallet's accounts. Costs an X25519 agreement for each note of the network; whether
    /// it is true is for [#accept], once its transaction is committed.
    public Optional<HiddenNote> open(Bytes sealed) {
        return HiddenNote.open(network, noteKey, sealed)
                .filter(note -> own.test(note.opening().enrollment()));
    }

    /// The token, if the note opens the output and names one of the wallet's accounts. Outputs of value zero, which
    /// only fill a payment's shape, are none.
    public Optional<Received> accept(CommittedOutputs transaction, int output, HiddenNote note) {
        if (output < 0
                || output >= transaction.tokens().size()
                || note.opening().amount().isZero()
                || !own.test(note.opening().enrollment())) {
            return Optional.empty();
        }
        Optional<TokenBase> base = transaction.base(output);
        RecordedToken recorded = transaction.tokens().get(output);
        HiddenToken token = opened(note, recorded.model(), base);
        return RecordedToken.of(token).equals(recorded)
                ? Optional.of(new Received(
                        new OwnedToken(
                                new TransactionOutput(transaction.id(), output),
                                token,
                                note.opening(),
                                base,
                                transaction.block(),
                                Optional.empty()),
                        note))
                : Optional.empty();
    }

    /// The token that the note's opening makes.
    private static HiddenToken opened(HiddenNote note, PrivacyModel model, Optional<TokenBase> base) {
        if (base.isPresent()) {
            BlindedToken token = note.opening().forCertification().commit(base.get());
            return new HiddenToken.Unlinkable(token.owner(), token.value());
        }
        return note.opening().commit(OutputBases.of(model, List.of(), 0), 0);
    }
}
