package io.florin.fakenode;

import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.FlorinInternalHttp;
import io.florin.runtime.security.AccessRules;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Registration or a router, as far as endorsers ask them.
@SpringBootApplication(proxyBeanMethods = false)
@Import(FlorinInternalHttp.class)
public class FakeNode {

    @Bean
    AccessRules accessRules() {
        return AccessRules.of();
    }

    /// What the node has and was given.
    @Bean
    Memory memory() {
        return new Memory();
    }

    public static final class Memory {
        private final List<String> records = new ArrayList<>();
        private final List<byte[]> bundles = new CopyOnWriteArrayList<>();

        /// @param record encoded and in base64; its sequence is its place
        public synchronized void addRecord(String record) {
            records.add(record);
        }

        synchronized List<String> recordsAfter(long after) {
            return List.copyOf(records.subList((int) Math.min(after, records.size()), records.size()));
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
        @AllowPeers("endorser")
        public List<String> records(@RequestParam("after") long after) {
            return memory.recordsAfter(after);
        }

        @Override
        public EnrollmentView apply(@RequestBody EnrollmentApplication application) {
            throw new ProblemException(ProblemCode.NOT_FOUND, "not here");
        }

        @Override
        public EnrollmentView enrollment(@PathVariable("reference") String reference) {
            throw new ProblemException(ProblemCode.NOT_FOUND, "not here");
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
        public byte[] block(@PathVariable("number") long number) {
            throw new ProblemException(ProblemCode.NOT_FOUND, "not here");
        }

        @Override
        public ChainHead head() {
            throw new ProblemException(ProblemCode.NOT_FOUND, "not here");
        }
    }
}
