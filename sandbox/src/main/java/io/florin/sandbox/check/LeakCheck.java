package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import io.florin.sandbox.check.NameCheck.WordSearch;
import io.florin.sandbox.economy.PayrollLine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// What a hidden currency promises to hide stands nowhere but with those who may know: a person's enrollment id with
/// registration and banks, a payment's amount with banks. Looks at all topics, and so at the ledger, at all logs, and
/// at the databases of everybody else.
final class LeakCheck {
    /// Registration gives enrollment ids out; a bank keeps its customers' and needs those of payees.
    private static final Set<NodeRole> MAY_KNOW = Set.of(NodeRole.REGISTRATION, NodeRole.BANK);

    /// Amounts from here on are looked for: small numbers are everywhere.
    private static final long AMOUNT_MIN = 100_000;

    private LeakCheck() {}

    static Verdict leaks(Scene scene) {
        List<Bytes> enrollments = enrollments(scene);
        List<byte[]> secrets = new ArrayList<>();
        for (Bytes enrollment : enrollments) {
            secrets.add(enrollment.toArray());
            secrets.add(enrollment.toHex().getBytes(StandardCharsets.US_ASCII));
        }
        List<Long> amounts = scene.plan().privacy().hidesValue() ? amounts(scene) : List.of();
        for (long amount : amounts) {
            byte[] encoded = ByteBuffer.allocate(Long.BYTES).putLong(amount).array();
            secrets.add(encoded);
            secrets.add(Bytes.of(encoded).toHex().getBytes(StandardCharsets.US_ASCII));
        }
        WordSearch search = new WordSearch(secrets.toArray(byte[][]::new));
        Optional<String> flaw =
                inTopics(scene, search).or(() -> inLogs(scene, search)).or(() -> inDatabases(scene, search, amounts));
        return flaw.map(Verdict::broken)
                .orElseGet(() -> Verdict.of(
                        !enrollments.isEmpty()
                                && amounts.isEmpty() != scene.plan().privacy().hidesValue(),
                        enrollments.size() + " enrollment ids and " + amounts.size()
                                + " amounts stand in no topic, no log and no database of "
                                + watched(scene).size() + " services"));
    }

    static List<Bytes> enrollments(Scene scene) {
        List<Bytes> found = new ArrayList<>();
        try (Connection database = Databases.connect(scene.plan(), new Peer(NodeRole.REGISTRATION, 1));
                PreparedStatement query = database.prepareStatement("select eid from credential_commitment");
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

    private static Optional<String> inTopics(Scene scene, WordSearch search) {
        List<String> flaws = new ArrayList<>();
        AtomicLong bytes = new AtomicLong();
        TopicContents.read(scene.plan().kafka().bootstrapServers(), NameCheck.topics(scene), record -> {
            bytes.addAndGet(record.value().length);
            search.in(record.value()).ifPresent(_ -> flaws.add(record.topic() + " shows what is to be hidden"));
        });
        return bytes.get() == 0
                ? Optional.of("the topics are empty")
                : flaws.stream().findFirst();
    }

    private static Optional<String> inLogs(Scene scene, WordSearch search) {
        for (Path log : NameCheck.logs(scene.plan().dataDirectory().resolve("logs"))) {
            if (search.in(NameCheck.read(log)).isPresent()) {
                return Optional.of(log.getFileName() + " shows what is to be hidden");
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

    private static Optional<String> inDatabases(Scene scene, WordSearch search, List<Long> amounts) {
        for (Peer node : watched(scene)) {
            try (Connection database = Databases.connect(scene.plan(), node)) {
                for (String table : tables(database)) {
                    if (shows(database, table, search, amounts)) {
                        return Optional.of(node.directoryName() + ", table " + table + ": shows what is to be hidden");
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

    /// Rows as text, in which bytes are hexadecimal and numbers stand between commas.
    private static boolean shows(Connection database, String table, WordSearch search, List<Long> amounts)
            throws SQLException {
        try (PreparedStatement query = database.prepareStatement("select t::text from \"" + table + "\" t");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                String row = rows.getString(1);
                boolean number = amounts.stream().anyMatch(amount -> row.contains("," + amount + ","));
                if (number || search.in(row.getBytes(StandardCharsets.UTF_8)).isPresent()) {
                    return true;
                }
            }
            return false;
        }
    }
}
