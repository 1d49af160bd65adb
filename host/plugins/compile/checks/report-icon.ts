import type { Origin } from '@atrium/sdk/host'
import { ICON_NAMES } from '@atrium/sdk/documents'
import type { Report } from './finding.ts'
import { knownNames } from './known-names.ts'

interface Shown {
  /** The offender: `The resource [vans]`. */
  readonly who: string
  readonly report: Report
  readonly origin: Origin
}

/** Reports an icon that the shell does not have: it would show a dot. */
export function reportIcon(icon: string | undefined, { who, report, origin }: Shown): void {
  if (icon === undefined || (ICON_NAMES as readonly string[]).includes(icon)) return
  report({
    code: 'icon_unknown',
    message: `${who} has the icon [${icon}], which the shell does not know.`,
    fix: knownNames(icon, ICON_NAMES),
    origin,
  })
}
