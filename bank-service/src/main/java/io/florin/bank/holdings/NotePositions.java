package io.florin.bank.holdings;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Progress with each endorser: how far it was read, and up to which block what it told has been looked for. An honest
/// endorser has a payment's notes before the payment is ordered: what it tells for the first time after it was read to
/// its end belongs to a block after the one that the bank had then. So the blocks to search follow from when an
/// endorser was read, and from nothing that a note says.
///
/// An endorser that the settings no longer name tells no more. What it had told is looked for once, then its row goes:
/// where the settings name it again, perhaps with another database, it is read from its first note, and all blocks are.
///
/// One thread uses it; endorsers' threads write the rows, and credentials put them back. Whoever writes several rows
/// locks all of them in one order before, so that none waits for another in a circle.
final class NotePositions {

    /// The database may be behind by so many blocks, which are searched once more after a restart.
    private static final int KEPT_EVERY = 100;

    /// An endorser that is never read to its end has old blocks searched once in so long.
    private static final Duration PAUSE_WITHOUT_END = Duration.ofMinutes(10);

    private final JdbcClient jdbc;
    private final Set<Integer> named;
    private final Map<Integer, Searched> searched = new HashMap<>();
    private @Nullable Instant withoutEndAfter;

    /// @param named ids of the endorsers in the bank's settings
    NotePositions(JdbcClient jdbc, Collection<Integer> named) {
        this.jdbc = jdbc;
        this.named = Set.copyOf(named);
    }

    /// @param ended whether the endorser had no more
    /// @param told the bank's block when it had no more
    /// @param sure block up to which its notes were looked for
    private record Row(
            int endorser,
            long era,
            long position,
            boolean ended,
            long told,
            long sure,
            @Nullable Long searchingBlock,
            @Nullable Long searchingPosition) {
        /// Nothing was ever told, and it did not say that it has nothing: it was away since it is in the settings.
        boolean hasToldNothing() {
            return era == 0 && position == 0 && !ended;
        }

        Cover cover(long sureBefore) {
            return new Cover(endorser, era, position, ended, ended ? Math.max(told, sureBefore) : sureBefore);
        }
    }

    private record Searched(long era, long position, boolean ended, long sure) {
        boolean is(Row row) {
            return era == row.era && position == row.position && (ended || !row.ended);
        }
    }

    /// An endorser's notes, which a search has looked for once it is done.
    ///
    /// @param position up to which the endorser had told
    /// @param sure block up to which its notes are looked for then
    record Cover(int endorser, long era, long position, boolean ended, long sure) {}

    /// @param first block to search
    record Begun(List<Cover> covers, long first) {}

    /// Endorsers of which all that they told was looked for, and what to look for next.
    ///
    /// @param near what is looked for in blocks that are remembered
    /// @param far what needs blocks that are not, and may take long
    record State(List<Integer> searched, Optional<Begun> near, Optional<Begun> far) {}

    /// @param recent whether a block is remembered
    State state(long block, LongPredicate recent, Instant now) {
        Instant endless = withoutEndAfter == null ? now.plus(PAUSE_WITHOUT_END) : withoutEndAfter;
        withoutEndAfter = endless;
        List<Integer> done = new ArrayList<>();
        List<Row> near = new ArrayList<>();
        List<Row> far = new ArrayList<>();
        for (Row row : rows()) {
            Searched before = searched.get(row.endorser);
            if (before != null && before.is(row)) {
                done.add(row.endorser);
                advance(row, before);
            } else if (row.hasToldNothing()) {
                continue;
            } else if (sure(row) >= block || recent.test(sure(row) + 1)) {
                near.add(row);
            } else if (mayEnd(row) || !now.isBefore(endless)) {
                far.add(row);
            }
        }
        if (far.stream().anyMatch(row -> !mayEnd(row))) {
            withoutEndAfter = now.plus(PAUSE_WITHOUT_END);
        }
        return new State(done, begun(near), begun(far));
    }

