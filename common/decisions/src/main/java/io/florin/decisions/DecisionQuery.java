package io.florin.decisions;

import io.florin.decisions.DecisionLog.Entry;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A part of a log.
///
/// @param text of who did what, to whom and why; all entries where it is empty
/// @param day in UTC; all days where null
public record DecisionQuery(NamePart text, @Nullable LocalDate day, Order order) {

    private static final int LAST_YEAR = 9_999;

    /// Orders of a log.
    public enum Order {
        NEWEST(true),
        OLDEST(false);

        private final PagedList<Entry> list;

        Order(boolean descending) {
            this.list = new PagedList<>(
                    "decisions", descending, List.of(new Key<>("sequence", Kind.NUMBER, Entry::sequence)));
        }

        PagedList<Entry> list() {
            return list;
        }
    }

    /// @param select all columns of the log
    PagedList.Rows rows(String select) {
        List<String> conditions = new ArrayList<>();
        Map<String, Object> parameters = new HashMap<>(text.parameters());
        if (!text.isEmpty()) { // columns of a damaged row may be empty
            conditions.add(text.in(
                    "coalesce(actor, '')", "coalesce(action, '')", "coalesce(subject, '')", "coalesce(reason, '')"));
        }
        if (day != null && (day.getYear() < 1 || day.getYear() > LAST_YEAR)) {
            conditions.add("false"); // its milliseconds may be no number that the database has
        } else if (day != null) {
            conditions.add("at_millis >= :from and at_millis < :to");
            parameters.put("from", millis(day));
            parameters.put("to", millis(day.plusDays(1)));
        }
        return new PagedList.Rows(select, List.of(), conditions, parameters);
    }

    private static long millis(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }
}
