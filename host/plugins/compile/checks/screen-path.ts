import type { Origin } from '@atrium/sdk/host'
import type { Report } from './finding.ts'

/** What a segment of an address may be; `:id` is the one parameter that the shell fills in. */
const SEGMENT = /^([A-Za-z0-9_~-][A-Za-z0-9._~-]*|:id)$/

/** Puts a path below its panel: `vans/:id` → `/operations/vans/:id`. Reports one that would not be there. */
export function screenPath(
  panelId: string,
  path: string,
  { report, origin }: { report: Report; origin: Origin },
): string {
  const segments = path.replaceAll(/^\/+|\/+$/g, '').split('/')
  const leaves = segments.some((segment) => segment === '..' || segment === '.')
  if (leaves) {
    report({
      code: 'path_outside_module',
      message: `The screen path [${path}] leads out of the panel [${panelId}].`,
      fix: 'Write it without dots: it is a path below the panel.',
      origin,
    })
  } else if (!segments.every((segment) => SEGMENT.test(segment))) {
    report({
      code: 'path_invalid',
      message: `[${path}] cannot be the path of a screen.`,
      fix: 'Write segments of letters, digits and dashes, and `:id` for the record: `vans/:id`.',
      origin,
    })
  }
  return `/${panelId}/${segments.join('/')}`
}
