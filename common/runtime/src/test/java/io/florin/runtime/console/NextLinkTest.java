package io.florin.runtime.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

class NextLinkTest {

    @AfterEach
    void endRequest() {
        RequestContextHolder.resetRequestAttributes();
    }

    @Test
    void theNextPageHasTheSameParametersAndItsOwnCursor() {
        request("select=open&cursor=here&name=M%C3%BCller%20%26%20Co");

        ResponseEntity<List<String>> answer = NextLink.answer(new ListPage<>(List.of("a"), "before", "there"));

        assertThat(answer.getBody()).containsExactly("a");
        assertThat(answer.getHeaders().get(HttpHeaders.LINK))
                .containsExactly("</v1/tasks?select=open&name=M%C3%BCller%20%26%20Co&cursor=there>; rel=\"next\"");
    }

    @Test
    void theLastPageHasNoLink() {
        request("");

        assertThat(NextLink.answer(new ListPage<>(List.of("a"), "before", "")).getHeaders())
                .as("headers")
                .matches(headers -> !headers.containsHeader(HttpHeaders.LINK));
    }

    private static void request(String query) {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/v1/tasks");
        request.setQueryString(query);
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
    }
}
