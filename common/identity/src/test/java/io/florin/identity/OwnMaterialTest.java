package io.florin.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.Failure;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.keys.SecretFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node's TLS key in use is never replaced by another.
class OwnMaterialTest {
    private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

    @TempDir
    private Path directory;

    @Test
    void makesATlsKeyOnceAndItsPublicPartAgainFromTheCertificate() throws IOException {
        Path node = directory.resolve("bank-1");
        Path request = OwnMaterial.tlsKey(node);
        String key = Files.readString(node.resolve("tls.key"));
        String asked = Files.readString(request);
        OwnMaterial.tlsKey(node);
        assertThat(Files.readString(node.resolve("tls.key"))).isEqualTo(key);

        Files.delete(request);
        assertThatThrownBy(() -> OwnMaterial.tlsKey(node))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("neither tls.pub nor tls.pem");
        assertThat(Files.readString(node.resolve("tls.key"))).isEqualTo(key);

        Files.writeString(request, asked);
        OwnMaterial.authority("net", directory.resolve("ca"), NOW);
        OwnMaterial.certify("net", directory.resolve("ca"), new Peer(NodeRole.BANK, 1), request, NOW);
        Files.delete(request);
        assertThat(Files.readString(OwnMaterial.tlsKey(node))).isEqualTo(asked);
        assertThat(Files.readString(node.resolve("tls.key"))).isEqualTo(key);

        Path passphrase = directory.resolve("passphrase");
        SecretFiles.write(passphrase, "ab".repeat(32).getBytes(StandardCharsets.US_ASCII));
        try (var secrets = NodeSecrets.in("net", node, new KeyProperties(null, passphrase, null))) {
            assertThat(secrets.protect()).containsExactly("tls.key");
        }
        assertThat(OwnMaterial.tlsKey(node)).isEqualTo(request);
        Files.delete(request);
        assertThatThrownBy(() -> OwnMaterial.tlsKey(node))
                .as("what is wrapped")
                .isInstanceOf(Failure.class)
                .hasMessageContaining("openssl x509 -in tls.pem -noout -pubkey -out tls.pub");

        Path other = directory.resolve("bank-2");
        OwnMaterial.tlsKey(other);
        Files.delete(other.resolve("tls.pub"));
        Files.copy(node.resolve("tls.pem"), other.resolve("tls.pem"), StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> OwnMaterial.tlsKey(other))
                .as("another node's certificate")
                .isInstanceOf(Failure.class)
                .hasMessageContaining("not of tls.key");
    }
}
