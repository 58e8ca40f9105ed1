package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.testkit.Patience;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClientException;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;
import tools.jackson.databind.json.JsonMapper;

/// A committer that signs what it answers, and somebody between it and who asks.
@Timeout(600)
final class SignedAnswersTest {

    private static final byte[] BODY = "{\"height\":7}".getBytes(StandardCharsets.UTF_8);

    private static final NetworkId ANOTHER =
            NetworkId.of("another network, of 32 bytes too".getBytes(StandardCharsets.UTF_8));

    private final Random random = new Random(3);
    private final NetworkId network = NetworkId.of(new byte[32]);
    private final Ed25519KeyPair other = Ed25519.generate(random);
    private final Ed25519KeyPair committer = Ed25519.generate(random);
    private String question = "";
    private String asking = "";
    private Function<String, String> signature = _ -> "";
    private byte[] body = BODY;
    private int status = 200;
    private HttpServer path;
    private PublicClients clients;
    private URI base;
    private Contract asked;

    interface Contract {
        @GetExchange("/v1/results")
        byte[] results(@RequestParam("from") long from, @RequestParam("name") String name);

        @PostExchange("/v1/statuses")
        byte[] statuses(@RequestBody String ids);
    }

    @BeforeEach
    void open() throws IOException {
        path = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        path.createContext("/", this::answer);
        path.start();
        clients = new PublicClients(new JsonMapper(), Patience.LIMIT, Patience.LIMIT);
        base = URI.create("http://127.0.0.1:" + path.getAddress().getPort() + "/committer/");
        asked = clients.proxy(
                Contract.class,
                base,
                new SignedAnswerCheck(base, network, List.of(other.publicKey(), committer.publicKey())));
    }

