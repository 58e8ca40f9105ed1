package io.florin.fakenet;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.doubles.ledger.MemoryLedger;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.DisclosureCheck;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.rules.RulesVerdict;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.Token;
import io.florin.runtime.api.CommitterApi.BlockTimes;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.runtime.http.AnswerSigningFilter;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;

/// The ledger that a bank sees. Blocks are cut when a test says so, or whenever somebody asks for blocks while
/// [#runs(boolean)] is on.
public final class FakeLedger extends MemoryLedger {

    private final Ed25519KeyPair committer;
    private final HiddenCurrencies currencies;
    private final Map<OwnerKey, EnrollmentChanged> enrollments = new HashMap<>();
    private final List<HiddenOutput> hiddenOutputs = new ArrayList<>();
    private final List<AuditDisclosure> disclosed = new ArrayList<>();
    private long epoch = 1;
    private final List<Instant> cutAt = new ArrayList<>();
    private final List<NoteEntry> notes = new ArrayList<>();
    private final List<Integer> submissionSizes = new ArrayList<>();
    private final Map<String, List<String>> traces = new HashMap<>();
    private boolean running = true;
    private boolean replaced;
    private boolean withheld;
    private long asked;
    private int abortNext;
    private int loseNext;
    private int loseAnswersOfNext;
    private int refuseNext;
    private String refuseWith = "";
    private int failAuditsNext;
    private ProblemException failAuditsWith = new ProblemException(ProblemCode.UNAVAILABLE, "x");

    public FakeLedger(Genesis genesis, Ed25519KeyPair committer) {
        super(genesis, committer);
        this.committer = committer;
        this.currencies = new HiddenCurrencies(genesis.networkId());
    }

    /// Registration's epoch: from now on only its credentials are taken.
    public synchronized void epoch(long now) {
        epoch = now;
    }

    public synchronized long epoch() {
        return epoch;
    }

    @Override
    public synchronized Set<Long> credentialEpochs() {
        return Set.of(epoch);
    }

    /// Payments that were shown to the auditor.
    synchronized AuditDisclosure shown(AuditDisclosure disclosure) {
        HiddenPayment payment = disclosure.payment();
        boolean honest = currencies
                .find(configuration(), payment.header().namespace(), payment.certifierEpoch())
                .map(parameters -> DisclosureCheck.holds(parameters, disclosure))
                .orElse(false);
        if (!honest) {
            throw new IllegalStateException("the disclosure does not open the payment");
        }
        disclosed.add(disclosure);
        return disclosure;
    }

    public synchronized List<AuditDisclosure> disclosed() {
        return List.copyOf(disclosed);
    }

    /// What certifiers sign: outputs of committed transactions.
    public record HiddenOutput(long block, SettlementTransaction transaction, int index, RecordedToken token) {}

    synchronized List<HiddenOutput> hiddenOutputs() {
        return List.copyOf(hiddenOutputs);
    }

    /// Whether blocks are cut without being asked for.
    public synchronized void runs(boolean on) {
        running = on;
    }

    /// The next transfers that reach a block are aborted as if their inputs were gone.
    public synchronized void abortNext(int count) {
        abortNext = count;
    }

    /// The next transactions are accepted and never ordered.
    public synchronized void loseNext(int count) {
        loseNext = count;
    }

    /// The next submissions are taken, and the answer is a failure.
    public synchronized void loseAnswersOfNext(int count) {
        loseAnswersOfNext = count;
    }

    /// The next transactions are refused with this code.
    public synchronized void refuseNext(int count, String code) {
        refuseNext = count;
        refuseWith = code;
    }

    /// The next requests to the auditor are answered with this HTTP status.
    public synchronized void failAuditsNext(int count, int status) {
        failAuditsNext(count, status, "for-tests");
    }

    /// The same with the code of a refusal.
    public synchronized void failAuditsNext(int count, int status, String code) {
        failAuditsNext = count;
        failAuditsWith = new ProblemException(HttpStatus.valueOf(status), code, "Not this time", "x");
    }

    /// @return empty when the auditor answers
    synchronized Optional<ProblemException> auditFailure() {
        if (failAuditsNext == 0) {
            return Optional.empty();
        }
        failAuditsNext--;
        return Optional.of(failAuditsWith);
    }

    /// The next block, of nothing else, has a token of another currency.
    public synchronized void createForeign(OwnerKey owner, int type, long value) {
        NamespaceId namespace = new NamespaceId(type);
        Token token = new Token(owner, type, Amount.of(value));
        SettlementTransaction transfer = new SettlementTransaction(
                new TransactionId(hash("block" + height())),
                TransactionKind.TRANSFER,
                namespace,
                false,
                configuration().version(),
                height() + 1,
                List.of(new Read(StateKey.of(namespace, hash("foreign" + height())), Read.FIRST)),
                List.of(new Write.Spend(0), new Write.Output(0, token)));
        tell(List.of(ToldBlocks.told(transfer, TransactionStatus.COMMITTED)));
    }

    /// A note that somebody puts beside a transaction of nobody.
    public synchronized void carryNote(Bytes sealed) {
        String text = Base64.getEncoder().encodeToString(sealed.toArray());
        notes.add(new NoteEntry(notes.size() + 1L, hash("note" + notes.size()).toHex(), 0, text));
    }

    /// How many transactions each submission had so far.
    public synchronized List<Integer> submissionSizes() {
        return List.copyOf(submissionSizes);
    }

