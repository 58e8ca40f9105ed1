package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.TestBed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The description of the API says of everything what it is.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiDescriptionIT {
    /// The files name the issuer of a sandbox whose ports are not moved.
    private static final String SANDBOX_ISSUER = "http://127.0.0.1:17000";

    private static final Path FILE = Path.of("../docs/openapi/bank-service.json");

    private BankUnderTest bank;
    private JsonNode api;

    @BeforeAll
    void start(TestBed.Banks banks) {
        bank = banks.bank();
        api = bank.get("/v3/api-docs").json();
    }

    private record Operation(String name, JsonNode described) {}

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        api.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> operations.add(
                                new Operation(method.getKey() + " " + path.getKey(), method.getValue()))));
        return operations;
    }

    private JsonNode schema(String name) {
        return api.path("components").path("schemas").path(name);
    }

    private static boolean says(JsonNode described) {
        return !described.path("description").asString("").isBlank();
    }

    @Test
    void everyOperationSaysWhatItDoesAndWhatMayGoWrong() {
        assertThat(operations()).isNotEmpty().allSatisfy(operation -> {
            String name = operation.name();
            assertThat(operation.described().path("summary").asString())
                    .as(name)
                    .isNotEmpty();
            assertThat(operation.described().path("description").asString())
                    .as(name)
                    .contains("Roles, one of: ");
            JsonNode responses = operation.described().path("responses");
            assertThat(responses.has("401") && responses.has("403")).as(name).isTrue();
            responses.properties().forEach(response -> {
                assertThat(says(response.getValue()))
                        .as(name + response.getKey())
                        .isTrue();
                boolean refusal =
                        response.getKey().startsWith("4") || response.getKey().startsWith("5");
                assertThat(response.getValue().toString().contains("application/problem+json"))
                        .as(name + response.getKey())
                        .isEqualTo(refusal || response.getKey().equals("default"));
            });
        });
    }

    @Test
    void problemsAreThoseOfTheOperation() {
        JsonNode pay = problems("/v1/payments", "post");
        assertThat(pay.path("422").path("description").asString())
                .contains("insufficient-funds", "payment-limit-exceeded")
                .doesNotContain("payment-file-refused");
        assertThat(problems("/v1/payment-files", "post")
                        .path("422")
                        .path("description")
                        .asString())
                .isEqualTo("Codes: approval-needed, duplicate-message, payment-file-refused");
        assertThat(problems("/v1/customers", "post")
                        .path("422")
                        .path("description")
                        .asString())
                .contains("birth-date-invalid");
        assertThat(problems("/v1/self-held-references", "post").has("422")).isFalse();
        assertThat(problems("/v1/wallets/{number}/statement", "get")
                        .path("422")
                        .path("description")
                        .asString())
                .contains("bad-period");
    }

    private JsonNode problems(String path, String method) {
        return api.path("paths").path(path).path(method).path("responses");
    }

    @Test
    void everyParameterIsDescribed() {
        for (Operation operation : operations()) {
            for (JsonNode parameter : operation.described().path("parameters")) {
                assertThat(says(parameter))
                        .as(operation.name() + " " + parameter.path("name"))
                        .isTrue();
            }
        }
    }

    @Test
    void everySchemaAndFieldIsDescribedAndNoneIsAView() {
        api.path("components").path("schemas").properties().forEach(entry -> {
            assertThat(entry.getKey()).doesNotEndWith("View");
            assertThat(says(entry.getValue())).as(entry.getKey()).isTrue();
            entry.getValue()
                    .path("properties")
                    .properties()
                    .forEach(field -> assertThat(says(field.getValue()))
                            .as(entry.getKey() + "." + field.getKey())
                            .isTrue());
        });
    }

    /// A field is required, or it may be null.
    @Test
    void fieldsThatMayBeMissingAreNamedAndNoOthers() {
        for (Map.Entry<String, List<String>> optional : Map.of(
                        "PaymentForm", List.of("endToEndId", "executionDate", "remittance", "uetr"),
                        "PayeeForm", List.<String>of(),
                        "CustomerForm", List.of("documentExpiry"),
                        "SelfHeldForm", List.of("holdingShare"),
                        "SupplyOrderForm", List.<String>of(),
                        "AmountForm", List.<String>of(),
                        "Payment", List.of("executionDate", "fileId", "finalAt", "scheduledAt", "submittedAt"),
                        "Wallet", List.of("customer"),
                        "PaymentFileLine", List.of("executionDate", "paymentId"))
                .entrySet()) {
            List<String> fields = new ArrayList<>();
            JsonNode schema = schema(optional.getKey());
            schema.path("properties").properties().forEach(field -> fields.add(field.getKey()));
            assertThat(fields).as(optional.getKey()).isNotEmpty();
            schema.path("required").forEach(field -> fields.remove(field.asString()));
            assertThat(fields).as(optional.getKey()).containsExactlyInAnyOrderElementsOf(optional.getValue());
        }
    }

    @Test
    void valuesOfAClosedSetAreListed() {
        for (String field : List.of(
                "CustomerForm.kind",
                "Customer.kind",
                "Wallet.state",
                "Payment.state",
                "Payment.purpose",
                "SupplyOrder.state",
                "SupplyOrder.direction",
                "SupplyOrderForm.direction",
                "WalletEntry.kind")) {
            String[] path = field.split("\\.");
            assertThat(schema(path[0]).path("properties").path(path[1]).path("enum"))
                    .as(field)
                    .isNotEmpty();
        }
    }

    @Test
    void longListsSayHowTheyAreRead() {
        assertThat(api.path("info").path("description").asString()).contains("following `next`");
        for (String path : List.of("/v1/wallets/{number}/entries", "/v1/payment-files/{id}")) {
            JsonNode list = api.path("paths").path(path).path("get");
            assertThat(list.path("description").asString()).as(path).contains("Follow `", "empty on the last page");
            assertThat(list.path("parameters").toString()).as(path).contains("\"limit\"", "\"maximum\"", "\"default\"");
        }
    }

    /// With `-Dflorin.write=true` the file is written first.
    @Test
    void theFileInTheDocumentsIsWhatIsServed() throws IOException {
        JsonMapper sorted = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .build();
        String served = (sorted.writeValueAsString(sorted.treeToValue(api, Object.class)) + "\n")
                .replaceAll("http://127\\.0\\.0\\.1:\\d+(?=/oauth2/token)", SANDBOX_ISSUER);
        if (Boolean.getBoolean("florin.write")) {
            Files.writeString(FILE, served);
        }
        assertThat(Files.readString(FILE))
                .as(FILE + " (written anew with -Dflorin.write=true)")
                .isEqualTo(served);
    }
}
