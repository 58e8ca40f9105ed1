package io.florin.registration;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.decisions.Decision;
import io.florin.decisions.DecisionStore;
import io.florin.doubles.login.Browser;
import io.florin.registration.fixture.RegistrationUnderTest;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.NodeRole;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/// Lists that are longer than a page of the interface and of the console: every row is on one page, and the pages lead
/// to each other. Each list gets more rows than a page of the interface has, two of each moment.
@ExtendWith(SharedRegistration.Shared.class)
class PagedListsIT {
    private static final int ROWS = 520;
    private static final int DECISIONS = 130;
    private static final int PAGES_MAX = 50;
    private static final Pattern LINK = Pattern.compile("<([^>]+)>; rel=\"next\"");
    private static final Pattern NEXT = Pattern.compile("href=\"([^\"]+)\">Next page<");
    private static final Pattern BEFORE = Pattern.compile("href=\"([^\"]+)\">Page before<");

    private static RegistrationUnderTest service;
    private static String officer;
    private static JdbcClient jdbc;

    @BeforeAll
    static void fill(SharedRegistration shared) {
        service = shared.service();
        officer = service.issuer().token("registrar1", "registration-officer");
        jdbc = service.context().getBean(JdbcClient.class);
        service.as(NodeRole.BANK, 1)
                .apply(service.application(1, "paged-0", "Paged Holding Company", 3, service.newKey()));
        insert("""
            insert into enrollment select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
                'reference', 'paged-' || n, 'owner_key', 'paged-' || n, 'full_name', 'Paged Company ' || n,
                'applied_at', e.applied_at + n / 2 * interval '1 second', 'hits', n % 2))).*
            from enrollment e, generate_series(1, :rows) n where e.reference = 'paged-0'
            """);
        insert("""
            insert into rescreening_task (id, enrollment, list_version, found_at, state)
            select gen_random_uuid(), id, 'paged', applied_at, 'OPEN' from enrollment
            where reference like 'paged-%' and reference <> 'paged-0' limit :rows
            """);
        insert("""
            insert into participant_application (id, participant, name, bic, api_endpoint, internal_endpoint,
                certificate_request, state, recorded_by, recorded_at, conformance)
            select gen_random_uuid(), n, 'Paged Bank ' || n, 'FLPAGED' || n, 'https://paged', 'https://paged', '',
                'REFUSED', 'person:paged', now() + n / 2 * interval '1 second', 'NOT_RUN'
            from generate_series(1, :rows) n
            """);
        insert("""
            insert into participant (id, name, bic, admitted_by, admitted_at, standing)
            select 20000 + n, 'Paged Bank ' || n, 'FLPAGED' || n, 'person:paged', now(),
                case when n % 4 = 0 then 'SUSPENDED' else 'REVOKED' end
            from generate_series(1, :rows) n
            """);
        insert("""
            insert into identity_inquiry
            select gen_random_uuid(), 'paged-' || n, 'transaction', 'ab', 'cd', e.id, 'auditors', 'person:paged',
                now() + n / 2 * interval '1 second', 'REFUSED', '', 'person:paged', 'a reason'
            from enrollment e, generate_series(1, :rows) n where e.reference = 'paged-0'
            """);
    }

    private static void insert(String sql) {
        assertThat(jdbc.sql(sql).param("rows", ROWS).update()).isEqualTo(ROWS);
    }

    @AfterAll
    static void asItWas() {
        jdbc.sql("delete from identity_inquiry where case_reference like 'paged-%'")
                .update();
        jdbc.sql("delete from participant_application where recorded_by = 'person:paged'")
                .update();
        jdbc.sql("delete from participant where admitted_by = 'person:paged'").update();
        jdbc.sql("delete from rescreening_task where list_version = 'paged'").update();
        jdbc.sql("delete from enrollment where owner_key like 'paged-%'").update();
    }

    @Test
    void applicationsOfBanksAreReadToTheLast() {
        List<JsonNode> rows = rows("/v1/participant-applications");

        assertThat(rows.stream().filter(row -> text(row, "name").startsWith("Paged Bank")))
                .hasSize(ROWS);
        assertNewestFirst(rows, "recordedAt");
        assertThat(shown("/console/participant-applications", "Paged Bank \\d+"))
                .hasSize(ROWS);
    }

