package io.florin.registration.identities;

import io.florin.registration.protocol.OpenCases;
import io.florin.runtime.api.AuditMemberInternalApi;
import io.florin.runtime.api.AuditMemberInternalApi.CaseView;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Asks the members of the audit authority themselves: nobody else's word opens a case. They must have the same case
/// open, with the same scope.
public final class MemberCases implements OpenCases {
    private static final String OPEN = "OPEN";

    private final List<AuditMemberInternalApi> members;
    private final int needed;

    /// @param needed members who can open a payment together; 0 where no currency is under passive audit
    public MemberCases(List<AuditMemberInternalApi> members, int needed) {
        this.members = List.copyOf(members);
        this.needed = needed;
    }

    @Override
    public Optional<String> scopeOf(String reference) {
        if (needed == 0) {
            return Optional.empty();
        }
        Map<String, Integer> open = new HashMap<>();
        int silent = 0;
        for (AuditMemberInternalApi member : members) {
            try {
                CaseView view = member.caseOf(reference);
                if (view != null && view.state().equals(OPEN)) {
                    open.merge(view.scope(), 1, Integer::sum);
                }
            } catch (HttpClientErrorException.NotFound none) {
                // not a case of this member
            } catch (RestClientException away) {
                silent++;
            }
        }
        Optional<String> scope = open.entrySet().stream()
                .filter(each -> each.getValue() >= needed)
                .map(Map.Entry::getKey)
                .findFirst();
        int most = open.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        if (scope.isEmpty() && most + silent >= needed) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "Too few members say whether the case is open.");
        }
        return scope;
    }
}
