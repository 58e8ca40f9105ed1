package io.florin.instant.journal.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.instant.journal.JournalRecovery;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A shard's state that is nothing but its records: a snapshot has one part for each.
final class Recovered implements JournalRecovery {
    private final List<String> records = new ArrayList<>();
    private int parts;

    @Override
    public void part(byte[] part) {
        assertThat(records).as("parts come before records").hasSize(parts);
        records.add(new String(part, StandardCharsets.UTF_8));
        parts++;
    }

    @Override
    public void record(long height, byte[] record) {
        records.add(new String(record, StandardCharsets.UTF_8));
        assertThat(height).isEqualTo(records.size());
    }

    List<String> records() {
        return records;
    }

    /// How many of them came from a snapshot.
    int parts() {
        return parts;
    }

    static List<Bytes> parts(List<String> records) {
        return records.stream().map(Recovered::bytes).toList();
    }

    static Bytes bytes(String record) {
        return Bytes.of(record.getBytes(StandardCharsets.UTF_8));
    }
}
