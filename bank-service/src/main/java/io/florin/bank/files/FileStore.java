package io.florin.bank.files;

import io.florin.bank.files.StoredFile.Line;
import io.florin.bank.protocol.SearchText;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Payment files and their lines in PostgreSQL.
final class FileStore {

    private static final int EXPLANATION_MAX = 400;
    /// All but the content, which may be megabytes.
    private static final String COLUMNS =
            "select id, message_id, message_type, initiator, created_at, received_at, lines from payment_file";

    private static final PagedList<StoredFile> NEWEST = new PagedList<>(
            "files",
            true,
            List.of(
                    new Key<>("received_at", Kind.TIME, StoredFile::receivedAt),
                    new Key<>("id", Kind.ID, StoredFile::id)));

    private final JdbcClient jdbc;
    private final JdbcOperations batches;

    FileStore(JdbcClient jdbc, JdbcOperations batches) {
        this.jdbc = jdbc;
        this.batches = batches;
    }

    /// @throws org.springframework.dao.DuplicateKeyException when the same bytes, or a message of the same sender with
    ///     the same identification, came before
    void add(StoredFile file, byte[] digest, byte[] content) {
        jdbc.sql("""
            insert into payment_file
                (id, digest, message_id, message_type, initiator, created_at, received_at, lines, content)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
                .params(
                        file.id(),
                        digest,
                        file.messageId(),
                        file.messageType(),
                        file.initiator(),
                        Timestamp.from(file.createdAt()),
                        Timestamp.from(file.receivedAt()),
                        file.lines(),
                        content)
                .update();
    }

    void addLines(UUID file, List<Line> lines) {
        List<Object[]> rows = lines.stream()
                .map(line -> new Object[] {
                    file,
                    line.number(),
                    line.endToEndId(),
                    line.amount(),
                    line.code(),
                    limited(line.explanation()),
                    new SqlParameterValue(Types.OTHER, line.paymentId()),
                    new SqlParameterValue(Types.DATE, line.executionDate())
                })
                .toList();
        batches.batchUpdate(
                "insert into payment_file_line (file_id, line, end_to_end_id, amount, code, explanation, payment_id,"
                        + " execution_date) values (?, ?, ?, ?, ?, ?, ?, ?)",
                rows);
    }

    private static String limited(String text) {
        return text.length() <= EXPLANATION_MAX ? text : text.substring(0, EXPLANATION_MAX);
    }

    Optional<StoredFile> find(UUID id) {
        return jdbc.sql(COLUMNS + " where id = ?")
                .param(id)
                .query(FileStore::file)
                .optional();
    }

    Optional<StoredFile> findByDigest(byte[] digest) {
        return jdbc.sql(COLUMNS + " where digest = ?")
                .param(digest)
                .query(FileStore::file)
                .optional();
    }

    boolean isKnown(String messageId, String initiator) {
        return jdbc.sql("select count(*) from payment_file where message_id = ? and initiator = ?")
                        .params(messageId, initiator)
                        .query(Long.class)
                        .single()
                > 0;
    }

    /// @param text a file's id, its message's, or words of its sender's name; all files where it is empty
    ListPage<StoredFile> newest(SearchText text, @Nullable String cursor, int size) {
        Map<String, Object> parameters = new HashMap<>();
        List<String> anyOf = List.of();
        if (text.id().isPresent()) {
            parameters.put("id", text.id().get());
            anyOf = List.of("id = :id");
        } else if (!text.isEmpty()) {
            parameters.put("text", text.text());
            parameters.put("words", text.words());
            anyOf = List.of(
                    "message_id = :text",
                    "id = any (array(select id from payment_file where to_tsvector('simple', initiator)"
                            + " @@ to_tsquery('simple', :words)))");
        }
        return NEWEST.read(
                jdbc, new PagedList.Rows(COLUMNS, anyOf, List.of(), parameters), cursor, size, FileStore::file);
    }

    byte[] content(UUID id) {
        return jdbc.sql("select content from payment_file where id = ?")
                .param(id)
                .query((row, _) -> row.getBytes("content"))
                .single();
    }

    /// @param from number of the first line
    List<Line> lines(UUID id, int from, int limit) {
        return jdbc.sql("select * from payment_file_line where file_id = ? and line >= ? order by line limit ?")
                .params(id, from, limit)
                .query((row, _) -> new Line(
                        row.getInt("line"),
                        row.getString("end_to_end_id"),
                        row.getLong("amount"),
                        row.getString("code"),
                        row.getString("explanation"),
                        row.getObject("payment_id", UUID.class),
                        row.getObject("execution_date", LocalDate.class)))
                .list();
    }

    int accepted(UUID id) {
        return Math.toIntExact(
                jdbc.sql("select count(*) from payment_file_line where file_id = ? and payment_id is not null")
                        .param(id)
                        .query(Long.class)
                        .single());
    }

    private static StoredFile file(ResultSet row, int number) throws SQLException {
        return new StoredFile(
                row.getObject("id", UUID.class),
                row.getString("message_id"),
                row.getString("message_type"),
                row.getString("initiator"),
                row.getTimestamp("created_at").toInstant(),
                row.getTimestamp("received_at").toInstant(),
                row.getInt("lines"));
    }
}
