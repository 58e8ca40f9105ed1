package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.doubles.login.AllPages;
import io.florin.doubles.login.Browser;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.TestBed;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Lists of the console that are longer than a page: every row is on one page, and search, filters and orders hold over
/// all of them. Rows are two of each moment, and of seven amounts.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BankListsIT {

    private static final int ROWS = 250;
    private static final String DECIDED = "<h2>Decided</h2>";
    private static final String NEXT = "href=\"([^\"]+)\">Next page<";
    private static final Comparator<Integer> BY_AMOUNT = Comparator.comparing((Integer n) -> n % 7);

    private BankUnderTest bank;
    private JdbcClient jdbc;
    private Browser clerk;
    private long wallet;

    @BeforeAll
    void fill(TestBed.Banks banks) {
        bank = banks.bank();
        jdbc = bank.bean(JdbcClient.class);
        JsonNode listed = bank.openWallet("Lena Listed", 3);
        wallet = listed.path("number").asLong();
        insert("""
            insert into entry (id, wallet, block, index_in_block, transaction_id, amount, kind, booked_at)
            select -10000000 - n, :wallet, 1, n, sha256(('listed' || n)::bytea),
                (case when n % 2 = 0 then -1 else 1 end) * (1 + n % 7), 'TRANSFER', now()
            from generate_series(1, :rows) n
            """);
        insert("""
            insert into payment_draft (id, kind, wallet, payee_name, payee_account, amount, end_to_end_id, remittance,
                subject, state, entered_by, entered_at)
            select gen_random_uuid(), case when n % 5 = 0 then 'WITHDRAWAL' else 'PAYMENT' end, :wallet,
                'Listed ' || n, 'XF0', 1 + n % 7, 'LISTED-' || n, '', '', case when n % 2 = 0 then 'WAITING' else 'REFUSED' end,
                'listed', now() + n / 2 * interval '1 second'
            from generate_series(1, :rows) n
            """);
        insert("""
            insert into token (state_key, wallet, value, transaction_id, output, created_block, spent_block)
            select sha256(('listed' || n)::bytea), :wallet, 1 + n % 7, sha256(('listed' || n)::bytea), 0, 1, 1
            from generate_series(1, :rows) n
            """);
        insert("""
            insert into held_credit (state_key, wallet, amount, transaction_id, output, block, booked_at, custodial, state,
                payer_name, payee_name)
            select sha256(('listed' || n)::bytea), :wallet, 1 + n % 7, sha256(('listed' || n)::bytea), 0, 1,
                now() + n / 2 * interval '1 second', true, case when n % 5 = 0 then 'REPORTED' else 'RELEASED' end,
                'Listed ' || n, 'Lena Listed'
            from generate_series(1, :rows) n
            """);
        clerk = bank.browser("lists", "bank-1", "bank-clerk");
    }

    private void insert(String sql) {
        assertThat(jdbc.sql(sql).param("rows", ROWS).param("wallet", wallet).update())
                .isEqualTo(ROWS);
    }

    @AfterAll
    void asItWas() {
        clerk.close();
        for (String table : List.of("held_credit", "token", "entry", "payment_draft")) {
            jdbc.sql("delete from " + table + " where wallet = :wallet")
                    .param("wallet", wallet)
                    .update();
        }
    }

    private List<Integer> shown(String path, String name) {
        return shown(path, name, page -> page);
    }

    /// @param part of a page that has several lists
    private List<Integer> shown(String path, String name, UnaryOperator<String> part) {
        try {
            return AllPages.of(path, next -> part.apply(read(next)), name + "(\\d+)<", NEXT).stream()
                    .map(Integer::parseInt)
                    .toList();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private String read(String path) {
        HttpResponse<String> page = clerk.get(path);
        assertThat(page.statusCode()).as(path).isEqualTo(200);
        return page.body();
    }

    /// Of what comes at one moment, or is of one amount, the order is that of the database.
    private static void assertInOrder(List<Integer> shown, String order, int rows) {
        Comparator<Integer> moment = Comparator.comparing(n -> n / 2);
        Comparator<Integer> expected = Map.of(
                        "NEWEST", moment.reversed(),
                        "OLDEST", moment,
                        "LARGEST", BY_AMOUNT.thenComparing(moment).reversed(),
                        "SMALLEST", BY_AMOUNT.thenComparing(moment))
                .get(order);
        assertThat(shown).as(order).hasSize(rows).isSortedAccordingTo(expected);
    }

    private static final List<String> ORDERS = List.of("NEWEST", "OLDEST", "LARGEST", "SMALLEST");

    @Test
    void heldCreditsAreSearchedFilteredAndInOrder() {
        String path = "/console/held-credits?text=LISTED+";
        for (String order : ORDERS) {
            assertInOrder(shown(path + "&all=true&order=" + order, ">Listed "), order, ROWS);
        }
        assertThat(shown(path + "&state=REPORTED", ">Listed "))
                .hasSize(ROWS / 5)
                .allMatch(n -> n % 5 == 0);
        assertThat(shown(path + "12&all=true", ">Listed ")).containsExactlyInAnyOrderElementsOf(with12());
        assertThat(shown(path, ">Listed ")).as("only those that are held").isEmpty();
        refuses("/console/held-credits");
    }

    private static List<Integer> with12() {
        return IntStream.rangeClosed(1, ROWS)
                .filter(n -> Integer.toString(n).startsWith("12"))
                .boxed()
                .toList();
    }

    @Test
    void ordersToApproveAreSearchedFilteredAndInOrder() {
        String path = "/console/approvals?text=LISTED+";
        for (String order : ORDERS) {
            List<Integer> waiting = shown(path + "&order=" + order, "<td>Listed ", BankListsIT::waiting);
            assertInOrder(waiting, order, ROWS / 2);
            assertThat(waiting).allMatch(n -> n % 2 == 0);
            List<Integer> decided = shown(path + "&order=" + order, "<td>Listed ", BankListsIT::decided);
            assertInOrder(decided, order, ROWS / 2);
            assertThat(decided).allMatch(n -> n % 2 == 1);
        }
        assertThat(shown(path + "&kind=WITHDRAWAL", "<td>Listed "))
                .hasSize(ROWS / 5)
                .allMatch(n -> n % 5 == 0);
        assertThat(shown(path + "12", "<td>Listed ")).containsExactlyInAnyOrderElementsOf(with12());
        refuses("/console/approvals");
    }

    private static String waiting(String page) {
        return page.contains(DECIDED) ? page.substring(0, page.indexOf(DECIDED)) : page;
    }

    private static String decided(String page) {
        return page.substring(page.indexOf(DECIDED));
    }

    /// The balance beside an entry is the one after it, whatever the order and the selection.
    @Test
    void entriesAreSearchedFilteredAndInOrder() {
        String path = "/console/wallets/" + wallet + "/entries?";
        Map<Long, String> balances = new HashMap<>();
        jdbc.sql("select block, index_in_block, sum(amount) over (order by id) as balance from entry where wallet = ?")
                .param(wallet)
                .query(row -> {
                    balances.put(row.getLong("index_in_block"), row.getString("balance"));
                });
        assertThat(amounts(path)).hasSize(ROWS);
        assertThat(amounts(path + "order=LARGEST")).hasSize(ROWS).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(amounts(path + "order=SMALLEST")).hasSize(ROWS).isSorted();
        assertThat(amounts(path + "order=OLDEST").reversed()).isEqualTo(amounts(path));
        assertThat(amounts(path + "side=DEBITS")).hasSize(ROWS / 2).allMatch(amount -> amount < 0);
        assertThat(amounts(path + "side=CREDITS&order=LARGEST"))
                .hasSize(ROWS / 2)
                .allMatch(amount -> amount > 0);
        String id = jdbc.sql("select encode(transaction_id, 'hex') from entry where id = -10000125")
                .query(String.class)
                .single();
        String page = read(path + "text=" + id.substring(3, 40).toUpperCase(Locale.ROOT));
        assertThat(amountsOn(page)).containsExactly(1 + 125 % 7);
        assertThat(page).contains("data-value=\"" + balances.get(125L) + "\"").doesNotContain("data-chart=\"balance\"");
        assertThat(read(path)).contains("data-chart=\"balance\"");
        refuses("/console/wallets/" + wallet + "/entries");
    }

    private List<Integer> amounts(String path) {
        List<Integer> all = new ArrayList<>();
        String next = path;
        while (!next.isEmpty()) {
            String page = read(next);
            all.addAll(amountsOn(page));
            next = Pattern.compile(NEXT)
                    .matcher(page)
                    .results()
                    .map(found -> found.group(1).replace("&amp;", "&"))
                    .findFirst()
                    .orElse("");
        }
        return all;
    }

    /// Minor units: the second figure of a row.
    private static List<Integer> amountsOn(String page) {
        return Pattern.compile(
                        "(?s)<tr data-at.*?</td>\\s*<td>.*?</td>\\s*<td class=\"number\">(-?[0-9.]+) [A-Z]+</td>")
                .matcher(page)
                .results()
                .map((MatchResult row) -> Integer.parseInt(row.group(1).replace(".", "")))
                .toList();
    }

    private void refuses(String path) {
        for (String query : List.of("?page=1", "?order=NAME")) {
            assertThat(clerk.get(path + query).statusCode()).as(path + query).isEqualTo(400);
        }
        String cursor = path.endsWith("approvals") ? "?waiting=x" : "?cursor=x";
        assertThat(clerk.get(path + cursor).statusCode()).isEqualTo(400);
    }

    /// Tiles of what waits and of what there is, each with its name.
    @Test
    void theOverviewHasFiguresOnItsTiles() {
        Map<String, String> tiles = Pattern.compile(
                        "(?s)<li><a href=\"([^\"]+)\"><strong>([^<]*)</strong>\\s*<span>([^<]+)</span>")
                .matcher(read("/console"))
                .results()
                .collect(Collectors.toMap(tile -> tile.group(3), tile -> tile.group(2)));
        assertThat(tiles.get("Wait for approval"))
                .isEqualTo(Long.toString(jdbc.sql("select count(*) from payment_draft where state = 'WAITING'")
                        .query(Long.class)
                        .single()));
        assertThat(tiles)
                .containsOnlyKeys(
                        "Ledger block seen",
                        "Treasury",
                        "Open payments",
                        "Wait for their day",
                        "Closed wallets with money",
                        "Wait for approval",
                        "Held for screening");
        assertThat(tiles.values()).allMatch(value -> value.matches(".*[0-9].*"));
    }
}
