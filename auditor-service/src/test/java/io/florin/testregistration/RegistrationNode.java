package io.florin.testregistration;

import io.florin.auditor.approval.BarredLists;
import io.florin.crypto.group.Scalar;
import io.florin.identity.FlorinIdentity;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.InternalPort;
import io.florin.runtime.service.FlorinService;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.RestController;

/// Registration's list of barred enrollments behind the real internal port.
public final class RegistrationNode implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    private RegistrationNode(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /// @param network whose registration signs
    public static RegistrationNode start(Path networkDirectory, TestNetwork network) {
        RegistrationNode node = new RegistrationNode(FlorinService.runEmbedded(
                Application.class,
                "registration-node",
                "--florin.network.directory=" + networkDirectory,
                "--florin.node.role=registration",
                "--florin.node.id=1"));
        node.list().networks().put(0, network);
        return node;
    }

    public URI internal() {
        return URI.create(
                "https://127.0.0.1:" + context.getBean(InternalPort.class).value());
    }

    /// The list as of a record.
    public void bars(long through, Map<Scalar, Standing> standings) {
        list().standings().putAll(standings);
        list().through().set(through);
    }

    public void reinstates(Scalar enrollment) {
        list().standings().remove(enrollment);
    }

    private Barred list() {
        return context.getBean(Barred.class);
    }

    @Override
    public void close() {
        context.close();
    }

    record Barred(Map<Integer, TestNetwork> networks, Map<Scalar, Standing> standings, AtomicLong through) {}

    @SpringBootApplication(proxyBeanMethods = false)
    @Import(FlorinIdentity.class)
    static class Application {
        @Bean
        Barred barred() {
            return new Barred(new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), new AtomicLong());
        }
    }

    @RestController
    @AllowPeers("auditor")
    static class Controller implements BarredInternalApi {
        private final Barred barred;

        Controller(Barred barred) {
            this.barred = barred;
        }

        @Override
        public BarredHead head() {
            TestNetwork network =
                    java.util.Objects.requireNonNull(barred.networks().get(0));
            return BarredLists.head(
                    network,
                    BarredLists.entries(barred.standings()),
                    barred.through().get(),
                    System.currentTimeMillis());
        }

        @Override
        public List<BarredEnrollment> page(String after) {
            return BarredLists.entries(barred.standings()).stream()
                    .filter(entry -> entry.eid().compareTo(after) > 0)
                    .limit(PAGE_MAX)
                    .toList();
        }
    }
}
