package io.florin.registration.participants;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ParticipantFormTest {
    private static final ValidatorFactory FACTORY = Validation.buildDefaultValidatorFactory();
    private static final Validator VALIDATOR = FACTORY.getValidator();

    @AfterAll
    static void close() {
        FACTORY.close();
    }

    @Test
    void takesAWholeForm() {
        assertThat(errors("FLONDEFFXXX", "529900T8BM49AURSDO55", "http://bank.example:8080", "https://bank.example"))
                .isEmpty();
        assertThat(errors("FLONDEFF", "", "https://bank.example", "https://bank.example:9443"))
                .isEmpty();
    }

    @Test
    void checksBicLeiAndAddresses() {
        assertThat(errors("flon", "", "https://b.example", "https://b.example")).containsExactly("bic");
        assertThat(errors("FLONDEFF", "529900T8BM49AURSDO54", "https://b.example", "https://b.example"))
                .containsExactly("leiValid");
        assertThat(errors("FLONDEFF", "", "ftp://b.example", "https://b.example"))
                .containsExactly("reachable");
        assertThat(errors("FLONDEFF", "", "https://b.example", "http://b.example"))
                .containsExactly("reachable");
        assertThat(errors("FLONDEFF", "", "https://user:pw@b.example", "https://b.example"))
                .containsExactly("reachable");
    }

    private static List<String> errors(String bic, String lei, String api, String internal) {
        ParticipantForm form =
                new ParticipantForm(1, "Bank", bic, lei, URI.create(api), URI.create(internal), "request");
        return VALIDATOR.validate(form).stream()
                .map(violation -> violation.getPropertyPath().toString())
                .toList();
    }
}
