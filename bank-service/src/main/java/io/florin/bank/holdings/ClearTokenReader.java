package io.florin.bank.holdings;

import io.florin.bank.holdings.BlockEffects.Created;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.settlement.Write.Output;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Clear tokens say whose they are.
final class ClearTokenReader implements TokenReader {

    private final LedgerAccess ledger;
    private final WalletBook wallets;
    private final SeenOutputs seen;

    ClearTokenReader(LedgerAccess ledger, WalletBook wallets, SeenOutputs seen) {
        this.ledger = ledger;
        this.wallets = wallets;
        this.seen = seen;
    }

    @Override
    public void prepare(List<Committed> committed) {}

    @Override
    public void ended(List<FinalStatus> statuses) {}

    @Override
    public void change(List<Created> change) {
        change.forEach(token -> seen.isChange(token.transaction(), token.output()));
    }

    @Override
    public void catchUp(long block) {}

    @Override
    public List<Created> created(long block, List<Committed> committed) {
        Map<OwnerKey, Long> owners = wallets.numbersOf(ownersIn(committed));
        List<Created> created = new ArrayList<>();
        for (Committed each : committed) {
            List<Integer> own = new ArrayList<>();
            for (Output output : each.transaction().outputs()) {
                Long wallet = owners.get(output.token().owner());
                if (wallet != null && output.token().type() == ledger.currency().value()) {
                    created.add(created(each, output, wallet));
                    own.add(output.index());
                }
            }
            seen.saw(each.id(), own);
        }
        return created;
    }

    private static Set<OwnerKey> ownersIn(List<Committed> committed) {
        Set<OwnerKey> owners = new LinkedHashSet<>();
        committed.forEach(each -> each.transaction()
                .outputs()
                .forEach(output -> owners.add(output.token().owner())));
        return owners;
    }

    private static Created created(Committed committed, Output output, long wallet) {
        byte[] key = committed.transaction().keyOf(output).value().toArray();
        long value = output.token().value().minorUnits();
        return new Created(Bytes.of(key), wallet, value, committed.id(), output.index(), null, true);
    }
}
