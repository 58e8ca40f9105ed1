package io.florin.endorser.signing.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.ecdsa.Presignature;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.endorser.protocol.Preparations.Unprepared;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.endorser.signing.PresigningBatch.Next;
import io.florin.endorser.signing.PresigningPlan;
import io.florin.endorser.signing.SignedStep;
import io.florin.endorser.signing.adapter.PresigningPeer.Question;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.runtime.Failure;
import io.florin.runtime.api.EndorserSigningApi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.util.ReflectionTestUtils;

/// Five endorsers make presignatures for the first, over messages that the first passes on.
abstract class PresigningScenes {

    static final List<Integer> COMMITTEE = List.of(1, 2, 3);

    @TempDir
    Path directory;

    SigningEndorsers endorsers() {
        return new SigningEndorsers(SignatureScheme.ECDSA_P256, 5, 3, directory);
    }

    static void open(SigningEndorsers endorsers) {
        for (int index = 2; index <= 5; index++) {
            endorsers.node(index).signing().open(endorsers.group);
        }
    }

    /// Member 2 deals a wrong box, and in everything else says what it should: its own machine is shown a world in
    /// which it dealt well.
    static final class Liar {
        private final SigningEndorsers endorsers;
        private final Map<Integer, SignedStep> meant = new HashMap<>();
        private List<SignedStep> shown = List.of();

        Liar(SigningEndorsers endorsers) {
            this.endorsers = endorsers;
        }

        synchronized Question question(int member, Question question) {
            if (member != 2) {
                return question;
            }
            shown = question.said();
            List<SignedStep> world = new ArrayList<>();
            for (SignedStep each : question.said()) {
                SignedStep own = Objects.requireNonNull(meant.get(each.step()));
                world.add(
                        each.sender() == 2
                                ? own
                                : SignedStep.signed(
                                        each.session(),
                                        each.step(),
                                        each.sender(),
                                        own.chain(),
                                        own.seen(),
                                        each.payload(),
                                        endorsers.identity(each.sender())));
            }
            return new Question(question.plan(), world);
        }

        synchronized SignedStep answer(int member, SignedStep answer) {
            if (member != 2) {
                return answer;
            }
            meant.put(answer.step(), answer);
            if (answer.step() == 1) {
                meant.keySet().removeIf(step -> step > 1);
                return answer;
            }
            SignedStep before = shown.getFirst();
            return SignedStep.signed(
                    answer.session(),
                    answer.step(),
                    2,
                    PresigningBatch.chained(before.chain(), before.seen()),
                    shown.stream()
                            .map(each -> new SignedStep.Seen(each.sender(), each.hash()))
                            .toList(),
                    answer.step() == 2 ? flipped(answer.payload()) : answer.payload(),
                    endorsers.identity(2));
        }
    }

    static List<Path> list(Path directory) throws Exception {
        try (var files = Files.list(directory)) {
            return files.toList();
        }
    }

    /// The maker and member 2 work together: member 3 is shown another key of member 2's.
    static Question withOtherJoinOf2(SigningEndorsers endorsers, Question question) {
        List<SignedStep> shown = new ArrayList<>();
        for (SignedStep each : question.said()) {
            shown.add(
                    each.sender() == 2 && each.step() == 1
                            ? signedAnew(
                                    endorsers,
                                    each,
                                    Bytes.of(new CanonicalWriter()
                                            .fixed(Ed25519.fromSeed(new byte[32])
                                                    .publicKey())
                                            .u63(1)
                                            .toByteArray()))
                            : each);
        }
        return new Question(question.plan(), shown);
    }

    static SignedStep signedAnew(SigningEndorsers endorsers, SignedStep step, Bytes payload) {
        return SignedStep.signed(
                step.session(),
                step.step(),
                step.sender(),
                step.chain(),
                step.seen(),
                payload,
                endorsers.identity(step.sender()));
    }

