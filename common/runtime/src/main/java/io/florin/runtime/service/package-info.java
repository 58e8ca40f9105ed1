/// Starts a service: its own configuration file, the defaults all services share, and the health that stops it.
@NullMarked
package io.florin.runtime.service;

import org.jspecify.annotations.NullMarked;
