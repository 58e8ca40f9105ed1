package io.florin.identity.seat;

import io.florin.ceremony.Ceremony;
import io.florin.ceremony.CeremonyEffect;
import io.florin.ceremony.CeremonyMessage;
import io.florin.ceremony.CeremonySpec;
import io.florin.ceremony.KeyRecord;
import io.florin.ceremony.MadeKey;
import io.florin.ceremony.MessageAdmission;
import io.florin.ceremony.Purpose;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeyGeneration.CurrentKey;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.dkg.SecretShares;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.identity.KeyProperties;
import io.florin.identity.NodeSecrets;
import io.florin.ledger.NamespaceId;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.keys.SecretFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/// A participant's place in a ceremony on a board: a directory in its node's, with the charter it joined, its wrapped
/// seed, and a log of what it counted.
///
/// Every call reads the board, goes on as far as it can and stops; calling again does no harm. Whatever happens between
/// two calls or in one, the participant never says two different things: all it says is a function of seed and log, and
/// both are on disk before it speaks. Once finished it keeps share and public key, and the seed is gone. Owned by one
/// thread of one process; the directory must not be copied and used twice.
public final class CeremonyParticipant implements AutoCloseable {
    private static final String CHARTER = "charter.bin";
    private static final String SEED = "seed.key";
    private static final String DONE = "done";
    private static final String FINISHING = "ceremony.lock";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final BulletinBoard board;
    private final CeremonySpec charter;
    private final Ed25519KeyPair identity;
    private final NodeSecrets secrets;
    private final int index;
    private final Path directory;
    private final List<String> notes = new ArrayList<>();
    private Optional<MadeKey> made = Optional.empty();
    private Optional<KeyRecord> outcome = Optional.empty();
    private Optional<String> failure = Optional.empty();

    private CeremonyParticipant(
            BulletinBoard board,
            CeremonySpec charter,
            int index,
            Path nodeDirectory,
            Ed25519KeyPair identity,
            NodeSecrets secrets) {
        this.board = board;
        this.charter = charter;
        this.identity = identity;
        this.secrets = secrets;
        this.index = index;
        this.directory = seatDirectory(nodeDirectory, charter);
    }

    private static Path seatDirectory(Path nodeDirectory, CeremonySpec charter) {
        return nodeDirectory.resolve("ceremony-" + charter.session().toHex().substring(0, 16));
    }

    /// A place at a board.
    ///
    /// @param nodeDirectory this participant's own, with its identity key
    /// @param keys what opens its wrapped keys
    /// @throws Failure if the charter on the board does not name it
    public static CeremonyParticipant at(Path boardDirectory, Path nodeDirectory, KeyProperties keys) {
        BulletinBoard board = new BulletinBoard(boardDirectory);
        CeremonySpec charter = board.charter();
        Ed25519KeyPair identity = NodeSecrets.identity(nodeDirectory, Optional.of(charter.network()), keys, RANDOM);
        int index = charter.member(identity.publicKey())
                .orElseThrow(() -> new Failure("the charter on the board does not name this node's identity key "
                        + identity.publicKey().toHex()))
                .index();
        Path node = nodeDirectory.toAbsolutePath().normalize();
        var self = new Peer(charter.purpose().role(), index);
        var secrets = new NodeSecrets(
                charter.network(), self, node, NodeSecrets.wrapping(keys, NodeSecrets.passphraseBeside(node)));
        return new CeremonyParticipant(board, charter, index, node, identity, secrets);
    }

    /// A charter for new shares of the newest key of a namespace that a node has a share of.
    ///
    /// @param nonce random
    /// @throws Failure if the node has no such key
    public static CeremonySpec refresh(Path nodeDirectory, NamespaceId namespace, Bytes32 nonce) {
        SortedSet<Long> epochs = NodeSecrets.epochs(nodeDirectory, namespace);
        KeyRecord record = (epochs.isEmpty()
                        ? Optional.<KeyRecord>empty()
                        : NodeSecrets.record(nodeDirectory, namespace, epochs.last()))
                .orElseThrow(() -> new Failure("no key of namespace " + namespace.value() + " in " + nodeDirectory));
        CeremonySpec before = record.charter();
        return new CeremonySpec(
                before.network(),
                before.purpose(),
                before.namespace(),
                before.epoch(),
                Kind.REFRESH,
                before.threshold(),
                before.members(),
                record.basis(),
                nonce);
    }

    public CeremonySpec charter() {
        return charter;
    }

    public int index() {
        return index;
    }

    /// Joins, or goes on.
    public Progress join() {
        if (!Files.exists(directory.resolve(SEED)) && !isDone()) {
            SecretFiles.createDirectory(directory);
            switch (charter.kind()) {
                case FRESH -> requireNoShare();
                case REFRESH -> keepCurrent();
            }
            SecretFiles.write(directory.resolve(CHARTER), charter.encode());
            byte[] seed = new byte[Ceremony.SEED_SIZE];
            RANDOM.nextBytes(seed);
            secrets.write(directory.resolve(SEED), label(SEED), seed);
            Arrays.fill(seed, (byte) 0);
        }
        return round(Optional.empty());
    }

