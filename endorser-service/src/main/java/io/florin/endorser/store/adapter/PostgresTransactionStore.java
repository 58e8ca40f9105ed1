package io.florin.endorser.store.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.ConfigurationBetween;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.LeftBehind;
import io.florin.endorser.protocol.OpenTransaction;
import io.florin.endorser.protocol.ProvenStatus;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.StatusPosition;
import io.florin.endorser.protocol.StoredNote;
import io.florin.endorser.protocol.TransactionProgress;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.Failure;
import io.florin.runtime.database.DatabaseAway;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.jdbc.core.JdbcTemplate;

/// The store in PostgreSQL. Changes go through the one [StoreWriter], whose thread alone owns the numbers; reads come
/// from any thread.
///
/// A bundle of 256 transactions costs its gatherer three statements in two commits, a peer two in two, and both one
/// more when it is final; commits are shared by all bundles that wait at the time.
public final class PostgresTransactionStore implements TransactionStore {

    private final JdbcTemplate jdbc;
    private final StoreWriter writer;
    private final ClientTransactionRepository transactions;
    private final BundleRepository bundles;
    private final InstantSource clock;
    private final HeldIds held;
    private final Map<Integer, Long> writtenOffsets = new ConcurrentHashMap<>();
    private long lastPlace;
    private long lastPosition;
    private long lastShare;
    private long lastBundle;

    /// @param start as far as the ledger is known to have been followed
    public PostgresTransactionStore(
            JdbcTemplate jdbc,
            StoreWriter writer,
            ClientTransactionRepository transactions,
            BundleRepository bundles,
            LedgerPosition start,
            InstantSource clock) {
        this.jdbc = jdbc;
        this.writer = writer;
        this.transactions = transactions;
        this.bundles = bundles;
        this.clock = clock;
        this.held = new HeldIds(start);
        this.lastPlace = last("client_transaction", "place");
        this.lastPosition = last("note", "position");
        this.lastShare = last("share_given", "number");
        this.lastBundle = last("bundle", "number");
    }

    private long last(String table, String column) {
        Long last = jdbc.queryForObject("SELECT coalesce(max(" + column + "), 0) FROM " + table, Long.class);
        return last == null ? 0 : last;
    }

    @Override
    public Set<TransactionId> store(List<AcceptedTransaction> accepted, boolean own) {
        Map<TransactionId, AcceptedTransaction> distinct = new LinkedHashMap<>();
        accepted.forEach(transaction -> distinct.putIfAbsent(transaction.id(), transaction));
        if (distinct.isEmpty()) {
            return Set.of();
        }
        List<AcceptedTransaction> rows = List.copyOf(distinct.values());
        Object[] ids = ids(distinct.keySet());
        Object[] submissions =
                rows.stream().map(row -> row.submission().encode()).toArray();
        // before the rows are there, for their statuses may be told as soon as they are
        rows.forEach(row -> held.add(row.id(), row.settlement().expiryHeight()));
        return writer.change(() -> insert(rows, ids, submissions, own));
    }

    /// On the writer's thread.
    private Set<TransactionId> insert(List<AcceptedTransaction> rows, Object[] ids, Object[] submissions, boolean own) {
        long firstNew = lastPlace + 1;
        Long[] places = new Long[rows.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = ++lastPlace;
        }
        Set<TransactionId> endorsed = new HashSet<>();
        Set<TransactionId> fresh = new HashSet<>();
        jdbc.query(
                StoreSql.STORE,
                (ResultSet row) -> {
                    TransactionId id = TransactionId.of(row.getBytes("id"));
                    if (row.getLong("place") >= firstNew) {
                        fresh.add(id);
                    } else if (row.getObject("bundle") != null || row.getInt("final_status") > 0) {
                        endorsed.add(id);
                    }
                },
                own,
                clock.millis(),
                array("bigint", places),
                array("bytea", ids),
                array("smallint", column(rows, row ->
                        (short) row.settlement().kind().code())),
                array("int", column(rows, row -> row.namespace().value())),
                array("bigint", column(rows, row -> row.settlement().configurationVersion())),
                array("bigint", column(rows, row -> row.settlement().expiryHeight())),
                array("bytea", submissions),
                array("bigint", column(rows, AcceptedTransaction::receivedMillis)));
        List<AcceptedTransaction> first =
                rows.stream().filter(row -> fresh.contains(row.id())).toList();
        insertNotes(first);
        return endorsed;
    }

    private void insertNotes(List<AcceptedTransaction> rows) {
        List<Object> positions = new ArrayList<>();
        List<Object> ids = new ArrayList<>();
        List<Object> outputs = new ArrayList<>();
        List<Object> contents = new ArrayList<>();
        for (AcceptedTransaction row : rows) {
            List<Bytes> ofRow = row.submission().transaction().notes();
            for (int output = 0; output < ofRow.size(); output++) {
                if (ofRow.get(output).size() > 0) {
                    positions.add(++lastPosition);
                    ids.add(row.id().value().toArray());
                    outputs.add((short) output);
                    contents.add(ofRow.get(output).toArray());
                }
            }
        }
        if (!positions.isEmpty()) {
            jdbc.update(
                    StoreSql.NOTES,
                    array("bigint", positions.toArray()),
                    array("bytea", ids.toArray()),
                    array("smallint", outputs.toArray()),
                    array("bytea", contents.toArray()));
        }
    }