    public synchronized void enroll(EnrollmentChanged enrollment) {
        enrollments.put(enrollment.owner(), enrollment);
    }

    /// The traces of the submissions that carried the transaction.
    public synchronized List<String> tracesOf(String id) {
        return List.copyOf(traces.getOrDefault(id, List.of()));
    }

    synchronized void sentIn(String trace, List<Submission> submissions) {
        for (Submission submission : submissions) {
            traces.computeIfAbsent(submission.transaction().id().toHex(), _ -> new ArrayList<>())
                    .add(trace);
        }
    }

    /// @return empty when the answer gets lost
    public synchronized Optional<List<SubmissionAnswer>> submitAll(List<Submission> submissions) {
        submissionSizes.add(submissions.size());
        List<SubmissionAnswer> answers = submissions.stream().map(this::submit).toList();
        if (loseAnswersOfNext > 0) {
            loseAnswersOfNext--;
            return Optional.empty();
        }
        return Optional.of(answers);
    }

    public synchronized SubmissionAnswer submit(Submission submission) {
        ClientTransaction transaction = submission.transaction();
        String id = transaction.id().toHex();
        if (refuseNext > 0) {
            refuseNext--;
            return new SubmissionAnswer(id, false, 1, refuseWith);
        }
        if (isOrdered(transaction.id())) {
            return new SubmissionAnswer(id, true, 0, "");
        }
        return switch (decide(submission)) {
            case RulesVerdict.Accepted(SettlementTransaction settlement) -> {
                if (loseNext > 0) {
                    loseNext--;
                } else {
                    order(settlement);
                    keepNotes(transaction);
                }
                yield new SubmissionAnswer(id, true, 0, "");
            }
            case RulesVerdict.Refused(var reason) -> new SubmissionAnswer(id, false, reason.number(), reason.code());
        };
    }

    private void keepNotes(ClientTransaction transaction) {
        List<Bytes> all = transaction.notes();
        for (int i = 0; i < all.size(); i++) {
            String text = Base64.getEncoder().encodeToString(all.get(i).toArray());
            notes.add(new NoteEntry(notes.size() + 1L, transaction.id().toHex(), i, text));
        }
    }

    /// While on, endorsers tell nobody a note.
    public synchronized void withholdNotes(boolean on) {
        withheld = on;
    }

    public synchronized NotePage notes(long after, int limit) {
        List<NoteEntry> page = (withheld ? List.<NoteEntry>of() : notes)
                .stream().filter(note -> note.position() > after).limit(limit).toList();
        return new NotePage(page, page.isEmpty() ? after : page.getLast().position());
    }

    /// Cuts so many blocks, the first with all that is pending.
    public synchronized void cut(int count) {
        for (int i = 0; i < count; i++) {
            cut();
        }
    }

    @Override
    protected synchronized void tell(List<SettledTransaction> block) {
        super.tell(block);
        cutAt.add(Instant.now());
    }

    /// When a block came and was complete, 7 ms later.
    public synchronized Optional<BlockTimes> times(long number) {
        return number < 1 || number > cutAt.size()
                ? Optional.empty()
                : Optional.of(new BlockTimes(
                        number,
                        cutAt.get((int) number - 1),
                        cutAt.get((int) number - 1).plusMillis(7)));
    }

    @Override
    protected void committed(long block, SettlementTransaction transaction) {
        transaction
                .hiddenOutputs()
                .forEach(output ->
                        hiddenOutputs.add(new HiddenOutput(block, transaction, output.index(), output.token())));
    }

    @Override
    protected synchronized TransactionStatus verdict(long block, SettlementTransaction transaction) {
        TransactionStatus genuine = super.verdict(block, transaction);
        if (genuine.isCommitted() && abortNext > 0 && !transaction.spends().isEmpty()) {
            abortNext--;
            return TransactionStatus.ABORTED_READ_CONFLICT;
        }
        return genuine;
    }

    /// As the real committer signs what it answers, while it is not replaced.
    ///
    /// @param base path that the addresses of its answers are below
    Filter answerSigning(String base) {
        AnswerSigningFilter filter = new AnswerSigningFilter(network(), 0, committer);
        return (request, response, chain) -> {
            if (isReplaced()) {
                chain.doFilter(request, response);
            } else if (base.isEmpty()) {
                filter.doFilter(request, response, chain);
            } else {
                var below = new HttpServletRequestWrapper((HttpServletRequest) request) {
                    @Override
                    public String getRequestURI() {
                        return super.getRequestURI().substring(base.length());
                    }
                };
                filter.doFilter(below, response, (_, answer) -> chain.doFilter(request, answer));
            }
        };
    }

    /// @param now whether somebody answers in the committer's place, who lacks its key
    public synchronized void replaceCommitter(boolean now) {
        replaced = now;
    }

    private synchronized boolean isReplaced() {
        return replaced;
    }

    /// How often somebody asked for blocks.
    public synchronized long asked() {
        return asked;
    }

    private static Bytes32 hash(String text) {
        return Bytes32.of(Sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// @return encoded list of `BlockResult`
    public synchronized byte[] results(long from, int limit) {
        asked++;
        if (running && pending() > 0) {
            cut(1);
        }
        return ToldBlocks.answer(blocks(from, limit));
    }

    @Override
    public synchronized Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
        return Optional.ofNullable(enrollments.get(owner));
    }

    @Override
    public Optional<Standing> standing(OwnerKey owner) {
        return enrollment(owner).map(EnrollmentChanged::standing);
    }
}
