package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.SupplyRecord;
import io.florin.ledger.status.TransactionStatus;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Settlement transactions of the unlinkable model that colluding endorsers sign and that must not commit: each breaks
/// one rule and keeps all others, so whoever forgets that rule commits it.
final class RefusedTransactions {
    private static final int POINT = 48;
    private static final int CLEAR_TOKEN = 42;
    private static final int OUTPUTS_TOO_MANY = 17;
    private static final NamespaceId CURRENCY = new NamespaceId(1);
    private static final NamespaceId OTHER = new NamespaceId(2);

    private final SettlementTransaction spent;
    private final NetworkConfiguration inForce;
    private final byte[] token;
    private final Map<String, Refused> all = new LinkedHashMap<>();

    /// Bytes that somebody signs, and the verdict over them.
    record Refused(Bytes raw, TransactionStatus verdict) {}

    private RefusedTransactions(SettlementTransaction spent, NetworkConfiguration inForce) {
        this.spent = spent;
        this.inForce = inForce;
        this.token = spent.hiddenOutputs().getFirst().token().encode();
    }

    /// Of the currency while the auditor must sign everything, by the rule that each breaks, in the order of the
    /// bundle.
    ///
    /// @param spent a committed transfer, whose serial numbers are on the ledger
    /// @param inForce not the first one
    static Map<String, Refused> ofTheCurrency(SettlementTransaction spent, NetworkConfiguration inForce) {
        RefusedTransactions made = new RefusedTransactions(spent, inForce);
        made.verdicts();
        made.fields();
        made.reads();
        made.serialNumbers();
        made.models();
        made.tokens();
        made.shapes();
        return made.all;
    }

    /// Of the configuration's namespace.
    static Map<String, Refused> ofTheConfiguration(SettlementTransaction spent, NetworkConfiguration inForce) {
        RefusedTransactions made = new RefusedTransactions(spent, inForce);
        made.configurations();
        return made.all;
    }

    /// Of the currency while nobody asks for the auditor, except for whoever made this transaction.
    static Map<String, Refused> ofTheAuditor(SettlementTransaction spent, NetworkConfiguration inForce) {
        RefusedTransactions made = new RefusedTransactions(spent, inForce);
        made.refused("not audited as it says", made.payment("flagged").flags(1), TransactionStatus.ABORTED_NOT_AUDITED);
        return made.all;
    }

    /// The bundle's transactions.
    static List<Bytes> raw(Map<String, Refused> refused) {
        return refused.values().stream().map(Refused::raw).toList();
    }

    private void verdicts() {
        SettlementDraft again = draft("serial numbers that are there");
        spent.reads().forEach(read -> again.read(read.key().value().toArray(), 0));
        spent.reads().forEach(_ -> again.serial());
        refused("serial numbers that are there", output(again), TransactionStatus.ABORTED_READ_CONFLICT);
        refused(
                "version that is not there",
                output(draft("version")
                        .kind(TransactionKind.ISSUE)
                        .read("version", 7)
                        .put(0, supply())),
                TransactionStatus.ABORTED_READ_CONFLICT);
        refused("expired", payment("expired").expiry(1), TransactionStatus.ABORTED_EXPIRED);
        refused("stale", payment("stale").stale(), TransactionStatus.ABORTED_STALE_CONFIG);
        refused("not audited", payment("not audited"), TransactionStatus.ABORTED_NOT_AUDITED);
        refused(
                "id of one that committed",
                payment("committed").id(spent.id().value().toArray()),
                TransactionStatus.REJECTED_DUPLICATE_TX_ID);
        refused(
                "id of one that expired",
                payment("again").id(SettlementDraft.hash("transaction expired")),
                TransactionStatus.REJECTED_DUPLICATE_TX_ID);
    }

    private void fields() {
        malformed("bytes after the end", payment("end").end(new byte[1]));
        malformed("unknown version", payment("version").format(2));
        malformed("unknown flag", payment("flag").flags(2));
        malformed("unknown kind", payment("kind").kind(5));
        malformed("unknown write", payment("write").write(new byte[] {9}));
        malformed("nothing to write", draft("idle").read("idle", 0));
    }

