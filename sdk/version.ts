/** The version of this SDK, as its package.json says. */
export const SDK_VERSION = '1.0.0'
