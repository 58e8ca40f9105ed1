/// Parts of every service, whatever it does: the start with its own configuration file, the defaults all share, the
/// native curve, faults that turn its health, and the gate before what must not be used after it was closed.
@NullMarked
package io.florin.runtime.service;

import org.jspecify.annotations.NullMarked;
