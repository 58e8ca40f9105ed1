/// The demo economy brought to life through the banks' and the central bank's own interfaces.
@NullMarked
package io.florin.sandbox.demo;

import org.jspecify.annotations.NullMarked;