    @Override
    public void shareGiven(ShareOrder order, long nowMillis) {
        byte[] ids = new byte[order.ids().size() * Bytes32.SIZE];
        for (int i = 0; i < order.ids().size(); i++) {
            order.ids().get(i).value().copyInto(ids, i * Bytes32.SIZE);
        }
        writer.change(() -> jdbc.update(
                StoreSql.SHARE,
                ++lastShare,
                order.root().toArray(),
                order.namespace().value(),
                order.keyEpoch(),
                ids,
                nowMillis));
    }

    @Override
    public void remember(EndorsedBundle bundle) {
        Object[] ids = ids(bundle.ids());
        writer.change(() -> {
            Long number = jdbc.queryForObject(
                    StoreSql.BUNDLE,
                    Long.class,
                    ++lastBundle,
                    bundle.root().toArray(),
                    bundle.encoded().toArray(),
                    bundle.ids().size(),
                    bundle.proposedMillis(),
                    bundle.endorsedMillis(),
                    bundle.publishedMillis() == 0 ? null : bundle.publishedMillis());
            return jdbc.update(StoreSql.MEMBERS, number, array("bytea", ids));
        });
    }

    @Override
    public void rememberRefused(Map<TransactionId, RefusalReason> refused) {
        Object[] ids = ids(refused.keySet());
        Object[] reasons =
                refused.values().stream().map(reason -> (short) reason.number()).toArray();
        writer.change(() -> jdbc.update(StoreSql.REFUSED, array("bytea", ids), array("smallint", reasons)));
    }

    @Override
    public List<Submission> settle(List<ProvenStatus> statuses, long nowMillis) {
        if (statuses.isEmpty()) {
            return List.of();
        }
        List<Submission> changes = writer.change(() -> jdbc.query(
                StoreSql.SETTLE,
                (row, _) -> Submission.decode(row.getBytes("change")),
                nowMillis,
                array("bytea", ids(statuses.stream().map(ProvenStatus::id).toList())),
                array("smallint", column(statuses, PostgresTransactionStore::number)),
                array("bigint", column(statuses, ProvenStatus::block))));
        held.settled(statuses);
        return changes;
    }

    @Override
    public List<Submission> settle(List<ProvenStatus> statuses, StatusPosition read, long nowMillis) {
        held.reached(read.block());
        Long written = writtenOffsets.get(read.partition());
        boolean due = written == null || read.nextOffset() - written >= HeldIds.UNWRITTEN_MAX;
        if (!due && !held.concern(statuses)) {
            return List.of();
        }
        List<Submission> changes = follow(statuses, read, nowMillis);
        writtenOffsets.put(read.partition(), read.nextOffset());
        held.settled(statuses);
        return changes;
    }

    private List<Submission> follow(List<ProvenStatus> statuses, StatusPosition read, long nowMillis) {
        return writer.change(() -> jdbc.query(
                StoreSql.FOLLOW,
                (row, _) -> {
                    long block = row.getLong("final_block");
                    if (block < read.block()) {
                        throw new ConfigurationBetween(block);
                    }
                    return Submission.decode(row.getBytes("change"));
                },
                nowMillis,
                array("bytea", ids(statuses.stream().map(ProvenStatus::id).toList())),
                array("smallint", column(statuses, PostgresTransactionStore::number)),
                array("bigint", column(statuses, ProvenStatus::block)),
                read.block(),
                read.topic(),
                read.partition(),
                read.nextOffset()));
    }

    private static Short number(ProvenStatus status) {
        return (short) status.status().number();
    }

    @Override
    public void expire(Collection<TransactionId> ids, long nowMillis) {
        if (!ids.isEmpty()) {
            writer.change(() -> jdbc.update(StoreSql.EXPIRE, nowMillis, array("bytea", ids(ids))));
        }
    }

    @Override
    public Map<TransactionId, Submission> submissions(Collection<TransactionId> ids) {
        return read(() -> {
            Map<TransactionId, Submission> found = new HashMap<>();
            jdbc.query(
                    StoreSql.SUBMISSIONS,
                    row -> {
                        found.put(TransactionId.of(row.getBytes("id")), Submission.decode(row.getBytes("submission")));
                    },
                    array("bytea", raw(ids).toArray()));
            return found;
        });
    }

    @Override
    public Set<TransactionId> endorsed(Collection<TransactionId> ids) {
        return read(() -> {
            Set<TransactionId> found = new HashSet<>();
            jdbc.query(
                    StoreSql.ENDORSED,
                    row -> {
                        found.add(TransactionId.of(row.getBytes("id")));
                    },
                    array("bytea", raw(ids).toArray()));
            return found;
        });
    }

    @Override
    public Optional<Submission> configurationChange(long replacedVersion) {
        return read(() -> jdbc
                .query(
                        StoreSql.CONFIGURATION_CHANGE,
                        (row, _) -> Submission.decode(row.getBytes("submission")),
                        replacedVersion)
                .stream()
                .findFirst());
    }

