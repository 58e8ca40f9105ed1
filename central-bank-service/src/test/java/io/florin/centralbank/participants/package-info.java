/// Tests of the view of registration.
@NullMarked
package io.florin.centralbank.participants;

import org.jspecify.annotations.NullMarked;
