package io.florin.ledger.rules;

import io.florin.crypto.Bytes;
import io.florin.crypto.ps.SerialNumber;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.HiddenTokenReference;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.RailDepositRecord;
import io.florin.ledger.settlement.RailWithdrawalRecord;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.SupplyRecord;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;

/// Translates a client transaction into its read and write sets (paper 001, C.1). A pure function: endorsers agree on
/// the result byte by byte, and reconciliation repeats it to hold them to account.
public final class SettlementTranslator {

    private SettlementTranslator() {}

    /// @param auditRequired what the namespace's audit policy says of this transaction
    /// @throws IllegalArgumentException when the sets would be malformed, for example an input named twice
    public static SettlementTransaction translate(ClientTransaction transaction, boolean auditRequired) {
        List<Read> reads = new ArrayList<>();
        List<Write> writes = new ArrayList<>();
        List<CounterAdd> adds = new ArrayList<>();
        switch (transaction) {
            case Transfer transfer -> {
                spend(transfer.inputs(), reads, writes);
                create(transfer.outputs(), writes);
            }
            case Issue issue -> {
                record(issue.header(), issue.request(), reads, writes);
                create(issue.outputs(), writes);
            }
            case Redeem redeem -> {
                record(redeem.header(), redeem.request(), reads, writes);
                spend(redeem.inputs(), reads, writes);
                create(redeem.change(), writes);
            }
            case HiddenPayment payment -> hidden(payment, reads, writes);
            case ConfigurationChange change -> {
                reads.add(new Read(StateKeys.CONFIGURATION, change.header().configurationVersion()));
                writes.add(new Write.Put(0, Bytes.of(change.configuration().encode())));
            }
            case RailDeposit deposit -> {
                deposit(deposit, reads, writes);
                adds.add(new CounterAdd.Raise(
                        StateKeys.railFloat(deposit.header().namespace(), deposit.rail()),
                        deposit.amount(),
                        deposit.floatLimit()));
            }
            case RailWithdrawal withdrawal -> {
                withdrawal(withdrawal, reads, writes);
                adds.add(new CounterAdd.Lower(
                        StateKeys.railFloat(
                                withdrawal.header().namespace(),
                                withdrawal.proof().scope().rail()),
                        withdrawal.amount(),
                        Amount.ZERO));
            }
            case RailRescue rescue -> {
                RailSequence sequence = rescue.evidence().sequence();
                reads.add(Read.absent(StateKeys.railRescue(rescue.header().namespace(), sequence)));
                writes.add(new Write.Put(0, Bytes.of(rescue.evidence().encode())));
            }
            case RailRescueOutcome outcome -> {
                RailSequence sequence = outcome.outcome().rescue();
                reads.add(new Read(StateKeys.railRescue(outcome.header().namespace(), sequence), Read.FIRST));
                writes.add(new Write.Put(0, Bytes.of(outcome.outcome().encode())));
            }
        }
        TransactionHeader header = transaction.header();
        return new SettlementTransaction(
                transaction.id(),
                transaction.kind(),
                header.namespace(),
                auditRequired,
                header.configurationVersion(),
                header.expiryHeight(),
                reads,
                writes,
                adds);
    }

    private static void deposit(RailDeposit deposit, List<Read> reads, List<Write> writes) {
        var record = new RailDepositRecord(deposit.rail(), RailAccount.of(deposit.recipient()), deposit.amount());
        reads.add(Read.absent(StateKeys.railDeposit(deposit.header().namespace(), deposit.id())));
        writes.add(new Write.Put(0, record.encode()));
        spend(deposit.inputs(), reads, writes);
        create(deposit.change(), writes);
    }

    private static void withdrawal(RailWithdrawal withdrawal, List<Read> reads, List<Write> writes) {
        RailScope scope = withdrawal.proof().scope();
        var record = new RailWithdrawalRecord(scope.rail(), scope.epoch(), withdrawal.amount());
        reads.add(Read.absent(StateKeys.railWithdrawal(
                withdrawal.header().namespace(), withdrawal.proof().id())));
        writes.add(new Write.Put(0, record.encode()));
        create(withdrawal.outputs(), writes);
    }

    /// The paper's 5.2 and C.1: named inputs are deleted, serial numbers recorded, then the request, then outputs.
    private static void hidden(HiddenPayment payment, List<Read> reads, List<Write> writes) {
        NamespaceId namespace = payment.header().namespace();
        for (PaymentStatement.Input input : payment.statement().inputs()) {
            int read = reads.size();
            switch (input) {
                case PaymentStatement.Input.Named(int _, HiddenTokenReference reference) -> {
                    reads.add(Read.token(reference.key(namespace)));
                    writes.add(new Write.Spend(read));
                }
                case PaymentStatement.Input.Unnamed(int _, SerialNumber serial) -> {
                    reads.add(Read.absent(PaymentStatement.serialKey(namespace, serial)));
                    writes.add(new Write.Serial(read));
                }
            }
        }
        payment.request().ifPresent(request -> record(payment.header(), request, reads, writes));
        List<HiddenToken> outputs = payment.statement().outputs();
        for (int i = 0; i < outputs.size(); i++) {
            writes.add(new Write.HiddenOutput(i, outputs.get(i)));
        }
    }

    private static void record(TransactionHeader header, SupplyRequest request, List<Read> reads, List<Write> writes) {
        var key = switch (request.direction()) {
            case WITHDRAWAL -> StateKeys.withdrawal(header.namespace(), request.id());
            case REDEMPTION -> StateKeys.redemption(header.namespace(), request.id());
        };
        writes.add(new Write.Put(reads.size(), SupplyRecord.of(request).encode()));
        reads.add(Read.absent(key));
    }

    private static void spend(List<TokenReference> inputs, List<Read> reads, List<Write> writes) {
        for (TokenReference input : inputs) {
            writes.add(new Write.Spend(reads.size()));
            reads.add(Read.token(input.key()));
        }
    }

    private static void create(List<Token> outputs, List<Write> writes) {
        for (int i = 0; i < outputs.size(); i++) {
            writes.add(new Write.Output(i, outputs.get(i)));
        }
    }
}
