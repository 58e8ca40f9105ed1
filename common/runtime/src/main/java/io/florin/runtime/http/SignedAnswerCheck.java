package io.florin.runtime.http;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.Genesis;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/// Takes answers only that a committer of the network signed ([SignedAnswers]), for the question that was asked. Any
/// other is none: the call fails as if nobody had answered. Problems pass.
///
/// @param base address that questions are relative to
/// @param keys of the committers, as the genesis says: they cannot be replaced while the network runs
/// @param counts whether an answer counts that the committer at this place in the configuration signed
public record SignedAnswerCheck(URI base, NetworkId network, List<Bytes32> keys, IntPredicate counts)
        implements ClientHttpRequestInterceptor {

    private static final SecureRandom RANDOM = new SecureRandom();

    public SignedAnswerCheck {
        keys = List.copyOf(keys);
    }

    /// Any committer's answers count.
    public SignedAnswerCheck(URI base, NetworkId network, List<Bytes32> keys) {
        this(base, network, keys, _ -> true);
    }

    public static SignedAnswerCheck of(URI base, Genesis genesis) {
        return of(base, genesis, _ -> true);
    }

    /// @param counts as in [DistinctCommitters]
    public static SignedAnswerCheck of(URI base, Genesis genesis, IntPredicate counts) {
        return new SignedAnswerCheck(
                base, genesis.networkId(), genesis.configuration().committers().keys(), counts);
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        byte[] drawn = new byte[16];
        RANDOM.nextBytes(drawn);
        String asked = SignedAnswers.asked(drawn, body);
        request.getHeaders().set(SignedAnswers.QUESTION, asked);
        ClientHttpResponse answer = execution.execute(request, body);
        if (!answer.getStatusCode().is2xxSuccessful()) {
            return answer;
        }
        try {
            byte[] content = answer.getBody().readAllBytes();
            String value = answer.getHeaders().getFirst(SignedAnswers.HEADER);
            OptionalInt signer = value == null
                    ? OptionalInt.empty()
                    : SignedAnswers.signer(network, keys, value, question(request, asked), content);
            if (signer.isEmpty()) {
                throw new IOException("the answer of " + base + " is not signed by a committer of this network");
            }
            if (!counts.test(signer.getAsInt())) {
                throw new IOException("the answer of " + base + " is signed by a committer that answers elsewhere");
            }
            return new AnswerWithBody(answer, new ByteArrayInputStream(content));
        } catch (IOException | RuntimeException refused) {
            answer.close();
            throw refused;
        }
    }

    private String question(HttpRequest request, String asked) throws IOException {
        String prefix = base.getRawPath() == null ? "" : base.getRawPath().replaceAll("/+$", "");
        URI uri = request.getURI();
        if (!uri.getRawPath().startsWith(prefix)) {
            throw new IOException("a question that is not for " + base);
        }
        String query = uri.getRawQuery();
        String target = uri.getRawPath().substring(prefix.length()) + (query == null ? "" : "?" + query);
        return SignedAnswers.question(request.getMethod().name(), target, asked);
    }
}
