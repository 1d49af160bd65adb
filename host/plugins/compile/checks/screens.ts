import type { Origin } from '@atrium/sdk/host'
import type { Dashboard } from '@atrium/sdk/documents'
import { ICON_NAMES } from '@atrium/sdk/documents'
import type { Report, Finding } from './finding.ts'
import { knownNames } from './finding.ts'

/** A segment of an address. The shell fills in only the parameter `:id`. */
const SEGMENT = /^([A-Za-z0-9_~-][A-Za-z0-9._~-]*|:id)$/

/** Puts a path below its panel: `vans/:id` → `/operations/vans/:id`. Reports paths outside the panel and invalid segments. */
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
      message: `The screen path [${path}] is outside the panel [${panelId}].`,
      fix: 'Remove the dot segments: the path is relative to the panel.',
      origin,
    })
  } else if (!segments.every((segment) => SEGMENT.test(segment))) {
    report({
      code: 'path_invalid',
      message: `The screen path [${path}] is not valid.`,
      fix: 'Use segments of letters, digits and dashes, and `:id` for the record: `vans/:id`.',
      origin,
    })
  }
  return `/${panelId}/${segments.join('/')}`
}

/** Reports a hand-written screen whose title is also the title of one of its widgets (spec, "Duplicated titles"). */
export function reportTitleTwice(
  { title, hide_title, widgets }: Pick<Dashboard, 'title' | 'hide_title' | 'widgets'>,
  { report, place }: { report: Report; place: Pick<Finding, 'origin' | 'file' | 'document'> },
): void {
  if (hide_title) return
  const same = widgets.find((widget) => 'title' in widget && plain(widget.title) === plain(title))
  if (same === undefined) return
  report({
    code: 'title_shown_twice',
    message: `The dashboard [${place.document}] shows the title [${title}], which is also the title of its widget [${same.id}].`,
    fix: place.file ? 'Add `"hide_title": true` to the file.' : 'Pass `{ hide_title: true }` to `emit_dashboard`.',
    ...place,
  })
}

const plain = (title: string | undefined) => title?.trim().toLowerCase()

interface Shown {
  /** The offender: `The resource [vans]`. */
  readonly who: string
  readonly report: Report
  readonly origin: Origin
}

/** Reports an icon that the shell does not have and would show as a dot. */
export function reportIcon(icon: string | undefined, { who, report, origin }: Shown): void {
  if (icon === undefined || (ICON_NAMES as readonly string[]).includes(icon)) return
  report({
    code: 'icon_unknown',
    message: `${who} has the icon [${icon}], which the shell does not have.`,
    fix: knownNames(icon, ICON_NAMES),
    origin,
  })
}
