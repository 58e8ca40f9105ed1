package io.florin.testkit.planted.impure.payment;

import org.springframework.context.ApplicationContext;

record SpeaksSpring(ApplicationContext context) {}
