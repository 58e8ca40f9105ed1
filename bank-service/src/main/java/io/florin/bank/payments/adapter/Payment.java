package io.florin.bank.payments.adapter;

import io.florin.bank.payments.PaymentDue;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentOutcome;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.TransactionId;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.api.BankInternalApi.NameMatch;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.hidden.HiddenAddress;
import io.florin.wallet.hidden.HiddenInstruction;
import io.florin.wallet.hidden.TransactionOutput;
import io.florin.wallet.payment.Instruction;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One payment from a wallet of this bank, from acceptance to its final state: a copy of its row, on which steps are
/// done that a repository keeps. For one thread.
class Payment {

    /// A bank has no newer credential while registration does not answer: that is nothing that a payment ends of, but
    /// after so long.
    private static final String CREDENTIAL_PASSED = RefusalReason.CREDENTIAL_EPOCH_PASSED.code();

    private static final Duration CREDENTIAL_WAIT = Duration.ofHours(1);
    private static final Duration CREDENTIAL_PAUSE = Duration.ofSeconds(2);

    /// Of a note's 512 bytes, what is surely left for texts beside the token and the seal.
    private static final int NOTE_TEXT_MAX = 400;

    private static final int HIDDEN_NOTE_TEXT_MAX = 330;

    /// Bytes of a payer's name in a note.
    private static final int PAYER_NAME_MAX = 140;

    /// 0 before it is a row.
    private long seq;

    private long version;
    private UUID id;
    private long wallet;
    private String payee;
    private byte[] payeeOwner;
    private String payeeName;
    private String payeeAccount;

    private NameMatch payeeNameMatch;
    private long amount;
    private String endToEndId;
    private String uetr;
    private String remittance;
    private String purpose;

    private PaymentState state;

    private String reason;
    private int attempts;
    private Instant planAfter;
    private byte @Nullable [] transactionId;
    private @Nullable Integer output;
    private byte @Nullable [] preparedTransaction;
    private @Nullable Integer preparedOutput;
    private @Nullable Instant preparedAt;
    private boolean alone;
    private @Nullable Long block;
    private @Nullable UUID fileId;
    private @Nullable Integer line;
    private String traceId;
    private Instant acceptedAt;
    private @Nullable Instant submittedAt;
    private @Nullable Instant finalAt;
    private @Nullable LocalDate executionDate;
    private @Nullable Instant scheduledAt;

    @SuppressWarnings("NullAway.Init")
    private Payment() {}

    Payment(UUID id, PaymentOrder order, String traceId, Instant acceptedAt) {
        this.id = id;
        this.wallet = order.wallet();
        this.payee = order.payee().toText();
        this.payeeOwner = order.payee().id();
        this.payeeName = order.payeeName();
        this.payeeAccount = order.payeeAccount();
        this.payeeNameMatch = order.payeeNameMatch();
        this.amount = order.amount().minorUnits();
        this.endToEndId = order.endToEndId();
        this.uetr = order.uetr();
        this.remittance = order.remittance();
        this.purpose = order.purpose().name();
        this.fileId = order.file();
        this.line = order.line();
        this.traceId = traceId;
        this.state = PaymentState.ACCEPTED;
        this.reason = "";
        this.acceptedAt = acceptedAt;
        this.planAfter = acceptedAt;
    }

    /// From its row, with all columns.
    static Payment of(ResultSet row) throws SQLException {
        Payment payment = new Payment();
        payment.seq = row.getLong("seq");
        payment.version = row.getLong("version");
        payment.id = row.getObject("id", UUID.class);
        payment.wallet = row.getLong("wallet");
        payment.payee = row.getString("payee");
        payment.payeeOwner = row.getBytes("payee_owner");
        payment.payeeName = row.getString("payee_name");
        payment.payeeAccount = row.getString("payee_account");
        payment.payeeNameMatch = NameMatch.valueOf(row.getString("payee_name_match"));
        payment.amount = row.getLong("amount");
        payment.endToEndId = row.getString("end_to_end_id");
        payment.uetr = row.getString("uetr");
        payment.remittance = row.getString("remittance");
        payment.purpose = row.getString("purpose");
        payment.traceId = row.getString("trace_id");
        payment.fileId = row.getObject("file_id", UUID.class);
        payment.line = row.getObject("line", Integer.class);
        payment.executionDate = row.getObject("execution_date", LocalDate.class);
        payment.scheduledAt = instant(row, "scheduled_at");
        payment.read(row);
        return payment;
    }

