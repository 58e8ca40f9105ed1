package io.florin.identity;

import io.florin.ceremony.KeyRecord;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.RailId;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.keys.KeyWrapping;
import io.florin.runtime.keys.PassphraseWrapping;
import io.florin.runtime.keys.Pkcs11Wrapping;
import io.florin.runtime.keys.SecretFiles;
import io.florin.runtime.keys.StoredShare;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The wrapped keys in a node's directory: shares of threshold keys and registration's credential key, and the node's
/// identity and TLS keys where [#protect] has wrapped them. Each is bound to network, node and purpose, so that a file
/// of another node does not open here.
public final class NodeSecrets implements AutoCloseable {
    static final String IDENTITY = "identity.key";
    static final String TLS = "tls.key";
    private static final String CREDENTIAL = "credential.key";
    private static final int RANDOM_DIGITS = 64;
    private static final long FIRST_EPOCH = 1;
    private static final String KEY = ".key";
    private static final String PUBLIC = ".public";
    private static final String BEFORE = "-before";

    private final String network;
    private final Peer self;
    private final Path directory;
    private final KeyWrapping wrapping;

    /// @param directory the node's own
    /// @param wrapping is closed with this
    public NodeSecrets(String network, Peer self, Path directory, KeyWrapping wrapping) {
        this.network = network;
        this.self = self;
        this.directory = directory;
        this.wrapping = wrapping;
    }

    /// Those of a running node, opened by what it is configured with.
    ///
    /// @throws Failure if there is nothing that opens them
    public static NodeSecrets of(Path networkDirectory, NodeIdentity node, KeyProperties keys) {
        return new NodeSecrets(
                node.networkName(),
                node.self(),
                networkDirectory.resolve(node.self().directoryName()),
                wrapping(keys, NetworkMaterial.passphraseFile(networkDirectory, node.self())));
    }

    /// Those in a node's own directory, which is called `<role>-<id>`, wherever it is.
    ///
    /// @throws Failure if it is not called so, or there is nothing that opens them
    public static NodeSecrets in(String network, Path nodeDirectory, KeyProperties keys) {
        Path node = nodeDirectory.toAbsolutePath().normalize();
        String name = String.valueOf(node.getFileName());
        Peer self = Peer.ofDirectory(name)
                .orElseThrow(() -> new Failure("a node's directory is called <role>-<id>, not " + name));
        return new NodeSecrets(network, self, node, wrapping(keys, passphraseBeside(node)));
    }

    /// Place where a demonstration network keeps the passphrase of a node's directory: `passphrases/<role>-<id>` beside
    /// it.
    public static Path passphraseBeside(Path nodeDirectory) {
        Path node = nodeDirectory.toAbsolutePath().normalize();
        return node.resolveSibling(NetworkMaterial.PASSPHRASES).resolve(String.valueOf(node.getFileName()));
    }

    /// The node's identity key, made if it has none.
    ///
    /// @param network the network's name, by which a wrapped key is bound
    /// @param keys what opens the key, if it is wrapped
    /// @param random a `SecureRandom` outside tests
    public static Ed25519KeyPair identity(
            Path nodeDirectory, Optional<String> network, KeyProperties keys, RandomGenerator random) {
        Path file = nodeDirectory.resolve(IDENTITY);
        if (!Files.exists(file) || !SecretFiles.isWrapped(file)) {
            return identity(nodeDirectory, random);
        }
        String name = network.orElseThrow(() -> new Failure(file + " is wrapped: say of which network it is"));
        try (NodeSecrets secrets = in(name, nodeDirectory, keys)) {
            return KeyFiles.identityKey(file, privateKey(file, Optional.of(secrets)));
        }
    }

    /// The encoding of a node's identity or TLS key, wrapped or open; the caller erases it.
    static byte[] privateKey(Path file, Optional<NodeSecrets> secrets) {
        if (!SecretFiles.isWrapped(file)) {
            return KeyFiles.privateKey(file);
        }
        return secrets.orElseThrow(() -> new Failure("nothing opens " + file))
                .read(file, String.valueOf(file.getFileName()));
    }

    /// Wraps the node's identity and TLS keys where they lie open; what is wrapped already stays as it is.
    ///
    /// @return the names of the files that are wrapped now and were not before
    /// @throws Failure if a file is not such a key; the one before it is wrapped then
    public List<String> protect() {
        List<String> wrapped = new ArrayList<>();
        for (String name : List.of(IDENTITY, TLS)) {
            Path file = directory.resolve(name);
            if (Files.exists(file) && !SecretFiles.isWrapped(file)) {
                byte[] key = KeyFiles.privateKey(file);
                try {
                    if (name.equals(IDENTITY)) {
                        KeyFiles.identityKey(file, key.clone()).close();
                    } else {
                        KeyFiles.tlsKey(file, key.clone());
                    }
                    wrapInPlace(file, name, key);
                } finally {
                    Arrays.fill(key, (byte) 0);
                }
                wrapped.add(name);
            }
        }
        return List.copyOf(wrapped);
    }

