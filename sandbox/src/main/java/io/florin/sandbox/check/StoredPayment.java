package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.Topics;
import io.florin.sandbox.check.NameCheck.WordSearch;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.demo.SelfHeldWallet;
import io.florin.sandbox.view.Fact;
import io.florin.sandbox.view.PartyStore;
import io.florin.sandbox.view.PartyStore.Thing;
import io.florin.sandbox.view.TransactionText;
import io.florin.sandbox.view.Viewer;
import io.florin.sandbox.view.WhoSeesWhat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One settled payment of the payroll, looked for in the stores of everybody: rows of databases that name it, its
/// transaction or the token that it spends, the client transaction at an endorser, the ordered one in a block, and what
/// the payee's own wallet keeps.
public final class StoredPayment {
    private static final int LINE_MAX = 400;
    private static final int BLOCK_MIN = 1_000;
    private static final Peer ORDERING_PARTY = new Peer(NodeRole.ORDERING, 1);
    private static final String CHAIN_FILE = ".blocks";

    private final CheckContext context;
    private final String payment;
    private final Account payer;
    private final Account payee;
    private final Optional<SelfHeldWallet> wallet;
    private final long amount;
    private final TransactionId transaction;

    private StoredPayment(CheckContext context, ResultSet row) throws SQLException {
        this.context = context;
        this.payment = row.getString("id");
        this.payer = context.seeded().account(context.economy().payroll().employerShopId());
        String iban = row.getString("payee_account");
        Map.Entry<String, Account> found = context.seeded().accounts().entrySet().stream()
                .filter(each -> each.getValue().iban().equals(iban))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nobody has the account " + iban));
        this.payee = found.getValue();
        this.wallet = SelfHeldWallet.of(context.plan(), found.getKey());
        this.amount = row.getLong("amount");
        this.transaction = TransactionId.of(row.getBytes("transaction_id"));
    }

    /// The payment in everybody's stores.
    public static WhoSeesWhat of(CheckContext context) {
        try {
            return chosen(context).look();
        } catch (SQLException e) {
            throw new IllegalStateException("a database cannot be read", e);
        }
    }

    /// The largest payment of the payroll to another bank's customer who has a wallet of its own; in a data directory
    /// without such a wallet, to any customer of another bank.
    static StoredPayment chosen(CheckContext context) {
        String bank = context.payroll().bank();
        try (Connection database = Databases.connect(context.plan(), bankOf(bank));
                PreparedStatement query = database.prepareStatement(
                        "select id::text as id, payee_account, amount, transaction_id from payment"
                                + " where state = 'SETTLED' and file_id is not null order by amount desc, seq");
                ResultSet rows = query.executeQuery()) {
            Optional<StoredPayment> custodial = Optional.empty();
            while (rows.next()) {
                StoredPayment payment = new StoredPayment(context, rows);
                boolean elsewhere = !payment.payee.bank().equals(bank);
                if (elsewhere && payment.wallet.isPresent()) {
                    return payment;
                }
                custodial = elsewhere && custodial.isEmpty() ? Optional.of(payment) : custodial;
            }
            return custodial.orElseThrow(() -> new IllegalStateException("the payroll pays nobody at another bank"));
        } catch (SQLException e) {
            throw new IllegalStateException("the database of " + bank + " cannot be read", e);
        }
    }

    Account payer() {
        return payer;
    }

    Account payee() {
        return payee;
    }

    long amount() {
        return amount;
    }

    TransactionId transaction() {
        return transaction;
    }

    private WhoSeesWhat look() throws SQLException {
        Spent spent = spent();
        List<PartyStore> places = new ArrayList<>();
        wallet.ifPresent(own -> places.addAll(new StoredWallet(context, own, transaction).places()));
        List<Thing> payersBank = bank(payer);
        payersBank.add(spent.kept());
        places.add(new PartyStore(Viewer.PAYER_BANK, payersBank));
        places.add(new PartyStore(Viewer.PAYEE_BANK, bank(payee)));
        places.add(new PartyStore(Viewer.ENDORSERS, endorser()));
        places.add(new PartyStore(Viewer.READERS, ordered()));
        places.add(new PartyStore(Viewer.COMMITTER, committed()));
        if (!context.plan().topology().nodes(NodeRole.CERTIFIER).isEmpty()) {
            places.add(new PartyStore(Viewer.CERTIFIERS, rows(new Peer(NodeRole.CERTIFIER, 1))));
        }
        places.add(new PartyStore(Viewer.CENTRAL_BANK, rows(new Peer(NodeRole.CENTRAL_BANK, 1))));
        places.add(new PartyStore(Viewer.AUDITOR, rows(new Peer(NodeRole.AUDITOR, 1))));
        toldToAuditor().ifPresent(places::add);
        return new WhoSeesWhat(context.plan().privacy(), audit(), facts(spent), places);
    }