    /// Reads the columns that change.
    private void read(ResultSet row) throws SQLException {
        state = PaymentState.valueOf(row.getString("state"));
        reason = row.getString("reason");
        attempts = row.getInt("attempts");
        planAfter = row.getTimestamp("plan_after").toInstant();
        transactionId = row.getBytes("transaction_id");
        output = row.getObject("output", Integer.class);
        preparedTransaction = row.getBytes("prepared_transaction");
        preparedOutput = row.getObject("prepared_output", Integer.class);
        preparedAt = instant(row, "prepared_at");
        alone = row.getBoolean("alone");
        block = row.getObject("block", Long.class);
        acceptedAt = row.getTimestamp("accepted_at").toInstant();
        submittedAt = instant(row, "submitted_at");
        finalAt = instant(row, "final_at");
    }

    static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp at = row.getTimestamp(column);
        return at == null ? null : at.toInstant();
    }

    private static @Nullable Timestamp timestamp(@Nullable Instant at) {
        return at == null ? null : Timestamp.from(at);
    }

    /// A payment before it is a row.
    @SuppressWarnings("ArrayRecordComponent")
    record New(
            UUID id,
            long wallet,
            String payee,
            byte[] payeeOwner,
            String payeeName,
            String payeeAccount,
            NameMatch payeeNameMatch,
            long amount,
            String endToEndId,
            String uetr,
            String remittance,
            String purpose,
            PaymentState state,
            String traceId,
            @Nullable UUID file,
            @Nullable Integer line,
            @Nullable LocalDate executionDate) {}

    New asNew() {
        return new New(
                id,
                wallet,
                payee,
                payeeOwner,
                payeeName,
                payeeAccount,
                payeeNameMatch,
                amount,
                endToEndId,
                uetr,
                remittance,
                purpose,
                state,
                traceId,
                fileId,
                line,
                executionDate);
    }

    /// Values of the columns that steps change, and which row: its place and its version.
    List<@Nullable Object> changes() {
        return Arrays.asList(
                state.name(),
                reason,
                attempts,
                timestamp(planAfter),
                transactionId,
                output,
                preparedTransaction,
                preparedOutput,
                timestamp(preparedAt),
                alone,
                timestamp(acceptedAt),
                timestamp(finalAt),
                seq,
                version);
    }

    /// Its changes are in its row, which has the next version.
    void saved() {
        version++;
    }

    /// It waits for its day, which is none that has begun.
    void scheduledFor(LocalDate day) {
        state = PaymentState.SCHEDULED;
        executionDate = day;
        scheduledAt = acceptedAt;
    }

    boolean waitsBeyond(LocalDate today) {
        return state == PaymentState.SCHEDULED && executionDate != null && executionDate.isAfter(today);
    }

    /// Its day has come and its money is promised. All that has to happen in time counts from now on.
    void becameDue(Instant at) {
        state = PaymentState.ACCEPTED;
        acceptedAt = at;
        planAfter = at;
    }

    void cancelled(Instant at) {
        state = PaymentState.CANCELLED;
        finalAt = at;
    }

    /// A note has room for so many bytes of text; what is too long for it loses the end of its remittance. Who pays is
    /// told before what for: the payee's bank has to know it.
    ///
    /// @param payer account of the wallet
    /// @param holder its name
    Instruction instruction(String payer, String holder) {
        String name = shortened(holder, PAYER_NAME_MAX);
        String words = remittance(payer, name, NOTE_TEXT_MAX);
        return new Instruction(WalletAddress.parse(payee), amount(), endToEndId, uetr, words, payer, name);
    }

    /// The same in a currency that hides owners or values, whose notes carry openings besides.
    HiddenInstruction hiddenInstruction(String payer, String holder) {
        String name = shortened(holder, PAYER_NAME_MAX);
        String words = remittance(payer, name, HIDDEN_NOTE_TEXT_MAX);
        return new HiddenInstruction(HiddenAddress.parse(payee), amount(), endToEndId, uetr, words, payer, name);
    }

    private String remittance(String payer, String name, int textMax) {
        return shortened(remittance, textMax - bytes(endToEndId) - bytes(uetr) - bytes(payer) - bytes(name));
    }

    boolean isOfFile() {
        return fileId != null;
    }

    PayTo payTo() {
        return PayTo.parse(payee);
    }

    Amount amount() {
        return Amount.of(amount);
    }

    long wallet() {
        return wallet;
    }

    /// Place in the order of acceptance.
    long seq() {
        return seq;
    }

    UUID id() {
        return id;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String shortened(String text, int bytesMax) {
        int end = text.length();
        while (end > 0 && bytes(text.substring(0, end)) > bytesMax) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end);
    }

    /// @param itsOutput which of the transaction's outputs pays it: the transaction may pay others too
    void submitted(TransactionId transaction, int itsOutput, Instant at) {
        state = PaymentState.SUBMITTED;
        transactionId = transaction.value().toArray();
        output = itsOutput;
        submittedAt = at;
    }

    void rejected(String why, Instant at) {
        requireOpen();
        state = PaymentState.REJECTED;
        reason = why;
        finalAt = at;
    }

    /// A payment ends once: one that was settled and is planned again would be paid twice.
    private void requireOpen() {
        Invariant.check(!state.isFinal(), "a payment that is final ends again");
    }

    /// Its transaction can never commit: plan it again after a pause that doubles each time, or give up.
    void failed(String why, int attemptsMax, Instant at, Duration pause) {
        if (why.equals(CREDENTIAL_PASSED) && at.isBefore(acceptedAt.plus(CREDENTIAL_WAIT))) {
            again(at.plus(CREDENTIAL_PAUSE));
            return;
        }
        attempts++;
        if (attempts >= attemptsMax) {
            rejected(why, at);
        } else {
            again(at.plus(pause.multipliedBy(1L << (attempts - 1))));
        }
    }

    /// A transaction that it shared was refused, or could not be proven, perhaps because of another payment in it: it
    /// is tried on its own.
    void separated(Instant at) {
        alone = true;
        again(at);
    }

    /// The split that was to make a token for it can never commit.
    void unprepared(String why, int attemptsMax, Instant at, Duration pause) {
        preparedTransaction = null;
        preparedOutput = null;
        preparedAt = null;
        failed(why, attemptsMax, at, pause);
    }

    /// The split that is to make a token for it, or has.
    Optional<Bytes> preparedBy() {
        return Optional.ofNullable(preparedTransaction).map(Bytes::of);
    }

    private void again(Instant after) {
        requireOpen();
        transactionId = null;
        output = null;
        state = PaymentState.ACCEPTED;
        planAfter = after;
    }

    /// Whether a hidden currency can pay its payee: it is an address of that currency.
    boolean isPayableHidden(String payer, String holder) {
        try {
            hiddenInstruction(payer, holder);
            return true;
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }

    /// As the plan of its wallet sees it.
    PaymentDue due(boolean payable) {
        Optional<TransactionOutput> token = preparedTransaction == null || preparedOutput == null
                ? Optional.empty()
                : Optional.of(new TransactionOutput(TransactionId.of(preparedTransaction), preparedOutput));
        return new PaymentDue(id, amount(), isOfFile(), payable, token, alone);
    }

    Optional<Bytes> transaction() {
        return Optional.ofNullable(transactionId).map(Bytes::of);
    }

    /// Of one that is final.
    PaymentOutcome outcome() {
        return new PaymentOutcome(id, wallet, payeeAccount, amount, purpose, state, reason);
    }

    String payeeAccount() {
        return payeeAccount;
    }

    PaymentState state() {
        return state;
    }

    PaymentView view() {
        return new PaymentView(
                id,
                wallet,
                payeeName,
                payeeAccount,
                payeeNameMatch,
                amount,
                endToEndId,
                uetr,
                remittance,
                purpose,
                state,
                reason,
                transactionId == null ? "" : HexFormat.of().formatHex(transactionId),
                block == null ? 0 : block,
                fileId,
                line == null ? 0 : line,
                traceId,
                "",
                acceptedAt,
                submittedAt,
                finalAt,
                executionDate,
                scheduledAt);
    }
}
