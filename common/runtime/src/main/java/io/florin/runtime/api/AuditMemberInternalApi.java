package io.florin.runtime.api;

import io.florin.crypto.Bytes32;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.DecryptionShare;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sigma.CompactProof;
import io.florin.ledger.NetworkId;
import java.util.HexFormat;
import java.util.List;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// The auditor's interface to the members of the audit authority, each of whom holds a share of the key to which
/// payments of a currency under passive audit are encrypted.
public interface AuditMemberInternalApi {

    /// Parts in one request.
    int PARTS_MAX = 64;

    /// Shares for parts of a committed payment that an open case of this member covers. Written to its log first.
    ///
    /// @return 403 with a code when the member refuses
    @PostExchange("/internal/v1/audit/shares")
    ShareAnswer shares(@RequestBody ShareRequest request);

    /// A share for a test ciphertext that both sides derive from a seed, so it opens nothing: see [AuditSession].
    @PostExchange("/internal/v1/audit/key-checks")
    PartShare keyCheck(@RequestBody KeyCheck request);

    /// This member's knowledge of a case; 404 for one that was never opened here.
    @GetExchange("/internal/v1/audit/cases/{reference}")
    CaseView caseOf(@PathVariable("reference") String reference);

    /// @param person who asks, as the auditor knows him
    /// @param parts of the transaction's ciphertexts: `payer-0`, `payee-1`, `value-1-low`, `value-1-high`
    /// @param evidence shares of other members for identities of the same transaction under the same case: they show
    /// whom it concerns where the case is of an enrollment
    /// @param key with which points the shares are to be checked, as `AuditKeys.name`: those of before or after a
    /// refresh; empty: the newest that the member has of the key to which the payment is encrypted
    record ShareRequest(
            String caseReference,
            String transactionId,
            String person,
            List<String> parts,
            List<Evidence> evidence,
            String key) {
        public ShareRequest {
            parts = List.copyOf(parts);
            evidence = List.copyOf(evidence);
        }

        /// Under the newest points.
        public ShareRequest(
                String caseReference,
                String transactionId,
                String person,
                List<String> parts,
                List<Evidence> evidence) {
            this(caseReference, transactionId, person, parts, evidence, "");
        }
    }

    /// @param member index of the share
    record Evidence(int member, PartShare share) {}

    /// @param member index of the shares
    /// @param entries of its log that say so, oldest first: together they name all the parts
    record ShareAnswer(int member, List<PartShare> shares, List<ShareEntry> entries) {
        public ShareAnswer {
            shares = List.copyOf(shares);
            entries = List.copyOf(entries);
        }
    }

    /// An entry of a member's log about shares that it gives, with its place in the log, signed under the member's
    /// share of the key: that its log had this hash at this number. It cannot deny it or have another entry there.
    ///
    /// @param previousHash of all entries before it, hex
    /// @param hash of this entry and all before it, hex
    /// @param signature challenge and response of a proof to know γi, 64 bytes in hex: see [AuditSession#logEntry]
    record ShareEntry(
            long sequence,
            long atMillis,
            String actor,
            String action,
            String subject,
            String reason,
            String previousHash,
            String hash,
            String signature) {

        /// @param own of the entry's [AuditSession#logEntry], over the key's point
        public static ShareEntry of(ChainedEntry entry, DecryptionShare own) {
            return new ShareEntry(
                    entry.sequence(),
                    entry.atMillis(),
                    entry.actor(),
                    entry.action(),
                    entry.subject(),
                    entry.reason(),
                    entry.previousHash().toHex(),
                    entry.hash().toHex(),
                    HexFormat.of().formatHex(own.proof().encode()));
        }

        /// @throws IllegalArgumentException if a hash is none
        public ChainedEntry chained() {
            return new ChainedEntry(
                    sequence,
                    atMillis,
                    actor,
                    action,
                    subject,
                    reason,
                    Bytes32.fromHex(previousHash),
                    Bytes32.fromHex(hash));
        }

        /// Whether a member of the key signed the hash at the number.
        ///
        /// @throws IllegalArgumentException if hash or signature are none
        public boolean isSigned(NetworkId network, AuditPublicKey key, int member) {
            int position = key.indexes().indexOf(member);
            if (position < 0) {
                return false;
            }
            String point = HexFormat.of()
                    .formatHex(key.verificationPoints().get(position).encode());
            Bytes32 context = AuditSession.logEntry(network, sequence, Bytes32.fromHex(hash));
            // the handle is the key itself, so the share is the public point, and its proof one of knowing γi
            Outcome outcome = ThresholdDecryption.open(
                    key, key.point(), key.point(), context, List.of(new PartShare("", point, signature).share(member)));
            return switch (outcome) {
                case Outcome.Opened(G1 _, var blamed) -> blamed.isEmpty();
                case Outcome.Incomplete(int good, var _) -> good == 1;
            };
        }
    }

    /// A share with its proof of correctness.
    ///
    /// @param part which it is of
    /// @param point γi·X, 48 bytes in hex
    /// @param proof challenge and response, 64 bytes in hex
    record PartShare(String part, String point, String proof) {

        public static PartShare of(String part, DecryptionShare share) {
            HexFormat hex = HexFormat.of();
            return new PartShare(
                    part,
                    hex.formatHex(share.point().encode()),
                    hex.formatHex(share.proof().encode()));
        }

        /// @param member who gave it
        /// @throws IllegalArgumentException if it is no share
        public DecryptionShare share(int member) {
            HexFormat hex = HexFormat.of();
            byte[] encoded = hex.parseHex(proof);
            if (encoded.length != 2 * Scalar.SIZE) {
                throw new IllegalArgumentException("a proof has " + 2 * Scalar.SIZE + " bytes");
            }
            return new DecryptionShare(
                    member,
                    G1.decode(hex.parseHex(point)),
                    new CompactProof(Scalar.read(encoded, 0), List.of(Scalar.read(encoded, Scalar.SIZE))));
        }
    }

    /// @param seed 32 bytes in hex
    /// @param key which one, as `AuditKeys.name`; empty: the newest that the member has
    record KeyCheck(int namespace, String seed, String key) {
        /// Of the newest key.
        public KeyCheck(int namespace, String seed) {
            this(namespace, seed, "");
        }
    }

    /// @param state `ASKED`, `OPEN` or `ENDED`
    /// @param scope what it covers, in words
    record CaseView(int member, String reference, String state, String scope) {}
}
