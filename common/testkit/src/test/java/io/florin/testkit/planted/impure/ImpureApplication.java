package io.florin.testkit.planted.impure;

import java.net.URI;

record ImpureApplication(URI address) {}
