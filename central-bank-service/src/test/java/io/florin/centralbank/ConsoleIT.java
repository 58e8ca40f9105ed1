package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.centralbank.fixture.SharedCentralBank;
import io.florin.centralbank.protocol.MoneyText;
import io.florin.doubles.login.AllPages;
import io.florin.doubles.login.Browser;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.web.client.HttpServerErrorException;
import tools.jackson.databind.JsonNode;

/// Officers at work on pages, and everybody else kept out.
@ExtendWith(SharedCentralBank.class)
class ConsoleIT {
    private static final Duration SOON = Patience.LIMIT;
    private static final Pattern BUTTON = Pattern.compile("<form[^>]*method=\"post\"[^>]*>");

    private static CentralBankUnderTest bank;

    @BeforeAll
    static void start(CentralBankUnderTest shared) {
        bank = shared;
    }

    @Test
    void letsTwoOfficersIssueOnPages() {
        String id = bank.newId().toHex();
        SupplyRequestOrder order = new SupplyRequestOrder(
                "WITHDRAWAL", id, bank.treasury(1).publicKey().toHex(), 123_456);
        await().atMost(SOON).until(() -> {
            try {
                return bank.as(NodeRole.BANK, 1).request(order).state().equals("REQUESTED");
            } catch (HttpServerErrorException notYet) {
                return false;
            }
        });
        String page = "/console/approvals/" + id;
        try (Browser one = new Browser(bank.base());
                Browser two = new Browser(bank.base())) {
            one.signIn(bank.issuer(), "officer1", "central-bank-officer");
            two.signIn(bank.issuer(), "officer2", "central-bank-officer");
            assertThat(one.get("/console/approvals").body()).contains("1,234.56", "0 of 2");
            findsTheRequest(one, id);

            String digest = bank.json(bank.get("/v1/supply-requests/" + id, bank.officer(1)))
                    .get("digest")
                    .asString();
            assertThat(one.get(page).body()).contains("name=\"digest\" value=\"" + digest + "\"");
            one.post(
                    page,
                    page + "/approval",
                    Map.of("digest", "0".repeat(64), "passphrase", CentralBankUnderTest.passphrase(1)));
            assertThat(one.get(page).body()).contains("not the one that the officer was shown", "0 of 2");
            one.post(page, page + "/approval", Map.of("digest", digest, "passphrase", "not the passphrase"));
            assertThat(one.get(page).body()).contains("The passphrase does not open");
            one.post(
                    page,
                    page + "/approval",
                    Map.of("digest", digest, "passphrase", CentralBankUnderTest.passphrase(1)));
            assertThat(one.get(page).body())
                    .contains("You have signed this request")
                    .doesNotContain("Sign and approve");
            two.post(
                    page,
                    page + "/approval",
                    Map.of("digest", digest, "passphrase", CentralBankUnderTest.passphrase(2)));

            await().atMost(SOON).until(() -> two.get(page).body().contains("SETTLED"));
            assertThat(two.get(page).body())
                    .contains("Officer 1, officer1", "Officer 2, officer2", "request-approved", "wrong-passphrase")
                    .doesNotContain("Officer 0", "officer 0");
            searchesTheLog(two);
            JsonNode supply = bank.json(bank.get("/v1/supply", bank.officer(1)));
            assertThat(two.get("/console/supply").body())
                    .contains(new MoneyText().text(supply.get("issued").asLong()), "add up", "supply-chart");
            assertChart(two);
            for (String other : List.of(
                    "/console",
                    "/console/reserves",
                    "/console/participants",
                    "/console/incidents",
                    "/console/decisions",
                    "/console/assets/supply-chart.js",
                    "/console/assets/echarts.common.min.js",
                    "/console/assets/console.css",
                    "/console/assets/console.js")) {
                assertThat(two.get(other).statusCode()).as(other).isEqualTo(200);
            }
            assertThat(two.get("/console/participants").body()).contains("Bank 1", "FLB1DEFF", "ACTIVE");
        }
    }

    private static void searchesTheLog(Browser officer) {
        assertThat(officer.get("/console/decisions?text=REQUEST-approved&day=&order=OLDEST")
                        .body())
                .contains("<td>request-approved</td>")
                .doesNotContain("<td>wrong-passphrase</td>", "Nothing here.");
        for (String nothing : List.of("text=nobody+did+this", "day=1999-12-31")) {
            assertThat(officer.get("/console/decisions?" + nothing).body())
                    .contains("Nothing here.")
                    .doesNotContain("<td>request-approved</td>");
        }
        assertThat(officer.get("/console/decisions?before=5").statusCode()).isEqualTo(400);
    }