    /// A new key comes under an epoch of its own: the share of another one may be in force, and nothing gives it back.
    private void requireNoShare() {
        if (secrets.hasShare(namespace(), charter.epoch())) {
            throw new Failure("this node has a share of the key of namespace " + charter.namespace() + " of epoch "
                    + charter.epoch() + ", which would be lost: make the new key under the next epoch, or erase the"
                    + " share first if no configuration names its key");
        }
    }

    /// The share in use before a refresh, so that it can be gone on with whatever happens to the node's own file.
    private void keepCurrent() {
        NamespaceId namespace = namespace();
        if (secrets.hasShareBefore(namespace, charter.epoch())) {
            throw new Failure(
                    "the share of before an earlier refresh lies beside the newest one: first put that refresh"
                            + " into the configuration and erase it, or the share in force would be lost");
        }
        KeyRecord record = secrets.record(namespace, charter.epoch())
                .orElseThrow(() -> new Failure("this node has no key of namespace " + charter.namespace()));
        if (!record.basis().equals(charter.basis())) {
            throw new Failure("the charter refreshes another key than this node has a share of");
        }
        SecretFiles.write(directory.resolve("current.public"), record.encode());
        var share = secrets.share(namespace, charter.epoch())
                .orElseThrow(() -> new Failure("this node has no share of namespace " + charter.namespace()));
        secrets.writeShare(directory.resolve("current.key"), label("current.key"), share);
    }

    /// Goes on as far as the board allows.
    ///
    /// @param without a participant who is to be left out from the present step on
    public Progress round(Optional<Integer> without) {
        if (!Files.isDirectory(directory)) {
            throw new Failure("this node has not joined the ceremony on the board");
        }
        try (FileChannel channel = FileChannel.open(
                        directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw new Failure("another process works on this ceremony in " + directory);
            }
            return locked(without);
        } catch (IOException | OverlappingFileLockException broken) {
            throw new Failure("this ceremony cannot be worked on in " + directory, broken);
        }
    }

