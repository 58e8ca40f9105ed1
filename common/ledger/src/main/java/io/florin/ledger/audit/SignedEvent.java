package io.florin.ledger.audit;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.audit.AuditEvent.IncidentFound;
import io.florin.ledger.audit.AuditEvent.SupplyProved;
import io.florin.ledger.audit.IncidentKind.Severity;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.codec.Domain;
import java.util.Optional;

/// An event as the topic has it, at most [#ENCODED_SIZE_MAX] bytes: version u8 = 1, kind u8, network 32, time u63,
/// body, auditor u8, signature 64 over the separator of the domain `audit-event` and all bytes before the signature.
///
/// | kind | body |
/// |---|---|
/// | 1 supply proof | namespace u16, block u63, issued u63, redeemed u63, outstanding u63, holds u8, header hash 32, state hash 32, signature 64 of the proof |
/// | 3 supply proof with money on rails | as 1, and after the outstanding on rails u63, above zero |
/// | 2 incident | number u63, kind (text), severity u8 (1 warning, 2 alarm), block u63, index present u8, index u32 |
///
/// An amount below zero, which only a violated supply can have, is written as 0.
///
/// @param auditor index into the configuration's auditors
public record SignedEvent(NetworkId network, long timeMillis, AuditEvent event, int auditor, Bytes signature) {

    public static final int ENCODED_SIZE_MAX = 512;

    private static final int VERSION = 1;
    private static final int SUPPLY = 1;
    private static final int INCIDENT = 2;
    private static final int SUPPLY_ON_RAILS = 3;
    private static final int KIND_MAX = 40;
    private static final int SIGNATURE_SIZE = 64;

    public static SignedEvent of(
            NetworkId network, long timeMillis, AuditEvent event, int auditor, Ed25519KeyPair key) {
        byte[] unsigned = unsigned(network, timeMillis, event, auditor);
        return new SignedEvent(network, timeMillis, event, auditor, key.sign(message(unsigned)));
    }

    public boolean isAuthentic(Bytes32 auditorKey) {
        byte[] unsigned = unsigned(network, timeMillis, event, auditor);
        return Ed25519.verify(auditorKey, message(unsigned), signature.toArray());
    }

    private static byte[] message(byte[] unsigned) {
        return new CanonicalWriter(ENCODED_SIZE_MAX)
                .fixed(Domain.AUDIT_EVENT.separator())
                .fixed(unsigned)
                .toByteArray();
    }

    private static byte[] unsigned(NetworkId network, long timeMillis, AuditEvent event, int auditor) {
        CanonicalWriter writer = new CanonicalWriter(ENCODED_SIZE_MAX).u8(VERSION);
        switch (event) {
            case SupplyProved proof -> {
                boolean rails = proof.onRails() > 0;
                writer.u8(rails ? SUPPLY_ON_RAILS : SUPPLY)
                        .fixed(network.value())
                        .u63(timeMillis)
                        .u16(proof.namespace())
                        .u63(proof.block())
                        .u63(Math.max(0, proof.issued()))
                        .u63(Math.max(0, proof.redeemed()))
                        .u63(Math.max(0, proof.outstanding()));
                if (rails) {
                    writer.u63(proof.onRails());
                }
                writer.flag(proof.holds())
                        .fixed(proof.headerHash())
                        .fixed(proof.stateHash())
                        .fixed(proof.signature().toArray());
            }
            case IncidentFound(long number, IncidentKind kind, long block, Optional<Long> index) ->
                writer.u8(INCIDENT)
                        .fixed(network.value())
                        .u63(timeMillis)
                        .u63(number)
                        .text(kind.name())
                        .u8(kind.severity() == Severity.ALARM ? 2 : 1)
                        .u63(block)
                        .flag(index.isPresent())
                        .u32(index.orElse(0L));
        }
        return writer.u8(auditor).toByteArray();
    }

    public byte[] encode() {
        return new CanonicalWriter(ENCODED_SIZE_MAX)
                .fixed(unsigned(network, timeMillis, event, auditor))
                .fixed(signature.toArray())
                .toByteArray();
    }

    /// @throws DecodeException when the bytes are no event
    public static SignedEvent decode(byte[] bytes) {
        if (bytes.length > ENCODED_SIZE_MAX) {
            throw new DecodeException("event of " + bytes.length + " bytes");
        }
        return CanonicalReader.decode(bytes, SignedEvent::readFrom);
    }

    private static SignedEvent readFrom(CanonicalReader reader) {
        int version = reader.u8();
        if (version != VERSION) {
            throw new DecodeException("unknown version " + version);
        }
        int kind = reader.u8();
        NetworkId network = new NetworkId(reader.fixed32());
        long timeMillis = reader.u63();
        AuditEvent event = switch (kind) {
            case SUPPLY -> supply(reader, false);
            case SUPPLY_ON_RAILS -> supply(reader, true);
            case INCIDENT -> incident(reader);
            default -> throw new DecodeException("unknown kind of event " + kind);
        };
        return new SignedEvent(network, timeMillis, event, reader.u8(), Bytes.of(reader.fixed(SIGNATURE_SIZE)));
    }

    private static AuditEvent supply(CanonicalReader reader, boolean rails) {
        int namespace = reader.u16();
        long block = reader.u63();
        long issued = reader.u63();
        long redeemed = reader.u63();
        long outstanding = reader.u63();
        long onRails = rails ? reader.u63() : 0;
        if (rails && onRails == 0) {
            throw new DecodeException("nothing is on rails");
        }
        return new SupplyProved(
                block,
                namespace,
                issued,
                redeemed,
                outstanding,
                onRails,
                reader.flag(),
                reader.fixed32(),
                reader.fixed32(),
                Bytes.of(reader.fixed(SIGNATURE_SIZE)));
    }

    private static AuditEvent incident(CanonicalReader reader) {
        long number = reader.u63();
        IncidentKind kind = kind(reader.text(KIND_MAX));
        if (reader.u8() != (kind.severity() == Severity.ALARM ? 2 : 1)) {
            throw new DecodeException("the severity is not that of the kind");
        }
        long block = reader.u63();
        boolean present = reader.flag();
        long index = reader.u32();
        return new IncidentFound(number, kind, block, present ? Optional.of(index) : Optional.empty());
    }

    private static IncidentKind kind(String name) {
        try {
            return IncidentKind.valueOf(name);
        } catch (IllegalArgumentException unknown) {
            throw new DecodeException("unknown kind of incident");
        }
    }
}
