package io.florin.auditor;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.TokenBase;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Coin;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PaymentContext;
import io.florin.ledger.privacy.PaymentProver;
import io.florin.ledger.privacy.ProvenPayment;
import io.florin.ledger.privacy.SpentToken;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Payments of a hidden economy with the credential of an epoch, as a payer discloses them to the auditor.
final class HiddenPayments {
    private final TestHiddenEconomy economy;
    private final PaymentProver prover;
    private final long epoch;

    HiddenPayments(TestHiddenEconomy economy, long epoch) {
        this.economy = economy;
        this.prover = new PaymentProver(economy.parameters(), economy.network().random());
        this.epoch = epoch;
    }

    /// A payment of one coin, padded to two inputs where tokens are unlinkable.
    AuditDisclosure pay(TransactionHeader header, Coin coin, Payee... payees) {
        List<HiddenOpening> outputs = Stream.of(payees)
                .map(payee -> HiddenOpening.fresh(
                        payee.holder().enrollment(),
                        Amount.of(payee.minorUnits()),
                        economy.network().random()))
                .toList();
        List<Bytes> notes = outputs.stream().map(_ -> Bytes.EMPTY).toList();
        List<SpentToken> spent = spent(coin);
        long certifierEpoch = spent.getFirst() instanceof SpentToken.Certified ? 1 : 0;
        PaymentContext context = HiddenPayment.context(header, Optional.empty(), certifierEpoch, notes);
        ProvenPayment proven = prover.prove(context, List.of(economy.credential(coin.owner(), epoch)), spent, outputs);
        HiddenPayment payment = new HiddenPayment(
                header, Optional.empty(), certifierEpoch, proven.statement(), notes, proven.proof(), List.of());
        return new AuditDisclosure(payment, proven.inputs(), proven.openings());
    }

    private List<SpentToken> spent(Coin coin) {
        if (!(coin.reference().token() instanceof HiddenToken.Unlinkable(var owner, var value))) {
            return List.of(new SpentToken.Named(0, coin.reference(), coin.opening()));
        }
        List<Bytes32> context = coin.readKeys().stream().map(StateKey::value).toList();
        int output = coin.reference().index();
        var certified = economy.certifiers()
                .sign(context, output, coin.opening().forCertification(), new BlindedToken(owner, value));
        return List.of(
                new SpentToken.Certified(
                        0, coin.opening(), TokenBase.of(context, output).seed(), certified),
                new SpentToken.Padding(0));
    }
}
