package io.florin.wallet.cli;

import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.wallet.hidden.Certifications;
import io.florin.wallet.hidden.CollectedShares;
import io.florin.wallet.hidden.OutputId;
import io.florin.wallet.hidden.OwnedToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ObjIntConsumer;

/// Asks certifiers for the shares of a wallet's tokens, in the way that [CollectedShares] says. For one round.
final class CertificationShares {

    private static final int PAGES_MAX = 100_000;

    private final List<CertificationApi> certifiers;
    private final Printers printers;
    private final CollectedShares shares;

    CertificationShares(List<CertificationApi> certifiers, Printers printers) {
        this.certifiers = List.copyOf(certifiers);
        this.printers = printers;
        this.shares = new CollectedShares(certifiers.size());
    }

    /// @return those that there are enough shares of, certified
    List<OwnedToken> certified(List<OwnedToken> waiting, List<CertifierGroup> groups) {
        shares.want(waiting, groups);
        ask("does not answer", this::collect);
        List<OwnedToken> certified = new ArrayList<>();
        for (OwnedToken token : waiting) {
            combine(token).or(() -> byName(token)).ifPresent(certified::add);
        }
        return certified;
    }

    private void ask(String complaint, ObjIntConsumer<CertificationApi> question) {
        for (int place = 0; place < certifiers.size(); place++) {
            try {
                question.accept(certifiers.get(place), place + 1);
            } catch (RuntimeException silent) { // or talks nonsense
                printers.err().println("certifier " + (place + 1) + " " + complaint);
            }
        }
    }

    private void collect(CertificationApi certifier, int index) {
        boolean more = true;
        for (int pages = 0; more && pages < PAGES_MAX; pages++) {
            OptionalLong from = shares.nextBlock(index);
            if (from.isEmpty()) {
                return;
            }
            CollectedShares.Taken taken = shares.take(
                    index,
                    from.getAsLong(),
                    CertificationApi.SHARES_MAX,
                    certifier.certifications(from.getAsLong(), CertificationApi.SHARES_MAX));
            if (taken.malformed() > 0) {
                printers.err().println("certifier " + index + " gave shares that are no points");
            }
            more = taken.more();
        }
    }

    private Optional<OwnedToken> combine(OwnedToken token) {
        Certifications.Combined combined = shares.combine(token);
        combined.blamed().forEach(index -> printers.err().println("certifier " + index + " gave a wrong share"));
        return combined.token();
    }

    private Optional<OwnedToken> byName(OwnedToken token) {
        if (!shares.mayAskByName(token)) {
            return Optional.empty();
        }
        OutputId id = token.id();
        CertificationRequest request = new CertificationRequest(id.transaction().toHex(), id.index());
        ask("does not certify on request", (certifier, index) -> {
            if (!shares.take(index, id, certifier.certify(request))) {
                printers.err().println("certifier " + index + " gave a share that is no point");
            }
        });
        return combine(token);
    }
}
