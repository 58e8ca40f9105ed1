package io.florin.wallet.cli;

import io.florin.crypto.group.G1;
import io.florin.crypto.ps.CertificationShare;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.runtime.api.CertificationApi.Certified;
import io.florin.wallet.hidden.OutputId;
import io.florin.wallet.hidden.OwnedToken;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.web.client.RestClientException;

/// The shares that certifiers publish for a wallet's tokens. All shares are fetched, from the first block that matters,
/// so that nobody learns which of them the wallet looks for. Only for a token of which too few certifiers show a share,
/// though they are past its block, the wallet asks by name: one certifier alone cannot bring it to that.
final class CertificationShares {

    private record Place(OutputId id, long epoch) {}

    private final List<CertificationApi> certifiers;
    private final Printers printers;
    private final Map<Place, Map<Integer, CertificationShare>> shares = new HashMap<>();

    CertificationShares(List<CertificationApi> certifiers, Printers printers) {
        this.certifiers = certifiers;
        this.printers = printers;
    }

    void collect(List<OwnedToken> waiting, List<CertifierGroup> groups) {
        Map<CertificationApi, CertificationPage> last = new LinkedHashMap<>();
        for (CertificationApi certifier : certifiers) {
            try {
                last.put(certifier, pages(certifier, waiting));
            } catch (RestClientException silent) {
                printers.err().println("a certifier does not answer");
            }
        }
        for (OwnedToken token : waiting) {
            long past = last.values().stream()
                    .filter(page -> token.block() <= page.followed())
                    .count();
            if (groups.stream().noneMatch(group -> isEnough(token, group))
                    && past >= groups.getLast().threshold()) {
                last.forEach((certifier, page) -> ask(certifier, page, token));
            }
        }
    }

    private boolean isEnough(OwnedToken token, CertifierGroup group) {
        return of(token.id(), group.epoch()).size() >= group.threshold();
    }

    private void ask(CertificationApi certifier, CertificationPage page, OwnedToken token) {
        String transaction = token.id().transaction().toHex();
        try {
            Certified share = certifier.certify(
                    new CertificationRequest(transaction, token.id().index()));
            add(page.certifier(), token.id(), share);
        } catch (RestClientException silent) {
            printers.err().println("certifier " + page.certifier() + " does not certify on request");
        }
    }

    /// Of different certifiers, under the key of the epoch.
    List<CertificationShare> of(OutputId id, long epoch) {
        return List.copyOf(shares.getOrDefault(new Place(id, epoch), Map.of()).values());
    }

    /// @return the last page
    private CertificationPage pages(CertificationApi certifier, List<OwnedToken> waiting) {
        Set<OutputId> wanted = waiting.stream().map(OwnedToken::id).collect(Collectors.toSet());
        long next = waiting.stream().mapToLong(OwnedToken::block).min().orElseThrow();
        CertificationPage page;
        long from;
        do {
            from = next;
            page = certifier.certifications(from, CertificationApi.SHARES_MAX);
            for (Certified share : page.shares()) {
                OutputId id = new OutputId(TransactionId.fromHex(share.transactionId()), share.output());
                if (wanted.contains(id)) {
                    add(page.certifier(), id, share);
                }
            }
            next = page.next();
        } while (next > from && next <= page.followed());
        return page;
    }

    private void add(int certifier, OutputId id, Certified share) {
        try {
            G1 point = G1.decode(HexFormat.of().parseHex(share.share()));
            shares.computeIfAbsent(new Place(id, share.epoch()), _ -> new TreeMap<>())
                    .putIfAbsent(certifier, new CertificationShare(certifier, point));
        } catch (IllegalArgumentException malformed) {
            printers.err().println("certifier " + certifier + " gave a share that is no point");
        }
    }
}
