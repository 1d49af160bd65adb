import type { CataloguedDiagnostic } from '@atrium/sdk/documents'
import { DIAGNOSTIC_TOPICS } from '@atrium/sdk/documents'
import type { CataloguedError } from '@atrium/sdk/host'
import { ERROR_CATALOGUE } from '@atrium/sdk/host'
import { escapeHtml, htmlPage } from './html-page.ts'

/** Makes the page of all diagnostic codes, with one table per topic. */
export function diagnosticsPage(): string {
  const tables = Object.entries<Record<string, CataloguedDiagnostic>>(DIAGNOSTIC_TOPICS).map(tableOf)
  return htmlPage(
    'Diagnostics',
    `<p>Every problem found in a plugin has one of these codes and a location: a file and line of the source, or a place in a document. An error prevents the plugin from being published, and its previous generation keeps serving. A warning does not. To read the diagnostics of one plugin, call <code>GET /api/v1/plugins/{id}</code>.</p>
${tables.join('\n')}`,
  )
}

function tableOf([topic, diagnostics]: [string, Record<string, CataloguedDiagnostic>]): string {
  const rows = Object.entries(diagnostics).map(diagnosticRow).join('\n')
  return `<h2>${escapeHtml(topic)}</h2>
<table><thead><tr><th>Code</th><th></th><th>Cause</th><th>Fix</th></tr></thead><tbody>
${rows}
</tbody></table>`
}

/** The id makes the row a link target: `/docs/diagnostics#column_unknown`. */
const diagnosticRow = ([code, { severity, title, cause, fix }]: [string, CataloguedDiagnostic]) =>
  `<tr id="${code}"><td><code>${code}</code><br>${escapeHtml(title)}</td><td>${severity}</td><td>${withCode(cause)}</td><td>${withCode(fix)}</td></tr>`

/** Makes the page of all error codes, sorted by status. */
export function errorsPage(): string {
  const errors = Object.entries<CataloguedError>(ERROR_CATALOGUE)
  const rows = errors
    .sort(([, a], [, b]) => a.status - b.status)
    .map(errorRow)
    .join('\n')
  return htmlPage(
    'Error codes',
    `<p>Every 4xx and 5xx response is <code>application/problem+json</code> (RFC 9457) with one of these codes or a code defined by a plugin.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>What to do</th></tr></thead><tbody>
${rows}
</tbody></table>`,
  )
}

/** The id makes the row a link target: `/docs/errors#form_not_found`. */
const errorRow = ([code, { status, title, fix }]: [string, CataloguedError]) =>
  `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(title)}</td><td>${withCode(fix)}</td></tr>`

/** Converts a text of a catalogue to HTML. Its code is in Markdown backticks. */
const withCode = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
