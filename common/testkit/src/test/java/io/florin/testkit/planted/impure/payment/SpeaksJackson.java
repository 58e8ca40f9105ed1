package io.florin.testkit.planted.impure.payment;

import tools.jackson.databind.ObjectMapper;

record SpeaksJackson(ObjectMapper mapper) {}
