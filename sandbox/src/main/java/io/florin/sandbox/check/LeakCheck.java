package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import io.florin.sandbox.check.NameCheck.WordSearch;
import io.florin.sandbox.economy.PayrollLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/// What a hidden currency promises to hide stands nowhere but with those who may know: a person's enrollment id with
/// registration and banks, a treasury's with the central bank too, a payment's amount with banks. Looks at all topics,
/// and so at the ledger, at all logs, and at the databases of everybody else.
final class LeakCheck {
    /// Registration gives enrollment ids out; a bank keeps its customers' and needs those of payees.
    private static final Set<NodeRole> MAY_KNOW = Set.of(NodeRole.REGISTRATION, NodeRole.BANK);

    /// Amounts from here on are looked for: small numbers are everywhere.
    private static final long AMOUNT_MIN = 100_000;

    private LeakCheck() {}

    static Verdict leaks(Scene scene) {
        List<Bytes> people = enrollments(scene, "<> 255");
        List<Bytes> treasuries = enrollments(scene, "= 255");
        List<Long> amounts = scene.plan().privacy().hidesValue() ? amounts(scene) : List.of();
        WordSearch withTreasuries =
                search(Stream.of(people, treasuries).flatMap(List::stream).toList());
        WordSearch withoutTreasuries = search(people);
        Optional<String> flaw = inTopics(scene, withTreasuries, amounts)
                .or(() -> inLogs(scene, withTreasuries, amounts))
                .or(() -> inDatabases(
                        scene,
                        node -> node.role() == NodeRole.CENTRAL_BANK ? withoutTreasuries : withTreasuries,
                        amounts));
        int enrollments = people.size() + treasuries.size();
        return flaw.map(Verdict::broken)
                .orElseGet(() -> Verdict.of(
                        !people.isEmpty()
                                && amounts.isEmpty() != scene.plan().privacy().hidesValue(),
                        enrollments + " enrollment ids and " + amounts.size()
                                + " amounts stand in no topic, no log and no database of "
                                + watched(scene).size() + " services"));
    }

    private static WordSearch search(List<Bytes> enrollments) {
        List<byte[]> secrets = new ArrayList<>();
        for (Bytes enrollment : enrollments) {
            secrets.add(enrollment.toArray());
            secrets.add(enrollment.toHex().getBytes(StandardCharsets.US_ASCII));
        }
        return new WordSearch(secrets.toArray(byte[][]::new));
    }

    /// Of everybody.
    static List<Bytes> enrollments(Scene scene) {
        return enrollments(scene, ">= 0");
    }

    private static List<Bytes> enrollments(Scene scene, String tier) {
        List<Bytes> found = new ArrayList<>();
        try (Connection database = Databases.connect(scene.plan(), new Peer(NodeRole.REGISTRATION, 1));
                PreparedStatement query = database.prepareStatement("select c.eid from"
                        + " credential_commitment c join enrollment e on e.id = c.enrollment where e.tier " + tier);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                found.add(Bytes.of(rows.getBytes(1)));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException("registration's database cannot be read", e);
        }
    }

    private static List<Long> amounts(Scene scene) {
        return scene.economy().payroll().lines().stream()
                .map(PayrollLine::amountMinor)
                .filter(amount -> amount >= AMOUNT_MIN)
                .distinct()
                .toList();
    }

    private static Optional<String> inTopics(Scene scene, WordSearch search, List<Long> amounts) {
        Set<String> flaws = new TreeSet<>();
        Map<String, AmountSearch> byTopic = new TreeMap<>();
        TopicContents.read(scene.plan().kafka().bootstrapServers(), NameCheck.topics(scene), record -> {
            byTopic.computeIfAbsent(record.topic(), _ -> new AmountSearch(amounts))
                    .inBytes(record.value());
            search.in(record.value()).ifPresent(_ -> flaws.add(record.topic() + " shows an enrollment id"));
        });
        byTopic.forEach((topic, found) -> {
            if (found.leaks()) {
                flaws.add(topic + " shows amounts");
            }
        });
        return byTopic.isEmpty()
                ? Optional.of("the topics are empty")
                : flaws.stream().findFirst();
    }

    private static Optional<String> inLogs(Scene scene, WordSearch search, List<Long> amounts) {
        for (Path log : NameCheck.logs(scene.plan().dataDirectory().resolve("logs"))) {
            byte[] content = NameCheck.read(log);
            if (search.in(content).isPresent()) {
                return Optional.of(log.getFileName() + " shows an enrollment id");
            }
            if (new AmountSearch(amounts)
                    .inText(new String(content, StandardCharsets.UTF_8))
                    .leaks()) {
                return Optional.of(log.getFileName() + " shows amounts");
            }
        }
        return Optional.empty();
    }

    private static List<Peer> watched(Scene scene) {
        Set<String> databases = scene.plan().databases().keySet();
        return scene.plan().topology().nodes().stream()
                .filter(node -> !MAY_KNOW.contains(node.role()))
                .filter(node -> databases.contains(node.directoryName().replace('-', '_')))
                .toList();
    }

    private static Optional<String> inDatabases(Scene scene, Function<Peer, WordSearch> search, List<Long> amounts) {
        for (Peer node : watched(scene)) {
            try (Connection database = Databases.connect(scene.plan(), node)) {
                for (String table : tables(database)) {
                    Optional<String> found =
                            shown(database, table, search.apply(node), audited(scene, node) ? List.of() : amounts);
                    if (found.isPresent()) {
                        return Optional.of(node.directoryName() + ", table " + table + " shows " + found.get());
                    }
                }
            } catch (SQLException e) {
                throw new IllegalStateException("the database of " + node + " cannot be read", e);
            }
        }
        return Optional.empty();
    }

    static List<String> tables(Connection database) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet rows = database.getMetaData().getTables(null, "public", "%", new String[] {"TABLE"})) {
            while (rows.next()) {
                tables.add(rows.getString("TABLE_NAME"));
            }
        }
        return tables;
    }

    /// The auditor who signs each payment is shown its amount, and keeps what it signed.
    private static boolean audited(Scene scene, Peer node) {
        return node.role() == NodeRole.AUDITOR
                && scene.genesis().configuration().namespaces().stream()
                        .anyMatch(namespace -> namespace.hidden().isPresent()
                                && namespace.auditPolicy() == NetworkConfiguration.AuditPolicy.ALWAYS);
    }

    /// Rows as text, in which bytes are hexadecimal and numbers stand between commas.
    private static Optional<String> shown(Connection database, String table, WordSearch search, List<Long> amounts)
            throws SQLException {
        AmountSearch numbers = new AmountSearch(amounts);
        try (PreparedStatement query = database.prepareStatement("select t::text from \"" + table + "\" t");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                String row = rows.getString(1);
                if (search.in(row.getBytes(StandardCharsets.UTF_8)).isPresent()) {
                    return Optional.of("an enrollment id");
                }
                if (numbers.inText(row).leaks()) {
                    return Optional.of("amounts");
                }
            }
            return Optional.empty();
        }
    }
}
