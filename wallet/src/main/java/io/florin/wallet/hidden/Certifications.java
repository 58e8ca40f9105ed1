package io.florin.wallet.hidden;

import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.Certification;
import io.florin.crypto.ps.CertificationShare;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.PsVerificationKey;
import io.florin.crypto.ps.TokenBase;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.privacy.HiddenToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/// Makes tokens of the unlinkable model spendable: combines the shares of one group of certifiers, unblinds, checks
/// once; only if that fails are shares looked at one by one and the bad ones named. Reading a group's keys takes
/// milliseconds: keep it. Immutable; any thread.
public final class Certifications {

    private final long epoch;
    private final Certification certification;

    private Certifications(long epoch, Certification certification) {
        this.epoch = epoch;
        this.certification = certification;
    }

    /// @throws IllegalArgumentException if a key is malformed
    public static Certifications of(CertifierGroup group) {
        List<PsVerificationKey> keys = new ArrayList<>();
        for (int i = 0; i < group.verificationKeys().size(); i++) {
            keys.add(PsVerificationKey.decode(
                    i + 1, group.verificationKeys().get(i).toArray()));
        }
        return new Certifications(
                group.epoch(),
                new Certification(PsPublicKey.decode(group.groupKey().toArray()), group.threshold(), keys));
    }

    /// @param token certified, if there were enough good shares
    /// @param good how many were good, as far as they were looked at
    /// @param blamed certifiers whose shares were bad, as far as they were looked at
    public record Combined(Optional<OwnedToken> token, int good, SortedSet<Integer> blamed) {}

    public long epoch() {
        return epoch;
    }

    /// Number of shares that it takes.
    public int threshold() {
        return certification.threshold();
    }

    /// @param token of the unlinkable model
    /// @param shares by arrival; of two by one certifier the first counts, of strangers none
    /// @throws IllegalArgumentException if the token has another model, or its opening is not the token's
    public Combined combine(OwnedToken token, List<CertificationShare> shares) {
        if (!(token.token() instanceof HiddenToken.Unlinkable(var owner, var value))) {
            throw new IllegalArgumentException("a token that needs no certification");
        }
        TokenBase base = token.base().orElseThrow();
        Certification.Outcome outcome = certification.combine(
                base, new BlindedToken(owner, value), token.opening().forCertification(), shares);
        return switch (outcome) {
            case Certification.Outcome.Certified(var signature, var blamed) ->
                new Combined(Optional.of(token.certified(epoch, signature)), certification.threshold(), blamed);
            case Certification.Outcome.Incomplete(int good, var blamed) -> new Combined(Optional.empty(), good, blamed);
            case Certification.Outcome.WrongOpening() ->
                throw new IllegalArgumentException("the opening is not the token's");
        };
    }
}
