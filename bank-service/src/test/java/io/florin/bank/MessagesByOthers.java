package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The recorded messages of other systems, by folder.
final class MessagesByOthers {

    private MessagesByOthers() {}

    /// In the order of their names.
    static List<Path> in(String folder) throws IOException {
        try (Stream<Path> files =
                Files.list(Path.of("../common/iso20022/src/test/resources/vectors/iso20022", folder))) {
            return files.sorted().toList();
        }
    }

    /// Whether it was taken; asserts that every line, or the whole, was refused with its reason.
    static boolean takenWithReasons(Path message, Answer answer) {
        JsonNode json = answer.json();
        if (answer.status() == 202) {
            assertThat(json.path("accepted").asInt()).as(message.toString()).isZero();
            assertThat(json.path("results")).as(message.toString()).isNotEmpty().allSatisfy(line -> {
                assertThat(line.path("reason").asString()).hasSize(4);
                assertThat(line.path("explanation").asString()).isNotEmpty();
            });
            return true;
        }
        assertThat(answer.status()).as(message + " " + answer.body()).isEqualTo(422);
        if (json.path("code").asString().equals("duplicate-message")) {
            assertThat(json.path("reason").asString()).isEqualTo("AM05"); // another one has its identification
        } else {
            assertThat(json.path("errors")).as(message.toString()).isNotEmpty().allSatisfy(error -> {
                assertThat(error.path("rule").asString()).isNotEmpty();
                assertThat(error.path("line").asInt()).isPositive();
            });
        }
        return false;
    }
}
