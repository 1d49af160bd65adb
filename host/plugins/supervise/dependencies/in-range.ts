import { satisfies } from 'semver'

/** Whether a version is in a range; a pre-release counts as what it becomes. */
export const inRange = (version: string, range: string): boolean =>
  satisfies(version, range, { includePrerelease: true })
