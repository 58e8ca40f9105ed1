package io.florin.identity.seat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ceremony.AuditKeys;
import io.florin.ceremony.CeremonySpec;
import io.florin.ceremony.KeyRecord;
import io.florin.ceremony.Purpose;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bls.Bls;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.threshold.BlsGroupKey;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.identity.KeyProperties;
import io.florin.identity.NodeSecrets;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.keys.SecretFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Organisations that share a directory: each command is a new process that knows only its files.
class CeremonyParticipantTest {
    private static final NamespaceId CURRENCY = new NamespaceId(1);
    private static final KeyProperties KEYS = new KeyProperties("ab".repeat(32), null, null);
    private static final byte[] MESSAGE = {1, 2, 3};

    private final Random random = new Random(7);

    @TempDir
    private Path directory;

    @Test
    void threeOrganisationsComeToAKeyByExchangingFiles() throws IOException {
        Path board = open("board", 3);

        List<Progress> ends = run(board, 1, 2, 3);

        assertThat(ends).allSatisfy(end -> assertThat(end.publicKey()).contains(key(1).encode()));
        assertThat(signs(signed(node(1)), signed(node(3)))).isTrue();
        assertThat(signs(signed(node(2)), signed(node(2)))).isFalse();
        assertThat(files(node(1)).filter(name -> name.contains("seed"))).isEmpty();
        assertThat(Files.readString(node(1).resolve("share-1.key"))).contains("FLORIN WRAPPED KEY");
        // a command again changes nothing
        assertThat(seat(board, 1, CeremonyParticipant::join).notes()).contains("This node finished before.");
        assertThat(finish(board, 1).publicKey()).contains(key(1).encode());
    }

    @Test
    void whoCrashesBeforeItsMessageIsOnTheBoardSaysTheSameAgain() throws IOException {
        Path board = open("board", 3);
        for (int step = 1; step <= 5; step++) {
            for (int index : List.of(1, 2, 3)) {
                seat(board, index, CeremonyParticipant::join);
                List<Path> own = messages(board, index);
                Path last = own.getLast();
                byte[] said = Files.readAllBytes(last);
                Files.delete(last);

                seat(board, index, CeremonyParticipant::join);

                assertThat(Files.readAllBytes(last)).isEqualTo(said);
            }
        }
        for (int index : List.of(1, 2, 3)) {
            finish(board, index);
        }
        assertThat(signs(signed(node(1)), signed(node(2)))).isTrue();
    }

    @Test
    void damageAndForgeryAreNamedAndDoNotCount() throws IOException {
        Path board = open("board", 3);
        for (int index : List.of(1, 2, 3)) {
            seat(board, index, CeremonyParticipant::join);
        }
        Path join = board.resolve("01-002.msg");
        byte[] honest = Files.readAllBytes(join);
        byte[] forged = honest.clone();
        forged[forged.length - 70] ^= 1;
        Files.write(join, forged);
        assertThat(seat(board, 1, CeremonyParticipant::join).notes())
                .containsExactly("a message in the name of participant 2 (bank 2) that it did not sign");
        assertThatThrownBy(() -> seat(board, 2, CeremonyParticipant::join))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("01-002.msg on the board is not what this participant said");
        Files.write(join, new byte[] {1, 2});
        assertThat(seat(board, 1, CeremonyParticipant::join).notes())
                .containsExactly("01-002.msg on the board cannot be read");

        Files.write(join, honest);

        run(board, 1, 2, 3);
        assertThat(signs(signed(node(2)), signed(node(3)))).isTrue();
    }

    @Test
    void theOthersGoOnWithoutWhoStopsAndItsKeyIsNotKept() throws IOException {
        Path board = open("board", 3);
        for (int index : List.of(1, 2, 3)) {
            seat(board, index, CeremonyParticipant::join);
        }
        Files.delete(board.resolve("02-003.msg")); // it stops before this message of its is seen
        seat(board, 1, CeremonyParticipant::join);
        assertThat(seat(board, 2, CeremonyParticipant::join).missing()).containsExactly(3);
        assertThatThrownBy(() -> finish(board, 1))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("participant 3 (bank 3)");
        assertThatThrownBy(() -> seat(board, 1, seat -> seat.round(Optional.of(2))))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("cannot be left out");

        for (int index : List.of(1, 2)) {
            seat(board, index, seat -> seat.round(Optional.of(3)));
        }
        List<Progress> ends = run(board, 1, 2);

        assertThat(ends.getFirst().notes()).contains("CHEAT: participant 3 (bank 3) dealt nothing");
        assertThat(signs(signed(node(1)), signed(node(2)))).isTrue();
        assertThat(node(3).resolve("share-1.key")).doesNotExist();
    }

