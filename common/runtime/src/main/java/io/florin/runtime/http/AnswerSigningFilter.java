package io.florin.runtime.http;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/// Signs the answers of a committer, see [SignedAnswers]. An answer is held in memory until it is whole. Problems stay
/// unsigned: they say nothing of the ledger.
public final class AnswerSigningFilter extends OncePerRequestFilter {

    private final NetworkId network;
    private final int committer;
    private final Ed25519KeyPair key;

    /// @param committer place in the configuration's list
    public AnswerSigningFilter(NetworkId network, int committer, Ed25519KeyPair key) {
        this.network = network;
        this.committer = committer;
        this.key = key;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ContentCachingResponseWrapper answer = new ContentCachingResponseWrapper(response);
        chain.doFilter(request, answer);
        if (answer.getStatus() == HttpServletResponse.SC_OK && !answer.isCommitted()) {
            String query = request.getQueryString();
            String question = request.getMethod() + " " + request.getRequestURI() + (query == null ? "" : "?" + query);
            answer.setHeader(
                    SignedAnswers.HEADER,
                    SignedAnswers.value(network, committer, key, question, answer.getContentAsByteArray()));
        }
        answer.copyBodyToResponse();
    }
}
