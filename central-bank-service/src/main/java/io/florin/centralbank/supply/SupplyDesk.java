package io.florin.centralbank.supply;

import io.florin.centralbank.protocol.OfficerDesk;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.api.CentralBankInternalApi.ApprovalView;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.sql.Timestamp;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Takes requests, collects officers' signatures and keeps each request's state. An officer's signature is checked
/// against the configuration before it counts, as the endorsers will check it again: with this database alone nobody can
/// issue.
public class SupplyDesk {

    private final RequestRepository requests;
    private final Reserves reserves;
    private final OfficerDesk officers;
    private final Network network;
    private final JdbcClient jdbc;
    private final InstantSource clock;

    SupplyDesk(
            RequestRepository requests,
            Reserves reserves,
            OfficerDesk officers,
            Network network,
            JdbcClient jdbc,
            InstantSource clock) {
        this.requests = requests;
        this.reserves = reserves;
        this.officers = officers;
        this.network = network;
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /// A bank asks; the same id again gets the same answer, with other contents a conflict.
    @Transactional
    public SupplyRequestView request(SupplyRequest request) {
        Optional<StoredRequest> known = requests.lock(request.id().toArray());
        if (known.isPresent()) {
            if (!known.get().request().equals(request)) {
                throw new ProblemException(ProblemCode.CONFLICT, "this id belongs to another request");
            }
            return view(known.get());
        }
        StoredRequest stored = new StoredRequest(request, clock.instant());
        if (reserves.account(request.participant()).isEmpty()) {
            stored.refused("the bank has no reserve account");
        } else if (hasIncident()) {
            stored.refused("the supply is under investigation");
        } else if (request.direction() == Direction.WITHDRAWAL
                && !reserves.hold(request.participant(), request.amount().minorUnits(), request.id())) {
            stored.refused("the reserves do not cover the amount");
        }
        return view(requests.save(stored));
    }

    /// One officer approves with a signature under the officer's own key.
    ///
    /// @param login as whom the officer logged in
    @Transactional
    public SupplyRequestView approve(Bytes32 id, String login, char[] passphrase) {
        int officer = officerOf(login);
        StoredRequest stored = find(id);
        if (stored.state() != RequestState.REQUESTED) {
            throw new ProblemException(ProblemCode.CONFLICT, "the request is " + stored.state());
        }
        byte[] message = network.officerMessage(stored.request());
        Bytes signature = officers.sign(officer, passphrase, message)
                .orElseThrow(() -> refused("wrong-passphrase", "the passphrase does not open the officer's key"));
        NetworkConfiguration configuration = network.configuration();
        List<Bytes32> keys = configuration.officers().keys();
        if (officer >= keys.size() || !Ed25519.verify(keys.get(officer), message, signature.toArray())) {
            throw refused("not-an-officer", "the key is not the one that the configuration names for this officer");
        }
        int added = jdbc.sql("""
                insert into supply_approval (request_id, officer, name, signature, approved_at) values (?, ?, ?, ?, ?)
                on conflict do nothing
                """)
                .params(id.toArray(), officer, login, signature.toArray(), Timestamp.from(clock.instant()))
                .update();
        if (added == 0) {
            throw refused("already-approved", "an officer approves a request once");
        }
        if (approvals(id).size() >= configuration.officers().approvalsRequired()) {
            stored.approved();
        }
        return view(stored);
    }

    /// An officer refuses; a hold goes back.
    @Transactional
    public SupplyRequestView refuse(Bytes32 id, String login, String reason) {
        officerOf(login);
        StoredRequest stored = find(id);
        if (stored.state() != RequestState.REQUESTED) {
            throw new ProblemException(ProblemCode.CONFLICT, "the request is " + stored.state());
        }
        SupplyRequest request = stored.request();
        if (request.direction() == Direction.WITHDRAWAL) {
            reserves.release(request.participant(), request.amount().minorUnits(), id);
        }
        stored.refused(reason);
        return view(stored);
    }

    @Transactional(readOnly = true)
    public Optional<SupplyRequestView> view(Bytes32 id) {
        return requests.findById(id.toArray()).map(this::view);
    }

    @Transactional(readOnly = true)
    public List<SupplyRequestView> newest(int limit) {
        return requests.newestFirst(Limit.of(limit)).stream().map(this::view).toList();
    }

    /// Withdrawals in a state, oldest first.
    @Transactional(readOnly = true)
    List<StoredRequest> withdrawals(RequestState state) {
        return requests.findByDirectionAndStateOrderByCreatedAt(Direction.WITHDRAWAL, state);
    }

    List<OfficerApproval> approvals(Bytes32 id) {
        return jdbc.sql("select officer, signature from supply_approval where request_id = ? order by officer")
                .param(id.toArray())
                .query((row, _) -> new OfficerApproval(row.getInt("officer"), Bytes.of(row.getBytes("signature"))))
                .list();
    }

    @Transactional
    void submitted(Bytes32 id, ClientTransaction issue) {
        StoredRequest stored = find(id);
        if (stored.state() == RequestState.APPROVED) {
            stored.submitted(issue);
        }
    }

    /// The issue under way can never commit: the next attempt may begin.
    @Transactional
    void attemptEnded(Bytes32 id, String transactionId) {
        StoredRequest stored = find(id);
        if (stored.state() == RequestState.SUBMITTED && stored.transactionIdHex().equals(transactionId)) {
            stored.attemptEnded();
        }
    }

    boolean hasIncident() {
        return jdbc.sql("select count(*) from incident").query(Long.class).single() > 0;
    }

    private int officerOf(String login) {
        return officers.officerOf(login)
                .orElseThrow(() -> new ProblemException(ProblemCode.FORBIDDEN, "this is no officer's login"));
    }

    private StoredRequest find(Bytes32 id) {
        return requests.lock(id.toArray())
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "there is no such request"));
    }

    private static ProblemException refused(String code, String detail) {
        return new ProblemException(
                HttpStatus.UNPROCESSABLE_CONTENT, code, "The approval is not taken", detail, Map.of());
    }

    private SupplyRequestView view(StoredRequest stored) {
        SupplyRequest request = stored.request();
        List<ApprovalView> approvals = approvals(request.id()).stream()
                .map(approval -> new ApprovalView(
                        approval.officer(), approval.signature().toHex()))
                .toList();
        return new SupplyRequestView(
                request.direction().name(),
                request.id().toHex(),
                request.participant(),
                request.owner().toHex(),
                request.amount().minorUnits(),
                stored.state().name(),
                stored.reason(),
                approvals,
                stored.transactionIdHex());
    }
}
