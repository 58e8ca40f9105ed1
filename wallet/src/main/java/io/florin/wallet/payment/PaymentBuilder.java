package io.florin.wallet.payment;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.notes.NoteContent;
import io.florin.wallet.tokens.TokenSelector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/// Builds and signs client transactions of one wallet (paper 001, C.2). Pure: randomness comes in, nothing is sent.
public final class PaymentBuilder {

    private final PayerKeys keys;
    private final LedgerView ledger;
    private final RandomGenerator random;
    private final boolean recorded;

    public PaymentBuilder(PayerKeys keys, LedgerView ledger, RandomGenerator random) {
        this(keys, ledger, random, false);
    }

    private PaymentBuilder(PayerKeys keys, LedgerView ledger, RandomGenerator random, boolean recorded) {
        this.keys = keys;
        this.ledger = ledger;
        this.random = random;
        this.recorded = recorded;
    }

    /// Of whoever keeps records of the wallet's tokens and needs no note on change. Bytes that nobody can open take its
    /// place: the ledger shows whose the change is and what it is worth, and sealing and trying costs three agreements
    /// of keys.
    public static PaymentBuilder ofCustodian(PayerKeys keys, LedgerView ledger, RandomGenerator random) {
        return new PaymentBuilder(keys, ledger, random, true);
    }

    /// Pays the instruction from the inputs; what is left comes back as change.
    ///
    /// @param inputs 1 to 16 tokens of this wallet worth at least the amount
    /// @throws ArithmeticException when the inputs do not suffice
    public Transfer pay(List<TokenReference> inputs, Instruction instruction) {
        return pay(inputs, List.of(instruction));
    }

    /// Pays each instruction by the output at its place; what is left comes back as change, behind them.
    ///
    /// @param inputs 1 to 16 tokens of this wallet worth at least the amounts
    /// @param instructions 1 to 16, and at most 15 where something is left
    /// @throws ArithmeticException when the inputs do not suffice
    public Transfer pay(List<TokenReference> inputs, List<Instruction> instructions) {
        return pay(inputs, instructions, 1);
    }

    /// Pays each instruction by the output at its place; what is left comes back behind them as tokens of one value, or
    /// of two that differ by one minor unit.
    ///
    /// @param inputs 1 to 16 tokens of this wallet worth at least the amounts
    /// @param instructions 1 to 16, and with the tokens of the change at most 16
    /// @param changeTokens 1 to 16; there are fewer where not as many minor units are left
    /// @throws ArithmeticException when the inputs do not suffice
    public Transfer pay(List<TokenReference> inputs, List<Instruction> instructions, int changeTokens) {
        List<Output> payments = new ArrayList<>();
        Amount left = TokenSelector.sum(inputs);
        for (Instruction each : instructions) {
            payments.add(new Output(token(each.payee(), each.amount()), each.payee(), each, false));
            left = left.minus(each.amount());
        }
        return transfer(inputs, payments, parts(left, changeTokens));
    }

    /// Cuts the inputs into own tokens of these values; what is left comes back as one more.
    ///
    /// @param values 1 to 16, and at most 15 where something is left
    public Transfer split(List<TokenReference> inputs, List<Amount> values) {
        List<Output> outputs = new ArrayList<>();
        Amount left = TokenSelector.sum(inputs);
        for (Amount value : values) {
            outputs.add(own(value));
            left = left.minus(value);
        }
        return transfer(inputs, outputs, parts(left, 1));
    }

    /// Takes tokens out of circulation for an approved request; signs as owner.
    public Redeem redeem(List<TokenReference> inputs, SupplyRequest request, List<OfficerApproval> approvals) {
        Amount left = TokenSelector.sum(inputs).minus(request.amount());
        List<Output> change = left.isZero() ? List.of() : List.of(own(left));
        Redeem unsigned = new Redeem(
                ledger.header(random), request, shuffled(inputs), tokens(change), notes(change), List.of(), approvals);
        return unsigned.withSignatures(List.of(sign(unsigned)), approvals);
    }

    /// Brings money on an instant rail; what is left comes back as change.
    ///
    /// @param inputs 1 to 16 tokens of this wallet worth at least the amount
    /// @param rail as the configuration in force has it
    /// @param recipient owner of the account to credit, or of the output to make
    /// @throws ArithmeticException when the inputs do not suffice
    public RailDeposit deposit(List<TokenReference> inputs, InstantRail rail, OwnerKey recipient, Amount amount) {
        Amount left = TokenSelector.sum(inputs).minus(amount);
        List<Output> change = left.isZero() ? List.of() : List.of(own(left));
        RailDeposit unsigned = new RailDeposit(
                ledger.header(random),
                rail.id(),
                recipient,
                amount,
                rail.committee().floatLimit(),
                shuffled(inputs),
                tokens(change),
                notes(change),
                List.of());
        return unsigned.withSignatures(List.of(sign(unsigned)));
    }

    /// @return values that sum up to the whole, none of them zero
    private static List<Amount> parts(Amount whole, int count) {
        long parts = Math.min(count, whole.minorUnits());
        List<Amount> values = new ArrayList<>();
        for (long i = 0; i < parts; i++) {
            long more = i < whole.minorUnits() % parts ? 1 : 0;
            values.add(Amount.of(whole.minorUnits() / parts + more));
        }
        return values;
    }

    private Transfer transfer(List<TokenReference> inputs, List<Output> wanted, List<Amount> change) {
        List<Output> outputs = new ArrayList<>(wanted);
        change.forEach(value -> outputs.add(own(value)));
        TransactionHeader header = ledger.header(random);
        Transfer unsigned = new Transfer(header, shuffled(inputs), tokens(outputs), notes(outputs), List.of());
        return unsigned.withSignatures(List.of(sign(unsigned)));
    }

    /// In an order that does not tell how they were chosen. Whose the outputs are the ledger shows anyway.
    private List<TokenReference> shuffled(List<TokenReference> inputs) {
        List<TokenReference> order = new ArrayList<>(inputs);
        Collections.shuffle(order, random);
        return order;
    }

    private Bytes sign(ClientTransaction transaction) {
        return keys.sign(ClientTransaction.ownerMessage(transaction.header(), transaction.id()));
    }

    private Output own(Amount value) {
        WalletAddress address = keys.address();
        return new Output(token(address, value), address, new Instruction(address, value, "", "", "", ""), true);
    }

    private Token token(WalletAddress owner, Amount value) {
        return new Token(owner.owner(), ledger.namespace().value(), value);
    }

    private static List<Token> tokens(List<Output> outputs) {
        return outputs.stream().map(Output::token).toList();
    }

    private List<Bytes> notes(List<Output> outputs) {
        return outputs.stream().map(this::note).toList();
    }

    private Bytes note(Output output) {
        if (recorded && output.isOwn()) {
            byte[] nobodys = new byte[ClientTransaction.NOTE_SIZE_MAX];
            random.nextBytes(nobodys);
            return Bytes.of(nobodys);
        }
        Instruction says = output.instruction();
        return new NoteContent(
                        output.token(),
                        says.endToEndId(),
                        says.uetr(),
                        says.remittance(),
                        says.payer(),
                        says.payerName())
                .seal(ledger.network(), output.address().noteKey(), random);
    }

    /// @param isOwn whether it is change, or a part that was cut off
    private record Output(Token token, WalletAddress address, Instruction instruction, boolean isOwn) {}
}
