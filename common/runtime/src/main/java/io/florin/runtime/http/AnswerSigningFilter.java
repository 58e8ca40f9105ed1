package io.florin.runtime.http;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.util.ContentCachingRequestWrapper;
import org.springframework.web.util.ContentCachingResponseWrapper;

/// Signs the answers of a committer, see [SignedAnswers]. An answer is held in memory until it is whole. Problems stay
/// unsigned: they say nothing of the ledger. So does an answer to a body that is not the one whose digest came with it.
public final class AnswerSigningFilter extends RequestFilter {

    /// A longer question's answer stays unsigned; the longest is a list of transaction ids.
    private static final int QUESTION_BYTES_MAX = 1 << 20;

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
    protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ContentCachingRequestWrapper asking = new ContentCachingRequestWrapper(request, QUESTION_BYTES_MAX);
        ContentCachingResponseWrapper answer = new ContentCachingResponseWrapper(response);
        chain.doFilter(asking, answer);
        String asked = request.getHeader(SignedAnswers.QUESTION);
        boolean understood = asked == null || SignedAnswers.isOf(asked, asking.getContentAsByteArray());
        if (understood && answer.getStatus() == HttpServletResponse.SC_OK && !answer.isCommitted()) {
            String query = request.getQueryString();
            String question = SignedAnswers.question(
                    request.getMethod(), request.getRequestURI() + (query == null ? "" : "?" + query), asked);
            answer.setHeader(
                    SignedAnswers.HEADER,
                    SignedAnswers.value(network, committer, key, question, answer.getContentAsByteArray()));
        }
        answer.copyBodyToResponse();
    }
}
