package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.ecdsa.EcdsaGroup;
import io.florin.crypto.ecdsa.EcdsaSigner;
import io.florin.crypto.ecdsa.Presignature;
import io.florin.crypto.frost.FrostGroup;
import io.florin.crypto.frost.FrostSigner;
import io.florin.crypto.threshold.GroupSigner;
import io.florin.crypto.threshold.NonceLedger;
import io.florin.crypto.threshold.NonceLedgerException;
import io.florin.crypto.threshold.SigningOrder;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.protocol.GroupSigning;
import io.florin.endorser.protocol.ShareAnswer;
import io.florin.identity.EndorsingKey;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.Failure;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/// Signs with this endorser's shares. BLS needs nothing else; FROST and ECDSA have one-time secrets, which live in
/// memory only, under a ledger on disk for each key that knows each use before its result leaves ([NonceLedger]).
///
/// A ledger is opened once, with the latest epoch that peers have seen of it. One that refuses, because it is a copy,
/// an old one or in use elsewhere, or that fails later, takes no shares from then on until a restart: nothing is signed
/// rather than anything twice. One that has grown to its bound begins a new epoch: what was prepared before is erased,
/// and prepared anew by whoever asks for it. Each peer has signers of its own, so that none can use, or crowd out, what
/// was prepared for another. Any thread; one at a time signs under a key.
public final class PartialSigner implements GroupSigning, AutoCloseable {

    private static final int LEDGER_HEAD_BYTES = 128;
    private static final int LEDGER_USE_BYTES = 64;

    private final Function<EndorserGroup, Optional<EndorsingKey>> keys;
    private final ToLongFunction<EndorserGroup> epochSeenByPeers;
    private final Path directory;
    private final int outstandingMax;
    private final long ledgerMaxBytes;
    private final RandomGenerator random;
    private final Map<Name, Secrets> secrets = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private record Name(NamespaceId namespace, long epoch) {
        static Name of(EndorserGroup group) {
            return new Name(group.namespace(), group.epoch());
        }
    }

    /// @param keys this endorser's key of a group
    /// @param epochSeenByPeers the latest epoch of this endorser's ledger for a group that any peer has seen
    /// @param directory of the ledgers
    /// @param random a `SecureRandom` outside tests
    /// @param outstandingMax preparations that one peer may have waiting; beyond it the oldest are erased
    /// @param ledgerMaxBytes size at which a ledger begins a new epoch
    public PartialSigner(
            Function<EndorserGroup, Optional<EndorsingKey>> keys,
            ToLongFunction<EndorserGroup> epochSeenByPeers,
            Path directory,
            int outstandingMax,
            long ledgerMaxBytes,
            RandomGenerator random) {
        this.keys = keys;
        this.epochSeenByPeers = epochSeenByPeers;
        this.directory = directory;
        this.outstandingMax = outstandingMax;
        this.ledgerMaxBytes = ledgerMaxBytes;
        this.random = random;
    }

    /// The one-time secrets under one key.
    private final class Secrets {
        private final EndorsingKey key;
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<Integer, FrostSigner> frost = new HashMap<>();
        private final Map<Integer, EcdsaSigner> ecdsa = new HashMap<>();
        private Optional<NonceLedger> ledger = Optional.empty();
        private volatile boolean refused;
        private volatile boolean ended;
        private volatile long epoch;
        private final AtomicLong bytes = new AtomicLong();

        Secrets(EndorsingKey key) {
            this.key = key;
        }

        NonceLedger opened() {
            if (refused || ended || closed) {
                throw new Failure("one-time secrets are not available");
            }
            if (ledger.isPresent() && bytes.get() >= ledgerMaxBytes) {
                long full = epoch;
                erase();
                return open(full);
            }
            return ledger.isPresent() ? ledger.get() : open(epochSeenByPeers.applyAsLong(key.group()));
        }

        private NonceLedger open(long epochSeen) {
            EndorserGroup group = key.group();
            try {
                Path place = directory.resolve(group.namespace().value() + "-" + group.epoch());
                NonceLedger opened = NonceLedger.open(place, epochSeen);
                ledger = Optional.of(opened);
                epoch = opened.epoch();
                bytes.set(LEDGER_HEAD_BYTES);
                EndorserLog.nonceLedgerOpened(group.namespace().value(), group.epoch(), opened.epoch());
                return opened;
            } catch (NonceLedgerException refusing) {
                throw refuse(refusing);
            }
        }

