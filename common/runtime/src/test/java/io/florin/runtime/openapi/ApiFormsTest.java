package io.florin.runtime.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class ApiFormsTest {
    private final Schema<?> payee = new ObjectSchema().addProperty("country", new StringSchema().pattern("[A-Z]{2}"));
    private final Schema<?> form = new ObjectSchema()
            .addProperty("payee", new Schema<>().$ref("#/components/schemas/Payee"))
            .addProperty("kind", new StringSchema().pattern("PERSON|BUSINESS"));
    private final Schema<?> answer = new ObjectSchema().addProperty("id", new StringSchema().pattern("^[0-9]+$"));
    private final Parameter id = new Parameter().name("id").schema(new StringSchema().pattern("[0-9]+"));

    @Test
    void whatIsSentHasNoOtherFieldsAndPatternsOfTheWholeText() {
        Operation pay = new Operation()
                .addParametersItem(id)
                .requestBody(new RequestBody()
                        .content(new Content()
                                .addMediaType(
                                        "application/json",
                                        new MediaType().schema(new Schema<>().$ref("#/components/schemas/Form")))));
        new ApiForms()
                .customise(new OpenAPI()
                        .components(new Components()
                                .addSchemas("Form", form)
                                .addSchemas("Payee", payee)
                                .addSchemas("Answer", answer))
                        .paths(new Paths().addPathItem("/v1/payments", new PathItem().post(pay))));

        assertThat(form.getAdditionalProperties()).isEqualTo(false);
        assertThat(payee.getAdditionalProperties()).isEqualTo(false);
        assertThat(answer.getAdditionalProperties()).isNull();
        assertThat(pattern(form, "kind")).isEqualTo("^(PERSON|BUSINESS)$");
        assertThat(pattern(payee, "country")).isEqualTo("^[A-Z]{2}$");
        assertThat(pattern(answer, "id")).isEqualTo("^[0-9]+$");
        assertThat(id.getSchema().getPattern()).isEqualTo("^[0-9]+$");
    }

    private static String pattern(Schema<?> schema, String field) {
        return schema.getProperties().get(field).getPattern();
    }
}
