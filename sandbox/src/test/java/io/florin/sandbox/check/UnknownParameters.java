package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.openapi.OpenApiFiles;
import io.florin.sandbox.plan.SandboxPlan;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Asks the first node of each role for all that it describes, with a query parameter that it does not: whoever
/// misspells a filter must not take the answer for what was asked.
final class UnknownParameters {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String NAME = "nonsense";
    private static final int HTTP_FORBIDDEN = 403;

    private final SandboxPlan plan;
    private final DemoClients clients;

    UnknownParameters(SandboxPlan plan, DemoClients clients) {
        this.plan = plan;
        this.clients = clients;
    }

    void areRefused(Set<NodeRole> roles) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            for (NodeRole role : roles) {
                var node = new Peer(role, 1);
                Optional<String> token = DescribedInterfaces.token(plan, clients, node);
                List<String> taken = new ArrayList<>();
                int asked = 0;
                for (Map.Entry<String, JsonNode> path : described(node)) {
                    JsonNode get = path.getValue().path("get");
                    if (get.isMissingNode()
                            || (token.isEmpty() && !get.path("security").isEmpty())) {
                        continue;
                    }
                    // refused before anything is looked for, so there need be nothing of that name
                    String asks = path.getKey().replaceAll("\\{[^}]+}", "1") + "?" + NAME + "=1";
                    HttpResponse<String> answer = http.send(
                            request(plan.http(node).resolve(asks), token), HttpResponse.BodyHandlers.ofString());
                    if (answer.statusCode() == HTTP_FORBIDDEN) { // for people of another role, told before all else
                        continue;
                    }
                    asked++;
                    if (answer.statusCode() != 400 || !answer.body().contains("\"" + NAME + "\"")) {
                        taken.add(asks + " " + answer.statusCode() + " " + answer.body());
                    }
                }
                assertThat(taken).as(node.directoryName()).isEmpty();
                assertThat(asked).as(node.directoryName()).isPositive();
            }
        }
    }

    private Set<Map.Entry<String, JsonNode>> described(Peer node) {
        return JSON.readTree(OpenApiFiles.served(plan.http(node))).path("paths").properties();
    }

    private static HttpRequest request(URI uri, Optional<String> token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        token.ifPresent(value -> request.header("Authorization", "Bearer " + value));
        return request.build();
    }
}