        Failure refuse(NonceLedgerException because) {
            refused = true;
            EndorserLog.nonceLedgerRefused(
                    key.group().namespace().value(),
                    key.group().epoch(),
                    because.kind().name(),
                    String.valueOf(because.getMessage()));
            erase();
            return new Failure("one-time secrets are not available", because);
        }

        void erase() {
            epoch = 0;
            bytes.set(0);
            frost.values().forEach(FrostSigner::close);
            frost.clear();
            ecdsa.values().forEach(EcdsaSigner::close);
            ecdsa.clear();
            ledger.ifPresent(open -> {
                try {
                    open.close();
                } catch (NonceLedgerException alreadyFailed) {
                    // It guards nothing any more: all its secrets are erased.
                    return;
                }
            });
            ledger = Optional.empty();
        }

        FrostSigner frost(EndorsingKey.Frost of, int asker) {
            NonceLedger open = opened();
            return frost.computeIfAbsent(asker, _ -> new FrostSigner(of.share(), open, random, outstandingMax));
        }

        EcdsaSigner ecdsa(EndorsingKey.Ecdsa of, int asker) {
            NonceLedger open = opened();
            return ecdsa.computeIfAbsent(asker, _ -> new EcdsaSigner(of.share(), open, outstandingMax));
        }
    }

    private Secrets secrets(EndorsingKey key) {
        return secrets.computeIfAbsent(Name.of(key.group()), _ -> new Secrets(key));
    }

    /// Opens the ledger of a group's key, if the scheme has one; a ledger that refuses shows when something is signed.
    public void open(EndorserGroup group) {
        Optional<EndorsingKey> key = keys.apply(group).filter(each -> !(each instanceof EndorsingKey.Bls));
        if (key.isPresent()) {
            Secrets of = secrets(key.get());
            of.lock.lock();
            try {
                of.opened();
            } catch (Failure refusing) {
                // Logged where it was refused.
                return;
            } finally {
                of.lock.unlock();
            }
        }
    }

    /// The epoch of the open ledger of a group's key; empty while it is not open.
    OptionalLong epoch(EndorserGroup group) {
        Secrets of = secrets.get(Name.of(group));
        return of == null || of.epoch == 0 ? OptionalLong.empty() : OptionalLong.of(of.epoch);
    }

    @Override
    public ShareAnswer sign(EndorserGroup group, int asker, byte[] message, SortedMap<Integer, Bytes> preparations) {
        Optional<EndorsingKey> key = keys.apply(group);
        if (key.isEmpty()) {
            return new ShareAnswer.Declined("no key share of this epoch");
        }
        return switch (key.get()) {
            case EndorsingKey.Bls bls -> {
                var share = ThresholdBls.signShare(bls.share(), message);
                yield new ShareAnswer.Given(share.index(), share.signature().bytes());
            }
            case EndorsingKey.Frost frost ->
                signOnce(
                        frost,
                        message,
                        preparations,
                        of -> new FrostGroup.Signer(of.frost(frost, asker), frost.index()));
            case EndorsingKey.Ecdsa ecdsa ->
                signOnce(
                        ecdsa,
                        message,
                        preparations,
                        of -> new EcdsaGroup.Signer(of.ecdsa(ecdsa, asker), ecdsa.index()));
        };
    }

    private ShareAnswer signOnce(
            EndorsingKey key,
            byte[] message,
            SortedMap<Integer, Bytes> preparations,
            Function<Secrets, GroupSigner> signers) {
        if (!preparations.containsKey(key.index())) {
            return new ShareAnswer.Declined("the order does not ask this endorser");
        }
        SigningOrder order;
        try {
            order = new SigningOrder(Bytes.of(message), preparations);
        } catch (IllegalArgumentException malformed) {
            return new ShareAnswer.Declined("the order names no possible signers");
        }
        Secrets of = secrets(key);
        of.lock.lock();
        try {
            return signers.apply(of)
                    .sign(order)
                    .<ShareAnswer>map(share -> {
                        of.bytes.addAndGet(LEDGER_USE_BYTES);
                        return new ShareAnswer.Given(key.index(), share);
                    })
                    .orElseGet(ShareAnswer.Stale::new);
        } catch (NonceLedgerException unrecorded) {
            of.refuse(unrecorded);
            return new ShareAnswer.Declined("one-time secrets are not available");
        } catch (Failure refused) {
            return new ShareAnswer.Declined(String.valueOf(refused.getMessage()));
        } finally {
            of.lock.unlock();
        }
    }

