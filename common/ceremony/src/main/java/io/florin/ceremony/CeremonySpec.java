package io.florin.ceremony;

import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Terms that everybody agrees on before a ceremony: which key of which network, who takes part, how many shares make
/// it. Its hash names the session; every message carries it, so nothing of one ceremony counts in another.
///
/// @param namespace whose key it is
/// @param epoch of the key, from 1
/// @param kind a fresh key, or new shares of one
/// @param threshold shares that make the key
/// @param members rising by index
/// @param basis of a refresh: hash of the public key that stays, with its verification points; zero for a fresh key
/// @param nonce random, so that no session comes twice
public record CeremonySpec(
        String network,
        Purpose purpose,
        int namespace,
        long epoch,
        Kind kind,
        int threshold,
        List<Member> members,
        Bytes32 basis,
        Bytes32 nonce) {
    private static final byte[] DOMAIN = "florin/ceremony/charter/1".getBytes(StandardCharsets.US_ASCII);
    private static final int FORM = 1;
    private static final int NAME_MAX = 64;
    private static final int MEMBERS_MAX = 64;

    /// A participant.
    ///
    /// @param index of its share; the id of its node
    /// @param name for people
    /// @param identity Ed25519 key that signs its messages
    public record Member(int index, String name, Bytes32 identity) {
        public Member {
            Shares.requireIndex(index);
            if (name.isBlank() || !Ed25519.isValidPublicKey(identity)) {
                throw new IllegalArgumentException("participant " + index + " has no name or no identity key");
            }
        }

        @Override
        public String toString() {
            return "participant " + index + " (" + name + ")";
        }
    }

    /// @throws IllegalArgumentException unless 2 ≤ threshold ≤ participants, these rise by index with an identity of
    /// their own, and there is a basis exactly for a refresh; auditors are at least 2·threshold − 1
    public CeremonySpec {
        members = List.copyOf(members);
        Set<Bytes32> identities = new HashSet<>();
        int before = 0;
        for (Member member : members) {
            if (member.index() <= before || !identities.add(member.identity())) {
                throw new IllegalArgumentException("participants rise by index, each with an identity of its own");
            }
            before = member.index();
        }
        if (threshold < 2 || threshold > members.size() || members.size() > MEMBERS_MAX) {
            throw new IllegalArgumentException("no threshold of " + threshold + " among " + members.size());
        }
        if (purpose == Purpose.AUDIT && members.size() < 2 * threshold - 1) {
            throw new IllegalArgumentException("a key of " + threshold + " auditors is made by " + (2 * threshold - 1));
        }
        if (purpose == Purpose.ENDORSEMENT_ECDSA && members.size() < 2 * threshold - 1) {
            throw new IllegalArgumentException(
                    "with a threshold of " + threshold + " ECDSA takes " + (2 * threshold - 1) + " signers");
        }
        if (purpose != Purpose.AUDIT && members.getLast().index() != members.size()) {
            throw new IllegalArgumentException("endorsers and certifiers are numbered from 1 without gaps");
        }
        if ((kind == Kind.REFRESH) == basis.equals(Bytes32.ZERO) || epoch < 1) {
            throw new IllegalArgumentException("a refresh, and only it, names the key that stays; epochs start at 1");
        }
    }

    /// Names the session.
    public Bytes32 session() {
        return Sha256.hash(DOMAIN, encode());
    }

    public Optional<Member> member(int index) {
        return members.stream().filter(each -> each.index() == index).findFirst();
    }

    /// The participant with this identity key.
    public Optional<Member> member(Bytes32 identity) {
        return members.stream().filter(each -> each.identity().equals(identity)).findFirst();
    }

    /// For people.
    public String describe(int index) {
        return member(index).map(Member::toString).orElse("a stranger, " + index);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter();
        writer.u8(FORM).text(network).u8(purpose.code()).u16(namespace).u32(epoch);
        writer.flag(kind == Kind.REFRESH).u8(threshold).u8(members.size());
        members.forEach(member -> writer.u8(member.index()).text(member.name()).fixed(member.identity()));
        return writer.fixed(basis).fixed(nonce).toByteArray();
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws DecodeException if it is anything else
    public static CeremonySpec decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            if (reader.u8() != FORM) {
                throw new DecodeException("unknown form of a charter");
            }
            return new CeremonySpec(
                    reader.text(NAME_MAX),
                    Purpose.ofCode(reader.u8()),
                    reader.u16(),
                    reader.u32(),
                    reader.flag() ? Kind.REFRESH : Kind.FRESH,
                    reader.u8(),
                    reader.list(
                            reader.u8(),
                            MEMBERS_MAX,
                            () -> new Member(reader.u8(), reader.text(NAME_MAX), reader.fixed32())),
                    reader.fixed32(),
                    reader.fixed32());
        });
    }
}
