/// Virtual time, machines that crash, disks that forget and a network that loses: what the cores run on here.
@NullMarked
package io.florin.simulation.world;

import org.jspecify.annotations.NullMarked;
