/// News inside one service, so that whoever waits for work is woken instead of looking again and again.
@NullMarked
package io.florin.runtime.activity;

import org.jspecify.annotations.NullMarked;