    /// The node's identity key where it lies open, made if it has none.
    ///
    /// @param random a `SecureRandom` outside tests
    public static Ed25519KeyPair identity(Path nodeDirectory, RandomGenerator random) {
        Path file = nodeDirectory.resolve(IDENTITY);
        if (!Files.exists(file)) {
            SecretFiles.createDirectory(nodeDirectory);
            try (Ed25519KeyPair key = Ed25519.generate(random)) {
                KeyFiles.writeIdentityKey(file, key);
            }
        }
        return KeyFiles.readIdentityKey(file);
    }

    /// Finds what opens a node's keys.
    ///
    /// @param passphraseByDefault where a demonstration network keeps the node's passphrase
    /// @throws Failure if there is nothing, or it cannot be used
    public static KeyWrapping wrapping(KeyProperties properties, Path passphraseByDefault) {
        KeyProperties.Pkcs11 token = properties.pkcs11();
        if (token != null) {
            return Pkcs11Wrapping.open(token.configuration(), token.pin().toCharArray(), token.alias());
        }
        char[] passphrase = passphrase(properties, passphraseByDefault);
        try {
            return new PassphraseWrapping(passphrase, logCost(passphrase));
        } finally {
            Arrays.fill(passphrase, '\0');
        }
    }

    /// 64 hexadecimal digits are 256 random bits from a secret store, not somebody's idea.
    private static int logCost(char[] passphrase) {
        if (passphrase.length != RANDOM_DIGITS) {
            return PassphraseWrapping.PEOPLE;
        }
        for (char each : passphrase) {
            if (Character.digit(each, 16) < 0) {
                return PassphraseWrapping.PEOPLE;
            }
        }
        return PassphraseWrapping.RANDOM_SECRET;
    }

    private static char[] passphrase(KeyProperties properties, Path byDefault) {
        @Nullable String configured = properties.passphrase();
        if (configured != null && !configured.isEmpty()) {
            return configured.toCharArray();
        }
        Path file = Optional.ofNullable(properties.passphraseFile()).orElse(byDefault);
        if (!Files.exists(file)) {
            throw new Failure("wrapped keys, and no passphrase: set florin.keys.passphrase, florin.keys.passphrase-file"
                    + " or florin.keys.pkcs11");
        }
        if (Files.isRegularFile(file)) {
            SecretFiles.requireUnseen(file);
        }
        String line = new String(SecretFiles.read(file), StandardCharsets.UTF_8).strip();
        if (line.isEmpty()) {
            throw new Failure("no passphrase in " + file);
        }
        return line.toCharArray();
    }

    /// Whether a directory has anything that needs a wrapping key.
    static boolean areIn(Path nodeDirectory) {
        try (var files = Files.list(nodeDirectory)) {
            return files.map(file -> file.getFileName().toString())
                    .anyMatch(name -> name.equals(CREDENTIAL)
                            || (name.startsWith("share-") && name.endsWith(".key"))
                            || ((name.equals(IDENTITY) || name.equals(TLS))
                                    && SecretFiles.isWrapped(nodeDirectory.resolve(name))));
        } catch (IOException broken) {
            throw new Failure("directory cannot be read: " + nodeDirectory, broken);
        }
    }

    /// Keeps this node's share of a namespace's key, and what is public of the key, in the place of those of the same
    /// epoch before; those of other epochs stay.
    public void writeShare(NamespaceId namespace, StoredShare share, KeyRecord record) {
        write(name(namespace, record.charter().epoch()), share, record);
    }

    /// Keeps the share that was in use until a refresh beside the new one, for as long as others still count on it.
    public void writeShareBefore(NamespaceId namespace, StoredShare share, KeyRecord record) {
        write(name(namespace, record.charter().epoch()) + BEFORE, share, record);
    }

    /// Whether there is a share of the key of an epoch, readable or not.
    public boolean hasShare(NamespaceId namespace, long epoch) {
        return Files.exists(directory.resolve(name(namespace, epoch) + KEY));
    }

    /// Whether a share that was in use until a refresh is still there.
    public boolean hasShareBefore(NamespaceId namespace, long epoch) {
        return Files.exists(directory.resolve(name(namespace, epoch) + BEFORE + KEY));
    }

    private void write(String name, StoredShare share, KeyRecord record) {
        SecretFiles.write(directory.resolve(name + PUBLIC), record.encode());
        share.write(directory.resolve(name + KEY), wrapping, label(name + KEY));
    }

    /// A share and what is public of its key.
    ///
    /// @param file where the share is
    public record Held(String file, StoredShare share, Optional<KeyRecord> record) implements AutoCloseable {
        @Override
        public void close() {
            share.close();
        }
    }

    /// Everything of one namespace, by epoch; of one epoch the share before a refresh comes last.
    public SortedMap<Long, List<Held>> held(NamespaceId namespace) {
        SortedMap<Long, List<Held>> held = new TreeMap<>();
        for (long epoch : epochs(directory, namespace)) {
            String name = name(namespace, epoch);
            held.put(
                    epoch,
                    Stream.of(name, name + BEFORE)
                            .flatMap(each -> read(each).stream())
                            .toList());
        }
        return held;
    }

