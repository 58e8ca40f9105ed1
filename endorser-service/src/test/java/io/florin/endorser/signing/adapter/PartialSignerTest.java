package io.florin.endorser.signing.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.GroupKey.Combined;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.crypto.threshold.SigningOrder;
import io.florin.endorser.protocol.Preparations.Unprepared;
import io.florin.endorser.protocol.ShareAnswer;
import io.florin.endorser.signing.NonceEpochStatement;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.api.EndorserSigningApi.SignerState;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A message is never signed a second time, whatever happens to its process and its disk.
class PartialSignerTest {

    private static final byte[] MESSAGE = {1, 2, 3};
    private static final List<Integer> SIGNERS = List.of(1, 2, 3);

    @TempDir
    private Path directory;

    private static SigningEndorsers endorsers(SignatureScheme scheme, Path directory) {
        var endorsers = new SigningEndorsers(scheme, 5, 3, directory);
        for (int index = 1; index <= 5; index++) {
            endorsers.node(index).signing().open(endorsers.group);
        }
        endorsers.node(1).preparations().start((_, _, _) -> {});
        return endorsers;
    }

    private static Bytes signature(SigningEndorsers endorsers, byte[] message, SortedMap<Integer, Bytes> prepared) {
        SortedMap<Integer, Bytes> shares = new TreeMap<>();
        endorsers
                .shares(1, message, prepared)
                .forEach((signer, answer) -> shares.put(signer, ((ShareAnswer.Given) answer).share()));
        var order = new SigningOrder(Bytes.of(message), prepared);
        return ((Combined.Signature) endorsers.key.combine(order, shares)).signature();
    }

    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void signsAMessageOnceWithWhatWasPrepared(SignatureScheme scheme) throws Exception {
        try (var endorsers = endorsers(scheme, directory)) {
            Set<SortedMap<Integer, Bytes>> taken = new HashSet<>();
            for (int i = 0; i < 6; i++) {
                SortedMap<Integer, Bytes> prepared =
                        endorsers.node(1).preparations().take(endorsers.group, SIGNERS);
                assertThat(taken.add(prepared)).as("never the same twice").isTrue();
                assertThat(prepared).containsOnlyKeys(SIGNERS);

                byte[] message = {(byte) i};
                assertThat(endorsers.key.verify(
                                message, signature(endorsers, message, prepared).toArray()))
                        .isTrue();
                assertThat(endorsers.shares(1, MESSAGE, prepared).values())
                        .as("not for another message")
                        .containsOnly(new ShareAnswer.Stale());
                assertThat(endorsers.shares(1, message, prepared).values())
                        .as("not even for the same")
                        .containsOnly(new ShareAnswer.Stale());
            }
            assertThat(endorsers.faults).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void preparesForWhoAskedAndNobodyElse(SignatureScheme scheme) throws Exception {
        try (var endorsers = endorsers(scheme, directory)) {
            SortedMap<Integer, Bytes> prepared =
                    endorsers.node(1).preparations().take(endorsers.group, SIGNERS);

            assertThat(endorsers.node(2).signing().sign(endorsers.group, 3, MESSAGE, prepared))
                    .isEqualTo(new ShareAnswer.Stale());
            assertThat(endorsers.node(4).signing().sign(endorsers.group, 1, MESSAGE, prepared))
                    .isInstanceOf(ShareAnswer.Declined.class);
            assertThat(endorsers.key.verify(
                            MESSAGE, signature(endorsers, MESSAGE, prepared).toArray()))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void forgetsWhatWasPreparedBeforeARestartAndPreparesAnew(SignatureScheme scheme) throws Exception {
        try (var endorsers = endorsers(scheme, directory)) {
            SortedMap<Integer, Bytes> before = endorsers.node(1).preparations().take(endorsers.group, SIGNERS);
            endorsers.stop(2);
            endorsers.start(2);
            endorsers.node(2).signing().open(endorsers.group);

            assertThat(endorsers.node(2).signing().sign(endorsers.group, 1, MESSAGE, before))
                    .isEqualTo(new ShareAnswer.Stale());
            endorsers.node(1).preparations().forget(endorsers.group.namespace(), 1, 2);
            SortedMap<Integer, Bytes> after = endorsers.node(1).preparations().take(endorsers.group, SIGNERS);
            assertThat(endorsers.key.verify(
                            MESSAGE, signature(endorsers, MESSAGE, after).toArray()))
                    .isTrue();
        }
    }

    @Test
    void aCopyOfTheLedgerSignsNothing() throws Exception {
        try (var endorsers = endorsers(SignatureScheme.FROST_ED25519, directory)) {
            endorsers.node(1).preparations().take(endorsers.group, SIGNERS);
            endorsers.stop(2);
            Path copy = directory.resolve("restored");
            copyAll(directory.resolve("endorser-2"), copy);
            endorsers.start(2, copy);

            endorsers.node(1).preparations().forget(endorsers.group.namespace(), 1, 2);
            assertThatThrownBy(() -> endorsers.node(1).preparations().take(endorsers.group, SIGNERS))
                    .isInstanceOfSatisfying(
                            Unprepared.class,
                            failure -> assertThat(failure.members()).containsExactly(2));
            assertThat(endorsers.node(2).signing().refusing()).isOne();
            assertThat(endorsers.node(1).preparations().take(endorsers.group, List.of(1, 3, 4)))
                    .containsOnlyKeys(1, 3, 4);
        }
    }

    @Test
    void aLedgerOfAnEpochThatPeersHaveSeenPassSignsNothing() throws Exception {
        try (var endorsers = endorsers(SignatureScheme.FROST_ED25519, directory)) {
            for (int restart = 0; restart < 2; restart++) {
                endorsers.node(1).preparations().forget(endorsers.group.namespace(), 1, 2);
                endorsers.node(1).preparations().take(endorsers.group, SIGNERS);
                endorsers.stop(2);
                endorsers.start(2);
            }
            endorsers.node(1).preparations().forget(endorsers.group.namespace(), 1, 2);
            endorsers.node(1).preparations().take(endorsers.group, SIGNERS);
            endorsers.stop(2);
            endorsers.start(2, directory.resolve("begun anew"));

            endorsers.node(1).preparations().forget(endorsers.group.namespace(), 1, 2);
            assertThatThrownBy(() -> endorsers.node(1).preparations().take(endorsers.group, SIGNERS))
                    .isInstanceOf(Unprepared.class);
            assertThat(endorsers.node(2).signing().refusing()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void aPeerThatMakesUpAnEpochDoesNotShutTheLedger(SignatureScheme scheme) throws Exception {
        try (var endorsers = endorsers(scheme, directory)) {
            endorsers.node(1).preparations().take(endorsers.group, SIGNERS);
            endorsers.states = (_, state) -> new SignerState(
                    state.index(),
                    state.nonceEpoch(),
                    state.nonceEpochSignature(),
                    Long.MAX_VALUE,
                    state.seenOfCallerSignature());
            endorsers.stop(2);
            endorsers.start(2);
            endorsers.node(2).signing().open(endorsers.group);

            assertThat(endorsers.node(2).signing().refusing()).isZero();
            assertThat(endorsers.node(2).signing().epoch(endorsers.group)).hasValue(2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void whatItsOwnerSignedOfAnEpochComesBackToIt(SignatureScheme scheme) throws Exception {
        try (var endorsers = endorsers(scheme, directory)) {
            endorsers.node(1).preparations().take(endorsers.group, SIGNERS);
            endorsers.stop(2);
            endorsers.start(2);
            endorsers.node(2).signing().open(endorsers.group);
            endorsers.node(1).preparations().forget(endorsers.group.namespace(), 1, 2);
            endorsers.node(1).preparations().take(endorsers.group, SIGNERS);

            SignerState state = endorsers.node(1).preparations().signer(2, endorsers.group.namespace(), 1);
            assertThat(state.seenOfCaller()).isEqualTo(2);
            assertThat(new NonceEpochStatement(endorsers.network.networkId(), endorsers.group.namespace(), 1, 2, 2)
                            .isSigned(
                                    endorsers.identity(2).publicKey(),
                                    SigningPeers.signature(state.seenOfCallerSignature())))
                    .isTrue();
            endorsers.stop(2);
            endorsers.start(2, directory.resolve("begun anew"));
            endorsers.node(2).signing().open(endorsers.group);
            assertThat(endorsers.node(2).signing().refusing()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void aLedgerThatIsFullBeginsAnEpochInPlace(SignatureScheme scheme) throws Exception {
        try (var endorsers = endorsers(scheme, directory)) {
            endorsers.ledgerMaxBytes = 128 + 2 * 64;
            endorsers.stop(2);
            endorsers.start(2);
            endorsers.node(2).signing().open(endorsers.group);
            SortedMap<Integer, Bytes> before = taken(endorsers);
            for (byte i = 0; i < 2; i++) {
                byte[] message = {i};
                assertThat(endorsers.node(2).signing().sign(endorsers.group, 1, message, taken(endorsers)))
                        .isInstanceOf(ShareAnswer.Given.class);
            }

            assertThat(endorsers.node(2).signing().sign(endorsers.group, 1, MESSAGE, before))
                    .isEqualTo(new ShareAnswer.Stale());
            assertThat(endorsers.node(2).signing().epoch(endorsers.group)).hasValue(3);
            assertThat(endorsers.node(2).signing().ledgerBytes()).isEqualTo(128);
            assertThat(endorsers.node(2).signing().refusing()).isZero();
            endorsers.node(1).preparations().forget(endorsers.group.namespace(), 1, 2);
            SortedMap<Integer, Bytes> after = taken(endorsers);
            assertThat(endorsers.key.verify(
                            MESSAGE, signature(endorsers, MESSAGE, after).toArray()))
                    .isTrue();
        }
    }

    /// Whoever was left out for its restart comes back.
    private static SortedMap<Integer, Bytes> taken(SigningEndorsers endorsers) {
        return await().atMost(Patience.LIMIT)
                .ignoreExceptionsInstanceOf(Unprepared.class)
                .until(() -> endorsers.node(1).preparations().take(endorsers.group, SIGNERS), _ -> true);
    }

    @Test
    void whoHangsIsNamedInTimeAndSoIsWhoeverWaitsForIt() throws Exception {
        try (var endorsers = endorsers(SignatureScheme.FROST_ED25519, directory)) {
            endorsers.answerWithin = Duration.ofSeconds(3); // whoever works on half a core answers in that time too
            endorsers.stop(1);
            endorsers.start(1);
            endorsers.node(1).signing().open(endorsers.group);
            endorsers.hung.add(2);
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> endorsers.node(1).preparations().take(endorsers.group, SIGNERS))
                        .isInstanceOfSatisfying(Unprepared.class, failure -> {
                            assertThat(failure.members()).containsExactly(2);
                            assertThat(failure.isUnreachable()).isTrue();
                        });
            }
            assertThat(endorsers.node(1).preparations().take(endorsers.group, List.of(1, 3, 4)))
                    .containsOnlyKeys(1, 3, 4);
        }
    }

    @Test
    void nothingIsPreparedWhileClosing() {
        try (var endorsers = endorsers(SignatureScheme.FROST_ED25519, directory)) {
            endorsers.node(1).preparations().close();

            assertThatThrownBy(() -> endorsers.node(1).preparations().take(endorsers.group, SIGNERS))
                    .isInstanceOf(Unprepared.class);
        }
    }

    @Test
    void declinesForAGroupThatItHasNoKeyOf() {
        try (var endorsers = endorsers(SignatureScheme.FROST_ED25519, directory)) {
            EndorserGroup group = endorsers.group;
            var later = new EndorserGroup(
                    group.scheme(),
                    group.namespace(),
                    2,
                    group.threshold(),
                    group.groupKey(),
                    group.verificationKeys());

            assertThat(endorsers.node(1).signing().sign(later, 1, MESSAGE, new TreeMap<>(Map.of(1, Bytes.EMPTY))))
                    .isEqualTo(new ShareAnswer.Declined("no key share of this epoch"));
            assertThat(endorsers.node(1).signing().sign(group, 1, MESSAGE, new TreeMap<>(Map.of(2, Bytes.EMPTY))))
                    .isInstanceOf(ShareAnswer.Declined.class);
        }
    }

    private static void copyAll(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
