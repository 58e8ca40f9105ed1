package io.florin.runtime.security;

import io.florin.runtime.http.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.security.core.Authentication;

/// A known caller must act for this participant: the claim `participant` of its token names it. One issuer serves all
/// of a kind, and a clerk of one bank is nobody at another; so one organisation's people open no case at another, which
/// is what a threshold of members is for.
public final class ParticipantFilter extends CallerFilter {

    private static final String CLAIM = "participant";

    private final String participant;

    /// @param participant for example `bank-1`
    /// @param refusal the sentence with which others are refused
    public ParticipantFilter(String participant, String refusal, ProblemWriter problems) {
        super(refusal, problems);
        this.participant = participant;
    }

    @Override
    protected boolean mayPass(HttpServletRequest request, Authentication caller) {
        return claim(caller, CLAIM).equals(Optional.of(participant));
    }
}