    private static void findsTheRequest(Browser officer, String id) {
        assertThat(all(officer.get("/console/approvals?state=REQUESTED").body()))
                .contains(id.substring(0, 16));
        assertThat(all(officer.get("/console/approvals?state=SETTLED").body())).doesNotContain(id.substring(0, 16));
        String hit = "/console/approvals?id=" + id.substring(10, 40).toUpperCase(Locale.ROOT) + "&bank=1&order=";
        for (String sorted : List.of("NEWEST", "OLDEST", "LARGEST", "SMALLEST")) {
            assertThat(all(officer.get(hit + sorted).body())).contains(id.substring(0, 16));
        }
        assertThat(all(officer.get("/console/approvals?bank=2").body())).doesNotContain(id.substring(0, 16));
        assertThat(officer.get("/console/approvals?page=1").statusCode()).isEqualTo(400);
        assertThat(officer.get("/console/approvals?cursor=x").statusCode()).isEqualTo(400);
        showsEveryRequestInOrder(officer);
    }

    /// More than a page shows, of two amounts and two of each moment.
    private static void showsEveryRequestInOrder(Browser officer) {
        sql("insert into supply_request select (jsonb_populate_record(r, jsonb_build_object('id', '\\x' ||"
                + " lpad(to_hex(n), 64, '0'), 'record_key', lpad(to_hex(n), 64, '0'), 'state', 'CANCELLED',"
                + " 'amount', 1 + n % 2, 'participant', 65000, 'created_at', r.created_at + n / 2 * interval"
                + " '1 second'))).* from supply_request r, generate_series(1, 250) n"
                + " where r.id = (select id from supply_request limit 1)");
        Comparator<Integer> byTime = Comparator.naturalOrder();
        Comparator<Integer> byAmount =
                Comparator.comparing((Integer n) -> n % 2).thenComparing(byTime);
        Map.of("NEWEST", byTime.reversed(), "OLDEST", byTime, "LARGEST", byAmount.reversed(), "SMALLEST", byAmount)
                .forEach((order, comparator) -> assertThat(shown(officer, "bank=65000&order=" + order))
                        .as(order)
                        .hasSize(250)
                        .isSortedAccordingTo(comparator));
        sql("delete from supply_request where participant = 65000");
    }

