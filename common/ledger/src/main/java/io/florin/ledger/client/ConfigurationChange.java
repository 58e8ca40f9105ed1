package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.List;

/// The next configuration, approved by officers of the one in force; takes effect at the height after its block
/// (protocol decision 1). Its version is the one in force plus one.
///
/// @param approvals officers' signatures over the encoded configuration (not part of the id)
public record ConfigurationChange(
        TransactionHeader header, NetworkConfiguration configuration, List<OfficerApproval> approvals)
        implements ClientTransaction {

    public ConfigurationChange {
        approvals = List.copyOf(approvals);
        if (approvals.size() > TOKENS_MAX) {
            throw new IllegalArgumentException("too many approvals");
        }
    }

    @Override
    public TransactionKind kind() {
        return TransactionKind.CONFIGURATION;
    }

    @Override
    public List<Bytes> notes() {
        return List.of();
    }

    /// Bytes that an officer signs.
    public byte[] officerMessage() {
        return Domain.OFFICER_APPROVAL.message(
                header.network(), header.namespace(), header.rulesVersion(), 0, configuration.encode());
    }

    @Override
    public void writeBody(CanonicalWriter writer) {
        configuration.writeTo(writer);
    }

    @Override
    public void writeSignatures(CanonicalWriter writer) {
        OfficerApproval.writeAll(writer, approvals);
    }

    static ConfigurationChange readFrom(TransactionHeader header, CanonicalReader reader) {
        return new ConfigurationChange(header, NetworkConfiguration.readFrom(reader), OfficerApproval.readAll(reader));
    }
}
