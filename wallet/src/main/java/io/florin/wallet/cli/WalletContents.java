package io.florin.wallet.cli;

import io.florin.crypto.Bytes;
import io.florin.ledger.NetworkId;
import io.florin.wallet.hidden.OwnedToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A command-line wallet's files beside its seed, as whoever has the files sees it: sealed, and opened by the seed.
/// Nobody is asked for anything.
///
/// @param file the encrypted file
/// @param sealed as it is on the disk
/// @param opened its content under the seed, in its canonical encoding
/// @param lines the same in words
public record WalletContents(Path file, Bytes sealed, Bytes opened, List<String> lines) {
    public WalletContents {
        lines = List.copyOf(lines);
    }

    /// @param seedFile the wallet's own file, which has its seed
    /// @return empty where the wallet keeps nothing beside its seed: in a network that hides nothing, or before its
    /// first command
    /// @throws IOException if the file is another wallet's, another network's, or altered
    public static Optional<WalletContents> of(Path seedFile, NetworkId network) throws IOException {
        HiddenStateFile file =
                new HiddenStateFile(seedFile, new WalletFile(seedFile, new WalletPassphrase()).read(), network);
        if (!Files.exists(file.path())) {
            return Optional.empty();
        }
        HiddenState state = file.read();
        return Optional.of(new WalletContents(
                file.path(), Bytes.of(Files.readAllBytes(file.path())), Bytes.of(state.encode()), lines(state)));
    }

    private static List<String> lines(HiddenState state) {
        List<String> lines = new ArrayList<>();
        state.enrolled.ifPresent(enrolled ->
                lines.add("enrollment id " + Bytes.of(enrolled.eid().toBytes()).toHex()));
        state.signed.ifPresent(signed -> lines.add("a credential signed for epoch " + signed.epoch()));
        state.received
                .values()
                .forEach(entry -> lines.add("received " + AmountInput.format(entry.amount()) + " FLN in block "
                        + entry.block() + " by " + entry.id().transaction().toHex() + ": " + entry.remittance()));
        for (OwnedToken token : state.tokens.values()) {
            lines.add("has a token of " + AmountInput.format(token.amount()) + " FLN, output "
                    + token.id().index() + " of " + token.id().transaction().toHex()
                    + token.certification()
                            .map(_ -> ", certified under key " + token.certifierEpoch())
                            .orElse(""));
        }
        state.pending.forEach(pending -> lines.add("pays by " + pending.id().toHex()));
        return lines;
    }

    /// Prints nothing of what is in it.
    @Override
    public String toString() {
        return "WalletContents[" + file + "]";
    }
}
