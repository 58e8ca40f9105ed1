package io.florin.runtime.console;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Order of a list in PostgreSQL that is read page by page. A page begins behind the last row of the one before, so an
/// index on the keys finds it however long the list is, and rows that come meanwhile shift nothing.
public final class PagedList<T> {
    private static final String SEPARATOR = ":";

    private final String name;
    private final boolean descending;
    private final List<Key<T>> keys;

    /// @param name told apart in cursors: a cursor of one order is refused by another
    /// @param keys together unique
    public PagedList(String name, boolean descending, List<Key<T>> keys) {
        this.name = name + (descending ? "-down" : "-up");
        this.descending = descending;
        this.keys = List.copyOf(keys);
    }

    /// A column of the order.
    ///
    /// @param value of a row: `Long`, [Instant], [UUID], hexadecimal or other text, as its kind says
    public record Key<T>(String column, Kind kind, Function<T, Object> value) {}

    /// Types of columns.
    public enum Kind {
        /// `bigint`
        NUMBER("-?\\d{1,18}"),
        /// `timestamptz`, in microseconds since 1970
        TIME("\\d{1,18}"),
        /// `uuid`
        ID("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
        /// `bytea`, in hexadecimal
        BYTES("([0-9a-f]{2}){1,64}"),
        /// `varchar` of hexadecimal digits
        HEX("[0-9a-f]{1,128}"),
        /// `varchar` of anything, in cursors in hexadecimal
        TEXT("([0-9a-f]{2}){0,1024}");

        private final Pattern form;

        Kind(String form) {
            this.form = Pattern.compile(form);
        }

        private String text(Object value) {
            return switch (this) {
                case TIME -> Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, (Instant) value));
                case TEXT -> HexFormat.of().formatHex(value.toString().getBytes(StandardCharsets.UTF_8));
                case NUMBER, ID, BYTES, HEX -> value.toString();
            };
        }

        private Object parameter(String text) {
            return switch (this) {
                case NUMBER -> Long.parseLong(text);
                case TIME ->
                    Instant.EPOCH.plus(Long.parseLong(text), ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
                case ID -> UUID.fromString(text);
                case BYTES -> HexFormat.of().parseHex(text);
                case HEX -> text;
                case TEXT -> new String(HexFormat.of().parseHex(text), StandardCharsets.UTF_8);
            };
        }
    }

    /// Rows of the list.
    ///
    /// @param select `select … from …`, with all columns of the order, and without a row twice
    /// @param anyOf conditions; each row fulfils at least one, and each one has an index of its own; empty for all rows
    /// @param allOf further conditions, of all rows
    /// @param parameters of the conditions, by name
    public record Rows(String select, List<String> anyOf, List<String> allOf, Map<String, Object> parameters) {

        public static Rows all(String select) {
            return new Rows(select, List.of(), List.of(), Map.of());
        }
    }

    /// Last or first row of a page.
    private record Position(boolean back, List<String> values) {}

    /// @param cursor of a page of the same order and conditions; null or empty for the first page
    /// @param size rows on a page
    /// @throws ProblemException 400 if it is no cursor of this order
    public ListPage<T> read(JdbcClient jdbc, Rows rows, @Nullable String cursor, int size, RowMapper<T> mapper) {
        Optional<Position> from = cursor == null || cursor.isEmpty() ? Optional.empty() : Optional.of(position(cursor));
        boolean back = from.map(Position::back).orElse(false);
        Map<String, Object> parameters = new HashMap<>(rows.parameters());
        from.ifPresent(position -> IntStream.range(0, keys.size())
                .forEach(at -> parameters.put(
                        "key" + at,
                        keys.get(at).kind().parameter(position.values().get(at)))));
        List<T> found = new ArrayList<>(jdbc.sql(sql(rows, from.isPresent(), descending != back))
                .params(parameters)
                .param("size", size + 1)
                .query(mapper)
                .list());
        boolean more = found.size() > size;
        if (more) {
            found.removeLast();
        }
        if (back) {
            Collections.reverse(found);
        }
        boolean isBefore = back ? more : from.isPresent();
        boolean isBehind = back || more;
        return new ListPage<>(
                found,
                isBefore && !found.isEmpty() ? cursor(true, found.getFirst()) : "",
                isBehind && !found.isEmpty() ? cursor(false, found.getLast()) : "");
    }

    /// One statement for each of the conditions of which one must hold: a single one with `or` would leave the indexes.
    private String sql(Rows rows, boolean bounded, boolean down) {
        String order = keys.stream()
                .map(key -> key.column() + (down ? " desc" : ""))
                .collect(Collectors.joining(", ", " order by ", " limit :size"));
        List<String> conditions = new ArrayList<>(rows.allOf());
        if (bounded) {
            conditions.add(keys.stream().map(Key::column).collect(Collectors.joining(", ", "(", ")"))
                    + (down ? " < " : " > ")
                    + IntStream.range(0, keys.size())
                            .mapToObj(at -> ":key" + at)
                            .collect(Collectors.joining(", ", "(", ")")));
        }
        if (rows.anyOf().size() <= 1) {
            conditions.addAll(rows.anyOf());
            return rows.select() + where(conditions) + order;
        }
        String parts = rows.anyOf().stream()
                .map(one -> {
                    List<String> all = new ArrayList<>(conditions);
                    all.addFirst(one);
                    return "(" + rows.select() + where(all) + order + ")";
                })
                .collect(Collectors.joining(" union "));
        return parts + order;
    }

    private static String where(List<String> conditions) {
        return conditions.isEmpty() ? "" : conditions.stream().collect(Collectors.joining(" and ", " where ", ""));
    }

    private String cursor(boolean back, T row) {
        String text = keys.stream()
                .map(key -> key.kind().text(key.value().apply(row)))
                .collect(Collectors.joining(SEPARATOR, name + SEPARATOR + (back ? "back" : "on") + SEPARATOR, ""));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private Position position(String cursor) {
        return read(cursor)
                .orElseThrow(() -> new ProblemException(ProblemCode.INVALID_REQUEST, "the cursor is not of this list"));
    }

    private Optional<Position> read(String cursor) {
        try {
            List<String> parts = List.of(
                    new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII).split(SEPARATOR, -1));
            if (parts.size() != keys.size() + 2
                    || !parts.getFirst().equals(name)
                    || !List.of("back", "on").contains(parts.get(1))) {
                return Optional.empty();
            }
            List<String> values = parts.subList(2, parts.size());
            boolean readable = IntStream.range(0, keys.size())
                    .allMatch(at ->
                            keys.get(at).kind().form.matcher(values.get(at)).matches());
            return readable ? Optional.of(new Position(parts.get(1).equals("back"), values)) : Optional.empty();
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
