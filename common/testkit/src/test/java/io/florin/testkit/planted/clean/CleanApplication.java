package io.florin.testkit.planted.clean;

import java.net.URI;

record CleanApplication(URI address) {}
