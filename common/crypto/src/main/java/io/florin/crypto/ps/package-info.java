/// Certification of tokens: Pointcheval–Sanders signatures issued by a threshold of certifiers on committed values,
/// their presentation without a trace to the issuing, and serial numbers.
@NullMarked
package io.florin.crypto.ps;

import org.jspecify.annotations.NullMarked;
