package io.florin.testkit.planted.impure.payment;

import java.sql.Connection;

record SpeaksJdbc(Connection connection) {}