    /// By name as PostgreSQL sorts names, up and down alike.
    @Test
    void banksAreSearchedFilteredAndInOrder() {
        for (String list : List.of("participant-applications", "participants")) {
            String path = "/console/" + list + "?text=paged+BANK&order=";
            List<String> up = shown(path + "NAME", "Paged Bank \\d+");
            assertThat(up).hasSize(ROWS);
            assertThat(sortedByDatabase(up)).isEqualTo(up);
            assertThat(shown(path + "NAME_DOWN", "Paged Bank \\d+").reversed()).isEqualTo(up);
            assertThat(shown("/console/" + list + "?text=flpaged51", "Paged Bank \\d+"))
                    .hasSize(11);
        }
        assertThat(shown("/console/participants", "Paged Bank \\d+")).hasSize(ROWS);
        assertThat(shown("/console/participants?order=ID_DOWN&text=paged", "Paged Bank \\d+"))
                .startsWith("Paged Bank " + ROWS)
                .endsWith("Paged Bank 1");
        assertThat(shown("/console/participants?standing=SUSPENDED&text=paged", "Paged Bank \\d+"))
                .hasSize(ROWS / 4);
        assertThat(shown("/console/participant-applications?state=REFUSED&text=paged&order=OLDEST", "Paged Bank \\d+"))
                .hasSize(ROWS);
        assertThat(shown("/console/participant-applications?state=APPROVED&text=paged", "Paged Bank \\d+"))
                .isEmpty();
    }

    private static List<String> sortedByDatabase(List<String> names) {
        return jdbc.sql("select name from participant where name in (:names) order by name")
                .param("names", names)
                .query(String.class)
                .list();
    }

    @Test
    void customersAreReadToTheLast() {
        List<JsonNode> waiting = rows("/v1/enrollments?select=waiting");
        assertThat(waiting.stream().filter(row -> text(row, "fullName").startsWith("Paged Company")))
                .hasSize(ROWS);
        assertNewestFirst(waiting.reversed(), "appliedAt");
        List<JsonNode> all = rows("/v1/enrollments?select=all");
        assertThat(all.size()).isGreaterThanOrEqualTo(waiting.size());
        assertNewestFirst(all, "appliedAt");
        assertThat(rows("/v1/enrollments?select=hits&limit=70").stream()
                        .filter(row -> text(row, "fullName").startsWith("Paged Company")))
                .hasSize(ROWS / 2);
        assertThat(rows("/v1/enrollments?select=all&name=paged%20COMPANY&limit=100"))
                .hasSize(ROWS);
        assertThat(shown("/console/enrollments?select=ALL&name=paged+c", "Paged Company \\d+"))
                .hasSize(ROWS);
    }

    @Test
    void tasksOfRescreeningAreReadToTheLast() {
        List<JsonNode> open = rows("/v1/rescreening-tasks");
        assertThat(open.stream().filter(row -> text(row, "listVersion").equals("paged")))
                .hasSize(ROWS);
        assertNewestFirst(open.reversed(), "foundAt");
        assertNewestFirst(rows("/v1/rescreening-tasks?select=all&limit=300"), "foundAt");
        assertThat(shown("/console/rescreening", "Paged Company \\d+")).hasSize(ROWS);
        String found = "/console/rescreening?text=PAGED&order=";
        assertThat(moments(shown(found + "NEWEST", "Paged Company \\d+")))
                .hasSize(ROWS)
                .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(moments(shown(found + "OLDEST", "Paged Company \\d+")))
                .hasSize(ROWS)
                .isSorted();
        assertThat(shown("/console/rescreening?text=company+51", "Paged Company \\d+"))
                .hasSize(11);
        assertThat(shown("/console/rescreening?state=OPEN&text=paged", "Paged Company \\d+"))
                .hasSize(ROWS);
        assertThat(shown("/console/rescreening?state=CLEARED&text=paged", "Paged Company \\d+"))
                .isEmpty();
    }

