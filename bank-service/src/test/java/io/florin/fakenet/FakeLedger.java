package io.florin.fakenet;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.DisclosureCheck;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.rules.Decision;
import io.florin.ledger.rules.LedgerRules;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.rules.RulesContext;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.Token;
import io.florin.runtime.api.CommitterApi.BlockTimes;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import io.florin.runtime.api.CommitterApi.TransactionView;
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
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/// A ledger in memory: endorses by the real rules, orders by arrival, commits with versions. Blocks are cut when a test
/// says so, or whenever somebody asks for blocks while [#runs(boolean)] is on. One lock guards everything.
public final class FakeLedger implements RulesContext {

    private final Genesis genesis;
    private final Ed25519KeyPair committer;
    private final LedgerRules rules;
    private final HiddenCurrencies currencies;
    private final Map<OwnerKey, EnrollmentChanged> enrollments = new HashMap<>();
    private final Map<StateKey, Token> unspent = new LinkedHashMap<>();
    private final Set<StateKey> records = new HashSet<>();
    private final Set<StateKey> hiddenUnspent = new HashSet<>();
    private final List<HiddenOutput> hiddenOutputs = new ArrayList<>();
    private final List<AuditDisclosure> disclosed = new ArrayList<>();
    private long epoch = 1;
    private final Map<TransactionId, SettlementTransaction> pending = new LinkedHashMap<>();
    private final Map<String, TransactionView> statuses = new HashMap<>();
    private final ToldBlocks blocks;
    private NetworkConfiguration configuration;
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
        this.genesis = genesis;
        this.committer = committer;
        this.blocks = new ToldBlocks(genesis, 0, committer);
        this.configuration = genesis.configuration();
        this.currencies = new HiddenCurrencies(genesis.networkId());
        this.rules = LedgerRules.of(genesis.networkId(), new SecureRandom());
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

    /// The next block, of nothing else, puts another configuration in force.
    public synchronized void configure(NetworkConfiguration next) {
        Read read = new Read(StateKeys.CONFIGURATION, configuration().version());
        Write write = new Write.Put(0, Bytes.of(next.encode()));
        add(List.of(ToldBlocks.told(
                settlement(TransactionKind.CONFIGURATION, NamespaceId.CONFIGURATION, read, List.of(write)),
                TransactionStatus.COMMITTED)));
        configuration = next;
    }

    private SettlementTransaction settlement(
            TransactionKind kind, NamespaceId namespace, Read read, List<Write> writes) {
        return new SettlementTransaction(
                new TransactionId(hash("block" + height())),
                kind,
                namespace,
                false,
                configuration().version(),
                height() + 1,
                List.of(read),
                writes);
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
        Read read = new Read(StateKey.of(namespace, hash("foreign" + height())), Read.FIRST);
        Token token = new Token(owner, type, Amount.of(value));
        List<Write> writes = List.of(new Write.Spend(0), new Write.Output(0, token));
        add(List.of(ToldBlocks.told(
                settlement(TransactionKind.TRANSFER, namespace, read, writes), TransactionStatus.COMMITTED)));
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

    /// Transactions that wait for a block.
    public synchronized int pending() {
        return pending.size();
    }

    public synchronized long sumOf(OwnerKey owner) {
        return unspent.values().stream()
                .filter(token -> token.owner().equals(owner))
                .mapToLong(token -> token.value().minorUnits())
                .sum();
    }

    public synchronized long outstanding() {
        return unspent.values().stream()
                .mapToLong(token -> token.value().minorUnits())
                .sum();
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
        if (pending.containsKey(transaction.id()) || statuses.containsKey(id)) {
            return new SubmissionAnswer(id, true, 0, "");
        }
        return switch (decide(submission)) {
            case Decision.Accepted(SettlementTransaction settlement) -> {
                if (loseNext > 0) {
                    loseNext--;
                } else {
                    pending.put(transaction.id(), settlement);
                    keepNotes(transaction);
                }
                yield new SubmissionAnswer(id, true, 0, "");
            }
            case Decision.Refused(var reason) -> new SubmissionAnswer(id, false, reason.number(), reason.code());
        };
    }

    /// As endorsers do: by the rules, and by the grid of expiry heights.
    private Decision decide(Submission submission) {
        TransactionHeader header = submission.transaction().header();
        boolean besideTheGrid = header.configurationVersion() == configuration().version()
                && !configuration().limits().isOnGrid(header.expiryHeight());
        return besideTheGrid ? new Decision.Refused(RefusalReason.EXPIRY_OUT_OF_RANGE) : rules.check(submission, this);
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
            List<SettledTransaction> block = new ArrayList<>();
            pending.values().forEach(transaction -> block.add(settle(transaction, block.size())));
            pending.clear();
            add(block);
        }
    }

