package io.florin.auditor;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.fixture.AuditedModel;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// An issue of 700 and 55 to Alice, her payment of 300 to Bob with 455 back, and a redemption of 200 of that. Made once
/// for each model and audit policy, since proofs take time.
public final class HiddenStory {
    private static final Map<AuditedModel, HiddenStory> TOLD = new EnumMap<>(AuditedModel.class);

    public final TestHiddenEconomy economy;
    public final TestNetwork network;
    public final Ed25519KeyPair treasury;
    public final Holder alice;
    public final Holder bob;
    public final Paid issue;
    public final Paid payment;
    public final Paid redemption;

    private HiddenStory(AuditedModel model) {
        economy = model.economy(5);
        network = economy.network();
        treasury = network.newKey();
        OwnerKey owner = new OwnerKey(treasury.publicKey());
        alice = economy.newHolder();
        bob = economy.newHolder();
        issue = economy.issue(network.header(100), owner, new Payee(alice, 700), new Payee(alice, 55));
        payment = economy.pay(network.header(90), issue.coins(), new Payee(bob, 300), new Payee(alice, 455));
        redemption =
                economy.redeem(network.header(100), owner, 200, payment.coins().subList(1, 2), new Payee(alice, 255));
    }

    /// The story without an auditor.
    public static HiddenStory of(PrivacyModel model) {
        return of(AuditedModel.unaudited(model));
    }

    public static HiddenStory of(AuditedModel model) {
        synchronized (TOLD) {
            return TOLD.computeIfAbsent(model, HiddenStory::new);
        }
    }

    public HiddenPayment[] all() {
        return List.of(issue.payment(), payment.payment(), redemption.payment()).toArray(HiddenPayment[]::new);
    }
}
