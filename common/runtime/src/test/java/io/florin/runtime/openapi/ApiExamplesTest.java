package io.florin.runtime.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class ApiExamplesTest {
    private final Schema<?> form = new ObjectSchema();
    private final Operation pay = new Operation()
            .addParametersItem(new Parameter().name("id").schema(new StringSchema().format("uuid")))
            .requestBody(new RequestBody()
                    .content(new Content()
                            .addMediaType(
                                    "application/json",
                                    new MediaType().schema(new Schema<>().$ref("#/components/schemas/Form")))));
    private final OpenAPI api = new OpenAPI()
            .components(new Components().addSchemas("Form", form))
            .paths(new Paths().addPathItem("/v1/payments", new PathItem().post(pay)));

    @Test
    void aBodysExampleIsThatOfItsFields() {
        form.addProperty("payee", new StringSchema().example("Bert Birch"));
        form.addProperty("amount", new IntegerSchema().minimum(BigDecimal.TEN));
        form.addProperty("key", new StringSchema().pattern("[0-9a-f]{4}"));
        form.addProperty("memo", new StringSchema());
        form.setRequired(List.of("payee", "amount", "key"));

        new ApiExamples().customise(api);

        assertThat(pay.getRequestBody().getContent().get("application/json").getExample())
                .isEqualTo(Map.of("payee", "Bert Birch", "amount", 10L, "key", "0a0a"));
        assertThat(pay.getParameters().getFirst().getExample()).asString().hasSize(36);
    }

    @Test
    void aTextThatNobodyGaveAnExampleIsMissed() {
        form.addProperty("payee", new StringSchema());

        assertThatThrownBy(() -> new ApiExamples().customise(api)).hasMessage("no example: Form.payee");
    }
}
