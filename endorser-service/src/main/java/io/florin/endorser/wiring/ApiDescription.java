package io.florin.endorser.wiring;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// What `GET /v3/api-docs` says of the service as a whole; the rest stands at the operations.
@Configuration(proxyBeanMethods = false)
class ApiDescription {

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info()
                        .title("Florin endorser")
                        .version("1")
                        .description(
                                "Takes client transactions for endorsement, and gives payees their encrypted notes."
                                        + " Signatures of owners authorise a transaction, so no caller needs a token.")
                        .license(new License().name("Apache-2.0").url("https://www.apache.org/licenses/LICENSE-2.0")))
                .servers(List.of(new Server().url("/")))
                .components(new Components()
                        .addSchemas("Problem", problem())
                        .addResponses(
                                "Problem",
                                new ApiResponse()
                                        .description("Why there is no answer, by the rules of RFC 9457")
                                        .content(new Content()
                                                .addMediaType(
                                                        "application/problem+json",
                                                        new MediaType().schema(problemReference())))));
    }

    private static Schema<Object> problemReference() {
        Schema<Object> reference = new Schema<>();
        reference.set$ref("Problem");
        return reference;
    }

    private static Schema<Object> problem() {
        Schema<Object> schema = new Schema<>();
        schema.setType("object");
        schema.setDescription("A problem of RFC 9457; type and code are stable");
        schema.setRequired(List.of("type", "code", "title", "status"));
        schema.addProperty("type", new StringSchema().format("uri"));
        schema.addProperty("code", new StringSchema().description("The last part of the type"));
        schema.addProperty("title", new StringSchema());
        schema.addProperty("status", new IntegerSchema());
        schema.addProperty("detail", new StringSchema());
        return schema;
    }
}
