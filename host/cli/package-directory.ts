import path from 'node:path'

const above = path.dirname(import.meta.dirname)

/** The folder of the package `@atrium/host`, whether it runs from its sources or from `dist`. */
export const packageDirectory = path.basename(above) === 'dist' ? path.dirname(above) : above