    private Optional<Held> read(String name) {
        Path file = directory.resolve(name + KEY);
        return Files.exists(file)
                ? Optional.of(new Held(
                        name + KEY, StoredShare.read(file, wrapping, label(name + KEY)), record(directory, name)))
                : Optional.empty();
    }

    /// The epochs of a namespace's keys of which a node's directory has a share.
    public static SortedSet<Long> epochs(Path nodeDirectory, NamespaceId namespace) {
        Pattern shares = Pattern.compile("share-" + namespace.value() + "(?:-([1-9][0-9]{0,9}))?\\.key");
        try (Stream<Path> files = Files.list(nodeDirectory)) {
            return files.map(file -> shares.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(found -> Optional.ofNullable(found.group(1))
                            .map(Long::valueOf)
                            .orElse(FIRST_EPOCH))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException broken) {
            throw new Failure("directory cannot be read: " + nodeDirectory, broken);
        }
    }

    /// Public part of the key of an epoch that the share belongs to.
    public Optional<KeyRecord> record(NamespaceId namespace, long epoch) {
        return record(directory, namespace, epoch);
    }

    /// The same for any node's directory.
    public static Optional<KeyRecord> record(Path nodeDirectory, NamespaceId namespace, long epoch) {
        return record(nodeDirectory, name(namespace, epoch));
    }

    private static Optional<KeyRecord> record(Path nodeDirectory, String name) {
        Path file = nodeDirectory.resolve(name + PUBLIC);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(KeyRecord.decode(SecretFiles.read(file)));
        } catch (DecodeException malformed) {
            throw new Failure("not the public part of a key: " + file, malformed);
        }
    }

    /// This node's share of a namespace's key of an epoch, that of the last refresh.
    public Optional<StoredShare> share(NamespaceId namespace, long epoch) {
        return read(name(namespace, epoch)).map(Held::share);
    }

    /// Wraps another secret of this node into a file.
    public void write(Path file, String purpose, byte[] secret) {
        SecretFiles.writeWrapped(file, wrapping, label(purpose), secret);
    }

    /// The same for a secret that lies in the file as it is: wrapped, it takes that one's place, whose bytes are
    /// erased.
    public void wrapInPlace(Path file, String purpose, byte[] secret) {
        SecretFiles.wrapInPlace(file, wrapping, label(purpose), secret);
    }

    /// Unwraps what [#write] wrote; the caller erases it.
    public byte[] read(Path file, String purpose) {
        return SecretFiles.readWrapped(file, wrapping, label(purpose));
    }

    /// Keeps a share elsewhere than in its place.
    public void writeShare(Path file, String purpose, StoredShare share) {
        share.write(file, wrapping, label(purpose));
    }

    /// Reads what was kept elsewhere.
    public StoredShare readShare(Path file, String purpose) {
        return StoredShare.read(file, wrapping, label(purpose));
    }

    /// Keeps an authority's key of an instant rail and an epoch.
    public void writeRailKey(RailId rail, long epoch, Ed25519KeyPair key) {
        String name = railKey(rail, epoch);
        byte[] seed = key.seed();
        try {
            write(directory.resolve(name), name, seed);
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    /// An authority's key of an instant rail and an epoch, if this node has one.
    ///
    /// @param publicKey that the configuration names
    /// @throws Failure if it is another key
    public Optional<Ed25519KeyPair> railKey(RailId rail, long epoch, Bytes32 publicKey) {
        String name = railKey(rail, epoch);
        Path file = directory.resolve(name);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        byte[] seed = read(file, name);
        try {
            if (seed.length != Ed25519.SEED_SIZE) {
                throw new Failure("not an Ed25519 key: " + file);
            }
            Ed25519KeyPair key = Ed25519.fromSeed(seed);
            if (!key.publicKey().equals(publicKey)) {
                key.close();
                throw new Failure(name + " of " + self + " is not the key that the configuration names");
            }
            return Optional.of(key);
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    private static String railKey(RailId rail, long epoch) {
        return "rail-" + rail.value() + "-" + epoch + KEY;
    }

    void writeCredentialKey(Scalar secret) {
        byte[] bytes = secret.toBytes();
        try {
            SecretFiles.writeWrapped(directory.resolve(CREDENTIAL), wrapping, label(CREDENTIAL), bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    Optional<BbsSecretKey> credentialKey() {
        Path file = directory.resolve(CREDENTIAL);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        byte[] bytes = SecretFiles.readWrapped(file, wrapping, label(CREDENTIAL));
        try {
            return Optional.of(BbsSecretKey.of(Scalar.ofCanonical(bytes)));
        } catch (IllegalArgumentException malformed) {
            throw new Failure("not a credential key: " + file, malformed);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /// The first key of a namespace has no epoch in its name.
    private static String name(NamespaceId namespace, long epoch) {
        return "share-" + namespace.value() + (epoch == FIRST_EPOCH ? "" : "-" + epoch);
    }

    private String label(String file) {
        return network + "/" + self.directoryName() + "/" + file;
    }

    @Override
    public void close() {
        wrapping.close();
    }

    @Override
    public String toString() {
        return "NodeSecrets[" + self + "]";
    }
}
