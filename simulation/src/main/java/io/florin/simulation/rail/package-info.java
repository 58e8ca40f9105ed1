/// The instant rail under a seed: four or seven authorities of one to three account shards each, up to F of them liars
/// that sign everything; honest owners, and one who signs several orders of one sequence. Bytes and signatures are
/// real, in two of the three schemes; deposits are told in any order, again and again; messages and unsynced records
/// are lost. Rescue and epochs are not here yet.
@NullMarked
package io.florin.simulation.rail;

import org.jspecify.annotations.NullMarked;
