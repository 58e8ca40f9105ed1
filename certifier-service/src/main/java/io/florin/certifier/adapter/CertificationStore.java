package io.florin.certifier.adapter;

import io.florin.certifier.CertifierKeys;
import io.florin.certifier.ChainPosition;
import io.florin.certifier.CommittedChain.Once;
import io.florin.certifier.CommittedOutput;
import io.florin.certifier.Signer.Signed;
import io.florin.crypto.Bytes32;
import io.florin.crypto.ps.BlindedToken;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import io.florin.runtime.api.CertificationApi.Certified;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/// A certifier's durable memory: how far it is, what it signed under which base, and its shares. A share is given to
/// anybody only from here, after the commit that remembers its base.
public final class CertificationStore {

    /// As many keys as any transaction may read: what was kept can be read, also where no base can be made of it.
    private static final int CONTEXT_MAX = SettlementTransaction.READS_MAX;
    private static final int BASES_AT_ONCE = 1_000;
    private static final long NO_EPOCH = 0;
    private static final byte[] NO_SHARE = {};

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final BelievedCheckpoints checkpoints;

    /// @param checkpoints in the same database
    public CertificationStore(JdbcTemplate jdbc, TransactionTemplate transaction, BelievedCheckpoints checkpoints) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.checkpoints = checkpoints;
    }

    /// A committed output with the newest share of it that is kept.
    ///
    /// @param share empty where this certifier had no share of the key that was in force
    /// @param sharing of the key that signed
    public record Kept(CommittedOutput output, long block, Optional<Certified> share, Bytes32 sharing) {

        /// Whether the share is under this very key, or newer.
        public boolean isUnder(CertifierKeys.Key key) {
            return share.filter(kept -> kept.epoch() > key.epoch()
                            || (kept.epoch() == key.epoch() && sharing.equals(key.sharing())))
                    .isPresent();
        }
    }

    /// Position from which to go on.
    public ChainPosition position(Genesis genesis) {
        return jdbc
                .query(
                        "SELECT number, header_hash, state_hash, configuration FROM chain_position",
                        (row, _) -> new ChainPosition(
                                Bytes32.of(row.getBytes("header_hash")),
                                new ResultTip(
                                        genesis.networkId(),
                                        row.getLong("number"),
                                        Bytes32.of(row.getBytes("state_hash")),
                                        NetworkConfiguration.decode(row.getBytes("configuration")))))
                .stream()
                .findFirst()
                .orElseGet(() -> ChainPosition.start(genesis));
    }

    /// A block that was followed.
    ///
    /// @param result the committer's, that was believed
    /// @param once what happened in it once and for all
    /// @param unsigned outputs under a key of which this certifier has no share
    public record KeptBlock(
            ChainPosition after,
            SettledBlock result,
            List<Once> once,
            List<Signed> signed,
            List<CommittedOutput> unsigned) {}

    /// Keeps the shares of some blocks, what the committer signed of them, what happened once and for all, and that
    /// they are done, all or nothing: as many statements for many blocks as for one. May be repeated.
    ///
    /// @param blocks in their order, at least one
    /// @return those whose base was signed with another token before; they are not kept
    /// @throws SpentTwice if something of them happened before, by another transaction; nothing is kept
    public List<Signed> keep(List<KeptBlock> blocks) {
        ChainPosition after = blocks.getLast().after();
        List<Once> once =
                blocks.stream().flatMap(block -> block.once().stream()).toList();
        List<Placed> signed = blocks.stream()
                .flatMap(block -> block.signed().stream()
                        .map(each -> new Placed(block.after().number(), each)))
                .toList();
        List<Object[]> unsigned = blocks.stream()
                .flatMap(block -> block.unsigned().stream()
                        .map(output -> row(block.after().number(), output, Optional.empty(), false)))
                .toList();
        return Objects.requireNonNull(transaction.execute(_ -> {
            if (!once.isEmpty()) {
                claim(once);
            }
            checkpoints.keep(blocks.stream().map(KeptBlock::result).toList());
            List<Signed> refused = keepShares(signed, false);
            insert(unsigned);
            jdbc.update(
                    "INSERT INTO chain_position (number, header_hash, state_hash, configuration) VALUES (?, ?, ?, ?)"
                            + " ON CONFLICT (one) DO UPDATE SET number = excluded.number,"
                            + " header_hash = excluded.header_hash, state_hash = excluded.state_hash,"
                            + " configuration = excluded.configuration",
                    after.number(),
                    after.headerHash().toArray(),
                    after.results().stateHash().toArray(),
                    after.configuration().encode());
            return refused;
        }));
    }

    /// A share and the block of its output.
    private record Placed(long block, Signed signed) {}

    /// Each key goes to the first transaction that needed it to be absent.
    private void claim(List<Once> once) {
        byte[][] keys = once.stream().map(each -> each.key().value().toArray()).toArray(byte[][]::new);
        byte[][] owners =
                once.stream().map(each -> each.transaction().value().toArray()).toArray(byte[][]::new);
        jdbc.update(connection -> bind(
                connection.prepareStatement("INSERT INTO happened (key, transaction_id) SELECT * FROM unnest(?, ?)"
                        + " ON CONFLICT (key) DO NOTHING"),
                keys,
                owners));
        List<String> others = jdbc.query(
                connection -> bind(
                        connection.prepareStatement("SELECT encode(said.transaction_id, 'hex') FROM happened"
                                + " JOIN unnest(?, ?) AS said (key, transaction_id) USING (key)"
                                + " WHERE happened.transaction_id <> said.transaction_id LIMIT 1"),
                        keys,
                        owners),
                (row, _) -> row.getString(1));
        if (!others.isEmpty()) {
            throw new SpentTwice(others.getFirst());
        }
    }

    private static PreparedStatement bind(PreparedStatement statement, byte[][] first, byte[][] second)
            throws SQLException {
        statement.setArray(1, statement.getConnection().createArrayOf("bytea", first));
        statement.setArray(2, statement.getConnection().createArrayOf("bytea", second));
        return statement;
    }

    /// A transaction that is said to be committed spends what another committed one has spent.
    static final class SpentTwice extends RuntimeException {
        private static final long serialVersionUID = 1;

        SpentTwice(String transaction) {
            super("transaction " + transaction + " spends what is spent, and cannot be committed");
        }
    }

    /// Keeps the share of an output under a later key.
    ///
    /// @param block where the output was committed
    /// @return whether its base was never signed with another token
    public boolean keepAgain(long block, Signed signed) {
        return Objects.requireNonNull(transaction.execute(
                _ -> keepShares(List.of(new Placed(block, signed)), true).isEmpty()));
    }

    private List<Signed> keepShares(List<Placed> signed, boolean again) {
        List<Signed> refused = new ArrayList<>();
        for (int from = 0; from < signed.size(); from += BASES_AT_ONCE) {
            List<Placed> some = signed.subList(from, Math.min(signed.size(), from + BASES_AT_ONCE));
            Map<Bytes32, Bytes32> known =
                    remember(some.stream().map(Placed::signed).toList());
            List<Object[]> rows = new ArrayList<>();
            for (Placed placed : some) {
                Signed each = placed.signed();
                if (Objects.equals(known.get(each.base()), each.token())) {
                    rows.add(row(placed.block(), each.output(), Optional.of(each), again));
                } else {
                    refused.add(each);
                }
            }
            insert(rows);
        }
        return refused;
    }

    private void insert(List<Object[]> rows) {
        if (rows.isEmpty()) {
            return;
        }
        jdbc.batchUpdate(
                "INSERT INTO certification (block, transaction_id, output, namespace, context, token, epoch, sharing,"
                        + " share, again) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (transaction_id, output, epoch, sharing) DO NOTHING",
                rows);
    }

    /// The token that stands under each base from now on.
    private Map<Bytes32, Bytes32> remember(List<Signed> signed) {
        jdbc.batchUpdate(
                "INSERT INTO signed_base (base, token) VALUES (?, ?) ON CONFLICT (base) DO NOTHING",
                signed.stream()
                        .map(each -> new Object[] {
                            each.base().toArray(), each.token().toArray()
                        })
                        .toList());
        Map<Bytes32, Bytes32> known = new HashMap<>();
        byte[][] bases = signed.stream().map(each -> each.base().toArray()).toArray(byte[][]::new);
        jdbc.query(
                connection -> {
                    var statement =
                            connection.prepareStatement("SELECT base, token FROM signed_base WHERE base = ANY (?)");
                    statement.setArray(1, connection.createArrayOf("bytea", bases));
                    return statement;
                },
                row -> {
                    known.put(Bytes32.of(row.getBytes("base")), Bytes32.of(row.getBytes("token")));
                });
        return known;
    }

    private static Object[] row(long block, CommittedOutput output, Optional<Signed> signed, boolean again) {
        CanonicalWriter context = new CanonicalWriter(1 + 32 * output.context().size());
        context.u8(output.context().size());
        output.context().forEach(context::fixed);
        return new Object[] {
            block,
            output.transaction().value().toArray(),
            output.output(),
            output.namespace().value(),
            context.toByteArray(),
            output.token().encode(),
            signed.map(each -> each.key().epoch()).orElse(NO_EPOCH),
            signed.map(each -> each.key().sharing()).orElse(Bytes32.ZERO).toArray(),
            signed.map(each -> each.share().signature().encode()).orElse(NO_SHARE),
            again
        };
    }

    /// The shares of the outputs of these blocks under the key that was in force at each, in the order in which they
    /// were kept: what somebody asked this certifier to sign again later is not among them, so all certifiers show
    /// shares of the same keys.
    public List<Certified> shares(long fromBlock, long toBlock) {
        return jdbc.query(
                "SELECT * FROM certification WHERE block BETWEEN ? AND ? AND NOT again AND epoch > 0 ORDER BY number",
                (row, _) -> certified(row),
                fromBlock,
                toBlock);
    }

    /// Last block of a page: the blocks after `followed`, at most as many outputs, and at least one block.
    ///
    /// @return at least `fromBlock`
    public long lastBlockOfPage(long fromBlock, long followed, int sharesMax) {
        List<Long> beyond = jdbc.queryForList(
                "SELECT block FROM certification WHERE block BETWEEN ? AND ? AND NOT again ORDER BY block LIMIT 1"
                        + " OFFSET ?",
                Long.class,
                fromBlock,
                followed,
                sharesMax);
        return beyond.isEmpty() ? followed : Math.max(fromBlock, beyond.getFirst() - 1);
    }

    /// An output with its newest share.
    public Optional<Kept> find(TransactionId id, int output) {
        return jdbc
                .query(
                        "SELECT * FROM certification WHERE transaction_id = ? AND output = ?"
                                + " ORDER BY epoch DESC, number DESC LIMIT 1",
                        (row, _) -> kept(row),
                        id.value().toArray(),
                        output)
                .stream()
                .findFirst();
    }

    private static Certified certified(ResultSet row) throws SQLException {
        return new Certified(
                row.getLong("block"),
                HexFormat.of().formatHex(row.getBytes("transaction_id")),
                row.getInt("output"),
                row.getInt("namespace"),
                row.getLong("epoch"),
                HexFormat.of().formatHex(row.getBytes("share")));
    }

    private static Kept kept(ResultSet row) throws SQLException {
        List<Bytes32> context = CanonicalReader.decode(
                row.getBytes("context"), reader -> reader.list(reader.u8(), CONTEXT_MAX, reader::fixed32));
        return new Kept(
                new CommittedOutput(
                        new TransactionId(Bytes32.of(row.getBytes("transaction_id"))),
                        row.getInt("output"),
                        new NamespaceId(row.getInt("namespace")),
                        context,
                        BlindedToken.decode(row.getBytes("token"))),
                row.getLong("block"),
                row.getLong("epoch") == NO_EPOCH ? Optional.empty() : Optional.of(certified(row)),
                Bytes32.of(row.getBytes("sharing")));
    }
}