    private void reads() {
        malformed(
                "key read twice",
                output(draft("twice").read("twice", 0).read("twice", 0).serial().serial()));
        malformed("read without a write", payment("unwritten").read("unwritten too", 0));
        malformed("write without a read", redemption("unread").put(1, supply()));
        malformed("read written twice", redemption("written twice").put(0, supply()));
        malformed(
                "key of another namespace",
                output(draft("elsewhere")
                        .read(SettlementDraft.key(OTHER, "elsewhere"), 0)
                        .serial()));
        malformed(
                "namespace that is not the bundle's",
                output(draft("other").in(OTHER).read("other", 0).serial()));
        malformed(
                "spend of what is absent",
                draft("absent").read("absent", 0).spend(0).output(SettlementDraft.ANONYMOUS_OUTPUT, anonymous(1)));
    }

    private void serialNumbers() {
        malformed(
                "serial number that was there",
                output(draft("there").read("there", 1).serial()));
        malformed(
                "serial number behind an output",
                output(draft("behind").read("behind", 0)).serial());
        malformed(
                "serial number behind a record",
                output(draft("record")
                        .kind(TransactionKind.REDEEM)
                        .read("first", 0)
                        .read("behind a record", 0)
                        .put(1, supply())
                        .serial()));
    }

    private void models() {
        malformed("outputs of two models", payment("two").output(SettlementDraft.ANONYMOUS_OUTPUT, anonymous(1)));
        malformed(
                "outputs in the clear and hidden",
                output(issue("both").output(SettlementDraft.OUTPUT, clear(CURRENCY, 1))));
        malformed(
                "serial number and a token in the clear",
                draft("clear").read("clear", 0).serial().output(SettlementDraft.OUTPUT, clear(CURRENCY, 1)));
        malformed(
                "serial number and an anonymous token",
                draft("anonymous")
                        .read("anonymous", 0)
                        .serial()
                        .output(SettlementDraft.ANONYMOUS_OUTPUT, anonymous(1)));
        malformed(
                "spend and an unlinkable token",
                output(draft("spend").read("spend", 1).spend(0)));
        malformed(
                "spend and serial number",
                output(draft("mixed")
                        .read("serial", 0)
                        .read("spent", 1)
                        .serial()
                        .spend(1)));
        malformed(
                "serial number without a token",
                draft("no token")
                        .kind(TransactionKind.REDEEM)
                        .read("no token", 0)
                        .read("no token's record", 0)
                        .serial()
                        .put(1, supply()));
    }

    private void tokens() {
        malformed("token of another type", issue("type").output(SettlementDraft.OUTPUT, clear(OTHER, 1)));
        malformed("token worth nothing", issue("nothing").output(SettlementDraft.OUTPUT, clear(CURRENCY, 0)));
        malformed("token of 64 bits", issue("64 bits").output(SettlementDraft.OUTPUT, clear(CURRENCY, -1)));
        malformed(
                "anonymous token worth nothing",
                issue("no value").output(SettlementDraft.ANONYMOUS_OUTPUT, anonymous(0)));
        malformed("point that is not compressed", pointed("long", 0, token[0] & 0x7f));
        malformed("point at infinity", pointed("infinity", POINT, token[POINT] | 0x40));
        malformed("point beyond the prime", pointed("beyond", 0, token[0] | 0x1f));
        SettlementDraft many = issue("many");
        for (int output = 0; output < OUTPUTS_TOO_MANY; output++) {
            many.output(SettlementDraft.OUTPUT, clear(CURRENCY, 1));
        }
        malformed("more than sixteen outputs", many);
    }

    private void shapes() {
        malformed(
                "transfer that creates nothing",
                draft("no output").read("no output", 1).spend(0));
        malformed(
                "transfer that records",
                output(draft("recorded")
                        .read("recorded", 0)
                        .read("its record", 0)
                        .serial()
                        .put(1, supply())));
        malformed("transfer that spends nothing", output(draft("unspent")));
        malformed("issue without a record", output(draft("unrecorded").kind(TransactionKind.ISSUE)));
        malformed("issue that creates nothing", issue("empty"));
        malformed(
                "issue that spends",
                output(draft("spending")
                        .kind(TransactionKind.ISSUE)
                        .read("spending", 0)
                        .read("spending's record", 0)
                        .serial()
                        .put(1, supply())));
        malformed("redemption without a record", payment("no record").kind(TransactionKind.REDEEM));
        malformed("redemption that spends nothing", output(issue("redeemed").kind(TransactionKind.REDEEM)));
        malformed("configuration of a currency", issue("configuring").kind(TransactionKind.CONFIGURATION));
    }

