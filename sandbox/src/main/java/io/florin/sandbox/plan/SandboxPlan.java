package io.florin.sandbox.plan;

import io.florin.crypto.threshold.SignatureScheme;
import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan.Endorsement;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.kafka.KafkaSettings;
import io.florin.sandbox.ports.PortPlan;
import io.florin.sandbox.postgres.MachineCache;
import io.florin.sandbox.postgres.PostgresSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Everything the sandbox runs, before anything runs. A plan is a function of the options and of the secrets in the
/// data directory, so `down` and `status` see what `up` saw.
public final class SandboxPlan {
    public static final String HOST = "127.0.0.1";
    private static final NamespaceId CURRENCY = new NamespaceId(1);
    private static final Endorsement BY_DEFAULT = Topology.endorsement(SignatureScheme.BLS_G1);
    /// Name of the machine client that reads registration's log for the demo's checks.
    public static final String REGISTRAR_CLIENT = "registrar-machine";

    /// The second registrar's program: decisions of two officers need another caller.
    public static final String SECOND_REGISTRAR_CLIENT = "registrar-2-machine";
    /// Name of the machine client that opens payments for the demo's checks.
    public static final String AUDITOR_CLIENT = "auditor-machine";

    private final SandboxOptions options;
    private final Topology topology;
    /// Client that collects metrics: one token for all services.
    public static final String METRICS_CLIENT = "metrics";

    private final SandboxSecrets secrets;
    private final PortPlan ports;
    private final List<ServiceLaunch> services;

    private SandboxPlan(SandboxOptions options, Set<String> only) {
        this.options = options;
        this.topology = topology(options);
        this.secrets = SandboxSecrets.open(options.dataDirectory().resolve("secrets.properties"));
        this.ports = SandboxPorts.plan(
                topology.nodes().stream().map(Peer::directoryName).toList(), options.portOffset());
        this.services = services(this).stream()
                .filter(service -> only.isEmpty() || only.contains(service.name()))
                .toList();
    }

    public static SandboxPlan of(SandboxOptions options) {
        return new SandboxPlan(options, Set.of());
    }

    /// The same plan on a copy of the data directory.
    public SandboxPlan in(Path directory) {
        return of(options.in(directory));
    }

    /// The same plan with the servers and some of its services, for drills and tests.
    public SandboxPlan only(String... names) {
        return new SandboxPlan(options, Set.of(names));
    }

    /// Model and audit of the network that is there; a network never changes them here.
    private static Topology topology(SandboxOptions options) {
        if (options.smallest()) {
            return Topology.smallest();
        }
        Path directory = options.dataDirectory().resolve("network");
        if (!NetworkMaterial.isIn(directory)) {
            return topology(options.privacy().orElse(PrivacyModel.CLEAR), options.passiveAudit(), options.rail())
                    .withEndorsement(options.endorsement().orElse(BY_DEFAULT));
        }
        Optional<Namespace> currency =
                NetworkMaterial.genesis(directory).configuration().namespace(CURRENCY);
        PrivacyModel there = currency.map(namespace -> PrivacyModel.ofRulesVersion(namespace.rulesVersion()))
                .orElse(PrivacyModel.CLEAR);
        boolean passive = currency.flatMap(Namespace::hidden)
                .flatMap(HiddenCurrency::auditKey)
                .isPresent();
        if (options.privacy().isPresent() && options.privacy().get() != there) {
            throw new IllegalArgumentException("The network in " + options.dataDirectory() + " is "
                    + there.name().toLowerCase(Locale.ROOT) + "; choose another directory with --data.");
        }
        if (options.passiveAudit() && !passive) {
            throw new IllegalArgumentException("The network in " + options.dataDirectory()
                    + " is not under passive audit; choose another directory with --data.");
        }
        Endorsement signing = NetworkMaterial.genesis(directory)
                .configuration()
                .endorserGroup(CURRENCY)
                .map(Endorsement::of)
                .orElse(BY_DEFAULT);
        if (options.endorsement().isPresent() && !options.endorsement().get().equals(signing)) {
            throw new IllegalArgumentException("The endorsers of the network in " + options.dataDirectory()
                    + " sign by " + signing.scheme() + ", " + signing.signers()
                    + " of them; choose another directory with --data.");
        }
        boolean rail =
                !NetworkMaterial.genesis(directory).configuration().rails().isEmpty();
        if (options.rail() && !rail) {
            throw new IllegalArgumentException("The network in " + options.dataDirectory()
                    + " has no instant rail; choose another directory with --data.");
        }
        return topology(there, passive, rail).withEndorsement(signing);
    }

