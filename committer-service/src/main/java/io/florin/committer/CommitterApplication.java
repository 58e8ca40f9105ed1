package io.florin.committer;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// A committer: validates certified blocks, keeps the state, and answers for both.
@SpringBootApplication(proxyBeanMethods = false)
public class CommitterApplication {

    public static void main(String[] args) {
        FlorinService.run(CommitterApplication.class, "committer-service", args);
    }
}
