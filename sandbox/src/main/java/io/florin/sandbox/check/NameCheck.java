package io.florin.sandbox.check;

import io.florin.runtime.kafka.Topics;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.economy.DemoPerson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// People are known to registration and to their bank. Whatever else the platform writes, to its topics, and so to the
/// ledger, and to its logs, names nobody.
final class NameCheck {
    private NameCheck() {}

    static Verdict names(Scene scene) {
        WordSearch search = new WordSearch(personal(scene));
        AtomicLong bytes = new AtomicLong();
        List<String> flaws = new ArrayList<>();
        TopicContents.read(scene.plan().kafka().bootstrapServers(), topics(scene), record -> {
            bytes.addAndGet(record.value().length);
            search.in(record.value()).ifPresent(word -> flaws.add(record.topic() + " names " + word));
        });
        if (!flaws.isEmpty()) {
            return Verdict.broken(flaws.getFirst());
        }
        List<Path> logs = logs(scene.plan().dataDirectory().resolve("logs"));
        for (Path log : logs) {
            Optional<String> found = search.in(read(log));
            if (found.isPresent()) {
                return Verdict.broken(log.getFileName() + " names " + found.get());
            }
        }
        return Verdict.of(
                bytes.get() > 0 && !logs.isEmpty(),
                bytes.get() / 1_000_000 + " MB of topics and " + logs.size() + " log files name none of "
                        + scene.economy().people().size() + " people");
    }

    /// Names, document numbers and account numbers.
    private static List<String> personal(Scene scene) {
        List<String> words = new ArrayList<>();
        scene.economy().people().stream().map(DemoPerson::fullName).forEach(words::add);
        scene.economy().people().stream().map(DemoPerson::documentNumber).forEach(words::add);
        scene.seeded().accounts().values().stream().map(Account::iban).forEach(words::add);
        return words;
    }

    static List<String> topics(Scene scene) {
        List<String> topics = new ArrayList<>(List.of(Topics.STATUSES, Topics.ENROLLMENTS, Topics.AUDIT_EVENTS));
        scene.genesis().configuration().ordering().parties().forEach(party -> {
            topics.add(Topics.transactions(party.id()));
            topics.add(Topics.blocks(party.id()));
        });
        return topics;
    }

    static List<Path> logs(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + directory, e);
        }
    }

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /// Looks for many words at once: a table of first two bytes says where a comparison is worth it.
    static final class WordSearch {
        private static final int PREFIXES = 1 << 16;

        private final boolean[] begins = new boolean[PREFIXES];
        private final TreeMap<Integer, List<byte[]>> byPrefix = new TreeMap<>();

        /// @param words of two bytes or more; shorter ones would be found everywhere and are left out
        WordSearch(List<String> words) {
            this(words.stream()
                    .map(word -> word.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new));
        }

        WordSearch(byte[]... words) {
            for (byte[] bytes : words) {
                if (bytes.length >= 2) {
                    begins[prefix(bytes, 0)] = true;
                    byPrefix.computeIfAbsent(prefix(bytes, 0), _ -> new ArrayList<>())
                            .add(bytes);
                }
            }
        }

        Optional<String> in(byte[] text) {
            for (int at = 0; at + 1 < text.length; at++) {
                int prefix = prefix(text, at);
                if (begins[prefix]) {
                    for (byte[] word : byPrefix.getOrDefault(prefix, List.of())) {
                        int end = at + word.length;
                        if (end <= text.length && Arrays.equals(text, at, end, word, 0, word.length)) {
                            return Optional.of(new String(word, StandardCharsets.UTF_8));
                        }
                    }
                }
            }
            return Optional.empty();
        }

        private static int prefix(byte[] bytes, int at) {
            return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
        }
    }
}
