package io.florin.centralbank.supply;

import io.florin.centralbank.incidents.Incidents;
import io.florin.centralbank.officers.KeyFileOfficers;
import io.florin.centralbank.protocol.MoneyText;
import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.centralbank.protocol.Treasuries;
import io.florin.centralbank.reserves.ReserveLedger;
import io.florin.centralbank.supply.RequestFile.Approval;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.runtime.Failure;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionOperations;

/// Takes requests, collects officers' signatures and keeps each request's state. An officer's signature is checked
/// against the configuration before it counts, as the endorsers will check it again, and is made for what the officer
/// was shown and nothing else: with this database alone nobody can issue.
public class SupplyService {
    private static final int OPEN_MAX = 200;

    private final RequestRepository requests;
    private final Network network;
    private final Parts parts;
    private final JdbcClient jdbc;
    private final InstantSource clock;
    private final Duration lifetime;
    private final IssueAttempts attempts;

    /// Collaborators of other features.
    record Parts(
            ReserveLedger reserves,
            KeyFileOfficers officers,
            Incidents incidents,
            Treasuries treasuries,
            DecisionLog log,
            MoneyText money,
            TransactionOperations transactions) {}

    /// @param lifetime how long a request waits for officers
    SupplyService(
            RequestRepository requests,
            Network network,
            Parts parts,
            JdbcClient jdbc,
            InstantSource clock,
            Duration lifetime) {
        this.lifetime = lifetime;
        this.requests = requests;
        this.network = network;
        this.parts = parts;
        this.jdbc = jdbc;
        this.clock = clock;
        this.attempts = new IssueAttempts(jdbc);
    }