    @Test
    void aRefreshGivesNewSharesOfTheSameKeyThatDoNotMixWithOldOnes() throws IOException {
        run(open("board", 3), 1, 2, 3);
        SharedKey before = key(1);
        SignatureShare old = signed(node(1));
        SignatureShare alsoOld = signed(node(2));
        Path board = directory.resolve("refresh");
        new BulletinBoard(board).open(CeremonyParticipant.refresh(node(1), CURRENCY, bytes32()));

        run(board, 1, 2, 3);

        assertThat(key(1).components().getFirst().publicPoints())
                .isEqualTo(before.components().getFirst().publicPoints());
        assertThat(key(1)).isEqualTo(key(3)).isNotEqualTo(before);
        assertThat(signs(signed(node(1)), signed(node(2)))).isTrue();
        assertThat(signs(old, alsoOld)).isTrue();
        assertThat(signs(old, signed(node(2)))).isFalse();
        assertThat(signs(signed(node(1)), alsoOld)).isFalse();
    }

    @Test
    void auditorsRefreshTheirKeyByFilesAndKeepTheShareOfBeforeBesideTheNewOne() throws IOException {
        run(open("board", Purpose.AUDIT, 3), 1, 2, 3);
        AuditKey before = auditKey(1);
        byte[] oldShare = Files.readAllBytes(node(1).resolve("share-1.key"));
        Path board = directory.resolve("refresh");
        new BulletinBoard(board).open(CeremonyParticipant.refresh(node(2), CURRENCY, bytes32()));
        for (int step = 1; step <= 4; step++) {
            for (int index : List.of(1, 2, 3)) {
                seat(board, index, CeremonyParticipant::join);
                Path last = messages(board, index).getLast();
                byte[] said = Files.readAllBytes(last);
                Files.delete(last); // it stops before this message of its is seen
                seat(board, index, CeremonyParticipant::join);
                assertThat(Files.readAllBytes(last)).isEqualTo(said);
            }
        }

        run(board, 1, 2, 3);

        assertThat(auditKey(1).isSameKey(before)).isTrue();
        assertThat(auditKey(1)).isEqualTo(auditKey(3)).isNotEqualTo(before);
        assertThat(Files.readAllBytes(node(1).resolve("share-1.key"))).isNotEqualTo(oldShare);
        var self = new Peer(Purpose.AUDIT.role(), 1);
        try (var secrets = new NodeSecrets("test-net", self, node(1), NodeSecrets.wrapping(KEYS, node(1)))) {
            List<NodeSecrets.Held> held =
                    secrets.held(CURRENCY).values().stream().findFirst().orElseThrow();
            assertThat(held)
                    .extracting(each -> each.record().orElseThrow().auditKey())
                    .containsExactly(auditKey(1), before);
            for (NodeSecrets.Held each : held) {
                AuditPublicKey key =
                        AuditKeys.decode(each.record().orElseThrow().publicKey().toArray());
                assertThat(AuditKeys.share(each.share(), key).index()).isEqualTo(1);
            }
        }
        assertThat(files(node(1)).filter(name -> name.contains("seed") || name.contains("current.key")))
                .isEmpty();

        Path again = directory.resolve("again");
        new BulletinBoard(again).open(CeremonyParticipant.refresh(node(2), CURRENCY, bytes32()));
        assertThatThrownBy(() -> seat(again, 1, CeremonyParticipant::join))
                .as("the configuration may still name the points of before")
                .isInstanceOf(Failure.class)
                .hasMessageContaining("the share in force would be lost");
        for (int index : List.of(1, 2, 3)) {
            Files.delete(node(index).resolve("share-1-before.key"));
            Files.delete(node(index).resolve("share-1-before.public"));
        }
        run(again, 1, 2, 3);
        assertThat(auditKey(3).isSameKey(before)).isTrue();
    }

