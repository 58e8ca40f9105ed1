package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.runtime.api.CommitterApi.TokenView;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.wallet.keys.WalletSeed;
import io.florin.wallet.notes.NoteContent;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// A wallet's knowledge after it lost everything but its seed. Amounts are minor units.
///
/// @param balanceMinor unspent tokens of its key
/// @param notes that its note key opens
/// @param notedMinor what these notes say it was paid
/// @param receivedMinor what the ledger says it was paid, except what came from a rail
record RestoredWallet(long balanceMinor, int notes, long notedMinor, long receivedMinor) {
    private static final int PAGE = 1000;

    static RestoredWallet of(CheckContext context, String person) {
        var network = context.genesis().networkId();
        try (WalletSeed seed = EconomySeeder.selfHeldSeed(context.economy().seed(), person)) {
            OwnerKey owner = new OwnerKey(seed.ownerKey(network, 0).publicKey());
            long balance = context.clients().committer().tokensOf(owner.toHex()).tokens().stream()
                    .mapToLong(TokenView::value)
                    .sum();
            Map<String, NoteContent> notes = new HashMap<>();
            X25519KeyPair key = seed.noteKey(network, 0);
            Set<String> tried = new HashSet<>();
            Set<Bytes32> others = context.clean(owner.value());
            // an endorser that was passed over lacks notes; any two of three have all
            for (EndorserApi endorser : context.clients().endorsers()) {
                collect(endorser, network, key, tried, others, notes);
            }
            long noted = notes.values().stream()
                    .mapToLong(note -> note.token().value().minorUnits())
                    .sum();
            return new RestoredWallet(balance, notes.size(), noted, received(context, owner));
        }
    }

    /// @param tried the notes seen so far: all endorsers' are tried, the same one once
    /// @param others hashes of notes that an earlier look found not to be for this key
    private static void collect(
            EndorserApi endorser,
            NetworkId network,
            X25519KeyPair key,
            Set<String> tried,
            Set<Bytes32> others,
            Map<String, NoteContent> notes) {
        long after = 0;
        while (true) {
            NotePage page = endorser.notes(after, PAGE);
            for (NoteEntry entry : page.notes()) {
                String output = entry.transactionId() + "/" + entry.output();
                if (tried.add(output + "/" + entry.note())) {
                    byte[] sealed = Base64.getDecoder().decode(entry.note());
                    Bytes32 hash = Sha256.hash(sealed);
                    if (!others.contains(hash)) {
                        NoteContent.open(network, key, Bytes.of(sealed))
                                .ifPresentOrElse(note -> notes.put(output, note), () -> others.add(hash));
                    }
                }
            }
            if (page.notes().isEmpty() || page.next() <= after) {
                return;
            }
            after = page.next();
        }
    }

    /// Nobody writes a note beside what comes from a rail: the file of the final payment says what it is.
    private static long received(CheckContext context, OwnerKey owner) {
        long received = 0;
        for (var block : context.ledger().applied()) {
            for (SettlementTransaction transaction : block.committed()) {
                if (transaction.kind() == TransactionKind.RAIL_WITHDRAWAL) {
                    continue;
                }
                received += transaction.outputs().stream()
                        .filter(output -> output.token().owner().equals(owner))
                        .map(Write.Output::token)
                        .mapToLong(token -> token.value().minorUnits())
                        .sum();
            }
        }
        return received;
    }
}
