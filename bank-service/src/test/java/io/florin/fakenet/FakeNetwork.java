package io.florin.fakenet;

import io.florin.doubles.login.TokenIssuer;
import io.florin.fakenet.FakePeersApplication.Fakes;
import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.NetworkConfiguration.Limits;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.internal.InternalPort;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.security.FlorinWebSecurity;
import io.florin.runtime.service.FlorinRuntime;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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

    /// How far ahead an expiry may lie: a tenth of the demonstration's, so that tests see its end soon.
    public static final int EXPIRY_BLOCKS = 40;

    /// So long at most an endorser goes on without news of registration: a fifth of the demonstration's.
    private static final int HEARTBEAT_MILLIS = 2_000;

    /// How far the second committer is ahead of the first, which banks follow.
    public static final int BLOCKS_AHEAD = FakePeersApplication.BLOCKS_AHEAD;

    private final Path directory;
    private final FakeLedger ledger;
    private final FakeCredentials credentials;
    private final List<FakeCertifier> certifiers;
    private final FakeRegistration registration;
    private final FakeCentralBank centralBank;
    private final TokenIssuer issuer = new TokenIssuer();
    private final List<NodeIdentity> identities = new ArrayList<>();
    private final ConfigurableApplicationContext registrationNode;
    private final ConfigurableApplicationContext centralBankNode;

    public FakeNetwork(Path directory) {
        this(directory, PrivacyModel.CLEAR);
    }

    public FakeNetwork(Path directory, PrivacyModel model) {
        this.directory = directory;
        var genesis = NetworkMaterial.create(plan(model), directory, new SecureRandom(), Instant.now());
        ledger = new FakeLedger(genesis, identity(NodeRole.COMMITTER).key());
        registration =
                new FakeRegistration(ledger, identity(NodeRole.REGISTRATION).key());
        credentials = new FakeCredentials(
                registration, ledger, identity(NodeRole.REGISTRATION).credentialKey());
        certifiers = model == PrivacyModel.UNLINKABLE ? loadCertifiers() : List.of();
        centralBank = new FakeCentralBank(
                ledger,
                List.of(NetworkMaterial.officerKey(directory, 1), NetworkMaterial.officerKey(directory, 2)),
                identity(NodeRole.AUDITOR).key());
        Fakes fakes = new Fakes(
                ledger,
                registration,
                credentials,
                centralBank,
                identity(NodeRole.AUDITOR).key(),
                certifiers);
        registrationNode = start(NodeRole.REGISTRATION, fakes);
        centralBankNode = start(NodeRole.CENTRAL_BANK, fakes);
    }

    private static NetworkPlan plan(PrivacyModel model) {
        NetworkPlan demo = NetworkPlan.demo("bank-test", model);
        NetworkPlan.Rules rules = demo.rules();
        return new NetworkPlan(
                demo.name(),
                demo.ordering(),
                demo.endorsers(),
                demo.committers(),
                demo.officers(),
                demo.others(),
                new NetworkPlan.Rules(
                        rules.namespaces(),
                        rules.tiers(),
                        new Limits(EXPIRY_BLOCKS, HEARTBEAT_MILLIS),
                        rules.endorsements()),
                demo.privacy());
    }

    private List<FakeCertifier> loadCertifiers() {
        return IntStream.rangeClosed(1, 3)
                .mapToObj(id -> new FakeCertifier(
                        ledger,
                        identity(NodeRole.CERTIFIER, id)
                                .certifierShare(new NamespaceId(1))
                                .orElseThrow()))
                .toList();
    }

    private NodeIdentity identity(NodeRole role) {
        return identity(role, 1);
    }

    private NodeIdentity identity(NodeRole role, int id) {
        NodeIdentity identity = NodeIdentity.load(directory, new Peer(role, id));
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

    public FakeCredentials credentials() {
        return credentials;
    }

    public List<FakeCertifier> certifiers() {
        return certifiers;
    }

    public FakeCentralBank centralBank() {
        return centralBank;
    }

    public TokenIssuer issuer() {
        return issuer;
    }

    /// The addresses a bank is told.
    public List<String> endpoints() {
        String api = "http://127.0.0.1:" + registrationNode.getEnvironment().getProperty("local.server.port");
        List<String> endpoints = new ArrayList<>(List.of(
                "--florin.endpoints.endorsers[0].id=1",
                "--florin.endpoints.endorsers[0].api=" + api,
                "--florin.endpoints.committers[0].id=1",
                "--florin.endpoints.committers[0].api=" + api,
                "--florin.endpoints.committers[1].id=2",
                "--florin.endpoints.committers[1].api=" + api + FakePeersApplication.AHEAD,
                "--florin.endpoints.auditors[0].id=1",
                "--florin.endpoints.auditors[0].api=" + api,
                "--florin.endpoints.registrations[0].id=1",
                "--florin.endpoints.registrations[0].internal=" + internal(registrationNode),
                "--florin.endpoints.central-banks[0].id=1",
                "--florin.endpoints.central-banks[0].internal=" + internal(centralBankNode)));
        for (int i = 0; i < certifiers.size(); i++) {
            endpoints.add("--florin.endpoints.certifiers[" + i + "].id=" + (i + 1));
            endpoints.add("--florin.endpoints.certifiers[" + i + "].api=" + api + "/certifier-" + (i + 1));
        }
        return endpoints;
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