    @AfterEach
    void close() {
        clients.close();
        path.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        URI uri = exchange.getRequestURI();
        question = uri.getRawPath().substring("/committer".length()) + "?" + uri.getRawQuery();
        asking = exchange.getRequestHeaders().getFirst(SignedAnswers.QUESTION);
        String value = signature.apply(asking);
        if (!value.isEmpty()) {
            exchange.getResponseHeaders().set(SignedAnswers.HEADER, value);
        }
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private Function<String, String> signed(int place, Ed25519KeyPair key, String path, byte[] content) {
        return asked -> SignedAnswers.value(network, place, key, SignedAnswers.question("GET", path, asked), content);
    }

    private void isNone(String reason) {
        assertThatThrownBy(() -> asked.results(5, "a b")).as(reason).isInstanceOf(RestClientException.class);
    }

    @Test
    void whatACommitterSignedForTheQuestionIsTaken() {
        signature = signed(1, committer, "/v1/results?from=5&name=a%20b", BODY);
        assertThat(asked.results(5, "a b")).isEqualTo(BODY);
        assertThat(question).isEqualTo("/v1/results?from=5&name=a%20b");
    }

    @Test
    void anythingElseIsNoAnswer() {
        String path = "/v1/results?from=5&name=a%20b";
        isNone("not signed");
        signature = signed(1, committer, path, BODY);
        body = "{\"height\":8}".getBytes(StandardCharsets.UTF_8);
        isNone("changed on its way");
        body = BODY;
        Ed25519KeyPair stranger = Ed25519.generate(random);
        List<Function<String, String>> wrong = List.of(
                signed(1, committer, "/v1/results?from=4&name=a%20b", BODY),
                asked -> SignedAnswers.value(network, 1, committer, SignedAnswers.question("POST", path, asked), BODY),
                signed(0, committer, path, BODY),
                signed(2, committer, path, BODY),
                signed(1, stranger, path, BODY),
                asked -> SignedAnswers.value(ANOTHER, 1, committer, SignedAnswers.question("GET", path, asked), BODY),
                signed(1, committer, path, BODY).andThen(value -> value + "00"),
                _ -> "1 zz");
        for (int each = 0; each < wrong.size(); each++) {
            signature = wrong.get(each);
            isNone("wrong signature " + each);
        }
        signature = signed(1, committer, path, BODY);
        assertThat(asked.results(5, "a b")).isEqualTo(BODY);
    }

    /// Behind another address stands the committer that is followed, or one that is asked elsewhere: no second source.
    @Test
    void oneCommitterAtTwoAddressesIsOneSource() {
        DistinctCommitters distinct = new DistinctCommitters();
        signature = signed(1, committer, "/v1/results?from=5&name=a%20b", BODY);
        Contract another = counting(distinct.another());
        assertThatThrownBy(() -> another.results(5, "a b"))
                .as("nobody has been followed yet")
                .isInstanceOf(RestClientException.class);
        Contract followed = counting(distinct.followed());
        assertThat(followed.results(5, "a b")).isEqualTo(BODY);
        assertThatThrownBy(() -> another.results(5, "a b")).isInstanceOf(RestClientException.class);

        signature = signed(0, other, "/v1/results?from=5&name=a%20b", BODY);
        assertThat(another.results(5, "a b")).isEqualTo(BODY);
        assertThat(another.results(5, "a b")).isEqualTo(BODY);
        Contract third = counting(distinct.another());
        assertThatThrownBy(() -> third.results(5, "a b")).isInstanceOf(RestClientException.class);
        assertThat(followed.results(5, "a b")).as("whoever signs").isEqualTo(BODY);
        assertThatThrownBy(() -> another.results(5, "a b")).isInstanceOf(RestClientException.class);
    }

    private Contract counting(IntPredicate counts) {
        return clients.proxy(
                Contract.class,
                base,
                new SignedAnswerCheck(base, network, List.of(other.publicKey(), committer.publicKey()), counts));
    }

    /// What was so a while ago, or for somebody who asks without a number.
    @Test
    void anOlderAnswerIsNone() {
        Function<String, String> fresh = signed(1, committer, "/v1/results?from=5&name=a%20b", BODY);
        signature = fresh;
        assertThat(asked.results(5, "a b")).isEqualTo(BODY);
        String older = fresh.apply(asking);
        signature = _ -> older;
        isNone("older");
        signature = _ -> fresh.apply(null);
        isNone("without a number");
    }

    /// Who stands between asks the committer for something else, and passes its answer on.
    @Test
    void anAnswerToAnotherBodyIsNone() {
        for (String passedOn : List.of("[1,2]", "[3]", "")) {
            signature = asked -> {
                String value = filtered("POST", passedOn, asked).getHeader(SignedAnswers.HEADER);
                return value == null ? "" : value;
            };
            if (passedOn.equals("[1,2]")) {
                assertThat(asked.statuses("[1,2]")).isEqualTo(BODY);
            } else {
                assertThatThrownBy(() -> asked.statuses("[1,2]")).as(passedOn).isInstanceOf(RestClientException.class);
            }
        }
    }

    /// It says nothing of the ledger.
    @Test
    void aProblemPasses() {
        status = 503;
        assertThatThrownBy(() -> asked.results(5, "a b"))
                .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
    }

    /// As the committer answers when somebody asks for statuses.
    private MockHttpServletResponse filtered(String method, String content, String asked) {
        MockHttpServletRequest request = new MockHttpServletRequest(method, "/v1/statuses");
        request.setContent(content.getBytes(StandardCharsets.UTF_8));
        request.addHeader(SignedAnswers.QUESTION, asked);
        try {
            return filtered(request, 200);
        } catch (ServletException | IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private MockHttpServletResponse filtered(MockHttpServletRequest request, int answered)
            throws ServletException, IOException {
        MockHttpServletResponse response = new MockHttpServletResponse();
        FilterChain service = (in, out) -> {
            in.getInputStream().readAllBytes();
            ((HttpServletResponse) out).setStatus(answered);
            out.getOutputStream().write(BODY);
        };
        new AnswerSigningFilter(network, 1, committer).doFilter(request, response, service);
        assertThat(response.getStatus()).isEqualTo(answered);
        assertThat(response.getContentAsByteArray()).isEqualTo(BODY);
        return response;
    }

    private MockHttpServletResponse filtered(int answered) throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/v1/results");
        request.setQueryString("from=5&name=a%20b");
        return filtered(request, answered);
    }

    @Test
    void theFilterSignsWhatIsAnsweredAndNoProblem() throws ServletException, IOException {
        assertThat(filtered(200).getHeader(SignedAnswers.HEADER))
                .isEqualTo(SignedAnswers.value(network, 1, committer, "GET /v1/results?from=5&name=a%20b", BODY));
        assertThat(filtered(404).getHeader(SignedAnswers.HEADER)).isNull();
    }
}
