package io.florin.testkit.planted.entangled.payment;

import io.florin.testkit.planted.entangled.report.Report;
import java.util.List;

public record Payment(String id, List<Report> reports) {}