    /// Two rows are of each moment.
    private static List<Integer> moments(List<String> shown) {
        return shown.stream()
                .map(name -> Integer.parseInt(name.replaceAll("\\D", "")) / 2)
                .toList();
    }

    @Test
    void questionsAreReadToTheLast() {
        assertThat(rows("/v1/identity-inquiries").stream()
                        .filter(row -> text(row, "caseReference").startsWith("paged-")))
                .hasSize(ROWS);
        assertThat(shown("/console/identity-inquiries", "paged-\\d+")).hasSize(ROWS);
        String found = "/console/identity-inquiries?text=PAGED&order=";
        assertThat(moments(shown(found + "NEWEST", "paged-\\d+")))
                .hasSize(ROWS)
                .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(moments(shown(found + "OLDEST", "paged-\\d+"))).hasSize(ROWS).isSorted();
        assertThat(shown("/console/identity-inquiries?text=paged-51", "paged-\\d+"))
                .hasSize(11);
        assertThat(shown("/console/identity-inquiries?state=REFUSED&text=person:PAGED", "paged-\\d+"))
                .hasSize(ROWS);
        assertThat(shown("/console/identity-inquiries?state=ASKED&text=paged", "paged-\\d+"))
                .isEmpty();
    }

    /// Entries are for ever: these are as the service writes them, and more than a page.
    @Test
    void theLogOfDecisionsIsSearchedOfADayAndInOrder() {
        LocalDate before = LocalDate.now(ZoneOffset.UTC);
        DecisionStore log = service.context().getBean(DecisionStore.class);
        new TransactionTemplate(service.context().getBean(PlatformTransactionManager.class)).executeWithoutResult(_ -> {
            for (int n = 1; n <= DECISIONS; n++) {
                log.append(new Decision("person:paged", "paged-" + n, "paged/" + n, "Paged reason"));
            }
        });
        List<String> newest = shown("/console/decisions?text=PAGED+Reason", "paged-\\d+");
        assertThat(newest).hasSize(DECISIONS).startsWith("paged-" + DECISIONS).endsWith("paged-1");
        assertThat(shown("/console/decisions?text=person:paged&order=OLDEST", "paged-\\d+")
                        .reversed())
                .isEqualTo(newest);
        assertThat(shown("/console/decisions?text=paged/12&day=", "paged-\\d+"))
                .containsExactly(
                        "paged-129",
                        "paged-128",
                        "paged-127",
                        "paged-126",
                        "paged-125",
                        "paged-124",
                        "paged-123",
                        "paged-122",
                        "paged-121",
                        "paged-120",
                        "paged-12");
        String days = "/console/decisions?text=paged&day=";
        LocalDate after = LocalDate.now(ZoneOffset.UTC);
        assertThat(before.datesUntil(after.plusDays(1))
                        .mapToInt(day -> shown(days + day, "paged-\\d+").size())
                        .sum())
                .isEqualTo(DECISIONS);
        assertThat(shown(days + before.minusDays(1), "paged-\\d+")).isEmpty();
        assertThat(shown(days + after.plusDays(1), "paged-\\d+")).isEmpty();
        try (Browser browser = new Browser(service.base())) {
            browser.signIn(service.issuer(), "registrar1", "registration-officer");
            for (String query : List.of("before=5", "day=yesterday", "order=NAME", "cursor=x")) {
                assertThat(browser.get("/console/decisions?" + query).statusCode())
                        .as(query)
                        .isEqualTo(400);
            }
        }
    }

