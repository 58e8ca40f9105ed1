package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.endorser.signing.PresigningBatch.Difference;
import io.florin.endorser.signing.PresigningBatch.Next;
import io.florin.endorser.signing.PresigningPlan;
import io.florin.endorser.signing.SignedStep;
import io.florin.identity.EndorsingKey;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.runtime.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;

/// This endorser's part in presignatures that others have made. One batch at a time for each maker and key; a newer
/// plan of the maker ends the one before. A step asked for twice gets the same answer, so that a lost one can be asked
/// for again. All computing is on one thread, so that it never takes more than one core from payments. What is under
/// way is erased when its key ends, and when the signer closes.
final class PresigningPeer implements AutoCloseable {

    private static final int MEMBERS_MAX = 64;
    private static final int MESSAGE_MAX = 80 * 1024;

    private final SigningSurroundings surroundings;
    private final PartialSigner signer;
    private final NonceEpochs epochs;
    private final ShownMessages evidence;
    private final ExecutorService cpu;
    private final RandomGenerator random;
    private final Map<Place, Turn> turns = new HashMap<>();
    private final ClosingLock lock = new ClosingLock("closing");

    private record Place(NamespaceId namespace, long keyEpoch, int maker) {}

    private static final class Turn {
        private final PresigningBatch batch;
        private final long epoch;
        private Optional<Bytes32> answered = Optional.empty();
        private byte[] answer = new byte[0];

        Turn(PresigningBatch batch, long epoch) {
            this.batch = batch;
            this.epoch = epoch;
        }
    }

    PresigningPeer(
            SigningSurroundings surroundings,
            PartialSigner signer,
            NonceEpochs epochs,
            ShownMessages evidence,
            ExecutorService cpu,
            RandomGenerator random) {
        this.surroundings = surroundings;
        this.signer = signer;
        this.epochs = epochs;
        this.evidence = evidence;
        this.cpu = cpu;
        this.random = random;
    }

    /// A question of a maker: its plan, and what everybody said in the step before; nothing for the first.
    ///
    /// @param signedEpoch with the first, the maker's signature under the epoch of its ledger
    record Question(PresigningPlan plan, Bytes signedEpoch, List<SignedStep> said) {
        Question(PresigningPlan plan, List<SignedStep> said) {
            this(plan, Bytes.EMPTY, said);
        }

        byte[] encode() {
            CanonicalWriter writer = new CanonicalWriter()
                    .bytes(Bytes.of(plan.encode()))
                    .bytes(signedEpoch)
                    .u8(said.size());
            said.forEach(each -> writer.bytes(Bytes.of(each.encode())));
            return writer.toByteArray();
        }

        /// @throws DecodeException if it is anything else
        static Question decode(byte[] bytes) {
            return CanonicalReader.decode(
                    bytes,
                    reader -> new Question(
                            PresigningPlan.decode(reader.bytes(MESSAGE_MAX).toArray()),
                            reader.bytes(Ed25519.SIGNATURE_SIZE),
                            reader.list(
                                    reader.u8(),
                                    MEMBERS_MAX,
                                    () -> SignedStep.decode(
                                            reader.bytes(MESSAGE_MAX).toArray()))));
        }
    }

    /// Answers a maker.
    ///
    /// @return what this endorser says next, encoded; nothing when all is done
    /// @throws Failure if it does not take part, or does not any more
    byte[] answer(int maker, Question question) {
        PresigningPlan plan = question.plan;
        boolean fits = plan.maker() == maker && plan.network().equals(surroundings.network());
        if (!fits || !plan.epochs().containsKey(surroundings.self())) {
            throw new Failure("a plan of somebody else, or without this endorser");
        }
        EndorsingKey.Ecdsa key = key(plan);
        if (plan.committee().size() != key.group().threshold()
                || plan.committee().getLast() > key.group().verificationKeys().size()) {
            throw new Failure("not a committee of this group");
        }
        if (!key.identities().keySet().containsAll(plan.committee())) {
            throw new Failure("the record of the key, which names its holders, is lost");
        }
        return onCpu(() -> {
            // the key may have ended while this question waited, and with it what is under way
            EndorsingKey.Ecdsa now = key(plan);
            return question.said.isEmpty() ? join(now, plan, question.signedEpoch) : take(now, plan, question.said);
        });
    }

    private EndorsingKey.Ecdsa key(PresigningPlan plan) {
        return surroundings.presigning(plan.namespace(), plan.keyEpoch());
    }

    private <T> T onCpu(Callable<T> work) {
        try {
            return cpu.submit(() -> lock.unlessClosed(work)).get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
        } catch (RejectedExecutionException | CancellationException closing) {
            throw new Failure("too much is asked at once, or closing", closing);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted while presigning", interrupted);
        }
    }

