package io.florin.simulation.ordering;

import io.florin.crypto.Bytes;
import io.florin.ordering.protocol.PartyKeys;
import java.util.HashMap;
import java.util.Map;

/// The real signatures, each checked once however many parties check it.
public final class RememberedChecks {
    private final Map<Asked, Boolean> known = new HashMap<>();

    private record Asked(int party, Bytes message, Bytes signature) {}

    public PartyKeys of(PartyKeys keys) {
        return new PartyKeys() {
            @Override
            public int self() {
                return keys.self();
            }

            @Override
            public Bytes sign(byte[] message) {
                return keys.sign(message);
            }

            @Override
            public boolean verify(int party, byte[] message, Bytes signature) {
                return known.computeIfAbsent(
                        new Asked(party, Bytes.of(message), signature),
                        asked -> keys.verify(asked.party, message, asked.signature));
            }
        };
    }
}