    /// Under active audit of a hidden currency: the auditor's own record that it was asked and approved, which stands
    /// for what a payer must show to get its signature. It must have one if its signature stands beside the transaction
    /// in the block, and none otherwise.
    private Optional<PartyStore> toldToAuditor() throws SQLException {
        if (context.plan().privacy() == PrivacyModel.CLEAR || currency().auditPolicy() == AuditPolicy.NEVER) {
            return Optional.empty();
        }
        List<Thing> records = approvals();
        if (records.isEmpty() == signedByAuditor()) {
            throw new IllegalStateException(
                    "the auditor's store has " + records.size() + " approvals of " + transaction.toHex()
                            + ", and its block " + (records.isEmpty() ? "has" : "lacks") + " its signature");
        }
        return Optional.of(new PartyStore(
                Viewer.AUDITOR_TOLD,
                records,
                records.isEmpty() ? Set.of() : PrivacyClaims.told(context.plan().privacy())));
    }

    /// The auditor's rows of this transaction that say that it was approved: what was disclosed for it is not kept.
    private List<Thing> approvals() throws SQLException {
        Peer auditor = new Peer(NodeRole.AUDITOR, 1);
        List<Thing> things = new ArrayList<>();
        try (Connection database = Databases.connect(context.plan(), auditor);
                PreparedStatement query = database.prepareStatement(
                        "select concat_ws(' ', transaction_id, state, kind, rule, requested_at, 'disclosed and kept:',"
                                + " octet_length(disclosure), 'bytes') from audit_approval"
                                + " where transaction_id = ? and state = 'APPROVED'")) {
            query.setString(1, transaction.toHex());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    things.add(row(auditor, "audit_approval", rows.getString(1)));
                }
            }
        }
        return things;
    }

    private boolean signedByAuditor() {
        for (Block block : context.ledger().blocks()) {
            for (OrderedTransaction each : OrderedTransaction.of(block.entries())) {
                boolean same = each.transaction()
                        .filter(one -> one.id().equals(transaction))
                        .isPresent();
                if (same && each.audit().isPresent()) {
                    return true;
                }
            }
        }
        return false;
    }

    private NetworkConfiguration.Namespace currency() {
        return context.genesis().configuration().namespaces().stream()
                .filter(namespace -> !namespace.currency().isEmpty())
                .findFirst()
                .orElseThrow();
    }

    private String audit() {
        NetworkConfiguration.Namespace currency = currency();
        if (currency.hidden().flatMap(HiddenCurrency::auditKey).isPresent()) {
            return "passive audit: payments open by case";
        }
        return switch (currency.auditPolicy()) {
            case NEVER -> "no audit of payments";
            case ABOVE_THRESHOLD ->
                "active audit: the auditor signs payments that are worth more than "
                        + EconomySeeder.money(currency.auditThreshold().minorUnits()) + " FLN, change included";
            case ALWAYS -> "active audit: the auditor signs each payment";
        };
    }

    private List<Fact> facts(Spent spent) throws SQLException {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.text(PrivacyClaims.PAYER_NAME, payer.holder()));
        facts.add(Fact.text(PrivacyClaims.PAYEE_NAME, payee.holder()));
        facts.add(Fact.text(PrivacyClaims.PAYEE_ACCOUNT, payee.iban()));
        facts.add(identity(PrivacyClaims.PAYER_IDENTITY, payer));
        facts.add(identity(PrivacyClaims.PAYEE_IDENTITY, payee));
        facts.add(Fact.amount(PrivacyClaims.AMOUNT, amount));
        facts.add(spent.fact());
        return facts;
    }

    /// A token that the payment spends, as the payer's bank knows it.
    ///
    /// @param fact the transaction that made it and the key under which that stands on the ledger
    private record Spent(Fact fact, Thing kept) {}

    private Spent spent() throws SQLException {
        Set<String> touched = new HashSet<>();
        settlement()
                .orElseThrow(() -> new IllegalStateException(transaction.toHex() + " is in no block"))
                .reads()
                .forEach(read -> touched.add(read.key().toHex()));
        Peer bank = bankOf(payer.bank());
        try (Connection database = Databases.connect(context.plan(), bank);
                PreparedStatement query =
                        database.prepareStatement("select encode(state_key, 'hex') as key, transaction_id, output,"
                                + " t::text as text from token t where wallet = ? order by value desc, state_key")) {
            query.setLong(1, payer.wallet());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    if (touched.contains(rows.getString("key"))) {
                        TransactionId maker = TransactionId.of(rows.getBytes("transaction_id"));
                        StateKey made = keyOf(maker, rows.getInt("output"));
                        return new Spent(
                                Fact.bytes(
                                        PrivacyClaims.SPENT,
                                        List.of(
                                                Bytes.of(maker.value().toArray()),
                                                Bytes.of(made.value().toArray()))),
                                row(bank, "token", rows.getString("text")));
                    }
                }
            }
        }
        throw new IllegalStateException("the payer's bank does not know what " + transaction.toHex() + " spends");
    }

    /// Under which an output stood on the ledger before it was spent.
    private StateKey keyOf(TransactionId maker, int output) {
        SettlementTransaction made =
                settlement(maker).orElseThrow(() -> new IllegalStateException(maker.toHex() + " is in no block"));
        return made.writes().stream()
                .filter(write -> switch (write) {
                    case Write.Output(int index, var _) -> index == output;
                    case Write.HiddenOutput(int index, var _) -> index == output;
                    case Write.Spend _, Write.Put _, Write.Serial _ -> false;
                })
                .findFirst()
                .map(made::keyOf)
                .orElseThrow(() -> new IllegalStateException(maker.toHex() + " has no output " + output));
    }

    /// The owner key, or the enrollment id of a hidden currency, as registration has it.
    private Fact identity(String name, Account account) throws SQLException {
        boolean clear = context.plan().privacy() == PrivacyModel.CLEAR;
        String sql = clear
                ? "select decode(owner_key, 'hex') from enrollment where full_name = ?"
                : "select c.eid from credential_commitment c join enrollment e on e.id = c.enrollment"
                        + " where e.full_name = ?";
        try (Connection database = Databases.connect(context.plan(), new Peer(NodeRole.REGISTRATION, 1));
                PreparedStatement query = database.prepareStatement(sql)) {
            query.setString(1, account.holder());
            try (ResultSet rows = query.executeQuery()) {
                if (!rows.next()) {
                    throw new IllegalStateException("registration does not know " + account.iban());
                }
                return Fact.bytes(name, Bytes.of(rows.getBytes(1)));
            }
        }
    }

    private static Peer bankOf(String name) {
        return new Peer(NodeRole.BANK, Integer.parseInt(name.substring("bank-".length())));
    }

    /// The payment and the bank's own customer in a bank's store.
    private List<Thing> bank(Account account) throws SQLException {
        Peer bank = bankOf(account.bank());
        List<Thing> things = rows(bank);
        try (Connection database = Databases.connect(context.plan(), bank);
                PreparedStatement customer = database.prepareStatement("select c::text, w::text from wallet w"
                        + " join customer c on c.id = w.customer_id where w.number = ?")) {
            customer.setLong(1, account.wallet());
            try (ResultSet rows = customer.executeQuery()) {
                if (!rows.next()) {
                    throw new IllegalStateException(account.bank() + " does not know " + account.iban());
                }
                things.add(row(bank, "customer", rows.getString(1)));
                things.add(row(bank, "wallet", rows.getString(2)));
            }
            for (String table : List.of("hidden_account", "hidden_holder")) {
                try (PreparedStatement query = database.prepareStatement(
                        "select t::text from " + table + " t where wallet = " + account.wallet())) {
                    try (ResultSet rows = query.executeQuery()) {
                        while (rows.next()) {
                            things.add(row(bank, table, rows.getString(1)));
                        }
                    }
                }
            }
        }
        return things;
    }

    /// Rows of a service's database that name the payment or its transaction.
    private List<Thing> rows(Peer node) throws SQLException {
        List<Thing> things = new ArrayList<>();
        try (Connection database = Databases.connect(context.plan(), node)) {
            for (String table : Stores.tables(database)) {
                String sql = "select t::text from \"" + table + "\" t where t::text like ? or t::text like ?";
                try (PreparedStatement query = database.prepareStatement(sql)) {
                    query.setString(1, "%" + transaction.toHex() + "%");
                    query.setString(2, "%" + payment + "%");
                    try (ResultSet rows = query.executeQuery()) {
                        while (rows.next()) {
                            things.add(row(node, table, rows.getString(1)));
                        }
                    }
                }
            }
        }
        return things;
    }

    private static Thing row(Peer node, String table, String row) {
        return new Thing(
                node.directoryName() + ", table " + table, List.of(cut(row)), row.getBytes(StandardCharsets.UTF_8));
    }

    private static String cut(String line) {
        return line.length() > LINE_MAX ? line.substring(0, LINE_MAX) + "…" : line;
    }

    private List<Thing> endorser() throws SQLException {
        for (Peer endorser : context.plan().topology().nodes(NodeRole.ENDORSER)) {
            Optional<byte[]> submission = submission(endorser);
            if (submission.isPresent()) {
                return List.of(new Thing(
                        endorser.directoryName() + ", table client_transaction",
                        TransactionText.of(Submission.decode(submission.get()).transaction()),
                        submission.get()));
            }
        }
        return List.of();
    }

    private Optional<byte[]> submission(Peer endorser) throws SQLException {
        try (Connection database = Databases.connect(context.plan(), endorser);
                PreparedStatement query =
                        database.prepareStatement("select submission from client_transaction where id = ?")) {
            query.setBytes(1, transaction.value().toArray());
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
            }
        }
    }

    /// Rows of the committer's shards and chain that have the transaction's id or a key that it touches; blocks, which
    /// everybody has, are left out.
    private List<Thing> committed() {
        List<byte[]> words = new ArrayList<>(List.of(transaction.value().toArray()));
        settlement().ifPresent(one -> {
            one.reads().forEach(read -> words.add(read.key().value().toArray()));
            one.writes().forEach(write -> words.add(one.keyOf(write).value().toArray()));
        });
        Path committer = context.plan().nodeDirectory(new Peer(NodeRole.COMMITTER, 1));
        List<Thing> things = ShardFiles.holding(committer, new WordSearch(words.toArray(byte[][]::new))).stream()
                .filter(row -> row.value().length < BLOCK_MIN)
                .map(row -> new Thing(
                        "committer-1, " + row.where(),
                        List.of(cut(HexFormat.of().formatHex(row.key()) + " → "
                                + HexFormat.of().formatHex(row.value()))),
                        ByteBuffer.allocate(row.key().length + row.value().length)
                                .put(row.key())
                                .put(row.value())
                                .array()))
                .toList();
        if (things.isEmpty()) {
            throw new IllegalStateException("the committer keeps nothing of " + transaction.toHex());
        }
        return things;
    }

    private Optional<SettlementTransaction> settlement() {
        return settlement(transaction);
    }

    private Optional<SettlementTransaction> settlement(TransactionId wanted) {
        return context.ledger().blocks().stream()
                .flatMap(block -> OrderedTransaction.of(block.entries()).stream())
                .flatMap(each -> each.transaction().stream())
                .filter(one -> one.id().equals(wanted))
                .findFirst();
    }

    /// In the chain of blocks that an ordering party keeps for itself.
    private List<Thing> ordered() {
        List<Thing> things = new ArrayList<>();
        context.ledger().blocks().forEach(block -> {
            for (OrderedTransaction each : OrderedTransaction.of(block.entries())) {
                each.transaction()
                        .filter(one -> one.id().equals(transaction))
                        .ifPresent(one -> chainFile(each.raw().toArray())
                                .ifPresent(file -> things.add(new Thing(
                                        file + ", block " + block.header().number() + ", which everybody gets by "
                                                + Topics.blocks(ORDERING_PARTY.id()),
                                        TransactionText.of(one),
                                        each.raw().toArray()))));
            }
        });
        return things;
    }

    /// Place at which the ordering party has these bytes.
    private Optional<String> chainFile(byte[] raw) {
        WordSearch search = new WordSearch(raw);
        List<String> files = new ArrayList<>();
        Stores.node(context, ORDERING_PARTY, (place, content) -> {
            if (place.endsWith(CHAIN_FILE) && search.in(content).isPresent()) {
                files.add(place);
            }
        });
        return files.stream().findFirst();
    }
}
