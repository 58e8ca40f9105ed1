package io.florin.ledger.privacy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.range.Bulletproof;
import io.florin.crypto.range.RangeProof;
import io.florin.crypto.transcript.PointFormat;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import java.util.Optional;

/// What all proofs of a hidden currency share, as it stands on the ledger: model, keys with their epochs, range
/// parameters. Its digest is the first entry of every transcript, so a proof holds under these parameters only.
///
/// A new credential epoch or certifiers' key is a new version; whoever verifies keeps the versions that it still takes
/// and picks one by [#version]. Making one hashes the range proof's bases to the curve, 15 ms: keep it. Immutable; any
/// thread.
public final class PublicParameters {
    private static final int FORM = 1;

    private final NetworkId network;
    private final NamespaceId namespace;
    private final PrivacyModel model;
    private final long version;
    private final long credentialEpoch;
    private final CredentialScheme credentials;
    private final G1 epochBase;
    private final Optional<CertifierParameters> certifiers;
    private final Optional<RangeProof> ranges;
    private final PointFormat format;
    private final Bytes32 digest;

    /// How values are proven to be in range.
    ///
    /// @param bits 32 or 64
    /// @param values how many outputs one proof covers, a power of two up to eight; more outputs take more proofs
    public record RangeParameters(int bits, int values) {
        /// Two outputs of 64 bits: the default shape.
        public static final RangeParameters DEFAULT = new RangeParameters(64, 2);
    }

    /// Parameters of a currency.
    ///
    /// @param version rises with every change
    /// @param credentialEpoch of the credentials that are taken, u32
    /// @param certifiers present in the unlinkable model, and there only
    /// @param ranges of the models that hide the value; not looked at in the anonymous one
    /// @param format of the points in proofs
    /// @throws IllegalArgumentException if a part is missing or does not fit the model
    public PublicParameters(
            NetworkId network,
            NamespaceId namespace,
            PrivacyModel model,
            long version,
            BbsPublicKey credentialKey,
            long credentialEpoch,
            Optional<CertifierParameters> certifiers,
            RangeParameters ranges,
            PointFormat format) {
        if (model == PrivacyModel.CLEAR || namespace.equals(NamespaceId.CONFIGURATION)) {
            throw new IllegalArgumentException("a namespace that hides nothing has no public parameters");
        }
        if (certifiers.isPresent() != (model == PrivacyModel.UNLINKABLE)) {
            throw new IllegalArgumentException("certifiers belong to the unlinkable model");
        }
        this.network = network;
        this.namespace = namespace;
        this.model = model;
        this.version = version;
        this.credentialEpoch = credentialEpoch;
        this.credentials = new CredentialScheme(credentialKey, network.value().toArray());
        this.epochBase = credentials.base(credentialEpoch);
        this.certifiers = certifiers;
        this.format = format;
        this.ranges = model.hidesValue()
                ? Optional.of(new Bulletproof(ranges.bits(), ranges.values(), format))
                : Optional.empty();
        certifiers.ifPresent(each -> each.check(network, namespace));
        this.digest = Domain.PUBLIC_PARAMETERS.hash(
                encode(),
                Generators.BLINDING.encode(),
                Generators.ENROLLMENT.encode(),
                Generators.VALUE.encode(),
                Generators.SERIAL.encode());
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

    public long version() {
        return version;
    }

    /// The epoch that a credential must be of.
    public long credentialEpoch() {
        return credentialEpoch;
    }

    /// The registration authority's credentials, which are bound to the network.
    public CredentialScheme credentials() {
        return credentials;
    }

    /// The epoch's base, the same point for all statements.
    public G1 epochBase() {
        return epochBase;
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
    public RangeProof ranges() {
        return ranges.orElseThrow(() -> new IllegalStateException("values are in the clear"));
    }

    public PointFormat format() {
        return format;
    }

    /// PPHASH: SHA-256 over the encoding and the four generators.
    public Bytes32 digest() {
        return digest;
    }

    /// The bytes on the ledger.
    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter();
        writer.u8(FORM).fixed(network.value()).u16(namespace.value()).u8(model.code());
        writer.u32(version).u32(credentialEpoch).fixed(credentials.key().encode());
        writer.u8(format == PointFormat.UNCOMPRESSED ? 1 : 0);
        ranges.ifPresent(proof -> writer.u8(proof.bits()).u8(proof.values()));
        certifiers.ifPresent(each -> each.writeTo(writer));
        return writer.toByteArray();
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws io.florin.ledger.codec.DecodeException if it is anything else
    public static PublicParameters decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, PublicParameters::readFrom);
    }

    private static PublicParameters readFrom(CanonicalReader reader) {
        if (reader.u8() != FORM) {
            throw new IllegalArgumentException("unknown form of public parameters");
        }
        NetworkId network = new NetworkId(reader.fixed32());
        NamespaceId namespace = new NamespaceId(reader.u16());
        PrivacyModel model = PrivacyModel.ofCode(reader.u8());
        long version = reader.u32();
        long epoch = reader.u32();
        BbsPublicKey key = BbsPublicKey.decode(reader.fixed(BbsPublicKey.SIZE));
        PointFormat format = reader.flag() ? PointFormat.UNCOMPRESSED : PointFormat.COMPRESSED;
        RangeParameters ranges =
                model.hidesValue() ? new RangeParameters(reader.u8(), reader.u8()) : RangeParameters.DEFAULT;
        Optional<CertifierParameters> certifiers =
                model == PrivacyModel.UNLINKABLE ? Optional.of(CertifierParameters.readFrom(reader)) : Optional.empty();
        return new PublicParameters(network, namespace, model, version, key, epoch, certifiers, ranges, format);
    }
}
