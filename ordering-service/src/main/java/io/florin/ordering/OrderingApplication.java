package io.florin.ordering;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// One ordering party: puts bundles into one order with the other parties and proves it with certified blocks.
@SpringBootApplication(proxyBeanMethods = false)
public class OrderingApplication {

    public static final String CONFIG = "ordering-service";

    public static void main(String[] args) {
        FlorinService.run(OrderingApplication.class, CONFIG, args);
    }
}
