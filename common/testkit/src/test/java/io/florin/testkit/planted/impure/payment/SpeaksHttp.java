package io.florin.testkit.planted.impure.payment;

import java.net.URI;

record SpeaksHttp(URI address) {}
