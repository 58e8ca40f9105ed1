package io.florin.endorser.signing;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Plan of presignatures: for which key, by whom, how many. Its hash names the session.
///
/// No session comes twice for an honest member: it takes only plans that name the present epoch of its own ledger of
/// one-time secrets, which no other run of it has, and from each maker only rising numbers.
///
/// @param maker index of the endorser that they are made for and that passes the messages on
/// @param number rises with each plan of one run of the maker
/// @param count presignatures to make, 1 to [#countMax]
/// @param epochs by index of the members, who are the committee: the epoch of each one's ledger
public record PresigningPlan(
        NetworkId network,
        NamespaceId namespace,
        long keyEpoch,
        int maker,
        long number,
        int count,
        SortedMap<Integer, Long> epochs) {

    public static final int COUNT_MAX = 64;

    private static final byte[] DOMAIN = "florin/endorser/presigning/1".getBytes(StandardCharsets.US_ASCII);
    private static final int MEMBERS_MAX = 64;
    private static final int MESSAGE_SIZE = 64 * 1024 - 1;
    private static final int BOX_SIZE = 176;
    private static final int HEAD_SIZE = 6;

    public PresigningPlan {
        epochs = Collections.unmodifiableSortedMap(new TreeMap<>(epochs));
        boolean sound = epochs.containsKey(maker)
                && number >= 1
                && count >= 1
                && count <= countMax(epochs.size())
                && epochs.size() <= MEMBERS_MAX
                && epochs.values().stream().allMatch(epoch -> epoch >= 1);
        if (!sound) {
            throw new IllegalArgumentException("not a plan for presignatures");
        }
    }

    /// Presignatures that so many members can make at once: a member's message has a sealed box for each of them and
    /// each presignature, and is at most 64 KiB.
    public static int countMax(int members) {
        return Math.clamp(MESSAGE_SIZE / (members * BOX_SIZE + HEAD_SIZE), 1, COUNT_MAX);
    }

    /// The members' indexes, rising.
    public List<Integer> committee() {
        return List.copyOf(epochs.keySet());
    }

    public Bytes32 session() {
        return Sha256.hash(DOMAIN, encode());
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter()
                .fixed(network.value())
                .u16(namespace.value())
                .u32(keyEpoch)
                .u8(maker)
                .u63(number)
                .u8(count)
                .u8(epochs.size());
        epochs.forEach((index, epoch) -> writer.u8(index).u63(epoch));
        return writer.toByteArray();
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws DecodeException if it is anything else
    public static PresigningPlan decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            NetworkId network = new NetworkId(reader.fixed32());
            NamespaceId namespace = new NamespaceId(reader.u16());
            long keyEpoch = reader.u32();
            int maker = reader.u8();
            long number = reader.u63();
            int count = reader.u8();
            SortedMap<Integer, Long> epochs = new TreeMap<>();
            int members = reader.u8();
            for (int i = 0; i < members; i++) {
                int index = reader.u8();
                if (!epochs.isEmpty() && epochs.lastKey() >= index) {
                    throw new DecodeException("members rise by index");
                }
                epochs.put(index, reader.u63());
            }
            return new PresigningPlan(network, namespace, keyEpoch, maker, number, count, epochs);
        });
    }
}
