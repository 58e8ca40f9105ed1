package io.florin.sandbox.check;

import io.florin.runtime.internal.Peer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;

/// Everything that services write: records of topics, logs, rows of databases, and files of nodes.
final class Stores {
    private Stores() {}

    /// Takes a piece of what lies in a place.
    interface Visitor {
        void look(String place, byte[] content);
    }

    /// Every topic of the broker, whoever writes it: values, keys and headers of all records.
    ///
    /// @return bytes in all topics
    /// @throws IllegalStateException if a topic of the platform is not there
    static long topics(CheckContext context, Visitor visitor) {
        String servers = context.plan().kafka().bootstrapServers();
        List<String> topics = TopicContents.names(servers);
        NameCheck.topics(context).stream()
                .filter(topic -> !topics.contains(topic))
                .findFirst()
                .ifPresent(missing -> {
                    throw new IllegalStateException("the broker has no topic " + missing);
                });
        long[] bytes = {0};
        TopicContents.read(servers, topics, record -> {
            List<byte[]> parts = new ArrayList<>();
            parts.add(record.value());
            parts.add(record.key());
            for (Header header : record.headers()) {
                parts.add(header.key().getBytes(StandardCharsets.UTF_8));
                parts.add(header.value());
            }
            for (byte[] part : parts) {
                if (part != null) {
                    bytes[0] += part.length;
                    visitor.look("topic " + record.topic(), part);
                }
            }
        });
        return bytes[0];
    }

    /// @return how many logs there are
    static int logs(CheckContext context, Visitor visitor) {
        List<Path> logs = files(context.plan().dataDirectory().resolve("logs"));
        logs.forEach(log -> visitor.look("log " + log.getFileName(), read(log)));
        return logs.size();
    }

    static List<Peer> withDatabase(CheckContext context) {
        Set<String> databases = context.plan().databases().keySet();
        return context.plan().topology().nodes().stream()
                .filter(node -> databases.contains(node.directoryName().replace('-', '_')))
                .toList();
    }

    /// Rows of all tables as JSON, so that a number stands beside the name of its column.
    static void database(CheckContext context, Peer node, Visitor visitor) {
        try (Connection database = Databases.connect(context.plan(), node)) {
            for (String table : tables(database)) {
                try (PreparedStatement query =
                                database.prepareStatement("select row_to_json(t)::text from \"" + table + "\" t");
                        ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        visitor.look(
                                node.directoryName() + ", table " + table,
                                rows.getString(1).getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database of " + node + " cannot be read", e);
        }
    }

    /// The first column of what a query finds in a service's database.
    static Set<String> column(CheckContext context, Peer node, String sql) {
        Set<String> found = new HashSet<>();
        try (Connection database = Databases.connect(context.plan(), node);
                PreparedStatement query = database.prepareStatement(sql);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database of " + node + " cannot be read", e);
        }
        return found;
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

    /// A node's files beside its database: shards, chains of blocks, logs of consensus, keys.
    static void node(CheckContext context, Peer node, Visitor visitor) {
        Path directory = context.plan().dataDirectory().resolve("nodes").resolve(node.directoryName());
        for (Path file : files(directory)) {
            visitor.look(node.directoryName() + ", file " + directory.relativize(file), read(file));
        }
    }

    private static List<Path> files(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + directory, e);
        }
    }

    /// A file that its service deletes meanwhile holds nothing any more.
    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (java.nio.file.NoSuchFileException gone) {
            return new byte[0];
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