    private Progress locked(Optional<Integer> without) {
        if (isDone()) {
            return done();
        }
        if (!Files.exists(directory.resolve(SEED))) {
            throw new Failure("this node has not joined the ceremony on the board");
        }
        if (!Arrays.equals(SecretFiles.read(directory.resolve(CHARTER)), charter.encode())) {
            throw new Failure("the charter on the board is not the one that this node joined");
        }
        made = Optional.empty();
        failure = Optional.empty();
        notes.clear();
        byte[] seed = secrets.read(directory.resolve(SEED), label(SEED));
        try (var self = new Ceremony.Self(index, identity, seed)) {
            Optional<CurrentKey> current = current();
            try {
                return run(new Ceremony(charter, self, current), without);
            } finally {
                current.map(CurrentKey::shares).ifPresent(SecretShares::close);
            }
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    private Optional<CurrentKey> current() {
        if (charter.kind() == Kind.FRESH) {
            return Optional.empty();
        }
        SharedKey key = KeyRecord.decode(SecretFiles.read(directory.resolve("current.public")))
                .refreshable();
        var share = secrets.readShare(directory.resolve("current.key"), label("current.key"));
        return Optional.of(new CurrentKey(key, share.of(key)));
    }

    private Progress run(Ceremony ceremony, Optional<Integer> without) {
        var log = new ParticipantLog(directory);
        List<CeremonyEffect> effects = new ArrayList<>(ceremony.start());
        for (ParticipantLog.Entry entry : log.read()) {
            effects.addAll(
                    switch (entry) {
                        case ParticipantLog.Counted(CeremonyMessage message) -> counted(ceremony.on(message));
                        case ParticipantLog.Without(int step, int member) -> ceremony.without(step, member);
                    });
        }
        act(effects);
        takeAll(ceremony, log);
        if (without.isPresent()) {
            int step = ceremony.step();
            List<CeremonyEffect> next;
            try {
                next = ceremony.without(step, without.get());
            } catch (IllegalArgumentException refused) {
                throw new Failure(String.valueOf(refused.getMessage()), refused);
            }
            log.append(new ParticipantLog.Without(step, without.get()));
            act(next);
            takeAll(ceremony, log);
        }
        return new Progress(
                charter,
                ceremony.step(),
                ceremony.missing(),
                List.copyOf(notes),
                made.map(key -> key.publicKey().toArray()),
                failure);
    }

    private static List<CeremonyEffect> counted(MessageAdmission reception) {
        if (reception instanceof MessageAdmission.Counted(List<CeremonyEffect> effects)) {
            return effects;
        }
        throw new Failure("the log of this ceremony is damaged; join a new one");
    }

    /// Counts what is on the board until nothing more counts.
    private void takeAll(Ceremony ceremony, ParticipantLog log) {
        BulletinBoard.Contents contents = board.contents();
        contents.unreadable().forEach(name -> note(name + " on the board cannot be read"));
        boolean moved = true;
        while (moved) {
            moved = false;
            for (CeremonyMessage message : contents.messages()) {
                switch (ceremony.on(message)) {
                    case MessageAdmission.Counted(List<CeremonyEffect> effects) -> {
                        log.append(new ParticipantLog.Counted(message));
                        act(effects);
                        moved = true;
                    }
                    case MessageAdmission.Refused(String why) -> note(why);
                    case MessageAdmission.Early(), MessageAdmission.Known() -> {}
                }
            }
        }
    }

    private void note(String text) {
        if (!notes.contains(text)) {
            notes.add(text);
        }
    }

    private void act(List<CeremonyEffect> effects) {
        for (CeremonyEffect effect : effects) {
            switch (effect) {
                case CeremonyEffect.Publish(CeremonyMessage message) -> board.publish(message);
                case CeremonyEffect.Blamed(int member, String what) ->
                    note("CHEAT: " + charter.describe(member) + " " + what);
                case CeremonyEffect.Finished(MadeKey key, List<Integer> confirmed, Bytes padding) -> {
                    made = Optional.of(key);
                    outcome = Optional.of(new KeyRecord(charter, key.publicKey(), padding));
                    note("Confirmed by "
                            + String.join(
                                    ", ",
                                    confirmed.stream().map(charter::describe).toList()));
                }
                case CeremonyEffect.Failed(String why) -> failure = Optional.of(why);
            }
        }
    }

    /// Keeps the share, wrapped, and what is public of the key, in the node's directory; then erases the seed.
    ///
    /// @throws Failure if the key does not stand yet
    public Progress finish(Optional<Integer> without) {
        Progress progress = round(without);
        if (isDone()) {
            return progress;
        }
        MadeKey key = made.orElseThrow(
                () -> new Failure("the key does not stand yet: " + String.join(" ", progress.lines())));
        keep(key);
        erase(SEED);
        erase("current.key");
        return new Progress(
                charter, Progress.KEPT, List.of(), progress.notes(), progress.publicKey(), Optional.empty());
    }

    /// Ceremonies of one node finish one after the other, so that each sees what the others kept.
    private void keep(MadeKey key) {
        try (FileChannel channel = FileChannel.open(
                        directory.resolveSibling(FINISHING), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw new Failure("another ceremony of this node finishes now; repeat this command");
            }
            requireNothingLost(outcome.orElseThrow());
            keepBefore();
            secrets.writeShare(namespace(), key.share(), outcome.orElseThrow());
            SecretFiles.write(directory.resolve(DONE), key.publicKey().toArray());
        } catch (IOException | OverlappingFileLockException broken) {
            throw new Failure("this ceremony cannot be finished in " + directory, broken);
        }
    }

    /// A share that came into this one's place since the ceremony was joined stays there: other nodes, or the
    /// configuration, may already count on it. This very outcome is there if the command stopped half way.
    private void requireNothingLost(KeyRecord result) {
        Optional<KeyRecord> there = secrets.record(namespace(), charter.epoch());
        if (there.equals(Optional.of(result))) {
            return;
        }
        switch (charter.kind()) {
            case FRESH -> requireNoShare();
            case REFRESH -> {
                if (!there.map(KeyRecord::basis).equals(Optional.of(charter.basis()))) {
                    throw new Failure("another ceremony has given this node other shares of this key since it joined:"
                            + " these would be lost; refresh those instead");
                }
            }
        }
    }

    /// Certifiers and auditors go on under the shares that the configuration names until officers have put the new ones
    /// there, so that all change at the same block.
    private void keepBefore() {
        boolean named = charter.purpose() == Purpose.CERTIFICATION || charter.purpose() == Purpose.AUDIT;
        if (charter.kind() == Kind.REFRESH && named) {
            secrets.writeShareBefore(
                    namespace(),
                    secrets.readShare(directory.resolve("current.key"), label("current.key")),
                    KeyRecord.decode(SecretFiles.read(directory.resolve("current.public"))));
        }
    }

    private void erase(String name) {
        Path file = directory.resolve(name);
        if (Files.exists(file)) {
            SecretFiles.write(file, new byte[0]);
            SecretFiles.delete(file);
        }
    }

    private boolean isDone() {
        return Files.exists(directory.resolve(DONE));
    }

    private Progress done() {
        erase(SEED);
        erase("current.key");
        return new Progress(
                charter,
                Progress.KEPT,
                List.of(),
                List.of("This node finished before."),
                Optional.of(SecretFiles.read(directory.resolve(DONE))),
                Optional.empty());
    }

    private NamespaceId namespace() {
        return new NamespaceId(charter.namespace());
    }

    private String label(String name) {
        return "ceremony/" + charter.session().toHex() + "/" + index + "/" + name;
    }

    @Override
    public void close() {
        identity.close();
        secrets.close();
    }
}
