/// Payment files: taken once, paid line by line, answered with a status report.
@NullMarked
package io.florin.bank.files;

import org.jspecify.annotations.NullMarked;
