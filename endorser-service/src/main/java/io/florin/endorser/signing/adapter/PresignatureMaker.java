package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.ecdsa.Presignature;
import io.florin.endorser.protocol.Preparations.Unprepared;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.endorser.signing.PresigningBatch.Next;
import io.florin.endorser.signing.PresigningPlan;
import io.florin.endorser.signing.SignedStep;
import io.florin.endorser.signing.adapter.PresigningPeer.Question;
import io.florin.endorser.signing.adapter.SigningPeers.PeerFailure;
import io.florin.identity.EndorsingKey;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.Failure;
import io.florin.runtime.api.EndorserSigningApi.SignerState;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

/// Makes presignatures with a committee, a batch at a time: asks everybody for its next message, and gives everybody's
/// to everybody, until all have confirmed. Owned by one thread; a batch takes two waits for preparations at most.
final class PresignatureMaker {

    private static final int BATCH_WAITS = 2;

    private final SigningSurroundings surroundings;
    private final PartialSigner signer;
    private final SigningPeers peers;
    private final NonceEpochs epochs;
    private final ShownMessages evidence;
    private final SigningProperties properties;
    private final PresignatureSupply.Threads threads;
    private final RandomGenerator random;
    private final int self;
    private long lastNumber;

    PresignatureMaker(
            SigningSurroundings surroundings,
            PartialSigner signer,
            PresignatureSupply.Others others,
            SigningProperties properties,
            PresignatureSupply.Threads threads,
            RandomGenerator random) {
        this.surroundings = surroundings;
        this.signer = signer;
        this.peers = others.peers();
        this.epochs = others.epochs();
        this.evidence = others.evidence();
        this.properties = properties;
        this.threads = threads;
        this.random = random;
        this.self = surroundings.self();
    }

    /// Makes a batch, keeps it, and gives what everybody may know of it.
    ///
    /// @throws Failure if this endorser's ledger refuses
    List<Presignature.PublicPart> make(EndorserGroup group, List<Integer> members)
            throws PeerFailure, Unprepared, InterruptedException {
        EndorsingKey.Ecdsa key = surroundings.presigning(group.namespace(), group.epoch());
        long epoch = signer.epoch(group)
                .orElseThrow(() -> new Unprepared("one-time secrets are not available", Set.of(self), false));
        if (!key.identities().keySet().containsAll(members)) {
            throw new Unprepared("the record of the key, which names its holders, is lost", Set.of(self), false);
        }
        long deadlineNanos =
                System.nanoTime() + BATCH_WAITS * properties.prepareWithin().toNanos();
        var plan = new PresigningPlan(
                surroundings.network(),
                group.namespace(),
                group.epoch(),
                self,
                ++lastNumber,
                Math.min(
                        PresigningPlan.countMax(members.size()),
                        Math.min(properties.presignaturesAtOnce(), properties.presignatures())),
                epochs(group, members, epoch, deadlineNanos));
        try (var batch = new OwnBatch(new PresigningBatch(plan, surroundings.member(), key.identities(), random))) {
            List<Presignature> made = finished(plan, batch, key, deadlineNanos);
            List<Presignature.PublicPart> parts =
                    made.stream().map(Presignature::publicPart).toList();
            signer.keep(group, self, epoch, made);
            return parts;
        }
    }

    /// Goes from step to step until the batch is finished. Each says something of everybody, or the batch is over, and
    /// the protocol has a fixed number of steps.
    private List<Presignature> finished(PresigningPlan plan, OwnBatch batch, EndorsingKey.Ecdsa key, long deadlineNanos)
            throws PeerFailure, Unprepared, InterruptedException {
        SortedMap<Integer, SignedStep> said = ask(plan, List.of(), deadlineNanos);
        said.put(self, joined(begin(batch::start), self, deadlineNanos));
        while (true) {
            requireEverybody(plan, said);
            Stepped stepped = step(plan, batch, said, key, deadlineNanos);
            if (stepped.unanswered.isPresent() && !(stepped.own instanceof Next.Broken)) {
                throw stepped.unanswered.get();
            }
            switch (stepped.own) {
                case Next.Say(SignedStep message) -> {
                    said = stepped.answers;
                    said.put(self, message);
                }
                case Next.Finished _ -> {
                    return batch.claim();
                }
                case Next.Broken broken -> {
                    PresigningPeer.tell(plan, broken);
                    broken.difference().ifPresent(difference -> evidence.gather(plan, difference, key.identities()));
                    throw new Unprepared(broken.why(), blamed(broken, stepped.unanswered), false);
                }
            }
        }
    }

    /// Next step of this endorser, and the others' next messages.
    ///
    /// @param unanswered who did not: a member that was shown something else, or sees a cheat, says no more
    private record Stepped(Next own, SortedMap<Integer, SignedStep> answers, Optional<PeerFailure> unanswered) {}

