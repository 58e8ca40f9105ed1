package io.florin.ordering.consenter.bftsmart.adapter;

import io.florin.ordering.protocol.Parties;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.PublicKey;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hands inbound links, or a placeholder's, to the local replica after the handshake: says what a replica says
/// first, and hands the connection over when the library has answered. One caller of a party at a time, so that the
/// library has the key that belongs to what it reads.
final class LinkHandshakes {
    private static final Logger log = LoggerFactory.getLogger(LinkHandshakes.class);
    private static final int CONNECT_MILLIS = 2_000;
    private static final int NOTICE_MILLIS = 200;
    private static final int ANSWER_MILLIS = 3_000;
    private static final int MEET_TRIES = 4;

    private final MemberKeys keys;
    private final LinkSockets open;
    private final Map<Integer, ReentrantLock> locks = new TreeMap<>();
    private final Map<Integer, Socket> inbound = new ConcurrentHashMap<>();

    LinkHandshakes(Parties parties, MemberKeys keys, LinkSockets open) {
        this.keys = keys;
        this.open = open;
        parties.ids().forEach(party -> locks.put(party, new ReentrantLock()));
    }

    /// Whether the library has a connection to the party, or to who sits in for it.
    boolean has(int party) {
        Socket near = inbound.get(party);
        return near != null && !near.isClosed();
    }

    /// The member they met has ended.
    void forget() {
        inbound.clear();
    }

    /// Handshake in the place of a party that is away.
    KeyOffer inPlaceOf(int party, PlaceholderReplica placeholder) {
        return keys.offer(party).orElseGet(() -> {
            keys.away(party);
            return placeholder.offer();
        });
    }

    /// Takes the place of a party, unless it has come meanwhile.
    Optional<Socket> sitIn(LinkRoute member, int party) {
        ReentrantLock handshake = Objects.requireNonNull(locks.get(party));
        handshake.lock();
        try {
            return has(party)
                    ? Optional.empty()
                    : Optional.of(meet(member, party, inPlaceOf(party, member.placeholder()))
                            .near());
        } catch (IOException | RuntimeException notTaken) {
            log.debug("placeholder not taken: party={} reason={}", party, notTaken.toString());
            return Optional.empty();
        } finally {
            handshake.unlock();
        }
    }

    /// Brings a link that has come to this party's member, in the place of an earlier one or a placeholder's. The
    /// library passes over a link when it has not noticed yet that the one before has ended, and says nothing; so it is
    /// brought again until the library answers.
    Met bring(LinkRoute to, int party, PublicKey key, KeyOffer theirs) throws IOException {
        ReentrantLock handshake = Objects.requireNonNull(locks.get(party));
        handshake.lock();
        try {
            for (int tries = 0; tries < MEET_TRIES; tries++) {
                Socket before = inbound.get(party);
                if (before != null) {
                    open.drop(before);
                    pause();
                }
                keys.admit(party, key, theirs);
                try {
                    return meet(to, party, theirs);
                } catch (IOException unanswered) {
                    log.debug("link not taken yet: party={} reason={}", party, unanswered.toString());
                }
            }
            throw new IOException("the member of view " + to.view() + " does not take the link");
        } finally {
            handshake.unlock();
        }
    }

    /// A connection to this party's member on which the key agreement is done.
    ///
    /// @param ours what this party's member said
    record Met(Socket near, KeyOffer ours) {}

    private Met meet(LinkRoute to, int party, KeyOffer theirs) throws IOException {
        var near = new Socket();
        open.add(near);
        inbound.put(party, near);
        try {
            near.setTcpNoDelay(true);
            near.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), to.port()), CONNECT_MILLIS);
            near.setSoTimeout(ANSWER_MILLIS);
            var inside = new DataOutputStream(near.getOutputStream());
            inside.writeInt(to.mapping().replicaOf(party));
            theirs.writeTo(inside);
            KeyOffer ours = KeyOffer.read(new DataInputStream(near.getInputStream()));
            near.setSoTimeout(0);
            return new Met(near, ours);
        } catch (IOException failed) {
            open.drop(near);
            throw failed;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(NOTICE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
