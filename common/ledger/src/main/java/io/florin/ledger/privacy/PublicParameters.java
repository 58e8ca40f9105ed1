package io.florin.ledger.privacy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.ValueLimbs;
import io.florin.crypto.group.G1;
import io.florin.crypto.range.Bulletproof;
import io.florin.crypto.transcript.PointFormat;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Parameters of all proofs of a hidden currency, as they stand on the ledger: model, keys with their epochs, range
/// parameters. Its digest is the first entry of every transcript, so a proof holds under these parameters only.
///
/// A namespace has one of these for each epoch of the certifiers' key that is still spendable; the epoch of credentials
/// changes every hour and stands in the statement instead. Making one hashes the range proof's bases to the curve, 15
/// ms: keep it, see [HiddenCurrencies]. Immutable; any thread.
public final class PublicParameters {
    private static final int FORM = 2;
    private static final int AUDITED_FORM = 3;
    private static final int EPOCHS_KEPT = 16;

    private final NetworkId network;
    private final NamespaceId namespace;
    private final PrivacyModel model;
    private final CredentialScheme credentials;
    private final Map<Long, G1> epochBases = new ConcurrentHashMap<>();
    private final Optional<CertifierParameters> certifiers;
    private final Optional<Bulletproof> ranges;
    private final Optional<AuditParameters> audit;
    private final int limbs;
    private final PointFormat format;
    private final Bytes32 digest;

    /// Form of range proofs. Under passive audit a value is proven in limbs of 32 bits, of which a proof covers as many
    /// as it covers bits without.
    ///
    /// @param bits 32 or 64
    /// @param values how many outputs one proof covers, a power of two up to eight; more outputs take more proofs
    public record RangeParameters(int bits, int values) {
        /// Two outputs of 64 bits: the default shape.
        public static final RangeParameters DEFAULT = new RangeParameters(64, 2);
    }

    /// Parameters of a currency without passive audit.
    ///
    /// @throws IllegalArgumentException if a part is missing or does not fit the model
    public PublicParameters(
            NetworkId network,
            NamespaceId namespace,
            PrivacyModel model,
            BbsPublicKey credentialKey,
            Optional<CertifierParameters> certifiers,
            RangeParameters ranges,
            PointFormat format) {
        this(network, namespace, model, credentialKey, certifiers, ranges, format, Optional.empty());
    }

    /// Parameters of a currency.
    ///
    /// @param certifiers present in the unlinkable model, and there only
    /// @param ranges of the models that hide the value; not looked at in the anonymous one
    /// @param format of the points in proofs
    /// @param audit present under passive audit
    /// @throws IllegalArgumentException if a part is missing or does not fit the model
    public PublicParameters(
            NetworkId network,
            NamespaceId namespace,
            PrivacyModel model,
            BbsPublicKey credentialKey,
            Optional<CertifierParameters> certifiers,
            RangeParameters ranges,
            PointFormat format,
            Optional<AuditParameters> audit) {
        if (model == PrivacyModel.CLEAR || namespace.equals(NamespaceId.CONFIGURATION)) {
            throw new IllegalArgumentException("a namespace that hides nothing has no public parameters");
        }
        if (certifiers.isPresent() != (model == PrivacyModel.UNLINKABLE)) {
            throw new IllegalArgumentException("certifiers belong to the unlinkable model");
        }
        this.network = network;
        this.namespace = namespace;
        this.model = model;
        this.credentials = new CredentialScheme(credentialKey, network.value().toArray());
        this.certifiers = certifiers;
        this.format = format;
        this.audit = audit;
        this.limbs = audit.isPresent() && model.hidesValue() ? ranges.bits() / ValueLimbs.BITS : 0;
        this.ranges = model.hidesValue() ? Optional.of(rangeProof(ranges, limbs, format)) : Optional.empty();
        certifiers.ifPresent(each -> each.check(namespace));
        this.digest = Domain.PUBLIC_PARAMETERS.hash(
                encode(),
                Generators.BLINDING.encode(),
                Generators.ENROLLMENT.encode(),
                Generators.VALUE.encode(),
                Generators.SERIAL.encode());
    }

