package io.florin.registration.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnonymousConfigurationTest {
    private static final Peer SELF = new Peer(NodeRole.REGISTRATION, 1);

    @TempDir
    private Path directory;

    private Path network(String name, PrivacyModel model) {
        Path network = directory.resolve(name);
        NetworkMaterial.create(NetworkPlan.demo(name, model), network, new SecureRandom(), Instant.now());
        return network;
    }

    @Test
    void issuesOnlyWhereSomethingIsHidden() {
        try (NodeIdentity node = NodeIdentity.load(network("clear", PrivacyModel.CLEAR), SELF)) {
            assertThat(AnonymousConfiguration.issuer(node)).isEmpty();
        }
    }

    @Test
    void startsOnlyWithTheKeyOfTheConfiguration() throws IOException {
        Path mine = network("mine", PrivacyModel.ANONYMOUS);
        Path key = mine.resolve(SELF.directoryName()).resolve("credential.key");
        try (NodeIdentity node = NodeIdentity.load(mine, SELF)) {
            assertThat(AnonymousConfiguration.issuer(node)).isPresent();
        }
        // of another network of the same name, with its passphrase: the key opens, and is another
        Path other = directory.resolve("other");
        NetworkMaterial.create(
                NetworkPlan.demo("mine", PrivacyModel.ANONYMOUS), other, new SecureRandom(), Instant.now());
        for (String file : List.of("passphrases/" + SELF.directoryName(), SELF.directoryName() + "/credential.key")) {
            Files.copy(other.resolve(file), mine.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        assertThatThrownBy(() -> load(mine)).isInstanceOf(Failure.class).hasMessageContaining("credential.key");
        Files.delete(key);
        assertThatThrownBy(() -> load(mine)).isInstanceOf(Failure.class).hasMessageContaining("credential.key");
    }

    private static void load(Path network) {
        try (NodeIdentity node = NodeIdentity.load(network, SELF)) {
            AnonymousConfiguration.issuer(node);
        }
    }
}
