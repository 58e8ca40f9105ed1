package io.florin.fakenet;

import io.florin.fakenet.FakePeersApplication.Fakes;
import io.florin.runtime.identity.NetworkMaterial;
import io.florin.runtime.identity.NetworkPlan;
import io.florin.runtime.identity.NodeIdentity;
import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import io.florin.runtime.internal.InternalPort;
import io.florin.runtime.security.FlorinWebSecurity;
import io.florin.runtime.service.FlorinRuntime;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/// A network's keys on disk and all of its services but the banks.
public final class FakeNetwork implements AutoCloseable {

    private static final String EXCLUDED = String.join(
            ",",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            "org.springframework.boot.thymeleaf.autoconfigure.ThymeleafAutoConfiguration",
            "org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration",
            "org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration",
            "org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerAutoConfiguration",
            "org.springframework.boot.security.oauth2.server.resource.autoconfigure.web.OAuth2ResourceServerWebSecurityAutoConfiguration");

    private final Path directory;
    private final FakeLedger ledger;
    private final FakeRegistration registration;
    private final FakeCentralBank centralBank;
    private final FakeIssuer issuer = new FakeIssuer();
    private final List<NodeIdentity> identities = new ArrayList<>();
    private final ConfigurableApplicationContext registrationNode;
    private final ConfigurableApplicationContext centralBankNode;

    public FakeNetwork(Path directory) {
        this.directory = directory;
        var genesis =
                NetworkMaterial.create(NetworkPlan.demo("bank-test"), directory, new SecureRandom(), Instant.now());
        ledger = new FakeLedger(genesis, identity(NodeRole.COMMITTER).key());
        registration = new FakeRegistration(ledger);
        centralBank = new FakeCentralBank(
                ledger, List.of(NetworkMaterial.officerKey(directory, 1), NetworkMaterial.officerKey(directory, 2)));
        Fakes fakes = new Fakes(
                ledger, registration, centralBank, identity(NodeRole.AUDITOR).key());
        registrationNode = start(NodeRole.REGISTRATION, fakes);
        centralBankNode = start(NodeRole.CENTRAL_BANK, fakes);
    }

    private NodeIdentity identity(NodeRole role) {
        NodeIdentity identity = NodeIdentity.load(directory, new Peer(role, 1));
        identities.add(identity);
        return identity;
    }

    private ConfigurableApplicationContext start(NodeRole role, Fakes fakes) {
        SpringApplication spring =
                new SpringApplication(FakePeersApplication.class, FlorinRuntime.class, FlorinWebSecurity.class);
        spring.setRegisterShutdownHook(false);
        spring.addInitializers(context -> context.getBeanFactory().registerSingleton("fakes", fakes));
        return spring.run(
                "--spring.config.name=fake-peers",
                "--spring.autoconfigure.exclude=" + EXCLUDED,
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--spring.threads.virtual.enabled=true",
                "--florin.http.rate-limit.enabled=false",
                "--florin.http.body-max=16MB",
                "--florin.network.directory=" + directory,
                "--florin.node.role=" + role.label(),
                "--florin.node.id=1");
    }

    public Path directory() {
        return directory;
    }

    public FakeLedger ledger() {
        return ledger;
    }

    public FakeRegistration registration() {
        return registration;
    }

    public FakeCentralBank centralBank() {
        return centralBank;
    }

    public FakeIssuer issuer() {
        return issuer;
    }

    /// The addresses a bank is told.
    public List<String> endpoints() {
        String api = "http://127.0.0.1:" + registrationNode.getEnvironment().getProperty("local.server.port");
        return List.of(
                "--florin.endpoints.endorsers[0].id=1",
                "--florin.endpoints.endorsers[0].api=" + api,
                "--florin.endpoints.committers[0].id=1",
                "--florin.endpoints.committers[0].api=" + api,
                "--florin.endpoints.auditors[0].id=1",
                "--florin.endpoints.auditors[0].api=" + api,
                "--florin.endpoints.registrations[0].id=1",
                "--florin.endpoints.registrations[0].internal=" + internal(registrationNode),
                "--florin.endpoints.central-banks[0].id=1",
                "--florin.endpoints.central-banks[0].internal=" + internal(centralBankNode));
    }

    /// The address of a node's internal port.
    public static String internal(ConfigurableApplicationContext node) {
        return "https://127.0.0.1:" + node.getBean(InternalPort.class).value();
    }

    @Override
    public void close() {
        centralBankNode.close();
        registrationNode.close();
        issuer.close();
        identities.forEach(NodeIdentity::close);
    }
}
