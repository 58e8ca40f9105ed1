package io.florin.bank.holdings;

import io.florin.bank.holdings.BlockStore.Created;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.TokenView;
import io.florin.runtime.api.CommitterApi.TransactionChange;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Clear tokens say whose they are.
final class ClearTokenReader implements TokenReader {

    private final LedgerAccess ledger;
    private final WalletBook wallets;

    ClearTokenReader(LedgerAccess ledger, WalletBook wallets) {
        this.ledger = ledger;
        this.wallets = wallets;
    }

    @Override
    public void prepare(BlockChanges block) {}

    @Override
    public void ended(List<FinalStatus> statuses) {}

    @Override
    public void catchUp(long block) {}

    @Override
    public List<Created> created(long block, List<TransactionChange> committed) {
        Map<OwnerKey, Long> owners = wallets.numbersOf(ownersIn(committed));
        List<Created> created = new ArrayList<>();
        for (TransactionChange change : committed) {
            for (TokenView token : change.created()) {
                Long wallet = owners.get(OwnerKey.fromHex(token.owner()));
                if (wallet != null && token.type() == ledger.currency().value()) {
                    created.add(created(change, token, wallet));
                }
            }
        }
        return created;
    }

    private static Set<OwnerKey> ownersIn(List<TransactionChange> committed) {
        Set<OwnerKey> owners = new LinkedHashSet<>();
        committed.forEach(change -> change.created().forEach(token -> owners.add(OwnerKey.fromHex(token.owner()))));
        return owners;
    }

    /// The key must be the hash of the token, or the bank could never spend it.
    private static Created created(TransactionChange change, TokenView token, long wallet) {
        TokenReference reference = new TokenReference(
                TransactionId.fromHex(change.id()),
                token.output(),
                new Token(OwnerKey.fromHex(token.owner()), token.type(), Amount.of(token.value())));
        Bytes key = Bytes.fromHex(token.key());
        if (!reference.key().toHex().equals(token.key())) {
            throw new Failure("the committer shows a token that does not match its key");
        }
        return new Created(key, wallet, token.value(), Bytes.fromHex(change.id()), token.output(), null, true);
    }
}