    private void add(List<SettledTransaction> block) {
        blocks.add(block.toArray(SettledTransaction[]::new));
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

    private SettledTransaction settle(SettlementTransaction transaction, long index) {
        long number = height() + 1;
        TransactionStatus status = verdict(transaction, number);
        if (status.isCommitted()) {
            transaction.writes().forEach(write -> apply(transaction, write, number));
        }
        String id = transaction.id().toHex();
        statuses.put(id, new TransactionView(id, status.name(), status.number(), number, index));
        return ToldBlocks.told(transaction, status);
    }

    private void apply(SettlementTransaction transaction, Write write, long number) {
        StateKey key = transaction.keyOf(write);
        switch (write) {
            case Write.Spend _ -> {
                unspent.remove(key);
                hiddenUnspent.remove(key);
            }
            case Write.Put _, Write.Serial _ -> records.add(key);
            case Write.HiddenOutput(int output, var token) -> {
                hiddenUnspent.add(key);
                hiddenOutputs.add(new HiddenOutput(number, transaction, output, token));
            }
            case Write.Output(int _, var token) -> unspent.put(key, token);
        }
    }

    private TransactionStatus verdict(SettlementTransaction transaction, long number) {
        if (transaction.configurationVersion() != configuration().version()) {
            return TransactionStatus.ABORTED_STALE_CONFIG;
        }
        if (number > transaction.expiryHeight()) {
            return TransactionStatus.ABORTED_EXPIRED;
        }
        if (abortNext > 0 && !transaction.spends().isEmpty()) {
            abortNext--;
            return TransactionStatus.ABORTED_READ_CONFLICT;
        }
        boolean conflict = transaction.reads().stream()
                .anyMatch(read -> read.version() == Read.ABSENT
                        ? records.contains(read.key())
                        : !unspent.containsKey(read.key()) && !hiddenUnspent.contains(read.key()));
        return conflict ? TransactionStatus.ABORTED_READ_CONFLICT : TransactionStatus.COMMITTED;
    }

    /// As the real committer signs what it answers, while it is not replaced.
    ///
    /// @param base path that the addresses of its answers are below
    Filter answerSigning(String base) {
        AnswerSigningFilter filter = new AnswerSigningFilter(genesis.networkId(), 0, committer);
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
        if (running && !pending.isEmpty()) {
            cut(1);
        }
        return ToldBlocks.answer(blocks.results(from, limit));
    }

    public synchronized @Nullable TransactionView status(String id) {
        return statuses.get(id);
    }

    public synchronized LedgerHead head() {
        long number = height();
        Optional<Checkpoint> last = blocks.results(Math.max(1, number), 1).stream()
                .map(block -> block.statuses().checkpoint())
                .findFirst();
        String network = genesis.networkId().toHex();
        return new LedgerHead(
                network,
                number,
                last.map(block -> block.headerHash().toHex()).orElse(network),
                last.map(block -> block.stateHash().toHex()).orElse(network),
                configuration.version());
    }

    @Override
    public NetworkId network() {
        return genesis.networkId();
    }

    public Genesis genesis() {
        return genesis;
    }

    @Override
    public synchronized NetworkConfiguration configuration() {
        return configuration;
    }

    @Override
    public synchronized long height() {
        return blocks.height();
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
