package io.florin.committer.wiring;

import io.florin.runtime.http.SignedAnswers;
import io.florin.runtime.openapi.ApiDescription;
import io.florin.runtime.openapi.ApiWords;
import io.florin.runtime.openapi.FlorinOpenApi;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// The committer's API description at `/v3/api-docs`.
@Configuration(proxyBeanMethods = false)
@Import(FlorinOpenApi.class)
class ApiDescriptionConfiguration {

    private static final String TEXT = """
        Final statuses, receipts, tokens and results of blocks, as of the last complete block. Anyone may read.

        Each answer with status 200 has the header `Florin-Signature`: the committer's place in the configuration, a \
        space, and its Ed25519 signature in hex over the network id, the question and SHA-256 of the body. The question \
        is method, path and query, and what the request's header `Florin-Question` says: 16 bytes that you drew for \
        this question, a space, and SHA-256 of the body that you send, both in hex. Send that header and check the \
        signature with the committers' keys of genesis: then neither an older answer, nor one to another question, nor \
        one that somebody in between made is one to yours. Problems are not signed: book nothing because of one. The \
        exact bytes are in docs/wire-formats.md.
        """;

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription("Florin committer", TEXT, Map.of());
    }

    @Bean
    OpenApiCustomizer apiWords() {
        return ApiWords.of(ApiDescriptionConfiguration.class, "api.properties");
    }

    /// Every answer that counts is signed.
    @Bean
    OperationCustomizer signatureDescription() {
        return (operation, _) -> {
            ApiResponse answer = operation.getResponses().get("200");
            if (answer != null) {
                answer.addHeaderObject(
                        SignedAnswers.HEADER,
                        new Header()
                                .description("Place of the committer in the configuration, its signature in hex")
                                .schema(new StringSchema()));
            }
            return operation;
        };
    }
}
