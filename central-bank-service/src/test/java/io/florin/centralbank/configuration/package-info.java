/// Tests of changes of the configuration.
@NullMarked
package io.florin.centralbank.configuration;

import org.jspecify.annotations.NullMarked;
