package io.florin.ledger.vectors;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalOutputs;
import io.florin.ledger.rail.MadeOutput;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.SignedOutputTransaction;
import io.florin.ledger.rail.SpentOutput;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Alice and Bob pay together: one output stays on the rail, one leaves it.
final class OutputSpecimens {
    private OutputSpecimens() {}

    static List<Specimen> all(long seed) {
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
        SignedOutputTransaction signed = SignedOutputTransaction.sign(transaction, List.of(alice, bob));
        OutputCertificate certificate = rail.certify(signed);
        FinalOutputs proof = rail.finish(certificate);
        var next = rail.transaction(
                List.of(TestRail.spent(transaction.made(0), bob, 600)), List.of(TestRail.made(alice, 600)), bob);
        return List.of(
                Specimen.of(
                        "rail.output-transaction",
                        signed,
                        SignedOutputTransaction::encode,
                        SignedOutputTransaction::decode,
                        read -> Map.of(
                                "id", read.id().toHex(),
                                "message",
                                        Bytes.of(read.transaction().ownerMessage())
                                                .toHex())),
                Specimen.of(
                        "rail.output-certificate",
                        certificate,
                        OutputCertificate::encode,
                        OutputCertificate::decode,
                        _ -> Map.of()),
                Specimen.of("rail.final-outputs", proof, FinalOutputs::encode, FinalOutputs::decode, _ -> Map.of()),
                Specimen.of(
                        "rail.final-outputs-by-votes",
                        new FinalOutputs(certificate, Optional.empty()),
                        FinalOutputs::encode,
                        FinalOutputs::decode,
                        _ -> Map.of()),
                Specimen.of(
                        "rail.output-request",
                        new OutputRequest(next, List.of(proof)),
                        OutputRequest::encode,
                        OutputRequest::decode,
                        _ -> Map.of()));
    }
}
