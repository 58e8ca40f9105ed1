package io.florin.committer.query;

import io.florin.committer.protocol.BlockTimes;
import io.florin.committer.protocol.Claim;
import io.florin.committer.protocol.LedgerHead;
import io.florin.committer.protocol.LedgerReader;
import io.florin.committer.protocol.StateView;
import io.florin.committer.protocol.StoredValue.StoredToken;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Receipt;
import io.florin.ledger.status.Receipt.CommitterSignature;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.CommitterApi.OwnerTokens;
import io.florin.runtime.api.CommitterApi.TokenView;
import io.florin.runtime.api.CommitterApi.TransactionView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Answers questions about the ledger from complete blocks only. Each answer is of one height. Any thread.
public final class LedgerQueries {

    /// Thrown for a moment after a crash, while the state is being completed.
    public static final class NotYet extends RuntimeException {
        NotYet() {
            super("the state is being completed after a restart", null, false, false);
        }
    }

    /// An owner has more tokens than one answer may hold.
    public static final class TooManyTokens extends RuntimeException {
        TooManyTokens() {
            super("more than " + TOKENS_MAX + " tokens", null, false, false);
        }
    }

    public static final int TOKENS_MAX = 50_000;

    private final LedgerReader ledger;

    public LedgerQueries(LedgerReader ledger) {
        this.ledger = ledger;
    }

    public LedgerHead head() {
        return ledger.head();
    }

    private StateView view() {
        return ledger.view().orElseThrow(NotYet::new);
    }

    /// The final status of the transaction that claimed the id.
    public Optional<TransactionView> transaction(TransactionId id) {
        try (StateView view = view()) {
            return view.claim(id).map(LedgerQueries::viewOf);
        }
    }

    /// The statuses of those that have one, at one height.
    public List<TransactionView> transactions(List<TransactionId> ids) {
        List<TransactionView> found = new ArrayList<>();
        try (StateView view = view()) {
            ids.forEach(id -> view.claim(id).map(LedgerQueries::viewOf).ifPresent(found::add));
        }
        return found;
    }

    private static TransactionView viewOf(Claim claim) {
        return new TransactionView(
                claim.id().toHex(), claim.status().name(), claim.status().number(), claim.block(), claim.index());
    }

    /// Proof of the status of the transaction that claimed the id, signed by this committer.
    public Optional<Receipt> receipt(TransactionId id) {
        Optional<Claim> claim;
        try (StateView view = view()) {
            claim = view.claim(id);
        }
        return claim.map(
                found -> receipt(found.index(), ledger.statuses(found.block()).orElseThrow(NotYet::new)));
    }

    private static Receipt receipt(int index, BlockStatuses statuses) {
        var leaves = statuses.outcomes().stream()
                .map(outcome -> MerkleTree.leafHash(outcome.encode()))
                .toList();
        return new Receipt(
                statuses.outcomes().get(index),
                MerkleTree.path(leaves, index),
                statuses.checkpoint(),
                List.of(new CommitterSignature(statuses.committer(), statuses.signature())));
    }

    /// An unspent token.
    public Optional<TokenView> token(StateKey key) {
        try (StateView view = view()) {
            return view.read(key)
                    .filter(StoredToken.class::isInstance)
                    .map(found -> viewOf(((StoredToken) found).reference()));
        }
    }

    /// All unspent tokens of an owner at one height.
    public OwnerTokens tokensOf(OwnerKey owner) {
        try (StateView view = view()) {
            List<TokenReference> tokens = view.tokensOf(owner, TOKENS_MAX + 1);
            if (tokens.size() > TOKENS_MAX) {
                throw new TooManyTokens();
            }
            return new OwnerTokens(
                    owner.toHex(),
                    view.block(),
                    tokens.stream().map(LedgerQueries::viewOf).toList());
        }
    }

    private static TokenView viewOf(TokenReference reference) {
        return new TokenView(
                reference.key().toHex(),
                reference.token().owner().toHex(),
                reference.token().type(),
                reference.token().value().minorUnits(),
                reference.transaction().toHex(),
                reference.index());
    }

    /// Times at which a complete block came and was done.
    public Optional<BlockTimes> times(long number) {
        return ledger.times(number);
    }
}
