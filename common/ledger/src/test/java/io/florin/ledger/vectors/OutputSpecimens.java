package io.florin.ledger.vectors;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.MadeOutput;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.SignedOutputTransaction;
import io.florin.ledger.rail.SpentOutput;
import java.util.List;
import java.util.Map;

/// Alice and Bob pay together: one output stays on the rail, one leaves it.
final class OutputSpecimens {
    private OutputSpecimens() {}

    static Specimen transaction(long seed) {
        var rail = new TestRail(seed, 4);
        Ed25519KeyPair alice = rail.newKey();
        Ed25519KeyPair bob = rail.newKey();
        Bytes32 source = rail.newBytes();
        var transaction = new OutputTransaction(
                rail.scope(),
                List.of(
                        new SpentOutput(new OutputId(source, 0, 0), new OwnerKey(alice.publicKey()), Amount.of(700)),
                        new SpentOutput(new OutputId(source, 1, 2), new OwnerKey(bob.publicKey()), Amount.of(300))),
                List.of(
                        new MadeOutput(new RailRecipient.OnRail(TestRail.accountOf(bob)), Amount.of(600)),
                        new MadeOutput(new RailRecipient.OnLedger(new OwnerKey(bob.publicKey())), Amount.of(400))),
                50,
                rail.newBytes());
        return Specimen.of(
                "rail.output-transaction",
                SignedOutputTransaction.sign(transaction, List.of(alice, bob)),
                SignedOutputTransaction::encode,
                SignedOutputTransaction::decode,
                read -> Map.of(
                        "id", read.id().toHex(),
                        "message", Bytes.of(read.transaction().ownerMessage()).toHex()));
    }
}