    /// A bank asks; the same id again gets the same answer, with other contents a conflict.
    ///
    /// @param payee where a withdrawal of a hidden currency goes; not looked at otherwise
    @Transactional
    RequestFile request(SupplyRequest request, Optional<TreasuryAddress> payee) {
        Optional<StoredRequest> known = requests.lock(request.id().toArray());
        if (known.isPresent()) {
            boolean elsewhere = known.get()
                            .payee()
                            .map(TreasuryAddress::encoded)
                            .isPresent()
                    && !known.get().payee().map(TreasuryAddress::encoded).equals(payee.map(TreasuryAddress::encoded));
            if (!known.get().request().equals(request) || elsewhere) {
                throw SupplyProblem.OTHER_CONTENT.refusal();
            }
            return file(known.get());
        }
        checkTreasury(request);
        boolean addressed = network.isHidden() && request.direction() == Direction.WITHDRAWAL;
        if (addressed
                && !payee.map(address -> address.isOf(request, network.id())).orElse(false)) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "A withdrawal of a hidden currency names an address its owner signed.");
        }
        StoredRequest stored = requests.saveAndFlush(new StoredRequest(
                request, addressed ? payee : Optional.empty(), network.recordKey(request), clock.instant()));
        if (parts.reserves.account(request.participant()).isEmpty()) {
            stored.refused("the bank has no reserve account");
        } else if (parts.incidents.issuingStopped()) {
            stored.refused("the supply is under investigation");
        } else if (!network.fitsToken(request.amount())) {
            stored.refused("the amount is more than a token of this currency can be worth");
        } else if (request.direction() == Direction.WITHDRAWAL
                && !parts.reserves.hold(request.participant(), request.amount(), request.id())) {
            stored.refused("the reserves do not cover the amount");
        }
        log("bank:" + request.participant(), "request-received", stored, reason(stored, stored.reason()));
        return file(stored);
    }

    /// A key that no record names yet may be named in a moment: the bank asks again.
    private void checkTreasury(SupplyRequest request) {
        if (!parts.treasuries.isCurrent()) {
            throw new Failure("registration records are not current");
        }
        Treasuries.Owner owner = parts.treasuries
                .owner(request.owner())
                .orElseThrow(() -> new Failure("no registration record names the owner of a supply request"));
        boolean active =
                owner.treasury() && owner.participant() == request.participant() && owner.standing() == Standing.ACTIVE;
        if (!active) {
            throw SupplyProblem.NOT_A_TREASURY.refusal();
        }
    }

    /// One officer approves with a signature under the officer's own key, which the passphrase opens for this once.
    ///
    /// @param login as whom the officer signed in
    /// @param digest of the request that the officer was shown
    public RequestFile approve(Bytes32 id, String login, String digest, char[] passphrase) {
        int officer = officerOf(login);
        byte[] message = inTransaction(() -> {
            StoredRequest stored = open(id);
            byte[] shown = shown(stored, digest);
            checkNotSigned(stored, officer, shown);
            return shown;
        });
        Bytes signature = parts.officers
                .sign(new KeyFileOfficers.Signing(officer, login, subject(id), message), passphrase)
                .orElseThrow(SupplyProblem.WRONG_PASSPHRASE::refusal);
        return approveSigned(id, login, digest, signature);
    }

    /// One officer approves with a signature that was made elsewhere.
    public RequestFile approveSigned(Bytes32 id, String login, String digest, Bytes signature) {
        int officer = officerOf(login);
        return inTransaction(() -> {
            StoredRequest stored = open(id);
            return approved(stored, officer, login, shown(stored, digest), signature);
        });
    }

    /// An officer signs what the officer was shown, whoever wrote into the row meanwhile.
    private byte[] shown(StoredRequest stored, String digest) {
        byte[] message = network.officerMessage(stored);
        if (!digest(message).equals(digest)) {
            throw SupplyProblem.NOT_AS_SHOWN.refusal();
        }
        return message;
    }

    private void checkNotSigned(StoredRequest stored, int officer, byte[] message) {
        if (genuine(stored, message).stream().anyMatch(kept -> kept.officer() == KeyFileOfficers.number(officer))) {
            throw SupplyProblem.ALREADY_APPROVED.refusal();
        }
    }

    private static String digest(byte[] message) {
        return Sha256.hash(message).toHex();
    }

    private RequestFile approved(StoredRequest stored, int officer, String login, byte[] message, Bytes signature) {
        SupplyRequest request = stored.request();
        NetworkConfiguration configuration = network.configuration();
        List<Bytes32> keys = configuration.officers().keys();
        if (officer >= keys.size() || !Ed25519.verify(keys.get(officer), message, signature.toArray())) {
            throw SupplyProblem.WRONG_KEY.refusal();
        }
        checkNotSigned(stored, officer, message);
        // the approval that stands there is under a key that is in force no more
        jdbc.sql("delete from supply_approval where request_id = ? and officer = ?")
                .params(request.id().toArray(), officer)
                .update();
        int added = jdbc.sql("""
            insert into supply_approval (request_id, officer, name, signature, approved_at) values (?, ?, ?, ?, ?)
            on conflict do nothing
            """)
                .params(request.id().toArray(), officer, login, signature.toArray(), Timestamp.from(clock.instant()))
                .update();
        if (added == 0) {
            throw SupplyProblem.ALREADY_APPROVED.refusal();
        }
        String signed = "officer " + KeyFileOfficers.number(officer) + ", digest " + digest(message);
        log(login, "request-approved", stored, what(stored) + ", " + signed);
        if (isApproved(stored)) {
            stored.approved();
        }
        return file(stored);
    }

    private boolean isApproved(StoredRequest request) {
        return genuine(request).size() >= network.configuration().officers().approvalsRequired();
    }

    /// The signatures that count: under the keys in force, as endorsers will check them.
    private List<Approval> genuine(StoredRequest request) {
        return genuine(request, network.officerMessage(request));
    }

    private List<Approval> genuine(StoredRequest request, byte[] message) {
        List<Bytes32> keys = network.configuration().officers().keys();
        return signatures(request.request().id()).stream()
                .filter(approval -> approval.index() >= 0
                        && approval.index() < keys.size()
                        && Ed25519.verify(
                                keys.get(approval.index()),
                                message,
                                Bytes.fromHex(approval.signature()).toArray()))
                .toList();
    }

    /// Another configuration is in force: what is approved and lacks signatures of its officers waits for them again.
    @Transactional
    public void recount() {
        requests.idsByState(RequestState.APPROVED).forEach(id -> recount(find(Bytes32.of(id))));
    }

    private void recount(StoredRequest stored) {
        if (stored.state() == RequestState.APPROVED && !isApproved(stored)) {
            stored.reopened();
            log("ledger", "request-reopened", stored, reason(stored, "officers changed, signatures are needed again"));
        }
    }

    /// An officer refuses; a hold goes back.
    @Transactional
    public RequestFile refuse(Bytes32 id, String login, String reason) {
        officerOf(login);
        StoredRequest stored = find(id);
        requireRequested(stored);
        return ended(stored, RequestState.REFUSED, login, reason);
    }

    /// The bank that asked takes its request back, as long as too few officers have signed; the same again changes
    /// nothing.
    @Transactional
    RequestFile cancel(Bytes32 id, int participant) {
        StoredRequest stored = find(id);
        if (stored.request().participant() != participant) {
            throw SupplyProblem.NO_SUCH_REQUEST.refusal();
        }
        if (stored.state() == RequestState.CANCELLED) {
            return file(stored);
        }
        requireRequested(stored);
        return ended(stored, RequestState.CANCELLED, "bank:" + participant, "the bank took it back");
    }

    /// Ends what waited for officers too long.
    ///
    /// @return how many ended
    public int expire() {
        List<byte[]> overdue = requests.idsOfOverdue(clock.instant().minus(lifetime), Limit.of(OPEN_MAX));
        overdue.forEach(id -> parts.transactions.executeWithoutResult(_ -> {
            StoredRequest stored = find(Bytes32.of(id));
            if (stored.state() == RequestState.REQUESTED) { // an officer may have been faster
                ended(
                        stored,
                        RequestState.EXPIRED,
                        "clock",
                        "too few officers signed within " + lifetime.toMinutes() + " minutes");
            }
        }));
        return overdue.size();
    }

    /// Before enough officers signed; a hold goes back.
    private RequestFile ended(StoredRequest stored, RequestState ending, String actor, String reason) {
        SupplyRequest request = stored.request();
        if (request.direction() == Direction.WITHDRAWAL) {
            parts.reserves.release(request.participant(), request.amount(), request.id());
        }
        stored.ended(ending, reason);
        log(actor, "request-" + ending.name().toLowerCase(Locale.ROOT), stored, reason(stored, reason));
        return file(stored);
    }

    @Transactional(readOnly = true)
    public Optional<RequestFile> view(Bytes32 id) {
        return requests.findById(id.toArray()).map(this::file);
    }

    @Transactional(readOnly = true)
    public List<RequestFile> newest(int limit) {
        return requests.newestFirst(PageRequest.of(0, limit)).map(this::file).getContent();
    }

    /// Requests of these ids, in any order.
    @Transactional(readOnly = true)
    public List<RequestFile> files(List<String> ids) {
        return requests.findByIdIn(ids.stream().map(HexFormat.of()::parseHex).toList()).stream()
                .map(this::file)
                .toList();
    }

    /// Requests that wait for officers, oldest first.
    @Transactional(readOnly = true)
    public List<RequestFile> waiting() {
        return requests.findByStateOrderByCreatedAt(RequestState.REQUESTED, Limit.of(OPEN_MAX)).stream()
                .map(this::file)
                .toList();
    }

    @Transactional(readOnly = true)
    public long waitingCount() {
        return requests.countByState(RequestState.REQUESTED);
    }

    /// Withdrawals in a state, oldest first.
    @Transactional(readOnly = true)
    List<StoredRequest> withdrawals(RequestState state) {
        return requests.findByDirectionAndStateOrderByCreatedAt(Direction.WITHDRAWAL, state, Limit.of(OPEN_MAX));
    }

    List<OfficerApproval> approvals(StoredRequest request) {
        return genuine(request).stream()
                .map(approval -> new OfficerApproval(approval.index(), Bytes.fromHex(approval.signature())))
                .toList();
    }

    private List<Approval> signatures(Bytes32 id) {
        return jdbc.sql("select officer, name, signature, approved_at from supply_approval "
                        + "where request_id = ? order by officer")
                .param(id.toArray())
                .query((row, _) -> new Approval(
                        KeyFileOfficers.number(row.getInt("officer")),
                        row.getString("name"),
                        Bytes.of(row.getBytes("signature")).toHex(),
                        row.getTimestamp("approved_at").toInstant()))
                .list();
    }

    /// An issue is made: it is stored and its id written before it is sent.
    ///
    /// @return false where the request has moved on meanwhile: the issue must not be sent
    @Transactional
    boolean submitted(Bytes32 id, ClientTransaction issue) {
        StoredRequest stored = find(id);
        if (stored.state() != RequestState.APPROVED) {
            return false;
        }
        attempts.write(issue.id().value(), id, clock.instant());
        stored.submitted(issue);
        return true;
    }

    /// Whether this service made the issue for this request.
    @Transactional(readOnly = true)
    boolean isAttempt(Bytes32 id, ClientTransaction issue) {
        return attempts.isWritten(issue.id().value(), id);
    }

    /// The issue under way can never commit: the next attempt may begin.
    @Transactional
    void attemptEnded(Bytes32 id, String transactionId) {
        StoredRequest stored = find(id);
        if (stored.state() == RequestState.SUBMITTED
                && stored.transactionIdHex().equals(transactionId)) {
            stored.attemptEnded();
            recount(stored);
        }
    }

    @Transactional
    void refusedByEndorsers(Bytes32 id, String code) {
        StoredRequest stored = find(id);
        if (!stored.refusal().equals(code)) {
            stored.refusedByEndorsers(code);
        }
    }

    private StoredRequest open(Bytes32 id) {
        if (parts.incidents.issuingStopped()) {
            throw SupplyProblem.ISSUING_STOPPED.refusal();
        }
        StoredRequest stored = find(id);
        requireRequested(stored);
        if (!clock.instant().isBefore(expiryOf(stored))) {
            throw SupplyProblem.REQUEST_EXPIRED.refusal();
        }
        return stored;
    }

    private Instant expiryOf(StoredRequest stored) {
        return stored.createdAt().plus(lifetime);
    }

    private static void requireRequested(StoredRequest stored) {
        if (stored.state() != RequestState.REQUESTED) {
            throw SupplyProblem.ALREADY_DECIDED.refusal();
        }
    }

    private int officerOf(String login) {
        return parts.officers.officerOf(login).orElseThrow(SupplyProblem.NOT_AN_OFFICER::refusal);
    }

    private StoredRequest find(Bytes32 id) {
        return requests.lock(id.toArray()).orElseThrow(SupplyProblem.NO_SUCH_REQUEST::refusal);
    }

    private void log(String actor, String action, StoredRequest stored, String reason) {
        parts.log.append(new Decision(actor, action, subject(stored.request().id()), reason));
    }

    /// The subject of a request's entries in the log of decisions.
    static String subject(Bytes32 id) {
        return "supply-request/" + id.toHex();
    }

    private String reason(StoredRequest stored, String why) {
        return what(stored) + (why.isEmpty() ? "" : ": " + why);
    }

    /// The request in an entry of the log, for who reads the log alone.
    private String what(StoredRequest stored) {
        SupplyRequest request = stored.request();
        return request.direction().name().toLowerCase(Locale.ROOT) + " of "
                + parts.money.text(request.amount().minorUnits()) + " FLN for "
                + parts.treasuries.bank(request.participant());
    }

    private <T> T inTransaction(Supplier<T> work) {
        return Objects.requireNonNull(parts.transactions.execute(_ -> work.get()));
    }

    private RequestFile file(StoredRequest stored) {
        SupplyRequest request = stored.request();
        boolean settled = stored.state() == RequestState.SETTLED;
        byte[] message = settled ? new byte[0] : network.officerMessage(stored);
        return new RequestFile(
                request.direction().name(),
                request.id().toHex(),
                request.participant(),
                request.owner().toHex(),
                request.amount().minorUnits(),
                stored.state().name(),
                stored.reason(),
                settled ? signatures(request.id()) : genuine(stored, message),
                network.configuration().officers().approvalsRequired(),
                settled ? "" : digest(message),
                stored.transactionIdHex(),
                stored.attempts(),
                stored.refusal(),
                stored.createdAt(),
                expiryOf(stored),
                stored.settledBlock());
    }
}
