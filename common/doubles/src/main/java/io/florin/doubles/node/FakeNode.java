package io.florin.doubles.node;

import io.florin.identity.FlorinIdentity;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.status.BlockResult;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Registration, a router or a committer, as far as endorsers ask them.
@SpringBootApplication(proxyBeanMethods = false)
@Import(FlorinIdentity.class)
public class FakeNode {

    @Bean
    AccessRules accessRules() {
        return AccessRules.of(
                AccessRule.open(HttpMethod.GET, "/v1/ledger"),
                AccessRule.open(HttpMethod.GET, "/v1/results"),
                AccessRule.open(HttpMethod.POST, "/v1/transactions/statuses"),
                AccessRule.open(HttpMethod.GET, "/v1/transactions/{id}/receipt"));
    }

    /// Memory of the node.
    @Bean
    Memory memory() {
        return new Memory();
    }

    public static final class Memory {
        private final List<String> records = new ArrayList<>();
        private final List<byte[]> bundles = new CopyOnWriteArrayList<>();
        private final Map<String, byte[]> receipts = new ConcurrentHashMap<>();
        private final Map<Long, BlockResult> results = new ConcurrentHashMap<>();
        private final Map<Long, byte[]> certified = new ConcurrentHashMap<>();
        private final List<Long> waits = new CopyOnWriteArrayList<>();
        private final AtomicInteger failing = new AtomicInteger();
        private final AtomicInteger mutely = new AtomicInteger();
        private volatile CommitterApi.@Nullable LedgerHead head;
        private volatile boolean mute;

        /// Milliseconds that the committer was asked to wait for a block, a number for each question.
        public List<Long> waits() {
            return waits;
        }

        /// The committer does not answer so many questions for a block.
        public void failNext(int questions) {
            failing.set(questions);
        }

        /// @param record encoded and in base64; its sequence is its place
        public synchronized void addRecord(String record) {
            records.add(record);
        }

        synchronized List<String> recordsAfter(long after) {
            return List.copyOf(records.subList((int) Math.min(after, records.size()), records.size()));
        }

        public void reach(CommitterApi.LedgerHead reached, BlockResult result) {
            results.put(result.number(), result);
            head = reached;
        }

        /// A block as the ordering party has it.
        public void addBlock(long number, byte[] encoded) {
            certified.put(number, encoded);
        }

        /// Whether the committer answers questions for its head with nothing.
        public void mute(boolean now) {
            mute = now;
        }

        /// Number of times that it answered with nothing.
        public int answeredMutely() {
            return mutely.get();
        }

        public void addReceipt(String id, byte[] receipt) {
            receipts.put(id, receipt);
        }

        public List<byte[]> bundles() {
            return bundles;
        }
    }

    @RestController
    static class Registration implements RegistrationInternalApi {
        private final Memory memory;

        Registration(Memory memory) {
            this.memory = memory;
        }

        @Override
        @AllowPeers({"endorser", "instant"})
        public List<String> records(@RequestParam("after") long after) {
            return memory.recordsAfter(after);
        }

        @Override
        @AllowPeers("instant")
        public List<String> recordsAwaited(
                @RequestParam("after") long after, @RequestParam("waitMillis") long waitMillis) {
            return memory.recordsAfter(after);
        }

        @Override
        public EnrollmentView closing(@PathVariable("reference") String reference, @RequestBody ClosingForm form) {
            throw notHere();
        }

        @Override
        public EnrollmentView share(@PathVariable("reference") String reference, @RequestBody ShareForm form) {
            throw notHere();
        }

        @Override
        public EnrollmentView apply(@RequestBody EnrollmentApplication application) {
            throw notHere();
        }

        @Override
        public EnrollmentView enrollment(@PathVariable("reference") String reference) {
            throw notHere();
        }
    }

    @RestController
    static class Router implements OrderingInternalApi {
        private final Memory memory;

        Router(Memory memory) {
            this.memory = memory;
        }

        @Override
        @AllowPeers("endorser")
        public void submit(@RequestBody byte[] bundle) {
            memory.bundles.add(bundle);
        }

        @Override
        @AllowPeers("certifier")
        public byte[] block(@PathVariable("number") long number) {
            byte[] block = memory.certified.get(number);
            if (block == null) {
                throw notHere();
            }
            return block;
        }

        @Override
        public ChainHead head() {
            throw notHere();
        }
    }

    @RestController
    static class Committer implements CommitterApi {
        private final Memory memory;

        Committer(Memory memory) {
            this.memory = memory;
        }

        @Override
        @SuppressWarnings("NullAway")
        public LedgerHead head() {
            if (memory.mute) {
                memory.mutely.incrementAndGet();
                return null;
            }
            LedgerHead head = memory.head;
            if (head == null) {
                throw notHere();
            }
            return head;
        }

        @Override
        public byte[] results(
                @RequestParam("from") long from,
                @RequestParam("limit") int limit,
                @RequestParam("waitMillis") long waitMillis) {
            memory.waits.add(waitMillis);
            if (memory.failing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw notHere();
            }
            return ToldBlocks.answer(LongStream.range(from, from + limit)
                    .mapToObj(memory.results::get)
                    .takeWhile(Objects::nonNull)
                    .toList());
        }

        @Override
        public byte[] checkpoints(@RequestParam("from") long from, @RequestParam("limit") int limit) {
            throw notHere();
        }

        @Override
        public List<TransactionView> transactions(@RequestBody List<String> ids) {
            return ids.stream()
                    .filter(memory.receipts::containsKey)
                    .map(id -> new TransactionView(id, "COMMITTED", 1, 1, 0))
                    .toList();
        }

        @Override
        public byte[] receipt(@PathVariable("id") String id) {
            byte[] receipt = memory.receipts.get(id);
            if (receipt == null) {
                throw notHere();
            }
            return receipt;
        }

        @Override
        public NetworkView network() {
            throw notHere();
        }

        @Override
        public TransactionView transaction(@PathVariable("id") String id) {
            throw notHere();
        }

        @Override
        public TokenView token(@PathVariable("key") String key) {
            throw notHere();
        }

        @Override
        public OwnerTokens tokensOf(@PathVariable("owner") String owner) {
            throw notHere();
        }
    }

    private static ProblemException notHere() {
        return new ProblemException(ProblemCode.NOT_FOUND, "not here");
    }
}