    /// Erases what is under way for keys that the configuration in force has no more. Waits for the step that is
    /// computed now.
    void endWithTheirKeys() {
        boolean _ = lock.always(() -> turns.entrySet().removeIf(each -> {
            boolean ended = !surroundings.isInForce(each.getKey().namespace, each.getKey().keyEpoch);
            if (ended) {
                each.getValue().batch.close();
            }
            return ended;
        }));
    }

    /// Waits for the step that is computed now.
    @Override
    public void close() {
        lock.close(() -> {
            turns.values().forEach(turn -> turn.batch.close());
            turns.clear();
        });
    }

    private byte[] join(EndorsingKey.Ecdsa key, PresigningPlan plan, Bytes signedEpoch) {
        int self = surroundings.self();
        long epoch = signer.epoch(key.group()).orElseThrow(() -> new Failure("the ledger is not open"));
        if (epochOf(plan, self) != epoch) {
            throw new Failure("another epoch than that of this endorser's ledger");
        }
        var place = new Place(plan.namespace(), plan.keyEpoch(), plan.maker());
        Turn before = turns.get(place);
        if (before != null && !isAfter(plan, before.batch.plan())) {
            if (before.batch.plan().equals(plan) && before.batch.step() == 1) {
                return before.answer;
            }
            throw new Failure("a plan that has passed");
        }
        long makersEpoch = epochOf(plan, plan.maker());
        Bytes signature = surroundings.verifiedEpoch(key.group(), plan.maker(), makersEpoch, signedEpoch);
        if (!epochs.saw(plan.namespace(), plan.keyEpoch(), plan.maker(), makersEpoch, signature)) {
            throw new Failure("an epoch of the maker that has passed");
        }
        var turn = new Turn(new PresigningBatch(plan, surroundings.member(), key.identities(), random), epoch);
        if (before != null) {
            before.batch.close();
        }
        turns.put(place, turn);
        turn.answer = turn.batch.start().encode();
        return turn.answer;
    }

    private static long epochOf(PresigningPlan plan, int member) {
        return plan.epochs().getOrDefault(member, 0L);
    }

    private static boolean isAfter(PresigningPlan plan, PresigningPlan before) {
        long epoch = epochOf(plan, plan.maker());
        long epochBefore = epochOf(before, before.maker());
        return epoch > epochBefore || (epoch == epochBefore && plan.number() > before.number());
    }

    private byte[] take(EndorsingKey.Ecdsa key, PresigningPlan plan, List<SignedStep> said) {
        Turn turn = turns.get(new Place(plan.namespace(), plan.keyEpoch(), plan.maker()));
        if (turn == null || !turn.batch.plan().equals(plan)) {
            throw new Failure("no such presigning is under way here");
        }
        Bytes32 asked = Sha256.hash(new Question(plan, said).encode());
        if (turn.answered.equals(Optional.of(asked))) {
            return turn.answer;
        }
        if (turn.batch.isOver()) {
            throw new Failure("this presigning is over");
        }
        evidence.counted(plan, turn.batch.step(), said, key.identities());
        byte[] answer = switch (turn.batch.take(said)) {
            case Next.Say(SignedStep message) -> message.encode();
            case Next.Finished(var presignatures) -> {
                signer.keep(key.group(), plan.maker(), turn.epoch, presignatures);
                yield new byte[0];
            }
            case Next.Broken broken -> throw broken(key, plan, broken);
        };
        turn.answered = Optional.of(asked);
        turn.answer = answer;
        return answer;
    }

    private Failure broken(EndorsingKey.Ecdsa key, PresigningPlan plan, Next.Broken broken) {
        tell(plan, broken);
        broken.difference().ifPresent(difference -> evidence.gather(plan, difference, key.identities()));
        return new Failure(broken.why());
    }

    static void tell(PresigningPlan plan, Next.Broken broken) {
        String session = plan.session().toHex();
        if (broken.proven()) {
            EndorserLog.presigningCheated(broken.blamed().toString(), session);
        } else {
            EndorserLog.presigningFailed(plan.committee().toString(), broken.why() + " " + broken.blamed());
        }
        Optional<Difference> difference = broken.difference();
        difference.ifPresent(each -> EndorserLog.sawDifferent(
                each.reporter(), session, each.step(), each.about().toString()));
    }

    /// Everybody's messages in the order of their senders.
    static List<SignedStep> inOrder(SortedMap<Integer, SignedStep> messages) {
        return new ArrayList<>(new TreeMap<>(messages).values());
    }

    static SortedSet<Integer> others(List<Integer> committee, int self) {
        var others = new TreeSet<>(committee);
        others.remove(self);
        return others;
    }
}