    private void configurations() {
        Bytes next = ofVersion(inForce.version() + 1);
        Bytes afterNext = ofVersion(inForce.version() + 2);
        malformed("configuration after the next", configuration("jump").put(0, afterNext));
        malformed("configuration that is none", configuration("none").put(0, supply()));
        // its value is wrong too: a configuration is large, and recordings are to be small
        malformed(
                "configuration and a token",
                configuration("token")
                        .put(0, supply())
                        .output(SettlementDraft.OUTPUT, clear(NamespaceId.CONFIGURATION, 1)));
        malformed(
                "configuration under another key",
                draft("key")
                        .in(NamespaceId.CONFIGURATION)
                        .kind(TransactionKind.CONFIGURATION)
                        .read("key", inForce.version())
                        .put(0, next));
        malformed(
                "issue in the configuration's namespace",
                draft("issue")
                        .in(NamespaceId.CONFIGURATION)
                        .kind(TransactionKind.ISSUE)
                        .read("issue", 0)
                        .put(0, supply())
                        .output(SettlementDraft.OUTPUT, clear(NamespaceId.CONFIGURATION, 1)));
    }

    private Bytes ofVersion(long version) {
        return Bytes.of(new NetworkConfiguration(
                        version,
                        inForce.ordering(),
                        inForce.endorserGroups(),
                        inForce.namespaces(),
                        inForce.officers(),
                        inForce.auditors(),
                        inForce.committers(),
                        inForce.registrationKey(),
                        inForce.tiers(),
                        inForce.limits())
                .encode());
    }

    private SettlementDraft draft(String name) {
        return new SettlementDraft(name, inForce.version());
    }

    private SettlementDraft output(SettlementDraft draft) {
        return draft.output(SettlementDraft.UNLINKABLE_OUTPUT, token);
    }

    /// It would commit.
    private SettlementDraft payment(String name) {
        return output(draft(name).read(name, 0).serial());
    }

    /// An output more, and it would commit.
    private SettlementDraft issue(String name) {
        return draft(name).kind(TransactionKind.ISSUE).read(name, 0).put(0, supply());
    }

    /// Of a token in the clear; what it records is missing.
    private SettlementDraft redemption(String name) {
        return draft(name).kind(TransactionKind.REDEEM).read(name, 1).spend(0);
    }

    /// The value is missing.
    private SettlementDraft configuration(String name) {
        return draft(name)
                .in(NamespaceId.CONFIGURATION)
                .kind(TransactionKind.CONFIGURATION)
                .read(StateKeys.CONFIGURATION.value().toArray(), inForce.version());
    }

    /// Its token has another byte.
    private SettlementDraft pointed(String name, int at, int value) {
        byte[] changed = token.clone();
        changed[at] = (byte) value;
        return issue(name).output(SettlementDraft.UNLINKABLE_OUTPUT, changed);
    }

    private void malformed(String rule, SettlementDraft draft) {
        refused(rule, draft, TransactionStatus.MALFORMED_TRANSACTION);
    }

    private void refused(String rule, SettlementDraft draft, TransactionStatus verdict) {
        all.put(rule, new Refused(draft.encode(), verdict));
    }

    private static Bytes supply() {
        return new SupplyRecord(1, Amount.of(1_000_00)).encode();
    }

    private byte[] anonymous(long value) {
        return ByteBuffer.allocate(POINT + Long.BYTES)
                .put(Arrays.copyOf(token, POINT))
                .putLong(value)
                .array();
    }

    private static byte[] clear(NamespaceId type, long value) {
        return ByteBuffer.allocate(CLEAR_TOKEN)
                .put(SettlementDraft.hash("owner"))
                .putShort((short) type.value())
                .putLong(value)
                .array();
    }
}
