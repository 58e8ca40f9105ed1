/// Tests of the ISO 20022 feature: own files, and messages written by others.
@NullMarked
package io.florin.bank.iso20022;

import org.jspecify.annotations.NullMarked;
