package io.florin.centralbank.configuration;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.privacy.PrivacyModel;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The configuration in force, all of it. Amounts are minor units, keys in hex.
@Schema(description = "The configuration in force, all of it; amounts are minor units, keys in hex")
public record CurrentConfiguration(
        @Schema(description = "Version, 1 for that of genesis")
        long version,

        @Schema(description = "The ledger's last block when this was asked")
        long height,

        @Schema(description = "Id of the network, hex") String networkId,
        @Schema(description = "Ordering parties") Ordering ordering,

        @Schema(
                description = "Endorsers by namespace and epoch of their key: the last ones of a namespace sign, what"
                        + " the ones before signed still counts")
        List<Endorsers> endorsers,

        @Schema(description = "Namespaces with their rules and audit policy")
        List<Namespace> namespaces,

        @Schema(description = "Officers of the central bank")
        Officers officers,

        @Schema(description = "Auditors' Ed25519 public keys in order of their index")
        List<String> auditors,

        @Schema(description = "Committers") Committers committers,

        @Schema(description = "Registration's Ed25519 public key")
        String registrationKey,

        @Schema(description = "Tiers and their limits") List<Tier> tiers,
        @Schema(description = "Limits of the ledger") Limits limits) {

    @Schema(name = "OrderingParties", description = "Who orders, and how many may fail")
    public record Ordering(
            @Schema(description = "How many parties may fail")
            int faults,

            @Schema(description = "Whether those may do anything, or only stop")
            boolean byzantine,

            @Schema(description = "How many signatures certify a block")
            int quorum,

            @Schema(description = "The parties") List<Party> parties) {}

    @Schema(name = "OrderingParty", description = "One ordering party")
    public record Party(
            @Schema(description = "Id of the party") int id,
            @Schema(description = "Name") String name,
            @Schema(description = "Ed25519 public key") String key) {}

    @Schema(name = "EndorserGroup", description = "Who endorses transactions of a namespace")
    public record Endorsers(
            @Schema(description = "Namespace") int namespace,
            @Schema(description = "How they sign") SignatureScheme scheme,
            @Schema(description = "Epoch of the key") long epoch,

            @Schema(description = "How many endorsers must sign")
            int threshold,

            @Schema(description = "Public key of the group, in the encoding of its scheme")
            String groupKey,

            @Schema(description = "Public keys of the shares, in order")
            List<String> verificationKeys) {}

    @Schema(name = "ConfiguredNamespace", description = "A part of the ledger with rules of its own")
    public record Namespace(
            @Schema(description = "Id of the namespace") int id,
            @Schema(description = "Name") String name,

            @Schema(description = "Currency code, empty for the configuration's own namespace")
            String currency,

            @Schema(description = "Decimals of the currency")
            int minorDigits,

            @Schema(description = "Version of the token rules")
            int rulesVersion,

            @Schema(description = "When the auditor must sign")
            AuditPolicy auditPolicy,

            @Schema(description = "Payments above it need the auditor under ABOVE_THRESHOLD")
            long auditThreshold,

            @Schema(
                    description = "What it hides: CLEAR nothing, ANONYMOUS owners, CONFIDENTIAL owners and values,"
                            + " UNLINKABLE also which token is spent")
            PrivacyModel privacyModel,

            @Schema(description = "Parameters of its proofs, null where nothing is hidden", nullable = true) @Nullable
            Hidden hidden) {}

    @Schema(name = "HiddenCurrency", description = "What the proofs of a hidden currency hold under")
    public record Hidden(
            @Schema(description = "BBS public key of registration's credentials")
            String credentialKey,

            @Schema(description = "Values are proven to be below 2 to the power of it")
            int rangeBits,

            @Schema(description = "How many values one range proof covers")
            int rangeValues,

            @Schema(description = "Whether points in proofs are uncompressed")
            boolean uncompressed,

            @Schema(description = "Certifiers of the unlinkable model, ascending by epoch; the last ones certify")
            List<Certifiers> certifiers,

            @Schema(
                    description = "The audit authority's keys under passive audit, ascending by epoch: payments are"
                            + " encrypted to the last one, those made before are opened with the others")
            List<Audit> auditKeys) {}

    @Schema(name = "AuditKey", description = "Whom payments of a hidden currency are encrypted to")
    public record Audit(
            @Schema(description = "Epoch of the key") long epoch,

            @Schema(description = "How many members must agree to open")
            int threshold,

            @Schema(description = "ElGamal public key") String key,

            @Schema(description = "Points of the shares, in order")
            List<String> verificationPoints) {}

    @Schema(name = "CertifierGroup", description = "Who certifies hidden tokens under one key")
    public record Certifiers(
            @Schema(description = "Epoch of the key") long epoch,

            @Schema(description = "How many certifiers must sign")
            int threshold,

            @Schema(description = "Pointcheval-Sanders public key of the group")
            String groupKey,

            @Schema(description = "Keys of the shares, in order")
            List<String> verificationKeys) {}

    @Schema(name = "OfficerKeys", description = "Officers' keys, and how many of them must sign")
    public record Officers(
            @Schema(description = "How many officers must sign")
            int approvalsRequired,

            @Schema(description = "Ed25519 public keys in order of their index")
            List<String> keys) {}

    @Schema(name = "CommitterKeys", description = "Committers' keys, and how many of them may lie")
    public record Committers(
            @Schema(description = "How many committers may lie")
            int liars,

            @Schema(description = "Ed25519 public keys in order of their index")
            List<String> keys) {}

    @Schema(name = "ConfiguredTier", description = "Limits of owners by how well they are identified")
    public record Tier(
            @Schema(description = "Id of the tier") int id,
            @Schema(description = "Name") String name,

            @Schema(description = "Largest single payment to others")
            long paymentMax,

            @Schema(description = "Largest holding") long holdingMax) {}

    @Schema(name = "LedgerLimits", description = "Limits of the ledger")
    public record Limits(
            @Schema(description = "How many blocks ahead a transaction's expiry may lie")
            long expiryBlocksMax,

            @Schema(description = "Milliseconds of silence of registration after which endorsing stops")
            long heartbeatMillisMax) {}

    static CurrentConfiguration of(LedgerConfiguration.Seen seen, String networkId) {
        NetworkConfiguration now = seen.configuration();
        return new CurrentConfiguration(
                now.version(),
                seen.height(),
                networkId,
                ordering(now.ordering()),
                now.endorserGroups().stream()
                        .map(group -> new Endorsers(
                                group.namespace().value(),
                                group.scheme(),
                                group.epoch(),
                                group.threshold(),
                                group.groupKey().toHex(),
                                group.verificationKeys().stream()
                                        .map(Bytes::toHex)
                                        .toList()))
                        .toList(),
                now.namespaces().stream().map(CurrentConfiguration::namespace).toList(),
                new Officers(
                        now.officers().approvalsRequired(), hex(now.officers().keys())),
                hex(now.auditors()),
                new Committers(now.committers().liars(), hex(now.committers().keys())),
                now.registrationKey().toHex(),
                now.tiers().stream()
                        .map(tier -> new Tier(
                                tier.id(),
                                tier.name(),
                                tier.paymentMax().minorUnits(),
                                tier.holdingMax().minorUnits()))
                        .toList(),
                new Limits(now.limits().expiryBlocksMax(), now.limits().heartbeatMillisMax()));
    }

    private static Ordering ordering(NetworkConfiguration.Ordering ordering) {
        return new Ordering(
                ordering.faults(),
                ordering.byzantine(),
                ordering.quorum(),
                ordering.parties().stream()
                        .map(party ->
                                new Party(party.id(), party.name(), party.key().toHex()))
                        .toList());
    }

    private static Namespace namespace(NetworkConfiguration.Namespace namespace) {
        return new Namespace(
                namespace.id().value(),
                namespace.name(),
                namespace.currency(),
                namespace.minorDigits(),
                namespace.rulesVersion(),
                namespace.auditPolicy(),
                namespace.auditThreshold().minorUnits(),
                namespace
                        .hidden()
                        .map(_ -> PrivacyModel.ofRulesVersion(namespace.rulesVersion()))
                        .orElse(PrivacyModel.CLEAR),
                namespace.hidden().map(CurrentConfiguration::hidden).orElse(null));
    }

    private static Hidden hidden(HiddenCurrency hidden) {
        return new Hidden(
                hidden.credentialKey().toHex(),
                hidden.rangeBits(),
                hidden.rangeValues(),
                hidden.uncompressed(),
                hidden.certifiers().stream()
                        .map(group -> new Certifiers(
                                group.epoch(),
                                group.threshold(),
                                group.groupKey().toHex(),
                                group.verificationKeys().stream()
                                        .map(Bytes::toHex)
                                        .toList()))
                        .toList(),
                hidden.auditKeys().stream()
                        .map(key -> new Audit(
                                key.epoch(),
                                key.threshold(),
                                key.point().toHex(),
                                key.verificationPoints().stream()
                                        .map(Bytes::toHex)
                                        .toList()))
                        .toList());
    }

    private static List<String> hex(List<Bytes32> keys) {
        return keys.stream().map(Bytes32::toHex).toList();
    }
}