    private static Bulletproof rangeProof(RangeParameters ranges, int limbs, PointFormat format) {
        return limbs == 0
                ? new Bulletproof(ranges.bits(), ranges.values(), format)
                : new Bulletproof(ValueLimbs.BITS, Math.min(Bulletproof.VALUES_MAX, ranges.values() * limbs), format);
    }

    /// The parameters of a namespace that hides something, under one of its certifiers' keys.
    ///
    /// @param certifierEpoch of the key; zero where there are no certifiers
    /// @throws IllegalArgumentException if the namespace hides nothing or has no such key
    public static PublicParameters of(NetworkId network, Namespace namespace, long certifierEpoch) {
        HiddenCurrency hidden =
                namespace.hidden().orElseThrow(() -> new IllegalArgumentException("the namespace hides nothing"));
        PrivacyModel model = PrivacyModel.ofRulesVersion(namespace.rulesVersion());
        Optional<CertifierParameters> certifiers = model == PrivacyModel.UNLINKABLE
                ? Optional.of(CertifierParameters.of(hidden.certifiers(certifierEpoch)))
                : Optional.empty();
        if (certifiers.isEmpty() && certifierEpoch != 0) {
            throw new IllegalArgumentException("no certifiers in this model");
        }
        return new PublicParameters(
                network,
                namespace.id(),
                model,
                BbsPublicKey.decode(hidden.credentialKey().toArray()),
                certifiers,
                new RangeParameters(hidden.rangeBits(), hidden.rangeValues()),
                hidden.uncompressed() ? PointFormat.UNCOMPRESSED : PointFormat.COMPRESSED,
                hidden.auditKey().map(AuditParameters::of));
    }

    /// Checks that what a namespace hides can be proven under each of its keys: keys are keys, padding is certified,
    /// points belong together. What cannot be used must not come into force.
    ///
    /// @throws IllegalArgumentException if not
    public static void requireUsable(NetworkId network, Namespace namespace) {
        namespace.hidden().ifPresent(hidden -> {
            if (hidden.certifiers().isEmpty()) {
                of(network, namespace, 0);
            }
            hidden.certifiers().forEach(group -> of(network, namespace, group.epoch()));
        });
    }

    public NetworkId network() {
        return network;
    }

    public NamespaceId namespace() {
        return namespace;
    }

    public PrivacyModel model() {
        return model;
    }

    /// The registration authority's credentials, which are bound to the network.
    public CredentialScheme credentials() {
        return credentials;
    }

    /// The base of a credential epoch, the same point for all statements.
    public G1 epochBase(long epoch) {
        if (epochBases.size() > EPOCHS_KEPT) {
            epochBases.clear();
        }
        return epochBases.computeIfAbsent(epoch, credentials::base);
    }

    /// The certifiers, of the unlinkable model only.
    ///
    /// @throws IllegalStateException in another model
    public CertifierParameters certifiers() {
        return certifiers.orElseThrow(() -> new IllegalStateException("no certifiers in this model"));
    }

    /// The range proof, of models that hide values.
    ///
    /// @throws IllegalStateException in another model
    public Bulletproof ranges() {
        return ranges.orElseThrow(() -> new IllegalStateException("values are in the clear"));
    }

    /// The audit authority, under passive audit.
    public Optional<AuditParameters> audit() {
        return audit;
    }

    /// Limbs of 32 bits in which a hidden value is encrypted to the audit authority; zero if none is.
    public int limbs() {
        return limbs;
    }

    public PointFormat format() {
        return format;
    }

    /// PPHASH: SHA-256 over the encoding and the four generators.
    public Bytes32 digest() {
        return digest;
    }

    private byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter();
        writer.u8(audit.isPresent() ? AUDITED_FORM : FORM)
                .fixed(network.value())
                .u16(namespace.value())
                .u8(model.code());
        writer.fixed(credentials.key().encode());
        writer.u8(format == PointFormat.UNCOMPRESSED ? 1 : 0);
        ranges.ifPresent(proof -> writer.u8(proof.bits()).u8(proof.values()));
        certifiers.ifPresent(each -> each.writeTo(writer));
        audit.ifPresent(each -> each.writeTo(writer.u8(limbs)));
        return writer.toByteArray();
    }
}