    @Override
    public void expectQuestions(Map<TransactionId, Bytes32> keys) {
        List<Map.Entry<TransactionId, Bytes32>> rows = List.copyOf(keys.entrySet());
        Object[] values = column(rows, row -> row.getValue().toArray());
        Object[] ids = column(rows, row -> row.getKey().value().toArray());
        writer.changeFirst(
                () -> jdbc.update(StoreSql.PROGRESS_KEYS, array("bytea", values), array("bytea", ids)),
                failed -> EndorserLog.questionsNotExpected(rows.size(), String.valueOf(failed.getMessage())));
    }

    @Override
    public Optional<TransactionId> submittedUnder(Bytes32 key) {
        return read(() -> jdbc
                .query(StoreSql.SUBMITTED_UNDER, (row, _) -> TransactionId.of(row.getBytes("transaction_id")), (Object)
                        key.toArray())
                .stream()
                .findFirst());
    }

    @Override
    public Optional<TransactionProgress> progress(TransactionId id) {
        return read(() -> transactions
                .findByTransactionId(id.value().toArray())
                .map(entity -> entity.stage().progress()));
    }

    @Override
    public List<StoredNote> notes(long after, int limit) {
        return read(() -> jdbc.query(
                StoreSql.NOTES_AFTER,
                (row, _) -> new StoredNote(
                        row.getLong("position"),
                        TransactionId.of(row.getBytes("transaction_id")),
                        row.getInt("output"),
                        Bytes.of(row.getBytes("note"))),
                after,
                limit));
    }

    @Override
    public List<OpenTransaction> openOwn(LeftBehind stored, long afterPlace, int limit) {
        return read(() -> jdbc.query(
                StoreSql.OPEN_OWN,
                (row, _) -> open(row),
                afterPlace,
                stored.untilMillis(),
                stored.aheadMillis(),
                limit));
    }

    @Override
    public List<OpenShare> openShares(LeftBehind leftBehind, int limit) {
        record Given(long number, List<TransactionId> ids) {}
        List<Given> given = read(() -> jdbc.query(
                StoreSql.OPEN_SHARES,
                (row, _) -> new Given(row.getLong("number"), split(row.getBytes("ids"))),
                leftBehind.untilMillis(),
                leftBehind.aheadMillis(),
                limit));
        List<OpenShare> open = new ArrayList<>();
        List<Object> settled = new ArrayList<>();
        for (Given share : given) {
            List<OpenTransaction> rest = openOf(share.ids());
            if (rest.isEmpty()) {
                settled.add(share.number());
            } else {
                open.add(new OpenShare(share.number(), rest));
            }
        }
        if (!settled.isEmpty()) {
            writer.change(() -> jdbc.update(StoreSql.CLOSE_SHARES, (Object) array("bigint", settled.toArray())));
        }
        return open;
    }

    private List<OpenTransaction> openOf(List<TransactionId> ids) {
        Map<TransactionId, OpenTransaction> open = new HashMap<>();
        read(() -> jdbc.query(StoreSql.OPEN_OF_IDS, (row, _) -> open(row), (Object) array("bytea", ids(ids))))
                .forEach(transaction -> open.put(transaction.id(), transaction));
        return ids.stream().filter(open::containsKey).map(open::get).toList();
    }

    @Override
    public Optional<EndorsedBundle> bundle(Bytes32 root, List<TransactionId> ids) {
        return read(() -> bundles.findByRoot(root.toArray()).map(bundle -> bundle.of(ids)));
    }

    private static OpenTransaction open(ResultSet row) throws SQLException {
        return new OpenTransaction(
                row.getLong("place"),
                TransactionId.of(row.getBytes("id")),
                Submission.decode(row.getBytes("submission")),
                row.getLong("expiry_height"),
                Optional.ofNullable(row.getBytes("root")).map(Bytes32::of));
    }

    private static List<TransactionId> split(byte[] ids) {
        List<TransactionId> split = new ArrayList<>(ids.length / Bytes32.SIZE);
        for (int offset = 0; offset < ids.length; offset += Bytes32.SIZE) {
            split.add(new TransactionId(Bytes32.read(ids, offset)));
        }
        return split;
    }

    private static <T> T read(Supplier<T> query) {
        try {
            return query.get();
        } catch (RuntimeException failed) {
            throw DatabaseAway.isBehind(failed)
                    ? new Failure("the store cannot be read: " + failed.getMessage(), failed)
                    : failed;
        }
    }

    private static List<byte[]> raw(Collection<TransactionId> ids) {
        return ids.stream().map(id -> id.value().toArray()).toList();
    }

    private static Object[] ids(Collection<TransactionId> ids) {
        return ids.stream().map(id -> id.value().toArray()).toArray();
    }

    private static <T> Object[] column(List<T> rows, java.util.function.Function<T, ?> value) {
        return rows.stream().map(value).toArray();
    }

    private static SqlArray array(String type, Object[] values) {
        return new SqlArray(type, values);
    }
}
