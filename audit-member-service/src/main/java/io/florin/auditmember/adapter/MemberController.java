package io.florin.auditmember.adapter;

import io.florin.auditmember.AuditCase;
import io.florin.auditmember.CaseScope;
import io.florin.runtime.api.AuditMemberInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.PeerAuthentication;
import org.springframework.web.bind.annotation.RestController;

/// Internal port of a member, which the auditor asks.
@RestController
@AllowPeers("auditor")
public class MemberController implements AuditMemberInternalApi {
    private final ShareService members;
    private final CaseService cases;
    private final int member;

    /// @param member index of the shares
    public MemberController(ShareService members, CaseService cases, int member) {
        this.members = members;
        this.cases = cases;
        this.member = member;
    }

    @Override
    public ShareAnswer shares(ShareRequest request) {
        return members.shares(PeerAuthentication.currentPeer(), request);
    }

    @Override
    public PartShare keyCheck(KeyCheck request) {
        return members.keyCheck(request);
    }

    /// Registration asks too, before it says whose an enrollment id is.
    @Override
    @AllowPeers({"auditor", "registration"})
    public CaseView caseOf(String reference) {
        AuditCase found = cases.find(reference)
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "There is no such case here."));
        return new CaseView(
                member,
                found.reference(),
                found.state().name(),
                switch (found.scope()) {
                    case CaseScope.OfTransaction(var id) -> "transaction " + id.toHex();
                    case CaseScope.OfEnrollment(var _, long first, long last) ->
                        "an enrollment in blocks " + first + "-" + last;
                });
    }
}
