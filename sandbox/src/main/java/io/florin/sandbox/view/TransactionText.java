package io.florin.sandbox.view;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import java.util.ArrayList;
import java.util.List;

/// Transactions in words, without anything that their bytes do not say.
public final class TransactionText {
    private static final int SHORT = 16;

    private TransactionText() {}

    public static List<String> of(ClientTransaction transaction) {
        List<String> lines = new ArrayList<>();
        lines.add(transaction.kind() + " " + cut(transaction.id().toHex()) + ", expires at block "
                + transaction.header().expiryHeight());
        switch (transaction) {
            case HiddenPayment payment -> hidden(payment, lines);
            case Transfer transfer -> {
                transfer.inputs().forEach(input -> lines.add("spends " + token(input.token())));
                transfer.outputs().forEach(output -> lines.add("creates " + token(output)));
                lines.add(transfer.signatures().size() + " signatures");
            }
            default -> lines.add("not a payment between people");
        }
        lines.add(transaction.notes().size() + " notes of "
                + transaction.notes().stream().mapToInt(Bytes::size).sum() + " bytes, encrypted to their payees");
        return lines;
    }

    private static void hidden(HiddenPayment payment, List<String> lines) {
        for (PaymentStatement.Input input : payment.statement().inputs()) {
            lines.add(
                    switch (input) {
                        case PaymentStatement.Input.Named(int _, var reference) ->
                            "spends output " + reference.index() + " of "
                                    + cut(reference.transaction().toHex()) + ": " + token(reference.token());
                        case PaymentStatement.Input.Unnamed(int _, var serial) ->
                            "serial number " + cut(Bytes.of(serial.encode()).toHex());
                    });
        }
        payment.statement().outputs().forEach(output -> lines.add("creates " + token(output)));
        lines.add("a credential of epoch " + payment.statement().credentialEpoch() + ", shown without its holder");
        if (payment.statement().audit().isPresent()) {
            for (AuditCiphertexts.Sealed sealed : AuditCiphertexts.sealed(payment.statement())) {
                lines.add(what(sealed.part()) + ", encrypted to the audit authority: "
                        + cut(Bytes.of(sealed.commitment().encode()).toHex()) + ", "
                        + cut(Bytes.of(sealed.handle().encode()).toHex()));
            }
        }
        lines.add("a proof of " + payment.proof().size() + " bytes");
    }

    private static String what(AuditCiphertexts.Part part) {
        return switch (part) {
            case AuditCiphertexts.Part.Payer(int owner) -> "payer " + owner;
            case AuditCiphertexts.Part.Payee(int output) -> "payee of output " + output;
            case AuditCiphertexts.Part.Value(int output, int limb) ->
                (limb == 0 ? "low" : "high") + " half of the value of output " + output;
        };
    }

    public static List<String> of(SettlementTransaction transaction) {
        List<String> lines = new ArrayList<>();
        lines.add(transaction.kind() + " " + cut(transaction.id().toHex()) + ", " + transaction.encode().length
                + " bytes" + (transaction.auditRequired() ? ", signed by the auditor" : ""));
        for (Read read : transaction.reads()) {
            lines.add("reads " + cut(read.key().toHex()) + (read.version() == Read.ABSENT ? ", absent" : ""));
        }
        for (Write write : transaction.writes()) {
            String key = cut(transaction.keyOf(write).toHex());
            lines.add(
                    switch (write) {
                        case Write.Spend _ -> "deletes " + key;
                        case Write.Serial _ -> "records " + key + ", a serial number";
                        case Write.Put _ -> "puts " + key;
                        case Write.Output(int _, Token token) -> "creates " + key + ": " + token(token);
                        case Write.HiddenOutput(int _, RecordedToken token) -> "creates " + key + ": " + token(token);
                    });
        }
        for (CounterAdd add : transaction.adds()) {
            String counter = cut(add.counter().toHex()) + " by " + add.amount().minorUnits();
            lines.add(
                    switch (add) {
                        case CounterAdd.Raise(var _, var _, Amount max) ->
                            "raises the counter " + counter + ", to at most " + max.minorUnits();
                        case CounterAdd.Lower(var _, var _, Amount min) ->
                            "lowers the counter " + counter + ", to at least " + min.minorUnits();
                    });
        }
        return lines;
    }

    private static String token(Token token) {
        return token.value().minorUnits() + " minor units of owner "
                + cut(token.owner().toHex());
    }

    private static String token(HiddenToken token) {
        String owner =
                "an owner hidden in " + cut(Bytes.of(token.owner().encode()).toHex());
        return switch (token) {
            case HiddenToken.Anonymous(var _, var amount) -> amount.minorUnits() + " minor units of " + owner;
            case HiddenToken.Confidential(var _, var value) ->
                "a value hidden in " + cut(Bytes.of(value.encode()).toHex()) + " of " + owner;
            case HiddenToken.Unlinkable(var _, var value) ->
                "a value hidden in " + cut(Bytes.of(value.encode()).toHex()) + " of " + owner;
        };
    }

    /// Every committed token of an honest network opens; of another the bytes are shown.
    private static String token(RecordedToken token) {
        try {
            return token(token.open());
        } catch (DecodeException unreadable) {
            return "a token that cannot be read: " + token.encoded().toHex();
        }
    }

    static String cut(String hex) {
        return hex.length() <= SHORT ? hex : hex.substring(0, SHORT) + "…";
    }
}
