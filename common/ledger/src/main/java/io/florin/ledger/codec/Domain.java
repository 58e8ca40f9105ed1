package io.florin.ledger.codec;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import java.nio.charset.StandardCharsets;

/// Domain separators: every hash and signature of the platform starts with one, so that bytes signed for one purpose
/// mean nothing for another (protocol decision 2). The texts are wire format and never change.
public enum Domain {
    GENESIS("florin/v1/genesis"),
    CLIENT_TRANSACTION("florin/v1/client-transaction"),
    OWNER_SIGNATURE("florin/v1/owner-signature"),
    OFFICER_APPROVAL("florin/v1/officer-approval"),
    AUDITOR_APPROVAL("florin/v1/auditor-approval"),
    TOKEN_KEY("florin/v1/token-key"),
    WITHDRAWAL_KEY("florin/v1/withdrawal-key"),
    REDEMPTION_KEY("florin/v1/redemption-key"),
    CONFIGURATION_KEY("florin/v1/configuration-key"),
    BUNDLE("florin/v1/bundle"),
    BLOCK_HEADER("florin/v1/block-header"),
    BLOCK_SIGNATURE("florin/v1/block-signature"),
    TAIL_REPORT("florin/v1/tail-report"),
    STATE("florin/v1/state"),
    CHECKPOINT("florin/v1/checkpoint"),
    REGISTRATION_RECORD("florin/v1/registration-record"),
    PROOF_OF_POSSESSION("florin/v1/proof-of-possession"),
    CREDENTIAL_REQUEST("florin/v1/credential-request"),
    SUPPLY_PAYEE("florin/v1/supply-payee"),
    NOTE("florin/v1/note"),
    SUPPLY_PROOF("florin/v1/supply-proof"),
    WALLET_SEED("florin/v1/wallet-seed"),
    REPLAY_IMAGE("florin/v1/replay-image"),
    AUDITOR_SNAPSHOT("florin/v1/auditor-snapshot"),
    CENTRAL_BANK_DIRECTORY("florin/v1/central-bank-directory"),
    PUBLIC_PARAMETERS("florin/v1/public-parameters"),
    HIDDEN_TOKEN_KEY("florin/v1/hidden-token-key"),
    SERIAL_NUMBER_KEY("florin/v1/serial-number-key"),
    PADDING_TOKEN("florin/v1/padding-token"),
    HIDDEN_CONTENT("florin/v1/hidden-content"),
    HIDDEN_OUTPUTS("florin/v1/hidden-outputs"),
    ISSUE_OPENING("florin/v1/issue-opening"),
    BARRED_ENROLLMENTS("florin/v1/barred-enrollments"),
    COMMITTER_ANSWER("florin/v1/committer-answer"),
    RAIL_SIGNATURE("florin/v1/rail-signature"),
    RAIL_COMMITTEE("florin/v1/rail-committee"),
    RAIL_ACCOUNT("florin/v1/rail-account"),
    RAIL_ORDER("florin/v1/rail-order"),
    RAIL_OWNER_SIGNATURE("florin/v1/rail-owner-signature"),
    RAIL_VOTE("florin/v1/rail-vote"),
    RAIL_EFFECTS("florin/v1/rail-effects"),
    RAIL_OPEN_SEQUENCE("florin/v1/rail-open-sequence"),
    RAIL_WINDOW("florin/v1/rail-window"),
    RAIL_SHARD_STATE("florin/v1/rail-shard-state"),
    RAIL_JOURNAL("florin/v1/rail-journal"),
    RAIL_OUTPUTS("florin/v1/rail-outputs"),
    RAIL_OUTPUTS_SIGNATURE("florin/v1/rail-outputs-signature"),
    RAIL_CANCELLATION("florin/v1/rail-cancellation"),
    RAIL_RESCUE("florin/v1/rail-rescue"),
    RAIL_DEPOSIT_KEY("florin/v1/rail-deposit-key"),
    RAIL_WITHDRAWAL_KEY("florin/v1/rail-withdrawal-key"),
    RAIL_RESCUE_KEY("florin/v1/rail-rescue-key"),
    RAIL_FLOAT_KEY("florin/v1/rail-float-key"),
    AUDIT_EVENT(Domain.wide("florin/v1/audit-event")),
    ENDORSER_DIRECTORY(Domain.wide("florin/v2/endorser-directory"));

    private final byte[] separator;

    Domain(String text) {
        this(new CanonicalWriter().u8(text.length()).fixed(text.getBytes(StandardCharsets.US_ASCII)));
    }

    Domain(CanonicalWriter separator) {
        this.separator = separator.toByteArray();
    }

    /// The form that two domains have kept since before they stood here: a zero byte, then a length of two bytes. No
    /// other separator begins with a zero.
    private static CanonicalWriter wide(String text) {
        return new CanonicalWriter().u8(0).text(text);
    }

    /// Length-prefixed separator; no separator is a prefix of another's encoding.
    public byte[] separator() {
        return separator.clone();
    }

    /// SHA-256 over the separator and the parts (32 bytes). Parts must be of fixed size or canonically encoded.
    public Bytes32 hash(byte[]... parts) {
        byte[][] all = new byte[parts.length + 1][];
        all[0] = separator;
        System.arraycopy(parts, 0, all, 1, parts.length);
        return Sha256.hash(all);
    }

    /// The bytes to sign: separator, network, namespace (u16), rules version (u16), key epoch (u32), payload.
    public byte[] message(NetworkId network, NamespaceId namespace, int rulesVersion, long epoch, byte[] payload) {
        return new CanonicalWriter(separator.length + 40 + payload.length)
                .fixed(separator)
                .fixed(network.value())
                .u16(namespace.value())
                .u16(rulesVersion)
                .u32(epoch)
                .fixed(payload)
                .toByteArray();
    }

    /// The bytes to sign where no namespace is concerned (blocks, checkpoints, registration): separator, network,
    /// payload.
    public byte[] message(NetworkId network, byte[] payload) {
        return new CanonicalWriter(separator.length + 32 + payload.length)
                .fixed(separator)
                .fixed(network.value())
                .fixed(payload)
                .toByteArray();
    }
}
