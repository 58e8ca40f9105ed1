package io.florin.doubles.ledger;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import java.util.List;

/// Payments of a confidential currency under passive audit: an issue to Alice and Carol, a payment of Alice's to Bob,
/// one of Carol's, and one that nobody ordered. Made once, since proofs take time.
public final class AuditedPayments {
    public static final TestHiddenEconomy ECONOMY = TestHiddenEconomy.audited(11, PrivacyModel.CONFIDENTIAL);
    public static final TestNetwork NETWORK = ECONOMY.network();
    public static final Holder ALICE = ECONOMY.newHolder();
    public static final Holder BOB = ECONOMY.newHolder();
    public static final Holder CAROL = ECONOMY.newHolder();
    public static final Ed25519KeyPair TREASURY = NETWORK.newKey();
    public static final Paid ISSUE = ECONOMY.issue(
            NETWORK.header(100),
            new OwnerKey(TREASURY.publicKey()),
            new Payee(ALICE, 12_884_901_895L),
            new Payee(CAROL, 55));
    public static final Paid PAYMENT = ECONOMY.pay(
            NETWORK.header(100),
            ISSUE.coins().subList(0, 1),
            new Payee(BOB, 4_294_967_299L),
            new Payee(ALICE, 8_589_934_596L));
    public static final Paid OF_OTHERS =
            ECONOMY.pay(NETWORK.header(100), ISSUE.coins().subList(1, 2), new Payee(BOB, 50), new Payee(CAROL, 5));
    public static final Paid NEVER_ORDERED = ECONOMY.pay(
            NETWORK.header(100), PAYMENT.coins().subList(0, 1), new Payee(CAROL, 1), new Payee(BOB, 4_294_967_298L));
    public static final List<Paid> ALL = List.of(ISSUE, PAYMENT, OF_OTHERS, NEVER_ORDERED);

    private AuditedPayments() {}

    /// As it was ordered and committed, in blocks 1 to 3.
    public static ShownLedger ledger() {
        return new ShownLedger(NETWORK, ISSUE, PAYMENT, OF_OTHERS);
    }

    /// The payment's id, hex.
    public static String hex(Paid paid) {
        return paid.payment().id().toHex();
    }

    /// The enrollment id, hex.
    public static String id(Holder holder) {
        return Bytes32.of(holder.enrollment().toBytes()).toHex();
    }

    /// A currency of the anonymous model whose audit key, or whose shares of it, are changed between two payments of
    /// Alice.
    public static final class Rotation {
        public static final TestHiddenEconomy BEFORE = TestHiddenEconomy.audited(17, PrivacyModel.ANONYMOUS);

        public final TestHiddenEconomy after;
        public final Paid issue;
        public final Paid old;
        public final Paid recent;
        public final ShownLedger ledger;

        /// @param next the auditors that come into force in block 3
        public Rotation(TestAuditors next) {
            after = BEFORE.after(next);
            issue = BEFORE.issue(
                    BEFORE.header(100), new OwnerKey(TREASURY.publicKey()), new Payee(ALICE, 90), new Payee(ALICE, 55));
            old = BEFORE.pay(BEFORE.header(100), issue.coins().subList(0, 1), new Payee(BOB, 90));
            recent = after.pay(after.header(100), issue.coins().subList(1, 2), new Payee(BOB, 55));
            TestNetwork network = BEFORE.network();
            ledger = new ShownLedger(
                    network,
                    issue.payment(),
                    old.payment(),
                    network.change(after.configuration(), 100),
                    recent.payment());
        }
    }
}
