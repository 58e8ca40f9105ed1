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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The shares that certifiers publish for a wallet's tokens. All shares are fetched, from the first block that matters,
/// so that nobody learns which of them the wallet looks for. Only for a token of which too few certifiers show a share,
/// though they are past its block, the wallet asks by name: one certifier alone cannot bring it to that. Whose share it
/// is says the endpoint's place in the list, never the answer.
final class CertificationShares {

    private record Place(OutputId id, long epoch) {}

    /// @param index of its key, from 1
    private record Certifier(int index, CertificationApi api) {}

    private final List<Certifier> certifiers;
    private final Printers printers;
    private final Map<Place, Map<Integer, CertificationShare>> shares = new HashMap<>();

    CertificationShares(List<CertificationApi> certifiers, Printers printers) {
        this.certifiers = IntStream.range(0, certifiers.size())
                .mapToObj(place -> new Certifier(place + 1, certifiers.get(place)))
                .toList();
        this.printers = printers;
    }

    void collect(List<OwnedToken> waiting, List<CertifierGroup> groups) {
        Map<Certifier, CertificationPage> last = new LinkedHashMap<>();
        for (Certifier certifier : certifiers) {
            try {
                last.put(certifier, pages(certifier, waiting));
            } catch (RuntimeException silent) { // or talks nonsense
                printers.err().println("certifier " + certifier.index() + " does not answer");
            }
        }
        for (OwnedToken token : waiting) {
            long past = last.values().stream()
                    .filter(page -> token.block() <= page.followed())
                    .count();
            if (groups.stream().noneMatch(group -> isEnough(token, group))
                    && past >= groups.getLast().threshold()) {
                last.keySet().forEach(certifier -> ask(certifier, token));
            }
        }
    }

    private boolean isEnough(OwnedToken token, CertifierGroup group) {
        return of(token.id(), group.epoch()).size() >= group.threshold();
    }

    private void ask(Certifier certifier, OwnedToken token) {
        String transaction = token.id().transaction().toHex();
        try {
            Certified share = certifier
                    .api()
                    .certify(new CertificationRequest(transaction, token.id().index()));
            add(certifier.index(), token.id(), share);
        } catch (RuntimeException silent) {
            printers.err().println("certifier " + certifier.index() + " does not certify on request");
        }
    }

    /// Of different certifiers, under the key of the epoch.
    List<CertificationShare> of(OutputId id, long epoch) {
        return List.copyOf(shares.getOrDefault(new Place(id, epoch), Map.of()).values());
    }

    /// @return the last page
    private CertificationPage pages(Certifier certifier, List<OwnedToken> waiting) {
        Set<OutputId> wanted = waiting.stream().map(OwnedToken::id).collect(Collectors.toSet());
        long next = waiting.stream().mapToLong(OwnedToken::block).min().orElseThrow();
        long newest = waiting.stream().mapToLong(OwnedToken::block).max().orElseThrow();
        CertificationPage page;
        long from;
        do {
            from = next;
            page = certifier.api().certifications(from, CertificationApi.SHARES_MAX);
            for (Certified share : page.shares()) {
                idOf(share).filter(wanted::contains).ifPresent(id -> add(certifier.index(), id, share));
            }
            next = page.next();
        } while (next > from && next <= Math.min(newest, page.followed()));
        return page;
    }

    private static Optional<OutputId> idOf(Certified share) {
        try {
            return Optional.of(new OutputId(TransactionId.fromHex(share.transactionId()), share.output()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
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
