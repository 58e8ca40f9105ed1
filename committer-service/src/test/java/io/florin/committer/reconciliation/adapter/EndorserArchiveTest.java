package io.florin.committer.reconciliation.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.reconciliation.SearchResult;
import io.florin.committer.reconciliation.SearchResult.Found;
import io.florin.committer.reconciliation.SearchResult.NotFound;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.http.StrictJson;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

final class EndorserArchiveTest {

    private static final int MANY = 200;

    private final TestNetwork network = new TestNetwork(32);
    private final List<ClientTransaction> transactions =
            Stream.generate(this::issue).limit(MANY).toList();
    private final FakeEndorser first = new FakeEndorser(MANY);
    private final FakeEndorser second = new FakeEndorser(MANY);
    private final EndorserArchive archive = new EndorserArchive(List.of(first, second));

    private ClientTransaction issue() {
        OwnerKey owner = new OwnerKey(network.newKey().publicKey());
        return network.issue(network.header(100), network.newId(), owner, 700);
    }

    private List<TransactionId> ids() {
        return transactions.stream().map(ClientTransaction::id).toList();
    }

    private SearchResult only(int index) {
        TransactionId id = transactions.get(index).id();
        return Objects.requireNonNull(archive.search(List.of(id), 0).get(id));
    }

    @Test
    void asksOnceForManyAndAsksTheNextEndorserOnlyForWhatIsMissing() {
        transactions.subList(0, 150).forEach(first::has);
        transactions.subList(100, 199).forEach(second::has);

        Map<TransactionId, SearchResult> results = archive.search(ids(), 0);

        assertThat(results).hasSize(MANY);
        assertThat(transactions.subList(0, 199))
                .allSatisfy(client -> assertThat(results.get(client.id())).isEqualTo(new Found(client)));
        assertThat(results.get(transactions.getLast().id())).isEqualTo(new NotFound(2));
        assertThat(first.asked).containsExactly(MANY);
        assertThat(second.asked).containsExactly(50);
    }

    /// A body with nulls comes through the mapper; whatever it says, only this endorser's answer is lost.
    @Test
    void anAnswerThatIsNoneDoesNotStopTheSearch() {
        transactions.forEach(second::has);
        for (String body : List.of(
                "{}",
                "{'held':[null],'absent':[]}",
                "{'held':[{}],'absent':[]}",
                "{'held':[],'absent':[null]}",
                "{'held':[{'id':'no hex','encoded':''}],'absent':[]}")) {
            first.body = body.replace('\'', '"');
            assertThat(only(0)).as(body).isEqualTo(new Found(transactions.getFirst()));
        }
    }

    @Test
    void beginsWithAnotherEndorserInTurn() {
        transactions.forEach(first::has);
        transactions.forEach(second::has);
        archive.search(ids(), 1);
        assertThat(first.asked).isEmpty();
        assertThat(second.asked).containsExactly(MANY);
    }

    @Test
    void asksAgainForWhatAnAnswerHadNoRoomFor() {
        FakeEndorser small = new FakeEndorser(64);
        transactions.forEach(small::has);
        Map<TransactionId, SearchResult> results = new EndorserArchive(List.of(small)).search(ids(), 0);
        assertThat(results.values()).allSatisfy(result -> assertThat(result).isInstanceOf(Found.class));
        assertThat(small.asked).containsExactly(200, 136, 72, 8);
    }

    @Test
    void silenceAndEmptyAnswersSayNothing() {
        first.silent = true;
        assertThat(only(0)).isEqualTo(new NotFound(1));
        assertThat(new EndorserArchive(List.of(new FakeEndorser(0).has(transactions.get(0))))
                        .search(ids().subList(0, 1), 0))
                .containsEntry(transactions.get(0).id(), new NotFound(0));
    }

    @Test
    void somethingElseUnderTheIdIsADenial() {
        first.gives(transactions.get(0).id(), transactions.get(1).encode());
        second.gives(transactions.get(0).id(), new byte[] {1, 2, 3});
        assertThat(only(0)).isEqualTo(new NotFound(2));
        second.has(transactions.get(0));
        assertThat(only(0)).isEqualTo(new Found(transactions.get(0)));
    }

    /// An endorser's archive in memory.
    private static final class FakeEndorser implements EndorserInternalApi {
        private final Map<String, byte[]> held = new LinkedHashMap<>();
        private final List<Integer> asked = new ArrayList<>();
        private final int room;
        private boolean silent;
        private @Nullable String body;

        FakeEndorser(int room) {
            this.room = room;
        }

        FakeEndorser has(ClientTransaction client) {
            return gives(client.id(), client.encode());
        }

        FakeEndorser gives(TransactionId id, byte[] bytes) {
            held.put(id.toHex(), bytes);
            return this;
        }

        @Override
        public ClientTransactions clientTransactions(List<String> ids) {
            if (silent) {
                throw new ResourceAccessException("nobody there");
            }
            if (body != null) {
                return StrictJson.mapper().readValue(body, ClientTransactions.class);
            }
            asked.add(ids.size());
            return new ClientTransactions(
                    ids.stream()
                            .filter(held::containsKey)
                            .limit(room)
                            .map(id ->
                                    new HeldTransaction(id, Base64.getEncoder().encodeToString(held.get(id))))
                            .toList(),
                    ids.stream().filter(id -> !held.containsKey(id)).toList());
        }

        @Override
        public List<Integer> check(byte[] submissions) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ProposalAnswer propose(
                byte[] submissions, int rulesVersion, long keyEpoch, String sharing, String root) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ShareAnswer share(ShareRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] clientTransaction(String id) {
            throw new UnsupportedOperationException();
        }
    }
}
