package io.florin.fakenet;

import io.florin.crypto.group.G1;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.CertificationShare;
import io.florin.crypto.ps.Certifier;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.fakenet.FakeLedger.HiddenOutput;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.Certified;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Signs every output of a committed transaction with its share of the network's key.
public final class FakeCertifier {

    private final FakeLedger ledger;
    private final PsKeyShare share;
    private final Map<HiddenOutput, CertificationShare> signed = new HashMap<>();
    private boolean lying;
    private boolean silent;

    FakeCertifier(FakeLedger ledger, PsKeyShare share) {
        this.ledger = ledger;
        this.share = share;
    }

    /// Its shares are wrong from now on.
    public synchronized void lies(boolean on) {
        lying = on;
    }

    /// It signs nothing from now on.
    public synchronized void isSilent(boolean on) {
        silent = on;
    }

    synchronized CertificationPage page(long from) {
        long height = ledger.height();
        if (silent) {
            return new CertificationPage(share.index(), 0, from, List.of());
        }
        List<Certified> shares = ledger.hiddenOutputs().stream()
                .filter(output -> output.block() >= from)
                .flatMap(output -> sign(output).stream())
                .toList();
        return new CertificationPage(share.index(), height, height + 1, shares);
    }

    private Optional<Certified> sign(HiddenOutput output) {
        if (!(output.token().open() instanceof HiddenToken.Unlinkable(var owner, var value))) {
            return Optional.empty();
        }
        CertificationShare share = signed.computeIfAbsent(output, _ -> certify(output, owner, value));
        byte[] point = (lying ? share.signature().add(owner) : share.signature()).encode();
        return Optional.of(new Certified(
                output.block(),
                output.transaction().id().toHex(),
                output.index(),
                output.transaction().namespace().value(),
                1,
                HexFormat.of().formatHex(point)));
    }

    private CertificationShare certify(HiddenOutput output, G1 owner, G1 value) {
        var context = output.transaction().reads().stream()
                .map(read -> read.key().value())
                .toList();
        return new Certifier(share, (_, _) -> true)
                .certify(context, output.index(), new BlindedToken(owner, value))
                .orElseThrow();
    }
}
