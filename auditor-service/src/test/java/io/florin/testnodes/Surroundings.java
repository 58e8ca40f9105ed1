package io.florin.testnodes;

import io.florin.doubles.node.NetworkDirectory;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.testcertifier.CertifierNode;
import io.florin.testkit.KafkaUnderTest;
import io.florin.testkit.PostgresUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// The parties, the broker and the database of all classes of tests, given to whoever asks for them as a parameter and
/// closed after the last one. Each auditor under test finds them empty.
public final class Surroundings implements AutoCloseable {
    private static final long SEED = 21;

    private final Path directory;
    private final TestParties parties;
    private final KafkaUnderTest kafka;
    private final PostgresUnderTest postgres;

    private Surroundings() {
        try {
            directory = Files.createTempDirectory("auditor-test");
            parties = new TestParties(directory.resolve("network"), SEED);
            kafka = KafkaUnderTest.start();
            postgres = PostgresUnderTest.start("auditor");
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    public AuditorUnderTest auditor() throws Exception {
        return new AuditorUnderTest(kafka, postgres, parties);
    }

    /// A certifier of the network that the ordering parties are of.
    public CertifierNode certifier() throws IOException {
        NetworkDirectory.certifier(parties.directory());
        return CertifierNode.start(parties.directory(), 1);
    }

    /// An auditor of another network, without ordering parties.
    public AuditorUnderTest auditor(TestNetwork network, Path material) throws Exception {
        return new AuditorUnderTest(kafka, postgres, network, material);
    }

    @Override
    public void close() throws IOException {
        parties.close();
        kafka.close();
        postgres.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /// Gives them to test classes.
    public static final class Shared implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Surroundings.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(Namespace.create(Surroundings.class))
                    .computeIfAbsent(Surroundings.class, _ -> new Surroundings(), Surroundings.class);
        }
    }
}
