package io.florin.wallet.cli;

import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.wallet.hidden.Certifications;
import io.florin.wallet.hidden.CollectedShares;
import io.florin.wallet.hidden.OtherCommitters;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.TransactionOutput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ObjIntConsumer;
import java.util.random.RandomGenerator;

/// Asks certifiers for the shares of a wallet's tokens, in the way that [CollectedShares] says. For one round, so the
/// random wait before the first question by name is one of seconds, and tokens are named in random order.
final class CertificationShares {

    private static final int PAGES_MAX = 100_000;

    /// No token waits for itself here: all of a sync wait together.
    private static final Instant ANY_TIME = Instant.EPOCH;

    private final Asked asked;
    private final List<CertificationApi> certifiers;
    private final OtherCommitters others;
    private final Printers printers;
    private final CollectedShares shares;

    /// @param certifiers in the order of their keys
    /// @param waitMax at most so long is waited before one of them is asked for a token by name
    record Asked(List<CertificationApi> certifiers, RandomGenerator random, Duration waitMax) {
        Asked {
            certifiers = List.copyOf(certifiers);
        }
    }

    /// @param others confirm a token before it is named
    CertificationShares(Asked asked, OtherCommitters others, Printers printers) {
        this.asked = asked;
        this.certifiers = asked.certifiers();
        this.others = others;
        this.printers = printers;
        this.shares = new CollectedShares(certifiers.size(), asked.random(), Duration.ZERO);
    }

    /// @return those that there are enough shares of, certified
    List<OwnedToken> certified(List<OwnedToken> waiting, List<CertifierGroup> groups) {
        shares.want(waiting, groups);
        ask("does not answer", this::collect);
        List<OwnedToken> certified = new ArrayList<>();
        List<OwnedToken> left = new ArrayList<>();
        for (OwnedToken token : waiting) {
            combine(token).ifPresentOrElse(certified::add, () -> left.add(token));
        }
        shares.toConfirm(Integer.MAX_VALUE).forEach(this::confirm);
        List<OwnedToken> named = new ArrayList<>(left.stream()
                .filter(token -> shares.mayAskByName(token, ANY_TIME))
                .toList());
        if (!named.isEmpty()) {
            Collections.shuffle(named, asked.random());
            awaitRandomly(named.size());
            named.forEach(token -> byName(token).ifPresent(certified::add));
        }
        return certified;
    }

    /// @param tokens of one range
    private void confirm(List<OwnedToken> tokens) {
        if (others.isAlone()) {
            List<OwnedToken> shown = tokens.stream().filter(shares::isShown).toList();
            shown.forEach(token -> shares.confirmed(token.id(), ANY_TIME));
            complain(
                    tokens.size() - shown.size(),
                    "are shown by the committer and not by certifiers, who are not asked for them by name");
        } else if (others.areTooFew()) {
            complain(
                    tokens.size(),
                    "are not asked for by name, since no other committer confirms them: give more URLs with"
                            + " --committer");
        } else {
            Map<TransactionOutput, OtherCommitters.Sight> seen = others.look(tokens);
            seen.forEach((id, sight) -> {
                if (others.isConfirmed(sight)) {
                    shares.confirmed(id, ANY_TIME);
                }
            });
            complain(
                    seen.values().stream().filter(sight -> sight.without() > 0).count(),
                    "are shown by the first committer and not by another one");
        }
    }

    private void complain(long count, String what) {
        if (count > 0) {
            printers.err().println(count + " tokens " + what);
        }
    }

    private void awaitRandomly(int count) {
        long millis = asked.random().nextLong(asked.waitMax().toMillis() + 1);
        if (millis == 0) {
            return;
        }
        printers.err()
                .println("certifiers are asked for " + count + " tokens by name, after a random wait of up to "
                        + asked.waitMax().toSeconds() + " s");
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while waiting", e);
        }
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
        TransactionOutput id = token.id();
        CertificationRequest request = new CertificationRequest(id.transaction().toHex(), id.index());
        ask("does not certify on request", (certifier, index) -> {
            if (!shares.take(index, id, certifier.certify(request))) {
                printers.err().println("certifier " + index + " gave a share that is no point");
            }
        });
        return combine(token);
    }
}
