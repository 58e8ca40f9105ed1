package io.florin.runtime.identity;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.Certification;
import io.florin.crypto.ps.CertificationShare;
import io.florin.crypto.ps.Certifier;
import io.florin.crypto.ps.PsKeys;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.PsVerificationKey;
import io.florin.crypto.ps.TokenBase;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.privacy.CertifierParameters;
import io.florin.runtime.Failure;
import io.florin.runtime.keys.StoredShare;
import java.util.Collection;
import java.util.List;

/// The public part of a certifiers' key as the configuration has it, with the one signature that anybody may have.
final class HiddenMaterial {
    private HiddenMaterial() {}

    /// A group of certifiers, who sign the padding token: a threshold of them does, whoever they are.
    static CertifierGroup group(NamespaceId namespace, long epoch, SharedKey key, Collection<StoredShare> shares) {
        PsPublicKey publicKey = PsKeys.publicKey(key);
        List<PsVerificationKey> verificationKeys = PsKeys.verificationKeys(key);
        List<Bytes32> context = List.of(CertifierParameters.paddingContext(publicKey, namespace, epoch));
        TokenBase base = TokenBase.of(context, 0);
        BlindedToken padding = CertifierParameters.paddingToken(base);
        List<CertificationShare> signed = shares.stream()
                .limit(key.threshold())
                .map(share -> new Certifier(share.certifier(), (_, _) -> true))
                .flatMap(certifier -> certifier.certify(context, 0, padding).stream())
                .toList();
        var certification = new Certification(publicKey, key.threshold(), verificationKeys);
        return switch (certification.combine(base, padding, CertifierParameters.paddingOpening(), signed)) {
            case Certification.Outcome.Certified(var signature, var _) ->
                new CertifierGroup(
                        epoch,
                        key.threshold(),
                        Bytes.of(publicKey.encode()),
                        verificationKeys.stream()
                                .map(each -> Bytes.of(each.encode()))
                                .toList(),
                        Bytes.of(signature.signature().encode()));
            case Certification.Outcome.Incomplete _, Certification.Outcome.WrongOpening _ ->
                throw new Failure("the padding token was not certified");
        };
    }
}
