package io.florin.runtime.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class ApiWordsTest {

    @Test
    void saysWhatEverythingMeansAndWhatIsAlwaysThere() {
        OpenAPI api = api();

        ApiWords.of(ApiWordsTest.class, "words.properties").customise(api);

        assertThat(api.getComponents().getSchemas()).containsOnlyKeys("Order");
        Schema<?> order = api.getComponents().getSchemas().get("Order");
        assertThat(order.getDescription()).isEqualTo("What is wanted");
        assertThat(order.getRequired()).containsExactly("decidedAt", "price", "state");
        assertThat(field(order, "state").getDescription()).isEqualTo("How far it is");
        assertThat(field(order, "state").getEnum()).isEqualTo(List.of("OPEN", "DONE"));
        assertThat(field(order, "decidedAt").getTypes()).isEqualTo(Set.of("string", "null"));
        assertThat(field(order, "price").get$ref()).isNull();
        assertThat(either(order, "price", 0).get$ref()).isEqualTo("#/components/schemas/Price");
        assertThat(either(order, "price", 1).getTypes()).isEqualTo(Set.of("null"));
        Operation read = api.getPaths().get("/v1/orders/{id}/lines").getPost();
        assertThat(read.getParameters().getFirst().getDescription()).isEqualTo("Id of the order");
        Schema<?> id = read.getParameters().getFirst().getSchema();
        assertThat(id.getEnum()).isEqualTo(List.of("a", "b"));
        assertThat(read.getRequestBody().getDescription()).isEqualTo("A line");
        assertThat(read.getRequestBody().getContent().get("x").getSchema().get$ref())
                .isEqualTo("#/components/schemas/Order");
        assertThat(read.getResponses()
                        .get("200")
                        .getContent()
                        .get("x")
                        .getSchema()
                        .getItems()
                        .get$ref())
                .isEqualTo("#/components/schemas/Order");
    }

    @Test
    void servesNothingThatNobodyHasDescribed() {
        OpenAPI api = api();
        api.getComponents().getSchemas().get("OrderView").addProperty("weight", text());
        api.getPaths()
                .get("/v1/orders/{id}/lines")
                .getPost()
                .setParameters(List.of(new Parameter().name("from").schema(text())));

        assertThatThrownBy(() ->
                        ApiWords.of(ApiWordsTest.class, "words.properties").customise(api))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("field.Order.weight, parameter.orders.from");
    }

    @Test
    void needsTheWords() {
        assertThatThrownBy(() -> ApiWords.of(ApiWordsTest.class, "none.properties"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Schema<?> field(Schema<?> schema, String name) {
        return schema.getProperties().get(name);
    }

    private static Schema<?> either(Schema<?> schema, String name, int index) {
        return field(schema, name).getAnyOf().get(index);
    }

    private static OpenAPI api() {
        Schema<Object> order = new Schema<>();
        order.addProperty("state", text());
        order.addProperty("decidedAt", text());
        order.addProperty("note", text());
        order.addProperty("price", new Schema<>().$ref("#/components/schemas/PriceView"));
        Operation operation = new Operation()
                .parameters(List.of(new Parameter().name("id").schema(text())))
                .requestBody(new RequestBody().content(content(reference())))
                .responses(new ApiResponses()
                        .addApiResponse("200", new ApiResponse().content(content(new Schema<>().items(reference())))));
        return new OpenAPI()
                .components(new Components().addSchemas("OrderView", order))
                .paths(new Paths().addPathItem("/v1/orders/{id}/lines", new PathItem().post(operation)));
    }

    private static Schema<?> text() {
        Schema<?> text = new StringSchema();
        text.setTypes(Set.of("string"));
        return text;
    }

    private static Schema<?> reference() {
        return new Schema<>().$ref("#/components/schemas/OrderView");
    }

    private static Content content(Schema<?> schema) {
        return new Content().addMediaType("x", new MediaType().schema(schema));
    }
}