    /// Gives everybody's messages of a step to everybody, while this endorser's own side computes.
    private Stepped step(
            PresigningPlan plan,
            OwnBatch batch,
            SortedMap<Integer, SignedStep> said,
            EndorsingKey.Ecdsa key,
            long deadlineNanos)
            throws PeerFailure, InterruptedException {
        List<SignedStep> everybody = PresigningPeer.inOrder(said);
        evidence.counted(plan, Objects.requireNonNull(said.get(self)).step(), everybody, key.identities());
        CompletableFuture<Next> own = begin(() -> batch.take(everybody));
        SortedMap<Integer, SignedStep> answers = new TreeMap<>();
        Optional<PeerFailure> unanswered = Optional.empty();
        try {
            answers = ask(plan, everybody, deadlineNanos);
        } catch (PeerFailure failed) {
            unanswered = Optional.of(failed);
        }
        return new Stepped(joined(own, self, deadlineNanos), answers, unanswered);
    }

    /// A member that says nothing before the end has left.
    private void requireEverybody(PresigningPlan plan, SortedMap<Integer, SignedStep> said) throws Unprepared {
        Set<Integer> missing = PresigningPeer.others(plan.committee(), self);
        missing.removeAll(said.keySet());
        if (!missing.isEmpty()) {
            throw new Unprepared("a member said nothing", missing, false);
        }
    }

    /// Members to go on without. This maker shows everybody the same, so a member that was shown something else is not
    /// honest, as far as this endorser is concerned; the one that said no more comes last.
    private static Set<Integer> blamed(Next.Broken broken, Optional<PeerFailure> unanswered) {
        if (!broken.blamed().isEmpty()) {
            return broken.blamed();
        }
        return broken.difference()
                .map(difference -> Set.of(difference.reporter()))
                .or(() -> unanswered.map(failed -> Set.of(failed.member())))
                .orElse(Set.of());
    }

    private SortedMap<Integer, Long> epochs(EndorserGroup group, List<Integer> members, long own, long deadlineNanos)
            throws PeerFailure, InterruptedException {
        SortedMap<Integer, CompletableFuture<SignerState>> asked = new TreeMap<>();
        for (int member : PresigningPeer.others(members, self)) {
            asked.put(member, call(() -> peers.signer(member, group.namespace(), group.epoch())));
        }
        SortedMap<Integer, Long> known = new TreeMap<>();
        known.put(self, own);
        for (var each : asked.entrySet()) {
            int member = each.getKey();
            SignerState state = joined(each.getValue(), member, deadlineNanos);
            if (state.nonceEpoch() < 1) {
                throw new PeerFailure(member, "its ledger is not open", false, null);
            }
            Bytes signature = surroundings.verifiedEpoch(
                    group, member, state.nonceEpoch(), SigningPeers.signature(state.nonceEpochSignature()));
            if (!epochs.saw(group.namespace(), group.epoch(), member, state.nonceEpoch(), signature)) {
                throw new PeerFailure(member, "an epoch that has passed", false, null);
            }
            known.put(member, state.nonceEpoch());
        }
        return known;
    }

    /// The others' next messages, each signed; nothing from those who are done.
    private SortedMap<Integer, SignedStep> ask(PresigningPlan plan, List<SignedStep> everybody, long deadlineNanos)
            throws PeerFailure, InterruptedException {
        long epoch = plan.epochs().getOrDefault(self, 0L);
        Bytes signedEpoch =
                everybody.isEmpty() ? surroundings.signedEpoch(plan.namespace(), plan.keyEpoch(), epoch) : Bytes.EMPTY;
        byte[] question = new Question(plan, signedEpoch, everybody).encode();
        SortedMap<Integer, CompletableFuture<byte[]>> asked = new TreeMap<>();
        for (int member : PresigningPeer.others(plan.committee(), self)) {
            asked.put(member, call(() -> peers.presign(member, question)));
        }
        SortedMap<Integer, SignedStep> answers = new TreeMap<>();
        for (var each : asked.entrySet()) {
            byte[] answer = joined(each.getValue(), each.getKey(), deadlineNanos);
            try {
                if (answer.length > 0) {
                    SignedStep said = SignedStep.decode(answer);
                    if (said.sender() != each.getKey()) {
                        throw new PeerFailure(each.getKey(), "a message of somebody else", false, null);
                    }
                    answers.put(each.getKey(), said);
                }
            } catch (DecodeException unreadable) {
                throw new PeerFailure(each.getKey(), "an unreadable message", false, unreadable);
            }
        }
        return answers;
    }

    private <T> CompletableFuture<T> call(Callable<T> call) {
        return begin(call, threads.calls());
    }

    private <T> CompletableFuture<T> begin(Callable<T> work) {
        return begin(work, threads.cpu());
    }

    private static <T> CompletableFuture<T> begin(Callable<T> work, ExecutorService where) {
        var answer = new CompletableFuture<T>();
        try {
            where.execute(() -> {
                try {
                    answer.complete(work.call());
                } catch (Exception failed) {
                    answer.completeExceptionally(failed);
                }
            });
        } catch (RejectedExecutionException full) {
            answer.completeExceptionally(new Failure("too much is made at once, or closing", full));
        }
        return answer;
    }

    private static <T> T joined(CompletableFuture<T> answer, int member, long deadlineNanos)
            throws PeerFailure, InterruptedException {
        try {
            return answer.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException slow) {
            throw new PeerFailure(member, "too slow", true, slow);
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case PeerFailure peer -> throw peer;
                case RuntimeException other -> throw other;
                case null, default -> throw new IllegalStateException(failed);
            }
        }
    }
}
