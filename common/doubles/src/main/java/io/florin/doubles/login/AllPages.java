package io.florin.doubles.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A list that is read from its first page to its last.
public final class AllPages {
    private static final int PAGES_MAX = 50;

    private AllPages() {}

    /// The list's part of a page, with what leads to the next one.
    public interface Reader {
        String read(String path) throws Exception;
    }

    /// @param found its group is in the result for each place where it fits; none may be there twice
    /// @param next its group is the address of the next page, on a page of HTML too
    public static List<String> of(String first, Reader reader, String found, String next) throws Exception {
        List<String> all = new ArrayList<>();
        List<String> ahead = List.of(first);
        for (int number = 0; !ahead.isEmpty(); number++) {
            assertThat(number).as("pages of " + first).isLessThan(PAGES_MAX);
            String page = reader.read(ahead.getFirst());
            all.addAll(groups(found, page));
            ahead = groups(next, page).stream()
                    .map(address -> address.replace("&amp;", "&"))
                    .toList();
        }
        assertThat(all).doesNotHaveDuplicates();
        return all;
    }

    private static List<String> groups(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(one -> one.group(1))
                .toList();
    }
}
