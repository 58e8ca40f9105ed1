package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;

class ProblemCodeTest {

    private static HttpClientErrorException answer(String body) {
        return HttpClientErrorException.create(
                HttpStatus.CONFLICT, "", new HttpHeaders(), body.getBytes(StandardCharsets.UTF_8), null);
    }

    /// What a service writes is what its callers read.
    @ParameterizedTest
    @EnumSource
    void readsWhatServicesWrite(ProblemCode code) {
        var problem = Problems.of(code, "a \"code\": \"other\" in a detail", Map.of("members", Map.of("1", "no-case")));
        String body = StrictJson.mapper().writeValueAsString(Problems.fields(problem));
        assertThat(ProblemCode.of(answer(body))).contains(code.code());
    }

    @Test
    void readsAServicesOwnCode() {
        assertThat(ProblemCode.of(answer("{\"status\":409, \"code\" : \"window-of-24-hours\"}")))
                .contains("window-of-24-hours");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>Bad gateway</html>",
                "{\"code\":17}",
                "{\"code\":\"\"}",
                "{\"code\":\"Not A Code\"}",
                "{\"code\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}"
            })
    void whatIsNoCodeIsNone(String body) {
        assertThat(ProblemCode.of(answer(body))).isEmpty();
    }
}