    private static List<Integer> shown(Browser officer, String query) {
        try {
            return AllPages.of(
                            "/console/approvals?" + query,
                            next -> all(officer.get(next).body()),
                            "href=\"/console/approvals/(0{60}[0-9a-f]{4})\"",
                            "href=\"([^\"]+)\">Next page")
                    .stream()
                    .map(id -> Integer.parseInt(id, 16))
                    .toList();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private static void sql(String statement) {
        try (Connection database = bank.postgres().connect();
                Statement update = database.createStatement()) {
            update.execute(statement);
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    /// The chart's figures: reserves and currency together are what banks brought after every block.
    private static void assertChart(Browser officer) {
        HttpResponse<String> answer = officer.get("/console/supply/points", "application/json");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        JsonNode points = StrictJson.mapper().readTree(answer.body());
        JsonNode last = points.get(points.size() - 1);
        assertThat(last.get("issued").asLong() - last.get("redeemed").asLong())
                .isEqualTo(last.get("outstanding").asLong())
                .isGreaterThanOrEqualTo(123_456);
        JsonNode supply = bank.json(bank.get("/v1/supply", bank.officer(1)));
        assertThat(last.get("reserves").asLong())
                .isEqualTo(supply.get("reserves").asLong() + supply.get("held").asLong());
        assertThat(last.get("total").asLong()).isEqualTo(supply.get("opened").asLong());
        assertThat(officer.get("/console/supply").body())
                .contains(
                        "data-points=\"/console/supply/points\"",
                        new MoneyText().text(last.get("total").asLong()))
                .doesNotContain("<style", "style=");
    }

    @Test
    void describesItsApi() {
        JsonNode api = bank.json(bank.get("/v3/api-docs", ""));

        assertThat(api.path("openapi").asString()).startsWith("3.1");
        assertThat(api.path("servers").toString()).contains("\"url\":\"/\"").doesNotContain("127.0.0.1");
        for (String path : List.of(
                "/v1/supply", "/v1/supply-requests/{id}/approvals", "/v1/incidents/open", "/v1/decisions/check")) {
            assertThat(api.path("paths").has(path)).as(path).isTrue();
        }
        assertThat(api.path("paths").toString()).doesNotContain("/console", "/internal");
        api.path("paths").valueStream().flatMap(JsonNode::valueStream).forEach(operation -> {
            assertThat(operation.path("summary").asString(""))
                    .as(operation.toString())
                    .isNotEmpty();
            assertThat(operation.at("/responses/default/content").toString())
                    .contains("application/problem+json", "#/components/schemas/Problem");
        });
        api.path("paths")
                .valueStream()
                .flatMap(JsonNode::valueStream)
                .forEach(operation -> operation
                        .path("parameters")
                        .valueStream()
                        .forEach(parameter -> assertThat(
                                        parameter.path("description").asString(""))
                                .as(parameter.toString())
                                .isNotEmpty()));
        api.at("/components/schemas").propertyStream().forEach(schema -> {
            assertThat(schema.getKey()).doesNotEndWith("View");
            // either of the two fields of a change of keys is enough, and an error of a file has other fields
            assertThat(schema.getValue().path("required").isEmpty())
                    .as(schema.getKey())
                    .isEqualTo(Set.of("KeysChange", "FieldError").contains(schema.getKey()));
            if (schema.getKey().matches(".*(Form|Change|Limits)")) {
                schema.getValue()
                        .path("properties")
                        .propertyStream()
                        .forEach(property -> assertThat(
                                        property.getValue().path("description").asString(""))
                                .as(schema.getKey() + "." + property.getKey())
                                .isNotEmpty());
            }
        });
        assertThat(api.at("/paths/~1v1~1incidents~1open/get/description").asString())
                .contains("auditor");
        assertThat(api.at("/components/securitySchemes/bearer/scheme").asString())
                .isEqualTo("bearer");
    }

    @Test
    void showsViewersEverythingAndLetsThemDoNothing() {
        try (Browser viewer = new Browser(bank.base())) {
            viewer.signIn(bank.issuer(), "viewer", "central-bank-viewer");

            assertThat(viewer.get("/console/supply").statusCode()).isEqualTo(200);
            for (String page : List.of(
                    "/console/reserves",
                    "/console/incidents",
                    "/console/decisions",
                    "/console/configuration",
                    "/console/approvals")) {
                assertThat(BUTTON.matcher(viewer.get(page).body()).results().map(MatchResult::group))
                        .as("what a viewer may press on %s", page)
                        .containsExactly("<form action=\"/logout\" method=\"post\">");
            }
            assertThat(viewer.post(
                                    "/console/reserves",
                                    "/console/reserves/adjustments",
                                    Map.of("participant", "1", "amount", "5.00", "reason", "mine"))
                            .statusCode())
                    .isEqualTo(403);
        }
        try (Browser teller = new Browser(bank.base())) {
            teller.signIn(bank.issuer(), "teller", "bank-clerk");
            assertThat(teller.get("/console/supply").statusCode()).isEqualTo(403);
        }
        assertThat(bank.get("/v1/supply", "").statusCode()).isEqualTo(401);
        assertThat(bank.get("/v1/supply", bank.issuer().token("t", "bank-clerk"))
                        .statusCode())
                .isEqualTo(403);
    }

    /// More than a page shows; every fifth is open.
    @Test
    void incidentsAreSearchedFilteredAndInOrder() {
        sql("insert into incident (id, code, detail, raised_at, closed_by, closed_at) select 900000 + n, 'listed-kind',"
                + " 'listed-' || n, now(), case when n % 5 = 0 then '' else 'nobody' end,"
                + " case when n % 5 = 0 then null else now() end from generate_series(1, 250) n");
        try (Browser officer = new Browser(bank.base())) {
            officer.signIn(bank.issuer(), "officer1", "central-bank-officer");
            Comparator<Integer> byNumber = Comparator.naturalOrder();
            assertThat(listed(officer, "/console/incidents?text=LISTED+kind"))
                    .hasSize(250)
                    .isSortedAccordingTo(byNumber.reversed());
            assertThat(listed(officer, "/console/incidents?text=listed-kind&order=OLDEST"))
                    .hasSize(250)
                    .isSortedAccordingTo(byNumber);
            assertThat(listed(officer, "/console/incidents?text=listed&open=true"))
                    .hasSize(50)
                    .allMatch(n -> n % 5 == 0);
            assertThat(listed(officer, "/console/incidents?text=listed-12")).hasSize(11);
            assertThat(officer.get("/console/incidents?page=1").statusCode()).isEqualTo(400);
            assertThat(officer.get("/console/incidents?cursor=x").statusCode()).isEqualTo(400);
        } finally {
            sql("delete from incident where code = 'listed-kind'");
        }
    }

    private static List<Integer> listed(Browser officer, String path) {
        try {
            return AllPages.of(path, next -> officer.get(next).body(), ">listed-(\\d+)<", "href=\"([^\"]+)\">Next page")
                    .stream()
                    .map(Integer::parseInt)
                    .toList();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    /// Tiles of what waits and of what there is, each with its name.
    @Test
    void theOverviewHasFiguresOnItsTiles() {
        try (Browser officer = new Browser(bank.base())) {
            officer.signIn(bank.issuer(), "officer1", "central-bank-officer");
            Map<String, String> tiles = Pattern.compile("<strong>([^<]*)</strong>\\s*<span>([^<]+)</span></a>")
                    .matcher(officer.get("/console").body())
                    .results()
                    .collect(Collectors.toMap(tile -> tile.group(2), tile -> tile.group(1)));
            assertThat(tiles)
                    .containsOnlyKeys(
                            "Supply: outstanding (FLN)",
                            "Reserves, free (FLN)",
                            "Requests that wait for officers",
                            "Open incidents",
                            "Participants",
                            "Changes of the configuration that wait for officers");
            assertThat(tiles.values()).allMatch(value -> value.matches("-?[0-9,]+([.][0-9]+)?"));
            JsonNode supply = bank.json(bank.get("/v1/supply", bank.officer(1)));
            assertThat(tiles.get("Reserves, free (FLN)"))
                    .isEqualTo(new MoneyText().text(supply.get("reserves").asLong()));
        }
    }

    /// The list of all requests, without that of those that wait.
    private static String all(String page) {
        return page.substring(page.indexOf("id=\"all-title\""));
    }
}
