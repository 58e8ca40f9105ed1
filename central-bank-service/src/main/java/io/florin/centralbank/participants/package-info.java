/// Banks and their treasuries, as registration's signed records tell.
@NullMarked
package io.florin.centralbank.participants;

import org.jspecify.annotations.NullMarked;
