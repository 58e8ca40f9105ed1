package io.florin.wallet.cli;

import java.io.PrintWriter;

/// Where results and remarks go.
record Printers(PrintWriter out, PrintWriter err) {}
