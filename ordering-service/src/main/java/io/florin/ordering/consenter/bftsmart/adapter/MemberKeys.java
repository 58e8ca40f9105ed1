package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.reconfiguration.util.RsaKeyLoader;
import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.SignedStatement;
import io.florin.runtime.Failure;
import io.florin.runtime.disk.Directories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The RSA keys that the library asks for: this party's own, made once and kept in its directory, and those of the
/// others, which they present when a link is made, signed with the key that genesis names.
final class MemberKeys {
    /// The library measures signatures once for all keys, so all have one length.
    private static final int MODULUS_BITS = 2048;

    private static final int PUBLIC_KEY_BYTES_MAX = 1024;

    private final int self;
    private final Certificates certificates;
    private final RSAPrivateCrtKey privateKey;
    private final PublicKey publicKey;
    private final Map<Integer, PublicKey> others = new ConcurrentHashMap<>();
    private final Map<Integer, KeyOffer> offers = new ConcurrentHashMap<>();
    private final Set<Integer> away = ConcurrentHashMap.newKeySet();

    MemberKeys(Path directory, int self, Certificates certificates) {
        this.self = self;
        this.certificates = certificates;
        Path file = directory.resolve("consensus.key");
        try {
            KeyFactory factory = KeyFactory.getInstance("RSA");
            byte[] encoded = Files.exists(file) ? Files.readAllBytes(file) : generate(file);
            if (!(factory.generatePrivate(new PKCS8EncodedKeySpec(encoded)) instanceof RSAPrivateCrtKey rsa)) {
                throw new Failure("not an RSA key: " + file);
            }
            this.privateKey = rsa;
            this.publicKey = factory.generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent()));
        } catch (GeneralSecurityException | IOException broken) {
            throw new Failure("consensus key cannot be used: " + file, broken);
        }
    }

    private static byte[] generate(Path file) throws GeneralSecurityException, IOException {
        KeyPairGenerator generator = generator();
        generator.initialize(MODULUS_BITS);
        byte[] encoded = generator.generateKeyPair().getPrivate().getEncoded();
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel channel =
                FileChannel.open(fresh, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly)) {
            ByteBuffer buffer = ByteBuffer.wrap(encoded);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Directories.replace(fresh, file);
        return encoded;
    }

    /// The native one, which takes milliseconds, where it is there.
    private static KeyPairGenerator generator() throws GeneralSecurityException {
        AmazonCorrettoCryptoProvider corretto = AmazonCorrettoCryptoProvider.INSTANCE;
        return corretto.getLoadingError() == null
                ? KeyPairGenerator.getInstance("RSA", corretto)
                : KeyPairGenerator.getInstance("RSA");
    }

    /// This party's public key with its signature, for the other end of a link.
    byte[] presentation() {
        byte[] encoded = publicKey.getEncoded();
        return new CanonicalWriter(512)
                .bytes(Bytes.of(encoded))
                .fixed(certificates.sign(SignedStatement.CONSENSUS_KEY, encoded).toArray())
                .toByteArray();
    }

    /// The key that the party at the other end of a link presents.
    ///
    /// @throws RuntimeException when it is not that party's
    PublicKey check(int party, byte[] presentation) {
        return CanonicalReader.decode(presentation, reader -> {
            byte[] encoded = reader.bytes(PUBLIC_KEY_BYTES_MAX).toArray();
            Bytes signature = Bytes.of(reader.fixed(64));
            if (!certificates.verify(party, SignedStatement.CONSENSUS_KEY, encoded, signature)) {
                throw new Failure("consensus key of party " + party + " is not signed by it");
            }
            try {
                return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(encoded));
            } catch (GeneralSecurityException malformed) {
                throw new Failure("consensus key of party " + party + " cannot be read", malformed);
            }
        });
    }

    /// From now on the library hears that this is the party's key.
    ///
    /// @param offer signed with it
    void admit(int party, PublicKey key, KeyOffer offer) {
        others.put(party, key);
        offers.put(party, offer);
        away.remove(party);
    }

    /// The party's word on itself on its last link.
    Optional<KeyOffer> offer(int party) {
        return Optional.ofNullable(offers.get(party));
    }

    /// From now on a [PlaceholderReplica] signs in the party's place, with this party's key, until the party presents
    /// itself.
    void away(int party) {
        away.add(party);
    }

    PublicKey publicKey() {
        return publicKey;
    }

    PrivateKey privateKey() {
        return privateKey;
    }

    /// The keys as the library asks for them.
    RsaKeyLoader loader(ReplicaMapping mapping) {
        PrivateKey agreement = new AgreementKey(privateKey);
        return new RsaKeyLoader() {
            @Override
            public PublicKey loadPublicKey(int replica) {
                int party = mapping.partyOf(replica);
                if (party == self || away.contains(party)) {
                    return publicKey;
                }
                PublicKey key = others.get(party);
                if (key == null) {
                    throw new Failure("consensus key of party " + party + " is not known yet");
                }
                return key;
            }

            @Override
            public PrivateKey loadPrivateKey(int replica) {
                return agreement;
            }
        };
    }
}
