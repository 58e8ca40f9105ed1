package io.florin.ordering.chain.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.hash.Sha256;
import io.florin.ordering.chain.VoteRecord;
import io.florin.ordering.chain.VoteState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VoteLogFileTest {
    private static final VoteRecord.Promised PROMISE = new VoteRecord.Promised(3);
    private static final VoteRecord.NewViewVoted VOTE = new VoteRecord.NewViewVoted(3, Sha256.hash(new byte[] {1}));

    @TempDir
    private Path directory;

    @Test
    void remembersPromisesAndVotes() {
        try (var log = open()) {
            assertThat(log.state()).isEqualTo(VoteState.EMPTY);
            log.append(PROMISE);
            log.append(VOTE);
        }
        try (var log = open()) {
            assertThat(log.state()).isEqualTo(VoteState.EMPTY.with(PROMISE).with(VOTE));
        }
    }

    @Test
    void forgetsARecordThatWasNotWhollyWritten() throws Exception {
        try (var log = open()) {
            log.append(PROMISE);
        }
        Files.write(directory.resolve("guard.log"), new byte[] {0, 0, 0, 9}, StandardOpenOption.APPEND);
        try (var log = open()) {
            assertThat(log.state().promised()).isEqualTo(3);
            log.append(new VoteRecord.Promised(4));
        }
        try (var log = open()) {
            assertThat(log.state().promised()).isEqualTo(4);
        }
    }

    @Test
    void keepsItsSumWhenItIsShortened() {
        try (var log = new VoteLogFile(directory.resolve("guard.log"), 100)) {
            for (long view = 1; view <= 200; view++) {
                log.append(new VoteRecord.Promised(view));
            }
            log.append(VOTE);
        }
        assertThat(directory.resolve("guard.log"))
                .satisfies(file -> assertThat(Files.size(file)).isLessThan(500));
        try (var log = open()) {
            assertThat(log.state().promised()).isEqualTo(200);
            assertThat(log.state().newViewVoted()).contains(VOTE);
        }
    }

    private VoteLogFile open() {
        return new VoteLogFile(directory.resolve("guard.log"));
    }
}
