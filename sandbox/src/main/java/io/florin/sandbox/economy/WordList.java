package io.florin.sandbox.economy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;

/// Words of a resource file, one per line, `#` for comments.
record WordList(List<String> words) {
    static WordList read(String name) {
        try (InputStream stream = WordList.class.getResourceAsStream("/economy/" + name)) {
            if (stream == null) {
                throw new IllegalStateException("the class path has no word list " + name);
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return new WordList(text.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the word list " + name, e);
        }
    }

    String draw(RandomGenerator random) {
        return words.get(random.nextInt(words.size()));
    }
}
