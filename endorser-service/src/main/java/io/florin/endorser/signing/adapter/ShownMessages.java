package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.signing.PresigningBatch.Difference;
import io.florin.endorser.signing.PresigningPlan;
import io.florin.endorser.signing.SignedStep;
import io.florin.endorser.signing.adapter.SigningPeers.PeerFailure;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.Failure;
import io.florin.runtime.keys.SecretFiles;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;

/// Others' messages in presigning as shown to this endorser, for as long as it may serve as evidence: those that their
/// senders signed, of steps that it took part in; the latest sessions, within a bound. Where another member was shown
/// something else, the two messages are laid side by side: both signed by their sender for one place, they prove that
/// it said two things, and are kept in a file: a few of each sender under a key, since one is proof enough, and no more
/// in all than the disk bears. Any thread.
final class ShownMessages {

    private static final int SESSIONS_MAX = 64;
    private static final long SHOWN_BYTES_MAX = 32L << 20;
    private static final int PROOFS_MAX = 4;
    private static final String DIRECTORY = "evidence";
    private static final String SUFFIX = ".bin";

    private final SigningPeers peers;
    private final Path directory;
    private final ExecutorService threads;
    private final long bytesMax;
    private final Map<Bytes32, Map<Place, SignedStep>> shown = new LinkedHashMap<>();
    private long shownBytes;

    private record Place(int step, int sender) {}

    /// @param directory in which a directory for evidence is made
    /// @param bytesMax of all files in it
    ShownMessages(SigningPeers peers, Path directory, long bytesMax, ExecutorService threads) {
        this.bytesMax = bytesMax;
        this.peers = peers;
        this.directory = directory.resolve(DIRECTORY);
        this.threads = threads;
    }

    /// These were shown in a step; what its sender did not sign for it is nothing.
    void counted(
            PresigningPlan plan, int step, Collection<SignedStep> messages, SortedMap<Integer, Bytes32> identities) {
        Bytes32 session = plan.session();
        List<SignedStep> signed = messages.stream()
                .filter(message -> message.session().equals(session) && message.step() == step)
                .filter(message -> plan.epochs().containsKey(message.sender()))
                .filter(message -> Optional.ofNullable(identities.get(message.sender()))
                        .filter(message::isSignedBy)
                        .isPresent())
                .toList();
        keep(session, signed);
    }

    private synchronized void keep(Bytes32 session, List<SignedStep> signed) {
        Map<Place, SignedStep> ofSession = shown.computeIfAbsent(session, _ -> new LinkedHashMap<>());
        for (SignedStep message : signed) {
            if (ofSession.putIfAbsent(new Place(message.step(), message.sender()), message) == null) {
                shownBytes += message.payload().size();
            }
        }
        while (shown.size() > SESSIONS_MAX || (shownBytes > SHOWN_BYTES_MAX && shown.size() > 1)) {
            var oldest = shown.values().iterator();
            shownBytes -= oldest.next().values().stream()
                    .mapToLong(each -> each.payload().size())
                    .sum();
            oldest.remove();
        }
    }

    synchronized Optional<SignedStep> counted(Bytes32 session, int step, int sender) {
        return Optional.ofNullable(shown.getOrDefault(session, Map.of()).get(new Place(step, sender)));
    }

    /// Asks the member that was shown something else for it.
    void gather(PresigningPlan plan, Difference difference, SortedMap<Integer, Bytes32> identities) {
        try {
            threads.execute(() -> difference.about().forEach(sender -> {
                try {
                    compare(plan, difference, sender, Optional.ofNullable(identities.get(sender)));
                } catch (PeerFailure | Failure failed) {
                    EndorserLog.presigningFailed(
                            Integer.toString(difference.reporter()), String.valueOf(failed.getMessage()));
                }
            }));
        } catch (RejectedExecutionException closing) {
            return;
        }
    }

    private void compare(PresigningPlan plan, Difference difference, int sender, Optional<Bytes32> identity)
            throws PeerFailure {
        Bytes32 session = plan.session();
        Optional<SignedStep> own = counted(session, difference.step(), sender);
        Optional<byte[]> other = peers.counted(difference.reporter(), session.toHex(), difference.step(), sender);
        if (own.isEmpty() || other.isEmpty() || identity.isEmpty()) {
            return;
        }
        SignedStep theirs;
        try {
            theirs = SignedStep.decode(other.get());
        } catch (DecodeException unreadable) {
            throw new PeerFailure(difference.reporter(), "unreadable evidence", false, unreadable);
        }
        if (proves(own.get(), theirs, identity.get())) {
            byte[] proof = new CanonicalWriter()
                    .bytes(Bytes.of(own.get().encode()))
                    .bytes(Bytes.of(theirs.encode()))
                    .toByteArray();
            String kept = store(plan, difference.step(), sender, proof)
                    .map(Path::toString)
                    .orElse("not kept, there is enough");
            EndorserLog.equivocated(sender, session.toHex(), difference.step(), kept);
        }
    }

    /// Empty when there are proofs enough of the sender under the key, or the directory is full.
    private synchronized Optional<Path> store(PresigningPlan plan, int step, int sender, byte[] proof) {
        SecretFiles.createDirectory(directory);
        String key = plan.namespace().value() + "-" + plan.keyEpoch() + "-";
        String ofSender = "-" + sender + SUFFIX;
        long bytes = proof.length;
        int proofs = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path each : files) {
                String name = String.valueOf(each.getFileName());
                proofs += name.startsWith(key) && name.endsWith(ofSender) ? 1 : 0;
                bytes += Files.size(each);
            }
        } catch (IOException | DirectoryIteratorException failed) {
            throw new Failure("the directory of evidence cannot be read", failed);
        }
        if (proofs >= PROOFS_MAX || bytes > bytesMax) {
            return Optional.empty();
        }
        Path file = directory.resolve(key + plan.session().toHex() + "-" + step + ofSender);
        SecretFiles.write(file, proof);
        return Optional.of(file);
    }

    /// Whether one sender signed both for one place, and they differ.
    static boolean proves(SignedStep one, SignedStep other, Bytes32 identity) {
        return one.session().equals(other.session())
                && one.step() == other.step()
                && one.sender() == other.sender()
                && !one.hash().equals(other.hash())
                && one.isSignedBy(identity)
                && other.isSignedBy(identity);
    }
}
