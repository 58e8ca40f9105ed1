package io.florin.wallet.cli;

import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.chain.SteadyClock;
import io.florin.runtime.submission.EndorserClient;
import io.florin.runtime.submission.Resends;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Hands a transaction in, with the auditor's approval where it is asked for, and waits for its final status. Where no
/// answer says that it was taken, it is handed in again meanwhile, less and less often.
final class Submitter {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final int BLOCKS_PER_CALL = 50;

    private final WalletConnection connection;
    private final Printers printers;
    private final InstantSource clock;

    Submitter(WalletConnection connection, Printers printers) {
        this(connection, printers, SteadyClock.from(InstantSource.system()));
    }

    /// @param clock never goes back
    Submitter(WalletConnection connection, Printers printers, InstantSource clock) {
        this.connection = connection;
        this.printers = printers;
        this.clock = clock;
    }

    /// With the auditor's approval, where it is asked for.
    ///
    /// @param forAuditor what the auditor is shown
    Submission approved(ClientTransaction transaction, Supplier<byte[]> forAuditor) {
        return new Submission(transaction, approval(transaction, forAuditor));
    }

    /// Prints the final status.
    ///
    /// @return whether the transaction is committed
    /// @throws EndorserClient.Refused when so many endorsers refuse that it cannot commit
    /// @throws EndorserClient.Unavailable when nobody can have taken it
    /// @throws IllegalStateException when there is no final status in time
    boolean settle(Submission submission) throws InterruptedException {
        long next = connection.committer().head().number() + 1;
        Resends<TransactionId> resends = new Resends<>(clock);
        boolean taken = false;
        resends.sent(submission.transaction().id());
        try {
            connection.submit(submission);
            taken = true;
        } catch (EndorserClient.Unavailable silent) {
            if (!silent.perhapsTaken()) {
                throw silent;
            }
            printers.err()
                    .println(silent.refusal()
                                    .map(said -> "refused by too few endorsers to believe it (" + said + ")")
                                    .orElse("the answer is lost")
                            + "; the payment may have been taken: waiting for its final status");
        }
        return await(submission, taken, resends, next);
    }

    private Optional<AuditorApproval> approval(ClientTransaction transaction, Supplier<byte[]> forAuditor) {
        if (!ClearTokenRules.auditRequired(transaction, connection.configuration())) {
            return Optional.empty();
        }
        AuditorApi api = connection
                .auditor()
                .orElseThrow(() -> new IllegalStateException("this payment needs the auditor: give --auditor"));
        AuditorApi.ApprovalAnswer answer = api.approve(forAuditor.get());
        return Optional.of(new AuditorApproval(answer.auditor(), Bytes.fromHex(answer.signature())));
    }

    /// Finds the payment in the blocks since, which everybody may read: to ask for its id would say whose it is. A
    /// committer that does not answer, or with what no committer signed, says nothing of the payment: it is asked
    /// again. Blocks are read once more when the time is over: handing in again may have taken all of it.
    private boolean await(Submission submission, boolean handedIn, Resends<TransactionId> resends, long from)
            throws InterruptedException {
        ClientTransaction transaction = submission.transaction();
        Optional<TransactionId> id = Optional.of(transaction.id());
        boolean taken = handedIn;
        long next = from;
        Instant deadline = clock.instant().plus(PATIENCE);
        boolean reading = true;
        while (reading) {
            boolean inTime = clock.instant().isBefore(deadline);
            List<List<SettledTransaction>> blocks = blocks(next);
            for (List<SettledTransaction> block : blocks) {
                for (SettledTransaction settled : block) {
                    if (settled.claimed().equals(id)) {
                        TransactionStatus status = settled.outcome().status();
                        printers.out()
                                .printf(
                                        "%s %s in block %d%n",
                                        status, transaction.id().toHex(), next);
                        return status.isCommitted();
                    }
                }
                next++;
            }
            if (inTime && !taken && resends.isDue(transaction.id())) {
                resends.sent(transaction.id());
                taken = connection.submitAgain(submission);
            }
            if (inTime && blocks.isEmpty()) {
                Thread.sleep(PERIOD);
            }
            reading = inTime || blocks.size() == BLOCKS_PER_CALL;
        }
        throw new IllegalStateException("no final status of " + transaction.id().toHex()
                + " after 60 s; it may commit until block "
                + transaction.header().expiryHeight() + ": do not pay again before");
    }

    /// By the committer's word: where the wallet stands is not known, and a status is a committer's word (ADR 22).
    private List<List<SettledTransaction>> blocks(long from) {
        List<List<SettledTransaction>> blocks = new ArrayList<>();
        try {
            byte @Nullable [] answer = connection.committer().results(from, BLOCKS_PER_CALL, 0);
            for (BlockResult result : answer == null ? List.<BlockResult>of() : BlockResult.decodeList(answer)) {
                Optional<List<SettledTransaction>> signed = connection.signed(result);
                if (signed.isEmpty() || result.number() != from + blocks.size()) {
                    return blocks;
                }
                blocks.add(signed.get());
            }
        } catch (RestClientException | DecodeException nothing) {
            return blocks;
        }
        return blocks;
    }
}
