/**
 * What the reporter of a mocha process tells the one who started it.
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {string} [running]  The title of the test that has not ended.
 * @property {string} [stillOpen]  What kept the process alive after its last test.
 */

export {}
