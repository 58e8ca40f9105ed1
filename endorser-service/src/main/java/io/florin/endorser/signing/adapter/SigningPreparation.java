package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.frost.NonceCommitment;
import io.florin.endorser.protocol.Preparations;
import io.florin.endorser.protocol.SupplyListener;
import io.florin.endorser.signing.SignedStep;
import io.florin.endorser.signing.adapter.PresigningPeer.Question;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.api.EndorserSigningApi.Prepared;
import io.florin.runtime.api.EndorserSigningApi.SignerState;
import io.florin.runtime.service.FaultHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

/// Preparations made ahead of signatures, by scheme: nothing for BLS, commitments for FROST, presignatures for ECDSA;
/// for this gatherer with others, and for others with them.
public final class SigningPreparation implements Preparations, AutoCloseable {

    private static final int COMPUTING_MAX = 256;
    private static final long EVIDENCE_BYTES_MAX = 16L << 20;

    private final PartialSigner signing;
    private final SigningSurroundings surroundings;
    private final NonceEpochs epochs;
    private final ShownMessages evidence;
    private final CommitmentSupply commitments;
    private final PresigningPeer presigning;
    private final PresignatureSupply presignatures;
    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    private final ExecutorService cpu;

    /// Collaborators.
    ///
    /// @param directory for evidence
    /// @param answerWithin how long a peer may take to give commitments
    public record Parts(
            SigningSurroundings surroundings,
            PartialSigner signing,
            SigningPeers peers,
            NonceEpochs epochs,
            Path directory,
            Duration answerWithin) {}

    /// @param random a `SecureRandom` outside tests
    public SigningPreparation(
            String name, Parts parts, SigningProperties properties, FaultHandler faults, RandomGenerator random) {
        this.surroundings = parts.surroundings;
        this.signing = parts.signing;
        this.epochs = parts.epochs;
        this.cpu = new ComputingThread(name + "-presign", COMPUTING_MAX);
        this.evidence = new ShownMessages(parts.peers, parts.directory, EVIDENCE_BYTES_MAX, calls);
        this.commitments = new CommitmentSupply(
                surroundings, signing, parts.peers, epochs, properties.commitments(), parts.answerWithin, calls);
        this.presigning = new PresigningPeer(surroundings, signing, epochs, evidence, cpu, random);
        this.presignatures = new PresignatureSupply(
                surroundings,
                signing,
                new PresignatureSupply.Others(parts.peers, epochs, evidence, presigning),
                properties,
                new PresignatureSupply.Threads(calls, cpu, faults, name + "-presignatures"),
                random);
    }

    /// Opens the ledgers and begins to make what is needed.
    public void start(SupplyListener listener) {
        presignatures.start(listener);
    }

    @Override
    public SortedMap<Integer, Bytes> take(EndorserGroup group, List<Integer> signers)
            throws Unprepared, InterruptedException {
        return switch (group.scheme()) {
            case BLS_G1 -> Collections.emptySortedMap();
            case FROST_ED25519 -> commitments.take(group, signers);
            case ECDSA_P256 -> presignatures.take(group, signers);
        };
    }

    @Override
    public void forget(NamespaceId namespace, long keyEpoch, int member) {
        commitments.forget(namespace, keyEpoch, member);
        presignatures.forget(namespace, keyEpoch, member);
    }

    /// Commitments for a peer.
    ///
    /// @throws io.florin.runtime.Failure if there are none to give
    Prepared prepare(int asker, NamespaceId namespace, long keyEpoch, int count) {
        List<Bytes> prepared = signing.prepare(surroundings.group(namespace, keyEpoch), asker, count);
        long epoch =
                NonceCommitment.decode(prepared.getFirst().toArray()).nonce().epoch();
        return new Prepared(
                surroundings.self(),
                prepared.stream().map(Bytes::toHex).toList(),
                surroundings.signedEpoch(namespace, keyEpoch, epoch).toHex());
    }

    SignerState signer(int asker, NamespaceId namespace, long keyEpoch) {
        long epoch = signing.epoch(surroundings.group(namespace, keyEpoch)).orElse(0);
        NonceEpochs.Seen seen = epochs.seen(namespace, keyEpoch, asker);
        return new SignerState(
                surroundings.self(),
                epoch,
                epoch == 0
                        ? ""
                        : surroundings.signedEpoch(namespace, keyEpoch, epoch).toHex(),
                seen.signedEpoch(),
                seen.signature().toHex());
    }

    byte[] presign(int maker, Question question) {
        return presigning.answer(maker, question);
    }

    Optional<SignedStep> counted(Bytes32 session, int step, int sender) {
        return evidence.counted(session, step, sender);
    }

    /// Presignatures at hand.
    public int presignaturesReady() {
        return presignatures.ready();
    }

    @Override
    public void close() {
        presignatures.close();
        calls.shutdownNow();
        cpu.shutdownNow();
        presigning.close();
    }
}
