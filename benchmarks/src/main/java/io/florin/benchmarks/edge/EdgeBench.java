package io.florin.benchmarks.edge;

import com.sun.management.OperatingSystemMXBean;
import io.florin.benchmarks.BenchFailure;
import io.florin.benchmarks.BenchOptions;
import io.florin.benchmarks.Scratch;
import io.florin.benchmarks.ServiceLogs;
import io.florin.benchmarks.report.Calibration;
import io.florin.benchmarks.report.Measurement;
import io.florin.benchmarks.report.Results;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.InternalPort;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.service.FlorinService;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The rows of the HTTP edge: one order of a program at the public port, one question of a node at the internal one.
@Command(name = "edge", description = "Processor time of a request at the public and at the internal port.")
public final class EdgeBench implements Callable<Integer> {
    static final String POST = "edge.post";
    static final String POST_FIRST = "edge.post.first";
    static final String CALL = "edge.call";
    static final String CALL_FIRST = "edge.call.first";

    private static final List<String> ROWS = List.of(POST_FIRST, CALL_FIRST, POST, CALL);

    /// So many payments pass a bank in the first minute of a load.
    private static final int FIRST = 3_000;

    private static final Duration WITHIN = Duration.ofSeconds(10);
    private static final int IDS = 8;
    private static final int ACCEPTED = 202;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final String BODY = """
        {"wallet":7,"payee":{"name":"Bert Birch","account":"XF7000010000000022"},"amount":1250,"currency":"FLN"}\
        """;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private BenchOptions options = new BenchOptions();

    /// One request, from its first byte to the last of its answer.
    private interface Request {
        void send(long number) throws IOException;
    }

    @Override
    public Integer call() throws IOException {
        options.check(ROWS);
        Results results = new Results("edge", spec.commandLine(), options.out());
        Calibration calibration = Calibration.measure();
        try (Scratch scratch = Scratch.in(options)) {
            ServiceLogs.into(scratch.directory());
            run(results, calibration);
        }
        return 0;
    }

    private void run(Results results, Calibration calibration) throws IOException {
        try (var issuer = new EdgeIssuer();
                ConfigurableApplicationContext service = FlorinService.runEmbedded(
                        EdgeService.class, EdgeService.CONFIG, "--florin.oidc.issuer=" + issuer.address())) {
            results.progress("the service is ready");
            int port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            requireStrict(port, issuer);
            String token = issuer.token(EdgeService.PROGRAM, EdgeService.PARTICIPANT);
            try (var connection = new PlainConnection(port, token, BODY)) {
                Request post = number -> require(connection.send(number), ACCEPTED);
                measure(results, calibration, POST_FIRST, POST, post, POST_PATH);
            }
            URI internal = URI.create(
                    "https://127.0.0.1:" + service.getBean(InternalPort.class).value());
            try (var clients =
                    new InternalClients(EdgeService.node(NodeRole.BANK), StrictJson.mapper(), WITHIN, WITHIN)) {
                EdgeService.Contract contract =
                        clients.proxy(EdgeService.Contract.class, new Peer(NodeRole.BANK, 1), internal);
                measure(results, calibration, CALL_FIRST, CALL, number -> ask(contract, number), CALL_PATH);
            }
        }
    }

    private static final String POST_PATH =
            "one connection, plain HTTP; trace, bounds, rate, bearer token (RS256), access rules, participant,"
                    + " validated JSON form of an order, answer of 80 bytes; the generator is in the same process and"
                    + " sends prepared bytes";
    private static final String CALL_PATH =
            "one connection with mutual TLS; client and service in the same process: interface over RestClient,"
                    + " trace, bounds, peer and role, JSON of 8 ids there and back";

    private void measure(
            Results results, Calibration calibration, String first, String row, Request request, String path)
            throws IOException {
        if (options.takes(first)) {
            add(
                    results,
                    calibration,
                    first,
                    List.of(micros(request, FIRST)),
                    "the first " + FIRST + " of a new process, the JVM's compiler included; " + path);
        }
        if (options.takes(row)) {
            during(request, Duration.ofSeconds(options.warmUpSeconds()));
            List<Double> runs = new ArrayList<>();
            for (int run = 0; run < options.runs(); run++) {
                runs.add(during(request, Duration.ofSeconds(options.seconds())));
            }
            add(
                    results,
                    calibration,
                    row,
                    runs,
                    options.seconds() + " s after " + options.warmUpSeconds() + " s; " + path);
        }
    }

    private static void add(
            Results results, Calibration calibration, String row, List<Double> runs, String conditions) {
        results.add(new Measurement(row, "µs", runs, calibration, "processor time of the process; " + conditions));
    }

    /// A cheap way in that lets somebody in who has no business there is no result.
    private static void requireStrict(int port, EdgeIssuer issuer) throws IOException {
        String good = issuer.token(EdgeService.PROGRAM, EdgeService.PARTICIPANT);
        String forged = good.substring(0, good.length() - 8) + "AAAAAAAA";
        expect(port, "", UNAUTHORIZED);
        expect(port, forged, UNAUTHORIZED);
        expect(port, issuer.token("bank-clerk", EdgeService.PARTICIPANT), FORBIDDEN);
        expect(port, issuer.token(EdgeService.PROGRAM, "bank-2"), FORBIDDEN);
    }

    private static void expect(int port, String token, int status) throws IOException {
        try (var connection = new PlainConnection(port, token, BODY)) {
            require(connection.send(0), status);
        }
    }

    private static void require(int status, int expected) {
        BenchFailure.require(status == expected, "answered with " + status + " instead of " + expected);
    }

    private static void ask(EdgeService.Contract contract, long number) {
        List<String> ids =
                IntStream.range(0, IDS).mapToObj(i -> "id-" + number + "-" + i).toList();
        BenchFailure.require(contract.ask(new EdgeService.Question(ids)).ids().equals(ids), "a wrong answer");
    }

    /// Microseconds of processor for each request.
    private static double micros(Request request, int count) throws IOException {
        long before = processorNanos();
        for (int i = 0; i < count; i++) {
            request.send(i);
        }
        return (processorNanos() - before) / NANOS_PER_MICRO / count;
    }

    private static double during(Request request, Duration time) throws IOException {
        long end = System.nanoTime() + time.toNanos();
        long before = processorNanos();
        long count = 0;
        do {
            request.send(count++);
        } while (System.nanoTime() < end);
        return (processorNanos() - before) / NANOS_PER_MICRO / count;
    }

    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
