/** The map runtime as a whole, on real threads and in virtual time. */
package dev.maptick.it.maps;
