package io.florin.crypto.dkg;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.PrimeField;
import io.florin.crypto.threshold.ThresholdParty;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Agreement of everybody before a key generation or a refresh: a session that never repeats, how many shares make the
/// key, who takes part, and what the key consists of.
public record KeySetup(
        Bytes32 session, Kind kind, int threshold, List<ThresholdParty> participants, List<Component> components) {
    /// Kinds of secrets that the polynomials share.
    public enum Kind {
        /// A fresh random secret.
        FRESH,
        /// Zero: new shares of the same key. The sums are added to the shares; old shares and new ones do not mix.
        REFRESH
    }

    private static final String DOMAIN = "florin/dkg/1";

    /// @throws IllegalArgumentException unless 2 ≤ threshold ≤ participants, these rise by index, and there are
    /// components, all over one field
    public KeySetup {
        participants = List.copyOf(participants);
        components = List.copyOf(components);
        ThresholdParty.requireRising(participants);
        if (threshold < 2 || threshold > participants.size()) {
            throw new IllegalArgumentException("no threshold of " + threshold + " among " + participants.size());
        }
        if (components.isEmpty()) {
            throw new IllegalArgumentException("no components");
        }
        for (Component component : components) {
            if (component.scalars() != components.getFirst().scalars()) {
                throw new IllegalArgumentException("components over two fields");
            }
        }
    }

    /// The participants' indexes, rising.
    public List<Integer> indexes() {
        return participants.stream().map(ThresholdParty::index).toList();
    }

    PrimeField scalars() {
        return components.getFirst().scalars();
    }

    /// The lowest coefficient that is published: with a constant of zero its commitment says nothing.
    int firstCommitted() {
        return kind == Kind.FRESH ? 0 : 1;
    }

    /// A hash of everything, under which proofs are made and shares are sealed.
    Bytes32 digest() {
        var content = new ByteArrayOutputStream();
        write(content, DOMAIN.getBytes(StandardCharsets.US_ASCII));
        write(content, session.toArray());
        write(content, kind.name().getBytes(StandardCharsets.US_ASCII));
        write(content, number(threshold));
        write(content, number(participants.size()));
        for (ThresholdParty participant : participants) {
            write(content, number(participant.index()));
            write(content, participant.sealKey().toArray());
        }
        write(content, number(components.size()));
        for (Component component : components) {
            write(content, component.name().getBytes(StandardCharsets.UTF_8));
            write(content, number(component.bases().size()));
            for (GroupElement base : component.bases()) {
                write(content, base.group().name().getBytes(StandardCharsets.US_ASCII));
                write(content, base.encode());
            }
        }
        return Sha256.hash(content.toByteArray());
    }

    private static void write(ByteArrayOutputStream content, byte[] part) {
        content.writeBytes(number(part.length));
        content.writeBytes(part);
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }
}
