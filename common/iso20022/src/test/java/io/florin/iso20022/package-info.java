/// Tests of ISO 20022: own files, and messages written by others.
@NullMarked
package io.florin.iso20022;

import org.jspecify.annotations.NullMarked;