    @Test
    void aNewKeyNeverTakesThePlaceOfAShareThatIsThere() throws IOException {
        run(open("board", 3), 1, 2, 3);
        byte[] share = Files.readAllBytes(node(1).resolve("share-1.key"));
        byte[] record = Files.readAllBytes(node(1).resolve("share-1.public"));
        Path forgotten = open("forgotten", 3);
        assertThatThrownBy(() -> seat(forgotten, 1, CeremonyParticipant::join))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("of epoch 1, which would be lost");
        Files.delete(node(2).resolve("share-1.public"));
        assertThatThrownBy(() -> seat(forgotten, 2, CeremonyParticipant::join)).isInstanceOf(Failure.class);
        assertThat(messages(forgotten, 1)).isEmpty();

        Path first = open("first", Purpose.ENDORSEMENT, 3, 2);
        Path second = open("second", Purpose.ENDORSEMENT, 3, 2);
        for (Path board : List.of(first, second)) {
            turns(board, 1, 2, 3);
        }
        finish(first, 1);
        byte[] ofFirst = Files.readAllBytes(node(1).resolve("share-1-2.key"));
        assertThatThrownBy(() -> finish(second, 1))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("of epoch 2, which would be lost");
        assertThat(finish(first, 1).notes()).contains("This node finished before.");

        assertThat(Files.readAllBytes(node(1).resolve("share-1-2.key"))).isEqualTo(ofFirst);
        assertThat(Files.readAllBytes(node(1).resolve("share-1.key"))).isEqualTo(share);
        assertThat(Files.readAllBytes(node(1).resolve("share-1.public"))).isEqualTo(record);
    }

    @Test
    void ofTwoRefreshesThatWereJoinedAtOnceOneIsKeptAndTheShareInForceWithIt() throws IOException {
        run(open("board", Purpose.AUDIT, 3), 1, 2, 3);
        AuditKey inForce = auditKey(1);
        Path first = directory.resolve("first");
        Path second = directory.resolve("second");
        for (Path board : List.of(first, second)) {
            new BulletinBoard(board).open(CeremonyParticipant.refresh(node(1), CURRENCY, bytes32()));
            turns(board, 1, 2, 3);
        }

        finish(first, 1);
        AuditKey refreshed = auditKey(1);
        assertThatThrownBy(() -> finish(second, 1))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("these would be lost");
        assertThat(auditKey(1)).isEqualTo(refreshed).isNotEqualTo(inForce);
        assertThat(heldBy(1)).containsExactly(refreshed, inForce);
    }

    @Test
    void whoCrashesBetweenTheFilesOfItsShareFinishesAgain() throws IOException {
        Path board = open("board", 3);
        turns(board, 1, 2, 3);
        Path place;
        try (Stream<Path> inside = Files.list(node(3))) {
            place = inside.filter(Files::isDirectory).findFirst().orElseThrow();
        }
        byte[] seed = Files.readAllBytes(place.resolve("seed.key"));
        finish(board, 1);
        for (List<String> lost : List.of(
                List.<String>of(), List.of("share-1.key"))) { // the record comes first, then the share, then it is done
            finish(board, 3);
            Files.delete(place.resolve("done"));
            SecretFiles.write(place.resolve("seed.key"), seed);
            for (String file : lost) {
                Files.delete(node(3).resolve(file));
            }

            finish(board, 3);

            assertThat(place.resolve("done")).exists();
            assertThat(signs(signed(node(1)), signed(node(3)))).isTrue();
        }
    }

    private List<AuditKey> heldBy(int index) {
        var self = new Peer(Purpose.AUDIT.role(), index);
        try (var secrets = new NodeSecrets("test-net", self, node(index), NodeSecrets.wrapping(KEYS, node(index)))) {
            return secrets.held(CURRENCY).values().stream()
                    .flatMap(List::stream)
                    .map(each -> {
                        try (each) {
                            AuditKey key = each.record().orElseThrow().auditKey();
                            AuditPublicKey points = AuditKeys.decode(
                                    each.record().orElseThrow().publicKey().toArray());
                            assertThat(AuditKeys.share(each.share(), points).index())
                                    .isEqualTo(index);
                            return key;
                        }
                    })
                    .toList();
        }
    }

