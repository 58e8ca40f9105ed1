package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

class CompleteJsonTest {

    private final JsonMapper json = mapper();

    private record Part(String name, List<String> tags) {}

    private static JsonMapper mapper() {
        JsonMapper.Builder builder = JsonMapper.builder();
        new StrictJson().customize(builder);
        new CompleteJson().customize(builder);
        return builder.build();
    }

    @Test
    void readsWhatIsComplete() {
        assertThat(json.readValue("{\"name\":\"\",\"tags\":[]}", Part.class)).isEqualTo(new Part("", List.of()));
        assertThat(json.readValue("[0,7]", new TypeReference<List<Integer>>() {}))
                .containsExactly(0, 7);
    }

    @Test
    void refusesWhatLacksSomething() {
        for (String lacking : List.of(
                "{\"name\":null,\"tags\":[]}",
                "{\"tags\":[]}",
                "{\"name\":\"a\",\"tags\":null}",
                "{\"name\":\"a\"}",
                "{\"name\":\"a\",\"tags\":[null]}")) {
            assertThatThrownBy(() -> json.readValue(lacking, Part.class)).isInstanceOf(JacksonException.class);
        }
    }

    @Test
    void refusesListsWithNothingIn() {
        assertThatThrownBy(() -> json.readValue("[0,null]", new TypeReference<List<Integer>>() {}))
                .isInstanceOf(JacksonException.class);
        assertThatThrownBy(
                        () -> json.readValue("[{\"name\":\"a\",\"tags\":[]},null]", new TypeReference<List<Part>>() {}))
                .isInstanceOf(JacksonException.class);
    }
}
