package io.florin.bank.files;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.SearchText;
import io.florin.crypto.hash.Sha256;
import io.florin.decisions.SecondPerson;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import io.florin.runtime.http.ProblemException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Payment files that clerks uploaded and whose sum is large enough to need a second person. WAITING → APPROVED, by who
/// did not upload it, or REFUSED, also where the file itself is refused when it is taken. An approved file without a
/// number of its own was not taken before the process ended: approving again goes on, since a file's bytes are its key.
/// Who is paid what is kept until then and no longer: of a file that was taken by that file alone.
final class FileDrafts {

    private static final String COLUMNS = """
        select id, message_id, initiator, lines, total, state, entered_by, entered_at, decided_by, reason, file_id
        from payment_file_draft\
        """;

    private static final String OPEN = "(state = 'WAITING' or state = 'APPROVED' and file_id is null)";
    private static final PagedList<Draft> NEWEST = new PagedList<>(
            "drafts",
            true,
            List.of(new Key<>("entered_at", Kind.TIME, Draft::enteredAt), new Key<>("id", Kind.ID, Draft::id)));

    private final JdbcClient jdbc;
    private final PaymentFiles files;
    private final TransactionOperations transactions;
    private final InstantSource clock;
    private final IdSource ids;

    FileDrafts(
            JdbcClient jdbc,
            PaymentFiles files,
            TransactionOperations transactions,
            InstantSource clock,
            IdSource ids) {
        this.jdbc = jdbc;
        this.files = files;
        this.transactions = transactions;
        this.clock = clock;
        this.ids = ids;
    }

    /// @param total minor units of the lines that can be read
    /// @param file that it became
    record Draft(
            UUID id,
            String messageId,
            String initiator,
            int lines,
            long total,
            String state,
            String enteredBy,
            Instant enteredAt,
            String decidedBy,
            String reason,
            @Nullable UUID file) {

        /// Whether somebody can still decide.
        public boolean isOpen() {
            return state.equals("WAITING") || state.equals("APPROVED") && file == null;
        }
    }

    /// The same file waits once.
    void enter(byte[] xml, PaymentFiles.Summary summary, String clerk) {
        jdbc.sql("""
            insert into payment_file_draft (id, digest, content, message_id, initiator, lines, total, state, entered_by,
                entered_at) values (?, ?, ?, ?, ?, ?, ?, 'WAITING', ?, ?) on conflict do nothing
            """)
                .params(
                        ids.get(),
                        Sha256.digest(xml),
                        xml,
                        summary.messageId(),
                        summary.initiator(),
                        summary.lines(),
                        summary.total(),
                        clerk,
                        Timestamp.from(clock.instant()))
                .update();
    }

    Optional<Draft> find(UUID id) {
        return jdbc.sql(COLUMNS + " where id = ?")
                .param(id)
                .query(FileDrafts::draft)
                .optional();
    }

    /// Its bytes while somebody can still decide, none afterwards.
    byte[] content(UUID id) {
        return jdbc.sql("select content from payment_file_draft where id = ?")
                .param(id)
                .query((row, _) -> row.getBytes("content"))
                .single();
    }

    /// Newest first.
    ///
    /// @param open those that somebody can still decide, or the others
    ListPage<Draft> newest(boolean open, SearchText text, @Nullable String cursor, int size) {
        List<String> conditions = new ArrayList<>(List.of(open ? OPEN : "not " + OPEN));
        Map<String, Object> parameters = new HashMap<>();
        if (!text.isEmpty()) {
            conditions.add("message_id = :text");
            parameters.put("text", text.text());
        }
        return NEWEST.read(
                jdbc, new PagedList.Rows(COLUMNS, List.of(), conditions, parameters), cursor, size, FileDrafts::draft);
    }

    /// @throws ProblemException 422 when it is decided already, when the approver uploaded it, or when the file is
    ///     refused as a whole
    PaymentFiles.Receipt approve(UUID id, String approver, String traceId) {
        byte[] content = Objects.requireNonNull(transactions.execute(_ -> {
            decide(id, "APPROVED", approver, "");
            return jdbc.sql("select content from payment_file_draft where id = ?")
                    .param(id)
                    .query((row, _) -> row.getBytes("content"))
                    .single();
        }));
        try {
            PaymentFiles.Receipt receipt = files.receive(content, traceId);
            jdbc.sql("update payment_file_draft set file_id = ?, content = '' where id = ?")
                    .params(receipt.file().id(), id)
                    .update();
            return receipt;
        } catch (ProblemException refusal) {
            if (refusal.status() == HttpStatus.UNPROCESSABLE_CONTENT) {
                jdbc.sql("update payment_file_draft set state = 'REFUSED', reason = ?, content = '' where id = ?")
                        .params(codeOf(refusal), id)
                        .update();
            }
            throw refusal;
        }
    }

    private static String codeOf(ProblemException refusal) {
        Map<String, Object> properties = refusal.problem().getProperties();
        return String.valueOf(properties == null ? "refused" : properties.getOrDefault("code", "refused"));
    }

    void refuse(UUID id, String approver) {
        transactions.executeWithoutResult(_ -> {
            decide(id, "REFUSED", approver, "refused by a second person");
            jdbc.sql("update payment_file_draft set content = '' where id = ?")
                    .param(id)
                    .update();
        });
    }

    private void decide(UUID id, String state, String approver, String reason) {
        Draft draft = jdbc.sql(COLUMNS + " where id = ? for update")
                .param(id)
                .query(FileDrafts::draft)
                .optional()
                .orElseThrow(() -> ApiProblems.unknown("payment file to approve"));
        if (!draft.isOpen() || draft.state().equals("APPROVED") && !state.equals("APPROVED")) {
            throw ApiProblems.refused("already-decided", "somebody has decided already");
        }
        SecondPerson.require(
                draft.enteredBy(), approver, () -> ApiProblems.samePerson("who uploaded a file does not approve it"));
        jdbc.sql("update payment_file_draft set state = ?, decided_by = ?, decided_at = ?, reason = ? where id = ?")
                .params(state, approver, Timestamp.from(clock.instant()), reason, id)
                .update();
    }

    private static Draft draft(ResultSet row, int number) throws SQLException {
        return new Draft(
                row.getObject("id", UUID.class),
                row.getString("message_id"),
                row.getString("initiator"),
                row.getInt("lines"),
                row.getLong("total"),
                row.getString("state"),
                row.getString("entered_by"),
                row.getTimestamp("entered_at").toInstant(),
                row.getString("decided_by"),
                row.getString("reason"),
                row.getObject("file_id", UUID.class));
    }
}