    private AuditKey auditKey(int index) {
        return NodeSecrets.record(node(index), CURRENCY, 1)
                .map(KeyRecord::auditKey)
                .orElseThrow();
    }

    @Test
    void onlyWhomTheCharterNamesHasASeatAndOneCeremonyAtABoard() {
        Path board = open("board", 2);
        assertThatThrownBy(() -> seat(board, 3, CeremonyParticipant::join))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("does not name this node's identity key");
        assertThatThrownBy(() -> seat(board, 1, seat -> seat.round(Optional.empty())))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("has not joined");
        assertThatThrownBy(() -> open("board", 3)).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> seat(directory.resolve("nowhere"), 1, CeremonyParticipant::join))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("no ceremony is open");
    }

    private Path open(String name, int members) {
        return open(name, Purpose.ENDORSEMENT, members);
    }

    private Path open(String name, Purpose purpose, int members) {
        return open(name, purpose, members, 1);
    }

    private Path open(String name, Purpose purpose, int members, long epoch) {
        List<CeremonySpec.Member> named = new ArrayList<>();
        for (int index = 1; index <= members; index++) {
            try (var key = NodeSecrets.identity(node(index), random)) {
                named.add(new CeremonySpec.Member(index, "bank " + index, key.publicKey()));
            }
        }
        Path board = directory.resolve(name);
        new BulletinBoard(board)
                .open(new CeremonySpec("test-net", purpose, 1, epoch, Kind.FRESH, 2, named, Bytes32.ZERO, bytes32()));
        return board;
    }

    private Bytes32 bytes32() {
        byte[] bytes = new byte[Bytes32.SIZE];
        random.nextBytes(bytes);
        return Bytes32.of(bytes);
    }

    private Path node(int index) {
        return directory.resolve("endorser-" + index);
    }

    private interface Command {
        Progress on(CeremonyParticipant seat);
    }

    private Progress seat(Path board, int index, Command command) {
        try (CeremonyParticipant seat = CeremonyParticipant.at(board, node(index), KEYS)) {
            return command.on(seat);
        }
    }

    private Progress finish(Path board, int index) {
        return seat(board, index, seat -> seat.finish(Optional.empty()));
    }

    /// Each takes its turn until the key stands, then each keeps its share.
    private List<Progress> run(Path board, Integer... indexes) {
        turns(board, indexes);
        return Stream.of(indexes).map(index -> finish(board, index)).toList();
    }

    /// Each takes its turn until all have the key, or nothing more can come of it.
    private void turns(Path board, Integer... indexes) {
        boolean stands = false;
        for (int turn = 0; turn < 7 && !stands; turn++) {
            stands = true;
            for (int index : indexes) {
                stands &= seat(board, index, CeremonyParticipant::join)
                        .publicKey()
                        .isPresent();
            }
        }
    }

    private static List<Path> messages(Path board, int index) throws IOException {
        try (Stream<Path> files = Files.list(board)) {
            return files.filter(file -> file.toString().endsWith("-00" + index + ".msg"))
                    .sorted()
                    .toList();
        }
    }

    private static Stream<String> files(Path node) throws IOException {
        try (Stream<Path> files = Files.walk(node)) {
            return files.map(Path::toString).toList().stream();
        }
    }

    private SharedKey key(int index) {
        return NodeSecrets.record(node(index), CURRENCY, 1)
                .map(KeyRecord::sharedKey)
                .orElseThrow();
    }

    private SignatureShare signed(Path node) {
        int index = Integer.parseInt(node.getFileName().toString().substring("endorser-".length()));
        var self = new Peer(Purpose.ENDORSEMENT.role(), index);
        try (var secrets = new NodeSecrets("test-net", self, node, NodeSecrets.wrapping(KEYS, node));
                var share = secrets.share(CURRENCY, 1).orElseThrow().bls()) {
            return ThresholdBls.signShare(share, MESSAGE);
        }
    }

    private boolean signs(SignatureShare first, SignatureShare second) {
        BlsGroupKey group = GroupKeys.bls(key(1));
        try {
            return Bls.verify(group.key(), MESSAGE, ThresholdBls.combine(2, List.of(first, second)));
        } catch (IllegalArgumentException twoOfOne) {
            return false;
        }
    }
}