    /// Whether the endorser has told all that it will, as far as one can know.
    private boolean mayEnd(Row row) {
        return row.ended || !named.contains(row.endorser);
    }

    private Optional<Begun> begun(List<Row> rows) {
        OptionalLong sure = rows.stream().mapToLong(this::sure).min();
        return sure.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Begun(rows.stream().map(row -> row.cover(sure(row))).toList(), sure.getAsLong() + 1));
    }

    private List<Row> rows() {
        return jdbc.sql("""
            select endorser, era, position, ended, told_block, sure_block, searching_block, searching_position
            from hidden_note_position order by endorser
            """)
                .query((row, _) -> new Row(
                        row.getInt("endorser"),
                        row.getLong("era"),
                        row.getLong("position"),
                        row.getBoolean("ended"),
                        row.getLong("told_block"),
                        row.getLong("sure_block"),
                        row.getObject("searching_block", Long.class),
                        row.getObject("searching_position", Long.class)))
                .list();
    }

    private long sure(Row row) {
        Searched before = searched.get(row.endorser);
        return before != null && before.era == row.era ? Math.max(before.sure, row.sure) : row.sure;
    }

    /// It was read to its end again meanwhile, and had told no more.
    private void advance(Row row, Searched before) {
        long sure = row.ended ? Math.max(row.told, before.sure) : before.sure;
        if (sure > before.sure) {
            searched.put(row.endorser, new Searched(row.era, row.position, before.ended, sure));
        }
        if (sure >= row.sure + KEPT_EVERY) {
            keep(row.endorser, row.era, sure);
        }
    }

    private void keep(int endorser, long era, long sure) {
        jdbc.sql("update hidden_note_position set sure_block = ? where endorser = ? and era = ? and sure_block < ?")
                .params(sure, endorser, era, sure)
                .update();
    }

    /// Keeps what a search of old blocks looks for, which may take longer than the process lives. In the caller's
    /// database transaction.
    void began(List<Cover> covers) {
        lock();
        covers.forEach(cover -> jdbc.sql("""
            update hidden_note_position set searching_block = ?, searching_position = ? where endorser = ? and era = ?
            """)
                .params(cover.sure(), cover.position(), cover.endorser(), cover.era())
                .update());
    }

    /// Those of the search that was under way when the process ended.
    List<Cover> underWay() {
        List<Cover> covers = new ArrayList<>();
        for (Row row : rows()) {
            if (row.searchingBlock != null && row.searchingPosition != null) {
                boolean ended = row.ended && row.searchingPosition == row.position;
                covers.add(new Cover(row.endorser, row.era, row.searchingPosition, ended, row.searchingBlock));
            }
        }
        return covers;
    }

    /// In the caller's database transaction, after whose commit they are to be remembered.
    ///
    /// @param old whether the search was one of old blocks, which none is then
    /// @param whole whether it has looked for what it was to look for
    void finished(List<Cover> covers, boolean old, boolean whole) {
        boolean gone = whole && covers.stream().anyMatch(cover -> !named.contains(cover.endorser()));
        if (!old && !gone) {
            return;
        }
        lock();
        if (old) {
            jdbc.sql("""
                update hidden_note_position set searching_block = null, searching_position = null
                where searching_block is not null
                """).update();
        }
        for (Cover cover : whole ? covers : List.<Cover>of()) {
            if (!named.contains(cover.endorser())) {
                jdbc.sql("delete from hidden_note_position where endorser = ? and era = ? and position = ?")
                        .params(cover.endorser(), cover.era(), cover.position())
                        .update();
            } else if (old) {
                keep(cover.endorser(), cover.era(), cover.sure());
            }
        }
    }

    void remember(List<Cover> covers) {
        for (Cover cover : covers) {
            searched.put(cover.endorser(), new Searched(cover.era(), cover.position(), cover.ended(), cover.sure()));
        }
    }

    private void lock() {
        jdbc.sql("select endorser from hidden_note_position order by endorser for update")
                .query(Integer.class)
                .list();
    }
}
