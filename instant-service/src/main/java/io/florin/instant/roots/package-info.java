/// Knowledge of executions: the windows in which authorities tell each other, and what follows of them. An order that
/// 2F + 1 authorities name is final for whoever read their windows.
@NullMarked
package io.florin.instant.roots;

import org.jspecify.annotations.NullMarked;
