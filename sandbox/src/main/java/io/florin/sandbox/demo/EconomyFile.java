package io.florin.sandbox.demo;

import io.florin.sandbox.run.SandboxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// A data directory's memory of its economy, so that the next start goes on with it instead of seeding another. A
/// directory holds one economy; one that was begun and not finished cannot be gone on with.
public final class EconomyFile {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;
    private final long seed;
    private final int people;

    /// @param accounts empty while the economy is being seeded
    record Content(
            long seed, int people, boolean finished, long issuedMinor, Map<String, SeededEconomy.Account> accounts) {}

    public EconomyFile(Path dataDirectory, long seed, int people) {
        this.file = dataDirectory.resolve("economy.json");
        this.seed = seed;
        this.people = people;
    }

    /// The economy of an earlier run.
    ///
    /// @throws SandboxException when the directory holds another economy or half of one
    public Optional<SeededEconomy> read() {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Content content;
        try {
            content = JSON.readValue(file, Content.class);
        } catch (JacksonException e) {
            throw new SandboxException("The file " + file + " is damaged. Use another directory with --data.", e);
        }
        if (!content.finished()) {
            throw new SandboxException("An earlier run ended while it seeded the economy in " + file.getParent()
                    + ". Delete that directory, or use another with --data.");
        }
        if (content.people() != people) {
            throw new SandboxException(file.getParent() + " holds an economy of " + content.people()
                    + " people. Use another directory with --data.");
        }
        if (content.seed() != seed) {
            throw new SandboxException(file.getParent() + " holds the economy of seed " + content.seed()
                    + ". Use another directory with --data.");
        }
        return Optional.of(new SeededEconomy(content.accounts(), content.issuedMinor()));
    }

    /// @throws SandboxException when the directory holds an economy, whole or half
    public void requireNone() {
        if (Files.exists(file)) {
            throw new SandboxException(
                    file.getParent() + " holds an economy already. Use another directory with --data.");
        }
    }

    public void begin() {
        write(new Content(seed, people, false, 0, Map.of()));
    }

    public void finish(SeededEconomy economy) {
        write(new Content(seed, people, true, economy.issuedMinor(), economy.accounts()));
    }

    private void write(Content content) {
        try {
            Files.write(file, JSON.writeValueAsBytes(content));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
