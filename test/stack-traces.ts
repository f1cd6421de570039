/**
 * Runs before each file of tests. Jest keeps a hundred calls for each error, which is a third of the
 * time of tests that read thousands of wrong messages; ten are what Node keeps.
 */
Error.stackTraceLimit = 10;
