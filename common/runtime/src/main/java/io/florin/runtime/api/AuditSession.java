package io.florin.runtime.api;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Purpose of a share of the audit key: both sides make the same context, and a share with another one does not count.
///
/// A transaction's parts, entries of logs and the checks of the key have domains of their own, so that none can be
/// taken for another.
public final class AuditSession {
    private static final byte[] OPENING = domain("florin/audit/opening/1");
    private static final byte[] LOG_ENTRY = domain("florin/audit/log-entry/1");
    private static final byte[] KEY_CHECK = domain("florin/audit/key-check/1");
    private static final byte[] KEY_CHECK_BLINDING = domain("florin/audit/key-check-blinding/1");

    private AuditSession() {}

    private static byte[] domain(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// The context of a share for one part of a transaction under a case.
    ///
    /// @param part as in [AuditMemberInternalApi.PartShare]
    public static Bytes32 opening(NetworkId network, TransactionId transaction, String part, String caseReference) {
        return Sha256.hash(new CanonicalWriter(256)
                .fixed(OPENING)
                .fixed(network.value())
                .fixed(transaction.value())
                .text(part)
                .text(caseReference)
                .toByteArray());
    }

    /// The context of a share for a check of the key.
    ///
    /// @param seed fresh, chosen by who checks
    public static Bytes32 keyCheck(NetworkId network, NamespaceId namespace, Bytes32 seed) {
        return Sha256.hash(check(KEY_CHECK, network, namespace, seed));
    }

    /// The blinding s of the test ciphertext (v·Gv + s·G, s·PK). Whoever knows s knows s·γi·PK from the key's public
    /// points: a share for such a ciphertext tells nothing, so a check is no oracle.
    public static Scalar keyCheckBlinding(NetworkId network, NamespaceId namespace, Bytes32 seed) {
        byte[] first =
                Sha256.hash(check(KEY_CHECK_BLINDING, network, namespace, seed)).toArray();
        byte[] second = Sha256.hash(first).toArray();
        byte[] wide = Arrays.copyOf(first, Scalar.WIDE_SIZE);
        System.arraycopy(second, 0, wide, first.length, Scalar.WIDE_SIZE - first.length);
        return Scalar.ofWide(wide);
    }

    /// The context under which a member signs an entry of its log: a share for the key's own point, which is γi·PK and
    /// public, so that its proof is a signature and nothing else.
    ///
    /// @param hash of this entry and all before it
    public static Bytes32 logEntry(NetworkId network, long sequence, Bytes32 hash) {
        return Sha256.hash(new CanonicalWriter(128)
                .fixed(LOG_ENTRY)
                .fixed(network.value())
                .u63(sequence)
                .fixed(hash)
                .toByteArray());
    }

    private static byte[] check(byte[] domain, NetworkId network, NamespaceId namespace, Bytes32 seed) {
        return new CanonicalWriter(160)
                .fixed(domain)
                .fixed(network.value())
                .u16(namespace.value())
                .fixed(seed)
                .toByteArray();
    }
}