    /// Fresh commitments for one gatherer.
    ///
    /// @throws Failure if this endorser has no key of the group, it signs otherwise, or its ledger refuses
    List<Bytes> prepare(EndorserGroup group, int asker, int count) {
        if (!(keys.apply(group).orElse(null) instanceof EndorsingKey.Frost key)) {
            throw new Failure("no key that signs with commitments");
        }
        Secrets of = secrets(key);
        of.lock.lock();
        try {
            var signer = new FrostGroup.Signer(of.frost(key, asker), key.index());
            List<Bytes> prepared = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                prepared.add(signer.prepare(List.of()));
            }
            return prepared;
        } catch (NonceLedgerException failed) {
            throw of.refuse(failed);
        } finally {
            of.lock.unlock();
        }
    }

    /// Keeps presignatures for the gatherer that had them made; the oldest of its own make room. Those that it cannot
    /// keep, whatever the reason, are erased.
    ///
    /// @param epoch of the ledger when they were begun
    /// @throws Failure if the ledger refuses, or was opened anew since
    void keep(EndorserGroup group, int maker, long epoch, List<Presignature> presignatures) {
        Deque<Presignature> left = new ArrayDeque<>(presignatures);
        try {
            keepAll(group, maker, epoch, left);
        } finally {
            left.forEach(Presignature::close);
        }
    }

    private void keepAll(EndorserGroup group, int maker, long epoch, Deque<Presignature> left) {
        if (!(keys.apply(group).orElse(null) instanceof EndorsingKey.Ecdsa key)) {
            throw new Failure("no key that signs with presignatures");
        }
        Secrets of = secrets(key);
        of.lock.lock();
        try {
            EcdsaSigner signer = of.ecdsa(key, maker);
            if (of.epoch != epoch) {
                throw new Failure("the ledger was opened anew");
            }
            signer.makeRoom(left.size());
            while (!left.isEmpty()) {
                signer.keep(left.getFirst());
                left.removeFirst();
            }
        } catch (NonceLedgerException failed) {
            throw of.refuse(failed);
        } finally {
            of.lock.unlock();
        }
    }

    /// Erases a presignature of this gatherer that will not be used.
    void drop(EndorserGroup group, int maker, Bytes32 session) {
        Secrets of = secrets.get(Name.of(group));
        if (of != null) {
            of.lock.lock();
            try {
                EcdsaSigner signer = of.ecdsa.get(maker);
                if (signer != null) {
                    signer.drop(session);
                }
            } finally {
                of.lock.unlock();
            }
        }
    }

    /// Erases the one-time secrets of keys that are not in force, and lets their ledgers go. Whoever waits for one of
    /// them meanwhile finds it ended: nothing opens it again, unless its key comes back.
    ///
    /// @param inForce whether a key is, at the moment when it is asked
    void keepOnly(BiPredicate<NamespaceId, Long> inForce) {
        secrets.forEach((name, of) -> {
            of.lock.lock();
            try {
                of.ended = !inForce.test(name.namespace, name.epoch);
                if (of.ended) {
                    of.erase();
                }
            } finally {
                of.lock.unlock();
            }
        });
    }

    /// Size of all open ledgers.
    public long ledgerBytes() {
        return secrets.values().stream().mapToLong(each -> each.bytes.get()).sum();
    }

    /// Keys whose ledger refuses.
    public int refusing() {
        return (int) secrets.values().stream()
                .filter(each -> each.refused && !each.ended)
                .count();
    }

    /// Erases all one-time secrets and lets the ledgers go.
    @Override
    public void close() {
        closed = true;
        for (Secrets of : secrets.values()) {
            of.lock.lock();
            try {
                of.erase();
            } finally {
                of.lock.unlock();
            }
        }
    }
}