    /// Tiles of what waits and of what there is, each with its name.
    @Test
    void theOverviewHasFiguresOnItsTiles() {
        try (Browser browser = new Browser(service.base())) {
            browser.signIn(service.issuer(), "registrar1", "registration-officer");
            String page = browser.get("/console").body();
            Matcher matcher = Pattern.compile("<strong>([^<]*)</strong>\\s*<span>([^<]+)</span></a>")
                    .matcher(page);
            Map<String, String> tiles = new LinkedHashMap<>();
            while (matcher.find()) {
                tiles.put(matcher.group(2), matcher.group(1));
            }
            assertThat(tiles)
                    .containsOnlyKeys(
                            "Banks that wait",
                            "Participants",
                            "Customers that wait",
                            "Screening hits",
                            "Customers on a new list",
                            "Who is this id?",
                            "Enrolled");
            assertThat(tiles.values()).allMatch(value -> value.matches("\\d+"));
            assertThat(Integer.parseInt(tiles.get("Customers on a new list"))).isGreaterThanOrEqualTo(ROWS);
            assertThat(Integer.parseInt(tiles.get("Screening hits"))).isGreaterThanOrEqualTo(ROWS / 2);
        }
    }

    @Test
    void whatIsNoPageOfTheListIsRefused() {
        String next = follow(service.get("/v1/rescreening-tasks?limit=2", officer), LINK);
        String cursor = next.replaceAll(".*cursor=([^&]+).*", "$1");

        assertThat(service.get("/v1/rescreening-tasks?cursor=" + cursor, officer)
                        .statusCode())
                .isEqualTo(200);
        for (String path : List.of(
                "/v1/rescreening-tasks?select=all&cursor=" + cursor,
                "/v1/enrollments?cursor=" + cursor,
                "/v1/participant-applications?cursor=" + cursor,
                "/v1/participant-applications?page=2",
                "/v1/participant-applications?limit=501",
                "/v1/identity-inquiries?limit=0",
                "/v1/enrollments?page=1")) {
            HttpResponse<String> answer = service.get(path, officer);
            assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(400);
            assertThat(answer.body()).contains("invalid-request");
        }
    }

    /// All rows of the list, none of them twice.
    private static List<JsonNode> rows(String path) {
        Map<String, JsonNode> rows = new LinkedHashMap<>();
        String next = path;
        for (int page = 0; !next.isEmpty(); page++) {
            assertThat(page).as("pages of " + path).isLessThan(PAGES_MAX);
            HttpResponse<String> answer = service.get(next, officer);
            assertThat(answer.statusCode()).as(next + answer.body()).isEqualTo(200);
            for (JsonNode row : StrictJson.mapper().readTree(answer.body())) {
                assertThat(rows.put(text(row, "id"), row))
                        .as("twice on " + path)
                        .isNull();
            }
            next = follow(answer, LINK);
        }
        return List.copyOf(rows.values());
    }

    /// Matches on all pages of the console's list, from the first page to the last; back again they show the same.
    private static List<String> shown(String path, String pattern) {
        try (Browser browser = new Browser(service.base())) {
            browser.signIn(service.issuer(), "registrar1", "registration-officer");
            List<String> there = walk(browser, path, NEXT, pattern);
            assertThat(walk(browser, there.removeLast(), BEFORE, pattern)).containsAll(there);
            return there;
        }
    }

    /// @return the distinct findings, and last of all the address of the last page
    private static List<String> walk(Browser browser, String path, Pattern link, String pattern) {
        LinkedHashSet<String> found = new LinkedHashSet<>();
        String last = path;
        String next = path;
        for (int number = 0; !next.isEmpty(); number++) {
            assertThat(number).as("pages of " + path).isLessThan(PAGES_MAX);
            last = next;
            HttpResponse<String> page = browser.get(next);
            assertThat(page.statusCode()).as(next).isEqualTo(200);
            Matcher matcher = Pattern.compile(">(" + pattern + ")<").matcher(page.body());
            while (matcher.find()) {
                found.add(matcher.group(1));
            }
            next = follow(page, link).replace("&amp;", "&");
        }
        List<String> findings = new ArrayList<>(found);
        findings.add(last);
        return findings;
    }

    private static String follow(HttpResponse<String> answer, Pattern link) {
        Matcher matcher =
                link.matcher(link == LINK ? answer.headers().firstValue("Link").orElse("") : answer.body());
        return matcher.find() ? matcher.group(1) : "";
    }

    private static void assertNewestFirst(List<JsonNode> rows, String field) {
        assertThat(rows.stream().map(row -> Instant.parse(text(row, field))))
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    private static String text(JsonNode row, String field) {
        return row.get(field).asString();
    }
}
