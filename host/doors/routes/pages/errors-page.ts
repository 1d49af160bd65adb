import { ERROR_CATALOGUE } from '@atrium/sdk/host'
import type { CataloguedError } from '@atrium/sdk/host'
import { escapeHtml } from './escape-html.ts'
import { htmlPage } from './html-page.ts'
import { withCode } from './with-code.ts'

/** The catalogue of error codes as a table: what each means and what to do about it. */
export function errorsPage(): string {
  const errors = Object.entries<CataloguedError>(ERROR_CATALOGUE)
  const rows = errors
    .sort(([, a], [, b]) => a.status - b.status)
    .map(rowOf)
    .join('\n')
  return htmlPage(
    'Error codes',
    `<p>Every answer of 4xx and 5xx is <code>application/problem+json</code> (RFC 9457) with one of these codes, or one of a plugin's own.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>What to do</th></tr></thead><tbody>
${rows}
</tbody></table>`,
  )
}

/** Each code can be linked to: `/docs/errors#form_not_found`. */
const rowOf = ([code, { status, title, fix }]: [string, CataloguedError]) =>
  `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(title)}</td><td>${withCode(fix)}</td></tr>`
