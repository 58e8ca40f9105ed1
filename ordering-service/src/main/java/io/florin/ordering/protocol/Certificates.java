package io.florin.ordering.protocol;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.codec.Domain;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Makes and checks quorums of party signatures over headers and statements.
public final class Certificates {
    private final NetworkId network;
    private final Parties parties;
    private final PartyKeys keys;

    public Certificates(NetworkId network, Parties parties, PartyKeys keys) {
        this.network = network;
        this.parties = parties;
        this.keys = keys;
    }

    public Bytes signHeader(Bytes32 headerHash) {
        return keys.sign(headerMessage(headerHash));
    }

    public boolean verifyHeader(int party, Bytes32 headerHash, Bytes signature) {
        return keys.verify(party, headerMessage(headerHash), signature);
    }

    public Bytes sign(SignedStatement statement, byte[] payload) {
        return keys.sign(statement.message(network, payload));
    }

    public boolean verify(int party, SignedStatement statement, byte[] payload, Bytes signature) {
        return keys.verify(party, statement.message(network, payload), signature);
    }

    /// Whether a quorum of different parties signed the payload.
    public boolean provesStatement(SignedStatement statement, byte[] payload, List<PartySignature> signatures) {
        return isQuorum(statement.message(network, payload), signatures);
    }

    public boolean provesHeader(BlockHeader header, QuorumCertificate certificate) {
        return header.network().equals(network) && isQuorum(headerMessage(header.hash()), certificate.signatures());
    }

    /// Empty when the block follows the head with a valid certificate and entries that are the header's, else the flaw.
    public Optional<BlockFlaw> flaw(Block block, Head head) {
        BlockHeader header = block.header();
        return header.flawAfter(network, head.number(), head.hash())
                .or(() -> provesHeader(header, block.certificate())
                        ? block.entriesFlaw()
                        : Optional.of(BlockFlaw.BAD_CERTIFICATE));
    }

    /// Signatures as certificates carry them: ascending by party.
    public static List<PartySignature> ordered(Map<Integer, Bytes> signatures) {
        return new TreeMap<>(signatures)
                .entrySet().stream()
                        .map(entry -> new PartySignature(entry.getKey(), entry.getValue()))
                        .toList();
    }

    private boolean isQuorum(byte[] message, List<PartySignature> signatures) {
        Set<Integer> signers = new HashSet<>();
        for (PartySignature signature : signatures) {
            if (!keys.verify(signature.party(), message, signature.signature()) || !signers.add(signature.party())) {
                return false;
            }
        }
        return signers.size() >= parties.quorum();
    }

    private byte[] headerMessage(Bytes32 headerHash) {
        return Domain.BLOCK_SIGNATURE.message(network, headerHash.toArray());
    }
}
