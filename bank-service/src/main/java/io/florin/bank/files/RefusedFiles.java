package io.florin.bank.files;

import io.florin.bank.protocol.SearchText;
import io.florin.iso20022.StatusReason;
import io.florin.iso20022.StatusText;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Payment files that were refused as a whole, kept for their status reports: the reasons, not the content. The same
/// bytes are one refused file however often they come; it has the reasons of the last time.
final class RefusedFiles {

    /// As many reasons as a report repeats.
    private static final int REASONS_MAX = 200;

    private static final int WORDS_MAX = 400;

    private static final PagedList<RefusedFile> NEWEST = new PagedList<>(
            "refused",
            true,
            List.of(
                    new Key<>("received_at", Kind.TIME, RefusedFile::receivedAt),
                    new Key<>("id", Kind.ID, RefusedFile::id)));

    private final JdbcClient jdbc;
    private final JdbcOperations batches;
    private final TransactionOperations transactions;

    RefusedFiles(JdbcClient jdbc, JdbcOperations batches, TransactionOperations transactions) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.transactions = transactions;
    }

    /// @param code of the problem that answered it
    /// @param messageId empty where it could not be read
    /// @param messageType empty where it is no message that this bank knows
    record RefusedFile(UUID id, String code, String messageId, String messageType, Instant receivedAt) {}

    /// @return the id under which its reports are had
    UUID add(RefusedFile file, byte[] digest, List<StatusText> reasons) {
        return transactions.execute(_ -> {
            UUID id = jdbc.sql("""
                insert into refused_file (id, digest, code, message_id, message_type, received_at)
                values (?, ?, ?, ?, ?, ?)
                on conflict (digest) do update set code = excluded.code, received_at = excluded.received_at
                returning id
                """)
                    .params(
                            file.id(),
                            digest,
                            file.code(),
                            file.messageId(),
                            file.messageType(),
                            Timestamp.from(file.receivedAt()))
                    .query(UUID.class)
                    .single();
            jdbc.sql("delete from refused_file_reason where file_id = ?")
                    .param(id)
                    .update();
            List<Object[]> rows = new ArrayList<>();
            for (StatusText text : reasons.stream().limit(REASONS_MAX).toList()) {
                rows.add(new Object[] {id, rows.size(), text.reason().name(), limited(text.words())});
            }
            batches.batchUpdate(
                    "insert into refused_file_reason (file_id, number, reason, words) values (?, ?, ?, ?)", rows);
            return id;
        });
    }

    /// The text as PostgreSQL keeps it: without null characters, and cut to the column.
    private static String limited(String text) {
        String clean = text.replace('\0', ' ');
        return clean.length() <= WORDS_MAX ? clean : clean.substring(0, WORDS_MAX);
    }

    Optional<RefusedFile> find(UUID id) {
        return jdbc.sql("select * from refused_file where id = ?")
                .param(id)
                .query(RefusedFiles::file)
                .optional();
    }

    /// @param text a file's id or its message's; all files where it is empty
    ListPage<RefusedFile> newest(SearchText text, @Nullable String cursor, int size) {
        Map<String, Object> parameters = new HashMap<>();
        List<String> anyOf = List.of();
        if (text.id().isPresent()) {
            parameters.put("id", text.id().get());
            anyOf = List.of("id = :id");
        } else if (!text.isEmpty()) {
            parameters.put("text", text.text());
            anyOf = List.of("message_id = :text");
        }
        return NEWEST.read(
                jdbc,
                new PagedList.Rows("select * from refused_file", anyOf, List.of(), parameters),
                cursor,
                size,
                RefusedFiles::file);
    }

    List<StatusText> reasons(UUID id) {
        return jdbc.sql("select reason, words from refused_file_reason where file_id = ? order by number")
                .param(id)
                .query((row, _) ->
                        new StatusText(StatusReason.valueOf(row.getString("reason")), row.getString("words")))
                .list();
    }

    private static RefusedFile file(ResultSet row, int number) throws SQLException {
        return new RefusedFile(
                row.getObject("id", UUID.class),
                row.getString("code"),
                row.getString("message_id"),
                row.getString("message_type"),
                row.getTimestamp("received_at").toInstant());
    }
}
