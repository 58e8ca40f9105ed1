package io.florin.testkit.planted.impure.payment.adapter;

import java.net.URI;
import java.sql.Connection;

record MaySpeakAll(URI address, Connection connection) {}
