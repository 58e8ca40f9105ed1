package io.florin.testkit.planted.impure.wiring;

import java.net.URI;

record Wiring(URI address) {}
