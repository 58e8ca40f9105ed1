package io.florin.registration.identities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.api.AuditMemberInternalApi;
import io.florin.runtime.http.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;

class MemberCasesTest {
    private static final String SCOPE = "transaction 00";

    @Test
    void aCaseIsOpenWhereEnoughMembersHaveItWithOneScope() {
        assertThat(cases(2, says("OPEN", SCOPE), says("OPEN", SCOPE), none()).scopeOf("c"))
                .hasValue(SCOPE);
        assertThat(cases(2, says("OPEN", SCOPE), says("ASKED", SCOPE), none()).scopeOf("c"))
                .as("asked for is not open")
                .isEmpty();
        assertThat(cases(2, says("OPEN", SCOPE), says("ENDED", SCOPE), none()).scopeOf("c"))
                .isEmpty();
        assertThat(cases(2, says("OPEN", SCOPE), says("OPEN", "transaction 11"), none())
                        .scopeOf("c"))
                .as("two cases of one name")
                .isEmpty();
    }

    @Test
    void aMemberThatIsAwayIsNoAnswer() {
        assertThat(cases(2, says("OPEN", SCOPE), says("OPEN", SCOPE), away()).scopeOf("c"))
                .hasValue(SCOPE);
        assertThat(cases(2, none(), none(), away()).scopeOf("c")).isEmpty();
        assertThatThrownBy(() -> cases(2, says("OPEN", SCOPE), none(), away()).scopeOf("c"))
                .isInstanceOf(ProblemException.class);
    }

    @Test
    void withoutAnAuditAuthorityNoCaseIsOpen() {
        assertThat(cases(0, says("OPEN", SCOPE)).scopeOf("c")).isEmpty();
    }

    private static MemberCases cases(int needed, AuditMemberInternalApi... members) {
        return new MemberCases(List.of(members), needed);
    }

    private static AuditMemberInternalApi says(String state, String scope) {
        return new Member() {
            @Override
            public CaseView caseOf(String reference) {
                return new CaseView(1, reference, state, scope);
            }
        };
    }

    private static AuditMemberInternalApi none() {
        return new Member() {
            @Override
            public CaseView caseOf(String reference) {
                throw HttpClientErrorException.create(
                        HttpStatus.NOT_FOUND, "none", new HttpHeaders(), new byte[0], StandardCharsets.UTF_8);
            }
        };
    }

    private static AuditMemberInternalApi away() {
        return new Member() {
            @Override
            public CaseView caseOf(String reference) {
                throw new ResourceAccessException("away");
            }
        };
    }

    private abstract static class Member implements AuditMemberInternalApi {
        @Override
        public ShareAnswer shares(ShareRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public PartShare keyCheck(KeyCheck request) {
            throw new UnsupportedOperationException();
        }
    }
}