    static Bytes flipped(Bytes payload) {
        byte[] bytes = payload.toArray();
        bytes[bytes.length - 1] ^= 1;
        return Bytes.of(bytes);
    }

    /// Member 2 joins.
    static SignedStep join(SigningEndorsers endorsers, PresigningPlan plan, int variant) {
        return SignedStep.signed(
                plan.session(),
                1,
                2,
                plan.session(),
                List.of(),
                Bytes.of(new byte[] {(byte) variant}),
                endorsers.identity(2));
    }

    static SortedMap<Integer, Bytes32> identities(SigningEndorsers endorsers) {
        SortedMap<Integer, Bytes32> identities = new TreeMap<>();
        for (int index = 1; index <= 5; index++) {
            identities.put(index, endorsers.identity(index).publicKey());
        }
        return identities;
    }

    /// Does at once what it is given.
    static final class DirectExecutor extends AbstractExecutorService {
        @Override
        public void execute(Runnable work) {
            work.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return true;
        }

        @Override
        public boolean isTerminated() {
            return true;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    /// A peer that says only what it was shown.
    record OnlyCounted(Supplier<byte[]> shown) implements EndorserSigningApi {
        @Override
        public Prepared prepare(PreparationRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SignerState signer(int namespace, long keyEpoch) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] presign(byte[] step) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] counted(String session, int step, int sender) {
            return shown.get();
        }
    }

    static void assertLeftOut(SigningEndorsers endorsers, int member, String why) throws Exception {
        assertThatThrownBy(() -> endorsers.node(1).preparations().take(endorsers.group, COMMITTEE))
                .isInstanceOfSatisfying(
                        Unprepared.class,
                        failure -> assertThat(failure.members()).containsExactly(member))
                .hasMessageContaining(why);
        assertThat(endorsers.node(1).preparations().take(endorsers.group, List.of(1, 2, 4)))
                .containsOnlyKeys(1, 2, 4);
        assertThat(endorsers.faults).isEmpty();
    }

    static void refuses(SigningPreparation preparation, int maker, PresigningPlan plan) {
        assertThatThrownBy(() -> preparation.presign(maker, new Question(plan, List.of())))
                .isInstanceOf(Failure.class);
    }

    static PresigningPlan plan(SigningEndorsers endorsers, int maker, long number, long epochOf2) {
        return new PresigningPlan(
                endorsers.network.networkId(),
                endorsers.group.namespace(),
                1,
                maker,
                number,
                2,
                new TreeMap<>(Map.of(1, 1L, 2, epochOf2, 3, 1L)));
    }

    /// What members 1 to 3 make by themselves: member 3's.
    static List<Presignature> made(SigningEndorsers endorsers, PresigningPlan plan) {
        List<PresigningBatch> batches = new ArrayList<>();
        List<SignedStep> said = new ArrayList<>();
        for (int member : COMMITTEE) {
            var self = new PresigningBatch.Member(member, endorsers.identity(member));
            batches.add(new PresigningBatch(plan, self, identities(endorsers), new Random(member)));
            said.add(batches.getLast().start());
        }
        while (true) {
            List<SignedStep> everybody = List.copyOf(said);
            said.clear();
            List<Presignature> made = List.of();
            for (PresigningBatch batch : batches) {
                switch (batch.take(everybody)) {
                    case Next.Say(SignedStep message) -> said.add(message);
                    case Next.Finished(List<Presignature> presignatures) -> made = presignatures;
                    case Next.Broken broken -> throw new AssertionError(broken);
                }
            }
            if (said.isEmpty()) {
                return made;
            }
        }
    }

    static boolean isErased(Presignature presignature) {
        return List.of("inverseShare", "maskShare").stream()
                .allMatch(name -> ((FieldElement) secret(presignature, name)).isZero());
    }

    static Object secret(Object holder, String name) {
        return Objects.requireNonNull(ReflectionTestUtils.getField(holder, name));
    }
}
