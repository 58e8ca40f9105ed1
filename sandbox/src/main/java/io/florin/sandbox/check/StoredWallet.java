package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.sandbox.demo.SelfHeldWallet;
import io.florin.sandbox.view.PartyStore;
import io.florin.sandbox.view.PartyStore.Thing;
import io.florin.sandbox.view.Viewer;
import io.florin.wallet.cli.WalletContents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The payment in a wallet holder's store: the files of the command-line wallet, as a thief without the seed finds them
/// and opened by the seed, and what the seed finds at endorsers.
final class StoredWallet {
    private static final int SHOWN_MAX = 96;

    private final CheckContext context;
    private final SelfHeldWallet wallet;
    private final TransactionId transaction;

    StoredWallet(CheckContext context, SelfHeldWallet wallet, TransactionId transaction) {
        this.context = context;
        this.wallet = wallet;
        this.transaction = transaction;
    }

    List<PartyStore> places() {
        List<String> history = wallet.history().stream()
                .filter(line -> line.contains(transaction.toHex()))
                .map(line -> "received " + line)
                .toList();
        List<Thing> withSeed = new ArrayList<>();
        List<Thing> without = new ArrayList<>();
        Optional<WalletContents> contents = contents();
        contents.ifPresent(kept -> {
            without.add(new Thing(
                    "file " + kept.file().getFileName() + ", sealed",
                    List.of(cut(kept.sealed()) + " (" + kept.sealed().size() + " bytes)"),
                    kept.sealed().toArray()));
            withSeed.add(new Thing(
                    "file " + kept.file().getFileName() + ", opened with the seed",
                    kept.lines().stream().filter(this::belongs).toList(),
                    kept.opened().toArray()));
        });
        withSeed.add(new Thing(
                "answer of `florin wallet history`, from notes that the seed opens at endorsers",
                history,
                String.join("\n", history).getBytes(StandardCharsets.UTF_8)));
        return List.of(new PartyStore(Viewer.WALLET_FILE, without), new PartyStore(Viewer.WALLET, withSeed));
    }

    private Optional<WalletContents> contents() {
        try {
            return WalletContents.of(wallet.file(), context.genesis().networkId());
        } catch (IOException e) {
            throw new UncheckedIOException("the wallet " + wallet.file() + " cannot be read", e);
        }
    }

    private boolean belongs(String line) {
        return line.contains(transaction.toHex()) || line.startsWith("enrollment");
    }

    private static String cut(Bytes bytes) {
        String hex = bytes.toHex();
        return hex.length() <= SHOWN_MAX ? hex : hex.substring(0, SHOWN_MAX) + "…";
    }
}
