package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.signing.PresigningBatch.Difference;
import io.florin.endorser.signing.SignedStep;
import io.florin.endorser.signing.adapter.SigningPeers.PeerFailure;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.Failure;
import io.florin.runtime.keys.SecretFiles;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;

/// What this endorser was shown of others' messages in presigning, for as long as it may serve as evidence. Where
/// another member was shown something else, the two messages are laid side by side: both signed by their sender for one
/// place, they prove that it said two things, and are kept in a file. Any thread.
final class PresigningEvidence {

    private static final int SESSIONS_MAX = 64;
    private static final String DIRECTORY = "evidence";

    private final SigningPeers peers;
    private final Path directory;
    private final ExecutorService threads;
    private final Map<Bytes32, Map<Place, SignedStep>> shown = new LinkedHashMap<>();

    private record Place(int step, int sender) {}

    /// @param directory in which a directory for evidence is made
    PresigningEvidence(SigningPeers peers, Path directory, ExecutorService threads) {
        this.peers = peers;
        this.directory = directory.resolve(DIRECTORY);
        this.threads = threads;
    }

    /// These were shown.
    synchronized void counted(Bytes32 session, Collection<SignedStep> messages) {
        Map<Place, SignedStep> ofSession = shown.computeIfAbsent(session, _ -> new LinkedHashMap<>());
        messages.forEach(message -> ofSession.putIfAbsent(new Place(message.step(), message.sender()), message));
        while (shown.size() > SESSIONS_MAX) {
            shown.remove(shown.keySet().iterator().next());
        }
    }

    synchronized Optional<SignedStep> counted(Bytes32 session, int step, int sender) {
        return Optional.ofNullable(shown.getOrDefault(session, Map.of()).get(new Place(step, sender)));
    }

    /// Asks the member that was shown something else for it.
    void gather(Bytes32 session, Difference difference, SortedMap<Integer, Bytes32> identities) {
        try {
            threads.execute(() -> difference.about().forEach(sender -> {
                try {
                    compare(session, difference, sender, Optional.ofNullable(identities.get(sender)));
                } catch (PeerFailure | Failure failed) {
                    EndorserLog.presigningFailed(
                            Integer.toString(difference.reporter()), String.valueOf(failed.getMessage()));
                }
            }));
        } catch (RejectedExecutionException closing) {
            return;
        }
    }

    private void compare(Bytes32 session, Difference difference, int sender, Optional<Bytes32> identity)
            throws PeerFailure {
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
            Path file = directory.resolve(session.toHex() + "-" + difference.step() + "-" + sender + ".bin");
            SecretFiles.createDirectory(directory);
            SecretFiles.write(
                    file,
                    new CanonicalWriter()
                            .bytes(Bytes.of(own.get().encode()))
                            .bytes(Bytes.of(theirs.encode()))
                            .toByteArray());
            EndorserLog.equivocated(sender, session.toHex(), difference.step(), file.toString());
        }
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
