/// The seeded demo economy as plain data: banks, people, shops and a payroll, the same for the same seed on every
/// machine.
@NullMarked
package io.florin.sandbox.economy;

import org.jspecify.annotations.NullMarked;
