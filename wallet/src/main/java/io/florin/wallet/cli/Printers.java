package io.florin.wallet.cli;

import java.io.PrintWriter;

/// Writers of results and remarks.
record Printers(PrintWriter out, PrintWriter err) {}
