package io.florin.simulation.ordering;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.codec.Domain;
import io.florin.ordering.chain.ChainEffect;
import io.florin.ordering.chain.ChainMessage;
import io.florin.ordering.chain.VoteRecord;
import io.florin.ordering.protocol.Batch;
import java.util.ArrayList;
import java.util.List;

/// A party that lies in one way, with its own key and no other.
public final class LyingParty implements PartyHabits {
    private static final Bytes GARBAGE = Bytes.of(new byte[PartySignature.SIGNATURE_SIZE]);
    private static final int BOAST = 5;

    private final PartyLie lie;
    private final int party;
    private final NetworkId network;
    private final Ed25519KeyPair key;

    public LyingParty(PartyLie lie, int party, NetworkId network, Ed25519KeyPair key) {
        this.lie = lie;
        this.party = party;
        this.network = network;
        this.key = key;
    }

    @Override
    public List<ChainEffect> effects(List<ChainEffect> effects) {
        return switch (lie) {
            case VOTES_GARBAGE -> votes(effects, false);
            case VOTES_TWICE -> votes(effects, true);
            case IS_SILENT ->
                effects.stream()
                        .filter(effect ->
                                !(effect instanceof ChainEffect.Send) && !(effect instanceof ChainEffect.Broadcast))
                        .toList();
            case FORGES_BLOCKS, BOASTS, DIVERGES, LOSES_ITS_VOTES -> effects;
        };
    }

    private List<ChainEffect> votes(List<ChainEffect> effects, boolean twice) {
        List<ChainEffect> told = new ArrayList<>();
        for (ChainEffect effect : effects) {
            if (effect instanceof ChainEffect.Broadcast(ChainMessage.HeaderSignature vote)) {
                if (twice) {
                    told.add(new ChainEffect.Send((party + 1) % 4, other(vote)));
                    told.add(effect);
                } else {
                    told.add(new ChainEffect.Broadcast(
                            new ChainMessage.HeaderSignature(vote.number(), vote.headerHash(), GARBAGE)));
                }
            } else {
                told.add(effect);
            }
        }
        return told;
    }

    private ChainMessage.HeaderSignature other(ChainMessage.HeaderSignature vote) {
        Bytes32 hash = Sha256.hash(vote.headerHash().toArray());
        Bytes signature = key.sign(Domain.BLOCK_SIGNATURE.message(network, hash.toArray()));
        return new ChainMessage.HeaderSignature(vote.number(), hash, signature);
    }

    @Override
    public List<VoteRecord> votes(List<VoteRecord> records) {
        return lie == PartyLie.LOSES_ITS_VOTES ? List.of() : records;
    }

    @Override
    public Batch decided(Batch batch) {
        if (lie != PartyLie.DIVERGES) {
            return batch;
        }
        List<Bytes> entries = new ArrayList<>(batch.entries().reversed());
        entries.add(Bytes.of(new byte[] {1, 2, 3}));
        return new Batch(
                batch.party(),
                batch.view(),
                batch.session(),
                batch.lane(),
                batch.sequence(),
                entries,
                batch.signature());
    }

    @Override
    public byte[] given(long number, byte[] block) {
        return switch (lie) {
            case FORGES_BLOCKS -> forged(Block.decode(block)).encode();
            case BOASTS -> changed(block);
            case VOTES_GARBAGE, VOTES_TWICE, DIVERGES, IS_SILENT, LOSES_ITS_VOTES -> block;
        };
    }

    /// Another block of the same place, signed by this party only, in the name of three.
    private Block forged(Block block) {
        List<Bytes> entries = List.of(Bytes.of(new byte[] {4, 5, 6}));
        BlockHeader header = block.header();
        BlockHeader other = new BlockHeader(
                network,
                header.number(),
                header.previousHash(),
                Block.entriesRoot(entries),
                header.configurationVersion(),
                header.view());
        Bytes signature = key.sign(other.signedMessage());
        return new Block(
                other,
                new QuorumCertificate(List.of(
                        new PartySignature(0, signature),
                        new PartySignature(1, signature),
                        new PartySignature(2, signature))),
                entries);
    }

    private static byte[] changed(byte[] block) {
        byte[] other = block.clone();
        other[other.length / 2] ^= 1;
        return other;
    }

    @Override
    public long saidHead(long head) {
        return lie == PartyLie.BOASTS ? head + BOAST : head;
    }
}
