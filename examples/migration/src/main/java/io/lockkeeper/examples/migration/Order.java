package io.lockkeeper.examples.migration;

/**
 * What is sold.
 *
 * @param id its number
 * @param item what is ordered
 */
record Order(long id, String item) {}
