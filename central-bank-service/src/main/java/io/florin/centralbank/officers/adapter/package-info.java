/// The officers' command line.
@NullMarked
package io.florin.centralbank.officers.adapter;

import org.jspecify.annotations.NullMarked;
