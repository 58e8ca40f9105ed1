package io.florin.bank.holdings;

import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.SaidConfiguration;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import io.florin.runtime.chain.ResultReader;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import io.florin.wallet.payment.LedgerView;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Position up to which the bank has followed the ledger: block, state hash and configuration move in the database
/// transaction of each block. The network is the one of the bank's own genesis file. The thread that follows moves it,
/// any thread asks.
final class FollowedLedger implements LedgerAccess {

    private final Genesis genesis;
    private final JdbcClient jdbc;
    private final SaidConfiguration said;
    private volatile Position position;

    /// @param isWhole false in a database that has no configuration yet: that of genesis stands for it
    private record Position(ResultTip tip, boolean isWhole) {}

    FollowedLedger(Genesis genesis, JdbcClient jdbc, SaidConfiguration said) {
        this.genesis = genesis;
        this.jdbc = jdbc;
        this.said = said;
        this.position = stored();
    }

    private Position stored() {
        return jdbc.sql("select block, state_hash, configuration from ledger_position where id = 1")
                .query((row, _) -> position(row))
                .single();
    }

    private Position position(ResultSet row) throws SQLException {
        byte @Nullable [] encoded = row.getBytes("configuration");
        long block = row.getLong("block");
        if (block == 0) {
            return new Position(ResultTip.of(genesis), encoded != null);
        }
        return new Position(
                new ResultTip(
                        genesis.networkId(),
                        block,
                        Bytes32.of(row.getBytes("state_hash")),
                        encoded == null ? genesis.configuration() : NetworkConfiguration.decode(encoded)),
                encoded != null);
    }

    /// Behind the last block whose effects are in the database. A database from before the configuration was kept there
    /// gets it now, from all that committed since genesis.
    ///
    /// @throws Invariant.Broken when the ledger that is read is not the one that was followed
    ResultTip tip(ResultReader results) {
        if (block() != position.tip().number()) {
            position = stored(); // a commit whose answer was lost, for example
        }
        if (!position.isWhole()) {
            position = new Position(found(results, position.tip()), true);
        }
        return position.tip();
    }

    private long block() {
        return jdbc.sql("select block from ledger_position where id = 1")
                .query(Long.class)
                .single();
    }

    private ResultTip found(ResultReader results, ResultTip before) {
        ResultTip tip = results.tipAt(genesis, before.number());
        Invariant.check(
                tip.stateHash().equals(before.stateHash()),
                "the ledger has another state after block " + before.number() + " than this database has followed");
        jdbc.sql("update ledger_position set state_hash = ?, configuration = ? where id = 1 and block = ?")
                .params(tip.stateHash().toArray(), tip.configuration().encode(), tip.number())
                .update();
        return tip;
    }

    /// In the block's database transaction. A configuration that stays is not written again: it may be large.
    void write(SettledBlock block) {
        ResultTip after = block.after();
        boolean changed = after.configuration().version() != configuration().version();
        int moved = jdbc.sql("""
            update ledger_position
            set block = :block, header_hash = :header, state_hash = :state,
                configuration = coalesce(cast(:configuration as bytea), configuration)
            where id = 1 and block = :block - 1
            """)
                .param("block", after.number())
                .param("header", block.checkpoint().headerHash().toArray())
                .param("state", after.stateHash().toArray())
                .param("configuration", changed ? after.configuration().encode() : null)
                .update();
        Invariant.check(moved == 1, "somebody else follows the ledger into this database");
    }

    /// Takes over the position once the database transaction is committed.
    void moved(SettledBlock block) {
        position = new Position(block.after(), true);
    }

    @Override
    public NetworkId network() {
        return position.tip().network();
    }

    @Override
    public NetworkConfiguration configuration() {
        return position.tip().configuration();
    }

    /// By the database and by the committer: tokens are let go for it, and whoever can write here must not do that.
    @Override
    public boolean isSuperseded(long configurationVersion) {
        ResultTip tip = position.tip();
        return configurationVersion < tip.configuration().version()
                && said.isReplaced(configurationVersion, tip.number());
    }

    @Override
    public NamespaceId currency() {
        return currencyOf(configuration()).id();
    }

    @Override
    public PrivacyModel model() {
        return PrivacyModel.ofRulesVersion(currencyOf(configuration()).rulesVersion());
    }

    @Override
    public Amount tokenValueMax() {
        return HiddenPaymentBuilder.valueMax(currencyOf(configuration()));
    }

    @Override
    public LedgerView view() {
        ResultTip tip = position.tip();
        Namespace currency = currencyOf(tip.configuration());
        return new LedgerView(
                tip.network(),
                currency.id(),
                currency.rulesVersion(),
                tip.configuration().version(),
                tip.number(),
                tip.configuration().limits());
    }

    private static Namespace currencyOf(NetworkConfiguration configuration) {
        return configuration.namespaces().stream()
                .filter(namespace -> !namespace.currency().isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the network has no currency"));
    }
}