    private static Topology topology(PrivacyModel model, boolean passive, boolean rail) {
        if (rail && (passive || model != PrivacyModel.CLEAR)) {
            throw new IllegalArgumentException(
                    "An instant rail serves a currency in the clear; choose no other --privacy with --rail.");
        }
        if (rail) {
            return Topology.withRail();
        }
        if (passive && model == PrivacyModel.CLEAR) {
            throw new IllegalArgumentException("What is in the clear needs no passive audit; choose a --privacy.");
        }
        return passive ? Topology.withPassiveAudit(model) : Topology.of(model);
    }

    /// The nodes.
    public Topology topology() {
        return topology;
    }

    /// Privacy model of the currency.
    public PrivacyModel privacy() {
        return topology.network().privacyModel();
    }

    /// Whether payments are encrypted to an audit authority.
    public boolean passiveAudit() {
        return topology.network().privacy().auditMembers().count() > 0;
    }

    public PortPlan ports() {
        return ports;
    }

    /// All service instances, the issuer first, in the order of their waves.
    public List<ServiceLaunch> services() {
        return services;
    }

    public ServiceLaunch service(String name) {
        return services.stream()
                .filter(service -> service.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no service is named " + name));
    }

    public Path dataDirectory() {
        return options.dataDirectory();
    }

    /// Directory of genesis and the nodes' keys.
    public Path networkDirectory() {
        return dataDirectory().resolve("network");
    }

    /// Directory of the instances' property files.
    public Path configDirectory() {
        return dataDirectory().resolve("config");
    }

    /// Directory of a node's data that are neither in PostgreSQL nor in Kafka.
    public Path nodeDirectory(Peer node) {
        return dataDirectory().resolve("nodes").resolve(node.directoryName());
    }

    public KafkaSettings kafka() {
        return new KafkaSettings(dataDirectory().resolve("kafka"), ports.port("kafka"), ports.port("kafka.controller"));
    }

    public PostgresSettings postgres() {
        return new PostgresSettings(
                dataDirectory().resolve("postgres"),
                MachineCache.directory().orElse(dataDirectory().resolve("binaries")),
                ports.port("postgres"),
                secrets.secret("postgres"));
    }

    /// Databases to provide, each with the password of the role that owns it.
    public Map<String, String> databases() {
        Map<String, String> databases = new LinkedHashMap<>();
        for (Peer node : topology.nodes()) {
            if (NodeServices.of(node.role()).database()) {
                databases.put(databaseOf(node), databasePasswordOf(node));
            }
        }
        return databases;
    }

    public URI issuer() {
        return URI.create("http://" + HOST + ":" + ports.port("oidc-issuer.http"));
    }

    public URI http(Peer node) {
        return URI.create("http://" + HOST + ":" + ports.port(node.directoryName() + ".http"));
    }

    /// Settings that a command-line wallet needs of the network, by the names of its environment.
    public Map<String, String> walletAddresses() {
        Map<String, String> addresses = new LinkedHashMap<>();
        addresses.put("FLORIN_COMMITTER", addresses(NodeRole.COMMITTER));
        addresses.put("FLORIN_ENDORSERS", addresses(NodeRole.ENDORSER));
        addresses.put("FLORIN_AUDITOR", addresses(NodeRole.AUDITOR));
        addresses.put("FLORIN_CERTIFIERS", addresses(NodeRole.CERTIFIER));
        addresses.values().removeIf(String::isEmpty);
        return addresses;
    }

    private String addresses(NodeRole role) {
        return topology.nodes(role).stream().map(node -> http(node).toString()).collect(Collectors.joining(","));
    }

    /// Port at which a party takes the consensus links of the others.
    int consensusPort(Peer party) {
        return ports.port(party.directoryName() + ".consensus");
    }

    /// Whether the network has an instant rail.
    public boolean hasRail() {
        return !topology.nodes(NodeRole.INSTANT).isEmpty();
    }

    /// Port at which an authority of an instant rail takes orders.
    public int railPort(Peer authority) {
        return ports.port(authority.directoryName() + ".rail");
    }

    public URI internal(Peer node) {
        return URI.create("https://" + HOST + ":" + ports.port(node.directoryName() + ".internal"));
    }

    /// The people who can log in.
    public List<DemoLogin> logins() {
        return DemoLogin.ALL;
    }

    /// Name of the machine client of an officer of an audit member, 1 or 2, when the demo runs by itself.
    public static String auditOfficerClient(Peer member, int officer) {
        return member.directoryName() + "-officer" + officer + "-machine";
    }

    public String passwordOf(DemoLogin login) {
        return passwordOf(login.name());
    }

    /// @param login name of one of the demo logins
    public String passwordOf(String login) {
        return secrets.password(login);
    }

    /// File of the key of an officer of the central bank, encrypted under the officer's passphrase.
    public Path officerKeyFile(int officer) {
        return networkDirectory().resolve("officers").resolve("officer-" + officer + ".sealed");
    }

    /// Passphrase that opens it.
    public String officerPassphrase(int officer) {
        return secrets.password("officer" + officer + ".key");
    }

    /// Name of the machine client that acts for an officer when the demo runs by itself.
    public static String officerClient(int officer) {
        return "officer" + officer + "-machine";
    }

    /// Name of the machine client of a bank.
    public String machineClientOf(Peer bank) {
        return bank.directoryName() + "-api";
    }

    public String secretOf(String client) {
        return secrets.secret("client." + client);
    }

    private String databasePasswordOf(Peer node) {
        return secrets.secret("database." + node.directoryName());
    }

    static String databaseOf(Peer node) {
        return node.directoryName().replace('-', '_');
    }

    private static List<ServiceLaunch> services(SandboxPlan plan) {
        List<ServiceLaunch> services = new ArrayList<>();
        services.add(IssuerLaunch.of(plan));
        for (Peer node : plan.topology.nodes()) {
            services.add(nodeLaunch(plan, node));
        }
        services.sort(Comparator.comparingInt(ServiceLaunch::wave));
        return List.copyOf(services);
    }

    private static ServiceLaunch nodeLaunch(SandboxPlan plan, Peer node) {
        NodeServices service = NodeServices.of(node.role());
        String name = node.directoryName();
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("server.address", HOST);
        properties.put("server.port", Integer.toString(plan.ports.port(name + ".http")));
        properties.put("florin.internal.address", HOST);
        properties.put("florin.internal.port", Integer.toString(plan.ports.port(name + ".internal")));
        properties.put("florin.network.directory", plan.networkDirectory().toString());
        properties.put("florin.node.role", node.role().label());
        properties.put("florin.node.id", Integer.toString(node.id()));
        properties.put("florin.http.public-address", plan.http(node).toString());
        properties.put("florin.oidc.issuer", plan.issuer().toString());
        properties.put("florin.metrics.token", plan.secretOf(METRICS_CLIENT));
        properties.put("florin.kafka.bootstrap-servers", plan.kafka().bootstrapServers());
        if (service.console()) {
            properties.put("florin.oidc.client-id", name);
            properties.put("florin.oidc.client-secret", plan.secretOf(name));
            properties.put(
                    "florin.oidc.end-session-uri",
                    plan.issuer().resolve("/connect/logout").toString());
        }
        if (service.database()) {
            properties.put("spring.datasource.url", plan.postgres().jdbcUrl(databaseOf(node)));
            properties.put("spring.datasource.username", databaseOf(node));
            properties.put("spring.datasource.password", plan.databasePasswordOf(node));
        }
        endpoints(plan, properties);
        service.addProperties(plan, node, properties);
        return new ServiceLaunch(
                name,
                service.applicationClass(),
                service.configName(),
                service.wave(),
                service.heapMegabytes(),
                properties);
    }

    /// Addresses of all nodes; each service reads what it talks to.
    private static void endpoints(SandboxPlan plan, Map<String, String> properties) {
        for (Peer node : plan.topology.nodes()) {
            String key = "florin.endpoints." + NodeServices.of(node.role()).endpoints() + "[" + (node.id() - 1) + "]";
            properties.put(key + ".id", Integer.toString(node.id()));
            properties.put(key + ".internal", plan.internal(node).toString());
            properties.put(key + ".api", plan.http(node).toString());
        }
    }

    /// The nodes with pages, which are clients of the issuer.
    List<Peer> consoles() {
        return topology.nodes().stream()
                .filter(node -> NodeServices.of(node.role()).console())
                .toList();
    }
}
