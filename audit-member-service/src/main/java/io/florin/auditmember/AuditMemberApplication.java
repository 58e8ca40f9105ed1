package io.florin.auditmember;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// A member of the audit authority. Its beans are made in `wiring`.
@SpringBootApplication(proxyBeanMethods = false)
public class AuditMemberApplication {

    public static void main(String[] args) {
        FlorinService.run(AuditMemberApplication.class, "audit-member-service", args);
    }
}
